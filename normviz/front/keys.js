// A widget is drawn before it stands in the page, at times long before, as where its cell is out of sight: look for what
// is around it until it does, or until it is taken away.
const whenInside = (el, selector, signal, begin, wait = 50) => {
    const around = el.closest(selector);
    if (around) begin(around);
    else if (!signal.aborted) setTimeout(whenInside, wait, el, selector, signal, begin, Math.min(1.2 * wait, 1000));
};

// To JupyterLab a ↓ on a list means the next cell, a "b" a new cell, and two "d" the end of this one. Keys pressed on
// controls stay with them; what is pressed with Ctrl or Alt, Shift + Enter and Escape still reach the notebook.
const keepKeys = controls => controls?.addEventListener('keydown', event => {
    const told = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
    if (!told && !(event.shiftKey && event.key === 'Enter')) event.stopPropagation();
});

// A widget is drawn before it stands in the page: look for what is around it until it does.
const whenInside = (el, selector, begin, tries = 200) => {
    const around = el.closest(selector);
    if (around) begin(around);
    else if (tries) setTimeout(whenInside, 50, el, selector, begin, tries - 1);
};

// To JupyterLab a ↓ on a list means the next cell, a "b" a new cell, and two "d" the end of this one. Keys pressed on
// controls stay with them; what is pressed with Ctrl or Alt, Shift + Enter and Escape still reach the notebook.
const keepKeys = controls => controls?.addEventListener('keydown', event => {
    const told = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
    if (!told && !(event.shiftKey && event.key === 'Enter')) event.stopPropagation();
});

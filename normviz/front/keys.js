// To JupyterLab a ↓ on a list means the next cell, a "b" a new cell, and two "d" the end of this one. Keys pressed on
// controls stay with them; what is pressed with Ctrl or Alt, Shift + Enter and Escape still reach the notebook.
const staysHere = ({ctrlKey, metaKey, altKey, shiftKey, key}) =>
    !ctrlKey && !metaKey && !altKey && key !== 'Escape' && !(shiftKey && key === 'Enter');
const keepers = new WeakSet(), SUPPRESSED = 'data-lm-suppress-shortcuts';
const keepKeys = controls => {
    keepers.add(controls);
    controls.addEventListener('keydown', event => { if (staysHere(event)) event.stopPropagation(); });
};
// Notebook 7 hears a key before the controls do; it passes over one whose own target is marked so.
addEventListener('keydown', event => {
    if (event.composedPath().some(one => keepers.has(one)))
        event.target.toggleAttribute(SUPPRESSED, staysHere(event));
}, true);
addEventListener('keyup', ({target}) => target.removeAttribute?.(SUPPRESSED), true);

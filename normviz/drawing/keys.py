"""What JavaScript does to the keys pressed on a control: they stay with it, and do not reach the notebook around it.

To JupyterLab a ↓ on a list means the next cell, a "b" a new cell, and two "d" the end of this one. What is pressed with
Ctrl or Alt, Shift + Enter and Escape still reach it.
"""

# Source of a function: keepKeys(element) for an element that holds controls, and may be undefined.
JAVASCRIPT = """
const keepKeys = controls => controls?.addEventListener('keydown', event => {
    const told = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape';
    if (!told && !(event.shiftKey && event.key === 'Enter')) event.stopPropagation();
});
"""

// An explorer in a notebook.
export default exportOf(({root, model, el, signal, kernel}) => {
    el.classList.add('nv-explorer', 'nv-moving');
    el.role = 'group';
    el.ariaLabel = model.get('_heading');
    // What somebody does next, such as running a cell, the kernel hears after what was done here.
    const goesOn = ({type, key, target}) => type === 'keydown' && key === 'Enter' || !root.contains(target);
    for (const kind of ['pointerdown', 'click', 'focusout', 'keydown'])
        document.addEventListener(kind, event => { if (goesOn(event)) kernel.flush(); }, {capture: true, signal});
    return shownIn(root, {...kernel, follows: model.get('_follows'), rest: () => { kernel.tell({rest: true}); kernel.flush(); kernel.isBehind() || kernel.show(); }});
});

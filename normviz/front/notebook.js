// An explorer in a notebook.
export default () => {
    let kernel;
    return {
        initialize: ({model}) => { kernel = kernelOf(model); },
        render: withSignal(({model, el, signal}) => {
            const root = document.createElement('div');
            el.classList.add('nv-explorer', 'nv-live', 'nv-moving');
            el.role = 'group';
            el.ariaLabel = model.get('_heading');
            el.replaceChildren(root);
            const view = shownIn(root, {...kernel, follows: model.get('_follows'), rest: () => { kernel.tell({rest: true}); kernel.flush(); kernel.isBehind() || kernel.show(); }});
            kernel.views.add(view);
            signal.addEventListener('abort', () => kernel.views.delete(view));
            kernel.show();
            // What somebody does next, such as running a cell, the kernel hears after what was done here.
            const goesOn = ({type, key, target}) => type === 'keydown' && key === 'Enter' || !root.contains(target);
            for (const kind of ['pointerdown', 'click', 'focusout', 'keydown'])
                document.addEventListener(kind, event => { if (goesOn(event)) kernel.flush(); }, {capture: true, signal});
        }),
    };
};

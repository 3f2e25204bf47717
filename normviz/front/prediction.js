// A prediction in a notebook.
export default () => {
    let kernel;
    return {
        initialize: ({model}) => { kernel = kernelOf(model); },
        render: withSignal(({model, el, signal}) => {
            const root = document.createElement('div');
            let told;
            const show = page => {
                drawMarkup(root, page);
                const now = root.querySelector('[role=alert]').textContent;
                if (told !== undefined && now !== told) tellNext(root.querySelector('form'));
                told = now;
            };
            const view = {root, show, expect: () => {}};
            el.classList.add('nv-live');
            el.replaceChildren(root);
            kernel.views.add(view);
            signal.addEventListener('abort', () => kernel.views.delete(view));
            kernel.show();
            asked(root, answer => { drawAnew(root); kernel.tell(answer); });
            drawIn(root.querySelector('form'));
        }),
    };
};

// A prediction in a notebook.
export default exportOf(({root, kernel}) => {
    return {root, show: page => drawMarkup(root, page), expect: () => {}, begin: () => {
        asked(root, answer => { drawAnew(root); kernel.tell(answer); });
        drawIn(root.querySelector('form'));
    }};
});

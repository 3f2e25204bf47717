// A prediction in a notebook.
export default exportOf(({root, kernel}) => {
    let told;
    const show = page => {
        drawMarkup(root, page);
        const now = root.querySelector('[role=alert]').textContent;
        if (told !== undefined && now !== told) tellNext(root.querySelector('form'));
        told = now;
    };
    return {root, show, expect: () => {}, begin: () => {
        asked(root, answer => { drawAnew(root); kernel.tell(answer); });
        drawIn(root.querySelector('form'));
    }};
});

// An explorer on a page without a kernel: all of its pages are in a book, and a table says where each control leads.
// `normviz/explorers/moving.py` writes both.
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const beginFigure = async figure => {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const {reset, leads, cells} = await inflated(bytesOf(data.table)).json();
    for (const column of [...Object.values(leads), ...Object.values(cells)])
        for (let k = 1; k < column.length; k++) column[k] += column[k - 1];
    let state = 0, pages, reading;
    const read = () => reading ??= readBook(bytesOf(data.book)).then(all => pages = all);
    const page = there => pages[there].split('\0');
    const leadsTo = ({set, stop, press, cell}) => press === 'reset' ? reset
        : press ? leads[`${press} 0`][state] : cell ? cells[cell.join()]?.[state] ?? -1 : leads[`${set} ${stop}`]?.[state] ?? -1;
    const go = async there => {
        await read();
        if (there >= 0) state = there;
        view.show(page(state));
    };
    const near = async name => {
        await read();
        const at = stopOf(figure.querySelector(`.nv-bar [data-key="${name}"]`));
        view.expect([at - 1, at + 1].map(stop => leadsTo({set: name, stop})).filter(there => there >= 0).map(there => page(there)[1]));
    };
    // A number that is typed goes to the nearest stop that the page has.
    const tell = message => go(leadsTo(message));
    const view = shownIn(figure.firstElementChild, {tell, near, follows: Object.keys(cells).length > 0});
    await go(0);
    let before = state;
    addEventListener('beforeprint', () => { before = state; go(0); });
    addEventListener('afterprint', () => go(before));
};
for (const figure of document.querySelectorAll('.nv-moving:not(.nv-begun)')) {
    figure.classList.add('nv-begun');
    beginFigure(figure);
}

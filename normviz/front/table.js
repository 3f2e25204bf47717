// An explorer on a page without a kernel: all of its pages are in a book, and a table says where each control leads.
// `normviz/explorers/moving.py` writes both. The address of the page may hold a state, `#06.2:padding_length=9`.
const nearestStop = (control, value) => {
    const stops = sliderOf(control).dataset.stops.split(' ').map(stop => Math.abs(stop - value));
    return stops.indexOf(Math.min(...stops));
};
const textOf = control => control.querySelector('[type=number]')?.value ?? optionsOf(control)[stopOf(control)]?.textContent;
const NOTHING = -1;

const beginFigure = async figure => {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const {reset, leads, cells} = JSON.parse(new TextDecoder().decode(await unpack(bytesOf(data.table))));
    for (const column of [...Object.values(leads), ...Object.values(cells)])
        for (let k = 1; k < column.length; k++) column[k] += column[k - 1];
    const root = figure.firstElementChild, note = figure.querySelector('.nv-left-out');
    const HELD = 'You moved a dot, and the ruler follows. What is pale is from before; Reset brings it back.', BACK = 'The dot is back in its place.';
    const controlOf = name => controlIn(root, name);
    let state = 0, pageOf, reading;
    const read = () => reading ??= unpack(bytesOf(data.book)).then(plain => pageOf = readBook(plain.buffer));
    const leadsTo = ({set, stop, value, press, cell}) => {
        if (press === 'reset') return reset;
        if (cell) return cells[cell.join()]?.[state] ?? NOTHING;
        if (press) return leads[`${press} 0`]?.[state] ?? NOTHING;
        return leads[`${set} ${stop ?? nearestStop(controlOf(set), value)}`]?.[state] ?? NOTHING;
    };
    const go = there => {
        if (there >= 0) state = there;
        view.show(pageOf(state));
    };
    const near = async name => {
        await read();
        const at = stopOf(controlOf(name)), next = [at - 1, at + 1].map(stop => leadsTo({set: name, stop}));
        view.expect(next.filter(there => there >= 0).map(pageOf));
    };
    let rests;
    const tell = async message => {
        if ('put' in message) return note.textContent = HELD;
        note.textContent = note.textContent === HELD && message.press !== 'reset' ? BACK : '';
        if (!pageOf) await read();
        go(leadsTo(message));
        const {set, value} = message, taken = value !== undefined && sliderOf(controlOf(set))?.dataset.stops.split(' ')[stopOf(controlOf(set))];
        if (taken && Number(taken) !== value) note.textContent = `This page has no ${writeNumber(value, 9)} here. The nearest that it has is ${writeNumber(Number(taken), 9)}.`;
        clearTimeout(rests);
        rests = setTimeout(() => {
            write();
            if (message.set) near(message.set);
        }, 60);
    };
    const view = shownIn(root, {tell, near, follows: Object.keys(cells).length > 0});

    // -- the state in the address --
    const controls = () => [...root.querySelectorAll('.nv-bar [data-key]:has(input,select,[data-stop])')];
    const chosen = () => [...root.querySelectorAll('.nv-bar [data-chosen]')];  // in the picture
    const values = () => new Map([...controls().map(one => [nameOf(one), textOf(one)]), ...chosen().map(one => [one.dataset.chosen, one.value])]);
    const first = values(), place = figure.id ? `${figure.id}:` : '';
    const write = () => {
        const moved = [...values()].filter(([name, text]) => first.get(name) !== text);
        const query = moved.map(pair => pair.map(encodeURIComponent).join('=')).join('&');
        if (location.hash.startsWith('#/')) return;  // a deck's address is its slide
        if (place || query || location.hash) history.replaceState(null, '', query ? `#${place}${query}` : location.pathname + location.search);
    };
    const follow = async () => {
        const hash = location.hash.slice(1), at = hash.lastIndexOf(':', hash.indexOf('=')) + 1;
        if (!hash.includes('=') || hash.slice(0, at) !== place) return;
        await read();
        const wrong = [];
        for (const [name, text] of new URLSearchParams(hash.slice(at))) {
            const control = controlOf(name), cell = chosen().find(one => one.dataset.chosen === name);
            const stop = cell?.dataset.stops.split(' ').indexOf(text) ?? optionsOf(control ?? figure).findIndex(one => one.textContent === text);
            const way = control && sliderOf(control) ? {value: Number(text.replace('\u2212', '-'))} : {stop};
            const there = (control || cell) && !Number.isNaN(way.value) ? leadsTo({set: name, ...way}) : NOTHING;
            if (there < 0) wrong.push(`${name} = ${text}`);
            else go(there);
        }
        note.textContent = wrong.length ? `The address asks for what this page does not have, so it is left out: ${wrong.join('; ')}.` : '';
        if (!place) return;
        figure.scrollIntoView();
        figure.tabIndex = -1;
        figure.focus({preventScroll: true});
    };

    let before = state;
    const isPlain = () => pageOf && !root.matches('.nv-in-hand');
    addEventListener('beforeprint', () => { before = state; if (isPlain()) go(0); });
    addEventListener('afterprint', () => { if (isPlain()) go(before); });
    addEventListener('hashchange', follow);
    // A book is read when its figure comes near.
    new IntersectionObserver((seen, watch) => {
        if (seen.some(one => one.isIntersecting)) { watch.disconnect(); read(); }
    }, {rootMargin: '400px'}).observe(figure);
    follow();
};

// The page around a piece, such as a course's with an iframe, is told how high the piece is.
const tellHeight = () => {
    const {height} = document.documentElement.getBoundingClientRect();
    parent.postMessage({normviz: {height: Math.ceil(height)}}, '*');
};
if (parent !== window) new ResizeObserver(tellHeight).observe(document.documentElement);

for (const figure of document.querySelectorAll('.nv-moving:not(.nv-begun,.nv-live)')) {
    figure.classList.add('nv-begun');
    beginFigure(figure);
}

// An explorer on a page without a kernel: `live.js` computes its pages; where it cannot, all of them are in a book, and a
// table says where each control leads. `normviz/explorers/moving.py` writes both. The address of the page may hold a
// state, `#06.2:padding_length=9`.
const nearestStop = (control, value) => {
    const stops = sliderOf(control).dataset.stops.split(' ').map(Number), wanted = within(value, stops[0], stops.at(-1));
    return stops.indexOf([...stops].sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0]);
};

const bookSource = async ({table, book}, root) => {
    const {reset, leads} = await unpackJson(table), pageOf = readBook(await unpack(book));
    for (const column of Object.values(leads)) for (let k = 1; k < column.length; k++) column[k] += column[k - 1];
    const controlOf = name => controlIn(root, name), controls = () => [...root.querySelectorAll('.nv-bar [data-key]:has(input,select,[data-stop])')];
    let state = 0;
    const leadsTo = ({set, stop, value, press}) => {
        if (press === 'reset') return reset;
        if (press) return leads[`${press} 0`]?.[state] ?? NOTHING;
        return leads[`${set} ${stop ?? nearestStop(controlOf(set), value)}`]?.[state] ?? NOTHING;
    };
    const values = () => new Map(controls().map(one => [nameOf(one), one.querySelector('[type=number]')?.value ?? optionsOf(one)[stopOf(one)]?.textContent])), first = values();
    return {leadsTo, pageOf, go: there => { state = there; }, now: () => state, follows: false,
        stopOf: (name, text) => controlOf(name) ? optionsOf(controlOf(name)).findIndex(one => one.textContent === text) : -1,
        moved: () => [...values()].filter(([name, text]) => first.get(name) !== text)};
};

const beginFigure = async figure => {
    const data = JSON.parse(figure.querySelector('script').textContent), root = figure.firstElementChild, note = figure.querySelector('.nv-left-out');
    const source = data.live ? liveSource(await unpackJson(data.live)) : await bookSource(data, root), {isLive = false} = source;
    const go = there => {
        if (there !== NOTHING) source.go(there);
        view.show(source.pageOf(source.now()));
    };
    const near = name => view.expectBeside(name, source);
    let rests;
    const tell = message => {
        note.textContent = '';
        go(source.leadsTo(message));
        const {set, value} = message, taken = value !== undefined && sliderOf(controlIn(root, set))?.dataset.stops?.split(' ')[stopOf(controlIn(root, set))];
        if (taken && Number(taken) !== value) note.textContent = `This page has no ${MINUS(`${value}`)} here. The nearest that it has is ${MINUS(`${Number(taken)}`)}.`;
        clearTimeout(rests);
        rests = setTimeout(() => {
            write();
            if (message.set) near(message.set);
        }, 60);
    };
    const view = shownIn(root, {tell, near, follows: source.follows, rest: isLive && (() => tell({rest: true})), held: source.held, shaken: source.shaken});
    if (isLive) view.show(source.pageOf(source.now()));  // Python's page is for those who have no scripts

    // -- the state in the address --
    const place = figure.id ? `${figure.id}:` : '';
    const write = () => {
        const query = source.moved().map(pair => pair.map(encodeURIComponent).join('=')).join('&');
        if (place || query || location.hash) history.replaceState(null, '', query ? `#${place}${query}` : location.pathname + location.search);
    };
    const follow = () => {
        const hash = location.hash.slice(1), at = hash.lastIndexOf(':', hash.indexOf('=')) + 1;
        if (!hash.includes('=') || hash.slice(0, at) !== place) return;
        const wrong = [];
        for (const [name, text] of new URLSearchParams(hash.slice(at))) {
            const control = controlIn(root, name), stop = source.stopOf(name, text), value = Number(text.replace('\u2212', '-'));
            const there = control && sliderOf(control) ? Number.isNaN(value) ? NOTHING : source.leadsTo({set: name, value}) : stop < 0 ? NOTHING : source.leadsTo({set: name, stop});
            if (there === NOTHING) wrong.push(`${name} = ${text}`);
            else go(there);
        }
        note.textContent = wrong.length ? `The address asks for what this page does not have, so it is left out: ${wrong.join('; ')}.` : '';
        if (!place) return;
        figure.scrollIntoView();
        figure.tabIndex = -1;
        figure.focus({preventScroll: true});
    };

    addEventListener('hashchange', follow);
    follow();
};

// The page around a piece, such as a course's with an iframe, is told how high the piece is.
const tellHeight = ([{target}]) => parent.postMessage({normviz: {height: Math.ceil(target.getBoundingClientRect().height)}}, '*');
if (parent !== window) new ResizeObserver(tellHeight).observe(document.documentElement);

for (const figure of document.querySelectorAll('.nv-moving:not(.nv-begun,.nv-live)')) {
    figure.classList.add('nv-begun');
    beginFigure(figure);
}

// An explorer on a page without a kernel: `live.js` computes its pages; where it cannot, all of them are in a book, and a
// table says where each control leads. `normviz/explorers/moving.py` writes both. The address of the page may hold a
// state, `#06.2:padding_length=9`.
const bookSource = async ({table, book}, root) => {
    const {reset, leads} = await unpackJson(table), pageOf = readBook(await unpack(book));
    for (const column of Object.values(leads)) for (let k = 1; k < column.length; k++) column[k] += column[k - 1];
    const textsOf = one => sliderOf(one)?.dataset.stops.split(' ') ?? optionsOf(one).map(({textContent}) => textContent);
    const values = () => [...root.querySelectorAll('.nv-bar [data-key]:has(input,select,[data-stop])')]
        .map(one => [nameOf(one), textsOf(one)[stopOf(one)]]);
    let state = 0;
    const leadsTo = ({set, stop, press}) => press === 'reset' ? reset : leads[press ? `${press} 0` : `${set} ${stop}`]?.[state] ?? NOTHING;
    const asked = (set, text) => {
        const control = controlIn(root, set);
        return {set, stop: control ? textsOf(control).indexOf(text) : -1};
    };
    const first = new Map(values()), moved = () => values().filter(([name, text]) => first.get(name) !== text);
    return {leadsTo, pageOf, go: there => { state = there; }, now: () => state, follows: false, asked, moved};
};

const PACE = 300, OPENS = 5;  // ms a kept step of a run: it glides there; how many it goes by itself

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
        clearTimeout(rests);
        rests = setTimeout(() => {
            write();
            if (message.set) near(message.set);
        }, 60);
    };
    const view = shownIn(root, {tell, near, follows: source.follows, rest: isLive && (() => tell({rest: true})), shaken: source.shaken});
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
        const wrong = [...new URLSearchParams(hash.slice(at))].filter(([name, text]) => {
            const there = source.leadsTo(source.asked(name, text));
            go(there);
            return there === NOTHING;
        }).map(pair => pair.join(' = '));
        note.textContent = wrong.length ? `The address asks for what this page does not have, so it is left out: ${wrong.join('; ')}.` : '';
        if (!place) return;
        figure.scrollIntoView();
        figure.tabIndex = -1;
        figure.focus({preventScroll: true});
    };

    addEventListener('hashchange', follow);
    follow();

    // -- a recorded run that opens a chapter begins by itself, and is then the reader's --
    const opens = figure === document.querySelector('[data-name] :is(.nv-story, .nv-moving)') && controlIn(root, 'step');
    if (opens && !location.hash && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
        const run = (left = OPENS) => {
            const there = source.leadsTo({set: 'step', stop: stopOf(controlIn(root, 'step')) + 1});
            if (!left || there === NOTHING) return;
            go(there);
            paced = setTimeout(run, PACE, left - 1);
        };
        let paced = setTimeout(run, 3 * PACE);  // first the eye finds it
        for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => clearTimeout(paced), {once: true});
    }
};

// The page around a piece, such as a course's with an iframe, is told how high the piece is.
const tellHeight = ([{target}]) => parent.postMessage({normviz: {height: Math.ceil(target.getBoundingClientRect().height)}}, '*');
if (parent !== window) new ResizeObserver(tellHeight).observe(document.documentElement);

for (const figure of document.querySelectorAll('.nv-moving:not(.nv-begun,.nv-live)')) {
    figure.classList.add('nv-begun');
    beginFigure(figure);
}

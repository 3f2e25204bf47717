// An explorer on a page without a kernel: its pictures are a book, and a table says which picture each control leads to.
// `normviz/explorers/moving.py` writes both, and says how.
const CALM = 60;  // ms without a key
const PACE = 450;  // ms a step, where a slider is played
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const summed = column => { for (let k = 1; k < column.length; k++) column[k] += column[k - 1]; };
const readTable = async bytes => {
    const table = await inflated(bytes).json();
    for (const {controls, cells} of table.layouts) {
        for (const {at, leads} of Object.values(controls)) [at, ...leads].forEach(summed);
        Object.values(cells).forEach(summed);
    }
    return table;
};

// Only what differs: a number that is written again is laid out again, and the page around it with it.
const tell = (one, properties) => {
    for (const [key, value] of Object.entries(properties)) if (one[key] !== value) one[key] = value;
};
// Other controls than the main one are folded away where there is no room: on a phone, as in `page.css`.
const narrow = matchMedia('(max-width: 30em)');
const unfold = bar => {
    const others = bar.querySelector('.nv-others');
    if (others && !narrow.matches) others.open = true;
};
// Brings a control up to date with state k of its layout.
const bring = (node, {stops, at, between, leads}, k) => {
    const [box, slider] = node.querySelectorAll('input'), list = node.querySelector('select');
    if (slider) {
        const text = between[k] ?? stops[at[k]];
        tell(slider, {value: `${at[k]}`, ariaValueText: text.replace('-', '\u2212')});
        tell(box, {value: text});
    }
    if (list) {
        [...list.options].forEach((option, stop) => tell(option, {disabled: leads[stop][k] < 0}));
        tell(list, {selectedIndex: at[k]});
    }
};
const nearest = (stops, value) => {
    const away = stops.map(stop => Math.abs(stop - value));
    return away.indexOf(Math.min(...away));
};

const beginFigure = async figure => {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const {first, reset, layouts} = await readTable(bytesOf(data.table));
    const view = figure.querySelector('.nv-view'), bar = figure.querySelector('.nv-bar');
    let pages, reading, state = first, drawn = first, at;
    const read = () => reading ??= readBook(bytesOf(data.book)).then(all => pages = all);
    const [picture, sentence] = view.children;
    const {draw, expect} = madeIn(view);
    draw(picture.innerHTML, sentence.textContent);

    const layoutOf = state => layouts.findLast(one => one.first <= state);
    const stand = layout => {
        const focused = document.activeElement;
        at = layout;
        drawMarkup(bar, layout.bar);
        unfold(bar);
        if (bar.contains(focused)) focused.focus({preventScroll: true});  // one that is moved loses it
    };
    const show = async () => {
        const wanted = state, layout = layoutOf(state);
        if (layout !== at) stand(layout);
        for (const [name, control] of Object.entries(layout.controls))
            bring(bar.querySelector(`[data-key="${name}"]`), control, state - layout.first);
        if (state === drawn) return;
        if (!pages) await read();  // what is kept is drawn at once
        if (wanted === state) draw(...pages[drawn = state].split('\0'));
    };
    const leadTo = there => { if (there >= 0) state = there; show(); };
    const controlOf = element => at.controls[element.closest('[data-key]').dataset.key];
    // What the next key changes is found already; by then the control may stand in another layout, or be gone.
    const readyFor = async element => {
        if (!pages) await read();
        if (!element.isConnected || !element.closest('[data-key]')) return;
        const {at: stands, leads} = controlOf(element), k = state - at.first;
        const next = [-1, 1].map(by => leads[stands[k] + by]?.[k]).filter(there => there >= 0);
        makeReady(bar, next.map(there => layoutOf(there).bar));
        expect(next.map(there => pages[there].split('\0')[0]));
    };
    let rests;
    const go = (element, stop) => {
        leadTo(controlOf(element).leads[stop][state - at.first]);
        clearTimeout(rests);
        rests = setTimeout(() => readyFor(element), CALM);
    };

    let playing;
    const endPlay = () => {
        if (!playing) return;
        clearInterval(playing);
        playing = null;
        figure.classList.remove('nv-plays');
    };
    // To the end of the slider, and from its start where it stands at the end.
    const play = button => {
        const step = () => {
            if (!button.isConnected) return endPlay();
            const {stops, at: stands} = controlOf(button), next = (stands[state - at.first] + 1) % stops.length, was = state;
            go(button, next);
            if (state === was || next === stops.length - 1) endPlay();
        };
        playing = setInterval(step, PACE);
        figure.classList.add('nv-plays');
        step();
    };

    narrow.addEventListener('change', () => unfold(bar));
    readAsTyped(bar);
    bar.addEventListener('focusin', ({target}) => readyFor(target));
    bar.addEventListener('input', ({target}) => {
        endPlay();
        if (target.type === 'range') go(target, Number(target.value));
    });
    bar.addEventListener('change', ({target}) => {
        if (target.type === 'select-one') go(target, target.selectedIndex);
        else if (target.type === 'number' && target.value === '') show();
        else if (target.type === 'number') go(target, nearest(controlOf(target).stops, target.value));
    });
    bar.addEventListener('keydown', event => {
        const by = {ArrowUp: 1, ArrowDown: -1}[event.key];
        if (!by || event.target.type !== 'number') return;
        event.preventDefault();  // so no input is heard of
        endPlay();
        const control = controlOf(event.target), stop = control.at[state - at.first] + by;
        if (stop in control.stops) go(event.target, stop);
    });
    bar.addEventListener('click', ({target}) => {
        const button = target.closest('button'), plays = playing;
        endPlay();
        if (button?.matches('.nv-play')) plays || play(button);
        else if (button) go(button, 0);
    });
    view.addEventListener('click', ({target}) => {
        const leads = at.cells[cellAt(target)?.join()];
        if (leads) leadTo(leads[state - at.first]);
    });
    const again = document.createElement('button');
    Object.assign(again, {type: 'button', textContent: 'Reset', title: 'Bring back the first values'});
    again.addEventListener('click', () => { endPlay(); leadTo(reset); });
    figure.querySelector('.nv-head').append(again);

    const follows = layouts.some(({cells}) => Object.keys(cells).length);
    figure.classList.toggle('nv-follows', follows);
    if (follows) walked(view);
    linked(view);
    let before = state;
    addEventListener('beforeprint', () => { before = state; leadTo(first); });
    addEventListener('afterprint', () => leadTo(before));
    // A book is read when its figure comes near.
    new IntersectionObserver((seen, watch) => {
        if (seen.some(one => one.isIntersecting)) { watch.disconnect(); read(); }
    }, {rootMargin: '400px'}).observe(figure);
    show();
};

for (const figure of document.querySelectorAll('.nv-moving:not(.nv-begun)')) {
    figure.classList.add('nv-begun');
    beginFigure(figure);
}

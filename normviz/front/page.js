// An explorer on a page without a kernel: its pictures are a book, and a table says which picture each control leads to.
// `normviz/explorers/moving.py` writes both, and says how.
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const inflated = text => {
    const plain = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Response(plain).arrayBuffer();
};
let made = 0;
const element = (name, properties = {}, ...children) => {
    const one = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) key in one ? one[key] = value : one.setAttribute(key, value);
    one.append(...children);
    return one;
};
// Only what differs: a label that is written again is laid out again, and the page around it with it.
const tell = (one, properties) => {
    for (const [key, value] of Object.entries(properties)) if (one[key] !== value) one[key] = value;
};
const columnsOf = {number: 2, list: 1, button: 0, words: 0};

// The table's columns, layout by layout: where a control stands, what it says, where each of its places leads.
const unpacked = (layouts, numbers) => {
    let end = 0, first = 0;
    const column = count => {
        const found = numbers.subarray(end, end += count);
        for (let k = 1; k < count; k++) found[k] += found[k - 1];
        return found;
    };
    for (const layout of layouts) {
        const {count} = layout, columns = many => Array.from({length: many}, () => column(count));
        layout.first = first;
        first += count;
        for (const control of layout.rows.flat()) {
            const own = columns(columnsOf[control.kind]);
            [control.at, control.says] = own;
            control.leads = columns(control.places?.length ?? (control.kind === 'button' ? 1 : 0));
        }
        layout.leads = new Map(columns(layout.cells.length).map((leads, k) => [layout.cells[k], leads]));
    }
};

// One control: its element, and `show`, which brings it up to date with a state of its layout.
const makers = {
    number(name, go) {
        const id = `nv-page-${++made}`;
        const box = element('input', {type: 'number', step: 'any', id}), slider = element('input', {type: 'range', min: 0});
        const label = element('label', {htmlFor: id, id: `${id}-label`});
        slider.setAttribute('aria-labelledby', label.id);
        let control, at;
        const step = by => go(control, Math.min(Math.max(at + by, 0), control.places.length - 1));
        slider.addEventListener('input', () => go(control, Number(slider.value)));
        box.addEventListener('change', () => {
            const off = control.places.map(place => Math.abs(place - box.value));
            go(control, box.value === '' ? at : off.indexOf(Math.min(...off)));
        });
        box.addEventListener('keydown', event => {
            const by = {ArrowUp: 1, ArrowDown: -1}[event.key];
            if (by) { event.preventDefault(); step(by); }
        });
        const show = (layout, k) => {
            const text = layout.texts[control.says[k]];
            at = control.at[k];
            tell(label, {textContent: control.label});
            tell(slider, {max: `${control.places.length - 1}`, ariaValueText: text.replace('-', '\u2212')});
            tell(slider, {value: `${at}`});
            tell(box, {value: text});
        };
        return {node: element('div', {className: 'nv-number'}, label, box, slider), show, take: one => control = one};
    },
    list(name, go) {
        const id = `nv-page-${++made}`, label = element('label', {htmlFor: id}), list = element('select', {id});
        let control;
        list.addEventListener('change', () => go(control, list.selectedIndex));
        const show = (layout, k) => {
            tell(label, {textContent: control.label});
            list.disabled = !control.enabled;
            if (control.places.join('\n') !== [...list.options].map(one => one.text).join('\n'))
                list.replaceChildren(...control.places.map(text => element('option', {textContent: text})));
            [...list.options].forEach((option, place) => option.disabled = control.leads[place][k] < 0);
            list.selectedIndex = control.at[k];
        };
        return {node: element('div', {className: 'nv-list'}, label, list), show, take: one => control = one};
    },
    button(name, go) {
        let control;
        const node = element('button', {type: 'button'});
        node.addEventListener('click', () => go(control, 0));
        const show = () => {
            const {label, tooltip, chosen} = control;
            tell(node, {textContent: label, title: tooltip, ariaPressed: chosen === null ? null : `${chosen}`});
            node.classList.toggle('nv-option', chosen !== null);
        };
        return {node, show, take: one => control = one};
    },
    words: name => ({node: element('span', {textContent: name}), show() {}, take() {}}),
};

const beginFigure = async figure => {
    const data = JSON.parse(figure.querySelector('script').textContent);
    unpacked(data.layouts, new Int16Array(await inflated(data.table)));
    const view = figure.querySelector('.nv-view'), bar = figure.querySelector('.nv-bar');
    let pages = null, reading = null, state = data.first, drawn = state, at = null, standing = null;
    const read = () => reading ??= readBook(bytesOf(data.book)).then(all => pages = all);
    const [picture, sentence] = view.children;
    const draw = madeIn(view);
    draw(picture.innerHTML, sentence.textContent);
    const controls = new Map();
    const leadTo = there => { if (there >= 0) state = there; show(); };
    const go = (control, place) => leadTo(control.leads[place][state - at.first]);

    const show = async () => {
        const layout = data.layouts.findLast(one => one.first <= state), wanted = state;
        if (layout !== at) {
            at = layout;
            for (const control of layout.rows.flat()) {
                if (!controls.has(control.name)) controls.set(control.name, makers[control.kind](control.name, go));
                controls.get(control.name).take(control);
            }
            const names = JSON.stringify(layout.rows.map(row => row.map(one => one.name)));
            if (names !== standing) {  // a control that is put in its place again loses the focus
                standing = names;
                const focused = document.activeElement;
                bar.replaceChildren(...layout.rows.map(row =>
                    element('div', {className: 'nv-row'}, ...row.map(one => controls.get(one.name).node))));
                if (bar.contains(focused)) focused.focus({preventScroll: true});
            }
        }
        for (const control of layout.rows.flat()) controls.get(control.name).show(layout, state - layout.first);
        if (state === drawn) return;
        if (!pages) await read();  // what is kept is drawn at once
        if (wanted === state) draw(...pages[drawn = state].split('\0'));
    };

    const again = element('button', {type: 'button', textContent: 'Reset', title: 'Bring back the first values'});
    again.addEventListener('click', () => leadTo(data.reset));
    figure.querySelector('.nv-head').append(again);
    view.addEventListener('click', event => {
        const leads = at.leads.get(cellAt(event.target)?.join(','));
        if (leads) leadTo(leads[state - at.first]);
    });
    const follows = data.layouts.some(layout => layout.cells.length);
    figure.classList.toggle('nv-follows', follows);
    if (follows) walked(view);
    let before = state;
    addEventListener('beforeprint', () => { before = state; leadTo(data.first); });
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

// The picture: drawn, read out, clicked; and what its controls need that ipywidgets does not bring.
const REST = 500;  // ms without a change, before the sentence follows: nobody can listen to every step of a drag
const PAUSE = 80;  // ms over a control, before it counts as approached: a pointer on its way elsewhere passes many

// A row that can be clicked carries its place in the data (data-row="1,2"), and its table the number of the first
// column drawn (data-first). A click sends the place of the row and the number of the column, all counted from 0.
const cellAt = target => {
    const cell = target.closest('td:not(.nv-stat)'), row = cell?.closest('[data-row]');
    if (!row || row.closest('.nv-stale')) return null;
    const output = cell.classList.contains('nv-y');
    const alike = [...row.querySelectorAll('td:not(.nv-stat)')].filter(c => c.classList.contains('nv-y') === output);
    const column = alike.indexOf(cell) + Number(row.closest('table').dataset.first ?? 0);
    return [...row.dataset.row.split(',').map(Number), column];
};

// The picture, and the live region beside it: inside, it would be replaced at every step and never be read out.
const madeIn = el => {
    const picture = document.createElement('div'), spoken = document.createElement('p');
    spoken.className = 'nv-spoken';
    for (const [name, value] of [['role', 'status'], ['aria-live', 'polite'], ['aria-atomic', 'true']])
        spoken.setAttribute(name, value);
    el.append(picture, spoken);
    let waiting;
    return (markup, sentence) => {
        drawMarkup(picture, markup);
        clearTimeout(waiting);
        const say = () => {
            spoken.textContent = sentence;
            spoken.ariaBusy = 'false';
        };
        spoken.ariaBusy = 'true';
        if (spoken.textContent) waiting = setTimeout(say, REST);
        else say();
    };
};

const controlsAround = (explorer, model, ahead, signal) => {
    explorer.setAttribute('role', 'group');
    explorer.setAttribute('aria-label', model.get('heading'));
    explorer.classList.add('nv-ready');
    const controls = explorer.querySelector(':scope > .nv-controls');
    keepKeys(controls);
    const watch = nameHandles(controls);
    signal.addEventListener('abort', () => watch.disconnect());
    let waiting;
    const approached = event => {
        clearTimeout(waiting);
        const control = event.target.closest('[class*="nv-stand-"]');
        if (control) waiting = setTimeout(() => ahead()?.approach(Number(/nv-stand-(\d+)/.exec(control.className)[1])), PAUSE);
    };
    for (const name of ['pointerover', 'focusin']) controls.addEventListener(name, approached, {signal});
};

// Several views of one explorer share what is kept: one call of this function belongs to one explorer.
export default () => {
    const views = new Set();
    let ahead, present;
    const draw = (...page) => {
        present = page;
        views.forEach(view => view(...page));
    };
    const initialize = ({model}) => {
        const follow = () => ahead ? ahead.confirm() : draw(model.get('value'), model.get('sentence'));
        let told = false;  // one message changes several of them
        model.on('change:state change:value change:sentence change:at', () => {
            if (!told) queueMicrotask(() => { told = false; follow(); });
            told = true;
        });
        follow();
        const find = name => Promise.all(
            model.get(name).map(id => id && model.widget_manager.get_model(id.replace('IPY_MODEL_', ''))));
        Promise.all([find('stands'), find('boxes')]).then(([stands, boxes]) => {
            ahead = new Ahead(model, stands, boxes, draw);
            stands.forEach((control, i) => control.on('change:value change:index', () => ahead.moved(i)));
            model.on('msg:custom', (content, buffers) => ahead.receive(content, buffers));
        });
    };
    const render = ({model, el, signal}) => {
        const view = madeIn(el);
        views.add(view);
        view(...present);
        signal.addEventListener('abort', () => views.delete(view));
        if (model.get('follows'))
            el.addEventListener('click', event => {
                const cell = cellAt(event.target);
                if (cell) model.send({cell});
            });
        takeHold(el, model, signal);
        whenInside(el, '.nv-explorer', explorer => controlsAround(explorer, model, () => ahead, signal));
        model.send({seen: true});
    };
    return {initialize, render};
};

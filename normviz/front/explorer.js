// A row that can be clicked carries its place in the data (data-row="1,2"), and its table the number of the first
// column drawn (data-first). A click sends the place of the row and the number of the column, all counted from 0.
// A count goes with each click: where a slider has moved on in between, the same cell must be news once more.
let picks = 0;
const pick = event => {
    const cell = event.target.closest('.nv-view td:not(.nv-stat)');
    const row = cell?.closest('[data-row]');
    const box = event.currentTarget.querySelector(':scope > .nv-picked input');
    if (!row || !box || row.closest('.nv-stale')) return;
    const output = cell.classList.contains('nv-y');
    const alike = [...row.querySelectorAll('td:not(.nv-stat)')].filter(c => c.classList.contains('nv-y') === output);
    const column = alike.indexOf(cell) + Number(row.closest('table').dataset.first ?? 0);
    box.value = `${row.dataset.row},${column} ${++picks}`;
    box.dispatchEvent(new Event('change', {bubbles: true}));
};

// A live region inside the picture would be replaced with it at every step and never be read out: the *place* of the
// sentence is marked, and the sentence alone changes.
const markRegion = spoken => {
    spoken?.setAttribute('role', 'status');
    spoken?.setAttribute('aria-live', 'polite');
    spoken?.setAttribute('aria-atomic', 'true');
};

// A slider counts stops, which say nothing to a listener; the number is in the box beside it. It is written there
// without an event, and after the picture: so the box itself tells when it is written.
const written = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
const nameHandle = handle => {
    const control = handle.closest('.nv-number'), box = control.querySelector('.widget-text input');
    const label = control.querySelector('.widget-text > .widget-label');
    if (label && !handle.hasAttribute('aria-labelledby')) {
        label.id ||= 'nv-' + crypto.getRandomValues(new Uint32Array(2)).join('-');
        handle.setAttribute('aria-labelledby', label.id);
    }
    const say = () => {
        const heard = control.querySelector('.noUi-handle'), text = box.value.replace('-', '\u2212');
        if (heard.getAttribute('aria-valuetext') !== text) heard.setAttribute('aria-valuetext', text);
    };
    const set = number => { written.set.call(box, number); say(); };
    if (!Object.hasOwn(box, 'value')) Object.defineProperty(box, 'value', {get: written.get, set});
    say();
};

// Controls come and go with an example.
const begin = explorer => {
    explorer.setAttribute('role', 'group');
    explorer.setAttribute('aria-label', settings.heading);
    keepKeys(explorer.querySelector(':scope > .nv-controls'));
    const mend = () => {
        markRegion(explorer.querySelector(':scope > .nv-spoken:not([role])'));
        explorer.querySelectorAll('.nv-number .noUi-handle').forEach(nameHandle);
    };
    mend();
    explorer.addEventListener('click', pick);
    const watched = {childList: true, subtree: true, attributes: true, attributeFilter: ['aria-valuetext']};
    new MutationObserver(mend).observe(explorer, watched);
};

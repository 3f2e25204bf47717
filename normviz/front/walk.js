// A row that can be clicked carries its place in the data (data-row="1,2"), and its table the number of the first
// column drawn (data-first). A click sends the place of the row and the number of the column, all counted from 0.
const cellOf = text => text.split(',').map(Number);
// The cell of the data whose number may be typed over here.
const heldAt = (element, held) => {
    const [name, place] = (element?.dataset.key ?? '').split(':');
    return held && name === held && /^\d+(,\d+)*$/.test(place) && !element.closest('.nv-pad') ? cellOf(place) : null;
};
const cellAt = target => {
    const dot = /^x:([\d,]+)\/dot$/.exec(target.closest('.nv-stage circle:not(.nv-pad-dot)')?.dataset.key);
    if (dot && !target.closest('.nv-stale')) return cellOf(dot[1]);
    const cell = target.closest('td:not(.nv-stat)'), row = cell?.closest('[data-row]');
    if (!row || row.closest('.nv-stale')) return null;
    const output = cell.classList.contains('nv-y');
    const alike = [...row.querySelectorAll('td:not(.nv-stat)')].filter(c => c.classList.contains('nv-y') === output);
    const column = alike.indexOf(cell) + Number(row.closest('table').dataset.first ?? 0);
    return [...cellOf(row.dataset.row), column];
};

// The followed cell of a picture whose cells can be clicked is reached by the keyboard; from there the arrow keys follow
// its neighbours, also those of the table beside it or below it, as a click does.
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const kindOf = cell => (cell.dataset.key ?? '').split(':')[0];

const neighbourOf = (cell, [across, down], root) => {
    const {left, top, width, height} = cell.getBoundingClientRect(), [x, y] = [left + width / 2, top + height / 2];
    const isBeside = at => across ? at.top < y && y < at.bottom : at.left < x && x < at.right, far = at => across * (at.left - left) + down * (at.top - top);
    const all = [...root.querySelectorAll('[data-row]>td')].filter(other => kindOf(other) === kindOf(cell)).map(other => [other, other.getBoundingClientRect()]);
    return all.filter(([, at]) => isBeside(at) && far(at) > 1).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0];
};

const walked = (root, held = () => null) => {
    const reach = () => {
        const cells = [...root.querySelectorAll('td.nv-cell')].filter(cellAt);
        for (const cell of cells) {
            if (cell.tabIndex) cell.tabIndex = 0;
            const says = `Arrow keys choose another cell${heldAt(cell, held()) ? ', Enter types another number' : ''}.`;
            if (cell.ariaDescription !== says) cell.ariaDescription = says;  // what is written again ends what was found for the next key
            const table = cell.closest('table');
            if (table.role !== 'grid') table.role = 'grid';  // a screen reader leaves the arrow keys to a grid
        }
        for (const left of root.querySelector('.nv-shaker [aria-pressed=true]') ? [] : root.querySelectorAll('td[tabindex]:not(.nv-cell)')) {  // the focus goes on with the choice
            if (left === document.activeElement)
                cells.find(cell => kindOf(cell) === kindOf(left))?.focus({preventScroll: true});
            for (const name of ['tabindex', 'aria-description']) left.removeAttribute(name);
        }
    };
    const watched = {childList: true, subtree: true, attributes: true, attributeFilter: ['class']};
    new MutationObserver(reach).observe(root, watched);
    reach();
    root.addEventListener('keydown', event => {
        const way = ARROWS[event.key], cell = way && event.target.closest('td.nv-cell');
        if (!cell) return;
        event.preventDefault();
        event.stopPropagation();
        neighbourOf(cell, way, root)?.click();
    });
};

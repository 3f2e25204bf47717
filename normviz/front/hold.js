// What can be taken hold of in a picture: a dot of a ruler is dragged along its line, the pile of pads is pulled up and
// down; their handles obey the arrow keys. The slab of a block is pulled to another pool, its tiles up and down. The followed
// cell goes on to its neighbours by the arrow keys. A number carries its place in the data in its key, as in "x:1,0" and
// "x:1,0/dot".
const REACH = 22;  // px around a dot: 44 for a finger, and more where the picture is large
const [STEP, KEY] = [4, 10];  // px between two numbers that a drag reaches, and keys, at most: a dot stays under the pointer
const PULL = 11;  // px that the pile of pads is pulled for another stop

const unitOn = (px, range, most) => 10 ** -Math.ceil(Math.log10(px / range / most));

// A row that can be clicked carries its place in the data (data-row="1,2"), and its table the number of the first
// column drawn (data-first). A click sends the place of the row and the number of the column, all counted from 0.
const cellOf = text => text.split(',').map(Number);
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

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const kindOf = cell => (cell.dataset.key ?? '').split(':')[0];

const neighbourOf = (cell, [across, down], root) => {
    const {left, top, width, height} = cell.getBoundingClientRect(), [x, y] = [left + width / 2, top + height / 2];
    const isBeside = at => across ? at.top < y && y < at.bottom : at.left < x && x < at.right, far = at => across * (at.left - left) + down * (at.top - top);
    const all = [...root.querySelectorAll('[data-row]>td')].filter(other => kindOf(other) === kindOf(cell)).map(other => [other, other.getBoundingClientRect()]);
    return all.filter(([, at]) => isBeside(at) && far(at) > 1).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0];
};

// The followed cell of a picture whose cells can be clicked is reached by the keyboard; from there the arrow keys follow
// its neighbours, also those of the table beside it or below it, as a click does.
const walked = root => {
    const reach = () => {
        const cells = [...root.querySelectorAll('td.nv-cell')].filter(cellAt);
        for (const cell of cells) {
            if (cell.tabIndex) cell.tabIndex = 0;
            // What is written again ends what was found for the next key.
            if (!cell.ariaDescription) cell.ariaDescription = 'Arrow keys choose another cell.';
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
};

// `put` a number into a cell, or `turn` another control: all of the page follows. `rest` says that a hand has let go.
const holdIn = (root, {tell, go, rest, shake, follows}) => {
    let drag;
    const stageOf = key => root.querySelector(`[data-hand]:has(circle[data-key="${key}"])`);
    const dotIn = (stage, key) => stage.querySelector(`circle[data-key="${key}"]`);
    const nearestDot = ({target, clientX, clientY}) => {
        if (!root.matches('.nv-puts')) return;
        const away = dot => {
            const {left, top, width, height} = dot.getBoundingClientRect();
            return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY) / Math.max(REACH, 1.6 * width);
        };
        const dots = [...target.closest?.('[data-hand]')?.querySelectorAll('circle:is([data-x],[data-out]):not([data-pad])') ?? []];
        return dots.map(dot => [away(dot), dot]).filter(([far]) => far <= 1).sort(([a], [b]) => a - b)[0]?.[1];
    };
    // A line as a hand finds it: where a pixel lies on it, and how far numbers that people would type are apart.
    const lineOf = (stage, most = KEY) => {
        const chart = stage.querySelector('[data-axis]'), [low, high] = numbersIn(chart.dataset.axis);
        const {left, width} = chart.getBoundingClientRect();
        return {low, high, at: px => low + (high - low) * (px - left) / width, unit: unitOn(width, high - low, most)};
    };
    // The line stands still while a dot is in a hand, so that the dot lies under it. Beyond its ends it grows as far as the hand goes.
    const put = (key, move) => {
        const stage = stageOf(key);
        if (!stage) return;
        const {low, high, at, unit} = drag?.line ?? lineOf(stage);  // before what changes the page
        endMotion(stage);
        const x = xOf(dotIn(stage, key)), to = Number((Math.round(move({x, unit, at}) / unit) * unit).toPrecision(12));
        if (to === x) return;
        drawAnew(root);
        const number = [...root.querySelectorAll('[data-stage]')].indexOf(stage);  // the line that the hand is on
        tell({cell: cellOf(/:([\d,]+)/.exec(key)[1]), put: to, axis: {low: Math.min(low, to), high: Math.max(high, to)}, stage: number});
    };
    // A ruler is taken where it lies, or where it was laid: at its 1 to be longer, elsewhere to lie at another place.
    const rulerAt = ({target}) => target.closest('.nv-lay,.nv-laid,[data-ruler="0"]')?.closest('[data-stage]:has(.nv-lay)');
    const layOf = stage => {
        const it = laid.get(stage);
        return it && !it.isTold ? it : rulerIn(stage.querySelector('[data-ruler]'));
    };
    const layBy = ({stage, mean, step, isStep}, by) =>
        lay(stage, isStep ? {mean, step: Math.max(step + by, .05 * step)} : {mean: mean + by, step});
    const letGo = () => {
        drawn.get(root).at = 0;  // now all may glide
        rest();
    };
    const turn = (name, stop) => {
        const control = controlIn(root, name), to = control && within(stop, 0, stopsOf(control) - 1);
        if (control && to !== stopOf(control)) go(control, to);
    };
    const placeOf = tile => cellOf(tile.dataset.key.slice(2));
    const away = (tile, {clientX, clientY}) => {
        const {left, right, top, bottom} = tile.getBoundingClientRect();
        return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
    };
    // The slab comes to the tile that is nearest to the pointer. The followed number goes with it, and keeps its place
    // along the slab.
    const pull = event => {
        const [[, near]] = [...root.querySelectorAll('.nv-tiles td[data-key]')].map(tile => [away(tile, event), tile]).sort(([a], [b]) => a - b);
        const own = placeOf(root.querySelector('.nv-tiles td.nv-cell')), to = placeOf(near);
        const isAlong = axis => root.querySelector(`.nv-shared[data-key="y:${Object.assign([...own], {[axis]: to[axis]})}"]`);
        const cell = own.map((at, axis) => isAlong(axis) ? at : to[axis]);
        if (String(cell) !== String(drag.cell ?? own)) tell({cell: drag.cell = cell});
    };
    root.addEventListener('pointerdown', event => {
        const dot = event.target.closest('.nv-pad-dot') ? null : nearestDot(event);
        const pads = dot ? null : event.target.closest('.nv-pull,.nv-pad-dot')?.closest('[data-hand]')?.querySelector('.nv-pull');
        const name = pads?.dataset.drags, control = name && controlIn(root, name);
        // The slab is pulled by its edge, which a browser may take for the tile beside it.
        const shared = event.target.closest('.nv-tiles .nv-shared'), slab = root.matches('.nv-follows') && (event.target.closest('.nv-slab') || shared && away(shared, event) > 0);
        const tile = !slab && shake?.tileAt(event.target), stage = !dot && !control && rulerAt(event);
        if (drag || event.button !== 0 || !dot && !control && !slab && !tile && !stage) return;
        const {pointerId: by, clientX: x, clientY: y} = event, line = dot && lineOf(dot.closest('[data-stage]'), STEP);
        drag = {line, by, x, y, name, stop: control && stopOf(control), key: dot?.dataset.key, slab, tile};
        if (stage) {
            const {mean, step} = layOf(stage), from = lineOf(stage).at(x);
            drag.ruler = {stage, mean, step, from, isStep: Math.abs(from - mean - step) < .3 * step};
        }
        if (!tile) event.preventDefault();  // a tile takes the focus
        (stage || dot?.closest('[data-stage]'))?.querySelector(stage ? '.nv-lay' : '.nv-grip')?.focus({preventScroll: true});
    });
    root.addEventListener('pointermove', event => {
        // A button that was let go outside has said nothing.
        if (drag && !drag.moved && event.pointerType === 'mouse' && !event.buttons) drag = null;
        if (event.pointerId !== drag?.by) return;  // nothing is held, or a second finger
        if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 3) return;  // still a click
        const isUpright = Math.abs(event.clientY - drag.y) > Math.abs(event.clientX - drag.x);
        if (!drag.moved && drag.ruler && isUpright) return drag = null;  // it scrolls
        if (!drag.moved) root.setPointerCapture(drag.by);
        drag.moved = true;
        root.classList.add('nv-pulls');
        if (drag.slab) pull(event);
        else if (drag.tile) shake.pull(drag.tile, drag.y - event.clientY);
        else if (drag.ruler) layBy(drag.ruler, lineOf(drag.ruler.stage).at(event.clientX) - drag.ruler.from);
        else if (drag.name) turn(drag.name, drag.stop + Math.round((drag.y - event.clientY) / PULL));
        else put(drag.key, ({at}) => at(event.clientX));
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) root.addEventListener(end, event => {
        // What a finger touches holds the pointer until `root` does, and says that it has lost it.
        if (event.pointerId !== drag?.by || end === 'lostpointercapture' && event.target !== root) return;
        const {moved, key, tile, ruler} = drag, dot = key && dotIn(root, key);
        drag = null;
        root.classList.remove('nv-pulls');
        if (moved && tile) shake.letGo();
        else if (ruler && !moved) lay(ruler.stage);
        else if (moved && !ruler) letGo();
        else if (dot && end === 'pointerup' && (event.target !== dot || event.pointerType === 'touch')) dot.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    });
    root.addEventListener('touchstart', event => { if (drag && !drag.ruler) event.preventDefault(); }, {passive: false});
    root.addEventListener('keydown', event => {
        const {key, target} = event, way = ARROWS[key], takes = ['td.nv-cell', '.nv-grip,.nv-pull,.nv-lay'];
        const [cell, grip] = takes.map(one => target.closest(one));
        const stage = grip?.matches('.nv-lay') && grip.closest('[data-stage]');
        if (stage && key === 'Escape') lay(stage);
        if (!way || !cell && !grip) return;
        event.preventDefault();
        event.stopPropagation();
        if (cell) neighbourOf(cell, way, root)?.click();
        else if (stage) layBy({stage, ...layOf(stage), isStep: way[1]}, (way[0] - way[1]) * lineOf(stage).unit);
        else if (grip.dataset.drags) turn(grip.dataset.drags, stopOf(controlIn(root, grip.dataset.drags)) + way[0] - way[1]);
        else put(grip.closest('[data-hand]').querySelector('.nv-picked').dataset.key, ({x, unit}) => x + (way[0] - way[1]) * unit);
    });
    root.addEventListener('keyup', ({key, target}) => { if (ARROWS[key] && target.closest('.nv-grip')) letGo(); });
    if (follows) walked(root);
    root.classList.add('nv-takes');
};

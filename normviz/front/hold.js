// What can be taken hold of in a picture: a dot of a ruler is dragged along its line, the pile of pads is pulled up and
// down; their handles obey the arrow keys. The slab of a block is pulled to another pool, its tiles up and down, the start
// on a map anywhere. A dot carries the place of its number in its key, as in "x:1,0/dot".
const REACH = 22;  // px around a dot: 44 for a finger, and more where the picture is large
const STEP = 10;  // px between two numbers that a drag can reach, at most
const PULL = 11;  // px that the pile of pads is pulled for another stop
const EDGE_OF_LINE = 8;  // px at the end of the line that are beyond it already: a finger cannot leave a phone
const SCROLL = .4, GROWS = .03, JUMPS = 500;  // lines a second that a dot goes there; of a line, by which it grows at once; ms between jumps, where motion is unwelcome

const decimalsOn = (px, range) => Math.ceil(Math.log10(px / range / STEP));

// `put` a number into a cell, or `turn` another control: all of the page follows. `rest` says that a hand has let go.
const holdIn = (root, {tell, go, rest, isBehind, shake}) => {
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
    // Numbers that people would type: powers of ten apart. The line stands still; at its end it grows, until the ruler is whole.
    const put = (key, move) => {
        const stage = stageOf(key);
        if (!stage) return;
        const {left, width} = stage.querySelector('[data-axis]').getBoundingClientRect();  // before what changes the page
        endMotion(stage);
        const dot = dotIn(stage, key), [low, high] = numbersIn(stage.querySelector('[data-axis]').dataset.axis), range = high - low, {mean, step, left: from, right: upTo} = rulerIn(stage.querySelector('[data-ruler]'));
        const unit = 10 ** -decimalsOn(width, range), side = px => px < left + EDGE_OF_LINE ? -1 : px > left + width - EDGE_OF_LINE ? 1 : 0;
        const at = px => side(px) ? xOf(dot) : low + range * (px - left) / width, to = move({x: xOf(dot), unit, at, side, range});
        const isBeyond = drag?.side || to > high || to < low, far = 2 * Math.abs(to - xOf(dot)), most = isBeyond ? Math.max(GROWS * range, far) : 0;
        const axis = {low: Math.max(Math.min(low, to, mean + from * step - far), low - most), high: Math.min(Math.max(high, to, mean + upTo * step + far), high + most)};
        const ends = [Math.ceil(axis.low / unit - 1e-6), Math.floor(axis.high / unit + 1e-6)];
        const x = Number((Math.min(Math.max(Math.round(to / unit), ends[0]), ends[1]) * unit).toPrecision(12));
        if (axis.low === low && axis.high === high && x === xOf(dot)) return;
        drawAnew(root);
        tell({cell: cellOf(/:([\d,]+)/.exec(key)[1]), put: x, axis, stage: [...root.querySelectorAll('[data-stage]')].indexOf(stage)});  // the line that the hand is on
    };
    // As long as the pointer rests beyond the line, the dot goes on at a steady speed.
    const scroll = (held, now, last = now) => {
        if (drag !== held) return;
        const passed = Math.min(now - last, JUMPS), isDue = held.side && !(still.matches && passed < JUMPS);
        if (isDue) put(held.key, ({x, range}) => x + held.side * SCROLL * range * passed / 1000);
        requestAnimationFrame(next => scroll(held, next, held.side && !isDue ? last : now));
    };
    const turn = (name, stop) => {
        const control = controlIn(root, name), to = control && Math.min(Math.max(stop, 0), stopsOf(control) - 1);
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
        const start = isBehind && event.target.closest('.nv-take[data-start]'), tile = !slab && shake?.tileAt(event.target);
        if (drag || event.button !== 0 || !dot && !control && !slab && !start && !tile) return;
        drag = {by: event.pointerId, x: event.clientX, y: event.clientY, name, stop: control && stopOf(control), key: dot?.dataset.key, slab, start, tile};
        if (!tile) event.preventDefault();  // a tile takes the focus
    });
    root.addEventListener('pointermove', event => {
        // A button that was let go outside has said nothing.
        if (drag && !drag.moved && event.pointerType === 'mouse' && !event.buttons) drag = null;
        if (!drag) return root.classList.toggle('nv-near', Boolean(nearestDot(event)));
        if (event.pointerId !== drag.by) return;  // a second finger
        if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 3) return;  // still a click
        if (!drag.moved) root.setPointerCapture(drag.by);
        if (!drag.moved && drag.key) requestAnimationFrame(scroll.bind(null, drag));
        drag.moved = true;
        root.classList.toggle('nv-pulls', Boolean(drag.slab));
        if (drag.slab) pull(event);
        else if (drag.tile) shake.pull(drag.tile, drag.y - event.clientY);
        else if (drag.start) {
            const start = startUnder(drag.start, event);
            if (isBehind() || start.join(' ') !== drag.start.dataset.start) tell({start});  // else it stands there already
        } else if (drag.name) turn(drag.name, drag.stop + Math.round((drag.y - event.clientY) / PULL));
        else put(drag.key, ({at, side}) => {
            drag.side = side(drag.at = event.clientX);
            return at(drag.at);
        });
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) root.addEventListener(end, event => {
        // What a finger touches holds the pointer until `root` does, and says that it has lost it.
        if (event.pointerId !== drag?.by || end === 'lostpointercapture' && event.target !== root) return;
        const {moved, key, tile} = drag, dot = key && dotIn(root, key);
        drag = null;
        root.classList.remove('nv-pulls');
        if (moved && tile) shake.letGo();
        else if (moved) rest();
        else if (dot && end === 'pointerup' && (event.target !== dot || event.pointerType === 'touch')) dot.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    });
    root.addEventListener('touchstart', event => { if (drag) event.preventDefault(); }, {passive: false});
    root.addEventListener('keydown', event => {
        const grip = event.target.closest('.nv-grip,.nv-pull'), by = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
        if (!grip || !by) return;
        event.preventDefault();
        if (grip.dataset.drags) turn(grip.dataset.drags, stopOf(controlIn(root, grip.dataset.drags)) + by);
        else put(grip.closest('[data-hand]').querySelector('.nv-picked').dataset.key, ({x, unit}) => x + by * unit);
    });
    root.addEventListener('keyup', ({key, target}) => { if (ARROWS[key] && target.closest('.nv-grip')) rest(); });
    root.classList.add('nv-takes');
};

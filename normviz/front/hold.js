// What can be taken hold of in a picture: a dot of a ruler is dragged along its line, the pile of pads is pulled up and
// down; their handles obey the arrow keys. A dot carries the place of its number in its key, as in "x:1,0/dot".
const REACH = 22;  // px around a dot: 44 for a finger
const STEP = 10;  // px between two numbers that a drag can reach, at most
const PULL = 11;  // px that the pile of pads is pulled for another stop

const decimalsOn = (px, range) => Math.ceil(Math.log10(px / range / STEP));

// `put` a number into a cell, or `turn` another control. Returns what lets go of what was drawn by hand, before another page.
const holdIn = (root, {tell, go, isBehind = () => false, rest = () => {}}) => {
    let drag;
    const stageOf = key => root.querySelector(`[data-hand]:has(circle[data-key="${key}"])`);
    const dotIn = (stage, key) => stage.querySelector(`circle[data-key="${key}"]`);
    const nearestDot = ({target, clientX, clientY}) => {
        const away = dot => {
            const {left, top, width, height} = dot.getBoundingClientRect();
            return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
        };
        const dots = [...target.closest?.('[data-hand]')?.querySelectorAll('circle:is([data-x],[data-out]):not([data-pad])') ?? []];
        return dots.map(dot => [away(dot), dot]).filter(([far]) => far <= REACH).sort(([a], [b]) => a - b)[0]?.[1];
    };
    // Numbers that people would type: powers of ten apart, and not beyond the line, which stands still.
    const put = (key, move) => {
        const stage = stageOf(key);
        if (!stage) return;
        endMotion(stage);
        const dot = dotIn(stage, key), {low, high} = scaleOf(stage), {left, width} = stage.querySelector('[data-axis]').getBoundingClientRect();
        const unit = 10 ** -decimalsOn(width, high - low);
        const wanted = Math.round(move({x: xOf(dot), unit, at: px => low + (high - low) * (px - left) / width}) / unit);
        const x = Number((Math.min(Math.max(wanted, Math.ceil(low / unit)), Math.floor(high / unit)) * unit).toPrecision(12));
        if (x === xOf(dot)) return;
        inHand.add(stage);
        root.classList.add('nv-in-hand');
        placeDot(stage, dot, x);
        ruleStage(stage);
        tell({cell: /:([\d,]+)/.exec(key)[1].split(',').map(Number), put: x});
    };
    const turn = (name, stop) => {
        const control = controlIn(root, name), to = control && Math.min(Math.max(stop, 0), stopsOf(control) - 1);
        if (control && to !== stopOf(control)) go(control, to);
    };
    root.addEventListener('pointerdown', event => {
        const dot = nearestDot(event), pads = !dot && event.target.closest('.nv-pull,.nv-pad-dot')?.closest('[data-hand]');
        const pile = pads && pads.querySelector('.nv-pull')?.dataset.pull, control = pile && controlIn(root, pile);
        if (drag || event.button !== 0 || !dot && !control) return;
        drag = {by: event.pointerId, x: event.clientX, y: event.clientY, pile, stop: control && stopOf(control), key: dot?.dataset.key};
        event.preventDefault();
    });
    root.addEventListener('pointermove', event => {
        if (!drag) return root.classList.toggle('nv-near', Boolean(nearestDot(event)));
        if (event.pointerId !== drag.by) return;  // a second finger
        if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 3) return;  // still a click
        if (!drag.moved) root.setPointerCapture(drag.by);
        drag.moved = true;
        if (drag.pile) turn(drag.pile, drag.stop + Math.round((drag.y - event.clientY) / PULL));
        else put(drag.key, ({at}) => at(event.clientX));
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) root.addEventListener(end, event => {
        if (event.pointerId !== drag?.by) return;
        const {moved, key} = drag, dot = key && dotIn(root, key);
        drag = null;
        if (moved) rest();
        else if (dot && end === 'pointerup' && (event.target !== dot || event.pointerType === 'touch')) dot.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    });
    root.addEventListener('touchstart', event => { if (drag) event.preventDefault(); }, {passive: false});
    root.addEventListener('keydown', event => {
        const grip = event.target.closest('.nv-grip,.nv-pull'), by = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
        if (!grip || !by) return;
        event.preventDefault();
        if (grip.dataset.pull) turn(grip.dataset.pull, stopOf(controlIn(root, grip.dataset.pull)) + by);
        else put(grip.closest('[data-hand]').querySelector('.nv-picked').dataset.key, ({x, unit}) => x + by * unit);
    });
    root.classList.add('nv-takes');
    return () => {
        if (drag?.key && drag.moved || isBehind() || !root.matches('.nv-in-hand')) return;
        for (const stage of inHand) if (root.contains(stage) || !stage.isConnected) inHand.delete(stage);
        root.classList.remove('nv-in-hand');
        drawAnew(root);
    };
};

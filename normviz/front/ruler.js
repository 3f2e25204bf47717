// A motion of the ruler interpolates μ, σ and the places of the dots; each frame is the ruler of these numbers, so that
// nothing is ever halfway wrong. The geometry is that of `normviz/drawing/ruler.py`, and a test holds both together.
const MARGIN = .12, BAND = 44, MOTION = 250;
const MINUS = text => text.replace('-', '\u2212');
const marksOf = step => {
    const ten = 10 ** Math.max(0, Math.ceil(Math.log10(6 / step)) - 1), apart = ten * [1, 2, 5, 10].find(n => n * ten * step >= 6);
    return [apart, Math.max(1, apart / 10), step >= 14 ? 5 : step >= 7 ? 2 : 1];
};
const numbersIn = text => (text ?? '').split(' ').map(Number);
const PLACES = ['x', 'y', 'cx', 'cy', 'x1', 'x2', 'y1', 'y2', 'width', 'height'];

// What a stage shows, as plain numbers by name.
const rulerIn = node => {
    const {mean, step, reach, affine, reading, top, eps} = node.dataset, [left, right] = numbersIn(reach);
    const [gamma, beta] = affine ? numbersIn(affine) : [1, 0];
    return {mean: Number(mean), step: Number(step), left, right, gamma, beta, reading: Number(reading), top: Number(top), eps: Number(eps ?? 0)};
};
const stateOf = stage => {
    const [low, high] = numbersIn(stage.querySelector('[data-axis]').dataset.axis), marks = new Map();
    for (const mark of stage.querySelectorAll('svg [data-key]:not(.nv-ruler *)'))
        marks.set(mark.dataset.key, Object.fromEntries(PLACES.filter(name => mark.hasAttribute(name))
            .map(name => [name, parseFloat(mark.getAttribute(name))])));
    return {low, high, rulers: [...stage.querySelectorAll('[data-ruler]')].map(rulerIn), marks};
};
const mix = (a, b, t) => Object.fromEntries(Object.keys(b).map(name => [name, name in a ? a[name] + (b[name] - a[name]) * t : b[name]]));
// What the plumb line stands at is what moves; the reading follows from it, so that both agree in every frame.
const followed = ({mean, step, gamma, beta, reading}) => mean + step * (gamma ? (reading - beta) / gamma : 0);
const rulerBetween = (from, to, t) => {
    const now = mix(from, to, t), x = followed(from) + (followed(to) - followed(from)) * t;
    return {...now, reading: now.gamma * (x - now.mean) / now.step + now.beta};
};
const between = (from, to, t) => ({
    ...to,
    rulers: to.rulers.map((one, i) => rulerBetween(from.rulers[i], one, t)),
    marks: new Map([...to.marks].map(([key, places]) => [key, from.marks.has(key) ? mix(from.marks.get(key), places, t) : places])),
});

// Draws a ruler into its element, from its numbers.
const drawRuler = (node, {mean, step, left, right, gamma, beta, top, eps}, {low, high}) => {
    const perStep = 100 * step / (high - low), zero = 100 * (mean - low) / (high - low), at = k => zero + perStep * k;
    const [apart, long, fine] = marksOf(perStep);
    const from = Math.max(left - 1e-6, -zero / perStep), to = Math.min(right + 1e-6, (100 - zero) / perStep);
    const every = (step, of = 1) => Array.from({length: Math.max(0, Math.floor(to * of / step) - Math.ceil(from * of / step) + 1)},
        (_, i) => (Math.ceil(from * of / step) + i) * step / of);
    let marks = '', words = '';
    const write = (k, y, text, look) => { words += `<text x="${at(k).toFixed(3)}%" y="${y}" text-anchor="middle" class="nv-numeral${look}">${text}</text>`; };
    const short = number => MINUS(String(Number(number.toFixed(2))));
    for (const k of every(long)) if (k) marks += `M${at(k).toFixed(3)},0v32`;
    if (fine > 1) for (const k of every(1, fine)) if (k % 1) marks += `M${at(k).toFixed(3)},0v20`;
    const named = [0, ...every(apart).filter(k => k)];
    for (const k of named) write(k, top + BAND - 8, MINUS(String(k)), k ? '' : ' nv-strong');
    if (node.dataset.affine) for (const k of named) write(k, top + BAND + 14, short(gamma * k + beta), ' nv-second');
    const set = (selector, places) => {
        const mark = node.querySelector(selector);
        for (const name in places) mark?.setAttribute(name, places[name]);
    };
    const start = Math.max(at(left - MARGIN), -.5), end = Math.min(at(right + MARGIN), 100.5);
    set('.nv-ruler-band', {x: `${start.toFixed(3)}%`, width: `${Math.max(end - start, .3).toFixed(3)}%`, y: top});
    set('.nv-ruler-zero', {x1: `${zero.toFixed(3)}%`, x2: `${zero.toFixed(3)}%`, y1: top, y2: top + 20});
    const held = k => `${Math.min(Math.max(at(k), -1), 101).toFixed(3)}%`;
    set('.nv-ruler-eps', {x1: held(1 - eps), x2: held(1), y1: top + BAND / 2, y2: top + BAND / 2});
    set('.nv-ruler-marks', {d: marks});
    set('svg', {y: top});
    node.querySelectorAll('.nv-numeral').forEach(one => one.remove());
    node.insertAdjacentHTML('beforeend', words);
};
const drawState = (stage, state) => {
    stage.querySelectorAll('[data-ruler]').forEach((node, i) => drawRuler(node, state.rulers[i], state));
    for (const mark of stage.querySelectorAll('svg [data-key]:not(.nv-ruler *)')) {
        const places = state.marks.get(mark.dataset.key) ?? {};
        for (const name in places) mark.setAttribute(name, /%$/.test(mark.getAttribute(name)) ? `${places[name]}%` : places[name]);
    }
    stage.querySelectorAll('[data-reads]').forEach((one, i) => {
        const {mean, step, reading, top} = state.rulers[i], counted = one.parentElement.querySelector('[data-counts]');
        one.textContent = MINUS(reading.toFixed(2));
        one.parentElement.style.top = `${top}px`;
        if (counted) counted.textContent = MINUS(`${mean < 0 ? `(${mean.toFixed(2)})` : mean.toFixed(2)}) / ${step.toFixed(2)}`);
    });
};

// A stage becomes the next one: at once, or in a motion that begins where the last one has come to.
const running = new WeakMap();
const moveStage = (stage, next, isCalm) => {
    const last = running.get(stage), from = last?.state ?? stateOf(stage), to = stateOf(next), final = next.innerHTML;
    cancelAnimationFrame(last?.frame);
    running.delete(stage);
    for (const {name, value} of next.attributes) stage.setAttribute(name, value);
    stage.innerHTML = final;
    // Another line has other places for the same numbers: nothing halfway between them would be true.
    if (!isCalm || from.rulers.length !== to.rulers.length || from.low !== to.low || from.high !== to.high) return;
    const motion = {state: from}, start = performance.now();
    const step = now => {
        const share = Math.min(1, Math.max(0, (now - start) / MOTION)), eased = 1 - (1 - share) ** 3;
        if (share === 1) { stage.innerHTML = final; running.delete(stage); return; }
        motion.state = between(from, to, eased);
        drawState(stage, motion.state);
        motion.frame = requestAnimationFrame(step);
    };
    running.set(stage, motion);
    drawState(stage, from);
    motion.frame = requestAnimationFrame(step);
};

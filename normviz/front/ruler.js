// A motion of the ruler interpolates μ, σ and the places of the dots; each frame is the ruler of these numbers, so that
// nothing is ever halfway wrong. The geometry is that of `normviz/drawing/ruler.py`, and a test holds both together.
const MOTION = 250, TURN = 400, FRAME = 16, DROP = 24, LAID = 14, LASTS = 1200;
// How every pad on a line is hatched; a page has it once.
if (!document.getElementById('nv-pads')) document.documentElement.insertAdjacentHTML('beforeend', '<svg style="position:absolute" width="0" height="0" aria-hidden="true"><pattern id="nv-pads" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0,0v4"/></pattern></svg>');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const marksOf = step => {
    const ten = 10 ** Math.max(0, Math.ceil(Math.log10(NUMERALS / step)) - 1), apart = ten * ROUND.find(n => n * ten * step >= NUMERALS);
    return [apart, Math.max(1, apart / 10), FINE.find(([least]) => step >= least)?.[1] ?? 1];
};
const ticksOf = ({low, high}, most) => {
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough)), step = power * ROUND.find(n => n * power >= rough);
    const first = Math.ceil(low / step);
    return Array.from({length: Math.floor(high / step) - first + 1}, (_, i) => Number(((first + i) * step).toPrecision(DIGITS)));
};
const reachOf = (text, bold = false) => Math.min((bold ? BOLD : LETTER) * [...text].length + .5, 50);
const heldIn = (at, half) => within(at, half, 100 - half);
const numbersIn = text => (text ?? '').split(' ').map(Number);
const PLACES = ['x', 'y', 'cx', 'cy', 'x1', 'x2', 'y1', 'y2', 'width', 'height'];

// What a stage shows, as plain numbers by name. `x` is the followed number.
const xOf = dot => Number(dot?.dataset.x ?? dot?.dataset.out);
const rulerIn = node => {
    const {mean, step, reach, affine, top, eps, rule} = node.dataset, [left, right] = numbersIn(reach);
    const [gamma, beta] = affine ? numbersIn(affine) : [1, 0], x = xOf(node.closest('[data-stage]').querySelector('.nv-picked'));
    return {mean: Number(mean), step: Number(step), left, right, gamma, beta, x, top: Number(top), eps: Number(eps ?? 0), rms: Number(rule === 'rms')};
};
const stateOf = stage => {
    const chart = stage.querySelector('[data-axis]'), [low, high] = numbersIn(chart.dataset.axis), marks = new Map();
    const frame = {height: parseFloat(chart.getAttribute('height')), line: Number(chart.querySelector('.nv-data-line').getAttribute('y'))};
    for (const mark of stage.querySelectorAll('svg [data-key]:not(.nv-ruler *)'))
        marks.set(mark.dataset.key, Object.fromEntries(PLACES.filter(name => mark.hasAttribute(name))
            .map(name => [name, parseFloat(mark.getAttribute(name))])));
    const pool = new Map([...stage.querySelectorAll('[data-key][data-x]')].map(({dataset: {key, x}}) => [key, {x: Number(x), weight: 1}]));
    return {low, high, frame, rulers: [...stage.querySelectorAll('[data-ruler]')].map(rulerIn), marks, pool};
};
// Who leaves a pool weighs less and less in it, who joins it more and more: so each frame is the ruler of a weighted pool.
// `rms` goes from 0, where the ruler's 0 lies at the mean, to 1, where it lies at 0.
const weighed = (pool, rms) => {
    const sum = of => [...pool.values()].reduce((sum, one) => sum + one.weight * of(one), 0);
    const n = sum(() => 1), balance = sum(one => one.x) / n, mean = (1 - rms) * balance;
    return {mean, step: Math.sqrt(sum(one => (one.x - balance) ** 2) / n + (balance - mean) ** 2)};
};
const isWeighed = ({pool, rulers: [own]}) => {
    const {mean, step} = own && pool.size ? weighed(pool, own.rms) : {};
    return Math.max(Math.abs(mean - own?.mean), Math.abs(step - own?.step)) < 1e-3 * own?.step;
};
const poolBetween = (from, to, t) => new Map([...new Set([...from.keys(), ...to.keys()])].map(key => {
    const [a, b] = [from.get(key), to.get(key)], only = {...a ?? b, weight: 0};
    return [key, mix(a ?? only, b ?? only, t)];
}));
const mix = (a, b, t) => Object.fromEntries(Object.keys(b).map(name => [name, name in a ? a[name] + (b[name] - a[name]) * t : b[name]]));
// A place on a line is linear in a number; so are all places between two lines, if the numbers are the same.
const lineBetween = (from, to, t) => {
    const {share, shift} = mix(...[from, to].map(({low, high}) => ({share: 1 / (high - low), shift: -low / (high - low)})), t);
    return {low: -shift / share, high: (1 - shift) / share};
};
const between = (from, to, t) => ({
    ...to,
    ...lineBetween(from, to, t),
    frame: mix(from.frame, to.frame, t),
    pool: poolBetween(from.pool, to.pool, t),
    rulers: to.rulers.map((one, i) => mix(from.rulers[i], one, t)),
    marks: new Map([...to.marks].map(([key, places]) => [key, from.marks.has(key) ? mix(from.marks.get(key), places, t) : places])),
});

// Chromium lays a mark out anew when one of its attributes is set, also to what it was.
const renew = (mark, places) => {
    for (const name in places) if (mark.getAttribute(name) !== String(places[name])) mark.setAttribute(name, places[name]);
};
const rewrite = (mark, text) => { if (mark.textContent !== text) mark.textContent = text; };
// Hangs on a ruler what its 0 is, and a bracket over what one step is.
const nameRuler = (names, {mean, step, from, to}) => {
    const hung = within(from, WORDS[0], WORDS[1]), ends = [[from, from], [from, to], [to, to]];
    names?.querySelectorAll('line').forEach((one, i) => ends[i].forEach((at, k) => renew(one, {[`x${k + 1}`]: `${at.toFixed(3)}%`})));
    if (names?.querySelector('.nv-wedge')) renew(names.querySelector('.nv-wedge').parentNode, {x: `${from.toFixed(3)}%`});
    for (const words of names?.querySelectorAll('text') ?? []) {
        renew(words, {x: `${hung.toFixed(3)}%`});
        rewrite(words.lastChild, words.hasAttribute('text-anchor') ? brief(mean, step) : brief(step));
        if (words.hasAttribute('dx') && words.previousSibling.nodeName === 'text')
            renew(words, {dx: (WORDS_BESIDE + WORD * words.previousSibling.textContent.length).toFixed(1)});
    }
};
// Draws a ruler into its element, from its numbers; on its way to its height it is the whole element that moves.
const drawRuler = (node, {mean, step, left, right, gamma, beta, x, top: height, eps}, {low, high}) => {
    const isPale = node.matches('.nv-pale'), band = isPale ? PALE : BAND, top = Number(node.dataset.top);
    renew(node, {transform: `translate(0 ${height - top})`});
    const perStep = 100 * step / (high - low), zero = 100 * (mean - low) / (high - low), at = k => zero + perStep * k;
    const [apart, long, fine] = marksOf(perStep);
    const from = Math.max(left - 1e-6, -zero / perStep), to = Math.min(right + 1e-6, (100 - zero) / perStep);
    const every = (step, of = 1) => Array.from({length: Math.max(0, Math.floor(to * of / step) - Math.ceil(from * of / step) + 1)},
        (_, i) => (Math.ceil(from * of / step) + i) * step / of);
    let marks = '';
    const before = [...node.querySelectorAll('.nv-numeral')];
    const numeral = (k, y, text, look) => {
        const words = before.shift() ?? node.appendChild(document.createElementNS(node.namespaceURI, 'text'));
        renew(words, {x: `${at(k).toFixed(3)}%`, y, 'text-anchor': 'middle', class: `nv-numeral${look}`});
        rewrite(words, text);
    };
    for (const k of every(long)) if (k) marks += `M${at(k).toFixed(3)},0v${LONG_MARK}`;
    if (fine > 1) for (const k of every(1, fine)) if (k % 1) marks += `M${at(k).toFixed(3)},0v${SHORT_MARK}`;
    const named = [0, ...every(apart).filter(k => k)];
    for (const k of named) numeral(k, top + band - (isPale ? PALE_FOOT : FOOT), MINUS(String(k)), k ? '' : ' nv-strong');
    const outputs = node.dataset.affine && !isPale ? named.map(k => gamma * k + beta) : [], small = outputs.map(y => Math.abs(y) < SMALL && brief(y, gamma));
    const most = Math.max(0, ...outputs.map((y, i) => small[i] ? 0 : (plain(y, GLANCE).split('.')[1] ?? '').length));  // one width, also on the way
    outputs.forEach((y, i) => numeral(named[i], top + band - SECOND_FOOT, small[i] && small[i] !== '0' ? small[i] : fixed(small[i] ? 0 : y, most), ' nv-second'));
    before.forEach(one => one.remove());
    const set = (selector, places) => {
        const mark = node.querySelector(selector);
        if (mark) renew(mark, places);
    };
    const room = Math.max(perStep * MARGIN, EDGE);
    const start = Math.max(at(left) - room, BEYOND[0]), end = Math.min(at(right) + room, BEYOND[1]);
    set('.nv-ruler-band', {x: `${start.toFixed(3)}%`, width: `${Math.max(end - start, LEAST_BAND).toFixed(3)}%`});
    set('.nv-ruler-zero', {x1: `${zero.toFixed(3)}%`, x2: `${zero.toFixed(3)}%`});
    const held = k => `${within(at(k), BEYOND[0], BEYOND[1]).toFixed(3)}%`;
    set('.nv-ruler-eps', {x1: held(1 - eps), x2: held(1)});
    set('.nv-ruler-marks', {d: marks});
    set('.nv-ruler-away', {x1: `${zero.toFixed(3)}%`, x2: `${at((x - mean) / step).toFixed(3)}%`, pathLength: (Math.abs(x - mean) / step / long).toFixed(3)});
    nameRuler(node.querySelector('[data-names]'), {mean, step, from: at(0), to: Math.min(at(1), BEYOND[1])});
};
// A reading follows from the number and the ruler, so that label and plumb line agree in every frame.
const readingOn = ({mean, step, gamma, beta, x}) => gamma * (x - mean) / step + beta;
const counted = ({mean, step, gamma, beta, x, rms}) => gamma !== 1 || beta !== 0
    ? `= ${plain(gamma)} \u00b7 ${bracketed(precise((x - mean) / step))} + ${bracketed(plain(beta))}`
    : `${rms === 1 ? plain(x, GLANCE) : `(${plain(x, GLANCE)}${SPACE}\u2212${SPACE}${bracketed(fixed(mean))})`} / ${fixed(step)}`;
// The sentence below says it, too: how many σ from the mean, and on which side.
const sayAway = (stage, {mean, step, x} = {}) => {
    const said = stage.parentNode.querySelector(':scope > .nv-lead > [data-away]'), away = (x - mean) / step;
    if (!said || Number.isNaN(away)) return;
    rewrite(said.firstChild, fixed(Math.abs(away)));
    rewrite(said.lastChild, away < 0 ? 'below' : 'above');
};
const drawState = (stage, state) => {
    sayAway(stage, state.rulers[0]);
    drawLaid(stage, state);
    stage.querySelectorAll('[data-ruler]').forEach((node, i) => drawRuler(node, state.rulers[i], state));
    const chart = stage.querySelector('[data-axis]');
    renew(chart, {height: state.frame.height});
    renew(chart.querySelector('.nv-data-line'), {y: state.frame.line});
    const [low, high] = chart.line ??= numbersIn(chart.dataset.axis), long = state.high - state.low;
    if (low !== state.low || high !== state.high) {  // on the way from another line
        const by = (high - low) / long, from = 100 * (low - state.low) / long;
        chart.dataset.axis = `${state.low} ${state.high}`;
        renew(chart.querySelector('.nv-axis'), {transform: `translate(${from} 0) scale(${by} 1)`});
        for (const number of chart.querySelectorAll('[data-near]'))
            renew(number, {x: `${from + by * (number.at ??= parseFloat(number.getAttribute('x')))}%`});
    }
    const [{x} = {}] = state.rulers, plumb = 100 * (x - state.low) / (state.high - state.low);
    for (const number of stage.querySelectorAll('[data-near]'))
        renew(number, {visibility: Math.abs(parseFloat(number.getAttribute('x')) - plumb) < number.dataset.near ? 'hidden' : 'inherit'});
    for (const mark of stage.querySelectorAll('svg [data-key]:not(.nv-ruler *)')) {
        const places = state.marks.get(mark.dataset.key) ?? {};
        for (const name in places) renew(mark, {[name]: /%$/.test(mark.getAttribute(name)) ? `${places[name]}%` : places[name]});
    }
    const follow = (handle, key, [left, top], up = 0) => {  // what can be taken stays at what it moves
        const at = state.marks.get(key), {style} = stage.querySelector(handle) ?? {};
        if (at && style) Object.assign(style, {left: `${at[left]}%`, top: `${at[top] - up}px`});
    };
    follow('.nv-grip', stage.querySelector('.nv-picked')?.dataset.key, ['cx', 'cy']);
    follow('.nv-pull', 'pads/count', ['x', 'y'], PULL_OVER);
    stage.querySelectorAll('[data-reads]').forEach((one, i) => {
        const ruler = state.rulers[i], reading = readingOn(ruler), counts = one.parentElement.querySelector('[data-counts]');
        rewrite(one, fixed(reading));
        one.title = precise(reading);
        one.parentElement.style.top = `${ruler.top}px`;
        if (counts) rewrite(counts, counted(ruler));
    });
};

// A prediction: where a hand has laid the 0 and one step of the ruler that comes next. It says how far off they are when
// that ruler has come, and goes with the change after.
const laid = new WeakMap();
const drawLaid = (stage, {rulers, rulers: [own], low, high}) => {
    const it = laid.get(stage), last = rulers.at(-1), [chart, handle] = ['[data-axis]', '.nv-lay'].map(one => stage.querySelector(one));
    const at = x => 100 * (x - low) / (high - low);
    chart.querySelector('.nv-laid')?.remove();
    if (!own || !handle) return;
    const below = last.top + BAND + SECOND * (last.gamma !== 1 || last.beta !== 0) + NAMED + 2;  // where nothing else is written
    Object.assign(handle.style, {left: `${at((it ?? own).mean)}%`, top: `${it ? below + LAID / 2 : own.top + BAND / 2}px`, direction: own.x > own.mean ? 'rtl' : ''});
    if (!it) return;
    const [zero, one] = [it.mean, it.mean + it.step].map(at);
    chart.insertAdjacentHTML('beforeend', `<svg class="nv-laid nv-window" y="${below}" width="100%" height="${LAID + 2}">
        <rect x="${zero}%" y="1" width="${one - zero}%" height="${LAID}"/><line x1="${zero}%" x2="${zero}%" y1="1" y2="${LAID + 1}"/>
        <text x="${zero}%" dx="-6" y="13" text-anchor="end">0</text><text x="${one}%" dx="5" y="13">1</text></svg>`);
    rewrite(it.says, it.isTold ? `0 off by ${brief(Math.abs(it.mean - own.mean))}, step off by ${brief(Math.abs(it.step - own.step))}`
        : `your guess: 0 at ${brief(it.mean)}, step ${brief(it.step)}. Now change something.`);
    it.says.style.inset = one < 75 ? `${below}px -110px auto calc(${one}% + 20px)` : `${below + 18}px -110px auto 0`;
    chart.after(it.says);
    Object.assign(handle, {ariaValueNow: it.mean, ariaValueText: it.says.textContent});
};
const lay = (stage, places) => {
    laid.get(stage)?.says.remove();
    if (places) laid.set(stage, {...places, says: Object.assign(document.createElement('output'), {className: 'nv-says'})});
    else laid.delete(stage);
    drawLaid(stage, stateOf(stage));
};
const judge = (stage, [from], [to]) => {
    const it = laid.get(stage);
    if (!it || ['mean', 'step'].every(name => Math.abs(from?.[name] - to?.[name]) < 1e-9 * to.step)) return;
    if (it.says.dataset.over) return lay(stage);
    // A slider that is pushed on, or a dot in a hand, makes one change.
    const wait = () => {
        clearTimeout(it.later);
        it.later = setTimeout(() => {
            if (stage.matches(':active') || document.querySelector('.nv-bar :active')) wait();
            else it.says.dataset.over = true;
        }, LASTS);
    };
    it.isTold = true;
    wait();
};

// What has the focus in a stage has it in the next one, too.
const fill = (stage, other) => {
    const {key} = stage.contains(document.activeElement) ? document.activeElement.dataset : {};
    stage.replaceChildren(...other.childNodes);
    if (laid.has(stage)) drawLaid(stage, stateOf(stage));
    if (key) stage.querySelector(`[data-key="${key}"]`)?.focus({preventScroll: true});
};

// A stage becomes the next one: at once, or in a motion that begins where the last one has come to.
const running = new WeakMap();
const dotsOf = stage => [...stage.querySelectorAll('circle[data-key],.nv-pad-words')];
const rulersOf = stage => [...stage.querySelectorAll('[data-ruler]')].map((ruler, i) =>
    ({ruler, reading: stage.querySelectorAll('[data-reads]')[i]?.parentElement}));
// How much of each is seen, and in which tone: asked for only where it changes, as a long page takes a while to answer.
const looked = rulers => rulers.forEach(one => {
    const style = getComputedStyle(one.ruler);
    Object.assign(one, {seen: style.opacity, tone: style.getPropertyValue('--tone')});
});
const looksOf = stage => rulersOf(stage).map(({ruler}) => ruler.getAttribute('class')).join();
const endMotion = stage => {
    const motion = running.get(stage);
    if (!motion) return;
    cancelAnimationFrame(motion.frame);
    running.delete(stage);
    stage.removeAttribute('data-moves');
    fill(stage, motion.next);
    sayAway(stage, stateOf(stage).rulers[0]);
};
const moveStage = (stage, next, isCalm) => {
    const last = running.get(stage), from = last?.state ?? stateOf(stage), to = stateOf(next);
    const isSameLine = from.low === to.low && from.high === to.high;
    const isSamePool = [...to.pool].every(([key, {x}]) => from.pool.get(key)?.x === x);
    const moves = isCalm && (isSameLine || isSamePool), before = moves ? rulersOf(stage) : [];
    const changes = last?.changes || looksOf(stage) !== looksOf(next);
    if (changes) looked(before);
    const gone = dotsOf(stage).filter(({dataset}) => !to.marks.has(dataset.key));
    judge(stage, from.rulers, to.rulers);
    cancelAnimationFrame(last?.frame);
    running.delete(stage);
    for (const {name} of [...stage.attributes]) if (!next.hasAttribute(name)) stage.removeAttribute(name);
    for (const {name, value} of next.attributes) renew(stage, {[name]: value});
    fill(stage, moves ? next.cloneNode(true) : next);
    if (!moves) return;
    const isOwn = isWeighed(from) && isWeighed(to), motion = {state: from, next, changes}, lasts = stage.closest('.nv-turns') ? TURN : MOTION;
    const start = performance.now() - FRAME;  // so that the first frame shows something new
    // Who follows a number of another pool sees the ruler come to it: nothing would be read on the way from the old one.
    if (!from.marks.has(stage.querySelector('.nv-plumb')?.dataset.key)) to.rulers.forEach(({x}, i) => Object.assign(from.rulers[i] ?? {}, {x}));
    // What leaves the pool fades where it lies; what joins it drops to the line. A ruler parts from the first one, and
    // goes back to it. An element, how much of it is seen, and how many px it is away from its place, first and last.
    const chart = stage.querySelector('[data-axis]'), rulers = rulersOf(stage), fades = [];
    if (changes) looked(rulers);
    for (const dot of gone) {
        for (const name of ['data-key', 'data-x', 'data-out']) dot.removeAttribute(name);
        chart.append(dot);
        fades.push([dot, [1, 0], [0, 0]]);
    }
    for (const dot of dotsOf(stage))
        if (dot.dataset.key && !from.marks.has(dot.dataset.key) && !dot.matches('.nv-picked')) fades.push([dot, [0, 1], [-DROP, 0]]);
    for (const {ruler, reading, seen} of before.slice(rulers.length)) {
        const way = [0, (to.rulers[0]?.top ?? ruler.dataset.top) - ruler.dataset.top];
        ruler.removeAttribute('data-ruler');
        reading?.querySelector('[data-reads]').removeAttribute('data-reads');
        chart.append(ruler);
        stage.querySelector('.nv-readings')?.append(reading ?? '');
        fades.push([ruler, [seen, -seen], way], [reading, [1, -1], way]);  // gone halfway, before it lies on the other
    }
    for (const [i, {ruler, reading, seen}] of rulers.entries()) if (!from.rulers[i]) {
        from.rulers[i] = {...to.rulers[i], top: (from.rulers[0] ?? to.rulers[i]).top};
        fades.push([ruler, [-seen, seen], [0, 0]], [reading, [-1, 1], [0, 0]]);
    }
    const mixed = ([a, b], share) => a * (1 - share) + b * share;
    const pass = share => {
        for (const [element, seen, way] of fades)
            Object.assign(element?.style ?? {}, {opacity: mixed(seen, share), translate: `0 ${mixed(way, share)}px`});
        for (const [i, {ruler, tone}] of rulers.entries())
            if (before[i] && before[i].tone !== tone) ruler.style.setProperty('--tone', `color-mix(in srgb, ${tone} ${100 * share}%, ${before[i].tone})`);
    };
    const step = now => {
        if (!stage.matches('body [data-stage]')) return running.delete(stage);  // a picture without a ruler has come in its place
        const share = Math.min(1, Math.max(0, (now - start) / lasts)), eased = 1 - (1 - share) ** 3;
        if (share === 1) return endMotion(stage);
        motion.state = between(from, to, eased);
        if (isOwn) Object.assign(motion.state.rulers[0], weighed(motion.state.pool, motion.state.rulers[0].rms));
        drawState(stage, motion.state);
        pass(eased);
        motion.frame = requestAnimationFrame(step);
    };
    running.set(stage, motion);
    stage.setAttribute('data-moves', '');  // words that do not count with it wait
    motion.frame = requestAnimationFrame(step);
};

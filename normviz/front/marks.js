// Pictures from plain numbers: what a view is made of, as markup. A ruler's own marks are left to `drawRuler`, which draws
// them in each frame of a motion, too: here are its elements, and the numbers that it follows from.
class Markup { constructor(text) { this.text = text; } toString() { return this.text; } }
const inside = child => child == null || child === false || child === true ? '' : child instanceof Markup ? child.text
    : Array.isArray(child) ? child.map(inside).join('') : escaped(child);
const tag = (name, attributes, ...children) => {
    let written = '';
    for (const key in attributes) {
        const value = attributes[key];
        if (value === true) written += ` ${key}`;
        else if (value != null && value !== false) written += ` ${key}="${escaped(value)}"`;
    }
    return new Markup(`<${name}${written}>${name === 'input' ? '' : `${inside(children)}</${name}>`}`);
};
const classes = (...names) => names.filter(Boolean).join(' ') || null;
const fold = (title, ...children) => tag('details', {'data-key': `fold:${title}`}, tag('summary', {}, title), children);
const noted = (...words) => tag('p', {class: 'nv-note'}, words);
const titled = (...words) => tag('p', {class: 'nv-title'}, words);
const valued = (number, of) => tag('span', {'data-of': of, class: 'nv-value'}, number);
const madeOf = (text, numbers) => tag('span', {'data-lights': numbers}, text);
const LOST = 'σ is less than 10⁻¹² · |μ|. float64 keeps about 16 digits, and μ takes most of them: the digits of the normalized values are the computer\'s, not those of the numbers. '
    + 'Subtract a number near μ first, where the numbers are made.';
const lostDigits = pools => pools.some(([mean, std]) => std < 1e-12 * Math.abs(mean) && (std > 0 || Math.abs(mean) >= 2 ** 53)) ? noted(LOST) : null;
const legend = keys => tag('ul', {class: 'nv-legend'}, keys);
const isTurned = pairs => pairs.some(([gamma, beta]) => gamma !== 1 || beta !== 0);  // green is what γ and β have moved
const toneKey = (tone, text, tint = '') => tag('li', {}, tag('span', {class: `nv-key${tint} nv-tone-${tone}`}), text);
const POOLS = {column: 'the column that shares one μ and one σ', row: 'the row that shares one μ and one σ'};
const addedUp = terms => (terms.length > MOST_TERMS ? [...terms.slice(0, 3), '…', terms.at(-1)] : terms).flatMap((one, i) => i ? [' + ', one] : [one]);
const arithmetic = steps => tag('ol', {class: 'nv-steps'},
    steps.map(([name, ...text]) => tag('li', {}, tag('span', {class: 'nv-name'}, `${name} `), '= ', text)));

// -- axes --
const around = (numbers, margin = AROUND) => {
    const low = Math.min(...numbers), high = Math.max(...numbers), room = margin * (high - low) || Math.max(Math.abs(low), 1) * .5;
    return {low: low - room, high: high + room};
};
const placeOn = ({low, high}) => x => Number((100 * within((x - low) / (high - low), HELD[0], HELD[1])).toFixed(2));
const axisOf = (values, rulers) => around([...values, ...rulers.flatMap(one =>
    [one.left, one.right].map(end => one.mean + one.step * (end + MARGIN * Math.sign(end))))], RULED);
// An axis that is to stand still widens in coarse steps.
const steadyScale = (kept, moving, margin) => {
    const base = around(kept, margin), half = (base.high - base.low) / 2;
    const share = Math.min(EDGE / 100, margin / (1 + 2 * margin));  // a ruler goes on beyond its last number
    const steps = widths => widths <= 1e-9 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(1.05 * widths, 1 / 8)));
    const wider = ({low, high}) => {  // a wider axis needs more room at its ends
        const room = share * (high - low), below = base.low + room - Math.min(...moving), above = Math.max(...moving) + room - base.high;
        return {low: base.low - half * steps(below / half), high: base.high + half * steps(above / half)};
    };
    return wider(wider(wider(base)));
};
// The two ends, alike around 0, of all that γ and β between these bounds make of normalized values.
const reachWith = (gamma, beta) => normalized => {
    const end = Math.max(...normalized.map(Math.abs)) * Math.max(...gamma.map(Math.abs)) + Math.max(...beta.map(Math.abs));
    return [-end, end];
};
const wordsAt = (at, y, text, look) => tag('text', {x: `${heldIn(at, reachOf(text, look.includes('nv-strong')))}%`, y, 'text-anchor': 'middle', class: look}, text);
const stretched = (children, y, height, more) => tag('svg', {viewBox: '0 0 100 100', preserveAspectRatio: 'none', width: '100%', ...more, height, y}, children);
const chart = (label, parts, height, more) => tag('svg', {class: 'nv-chart', height, role: 'img', 'aria-label': label, ...more}, tag('title', {}, label), parts);

// -- the ruler of a pool, and its stage --
const rulerOf = (pool, mean, variance, {eps = 0, ...more} = {}) => {
    const step = Math.sqrt(variance + eps), low = Math.min(...pool), high = Math.max(...pool), epsShare = eps ? 1 - Math.sqrt(variance) / step : 0;
    return {mean, step, left: Math.min(Math.floor((low - mean) / step + 1e-9), more.rule === 'rms' ? 0 : -1), right: Math.max(Math.ceil((high - mean) / step - 1e-9), 1),
        tone: 'column', name: '', gamma: 1, beta: 0, rule: '', zero: 'mean', unit: epsShare > EPS_SEEN ? '√(σ² + ε)' : 'σ', epsShare, ...more};
};
const endsOf = ({mean, step, left, right}) => [mean + step * left, mean + step * right];
const isAffine = ({gamma, beta}) => gamma !== 1 || beta !== 0;
const statistic = (name, lights) => lights ? {'data-key': `${name} ${lights}/line`, 'data-lights': lights.split(' ').at(-1)} : {};

const heightsOf = (values, at, real, outside, picked) => {  // number of a value → how high its dot lies, and how far beside
    const chosen = values.length <= MOST_DOTS ? [...values.keys()] : picked === undefined ? [] : [picked], heights = new Map();
    const pads = chosen.filter(i => !real[i] && i !== picked), columns = Math.min(PADS_WIDE, Math.ceil(pads.length * PAD_ROOM / PADS_ROOM)), px = Math.min(PAD_ROOM, PADS_ROOM * columns / pads.length);
    pads.forEach((i, n) => heights.set(i, [px * Math.floor(n / columns) + (outside[i] ? LIFT : 0), PAD_ROOM * (n % columns - (columns - 1) / 2)]));
    const others = chosen.filter(i => !heights.has(i)).sort((i, j) => (j === picked) - (i === picked));
    const places = new Map(), piles = {}, below = {};
    for (const i of others) places.set(i, [...places.values()].find(one => Math.abs(one - at(values[i])) < COVERS) ?? at(values[i]));
    for (const place of places.values()) piles[place] = (piles[place] ?? 0) + 1;
    for (const i of others) {
        const place = places.get(i), high = piles[place];
        heights.set(i, [(high <= HIGHEST ? DOT : DOT * HIGHEST / high) * (below[place] ??= 0), 0]);
        below[place]++;
    }
    return heights;
};
const barsOf = (values, at, real, outside, known, top) => {  // many values: a bar for each place of the line
    const places = {}, there = [...values.keys()].filter(i => !outside[i] && !known.has(i));
    for (const i of there) ((places[toEven(at(values[i]))] ??= [[], []])[real[i] ? 0 : 1]).push(values[i]);
    const most = Math.max(...Object.values(places).map(([real, pads]) => real.length + pads.length));
    return Object.keys(places).map(Number).sort((a, b) => a - b).flatMap(place => {
        let foot = top;
        return places[place].map((numbers, k) => {
            if (!numbers.length) return null;
            const high = Math.max(2, DOT * HIGHEST * numbers.length / most), {mean} = normalized(numbers);
            foot -= high;
            return [tag('rect', {x: `${(at(mean) - .35).toFixed(2)}%`, width: '0.7%', y: foot.toFixed(1), height: high.toFixed(1), class: k ? 'nv-pad-dot' : 'nv-dot',
                'data-x': mean, 'data-count': numbers.length}), top - foot];
        }).filter(Boolean);
    });
};
const LAYS = 'Lay your guess: drag the ruler, or use arrow keys';
const handle = (look, label, stands, key, at, y) => tag('span', {class: `nv-take ${look}`, role: 'slider', tabindex: 0, 'aria-label': label, ...stands,
    'data-key': key, style: `left:${at}%;top:${Number(y.toFixed(1))}px`});
const rulerMarks = (one, y, number, isNamed, x) => {
    const keyed = name => statistic(name, one.lights), line = (look, more) => tag('line', {class: look, ...more}), names = [], foot = y + BAND + SECOND * isAffine(one);
    if (isNamed && one.zero) names.push(tag('text', {y: foot + WORDS_LOW, 'text-anchor': 'middle'}, one.zero, ' ', tag('tspan', {}, ' ')));
    if (isNamed && one.unit) names.push(tag('text', {y: foot + WORDS_LOW, dx: one.zero ? 0 : NO_WORDS},
        tag('tspan', {class: 'nv-aside'}, 'one step = '), one.unit, ' = ', tag('tspan', {}, ' ')));
    const bracket = BRACKET.slice(0, one.unit ? 3 : 1).map(([a, b]) => tag('line', {y1: foot + a, y2: foot + b}));
    const window = {class: 'nv-window', width: '100%', height: '100%'}, wedge = one.zero ? tag('svg', {y: foot, overflow: 'visible', width: 1, height: 1}, tag('path', {d: TRIANGLE, class: 'nv-wedge'})) : null;
    return tag('g', {'data-ruler': number, 'data-mean': one.mean, 'data-step': one.step, 'data-reach': `${one.left} ${one.right}`, 'data-top': y, 'data-rule': one.rule || null,
        'data-eps': one.epsShare > EPS_SEEN ? one.epsShare : null,
        'data-affine': isAffine(one) ? `${one.gamma} ${one.beta}` : null, 'data-reading': x === undefined ? null : readingOn({...one, x}), class: classes('nv-ruler', `nv-tone-${one.tone}`)},
    tag('svg', window, tag('rect', {...keyed('σ'), y, height: BAND, rx: ROUNDED, class: 'nv-ruler-band'}),
        one.epsShare > EPS_SEEN ? line('nv-ruler-eps', {y1: y + BAND / 2, y2: y + BAND / 2}) : null, x !== undefined ? line('nv-ruler-away', {y1: y - AWAY / 2, y2: y - AWAY / 2}) : null),
    stretched(tag('path', {class: 'nv-ruler-marks'}), y, BAND, {overflow: 'visible'}),
    line('nv-ruler-zero', {...keyed('μ'), y1: x === undefined ? y : y - AWAY, y2: y + ZERO}),
    isNamed ? tag('g', {'data-names': foot, class: 'nv-ruler-names'}, tag('svg', window, bracket, wedge), names) : null);
};
const readingMarks = (one, x, y, number, small) => {
    const value = readingOn({...one, x}), read = fixed(value), legible = one.step >= LEAST_STEP && Math.max(Math.abs(x), Math.abs(one.mean), one.step) < MOST_READ, hasNote = !small;
    return tag('p', {style: `top:${y}px`, class: `nv-tone-${isAffine(one) ? 'affine' : one.tone}`, 'aria-hidden': 'true'},
        tag('b', {title: precise(value), class: classes('nv-reading', read.length > LONG_READING && 'nv-long'), 'data-reads': number}, read),
        hasNote && !one.name && (isAffine(one) || legible) ? tag('span', {'data-counts': true, class: 'nv-note'}, counted({...one, x, rms: Number(one.rule === 'rms')})) : null,
        hasNote && one.name ? tag('span', {class: 'nv-note'}, one.name) : null);
};
const stage = ({values, rulers, axis, label, real = values.map(() => true), outside = values.map(() => false), picked, pickedName = '', keys,
    room = 0, least = 1, small = false, hand = false, pull, second = false}) => {
    const at = placeOn(axis), x = values[picked], hasX = picked !== undefined, heights = heightsOf(values, at, real, outside, picked);
    const isMany = heights.size < values.length, piles = isMany ? DOT * HIGHEST : Math.max(0, ...[...heights.values()].map(([up]) => up));
    // Where the followed dot is dragged below the highest pile, the line stays.
    const isFree = i => !hasX || Math.abs(at(values[i]) - at(x)) >= COVERS;
    const joined = hand && !isMany ? [...heights].filter(([i]) => real[i]).map(([i, [up]]) => up + DOT * isFree(i)) : [];
    const top = ABOVE + Math.max(piles, room, ...joined) + SEAT, line = top + LINE_LOW, key = hasX ? keys(picked) : rulers[0]?.lights ?? '';
    const dotOf = i => {
        const [up, shift] = heights.get(i), look = i === picked ? 'nv-picked' : real[i] ? 'nv-dot' : 'nv-pad-dot';
        return tag('circle', {'data-key': `${keys(i)}/dot`, cx: `${at(values[i])}%`, cy: Number((line - SEAT - up).toFixed(1)), r: i === picked ? PICKED : real[i] ? REAL : PAD_SIZE,
            class: look, transform: shift ? `translate(${shift})` : null, [outside[i] ? 'data-out' : 'data-x']: values[i], 'data-pad': !real[i]});
    };
    const bars = isMany ? barsOf(values, at, real, outside, heights, top) : [], cuts = [], drawn = [], readings = [];
    const isNamed = !small && rulers.length <= 2;
    let y = line + LINE_LABELS + BELOW_LABELS;
    rulers.forEach((one, number) => {
        drawn.push(rulerMarks(one, y, number, isNamed, x));
        if (hasX) readings.push(readingMarks(one, x, y, number, small));
        const reads = y + BAND / 2;
        y += BAND + SECOND * isAffine(one) + NAMED * isNamed + GAP;
        cuts.push([reads, y - GAP / 2]);
    });
    const spare = SECOND * second;
    if (rulers.length) y += Math.max(0, least - rulers.length) * (BAND + spare + NAMED * isNamed + GAP) + spare * rulers.filter(one => !isAffine(one)).length;
    const bottom = cuts.pop()?.[0] ?? line + LINE_LABELS, up = hasX ? heights.get(picked)[0] : 0, plumb = [], over = [], isOn = i => i === picked || Math.abs(at(values[i]) - at(x)) < Math.max(COVERS, real[i] && reachOf(pickedName, true));
    const nameY = line - Math.max(0, ...[...heights].map(([i, [up]]) => isOn(i) ? up : 0)) - OVER;
    const pads = [...real.keys()].filter(i => !real[i]), padAt = pads.length ? at(values[pads[0]]) : 0;
    if (hasX) {
        const where = at(x), from = line - up, dashes = [], half = reachOf(pickedName, true);
        let here = from;
        for (const [begin, end] of cuts) { dashes.push(begin - here, end - begin); here = end; }
        plumb.push(tag('line', {'data-key': `plumb ${key}`, x1: `${where}%`, x2: `${where}%`, y1: from, y2: bottom, class: 'nv-plumb',
            'stroke-dasharray': dashes.length ? [...dashes, bottom - here, 0].join(' ') : null}));
        const shown = pads.filter(i => heights.has(i) && i !== picked), away = shown.length > 2 ? where >= padAt ? 1 : -1 : 0;
        const name = (place, more) => tag('text', {'data-key': `plumb ${key}/name`, x: `${place}%`, y: nameY, ...more, class: 'nv-strong nv-halo'}, pickedName);
        over.push(away && Math.abs(where - padAt) < BESIDE_PADS[0] * half && where + BESIDE_PADS[1] * half * away >= 0 && where + BESIDE_PADS[1] * half * away <= 100 ? name(where, {'text-anchor': away > 0 ? 'start' : 'end', dx: ASIDE * away})
            : pickedName.length < LONG_NAME || where >= MIDDLE[0] && where <= MIDDLE[1] ? name(heldIn(where, half), {'text-anchor': 'middle'})
            : name(where > MIDDLE[1] ? Math.min(where + INWARDS, 100) : Math.max(where - INWARDS, 0), {'text-anchor': where > MIDDLE[1] ? 'end' : 'start'}), dotOf(picked));
    }
    let count = null;
    const grips = [];
    if (pads.length) {
        const words = `${pads.length} pad${pads.length > 1 ? 's' : ''}`.replace(/^1 pad$/, 'pad'), held = within(padAt, NAME_ENDS[0], NAME_ENDS[1]);
        const high = heights.has(pads[0]) ? Math.max(...[...heights].map(([i, [up]]) => real[i] && Math.abs(at(values[i]) - padAt) >= reachOf(words) ? 0 : up)) : DOT * HIGHEST, own = Number((top - high - COUNT).toFixed(1));
        const isClose = hasX && Math.abs(held - at(x)) < reachOf(words) + reachOf(pickedName, true) && Math.abs(own - nameY) < NAME_LINE, padY = isClose ? nameY - NAME_LINE : own;
        count = tag('text', {'data-key': 'pads/count', x: `${held}%`, y: padY, 'text-anchor': 'middle', class: 'nv-pad-words nv-halo'}, words);
        if (pull) grips.push(handle('nv-pull', 'The pile of pads: arrow keys', {'aria-valuenow': pads.length, 'aria-valuetext': `${pads.length} pads`, 'data-drags': pull,
            'data-taken': held > TAKES ? pads.length > 999 ? 'right far' : 'right' : null}, 'pads/pull', held, padY - PULL_OVER));
    }
    if (hand && hasX && real[picked] && !small) {
        grips.push(handle('nv-grip', `${pickedName}: arrow keys move it`, {'aria-valuenow': Number(x.toPrecision(6)), 'aria-valuetext': `${plain(x, 6)}, at ${fixed(readingOn({...rulers[0], x}))} on the ruler`}, 'grip', at(x), line - SEAT - up));
    }
    const band = line + LINE_LABELS + BELOW_LABELS + BAND / 2, notLaid = {title: LAYS, 'aria-valuenow': 0, 'aria-valuetext': 'not laid'};
    if (hand && hasX && rulers.length && !small) grips.push(handle('nv-lay', LAYS, notLaid, 'lay', at(rulers[0].mean), band));
    const ticks = ticksOf(axis, TICKS[0]).map(tick => [at(tick), plain(tick)]), numbers = ticks.filter(([at, text]) => reachOf(text) < at + .5 && at - .5 < 100 - reachOf(text));
    const dataLine = tag('svg', {y: line, class: 'nv-data-line'}, stretched(tag('path', {d: `M0,0h100${ticks.map(([at]) => `M${at},0v100`).join('')}`, class: 'nv-axis'}), 0, TICK, {overflow: 'visible'}),
        numbers.map(([at, text]) => tag('text', {x: `${at}%`, y: TICK_LOW, 'text-anchor': 'middle', 'data-near': Number(reachOf(text).toFixed(2)), class: 'nv-soft'}, text)));
    const dots = [...heights.keys()].filter(i => i !== picked).map(dotOf);
    return tag('div', {class: classes('nv-stage', small && 'nv-small'), 'data-stage': 'live', 'data-hand': hand},
        tag('div', {class: 'nv-ruled'}, chart(label, [plumb, dataLine, drawn, dots, bars.map(([mark]) => mark), count, over], y - GAP + END, {'data-axis': `${axis.low} ${axis.high}`}), grips),
        readings.length ? tag('div', {class: 'nv-readings'}, readings) : null);
};

// -- curves over a control --
const curves = ({x, series, label, xName, now, dots = [], height = HEIGHT, yScale, xScale = around(x, CURVED), key, notes = [], threads}) => {
    const plot = height - BELOW_PLOT, across = placeOn(xScale), up = placeOn(yScale), down = y => Number((plot * (1 - up(y) / 100)).toFixed(1));
    let lines = ticksOf(yScale, TICKS[1]).map(tick => [down(tick), tick]);
    if (lines.length > 1 && lines.at(-1)[0] <= UNDER_TITLE && lines.at(-2)[0] - lines.at(-1)[0] < CLOSE) lines = lines.slice(0, -1);
    const words = (text, x, y, more) => tag('text', {x, y, class: 'nv-soft', ...more}, text);
    const frame = [stretched(tag('path', {d: lines.map(([, tick]) => `M0,${100 - up(tick)}h100`).join(''), class: 'nv-grid'}), 0, plot),
        lines.map(([y, tick]) => words(plain(tick), 0, Number((y > UNDER_TITLE ? y - ON_TICK : y + UNDER_TICK).toFixed(1)))),
        ticksOf(xScale, TICKS[0]).filter(tick => x[0] <= tick && tick <= x.at(-1)).map(tick => wordsAt(across(tick), plot + TICK_LOW, plain(tick), 'nv-soft')),
        tag('line', {x1: '0%', x2: '100%', y1: plot, y2: plot, class: 'nv-axis'}), words(xName, '50%', plot + BELOW_PLOT - 3, {'text-anchor': 'middle'}),
        threads ?? tag('line', {'data-key': `${key}.now`, x1: `${across(now)}%`, x2: `${across(now)}%`, y1: NOW_TOP, y2: plot, class: 'nv-now'})];
    const drawn = series.map(({values, tone, line}, i) => tag('polyline', {'data-key': `${key}.${i}`, class: `nv-line${line ? ` nv-${line}` : ''} nv-tone-${tone}`,
        points: x.map((at, k) => [at, values[k]]).filter(([, y]) => isFinite(y)).map(([a, y]) => `${across(a)},${Number((100 - up(y)).toFixed(2))}`).join(' ')}));
    const spots = [...new Set(dots.map(([, , tone]) => tone))].map(tone => {
        const path = dots.filter(one => one[2] === tone).map(([a, y]) => `M${across(a)},${Number((100 - up(y)).toFixed(2))}h.001`).join('');
        return tag('path', {'data-key': `${key}.${tone}`, d: path, class: `nv-spots nv-tone-${tone}`});
    });
    const marks = series.map(({values, tone}, i) => {
        const here = interpolated(now, x, values);
        return isFinite(here) ? tag('circle', {'data-key': `${key}.${i}.mark`, cx: `${across(now)}%`, cy: down(here), r: MARK, class: `nv-mark nv-tone-${tone}`}) : null;
    });
    const ends = series.flatMap(({name, values}, i) => {
        const last = values.findLastIndex(isFinite);
        if (!name || last < 0) return [];
        const at = across(x[last]), y = down(values[last]), before = at - 2 * reachOf(name, true);
        const begin = values[x.findIndex((one, k) => isFinite(values[k]) && across(one) >= before)], falls = y - down(begin) > -HIGH_NAME && y + LOW_NAME < plot;
        return [[y + (falls && at >= EARLY ? LOW_NAME : HIGH_NAME), at, name, i]];
    }).sort(([a], [b]) => a - b);
    let lowest = -Infinity;
    const names = ends.map(([y, at, name, i]) => {
        lowest = Math.max(y, lowest + NAME_APART, NAME_TOP);
        return tag('text', {'data-key': `${key}.${i}.name`, y: Number(lowest.toFixed(1)), ...at < EARLY ? {x: `${at}%`, dx: NAME_BESIDE} : {x: '100%', 'text-anchor': 'end'}, class: 'nv-strong nv-halo'}, name);
    });
    const digits = number => String(Number(number.toPrecision(7)));
    const beside = notes.map(({x, y, text, anchor = 'start', dx = 6, line}, i) => [line ? tag('line', {'data-key': `${key}.note${i}`, x1: `${across(x)}%`, x2: `${across(x)}%`, y1: NOW_TOP, y2: plot, class: 'nv-note-line'}) : null,
        tag('text', {'data-key': `${key}.note${i}.words`, x: `${across(x)}%`, dx, y: down(y), 'text-anchor': anchor, class: 'nv-strong nv-halo'}, text)]);
    return chart(label, [frame, stretched([drawn, spots], 0, plot), marks, names, beside], height, {'data-scale': [xScale.low, xScale.high, yScale.low, yScale.high].map(digits).join(' ')});
};
const interpolated = (at, x, y) => {
    at = within(at, x[0], x.at(-1));
    const here = x.indexOf(at), k = within(x.findIndex(one => one >= at), 1, x.length - 1);
    return here >= 0 ? y[here] : y[k - 1] + (y[k] - y[k - 1]) * (at - x[k - 1]) / (x[k] - x[k - 1]);
};

// -- tables --
const toEven = x => Math.abs(x % 1) === .5 ? 2 * Math.round(x / 2) : Math.round(x);
const heatClass = heat => heat ? `nv-h${Math.abs(heat)}${heat < 0 ? ' nv-below' : ''}` : null;
const heatOf = (value, most) => heatClass(toEven(HEAT * value / (most || 1)));
const scrolledTable = (caption, head, body, look, foot, more, aside) => tag('div', {class: 'nv-scroll', tabindex: 0, role: 'group', 'aria-label': caption},
    tag('table', {class: look, ...more}, tag('caption', {}, caption, aside), tag('thead', {}, head), tag('tbody', {}, body), foot));
const visibleRows = (mask, keep, padsInARow = PADS_IN_A_ROW, most = MOST_ROWS) => {
    const plan = [];
    for (let start = 0, end; start < mask.length; start = end) {
        for (end = start + 1; end < mask.length && mask[end] === mask[start]; end++);
        const long = !mask[start] && end - start > padsInARow, shown = long ? padsInARow - 1 : Math.min(end - start, most + 1);
        for (let k = start; k < start + shown; k++) plan.push(k);
        if (long) plan.push({start: start + shown, count: end - start - shown, pads: true});
        if (plan.length > most) break;
    }
    if (plan.length <= most) return plan;
    const head = plan.slice(0, most - 4), last = head.at(-1), after = last.start === undefined ? last + 1 : last.start + last.count;
    if (keep === undefined || keep < after) return [...head, {start: after, count: mask.length - after}];
    return [...head, {start: after, count: keep - after}, keep, {start: keep + 1, count: mask.length - keep - 1}].filter(one => one.count !== 0);
};
const firstRows = (count, most, keep = 0) => Array.from({length: Math.min(count, most)}, (_, i) => i === most - 1 ? Math.max(i, keep) : i);
const headOf = names => tag('tr', {}, tag('td'), names.map(name => tag('th', {scope: 'col'}, name)));
const visibleColumns = (count, keep, most = MOST_COLUMNS) => {
    const first = Math.max(0, Math.min(keep - (most >> 1), count - most));
    return Array.from({length: Math.min(count, first + most) - first}, (_, k) => first + k);
};
const cut = (shown, count) => shown.length === count ? '' : `, columns ${shown[0] + 1} to ${shown.at(-1) + 1} of ${count}`;
const table = ({values, rows, columns, mask = rows.map(() => true), hasMask = false, caption, tone, pool, selected: [row, column] = [], outside = rows.map(() => false), statistics = [],
    write, begins = [], padsInARow, heading, output, dataRow = () => null, first = 0, key, named = String}) => {
    const writes = write ?? (one => fixed(one, 4)), plan = visibleRows(mask, row, padsInARow), drawn = plan.filter(one => one.start === undefined), width = columns.length, beside = pool === 'row' ? statistics : [];
    const mostOf = of => Math.max(0, ...drawn.flatMap(r => of[r].map(Math.abs))), most = mostOf(values), mostOut = output && mostOf(output.values);
    const inPool = plan.map(one => !outside[one.start ?? one]);
    const outline = (i, k) => pool === 'row' && plan[i] === row ? `nv-across${k ? '' : ' nv-across-start'}${k === width - 1 ? ' nv-across-end' : ''}`
        : pool === 'column' && k === column && inPool[i] ? `nv-in${inPool[i - 1] ? '' : ' nv-in-start'}${inPool[i + 1] ? '' : ' nv-in-end'}` : null;
    const onAPhone = k => column === undefined ? null : k === column ? 'nv-outcome' : 'nv-elsewhere';
    const made = (pool, name) => key ? {'data-key': `${name.split(' ')[0]} ${pool}`, 'data-lights': pool} : {};
    const body = plan.map((one, i) => {
        const begin = begins.includes(one.start ?? one) && 'nv-begin';
        if (one.start !== undefined) {
            const line = outline(i, column), text = one.pads ? `${one.count} × ‹pad›` : `… ${one.count} more row${one.count === 1 ? '' : 's'}`, all = 1 + width * (output ? 2 : 1) + beside.length;
            return tag('tr', {'data-key': key && `${key}…${named(one.start)}`, class: classes(begin, 'nv-more', one.pads && 'nv-pad')},
                tag('th', {scope: 'row', colspan: line ? 1 + column : all}, text), line ? [tag('td', {class: line}), tag('td', {colspan: all - column - 2})] : null);
        }
        const at = k => `${named(one)},${first + k}`, isHere = k => one === row && k === column;
        return tag('tr', {class: classes(begin, !mask[one] && 'nv-pad'), 'data-row': dataRow(one), 'data-key': key && `${key}:${named(one)}`},
            tag('th', {scope: 'row', title: [...rows[one]].length > PLACE ? rows[one] : null}, rows[one]),
            values[one].map((value, k) => tag('td', {'data-key': key && `${key}:${at(k)}`, class: classes(heatOf(value, most), outline(i, k), isHere(k) && 'nv-cell')}, writes(value))),
            beside.map(([name, numbers], k) => tag('td', {...made(`${key}:${named(one)},*`, name), class: k ? 'nv-stat' : 'nv-stat nv-first'}, fixed(numbers[one], 4))),
            output?.values[one].map((value, k) => tag('td', {'data-key': `y:${at(k)}`, class: classes(heatOf(value, mostOut), 'nv-y', output.turned && 'nv-turned', k === 0 && 'nv-output', onAPhone(k), isHere(k) && 'nv-cell')}, fixed(value, 4))));
    });
    const name = (one, look) => tag('th', {scope: 'col', title: [...one].length > LONGEST ? one : null, class: look}, one), names = columns.map(one => name(one));
    const head = !output ? tag('tr', {}, tag('td'), names, beside.map(([one]) => tag('th', {scope: 'col'}, one)))
        : [tag('tr', {}, tag('td', {rowspan: 2}), tag('th', {scope: 'colgroup', colspan: width}, heading), beside.map(([one]) => tag('th', {scope: 'col', rowspan: 2}, one)),
            tag('th', {scope: 'colgroup', colspan: width, class: 'nv-output'}, output.heading)), tag('tr', {}, names, columns.map((one, k) => name(one, onAPhone(k))))];
    const foot = pool === 'column' && statistics.length ? tag('tfoot', {}, statistics.map(([name, numbers]) => tag('tr', {}, tag('th', {scope: 'row'}, name),
        numbers.map((one, k) => tag('td', made(`${key}:*,${first + k}`, name), fixed(one, 4)))))) : null;
    const look = classes(`nv-table nv-heat-${tone} nv-tone-${tone}`, !write && 'nv-fixed', output && 'nv-outputs', output && hasMask && 'nv-folds', output && column !== undefined && 'nv-follows-output',
        !key && Math.max(...rows.map(one => one.length)) > PLACE && rows.every(one => one.length <= WHOLE) && 'nv-wide-names');
    return scrolledTable(caption, head, body, look, foot, {'data-first': first || null});
};

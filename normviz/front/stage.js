// A chapter's stage: one picture that goes from step to step, block, dots and ruler. Each place of it is drawn from how far
// each number belongs to the pool, 0 to 1; so each frame is the ruler of a weighted pool, forwards and backwards.
const STAGE_WIDE = 560, STAGE_HIGH = 414, BETWEEN = 1.6, KEPT = 90, SLIM = 480, GLIDE = 1500, TURNS = 900, EASES = 250, NEAR = 17, RESTS = .3, INSET = 48;
// px, from which on all is drawn larger; tiles between two sheets; px that a stored ruler takes; up to which two rulers have
// less room, px; ms to the next step, to what a reader chooses, to a last step that is used; px around what can be taken;
// the part of the way on which a step still stands; px from the ends of the line, for what is moved
// Marks that stay are only moved: to draw all anew would take several times as long.
const paint = (svg, marks) => marks.forEach(([name, attributes, text], i) => {
    const node = svg.children[i] ?? svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', name));
    for (const key in attributes) attributes[key] == null ? node.removeAttribute(key) : renew(node, {[key]: typeof attributes[key] === 'number' && key !== 'data-x' && key !== 'data-weight' ? Number(attributes[key].toFixed(2)) : attributes[key]});
    if (text !== undefined) rewrite(node, text);
});
const storyOf = ({tokens, heads: named, real, eps, asked, answer, names, values, steps, own: [chosen, norms], ties}) => {
    const [sheets, rows, last] = [tokens.length, tokens[0].length, steps.length - 1], columns = named.length;
    const tiles = values[0].map((_, i) => ({b: Math.floor(i / columns / rows), t: Math.floor(i / columns) % rows, k: i % columns})).map(one => ({...one, name: tokens[one.b][one.t], isPad: !real[one.b][one.t]}));
    const clip = x => Math.max(0, Math.min(1, x)), ease = t => t * t * (3 - 2 * t), blend = (a, b, t) => a.map((one, i) => one + (b[i] - one) * t);
    const pooled = (values, weights, rms = 0) => weighed(new Map(values.map((x, i) => [i, {x, weight: Number(weights[i])}])), rms);
    // A standardized number follows from all of its column; none of n such numbers lies further out than √(n − 1).
    const beside = (i, isIn = true) => tiles.map((one, j) => one.k === tiles[i].k && (isIn || i !== j)), most = .97 * Math.sqrt(rows - 1);
    const valuesOf = ({hats}, raw) => hats ? raw.map((x, i) => readingOn({...pooled(raw, beside(i)), gamma: 1, beta: 0, x})) : raw;
    const rawAt = ({raw, hats}, i, to, others = pooled(raw, beside(i, false)), z = within(to, -most, most)) =>
        hats ? others.mean + others.step * z / Math.sqrt((rows - 1 - z * z) / rows) : to;
    // In evaluation it is the stored ruler, and on the way to it one between both, in mean and in variance.
    const rulerBy = ({weights, values, rms, held, keptMean, keptVar}, {mean, step} = pooled(values, weights, rms)) =>
        ({mean: mean * (1 - held) + keptMean * held, ...stepOf(step ** 2 * (1 - held) + keptVar * held)});
    const stepOf = variance => ({step: Math.sqrt(variance + eps), epsShare: 1 - Math.sqrt(variance / (variance + eps))});
    const placed = ([weights, ...numbers], raw) => {
        const one = Object.fromEntries(numbers.map((number, i) => [names[i], number])), {b, t, k} = tiles[one.followed];
        return {...one, b, x: b * (columns + BETWEEN) + k, y: t, weights: [...weights].map(one => Number(one === '1')), seen: [...weights].map(one => Number(one !== '2')), raw, values: valuesOf(one, raw)};
    };
    const all = steps.map((one, i) => placed(one, values[i])), hasStored = all.some(one => one.kept), hasAffine = all.some(one => one.affine);
    const tall = 164 + 18 * Math.max(...all.map(one => one.affine)) + (KEPT + 34) * hasStored;  // px from the line to the reading's foot
    const far = [...tiles.keys()].filter(i => all.some(one => one.away && one.weights[i])), mostOf = values => named.map((_, k) => Math.max(...tiles.map((one, i) => one.k === k && Math.abs(values[i])))), first = mostOf(values[0]);
    let turned = {from: all[last], t: 1}, picked = all[last].followed, shown;  // the last step is the reader's: it turns to what was chosen
    // A step with another number in one place, and its ruler.
    const withNumber = (one, tile, x) => {
        const raw = Object.assign([...one.raw], {[tile]: x}, ties.length && {[tile ^ 1]: Number((x * ties[tile % 2]).toPrecision(12))});
        const values = valuesOf(one, raw), s = {...one, raw, values, value: values[one.followed]}, {mean, step} = rulerBy(s);
        const pool = values.filter((_, i) => s.weights[i]), {left, right} = s.held ? s : rulerOf(pool, mean, step ** 2, {rule: s.rms && 'rms'});
        const isWhole = s.low <= Math.min(...pool) && Math.max(...pool) <= s.high, ends = isWhole ? [] : endsOf({mean, step: 1.1 * step, left, right});
        return {...s, left, right, low: Math.min(s.low, ...ends), high: Math.max(s.high, ...ends)};
    };
    const stateAt = at => {
        const i = Math.min(Math.floor(at) - 1, last - 1), [a, b, t] = at > last && turned.t < 1 ? [turned.from, all[last], turned.t] : [all[i], all[i + 1], at - 1 - i];
        const {weights, seen, values, raw, ...numbers} = b, s = {...mix(a, numbers, t), weights: blend(a.weights, weights, t), seen: blend(a.seen, seen, t), values: blend(a.values, values, t), raw: (t < .5 ? a : b).raw, followed: (t < .5 ? a : b).followed, ways: [[a, 1 - t], [b, t]]};
        const ruler = rulerBy(s), open = isSwap(a, b) ? Math.abs(2 * t - 1) : 1;
        return {...s, ...ruler, open, told: {...ruler, x: s.value}, ...open < 1 && nearer(s, t < .5 ? a : b, open)};
    };
    // Two columns have no mean together: the ruler of the one goes with its dots, then that of the other comes.
    const isSwap = (a, b) => tiles[a.followed].k !== tiles[b.followed].k && a.weights.every((one, i) => !one || !b.weights[i]);
    const nearer = (s, {weights, value, left, right, low, high}, open) =>
        ({value, left, right, low, high, ...rulerBy({...s, weights}), weights: weights.map(one => one * open)});
    // Another norm, another number to follow, or one in the place of the followed number.
    const choose = (at, norm = chosen, tile = picked, x, isFresh = false) => {
        turned = {from: stateAt(at), t: 0};
        const [own, cells] = norms[norm], raw = own.map((x, i) => isFresh || x !== norms[chosen][0][i] ? x : all[last].raw[i]);
        [chosen, picked] = [norm, tile];
        all[last] = withNumber(cells[tile].length ? placed(cells[tile], raw) : {...all[last], raw, hats: 0}, tile, x ?? raw[tile]);
    };
    const isMoved = () => `${all[last].raw}` !== `${norms[chosen][0]}`;
    const says = at => {
        if (at > last && norms[chosen]?.[1][picked].length === 0) return `${chosen} leaves this number out: a pad comes out as 0.`;
        const s = stateAt(at), {b, t, k} = tiles[s.followed], pool = tiles.filter((_, i) => s.weights[i] > .5), pads = pool.filter(one => one.isPad).length;
        const count = sheets === 1 ? `${tokens[b][t]}, ${named[k]}` : `${pool.length} number${pool.length > 1 ? 's' : ''}${pads ? `, ${pads} of them pads` : ''}`;
        const isOld = (s.kept || s.held) && isMoved(), more = isOld ? ' The stored ruler is older than your change.' : hasAffine && !s.affine && !chosen.includes('γ') ? ' Here γ = 1 and β = 0.' : '';
        return `${at > last ? `${chosen}: ` : ''}${count}. ${s.rms ? 'One' : `${s.held ? 'Stored mean' : 'Mean'} ${fixed(s.mean)}, one`} step ${brief(s.step)}: ${plain(s.raw[s.followed])} ${s.affine ? 'comes out as' : 'is at'} ${fixed(readingOn({...s, x: s.value}))}.${at > last ? more : ''}`;
    };
    const draw = (svg, at, width, height, {guess = null, start = 0} = {}) => {
        // The stored ruler comes out of the other one, and the reading goes down before it.
        const s = shown = stateAt(at), toRest = at > last && turned.t < 1 ? 1 - turned.t : Math.abs(at - Math.round(at)), atRest = clip(1 - 12 * toRest), low = s.kept, grey = clip(2 * s.kept - 1), axis = {low: s.low, high: s.high}, zoom = Math.max(1, Math.min(width / STAGE_WIDE, height / (STAGE_HIGH + KEPT * hasStored))), [w, h] = [width / zoom, height / zoom], gap = Math.max(62, Math.min(105, h * .19) - tall + 164), isSlim = hasStored && w < SLIM, [apart, read, foot] = isSlim ? [74, 126, tall - 32] : [KEPT, 141, tall], own = Math.min(sheets > 1 ? 40 : 52, (h - gap - 26 - foot) / rows, w / (sheets * (columns + BETWEEN) + .4)), me = tiles[s.followed];
        const high = Math.max(26, (h - rows * own - gap - foot) / 2), line = high + rows * own + gap, c = own + (1 - s.fall) * (Math.min(1.9 * own, (h - 70) / rows, w / (sheets * (columns + BETWEEN) + .4)) - own), top = high * s.fall + (1 - s.fall) * ((h - rows * c) / 5 + 18), left = (w - (sheets * (columns + BETWEEN) - BETWEEN) * c) / 2 + 22, u = w / (axis.high - axis.low), most = mostOf(s.values).map((x, k) => Math.min(x, first[k]));
        const across = ({b, k}) => left + (b * (columns + BETWEEN) + k + .5) * c, down = ({t}) => top + (t + .5) * c, X = x => (x - axis.low) * u, words = (x, y, look, text, opacity = 1) => ['text', {x, y, class: look, opacity, display: opacity ? null : 'none'}, text];
        const tile = (one, look, more) => ['rect', {class: look, x: across(one) - c * .45, y: down(one) - c * .45, width: c * .9, height: c * .9, rx: 5, ...more}], isPicked = i => i === s.followed, inRow = one => one.t === me.t && one.b === me.b;
        // Where squares need more room below the line, it moves up; the block fades if only a part of it would be seen.
        const need = 12 + line - h + u * Math.max(...tiles.map((_, i) => s.weights[i] && Math.abs(s.values[i] - s.mean))), isCut = need > high - 26, pan = s.squared * Math.max(0, isCut ? line - 62 : need), whole = (1 - isCut * clip(4 * s.squared)) * clip(c - 13);
        // On a wedge that does not stand at the mean, the plank tips.
        const tip = s.plank * Math.tan(Math.max(-.1, Math.min(.1, (s.mean - s.wedge) / (axis.high - axis.low)))), sunk = x => line + (x - X(s.wedge)) * tip;
        const block = tiles.flatMap((one, i) => {
            const full = plain(s.values[i], c < 30 ? 1 : 2), short = full.length * 6.4 > c ? plain(s.values[i], 1) : full;
            const seen = Math.max(s.weights[i] * (1 - s.alone), 1 - s.slab, s.alone * inRow(one)), x = s.values[i], there = s.seen[i] * whole;
            return [tile(one, one.isPad ? 'tile pad' : x < 0 ? 'tile below' : 'tile', {style: `--h:${(Math.min(1, Math.abs(x) / most[one.k]) * (25 + 35 * seen)).toFixed(1)}%`, 'stroke-opacity': .25 + .75 * seen, opacity: there, display: there ? null : 'none', 'data-tile': i}),
                words(across(one), down(one) + 4.5, `${isPicked(i) ? 'nv-strong' : ''}${c < 34 || short.length > 4 ? ' tight' : ''}`, short, there * (.78 + .22 * seen) * (s.ways.every(([way, share]) => !share || way.values[i] === x) || atRest)), ...one.k ? [] : [words(across(one) - c / 2 - 7, down(one) + 4.5, `end ${c < 34 ? 'tight ' : ''}${one.isPad ? 'nv-pad-words' : inRow(one) ? 'nv-strong' : 'nv-soft'}`, one.name, there)]];
        });
        const heads = [...Array(sheets * columns).keys()].map(i => words(across({b: Math.floor(i / columns), k: i % columns}), top - 6, 'nv-soft', named[i % columns], whole * s.seen[Math.floor(i / columns) * rows * columns]));
        const slab = ({x, y, from, to, up = 0, down = 0}, open, turn, seen) => ['rect', {class: 'slab', x: -(from * open + .5) * c, y: -(up * open + .5) * c, width: ((from + to) * open + 1) * c, height: ((up + down) * open + 1) * c, rx: 7, opacity: seen * whole, transform: `translate(${left + (x + .5) * c} ${top + (y + .5) * c}) rotate(${turn})`}];
        // It turns or slides within its sheet; on the way to another one it closes where it was, and opens there.
        const inSheet = b => tiles.reduce((sum, one, i) => sum + (one.b === b && b !== me.b) * s.weights[i], 0), near = s.b % 1 ? s.ways.find(([, share]) => share >= .5) : [s, 1], open = 2 * near[1] - 1, [one] = near;
        const slabs = [slab(one, open, one.turn, s.slab * (1 - s.alone) * clip(2 * open)), ...Array.from({length: sheets}, (_, b) => slab({x: s.x + (b - s.b) * (columns + BETWEEN), y: 0, from: 0, to: Math.max(0, inSheet(b) - 1)}, 1, 90, s.slab * (1 - s.alone) * clip(inSheet(b)) * s.turn / 90))];
        const isRms = s.rms > .5, ruler = {...s, left: s.left * s.ruled, right: s.right * s.ruled, tone: '', rule: '', zero: isRms ? '' : s.held === 1 ? 'stored mean' : 'mean', unit: s.epsShare > EPS_SEEN ? s.epsShare > .999 ? '√ε' : '√(σ² + ε)' : isRms ? 'RMS' : 'σ', x: s.value, top: line + 24}, rulers = [ruler, {...ruler, mean: s.keptMean, ...stepOf(s.keptVar), left: s.keptLeft, right: s.keptRight, zero: 'stored mean', unit: 'σ', top: line + 24 + apart * low}].slice(0, 1 + hasStored);
        // What is in the pool has come to the line; what leaves it flies home. The followed dot lies on top.
        const isThere = (one, i) => Math.max(s.weights[i] * (1 - s.alone), one.isPad && one.k === me.k ? s.beside : 0, s.alone * inRow(one)), lying = [], dots = [...tiles.keys()].sort((i, j) => isPicked(i) - isPicked(j)).flatMap(i => {
            const one = tiles[i], x = s.values[i], weight = s.weights[i], there = isThere(one, i), e = ease(clip(s.fall * there * 1.5 - .5 * (one.t / rows + one.b * .3) * (1 - s.fall * there)));
            const under = lying.reduce((sum, other) => sum + (Math.abs(other.x - x) * u < 14 ? other.there : 0), 0), isNamed = isPicked(i) || !(one.isPad && me.isPad) && !tiles.some((other, j) => j !== i && isThere(other, j) > .02 && (one.isPad && other.isPad ? j > i : Math.abs(s.values[j] - x) * u < Math.max(42, 14 + 7 * one.name.length)));
            lying.push({x, there});
            const cx = across(one) + (X(x) - across(one)) * e, cy = down(one) + (sunk(X(x)) - 9 - under * Math.min(15, (gap - 18) / 6) - down(one)) * e - Math.sin(e * Math.PI) * 18, look = `${isPicked(i) ? 'nv-strong' : one.isPad ? 'nv-pad-words' : 'nv-soft'}`, seen = there && clip(e * 4);
            return [['circle', {'data-tile': i, class: one.isPad ? 'nv-pad-dot' : isPicked(i) ? 'nv-picked' : 'nv-dot', cx, cy, r: 2 + 5 * e, opacity: seen, display: seen ? null : 'none', 'data-x': weight ? x : null, 'data-weight': weight || null}],
                words(within(cx, 4 + 3.7 * one.name.length, w - 4 - 3.7 * one.name.length), cy - 12, look, s.row + s.alone > .5 && !isPicked(i) && !one.isPad ? named[one.k] : one.name, isNamed && there ? clip(e * 8 - 7) : 0)];
        });
        // A square on each distance from the mean; the average square's side is the step of the ruler that comes.
        const square = (look, from, to, opacity) => ['rect', {class: look, x: Math.min(X(from), X(to)), y: line, width: Math.abs(to - from) * u, height: Math.abs(to - from) * u, opacity, display: opacity ? null : 'none'}];
        const grown = clip(2 * s.squared - 1), squares = [...tiles.keys()].map(i => square(tiles[i].isPad ? 'square pad' : 'square', s.mean, s.mean + (s.values[i] - s.mean) * grown, s.weights[i] * grown)), balance = s.open * s.fall * (1 - s.ruled) * (1 - s.alone), stands = X(s.mean + (s.wedge - s.mean) * s.plank), size = 8 + 10 * s.plank;
        const areas = s.values.map((x, i) => words(X(x) + (x > s.mean ? -5 : 5), line + Math.abs(x - s.mean) * u - 6, x > s.mean ? 'end' : 'begin', fixed((x - s.mean) ** 2), s.weights[i] * grown * atRest * Number(Math.abs(x - s.mean) * u > 36 && i === s.values.findIndex((other, j) => s.weights[j] && Math.abs(other - x) * u < 14))));
        squares.push(square('square side', s.mean, s.mean + s.step, grown), ...areas, words(Math.min(w - 112, X(s.mean + s.step / 2)), Math.min(line + s.step * u + 18, h + pan - 8), 'side', `average ${fixed(s.step ** 2)}, side σ = ${fixed(s.step)}`, grown),
            ['path', {class: 'nv-wedge', d: `M${stands},${line}l${size},${1.75 * size}h${-2 * size}z`, opacity: balance}], words(X(s.mean), line + 32, 'nv-strong', `μ ${fixed(s.mean)}`, balance * clip(1 - s.plank - s.squared)));
        const isNear = (x, other, most) => Number(Math.abs(X(x) - X(other)) < most), seen = s.open * clip(2 * s.ruled - 2 * s.squared) * (1 - s.alone);
        const found = ticksOf(axis, 4).filter(x => Math.abs(2 * X(x) - w) < w - 24), ticks = Array.from({length: 8}, (_, i) => found[i] ?? axis.low).map((x, i) => words(X(x), sunk(X(x)) + 15, 'nv-soft', plain(x), s.open * s.fall * (1 - s.away) * (1 - s.plank * isNear(x, s.wedge, 26)) * (1 - balance * (1 - s.plank) * isNear(x, s.mean, 16)) * (1 - seen * isNear(x, s.value, 14)) * Number(i < found.length))), base = line + read + 18 * s.affine + (apart - 6) * low, room = 70 + 190 * low, side = X(s.value) > w / 2 ? -1 : 1, place = side < 0 ? within(X(s.value), room, w - 70) : within(X(s.value), 70, w - room);
        const told = at > asked + 1.9 && all[asked + 1].raw === values[asked + 1], isGuessed = guess !== null, pole = X(guess ?? start), way = pole > w / 2 ? -1 : 1, over = line - Math.min(gap - 12, 76);
        const flagged = isGuessed ? `guess ${plain(guess, 1)}${told ? `, right ${fixed(answer)}` : ''}` : '?', asksNow = Math.abs(at - asked - 1) < .5;
        const hasFlag = Number(asked >= 0 && at >= asked + .6 && (isGuessed || !svg.closest('li'))) * clip(5 * (asked + (isGuessed ? 2.5 : 1.5) - at)), calm = atRest * (1 - s.alone), plumb = X(s.value);
        const readings = (one, seen, x) => {
            const text = fixed(readingOn(one)), count = s.weights.filter(weight => weight > .5).length, sum = one.step * u < 2 ? 'step too short to draw' : counted(one).replace(/(\d{3,})\.00/g, '$1'), half = 3.6 * sum.length, to = within(x, half, w - half);
            return [words(to, base, `read${isSlim ? ' slim' : low > .5 ? ' two' : ''}${one === ruler ? '' : ' nv-soft'}`, text, seen * (.3 + .7 * calm) * (1 - s.alone)), ...hasStored ? [words(to, base + 22, 'nv-strong', one !== ruler ? 'stored' : count > 1 ? `${count} rows` : 'one row', seen * calm * low)] : [], words(to, base + 19 + 21 * low, 'nv-soft', sum, seen * calm * (1 - s.hats))];
        };
        // How far each number of the pool lies from the mean, one below the other.
        const lengths = far.flatMap((i, k) => {
            const y = line + 46 + k * 18, x = s.values[i], side = x > s.mean ? 1 : -1, seen = clip(2 * s.away - 1) * s.weights[i];
            return [['line', {class: 'away', x1: X(s.mean), x2: X(x), y1: y, y2: y, opacity: seen}], words(X(x) + side * 8, y + 5, side > 0 ? 'begin' : 'end', fixed(Math.abs(x - s.mean)), seen)];
        });
        const {cx, cy, r} = dots.at(-2)[1], [x, y, wing] = asksNow ? [pole, over - 5, 14] : [cx, cy, c * .45 + (15 - c * .45) * (r - 2) / 5];
        renew(svg, {'data-axis': `${axis.low} ${axis.high}`, viewBox: `0 ${pan} ${w} ${h}`, style: `--hue:color-mix(in srgb,var(--nv-row0) ${100 * s.row}%,var(--nv-column0));--tone:color-mix(in srgb,var(--soft) ${100 * s.held}%,var(--hue));--affine:${s.affine || 1};--green:${75 * s.affine}%`});
        paint(svg, [...heads, ...block, ...s.ways.map(([way, share]) => tile(tiles[way.followed], 'pick', {opacity: share * whole})), ...slabs,
            ...squares, ['line', {class: 'line', x2: w, y1: sunk(0), y2: sunk(w), opacity: s.fall, 'stroke-width': 1.5 + 4 * s.plank}], ...lengths, ...ticks, ...rulers.map((_, i) => ['g', {opacity: seen * (i ? grey : 1), style: i ? '--tone:var(--soft)' : null}]), ['line', {class: 'nv-plumb', x1: plumb, x2: plumb, y1: line, y2: line + 46 + apart * low, 'stroke-dasharray': hasStored ? `46 ${apart - 26} 99` : null, opacity: seen}],
            ...rulers.flatMap((one, i) => readings(one, i ? seen * grey : seen, place + i * side * 180)), ...dots,
            ['path', {class: isGuessed ? 'flag' : 'flag asks', opacity: hasFlag, d: `M${pole},${line + 24}V${over + 6}`}], words(pole + isGuessed * way * 6, over, `side${isGuessed ? way > 0 ? ' begin' : ' end' : ''}`, hasFlag ? flagged : '', hasFlag),
            ['path', {class: 'takes', opacity: atRest * (asksNow ? hasFlag * !isGuessed : !svg.closest('li')), d: `M${x - wing},${y}l7,-5v10zM${x + wing},${y}l-7,-5v10z`}]]);
        svg.querySelectorAll(':scope>g').forEach((node, i) => {
            const one = rulers[i], told = i ? one : {...one, ...s.told}, kind = `${line} ${isAffine(s)} ${one.unit} ${one.zero}`;
            if (node.kind !== kind) Object.assign(node, {kind, innerHTML: rulerMarks(one, one.top, svg.closest('li') ? null : i, true, s.value)});
            Object.assign(node.firstChild.dataset, {mean: told.mean, step: told.step, reading: readingOn(told)});
            drawRuler(node.firstChild, {...one, eps: one.epsShare}, axis);
        });
        return [line - pan, cx, cy - pan].map(px => px * zoom);
    };
    return {draw, tall, hasStored, axis: all[Math.max(0, asked)], count: last + 1, asked: asked + 1, choose, turn: t => turned.t = ease(clip(t)), norms: Object.keys(norms),
        all, withNumber, rawAt, says, chosen: () => ({norm: chosen, tile: picked, x: all[last].raw[picked], isMoved: isMoved()}),
        lineOf: tile => [shown, ...all].find(one => sheets > 1 || one.hats || one.weights[tile] && !(ties.length && one.weights[tile ^ 1])) ?? shown,
        seen: () => ({...shown, name: `${tiles[shown.followed].name} ${named[tiles[shown.followed].k]}`})};
};

// The place follows from where the words lie: it is a step while its middle lies in the middle of what is seen of them. On a
// page that is the window; elsewhere it is the list of the steps, and a control scrolls it.
const beginStory = async (section, hasPage) => {
    const [box, list] = section.children, items = [...list.children], {draw, tall, hasStored, axis, count, asked, choose, chosen, turn, norms, all, withNumber, rawAt, says, seen, lineOf} = storyOf(await unpackJson(section.querySelector('script').textContent));
    const [svg, grip, said] = box.children, svgIn = parent => parent.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), parent.firstChild);
    const isWall = section.closest('.nv-walled') !== null, KEYS = {ArrowDown: 1, ArrowUp: -1, ...hasPage ? {} : {' ': 1, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}};
    let now, frame = 0, motion = 0, drag = null, lead = 0, aim = 0;
    const first = norms.length ? all.slice(0, -1) : [...all], flag = {guess: null, start: axis.low + (axis.high - axis.low) / 5};
    const undos = items.map((one, k) => Object.assign(one.querySelector('.nv-undo'), {onclick: () => { all[k] = first[k]; show(); rewrite(said, says(now)); grip.focus({preventScroll: true}); }}));
    const middleOf = one => { const {top, height} = one.getBoundingClientRect(); return top + Math.min(height, innerHeight) / 2; };
    const middles = () => items.map(one => middleOf(one) - (hasPage ? innerHeight / 2 : middleOf(list)));
    const placeOf = () => {
        const away = middles(), next = away.findIndex(middle => middle > 0), t = away[next - 1] / (away[next - 1] - away[next]), part = within((t - RESTS) / (1 - 2 * RESTS), 0, 1);
        return next < 0 ? count : next === 0 ? 1 : still.matches ? next + Math.round(t) : next + part * part * (3 - 2 * part);
    };
    const show = () => {
        if (!box.clientWidth) return;  // in a tab that is hidden, nothing has a place
        now = Math.round((placeOf() * (1 - lead) + count * lead) * 1e4) / 1e4;
        first.forEach((own, k) => { if (Math.abs(now - k - 1) >= 1) all[k] = own; });
        const [line, left, top] = draw(svg, now, box.clientWidth, box.clientHeight, flag), asks = asked > 0 && Math.abs(now - asked) <= .4;
        box.dataset.at = now;
        // One control holds the followed number, or the guess where one is asked for.
        const {low, high, value, name} = asks ? {...axis, value: flag.guess ?? flag.start, name: 'Your guess: where the 0 will lie'} : seen();
        Object.assign(grip, {hidden: false, className: asks ? 'nv-flag nv-asks' : 'nv-flag', min: low, max: high, value, ariaLabel: name, ariaValueText: plain(value, 2)});
        Object.assign(grip.style, {left: `${asks ? 0 : left}px`, top: `${asks ? line - 50 : top}px`});
        items.forEach((one, k) => { one.classList.toggle('nv-on', k + 1 === Math.round(now)); one.classList.toggle('nv-later', asked > 0 && k === asked && now < k + .5); undos[k].hidden = !first[k] || all[k] === first[k]; });
        if (nav) [nav.firstChild.ariaDisabled, nav.children[1].textContent, nav.lastChild.ariaDisabled] = [now <= 1, `${Math.round(now)} of ${count}`, now >= count];
        mine.hidden = Math.round(now) < count;
    };
    const follow = () => {
        if (lead === 1 && placeOf() < count - .5) run(EASES, t => { lead = 1 - t; });
        frame ||= requestAnimationFrame(() => { frame = 0; show(); });
    };
    // One motion at a time; it hears how much of its time is over, 0 to 1.
    const run = (ms, each) => {
        const begun = performance.now(), tick = time => {
            const t = still.matches || !ms ? 1 : within((time - begun) / ms, 0, 1);
            motion = t < 1 && requestAnimationFrame(tick);
            each(t);
            show();
        };
        cancelAnimationFrame(motion);
        turn(1);
        tick(begun);
    };
    // From its first use on, the last step is what it shows, until it is left. A number that is moved lies where people would
    // type it, and stays until the step changes; in the last step it stays for good. A press of a key moves a last digit at least.
    const isMine = () => Math.round(now) === count && norms.length > 0;
    const move = (tile, to, base = all[Math.round(now) - 1], least = 0) => {
        const k = Math.round(now) - 1, {low, high} = lineOf(tile), x = base.values[tile], perPx = (high - low) / box.clientWidth;
        const unit = 10 ** Math.ceil(Math.log10(rawAt(base, tile, x + 3 * perPx) - rawAt(base, tile, x)));
        const end = within(to, Math.min(low + INSET * perPx, x), Math.max(high - INSET * perPx, x)), from = base.raw[tile], by = rawAt(base, tile, end) - from;
        const put = Number(Math.max(typed.min, Math.round((from + Math.sign(end - x) * Math.max(Math.abs(by), least * unit)) / unit) * unit).toPrecision(12));
        all[k] = withNumber(base, tile, put);
        if (isMine()) tell();
        run(0, turn);
        rewrite(isMine() ? mine.lastChild : said, says(now));
    };
    // A press means the tile that it is nearest to, or on the line the dot that is nearest along it, the followed one first.
    const nearest = ({clientX: x, clientY: y}) => {
        const away = ({left, right, top, bottom}) => [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
        const all = [...svg.querySelectorAll('[data-tile]:not([display])')].reverse().map(one => [Number(one.dataset.tile), one.matches('rect'), ...away(one.getBoundingClientRect())]);
        return all.filter(([, , ...px]) => Math.hypot(...px) < NEAR).sort(([, a, ...px], [, b, ...other]) => px[0] + a * px[1] - other[0] - b * other[1])[0]?.[0];
    };
    box.onpointerdown = event => {
        const tile = nearest(event), {low, high} = lineOf(tile ?? 0), perPx = (high - low) / box.clientWidth;
        if (tile === undefined || !event.isPrimary || event.target === grip) return;
        if (isMine() && now < count) take(EASES);
        drag = {tile, perPx, clientX: event.clientX, base: all[Math.round(now) - 1]};
    };
    box.onpointermove = ({isPrimary, buttons, pointerId, clientX}) => {
        if (!drag || !isPrimary || !buttons || !drag.isMoved && Math.abs(clientX - drag.clientX) < 4) return;
        drag.isMoved = true;
        box.setPointerCapture(pointerId);
        if (drag.tile === seen().followed) grip.focus({preventScroll: true});
        move(drag.tile, drag.base.values[drag.tile] + (clientX - drag.clientX) * drag.perPx, drag.base);
    };
    box.onpointerup = box.onpointercancel = () => { drag = null; };
    svg.onclick = event => isMine() && take(TURNS, undefined, nearest(event));
    // A key that is pressed on the way leads one step further.
    const go = way => {
        const to = aim ? aim + way : way > 0 ? Math.floor(now + 1.05) : Math.ceil(now - 1.05);
        const words = items[to - 1]?.querySelector('p').textContent, from = list.scrollTop, by = middles()[to - 1];
        said.textContent = words ?? '';
        if (words && hasPage) scrollBy({top: by, behavior: still.matches ? 'instant' : 'smooth'});
        else if (words) run(GLIDE, t => { [list.scrollTop, aim] = [from + by * t, t < 1 ? to : 0]; });
        return words;
    };
    const nav = hasPage ? null : section.appendChild(Object.assign(document.createElement('nav'), {ariaLabel: 'Steps', innerHTML: '<button type="button" aria-label="Step before">‹</button><span></span><button type="button" aria-label="Next step">›</button>'}));
    nav?.addEventListener('click', ({target}) => target.closest('button') && go(target === nav.firstChild ? -1 : 1));
    // The last step is the reader's: another norm, another number to follow, or in its place.
    const mine = section.querySelector('.nv-mine'), [which, typed, back] = mine.querySelectorAll('select,input,.nv-back');
    (hasPage ? items[count - 1] : section).append(mine);
    // It says where the picture comes to when it is there.
    const take = (ms, ...choice) => {
        choose(now ?? count, ...choice);
        tell();
        run(now < count ? Math.min(ms, EASES) : ms, t => { turn(t); if (t === 1) rewrite(mine.lastChild, says(count)); });
    };
    const tell = () => {
        const {norm, tile, x, isMoved} = chosen();
        for (const one of mine.querySelectorAll('button[value]')) one.ariaPressed = one.value === norm;
        [which.value, typed.value, back.hidden, lead] = [tile, x, !isMoved, Number(hasPage && now > 0)];
    };
    mine.onclick = ({target}) => target.type === 'button' && take(TURNS, target.value || undefined, undefined, undefined, target === back);
    mine.onchange = ({target}) => typed.reportValidity() && take(TURNS, undefined, Number(which.value), target === typed ? typed.valueAsNumber : undefined);
    readAsTyped(mine);
    norms.length ? take(0) : mine.remove();
    grip.oninput = grip.onclick = () => { if (grip.matches('.nv-asks')) flag.guess = Number(grip.value); else move(seen().followed, Number(grip.value), undefined, 1); show(); };
    (hasPage || isWall ? window : section).addEventListener('keydown', event => {
        const way = isWall && event.repeat ? 0 : !isWall && event.target.closest?.(event.key === ' ' ? 'button' : '.nv-flag') ? {ArrowDown: 1, ArrowUp: -1}[event.key] : KEYS[event.key], {top, bottom} = section.getBoundingClientRect(), isAway = hasPage && (top > innerHeight / 2 || bottom < .75 * innerHeight);
        if (way && !isAway && !event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.target.closest?.('input:not(.nv-flag),select,textarea,.nv-moving') && (go(way) || isWall)) event.preventDefault();
    });
    // Below the last step it says what comes after the stage.
    const next = hasPage && [...document.querySelectorAll('.nv-moving[id],h2[id]')].find(one => section.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (next) mine.after(Object.assign(document.createElement('a'), {className: 'nv-next', href: `#${next.id}`, textContent: `Next: ${(next.querySelector('.nv-head b') ?? next).textContent}`}));
    (hasPage ? window : list).addEventListener('scroll', follow, {passive: true});
    new ResizeObserver(() => { if (!hasPage && now && box.clientWidth) list.scrollTop += middles()[Math.round(now) - 1]; follow(); }).observe(box);  // another size, the same step
    items.forEach((item, k) => draw(svgIn(item), k + 1, 400, 270 + tall));  // for paper
    if (!isWall) section.classList.add(hasPage ? 'nv-read' : 'nv-stepped', ...hasStored ? ['nv-kept'] : []);
    if (!hasPage && !isWall) keepKeys(section);
    show();
};

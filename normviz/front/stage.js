// A chapter's stage: one picture that goes from step to step, block, dots and ruler. Each place of it is drawn from how far
// each number belongs to the pool, 0 to 1; so each frame is the ruler of a weighted pool, forwards and backwards.
const STAGE_WIDE = 560, STAGE_HIGH = 400, BETWEEN = 1.6, GLIDE = 1500;  // px, from which on all is drawn larger; tiles between two sheets; ms to the next step
// Marks that stay are only moved: to draw all anew would take several times as long.
const paint = (svg, marks) => marks.forEach(([name, attributes, text], i) => {
    const node = svg.children[i] ?? svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', name));
    for (const key in attributes) attributes[key] == null ? node.removeAttribute(key) : renew(node, {[key]: typeof attributes[key] === 'number' && key !== 'data-x' && key !== 'data-weight' ? Number(attributes[key].toFixed(2)) : attributes[key]});
    if (text !== undefined) rewrite(node, text);
});
const storyOf = ({values, tokens, real, eps, steps}) => {
    const tiles = values.flatMap((rows, b) => rows.flatMap((row, t) => row.map((x, k) => ({x, b, t, k, name: tokens[b][t], isPad: !real[b][t]}))));
    const [sheets, rows, columns] = [values.length, values[0].length, values[0][0].length], most = Math.max(...tiles.map(one => Math.abs(one.x)));
    const clip = x => Math.max(0, Math.min(1, x)), ease = t => t * t * (3 - 2 * t), asked = steps.findIndex(one => one.ask);
    const rulerBy = weights => {
        const {mean, step} = weighed(new Map(tiles.map(({x}, i) => [i, {x, count: 1, spread: 0, weight: weights[i]}])), 0), whole = Math.hypot(step, Math.sqrt(eps));
        return {mean, step: whole, epsShare: 1 - step / whole};
    };
    // Of each step: its ruler's ends, and its slab, which lies about the followed tile along the row or down the column.
    const all = steps.map(({weights, follow: [b, t, k], show, pool: norm, gamma, beta, pads, wedge}) => {
        const shows = {tiles: 0, pool: 1, ruler: 3}[show] ?? 2, row = norm === 'layer norm', beside = Number(pads === 'beside');
        const pool = tiles.filter((_, i) => weights[i]), along = pool.filter(one => one.b === b).map(one => row ? one.k - k : one.t - t);
        const {left, right} = rulerOf(pool.map(one => one.x), ...Object.values(rulerBy(weights)).slice(0, 2).map((one, i) => one ** (i + 1)));
        return {b, x: b * (columns + BETWEEN) + k, y: t, from: -Math.min(...along), to: Math.max(...along), turn: row ? 0 : 90, far: pool.length - along.length, left, right, gamma, beta, beside, wedge: wedge ?? rulerBy(weights).mean,
            padded: Number(pads !== 'none'), plank: Number(show === 'plank' || show === 'distances'), away: Number(show === 'distances'),
            slab: clip(shows), fall: clip(shows - 1), ruled: clip(shows - 2), row: Number(row), value: values[b][t][k], affine: Number(gamma !== 1 || beta !== 0)};
    });
    const ends = all.flatMap(({left, right}, i) => { const {mean, step} = rulerBy(steps[i].weights); return [mean + left * step, mean + right * step]; });
    const axis = {low: Math.floor(Math.min(0, ...ends) - .9), high: Math.ceil(Math.max(...ends) + .9)};
    const stateAt = at => {
        const i = Math.min(Math.floor(at), steps.length - 1) - 1, t = at - 1 - i, pair = [steps[i], steps[i + 1]], weights = pair[0].weights.map((one, k) => one + (pair[1].weights[k] - one) * t);
        const picks = pair.map(({follow: [b, t, k]}) => tiles.findIndex(one => one.b === b && one.t === t && one.k === k));
        return {...mix(all[i], all[i + 1], t), ...rulerBy(weights), weights, followed: picks[t < .5 ? 0 : 1], ways: [[all[i], 1 - t, picks[0]], [all[i + 1], t, picks[1]]]};
    };
    const draw = (svg, at, width, height, guess = null) => {
        const s = stateAt(at), zoom = Math.max(1, Math.min(width / STAGE_WIDE, height / STAGE_HIGH)), [w, h] = [width / zoom, height / zoom], c = Math.min(40, h * .093, w / (sheets * (columns + BETWEEN) + .4)), gap = Math.min(105, h * .19);
        const high = Math.max(26, (h - rows * c - gap - 150) / 2), line = high + rows * c + gap, top = high + (1 - s.fall) * (gap + 150) * .4, left = (w - (sheets * (columns + BETWEEN) - BETWEEN) * c) / 2 + c * .6, u = w / (axis.high - axis.low);
        const across = ({b, k}) => left + (b * (columns + BETWEEN) + k + .5) * c, down = ({t}) => top + (t + .5) * c, X = x => (x - axis.low) * u, words = (x, y, look, text, opacity = 1) => ['text', {x, y, class: look, opacity, display: opacity ? null : 'none'}, text];
        const tile = (one, look, more) => ['rect', {class: look, x: across(one) - c * .45, y: down(one) - c * .45, width: c * .9, height: c * .9, rx: 5, ...more}], isPicked = i => i === s.followed;
        // On a wedge that does not stand at the mean, the plank tips.
        const tip = s.plank * Math.tan(Math.max(-.1, Math.min(.1, (s.mean - s.wedge) / 15))), sunk = x => line + (x - X(s.wedge)) * tip;
        const block = tiles.flatMap((one, i) => {
            const seen = Math.max(s.weights[i], 1 - s.slab), there = one.isPad ? s.padded : 1, isHere = one.t === tiles[s.followed].t && one.b === tiles[s.followed].b;
            return [tile(one, one.isPad ? 'tile pad' : one.x < 0 ? 'tile below' : 'tile', {opacity: there, style: `--h:${(Math.abs(one.x) / most * (25 + 50 * seen)).toFixed(1)}%`, 'stroke-opacity': .25 + .75 * seen}),
                words(across(one), down(one) + 4.5, isPicked(i) ? 'nv-strong' : null, plain(one.x, 2), (.78 + .22 * seen) * there), ...one.k ? [] : [words(across(one) - c * .6, down(one) + 4.5, `end ${one.isPad ? 'nv-pad-words' : isHere ? 'nv-strong' : 'nv-soft'}`, one.name, there)]];
        });
        const heads = [...Array(sheets * columns).keys()].map(i => words(across({b: Math.floor(i / columns), k: i % columns}), top - 6, 'nv-soft', `d${i % columns + 1}`));
        const slab = (x, y, from, to, turn, seen) => ['rect', {class: 'slab', x: -(from + .5) * c, y: -c / 2, width: (from + to + 1) * c, height: c, rx: 7, opacity: seen, transform: `translate(${left + (x + .5) * c} ${top + (y + .5) * c}) rotate(${turn})`}];
        // It turns or slides within its sheet; on the way to another one it closes where it was, and opens there.
        const near = s.b % 1 ? s.ways.find(([, share]) => share >= .5) : [s, 1], open = 2 * near[1] - 1, [one] = near;
        const slabs = [slab(one.x, one.y, one.from * open, one.to * open, one.turn, s.slab * clip(2 * open)), slab(s.x - (s.x > columns ? 1 : -1) * (columns + BETWEEN), 0, 0, Math.max(0, s.far - 1), 90, s.slab * clip(s.far - 1))];
        const ruler = {...s, left: s.left * s.ruled, right: s.right * s.ruled, tone: '', rule: '', zero: 'mean', unit: s.epsShare > .005 ? '√(σ² + ε)' : 'σ', eps, x: s.value, top: line + 24};
        // What is in the pool has come to the line; what leaves it flies home. The followed dot lies on top.
        const lies = ({isPad, k}, i) => Math.max(s.weights[i], isPad && k === tiles[s.followed].k ? s.beside : 0), lying = [], dots = [...tiles.keys()].sort((i, j) => isPicked(i) - isPicked(j)).flatMap(i => {
            const one = tiles[i], weight = s.weights[i], there = lies(one, i), e = ease(clip(s.fall * there * 1.5 - .5 * (one.t / rows + one.b * .3) * (1 - s.fall * there)));
            const under = lying.reduce((sum, other) => sum + (Math.abs(other.x - one.x) * u < 14 ? other.there : 0), 0), isNamed = isPicked(i) || !tiles.some((other, j) => j !== i && lies(other, j) > .02 && (one.isPad && other.isPad ? j > i : Math.abs(other.x - one.x) * u < 42));
            lying.push({...one, there});
            const x = across(one) + (X(one.x) - across(one)) * e, y = down(one) + (sunk(X(one.x)) - 9 - under * 15 - down(one)) * e - Math.sin(e * Math.PI) * 18, look = `${isPicked(i) ? 'nv-strong' : one.isPad ? 'nv-pad-words' : 'nv-soft'}`, seen = there && clip(e * 4);
            return [['circle', {class: one.isPad ? 'nv-pad-dot' : isPicked(i) ? 'nv-picked' : 'nv-dot', cx: x, cy: y, r: 2 + 5 * e, opacity: seen, display: seen ? null : 'none', 'data-x': weight ? one.x : null, 'data-weight': weight || null}],
                words(x, y - 12, look, s.row > .5 && !isPicked(i) && !one.isPad ? `d${one.k + 1}` : one.name, isNamed && there ? clip(e * 8 - 7) : 0)];
        });
        const ticks = ticksOf(axis, 4).map(x => words(X(x), sunk(X(x)) + 15, 'nv-soft', plain(x), s.fall * (1 - s.away) * (1 - s.plank * Number(Math.abs(X(x) - X(s.wedge)) < 26)))), foot = line + 68 + 18 * s.affine, place = Math.max(70, Math.min(w - 70, X(s.value))), side = place > w / 2 ? -1 : 1;
        const told = at > asked + 1.9, flagged = told ? `your guess: off by ${fixed(Math.abs(guess - rulerBy(steps[asked + 1]?.weights ?? []).mean))}` : 'your guess', wide = 14 + 6.7 * flagged.length, way = X(guess) + wide > w ? -1 : 1;
        const hasFlag = Number(guess !== null && at >= asked + .6 && at <= asked + 3.5), seen = clip(s.ruled * 2), calm = clip(1 - 6 * Math.abs(at - Math.round(at))), kind = `${line} ${isAffine(s)} ${ruler.unit}`, plumb = X(s.value);
        // How far each number of the pool lies from the mean, one below the other.
        const lengths = tiles.filter((_, i) => steps.some(one => one.show === 'distances' && one.weights[i])).flatMap(({x}, i) => {
            const y = line + 28 + i * 18, side = x > s.mean ? 1 : -1;
            return [['line', {class: 'away', x1: X(s.mean), x2: X(x), y1: y, y2: y, opacity: s.away}], words(X(x) + side * 8, y + 5, side > 0 ? 'begin' : 'end', fixed(Math.abs(x - s.mean)), s.away)];
        });
        renew(svg, {viewBox: `0 0 ${w} ${h}`, style: `--tone:color-mix(in srgb,var(--nv-row0) ${100 * s.row}%,var(--nv-column0));--affine:${s.affine || 1};--green:${75 * s.affine}%`});
        paint(svg, [['pattern', {id: 'nv-pads', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'}], ...heads, ...block, ...s.ways.map(([, share, i]) => tile(tiles[i], 'pick', {opacity: share})), ...slabs,
            ['path', {class: 'wedge', d: `M${X(s.wedge)},${line}l17,36h-34z`, opacity: s.plank * (1 - s.away)}], ['line', {class: 'line', x2: w, y1: sunk(0), y2: sunk(w), opacity: s.fall, 'stroke-width': 1.5 + 4 * s.plank}], ...lengths, ...ticks, ['g', {opacity: seen}], ['line', {class: 'nv-plumb', x1: plumb, x2: plumb, y1: line, y2: line + 46, opacity: seen}],
            words(place, foot + 74, 'read', fixed(readingOn(ruler)), seen * (.3 + .7 * calm)), words(place + side * (readingOn(ruler) < 0 ? 92 : 76), foot + 74, side > 0 ? 'begin nv-soft' : 'end nv-soft', counted({...ruler, rms: 0}), s.step < .1 ? 0 : seen * calm), ...dots,
            ['path', {class: 'flag', opacity: hasFlag, d: `M${X(guess)},${line + 24}V${line - 62}h${way * wide}v22h${-way * wide}`}], words(X(guess) + way * wide / 2, line - 47, null, hasFlag ? flagged : '')]);
        const pattern = svg.firstChild, node = svg.querySelector('g');
        if (!pattern.firstChild) pattern.innerHTML = '<path d="M0,0v6"/>';
        if (node.kind !== kind) Object.assign(node, {kind, innerHTML: rulerMarks(ruler, line + 24, 0, true, s.value)});
        Object.assign(node.firstChild.dataset, {mean: s.mean, step: s.step, reading: readingOn(ruler)});
        drawRuler(node.firstChild, {...ruler, eps: s.epsShare}, axis);
        return {y: line * zoom, ...axis};
    };
    return {draw, axis, count: steps.length, asked: asked + 1};
};

// The place follows from where the words lie: it is a step while its middle lies in the middle of what is seen of them. On a
// page that is the window; elsewhere it is the list of the steps, and a control scrolls it.
const beginStory = (section, hasPage) => {
    const [box, list] = section.children, items = [...list.children], {draw, axis, count, asked} = storyOf(JSON.parse(section.lastElementChild.textContent));
    const svgIn = parent => parent.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), parent.firstChild), svg = svgIn(box), said = document.createElement('p');
    const flag = Object.assign(document.createElement('input'), {type: 'range', min: axis.low, max: axis.high, step: .1, value: axis.low, ariaLabel: 'Your guess: where the 0 will lie', className: 'nv-flag'});
    const isWall = section.closest('.nv-walled') !== null, KEYS = {ArrowDown: 1, ArrowUp: -1, ...hasPage ? {} : {' ': 1, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}};
    let now, guess = null, frame = 0, aim = 0;
    Object.assign(said, {className: 'nv-hidden', role: 'status'});
    Object.assign(svg, {ariaHidden: 'true'}).dataset.axis = `${axis.low} ${axis.high}`;
    box.append(flag, said);
    const middles = () => {
        const {top, height} = list.getBoundingClientRect(), middle = hasPage ? innerHeight / 2 : top + height / 2;
        return items.map(one => { const {top, height} = one.getBoundingClientRect(); return top + height / 2 - middle; });
    };
    const placeOf = () => {
        const away = middles(), next = away.findIndex(middle => middle > 0), t = away[next - 1] / (away[next - 1] - away[next]), part = Math.max(0, Math.min(1, (t - .06) / .88));
        return next < 0 ? count : next === 0 ? 1 : still.matches ? next + Math.round(t) : next + part * part * (3 - 2 * part);
    };
    const show = () => {
        now = Math.round(placeOf() * 1e4) / 1e4;
        const {y} = draw(svg, now, box.clientWidth, box.clientHeight, guess);
        box.dataset.at = now;
        flag.hidden = !asked || Math.abs(now - asked) > .4;
        flag.style.top = `${y - 50}px`;
        items.forEach((one, k) => one.classList.toggle('nv-on', k + 1 === Math.round(now)));
        if (nav) [nav.firstChild.disabled, nav.children[1].textContent, nav.lastChild.disabled] = [now <= 1, `${Math.round(now)} of ${count}`, now >= count];
    };
    const follow = () => { frame ||= requestAnimationFrame(() => { frame = 0; show(); }); };
    // A key that is pressed on the way leads one step further.
    const glide = to => {
        const begun = performance.now(), from = list.scrollTop, by = middles()[to - 1];
        const tick = time => {
            const t = still.matches ? 1 : Math.max(0, Math.min(1, (time - begun) / GLIDE));
            if (aim !== to) return;
            list.scrollTop = from + by * t;
            show();
            if (t < 1) requestAnimationFrame(tick); else aim = 0;
        };
        aim = to;
        requestAnimationFrame(tick);
    };
    const go = way => {
        const to = aim ? aim + way : way > 0 ? Math.floor(now + 1.05) : Math.ceil(now - 1.05), words = items[to - 1]?.lastElementChild.textContent;
        if (words && hasPage) scrollBy({top: middles()[to - 1], behavior: still.matches ? 'instant' : 'smooth'});
        else if (words) glide(to);
        said.textContent = words ?? '';
        return words;
    };
    const nav = hasPage ? null : section.appendChild(Object.assign(document.createElement('nav'), {ariaLabel: 'Steps', innerHTML: '<button type="button" aria-label="Step before">‹</button><span></span><button type="button" aria-label="Next step">›</button>'}));
    nav?.addEventListener('click', ({target}) => target.closest('button') && go(target === nav.firstChild ? -1 : 1));
    flag.oninput = () => { guess = Number(flag.value); show(); };
    (hasPage || isWall ? window : section).addEventListener('keydown', event => {
        const way = event.target.closest?.('button,.nv-flag') && !isWall ? {ArrowDown: 1, ArrowUp: -1}[event.key] : KEYS[event.key], {top, bottom} = section.getBoundingClientRect(), isAway = hasPage && (top > innerHeight / 2 || bottom < innerHeight);
        if (way && !isAway && !event.altKey && !event.ctrlKey && !event.metaKey && !event.target.closest?.('input:not(.nv-flag),select,textarea,.nv-moving') && (go(way) || isWall)) event.preventDefault();
    });
    (hasPage ? window : list).addEventListener('scroll', follow, {passive: true});
    new ResizeObserver(follow).observe(box);
    items.forEach((item, k) => draw(svgIn(item), k + 1, STAGE_WIDE, .75 * STAGE_WIDE));  // for paper
    list.querySelectorAll('[data-ruler]').forEach(one => one.removeAttribute('data-ruler'));
    if (!isWall) section.classList.add(hasPage ? 'nv-read' : 'nv-stepped');
    if (!hasPage && !isWall) keepKeys(section);
    show();
};

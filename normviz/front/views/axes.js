// One block of sentences, tokens and features, and the cells that share a mean. normviz/views/axes.py computes the same.
const BLOCK_NORMS = ['batch norm', 'batch norm without pads', 'layer norm', 'instance norm', 'group norm', 'RMS norm'], INDICES = ['sentence', 'token', 'feature'];
const LIFTED = .55, SHIVER = .45, SWUNG = .3;  // heights of a tile that a swing lifts it, and one σ the others; of all the numbers' range, a swing
const upTo = count => [...Array(count).keys()], most = numbers => Math.max(...numbers), groupsOf = features => upTo(features + 1).filter(groups => features % groups === 0);
const shapeIn = ({example}, {examples: {[example]: {tokens, values}}}) => [tokens.length, longestOf({tokens}), values[0][0].length];
const poolKind = norm => /layer|RMS/.test(norm) ? 'row' : /group|instance/.test(norm) ? 'block' : 'column';
// Each cell with its pool, which a pad that the norm leaves out has not, and what the norm makes of it. Statistics are those of `still`.
const throughNorm = (cells, {norm, size, eps, gamma = [], beta = []}, still = cells) => {
    const kind = poolKind(norm), pools = {}, isIn = ({real}) => real || norm !== BLOCK_NORMS[1], keyOf = ({b, t, k}) => kind === 'row' ? `${b},${t}` : kind === 'block' ? `${b},${Math.floor(k / size)}` : k;
    for (const one of still.filter(isIn)) (pools[keyOf(one)] ??= []).push(one);
    for (const key in pools) pools[key] = {members: pools[key], ...normalized(pools[key].map(one => one.x), {eps, rule: norm === 'RMS norm' ? 'rms' : undefined})};
    return cells.map(one => {
        const pool = isIn(one) ? pools[keyOf(one)] : null, xHat = pool ? (one.x - pool.mean) / pool.step : 0;
        return {...one, pool, xHat, y: pool ? (gamma[one.k] ?? 1) * xHat + (beta[one.k] ?? 0) : 0};
    });
};
const blockCells = ({tokens, values}, edits = {}) => {
    const length = longestOf({tokens}), keys = tokens.flatMap((_, b) => upTo(length).flatMap(t => values[0][0].map((_, k) => [b, t, k])));
    return keys.map(([b, t, k]) => ({b, t, k, key: `${b},${t},${k}`, x: edits[[b, t, k]] ?? values[b][t]?.[k] ?? 0, real: t < tokens[b].length}));
};
// As far as the ruler of any norm and any cell reaches, in whole steps.
const blockReach = block => {
    const cells = blockCells(block), features = block.values[0][0].length, hows = BLOCK_NORMS.flatMap(norm => (norm === 'group norm' ? groupsOf(features) : [features]).map(groups => ({norm, size: features / groups, eps: 1e-5})));
    const ends = hows.flatMap(how => throughNorm(cells, how).filter(one => one.pool).flatMap(({xHat, pool: {mean, step}}) =>
        [Math.min(Math.floor(xHat + 1e-9), how.norm === 'RMS norm' ? 0 : -1), Math.max(Math.ceil(xHat - 1e-9), 1)].map(steps => mean + step * steps)));
    return [Math.min(...ends), most(ends)];
};
views.axes = {
    text: 'sentences', hold: views.padding.hold,
    read: (text, data) => { const block = sentencesRead(text, data); return {...block, reach: blockReach(block)}; },
    controls: (settings, data) => {
        const names = examplesOf(data), shape = shapeIn(settings, data), label = Object.keys(settings.edits).length ? 'Example, with your numbers' : 'Example';
        const groups = groupsOf(shape[2]).map(groups => [`${groups} group${groups > 1 ? 's' : ''} of ${shape[2] / groups}`, groups]), places = INDICES.map((name, i) => choose(name, name, upTo(shape[i]).map(at => [String(at + 1), at + 1]), {hidden: true}));
        return [[choose('norm', 'Norm', BLOCK_NORMS, {main: true}), ...places], [choose('example', label, names, {width: 12.5, hidden: names.length < 2}),
            choose('groups', 'Groups (group norm only)', groups, {width: 12.5, disabled: settings.norm !== 'group norm'}), typedText('sentences', 'Your sentences, one a line', 4, {hidden: settings.example !== data.typed})]];
    },
    fit: (settings, changed, data) => {
        if (!changed.includes('example')) return settings;
        const groups = groupsOf(shapeIn(settings, data)[2]), sentence = settings.example === 'Hi Nitish' ? 2 : 1;
        return {...settings, edits: {}, groups: groups[(groups.length >> 1) - (groups.length === 2)], sentence, token: 1, feature: 1};
    },
    follow: (settings, cell, data) => cell.every((at, i) => at < shapeIn(settings, data)[i]) ? Object.fromEntries(INDICES.map((name, i) => [name, cell[i] + 1])) : {},
    compute: (settings, data) => {
        const {norm, edits, shake, example} = settings, {[example]: block} = data.examples, [sentences, length, features] = shapeIn(settings, data), at = (b, t, k) => (b * length + t) * features + k;
        const here = at(...INDICES.map(name => settings[name] - 1)), how = {norm, size: norm === 'group norm' ? features / settings.groups : 1, eps: 1e-5, ...block.layer?.norm === norm ? block.layer : {}};
        const cells = blockCells(block, edits), x = cells.map(one => one.x);
        const rest = throughNorm(cells, how), by = shake && shake.up * (SWUNG * (most(x) - Math.min(...x)) || 1), moved = shake ? cells.map((one, i) => i === here ? {...one, x: one.x + by} : one) : cells;
        const made = shake ? throughNorm(moved, how, shake.isStone ? cells : moved) : rest, me = made[here], shape = [sentences, length, features];
        return {...how, kind: poolKind(norm), isRms: norm === 'RMS norm', shape, block, shake, rest, at, cells: made, me, ends: [Math.min(me.x, ...x), Math.max(me.x, ...x)], count: me.pool?.members.length ?? 0,
            pads: me.pool?.members.filter(one => !one.real).length, nameOf: ({b, t}) => block.tokens[b][t] ?? PAD, word: shortName(block.tokens[me.b][me.t] ?? PAD)};
    },
    words: ({norm, me: {b, t, k, x, y, pool}, word, count, pads, isRms}) => {
        const where = `${word}, sentence ${b + 1}, token ${t + 1}, d${k + 1}: ${plain(x)} becomes ${precise(y)}`;
        return count ? `${where} by ${norm}, over ${count === 1 ? '1 cell' : `${count} cells`}${pads ? `, ${pads} of them pads,` : ''} with ${isRms ? 'root mean square' : `mean ${precise(pool.mean)} and σ`} ${precise(pool.std)}.`
            : `${where}, as ${norm} leaves this pad out.`;
    },
    picture: (result, axes = {}) => {
        const {norm, kind, size, shape, me, cells, rest, at, block, nameOf} = result, [sheets, rows, columns] = [MOST_TILES[0], MOST_TILES[1], Math.floor(MOST_TILES[2] / Math.min(shape[0], MOST_TILES[0]))].map((most, i) => visibleColumns(shape[i], [me.b, me.t, me.k][i], most));
        const seen = sheets.flatMap(b => rows.flatMap(t => columns.map(k => rest[at(b, t, k)]))), lengths = of => most(seen.map(one => [...of(one)].length));
        const parts = ['sentences', 'tokens', 'features'].map((name, i) => [name, [sheets, rows, columns][i], shape[i]]).filter(([, shown, count]) => shown.length < count).map(([name, shown, count]) => `${name} ${shown[0] + 1} to ${shown.at(-1) + 1} of ${count}`);
        const style = `--name:${lengths(one => shortName(nameOf(one)))};--digits:${lengths(one => fixed(one.y))};--sheets:${sheets.length};--columns:${sheets.length * columns.length}`;
        const tiles = tag('div', {class: 'nv-panels nv-block'}, sheets.map(b => tag('div', {class: 'nv-panel'}, blockSheet(result, b, rows, columns)))), read = [blockStage(result, axes[0]), new Markup(CONTROLS), blockLead(result)];
        return tag('div', {class: 'nv-turns', style, 'data-pool': kind === 'block' ? `block ${size}` : kind, 'data-both': 'x y', 'data-real': norm === BLOCK_NORMS[1]}, block.layer ? [...read, tiles] : [tiles, ...read],
            lostDigits(cells.filter(one => one.pool).map(({pool}) => [pool.mean, pool.std])), fold('All numbers', titled('The arithmetic of the chosen cell'), arithmetic(blockSteps(result))),
            parts.length ? noted(`Drawn: ${parts.join(', ')}. The pool counts all of its cells.`) : null, madeUp(result));
    },
};
const toneOf = ({kind}) => kind === 'row' ? 'row' : 'column';
const blockLights = ({kind, me: {b, t, k}, size}) => kind === 'row' ? `x:${b},${t},*` : kind === 'block' ? upTo(size).map(i => `x:${b},*,${k - k % size + i}`).join(' ') : `x:*,${k}`;
const blockSheet = (result, b, rows, columns) => {
    const {kind, me, cells, rest, at, shake, nameOf} = result, tone = toneOf(result), size = most(cells.map(one => Math.abs(one.y))), isShared = (t, k) => me.pool && cells[at(b, t, k)].pool === me.pool;
    const tile = one => {
        const isMe = one === me, isShared = me.pool && one.pool === me.pool, moves = shake && !shake.isStone && isShared && !isMe;
        const up = isMe ? (shake?.up ?? 0) * LIFTED : moves ? within((one.y - rest[at(one.b, one.t, one.k)].y) * SHIVER, -.3, .3) : 0;
        return tag('td', {'data-key': `y:${one.key}`, class: classes(heatOf(one.y, size), isShared && 'nv-shared', isMe && 'nv-cell', moves && 'nv-shivers'), style: up ? `translate:0 ${(-100 * up).toFixed(1)}%` : null}, fixed(one.y));
    };
    const body = rows.map(t => cells[at(b, t, 0)]).map(one => tag('tr', {'data-key': `y:${b},${one.t}`, class: one.real ? null : 'nv-pad', 'data-row': `${b},${one.t}`},
        tag('th', {scope: 'row', title: nameOf(one)}, shortName(nameOf(one))), columns.map(k => tile(cells[at(b, one.t, k)]))));
    // The slab, placed from the sheet's end; where the pool has no tile in this sheet, it closes where it would be.
    const inside = rows.flatMap(t => columns.filter(k => isShared(t, k)).map(k => [t - rows[0], k - columns[0]])), [downs, rights] = inside.length ? [0, 1].map(axis => inside.map(one => one[axis])) : [[me.t - rows[0]], [me.k - columns[0]]];
    const [bottom, right] = [downs, rights].map(most), high = bottom - Math.min(...downs) + 1, wide = right - Math.min(...rights) + 1, style = `--bottom:${rows.length - 1 - bottom};--right:${columns.length - 1 - right};--rows:${high};--columns:${wide}`;
    const slab = tag('span', {'data-key': `slab ${b}`, class: classes('nv-slab', `nv-tone-${tone}`, kind === 'row' && 'nv-lies', inside.length !== high * wide && 'nv-closed'), style, 'aria-hidden': 'true'});
    return scrolledTable(`Normalized: sentence ${b + 1}`, headOf(columns.map(k => `d${k + 1}`)), body, `nv-table nv-tiles nv-heat-${tone} nv-tone-${tone}`, null, {'data-first': columns[0] || null}, slab);
};
const blockStage = (result, held) => {
    const {me, count, eps, gamma, beta, ends, word, isRms, block} = result;
    if (!count) return [titled('No pool'), tag('p', {}, 'No cell is in a pool with this one, so there is no μ, no σ, and no ruler.')];
    const {members, mean, variance} = me.pool, picked = members.findIndex(one => one.key === me.key), x = members.map((one, i) => i === picked ? me.x : one.x);
    const ruler = rulerOf(x, mean, variance, {eps, gamma: gamma?.[me.k] ?? 1, beta: beta?.[me.k] ?? 0, tone: toneOf(result), lights: blockLights(result), ...isRms ? {rule: 'rms', zero: '', unit: 'RMS'} : {}});
    return stage({values: x, rulers: [ruler], axis: held ?? steadyScale(block.reach ?? ends, [...ends, ...endsOf(ruler)], .07), real: members.map(one => one.real),
        label: `The pool of ${count} numbers: the ruler's 0 ${isRms ? 'stays at 0' : `lies at μ ${shortNumber(ruler.mean)}`}, one step is ${shortNumber(ruler.step)}`, picked, pickedName: `${word} d${me.k + 1}`, room: TILES_ROOM, keys: i => `x:${members[i].key}`, hand: true});
};
const whoShares = ({norm, kind, size, me: {k}, shape: [, , features]}) => {
    const first = k - k % size + 1;
    return kind === 'row' ? `the ${features > 1 ? `${features} features` : 'one feature'} of this token` : kind === 'block' ? `d${first}${size > 1 ? ` to d${first + size - 1}` : ''} of every token of this sentence`
        : `d${k + 1} of ${norm === BLOCK_NORMS[1] ? 'all real tokens' : 'every token of every sentence'}`;
};
const blockLead = result => {
    const {norm, me: {b, t, k, x, y, pool}, count, pads, word, isRms} = result, title = norm[0].toUpperCase() + norm.slice(1), number = one => madeOf(tag('span', {class: 'nv-said'}, precise(one)), blockLights(result));
    const cells = `${count === 1 ? '1 cell' : `${count} cells`}${pads ? ` (${pads} pad${pads > 1 ? 's' : ''})` : ''} ${count === 1 ? 'has' : 'share'} `;
    const second = count ? [`${title}: ${cells}`, isRms ? 'the root mean square ' : ['μ ', number(pool.mean), ' and σ '], number(pool.std), `: ${whoShares(result)}.`] : `${title} pools over real tokens only. Choose a real token to see a pool.`;
    return tag('p', {class: 'nv-lead'}, tag('b', {}, `“${word}” in d${k + 1}`), ` (sentence ${b + 1}, token ${t + 1})${count ? `: ${plain(x)} becomes ` : ' is a pad: it is left out of every pool and comes out as '}`,
        valued(precise(y), `${b},${t},${k}`), '.', tag('span', {class: 'nv-line2'}, second));
};
const blockSteps = result => {
    const {me, me: {pool}, count, eps, isRms} = result, lights = blockLights(result), term = (one, write) => madeOf(write(one.x), `x:${one.key}`);
    if (!count) return [['x̂', '0: a pad has no μ and no σ here, it is only filled in']];
    const isZero = one => Math.abs(one) < 1e-12 * most(pool.members.map(one => Math.abs(one.x))), mean = isZero(pool.mean) ? 0 : pool.mean, square = !isRms && isZero(pool.std) ? 0 : pool.std ** 2, sum = write => addedUp(pool.members.map(one => term(one, write)));
    const centre = bracketed(plain(mean)), name = isRms ? 'RMS' : 'σ', spread = () => madeOf(plain(square), lights), own = term(me, one => plain(one)), root = `√(${plain(square)}${SPACE}+${SPACE}${plain(eps, 5)}) = ${precise(me.xHat)}`;
    return [['μ', ...isRms ? ['0: nothing is subtracted'] : ['(', sum(x => bracketed(plain(x))), `) / ${count} = `, madeOf(plain(mean), lights)]],
        [`${name}²`, '(', sum(x => isRms ? `${bracketed(plain(x))}²` : `(${plain(x)}${SPACE}−${SPACE}${centre})²`), `) / ${count} = ${plain(square * count)} / ${count} = `, spread()],
        [name, '√', spread(), ' = ', madeOf(precise(isRms ? pool.std : Math.sqrt(square)), lights)], ['x̂', ...isRms ? [own, ' / '] : ['(', own, `${SPACE}−${SPACE}`, madeOf(centre, lights), ') / '], root]];
};

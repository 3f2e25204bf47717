// Padding: what pads do to μ and σ, and to a word that never asked for them. normviz/views/padding.py computes the same.
const PAD = '‹pad›';
const PADDING_NORMS = [['batch norm, pads counted', 'batch_norm'], ['batch norm without pads', 'masked_batch_norm'],
    ['batch norm, pads filled with the mean', 'filled_batch_norm'], ['layer norm', 'layer_norm']];
const followable = ({tokens}) => {
    const cells = tokens.slice(0, LISTED).flatMap((names, b) => names.map((name, t) => [name, [b, t]])).slice(0, LISTED);
    return cells.map(([name, [b, t]]) => [cells.filter(([other]) => other === name).length === 1 ? name : `${name} (sentence ${b + 1}, word ${t + 1})`, [b, t]]);
};
const longestOf = ({tokens}) => Math.max(...tokens.map(names => names.length));
views.padding = {
    goals: {output: one => one.y[one.row][one.feature], reads: one => one.xHat[one.row][one.feature], word: one => one.word},
    text: 'sentences', read: sentencesRead,
    controls: (settings, data) => {
        const block = data.examples[settings.example], low = longestOf(block), names = examplesOf(data), label = Object.keys(settings.edits).length ? 'Example, with your numbers' : 'Example';
        return [[choose('example', label, names, {hidden: names.length < 2}),
            choose('norm', 'Norm', PADDING_NORMS.map(([name]) => name), {width: 20, main: settings.one_column, above: true})],
        [typedText('sentences', 'Your sentences, one a line', 4, {hidden: settings.example !== data.typed})],
        [slide('padding_length', 'Padding length (tokens)', low, low + MOST_EXTRA, 1, {whole: true, main: true}), choose('token', 'Follow', followable(block), {width: 12.5}),
            choose('feature', 'Feature', block.values[0][0].map((_, k) => [`d${k + 1}`, k]), {width: 9}),
            slide('gamma', 'γ of this feature', ...RANGE, .1), slide('beta', 'β of this feature', ...RANGE, .1)]];
    },
    pair: ({feature}) => feature,
    fit: (settings, changed, {examples}) => {
        let fitted = settings;
        if (changed.includes('example')) {
            const block = examples[settings.example], cells = followable(block).map(([, cell]) => cell);
            fitted = {...settings, edits: {}, affine: {}, padding_length: longestOf(block), feature: Math.min(settings.feature, block.values[0][0].length - 1),
                token: cells.find(([b, t]) => block.tokens[b][t] === 'How') ?? cells[0]};
        }
        if (!fitted.seen) return fitted;
        const length = fitted.padding_length, [least, most] = changed.includes('norm') || changed.includes('example') ? [length, length] : fitted.seen;
        return {...fitted, seen: [Math.min(least, length), Math.max(most, length)]};
    },
    follow: (settings, [b, t, k], {examples}) => {
        const {tokens, values} = examples[settings.example];
        return tokens[b]?.[t] !== undefined && k < values[0][0].length ? {token: [b, t], feature: k} : {};
    },
    hold: (settings, cell, {examples}) => examples[settings.example].tokens[cell[0]]?.[cell[1]] !== undefined && cell,
    compute: (settings, {examples}) => {
        const block = examples[settings.example], low = longestOf(block), length = settings.padding_length, {edits, feature, token} = settings, features = block.values[0][0].length;
        if (!Number.isInteger(length) || length < low) throw Error(`length: expected a whole number of at least ${low}, the longest sentence, got ${written(length)}`);
        if (length * block.tokens.length * features > 1e5) throw Error(`length: a page has room for ${Math.floor(1e5 / block.tokens.length / features)} tokens, got ${length}`);
        const norm = PADDING_NORMS.find(([name]) => name === settings.norm)[1], sentences = block.tokens.length, ks = [...Array(features).keys()], eps = 1e-5;
        const cell = (b, t, k) => edits[[b, t, k]] ?? block.values[b][t]?.[k] ?? 0, places = Array.from({length: sentences * length}, (_, r) => [Math.floor(r / length), r % length]);
        const real = places.map(([b, t]) => t < block.tokens[b].length), isReal = (_, r) => real[r], rows = places.map(([b, t]) => block.tokens[b][t] ?? PAD);
        const plainRows = places.map(([b, t]) => ks.map(k => cell(b, t, k))), columnOf = (of, k) => of.map(row => row[k]);
        const without = ks.map(k => normalized(columnOf(plainRows, k).filter(isReal), {correction: 0}));
        const values = norm === 'filled_batch_norm' ? plainRows.map((row, r) => real[r] ? row : without.map(one => one.mean)) : plainRows;
        const withPads = ks.map(k => normalized(columnOf(values, k))), pairs = ks.map(k => settings.affine[k] ?? [1, 0]), isRow = norm === 'layer_norm';
        const pools = isRow ? values.map(row => normalized(row)) : norm === 'masked_batch_norm' ? without : withPads, poolOf = (r, k) => pools[isRow ? r : k];
        const isOut = r => norm === 'masked_batch_norm' && !real[r], xHat = values.map((row, r) => row.map((x, k) => isOut(r) ? 0 : (x - poolOf(r, k).mean) / poolOf(r, k).step));
        const y = xHat.map((row, r) => row.map((x, k) => isOut(r) ? 0 : pairs[k][0] * x + pairs[k][1])), count = real.filter(Boolean).length, share = count / real.length;
        const isFill = norm === 'filled_batch_norm', law = (r, {mean, variance}) => isFill ? [mean, Math.sqrt(r * variance)] : [r * mean, Math.sqrt(r * variance + r * (1 - r) * mean ** 2)];
        const own = columnOf(plainRows, feature).filter(isReal), pads = [...new Set([0, ...Array.from({length: MOST_EXTRA + 1}, (_, n) => sentences * (low + n) - count)])].sort((a, b) => a - b);
        const recounts = pads.map(p => normalized([...own, isFill ? without[feature].mean : 0], {counts: [...own.map(() => 1), p]}));
        const curvePads = [...new Set([...Array.from({length: 41}, (_, i) => i === 40 ? pads.at(-1) : i * pads.at(-1) / 40), ...pads])].sort((a, b) => a - b);
        const [b, t] = token;
        return {norm, length, sentences, features, eps, real, rows, values, plainRows, xHat, y, pools, poolOf, withPads, without, share, count, padCount: real.length - count, pads, recounts, curvePads,
            curve: curvePads.map(p => law(count / (count + p), without[feature])), law: law(share, without[feature]), row: b * length + t, feature, token, pairs, block,
            pool: isRow ? 'row' : 'column', poolsPads: norm === 'batch_norm' || isFill, oneColumn: settings.one_column, seen: settings.seen?.map(n => sentences * n - count),
            tried: !settings.seen || settings.seen[0] < settings.seen[1], word: shortName(block.tokens[b][t])};
    },
    words: result => {
        const {norm, word, feature, length, padCount, real, y, row, without: {[feature]: own}, withPads: {[feature]: all}} = result, {mean, std} = result.poolOf(row, feature);
        const said = norm === 'layer_norm' ? `the mean of “${word}”'s own row is ${precise(mean)} and σ ${precise(std)}`
            : norm === 'masked_batch_norm' ? `the mean of d${feature + 1} without them is ${precise(own.mean)} and σ ${precise(own.std)}`
            : `the mean of d${feature + 1} is ${precise(all.mean)}, ${precise(own.mean)} without pads; its σ is ${precise(all.std)}${norm === 'filled_batch_norm' ? `, ${precise(own.std)} without pads` : ''}`;
        return `${length} token${length === 1 ? '' : 's'} a sentence, ${padCount} of ${real.length} rows are pads: ${said}. “${word}” comes out as ${precise(y[row][feature])} by ${PADDING_NORMS.find(([, one]) => one === norm)[0]}.`;
    },
    picture: (result, axes = {}) => {
        const {norm, word, feature: k, row, pool, oneColumn, tried, seen, poolsPads, padCount, without: {[k]: own}, withPads: {[k]: all}, token: [b, t], length, eps} = result;
        const x = result.plainRows[row][k], xHat = result.xHat[row][k], y = result.y[row][k], without = (x - own.mean) / Math.sqrt(own.variance + eps);
        const [gamma, beta] = result.pairs[k], isCompared = poolsPads && tried && !seen && padCount > 0, {mean, std} = result.poolOf(row, k), isLong = result.rows.length > 120;
        const side = one => one >= 0 ? 'above' : 'below', whose = pool === 'row' ? ' of its own row' : oneColumn ? '' : ` of d${k + 1}`;
        const remark = isCompared ? tag('span', {}, `; without the pads, ${fixed(Math.abs(without))} σ ${side(without)} it.`)
            : poolsPads || !tried ? '.' : norm === 'layer_norm' ? ': no other row is in its pool.' : ': a mask leaves the pads out.';
        const lead = tag('p', {class: 'nv-lead'}, tag('b', {}, `“${word}”`), ' lies ', tag('span', {'data-away': true}, valued(fixed(Math.abs(xHat)), `${b},${t},${k}`), ' σ ', tag('span', {}, side(xHat))), ` the mean${whose}`, remark);
        const lights = pool === 'row' ? `x:${b},${t},*` : `x:*,${k}`, isSame = y === xHat;
        const steps = tag('p', {class: 'nv-arithmetic'}, tag('b', {}, `“${word}”`), ` in d${k + 1}: x̂ = (`, madeOf(plain(x), `x:${b},${t},${k}`), ' − ', madeOf(bracketed(precise(mean)), lights), ') / √(', madeOf(precise(std), lights), '² + ε) = ', tag('b', {}, precise(xHat)),
            isSame ? null : [`, then y = ${plain(gamma)} · x̂ + ${bracketed(plain(beta))} = `, tag('b', {}, precise(y))], '.',
            isCompared ? ` Without the pads x̂ would be ${precise(without)}${isSame ? '' : `, and y ${precise(gamma * without + beta)}`}, and μ ${precise(own.mean)}.` : null);
        return tag('div', {'data-pool': pool, 'data-real': norm === 'masked_batch_norm'}, paddingStage(result, axes[0]), new Markup(CONTROLS), lead, lostDigits(result.pools.map(one => [one.mean, one.std])),
            oneColumn ? null : trace(result), fold('All numbers, before and after', steps, isLong ? longTable(result) : stackedTable(result), madeUp(result),
                legend([isLong ? null : toneKey(pool, POOLS[pool]), tag('li', {}, tag('span', {class: 'nv-key nv-key-pad'}), 'padding'), isLong || !isTurned(result.pairs) ? null : toneKey('affine', 'after γ and β; sand below 0', ' nv-key-tint')])),
            oneColumn ? null : fold('The law', lawWords(result), lawCurves(result)));
    },
};
const paddingStage = (result, held) => {
    const {feature: k, row, real, values, rows, withPads: {[k]: all}, without: {[k]: own}, pairs: {[k]: [gamma, beta]}, eps, length, norm, token: [b, t], word, oneColumn} = result;
    const plainOwn = values.filter((_, r) => real[r]).map(one => one[k]), whole = [...plainOwn, 0], ofRow = result.plainRows[row], rowPool = normalized(ofRow), least = result.count / (result.count + result.pads.at(-1));
    const shares = Array.from({length: 20}, (_, i) => least + (1 - least) * i / 19);
    const axis = held ?? axisOf([...whole, ...ofRow], [rulerOf(ofRow, rowPool.mean, rowPool.variance, {eps}), ...shares.flatMap(s => [
        rulerOf(whole, s * own.mean, s * own.variance + s * (1 - s) * own.mean ** 2, {eps}), rulerOf(whole, own.mean, s * own.variance, {eps})])]);
    const more = {eps, gamma, beta}, zeroAt = (one, of) => `${of}: the ruler's 0 lies at μ ${shortNumber(one.mean)}, one step is ${shortNumber(one.step)}`, common = {axis, room: PADS_ROOM + LIFT, hand: true, second: !oneColumn};
    if (norm === 'layer_norm') {
        const ruler = rulerOf(ofRow, rowPool.mean, rowPool.variance, {...more, lights: `x:${b},${t},*`, tone: 'row'});
        return stage({...common, values: ofRow, rulers: [ruler], label: zeroAt(ruler, `The row of ${word}`), picked: k, pickedName: `${word}, d${k + 1}`, keys: i => `x:${b},${t},${i}`});
    }
    const column = values.map(one => one[k]), isMasked = norm === 'masked_batch_norm', lights = `x:*,${k}`, counted = rulerOf(column, all.mean, all.variance, {...more, lights});
    const rulers = !isMasked ? [counted] : [rulerOf(plainOwn, own.mean, own.variance, {...more, lights, name: 'without the pads'}),
        ...real.every(Boolean) ? [] : [{...counted, name: 'with them', tone: 'pad', lights: null}]];
    return stage({...common, values: column, rulers, label: zeroAt(rulers[0], `d${k + 1}`), real, outside: real.map(one => isMasked && !one), picked: row, pickedName: shortName(rows[row]),
        keys: r => `x:${Math.floor(r / length)},${r % length},${k}`, least: 1 + isMasked, pull: 'padding_length'});
};
const lawSeries = ({feature: k, row, plainRows, poolsPads, curve, curvePads, poolOf, eps, pool, word}) => {
    const {mean, std} = poolOf(row, k), both = poolsPads ? curve : curvePads.map(() => [mean, std]), x = plainRows[row][k];
    return [{name: 'μ', values: both.map(([mean]) => mean), tone: pool}, {name: 'σ', values: both.map(([, std]) => std), tone: pool, line: 'dashed'},
        {name: `x̂ of “${word}”`, values: both.map(([mean, std]) => (x - mean) / Math.sqrt(std ** 2 + eps)), tone: 'pad', line: 'dotted'}];
};
const seenOnly = ({seen, curvePads}, values) => seen ? values.map((one, i) => curvePads[i] < seen[0] || curvePads[i] > seen[1] ? NaN : one) : values;
const trace = result => {
    const {curvePads: x, padCount: now, word, pool} = result, reading = lawSeries(result)[2].values;
    return curves({x, series: [{name: '', values: seenOnly(result, reading), tone: pool}], label: `x̂ of ${word} over the pads: ${shortNumber(interpolated(now, x, reading))} at ${now}`,
        xName: `pads, and x̂ of “${word}”`, now, key: 'trace', yScale: around([...reading, 0], .1), height: 130});
};
const lawCurves = result => {
    const {curvePads: x, padCount: now, feature: k, word, poolsPads, tried, pads, recounts, pool, seen} = result, series = lawSeries(result), all = series.flatMap(one => one.values);
    const title = poolsPads ? `d${k + 1}: the law (lines) and recounts (dots)` : `“${word}” in d${k + 1}${tried ? ': nothing moves' : ''}`;
    const [mean, std, reading] = series.map(one => shortNumber(interpolated(now, x, one.values))), [least, most] = seen ?? [0, Infinity];
    const dots = poolsPads ? pads.flatMap((p, i) => p < least || p > most ? [] : [[p, recounts[i].mean, pool], [p, recounts[i].std, pool]]) : [];
    return [titled(title), curves({x, series: series.map(one => ({...one, values: seenOnly(result, one.values)})), label: `${title}. At ${now} pads: μ ${mean}, σ ${std}, x̂ ${reading}`,
        xName: 'pad rows in the batch', now, dots, key: 'law', yScale: around([...all, 0], .1)})];
};
const lawWords = ({tried, oneColumn, feature: k, without: {[k]: own}, withPads: {[k]: all}, law, norm, count, rows, share}) => {
    if (!tried || oneColumn) return null;
    const [mean, std] = [own.mean, own.std].map(precise), needless = tag('b', {}, 'No law is needed: '), both = of => of.map(precise).join(' and ');
    if (norm === 'layer_norm') return tag('p', {}, needless, 'no row\'s pool holds a number of another row, pad or not.');
    if (norm === 'masked_batch_norm') return tag('p', {}, needless, `the pool of d${k + 1} holds the ${count} real rows only: μ ${mean} and σ ${std} at every padding length.`);
    const sums = norm === 'batch_norm' ? `μ = r · ${bracketed(mean)} and σ = √(r · ${std}² + r(1 − r) · ${bracketed(mean)}²)` : `μ = ${mean}, as without pads, and σ = √r · ${std}`;
    const agree = [[law[0], all.mean], [law[1], all.std]].every(([one, other]) => Math.abs(one - other) <= 1e-8 + 1e-5 * Math.abs(other));
    return tag('p', {}, tag('b', {}, 'The law '), `with r = ${count}/${rows.length} = ${plain(share)}: ${sums} give ${both(law)}. `, tag('b', {}, 'The recount '),
        `of all ${rows.length} rows gives ${both([all.mean, all.std])}: `, agree ? '✓ they agree.' : '✗ they differ.');
};
const madeUp = ({block: {madeUp: words = []}}) => words.length ? noted(`No embedding is known for ${words.slice(0, MOST_MADE_UP).map(one => shortName(one)).join(', ')}${words.length > MOST_MADE_UP ? ` and ${words.length - MOST_MADE_UP} more` : ''}: `
    + 'each of these words gets numbers made from its own letters, so the same word always gets the same vector.') : null;
const stackedTable = result => {
    const {feature: k, pool, oneColumn, features, values, rows, real, length, row, pools, y, norm, padCount} = result, isAlone = oneColumn && pool === 'column', shown = isAlone ? [k] : visibleColumns(features, k);
    const only = of => of.map(one => shown.map(i => one[i])), of = pool === 'column' ? shown.map(i => pools[i]) : pools, place = r => `${Math.floor(r / length)},${r % length}`;
    return table({values: only(values), rows, columns: shown.map(i => `d${i + 1}`), mask: real, hasMask: true, caption: `Stacked: ${rows.length} rows, ${padCount} pads${isAlone ? '' : cut(shown, features)}`, heading: 'x', tone: pool, pool,
        selected: [row, shown.indexOf(k)], outside: norm === 'masked_batch_norm' ? real.map(one => !one) : undefined, statistics: [['μ', of.map(one => one.mean)], ['σ', of.map(one => one.std)]], write: one => plain(one),
        begins: rows.map((_, r) => r).filter(r => r % length === 0), padsInARow: oneColumn ? 3 : 6, dataRow: r => real[r] ? place(r) : null, first: shown[0], key: 'x', named: place,
        output: {heading: oneColumn ? 'normalized' : 'y = γ · x̂ + β', values: only(y), turned: isTurned(result.pairs)}});
};
const longTable = result => {
    const {feature: k, features, rows, length, sentences, padCount, withPads, without, pool, norm, values, real} = result, shown = visibleColumns(features, k);
    const label = `${sentences} sentences of ${length} tokens; ${fixed(100 * padCount / rows.length, 1)} % of the ${rows.length} rows are pads`, names = ['μ with pads', 'σ with pads', 'μ without', 'σ without'];
    const numbers = [[withPads, 'mean'], [withPads, 'std'], [without, 'mean'], [without, 'std']].map(([of, what]) => shown.map(i => of[i][what]));
    return tag('div', {class: 'nv-batch'}, titled(`Stacked: ${label}`), batchMap(values.map(row => row[k]), real, sentences, length, pool, `Map of feature d${k + 1}: ${label}`),
        noted('One line a sentence, one cell a token; the hatched part is padding.'), norm === 'layer_norm' ? null : table({values: numbers, rows: names, columns: shown.map(i => `d${i + 1}`), caption: 'What the pool says', tone: pool}));
};
const batchMap = (numbers, real, lines, cells, tone, label) => {
    const canvas = Object.assign(document.createElement('canvas'), {width: cells, height: lines}), ink = canvas.getContext('2d'), most = Math.max(...numbers.filter((_, r) => real[r]).map(Math.abs)) || 1;
    const image = ink.createImageData(cells, lines), colour = getComputedStyle(document.querySelector('.nv')).getPropertyValue(`--nv-${tone}-rgb`).split(',').map(Number);
    numbers.forEach((x, r) => image.data.set(real[r] ? [...colour.map(one => 255 - (.18 + .82 * Math.abs(x) / most) * (255 - one)), 255] : [0, 0, 0, 0], 4 * r));
    ink.putImageData(image, 0, 0);
    return tag('div', {class: 'nv-key-pad'}, new Markup(`<img src="${canvas.toDataURL()}" alt="${escaped(label)}" class="nv-map" style="height:${within(7 * lines, 60, 300)}px">`));
};

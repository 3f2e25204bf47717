// γ and β after the normalization, the activation after γ and β, and the way back. normviz/views/affine.py computes the same.
const ACTIVATIONS = {
    sigmoid: y => (y >= 0 ? 1 : Math.exp(y)) / (1 + Math.exp(-Math.abs(y))),
    tanh: Math.tanh, ReLU: y => Math.max(y, 0), none: y => y,
};
const OTHERS = ['none', 'its second half', 'numbers you type'];
const numbersRead = (text, {rules}) => {
    text.split('\n').forEach((line, i) => refuse('other batch', line, i + 1, rules.line));
    const words = wordsOf(text.replace(/[,;]/g, ' ')), wrong = words.length ? words.find(word => !isNumber(word)) : '';
    if (wrong !== undefined) throw Error(`other batch: expected numbers, got '${wrong}'`);
    return words.map(numberIn);
};
const tableIn = ({example, edits}, {examples}) => {
    const {rows, columns, values} = examples[example];
    return {rows, columns, values: values.map((row, i) => row.map((x, k) => edits[[i, k]] ?? x))};
};
const throughAll = (title, rows, z, {gamma, beta, activation}) => {
    const own = normalized(z, {gamma, beta}), a = own.y.map(ACTIVATIONS[activation]), gap = Math.max(...own.y.map((y, i) => Math.abs(y - z[i])));
    return {...own, title, rows, z, a, gap, isBack: gap <= 1e-12 * Math.max(1, ...z.map(Math.abs)), after: normalized(own.y)};
};
views.affine = {
    pair: ({column}) => column, text: 'table', read: tableRead,
    goals: {
        comes_back: ({own: {y, z}}) => y.every((one, i) => Math.abs(one - z[i]) <= .001 + 1e-5 * Math.abs(z[i])),
        largest: one => Math.max(...one.own.a), mean: one => one.own.after.mean, std: one => one.own.after.std,
        spread: ({own: {y}}) => Math.max(...y) - Math.min(...y),
    },
    controls: (settings, data) => {
        const {rows, columns, values} = tableIn(settings, data), own = normalized(values.map(row => row[settings.column])), examples = examplesOf(data);
        const [widest, furthest] = [own.std, Math.abs(own.mean)].map(reach => Math.max(RANGE[1], Math.ceil(1.5 * reach)));
        return [[choose('example', Object.keys(settings.edits).length ? 'Example, with your numbers' : 'Example', examples, {width: 12.5, hidden: examples.length < 2}),
            choose('column', 'Column', columns.map((name, k) => [name, k]), {width: 12.5}), choose('activation', 'Activation g', Object.keys(ACTIVATIONS), {width: 12.5}),
            slide('gamma', 'γ', -widest, widest, .1, {main: true}), slide('beta', 'β', -furthest, furthest, .1, {main: true})],
        [typedText('table', 'Your table, one row a line', 5, {hidden: settings.example !== data.typed})],
        [pressed('undo', 'Get z back: γ = √(σ² + ε), β = μ', () => ({gamma: own.step, beta: own.mean})), named('row', 'Row', rows), choose('other', 'Other batch', OTHERS, {width: 22})],
        [typedText('other_numbers', 'Its numbers', 2, {hidden: settings.other !== OTHERS[2]})]];
    },
    fit: (settings, changed, {examples}) => changed.includes('example')
        ? {...settings, affine: {}, edits: {}, column: 0, row: Math.min(settings.row, examples[settings.example].rows.length)} : settings,
    follow: ({example}, [row], {examples}) => row < examples[example].rows.length ? {row: row + 1} : {},
    hold: ({example, column}, [row], {examples}) => row in examples[example].rows && [row, column],
    compute: (settings, data) => {
        const {column: k, row, activation, other} = settings, {rows, columns, values} = tableIn(settings, data), z = values.map(one => one[k]), [gamma, beta] = settings.affine[k] ?? [1, 0], half = rows.length >> 1;
        if (!rows[row - 1]) throw Error(`row: expected a whole number from 1 to ${rows.length}, got ${row}`);
        const through = (whose, rows, z) => throughAll(`${columns[k]} of ${whose}`, rows, z, {gamma, beta, activation}), typed = other === OTHERS[2] && numbersRead(settings.other_numbers, data);
        const others = typed ? [through('the other batch', typed.map((_, i) => `new ${i + 1}`), typed)] : other === OTHERS[1] ? [through('the second half', rows.slice(half), z.slice(half))] : [];
        return {name: columns[k], own: through('this batch', rows, z), others, unedited: through('', rows, data.examples[settings.example].values.map(one => one[k])), row: row - 1, gamma, beta, eps: 1e-5, activation, isActive: activation !== 'none'};
    },
    words: ({own: {rows, z, mean, std, xHat, y, a}, row: i, gamma, beta, isActive}) => `${shortName(rows[i])}: ${plain(z[i])}, of a mean of ${precise(mean)} and σ ${precise(std)}, is normalized to ${precise(xHat[i])}; `
        + `with γ = ${plain(gamma)} and β = ${plain(beta)} it gives y = ${precise(y[i])}${isActive ? `, and a = ${precise(a[i])}` : ''}.`,
    picture: (result, axes = {}) => {
        const {own, own: {rows, z, xHat, y, a}, others, row: i, isActive} = result, batches = [own, ...others];
        const gaps = others.length || own.isBack ? batches.map(({gap, isBack}, n) => tag('span', {class: 'nv-line2'}, `In ${n ? 'the other' : 'this'} batch y ${isBack ? 'gives z back: ' : 'and z differ by up to '}`,
            valued(isBack ? 'no difference to 12 digits' : precise(gap)), '.')) : null;
        return [batches.map((batch, n) => [n ? titled(batch.title) : null, affineStage(result, batch, axes[n])]), new Markup(CONTROLS),
            tag('p', {class: 'nv-lead'}, tag('b', {}, `${shortName(rows[i])}: `), `${plain(z[i])} → x̂ ${precise(xHat[i])} → y\u00a0`, valued(precise(y[i]), i), isActive ? [' → a\u00a0', valued(precise(a[i]))] : null, gaps),
            lostDigits(batches.flatMap(one => [[one.mean, one.std], [one.after.mean, one.after.std]])), isActive ? activationCurve(result) : null,
            fold('All numbers', batches.map(one => affineTable(result, one)), legend([toneKey('column', 'one column: one μ, one σ'), toneKey('affine', 'after γ and β')]), affineSteps(result))];
    },
};
const affineStage = ({own, others, unedited, gamma, beta, row, eps}, batch, held) => {
    const isOwn = batch === own, key = isOwn ? 'x' : 'x2';
    const reach = [own, ...others].flatMap(one => endsOf(rulerOf(one.z, one.mean, one.variance, {eps})));
    const axis = held ?? steadyScale([...unedited.z, ...others.flatMap(one => one.z), ...reach], batch.z, .1), ruler = rulerOf(batch.z, batch.mean, batch.variance, {eps, gamma, beta, lights: `${key}:*`});
    return stage({values: batch.z, rulers: [ruler], axis, label: `${batch.title}: the ruler's 0 lies at μ ${shortNumber(ruler.mean)}, one step is ${shortNumber(ruler.step)}`,
        picked: isOwn ? row : undefined, pickedName: isOwn ? shortName(batch.rows[row], ROW_NAME) : '', keys: r => `${key}:${r}`, hand: isOwn, second: isOwn});
};
const affineTable = ({own, name, row, isActive, gamma, beta}, batch) => {
    const isOwn = batch === own, of = [[shortName(name, HEAD), batch.z, plain, 'column'], ['x̂', batch.xHat], ['y', batch.y, undefined, isAffine({gamma, beta}) ? 'affine' : 'column'], ['a', batch.a]].slice(0, isActive ? 4 : 3);
    const keys = ['x', 'z', 'y', 'a'].map(key => isOwn ? key : `${key}2`), shown = firstRows(batch.z.length, FEW_ROWS, isOwn ? row : undefined), more = batch.z.length - shown.length;
    const body = shown.map((r, i) => tag('tr', {'data-key': `${keys[0]}.row:${r}`, 'data-row': isOwn ? r : null}, tag('th', {scope: 'row', title: batch.rows[r]}, shortName(batch.rows[r], ROW_NAME)),
        of.map(([, values, write = precise, tone], n) => tag('td', {'data-key': `${keys[n]}:${r}`,
            class: classes(tone && `nv-in${i ? '' : ' nv-in-start'}${i === shown.length - 1 ? ' nv-in-end' : ''} nv-tone-${tone}`, isOwn && r === row && 'nv-cell')}, write(values[r])))));
    if (more) body.push(tag('tr', {class: 'nv-more'}, tag('th', {scope: 'row', colspan: 1 + of.length}, `… ${more} more rows`)));
    const foot = [['μ', 'mean'], ['σ', 'std']].map(([mark, what]) => tag('tr', {}, tag('th', {scope: 'row'}, mark),
        of.map(([, values], n) => tag('td', {'data-key': `${mark} ${keys[n]}:*`, 'data-lights': `${keys[n]}:*`}, precise(normalized(values)[what])))));
    return scrolledTable(`${batch.title}, row by row`, headOf(of.map(([name]) => name)), body, 'nv-table nv-fixed', tag('tfoot', {}, foot));
};
const affineSteps = ({own: {z, mean, variance, xHat, y, a}, row: i, gamma, beta, eps, activation, isActive}) => {
    const put = {sigmoid: `1 / (1 + e^(−${bracketed(precise(y[i]))}))`, tanh: `tanh(${precise(y[i])})`, ReLU: `the larger of 0 and ${precise(y[i])}`}[activation];
    return tag('div', {}, tag('p', {class: 'nv-title', style: 'margin-top:.8em'}, 'The arithmetic of the chosen row'), arithmetic([
        ['x̂', `(${plain(z[i])} − ${bracketed(plain(mean))}) / √(${plain(variance)} + ${plain(eps, 5)}) = ${precise(xHat[i])}`],
        ['y', `γ · x̂ + β = ${bracketed(plain(gamma))} · ${bracketed(precise(xHat[i]))} + ${bracketed(plain(beta))} = ${precise(y[i])}`],
        ...isActive ? [['a', `${put} = ${precise(a[i])}`]] : []]));
};
const activationCurve = ({own: {y, a}, own, others, unedited, row, activation, gamma, beta}) => {
    const first = [unedited, ...others], spread = (low, high) => Array.from({length: 61}, (_, i) => i === 60 ? high : low + i * ((high - low) / 60)), reach = reachWith(RANGE, RANGE);
    const xScale = steadyScale([-5, 5, ...first.flatMap(one => [...one.z, ...reach(one.xHat)])], [own, ...others].flatMap(one => [...one.z, ...one.y]), .03), {low, high} = xScale;
    // Where the axis is long, the bend around 0 and ReLU's corner need places of their own.
    const x = [...new Set([...spread(low, high), ...spread(-5, 5).filter(one => low < one && one < high)])].sort((a, b) => a - b), curve = x.map(ACTIVATIONS[activation]);
    const [least, most] = {sigmoid: [0, 1], tanh: [-1, 1]}[activation] ?? [Math.min(...curve), Math.max(...curve)], room = .12 * (most - least), yScale = {low: least - room, high: most + room};
    const shown = firstRows(y.length, FEW_ROWS, row), title = `a = ${activation}(y)`, tone = isAffine({gamma, beta}) ? 'affine' : 'column', ends = [Math.min, Math.max].map(end => shortNumber(end(...a)));
    const plot = ACTIVATION - BELOW_PLOT, threads = [...shown.filter(r => r !== row), row].map(r => { const at = `${placeOn(xScale)(y[r])}%`; return tag('line', {'data-key': `a:${r}/thread`, x1: at, x2: at, y1: plot,
        y2: plot * (1 - placeOn(yScale)(a[r]) / 100), class: r === row ? 'nv-picked' : 'nv-thread', 'stroke-width': r === row ? 2.5 : 1}); });
    return tag('div', {'data-pool': 'all'}, titled(title), curves({x, series: [{name: '', values: curve, tone}], label: `${title}: from ${ends[0]} to ${ends[1]} in this batch`, xName: 'y', now: y[row],
        dots: shown.map(r => [y[r], a[r], tone]), height: ACTIVATION, xScale, yScale, key: 'activation', threads}));
};

// Batch norm on a table: one column, one cell, and what weights before it do to them. normviz/views/batch_norm.py computes the same.
const GPA_IQ = 'GPA and IQ, one node', TWO = 'two students, two nodes', DIVIDE_BY = [['n, as batch norm does', 0], ['n − 1, the sample variance', 1]];
const NODES = [[['w1', 'w1 (GPA → node 1)'], ['w3', 'w3 (IQ → node 1)'], ['b', 'b11 (node 1)']], [['w2', 'w2 (GPA → node 2)'], ['w4', 'w4 (IQ → node 2)'], ['b2', 'b12 (node 2)']]];
const NODE = [[['w1', 'w1 (GPA)'], ['w2', 'w2 (IQ)'], ['b', 'b']]];
const namesOf = ({example}, {examples}) => {
    const {rows, columns} = examples[example];
    return [rows, {[GPA_IQ]: ['M'], [TWO]: ['node 1', 'node 2']}[example] ?? columns];
};
views.batch_norm = {
    pair: ({column}) => column, text: 'table', read: tableRead,
    goals: {first: one => one.pools[0].xHat[0], reading: one => one.pools[one.column].xHat[one.row], rows: one => one.rows.length},
    controls: (settings, data) => {
        const [rows, columns] = namesOf(settings, data), short = shortName(columns[settings.column - 1]), name = /[$\\]/.test(short) ? 'this column' : short;
        const label = Object.keys(settings.edits).length ? 'Example, with your numbers' : 'Example', nodes = {[GPA_IQ]: NODE, [TWO]: NODES}[settings.example] ?? [];
        const examples = examplesOf(data);
        return [[choose('example', label, examples, {width: 22, hidden: examples.length < 2}), choose('divide_by', 'Divide by', DIVIDE_BY.map(([name]) => name), {width: 22})],
            [typedText('table', 'Your table, one row a line', 5, {hidden: settings.example !== data.typed})],
            ...nodes.map(node => node.map(([name, label]) => slide(name, label, -2, 2, .05))),
            [slide('gamma', `γ of ${name}`, ...RANGE, .1, {main: true}), slide('beta', `β of ${name}`, ...RANGE, .1, {main: true}), named('row', 'Row', rows), named('column', 'Column', columns)]];
    },
    fit: (settings, changed, data) => {
        if (!changed.includes('example')) return settings;
        const [rows, columns] = namesOf(settings, data);
        return {...settings, affine: {}, edits: {}, row: Math.min(settings.row, rows.length), column: Math.min(settings.column, columns.length)};
    },
    follow: (settings, [row, column], data) => {
        const [rows, columns] = namesOf(settings, data);
        return row < rows.length && column < columns.length ? {row: row + 1, column: column + 1} : {};
    },
    hold: (settings, [i, k], {examples}) => examples[settings.example].values[i]?.[k] !== undefined && [i, k],
    compute: (settings, data) => {
        const {edits, example} = settings, source = data.examples[example], [rows, columns] = namesOf(settings, data), correction = DIVIDE_BY.find(([name]) => name === settings.divide_by)[1];
        const numbersOf = edits => tableIn({example, edits}, data).values, names = {[GPA_IQ]: [['w1'], ['w2'], ['b']], [TWO]: [['w1', 'w2'], ['w3', 'w4'], ['b', 'b2']]}[example];
        const given = numbersOf(edits), weights = names?.slice(0, -1).map(row => row.map(name => settings[name])), bias = names?.at(-1).map(name => settings[name]);
        const through = rows => weights ? rows.map(row => bias.map((b, k) => row.reduce((sum, x, i) => sum + x * weights[i][k], 0) + b)) : rows, eps = 1e-5;
        for (const name of ['row', 'column']) if (!Number.isInteger(settings[name]) || settings[name] < 1 || settings[name] > (name === 'row' ? rows : columns).length)
            throw Error(`row, column: expected a cell of the ${rows.length} × ${columns.length} table, got row ${settings.row}, column ${settings.column}`);
        const columnsOf = numbers => columns.map((_, k) => normalized(numbers.map(row => row[k]), {eps, correction, gamma: settings.affine[k + 1]?.[0], beta: settings.affine[k + 1]?.[1]}));
        const values = through(given), pools = columnsOf(values), after = pools.map(({y}) => normalized(y, {correction})), pairs = columns.map((_, k) => settings.affine[k + 1] ?? [1, 0]);
        return {rows, columns, values, inputs: weights && given, source, weights, bias, pools, after, pairs, eps, correction, row: settings.row - 1, column: settings.column - 1,
            unedited: columnsOf(through(numbersOf({}))), uneditedValues: through(numbersOf({})), y: values.map((_, i) => pools.map(one => one.y[i])), symbol: correction ? 'σ (n − 1)' : 'σ'};
    },
    words: ({rows, columns, values, pools, y, row: i, column: k, eps}) => {
        const {mean, std, variance, xHat} = pools[k];
        return `${shortName(rows[i])}, ${shortName(columns[k])}: ${plain(values[i][k])} becomes ${precise(xHat[i])}, after γ and β ${precise(y[i][k])}. The column has a mean of ${precise(mean)} and a σ of ${precise(std)}.`
            + (variance > 0 && variance < 100 * eps ? ' ε is not small beside σ², and makes the result smaller.' : '');
    },
    picture: (result, axes = {}) => {
        const {columns, rows, values, pools, y, row: i, column: k, eps} = result, {mean, std, variance} = pools[k], x = values[i][k], distance = std ? (x - mean) / std : 0;
        const others = visibleColumns(columns.length, k).filter(one => one !== k).slice(0, 4), side = distance ? `${fixed(Math.abs(distance))} σ ${distance > 0 ? 'above' : 'below'} the mean of its column` : 'on the mean of its column';
        const lead = tag('p', {class: 'nv-lead nv-three'}, tag('b', {}, `${shortName(rows[i])}, ${shortName(columns[k])}: `), `${plain(x)} lies ${side}; the output is `, valued(fixed(y[i][k]), `${i},${k}`),
            variance > 0 && variance < 100 * eps ? ' (ε makes it smaller)' : '', `.${rows.length === 1 ? ' The table has one row, so each number is the mean of its own column. If these numbers are one column, put each on a line of its own.' : ''}`);
        const hint = tag('p', {class: 'nv-note nv-hint'}, 'Point at a cell to see its pool; follow it with a click or the arrow keys. ', result.inputs ? null : tag('span', {}, 'Drag its dot to change its number.'));
        return tag('div', {'data-pool': 'column', 'data-both': 'x y'}, columnStage(result, k, axes[0]), new Markup(CONTROLS), lead, lostDigits([...pools, ...result.after].map(one => [one.mean, one.std])),
            tag('div', {class: 'nv-others-small'}, others.map((one, n) => tag('div', {}, columnStage(result, one, axes[n + 1], true)))),
            fold('All numbers, before and after', tag('div', {class: 'nv-panels'}, tablesOf(result).map(one => tag('div', {class: 'nv-panel'}, one))), hint,
                legend([toneKey('column', POOLS.column), isTurned(result.pairs) ? toneKey('affine', 'after γ and β; sand below 0') : null])), fold('The arithmetic', columnSteps(result)));
    },
};
const columnRuler = ({eps, pairs}, {mean, variance}, values, k) =>
    rulerOf(values.map(row => row[k]), mean, variance, {eps, gamma: pairs[k][0], beta: pairs[k][1], lights: `x:*,${k}`});
const columnStage = (result, k, held, small = false) => {
    const {values, uneditedValues, pools, unedited, rows, columns, row, inputs} = result, own = columnRuler(result, pools[k], values, k), column = values.map(one => one[k]);
    const reach = (of, values, i) => [...values.map(row => row[i]), ...endsOf(columnRuler(result, of[i], values, i))];
    const span = numbers => Math.max(...numbers) - Math.min(...numbers), alike = (columns.length <= 5 ? [...columns.keys()] : [k]).map(i => reach(unedited, uneditedValues, i));
    const kept = inputs ? [-10, 10] : Math.min(...alike.map(span)) < .3 * span(alike.flat()) ? reach(unedited, uneditedValues, k) : alike.flat();
    const axis = held ?? steadyScale(kept, reach(pools, values, k), .065), name = shortName(columns[k]);
    return stage({values: column, rulers: [own], axis, label: `${name}: the ruler's 0 lies at μ ${plain(own.mean)}, one step is ${plain(own.step)}`, picked: row, pickedName: small ? name : shortName(rows[row]),
        keys: i => `x:${i},${k}`, small, hand: !inputs, second: !small});
};
const tablesOf = ({values, rows, columns, row, column, pools, pairs, after, y, symbol, inputs, source}) => {
    const shown = visibleColumns(columns.length, column), part = cut(shown, columns.length), only = of => of.map(one => shown.map(k => one[k])), of = (pools, what) => shown.map(k => pools[k][what]);
    const common = {rows, columns: shown.map(k => columns[k]), pool: 'column', selected: [row, shown.indexOf(column)], dataRow: String, first: shown[0]};
    return [inputs ? table({values: inputs, rows: source.rows, columns: source.columns, caption: 'Features', tone: 'column', write: one => plain(one), key: 'f'}) : null,
        table({...common, values: only(values), caption: `Before${part}`, tone: 'column', statistics: [['μ', of(pools, 'mean')], [symbol, of(pools, 'std')]], write: one => plain(one), key: 'x'}),
        table({...common, values: only(y), caption: `After${part}`, tone: isTurned(pairs) ? 'affine' : 'column', statistics: [['μ', of(after, 'mean')], [symbol, of(after, 'std')]], key: 'y'})].filter(Boolean);
};
const columnSteps = ({values, row: i, column: k, pools, pairs, correction, eps, inputs, weights, bias, columns, y}) => {
    const column = values.map(one => one[k]), n = column.length, {variance, xHat} = pools[k], mean = Math.abs(pools[k].mean) < 1e-12 * Math.max(...column.map(Math.abs)) ? 0 : pools[k].mean, divisor = n - correction;
    const by = correction ? `(${n}${SPACE}−${SPACE}1)` : String(n), meanText = bracketed(plain(mean)), [gamma, beta] = pairs[k], pool = `x:*,${k}`, key = r => `x:${r},${k}`, steps = [];
    if (inputs) steps.push([shortName(columns[k]), `${inputs[i].map((x, f) => `${plain(x)}${SPACE}·${SPACE}${bracketed(plain(weights[f][k]))}`).join(' + ')} + ${bracketed(plain(bias[k]))} = ${plain(column[i])}`]);
    const terms = addedUp(column.map((x, r) => madeOf(bracketed(plain(x)), key(r)))), squares = addedUp(column.map((x, r) => madeOf(`(${plain(x)}${SPACE}−${SPACE}${meanText})²`, key(r)))), spread = () => madeOf(plain(variance), pool);
    steps.push(['μ', '(', terms, `) / ${n} = `, madeOf(plain(mean), pool)], ['σ²', '(', squares, `) / ${by} = ${plain(variance * divisor)} / ${divisor} = `, spread()], ['σ', '√', spread(), ' = ', madeOf(precise(Math.sqrt(variance)), pool)],
        ['x̂', '(', madeOf(plain(column[i]), key(i)), `${SPACE}−${SPACE}`, madeOf(meanText, pool), ') / √(', spread(), `${SPACE}+${SPACE}${plain(eps, 5)}) = ${precise(xHat[i])}`],
        ['y', `γ · x̂ + β = ${bracketed(plain(gamma))} · ${bracketed(precise(xHat[i]))} + ${bracketed(plain(beta))} = ${precise(y[i][k])}`]);
    return tag('div', {}, titled('The arithmetic of the chosen cell'), arithmetic(steps));
};

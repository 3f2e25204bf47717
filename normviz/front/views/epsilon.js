// Where ε stands, and when that matters. normviz/views/epsilon.py computes the same.
const EPS_PLACES = [['inside the root: √(σ² + ε)', 'inside'], ['outside the root: σ + ε', 'outside'], ['no ε at all', 'none']];
const DIVISORS = {inside: '√(σ² + ε)', outside: '(σ + ε)', none: 'σ alone'}, STEP_NAMES = {inside: '√(σ² + ε)', outside: 'σ + ε', none: 'σ'};
const stepsOf = (std, eps) => ({inside: Math.sqrt(std ** 2 + eps), outside: std + eps, none: std}), six = one => plain(one, 6);
views.epsilon = {
    unit: ({exponent}) => 10 ** exponent,
    controls: () => [[choose('place', 'Where ε stands', EPS_PLACES.map(([name]) => name), {width: 22}), slide('exponent', 'The column times 10 to the power', -8, 2, .25),
        slide('eps_exponent', 'ε = 10 to the power', -12, 0, .5, {main: true})]],
    fit: settings => settings, hold: (_, cell, {examples}) => cell.length === 1 && cell[0] in examples.column && cell,
    compute: ({place, exponent, eps_exponent, edits}, {examples}) => {
        for (const [name, power] of Object.entries({exponent, eps_exponent})) if (Math.abs(power) > 100) throw Error(`${name}: expected a power from −100 to 100, got ${power}`);
        const here = 10 ** exponent, eps = 10 ** eps_exponent, own = examples.column.map((x, i) => edits[i] ?? x), {mean, variance} = normalized(own.map(x => x - own[0]));
        const away = own.map(x => x - own[0] - mean), std = Math.sqrt(variance), most = Math.max(...away), sizes = Array.from({length: 101}, (_, i) => -8 + i / 10);
        const over = (x, step) => step > 0 ? x / step : NaN, all = of => Object.fromEntries(Object.keys(DIVISORS).map(one => [one, of(one)])), column = own.map(x => x * here);
        return {column, mean: normalized(column).mean, std: std * here, eps, place: EPS_PLACES.find(([name]) => name === place)[1], exponent, sizes,
            xHat: all(one => away.map(x => over(x * here, stepsOf(std * here, eps)[one]))), largest: all(one => sizes.map(size => over(most * 10 ** size, stepsOf(std * 10 ** size, eps)[one])))};
    },
    words: ({column, mean, std, eps, xHat}) => {
        const at = column.indexOf(Math.max(...column)), [inside, outside, none] = Object.keys(DIVISORS).map(one => Number.isNaN(xHat[one][at]) ? '0/0' : precise(xHat[one][at]));
        return `The mean is ${six(mean)}, σ ${six(std)}, with ε = ${six(eps)} ${six(stepsOf(std, eps).inside)}: ${six(column[at])} becomes ${inside} with ε inside the root, ${outside} with ε outside, ${none} without ε.`;
    },
    picture: (result, axes = {}) => {
        const {column, mean, std, eps, place, xHat, sizes, largest, exponent} = result, at = column.indexOf(Math.max(...column)), low = Math.min(...column), high = Math.max(...column), step = stepsOf(std, eps);
        const reach = 2 * (high - low) || 4 * Math.sqrt(eps) || 1, both = place === 'none' ? [['none', '']] : [[place, 'with ε'], ['none', 'without ε']];
        const rulers = both.filter(([one]) => step[one] > 0).map(([one, name], i) => ({...rulerOf(column, mean, step[one] ** 2, {name, ...one === place ? {lights: 'x:*'} : {}, unit: STEP_NAMES[one], zero: i ? '' : 'mean'}),
            ...place !== 'none' && !i ? {epsShare: 1 - std / step[one]} : {}}));
        const said = rulers.map(one => `one step is ${six(one.step)} ${one.name}`.trim()).join(', '), x = xHat[place][at], top = Math.max(1e-300, ...Object.values(largest).map(of => of.some(isFinite) ? Math.max(...of.filter(isFinite)) : 1));
        const bottom = {inside: `√(${six(std ** 2)} + ${six(eps)})`, outside: `(${six(std)} + ${six(eps)})`, none: six(std)}[place], isNone = Number.isNaN(x);
        const main = stage({values: column, rulers, axis: axes[0] ?? {low: low - reach, high: high + reach}, label: `The column on its line; the ruler's 0 lies at μ ${six(mean)}, ${said}`, picked: rulers.length ? at : undefined, pickedName: 'x', keys: i => `x:${i}`, hand: true});
        const rows = column.slice(0, FEW_ROWS), below = Object.values(xHat).some(of => of.some(x => x < 0)), title = 'x̂ of the largest value against the column\'s size', names = Object.keys(DIVISORS);
        const cell = (one, i) => tag('td', {'data-key': `${one}:${i}`, class: classes(heatClass(toEven(15 * within(xHat[one][i] || 0, -2, 2))), one === place && `nv-in${i ? '' : ' nv-in-start'}${i === rows.length - 1 ? ' nv-in-end' : ''}`)},
            Number.isNaN(xHat[one][i]) ? '0/0' : precise(xHat[one][i]));
        const all = scrolledTable(`σ = ${six(std)}, ε = ${six(eps)}${column.length > FEW_ROWS ? ` (first ${FEW_ROWS} values)` : ''}`, tag('tr', {}, ['value', ...names.map(one => `÷ ${DIVISORS[one]}`)].map(one => tag('th', {scope: 'col'}, one))),
            rows.map((x, i) => tag('tr', {'data-key': `row:${i}`}, tag('th', {'data-key': `x:${i}`, scope: 'row'}, six(x)), names.map(one => cell(one, i)))), 'nv-table nv-fixed nv-heat-column nv-tone-column');
        const now = names.map(one => [one, Math.max(...xHat[one])]).filter(([, x]) => !Number.isNaN(x)).map(([one, x]) => `${DIVISORS[one]} ${shortNumber(x)}`).join(', ');
        return tag('div', {'data-pool': 'column'}, main, new Markup(CONTROLS), tag('p', {class: 'nv-lead nv-three'}, `x̂ = (${six(column[at])} − ${bracketed(six(mean))}) / ${bottom} = `,
            valued(isNone ? '0/0: no value, as σ is 0 and nothing is added' : precise(x))), lostDigits([[mean, std]]),
        fold('All numbers, and ε at its other places', all, legend([below ? tag('li', {}, tag('span', {class: 'nv-key nv-key-tint nv-below'}), 'below 0') : null]),
            titled(title), curves({x: sizes, series: names.map(one => ({name: '', values: largest[one], tone: one === place ? 'column' : 'ink', line: {outside: 'dashed', none: 'dotted'}[one]})), label: `${title}. Now: ${now}`,
            xName: 'size of the column, as a power of ten', now: exponent, yScale: {low: -.08 * top, high: 1.25 * top}, key: 'size', notes: epsilonNotes(result, top)}),
        noted('The dashed upright line: the column of the table. Blue: what you have chosen.')));
    },
};
const epsilonNotes = ({sizes, largest, exponent, eps, std}, top) => {  // each curve's divisor beside it, and where ε is σ²
    if (std === 0) return [];
    const alike = exponent + Math.log10(Math.sqrt(eps) / std), risen = ['inside', 'outside'].map(one => [one, Math.max(0, largest[one].findIndex(x => x >= RISEN * top))]), [[left, a], [right, b]] = risen.sort(([, p], [, q]) => p - q);
    const notes = [{x: sizes[0], y: 1.04 * largest.none.at(-1), text: `÷ ${DIVISORS.none}`}], at = Math.max(alike, sizes[b]), text = `÷ ${DIVISORS[right]}`;
    if (a) notes.push({x: sizes[a], y: largest[left][a], text: `÷ ${DIVISORS[left]}`, anchor: 'end', dx: -8});
    if (sizes[0] < alike && alike < sizes.at(-1)) notes.push(at < FULL ? {x: at, y: .45 * top, text} : {x: sizes.at(-1), y: .45 * top, text, anchor: 'end', dx: 14}, {x: alike, y: .08 * top, text: 'σ² = ε', line: true});
    return notes;
};

// Talk times: as minutes, balanced, and after a team's γ and the company's β. normviz/views/moderator.py computes the same.
const METHODS = [['z-scores: (x − μ) / σ', 'z-scores'], ['min–max: from 0 to 1, to compare', 'min–max']];
const TEAMS = {everyone: () => true, 'marketing (first three)': i => i < 3, 'HR (last three)': (i, n) => i >= n - 3};
const summed = values => {
    const {mean, std} = normalized(values), cubes = normalized(values.map(x => (x - mean) ** 3)).mean;
    return {mean, std, low: Math.min(...values), high: Math.max(...values), skewness: std > 0 ? cubes / std ** 3 : 0};
};
const peopleIn = ({meeting, edits}, data) => tableIn({example: meeting, edits}, data);
const timesRead = (text, data) => {
    const {rows, columns, values} = tableRead(text, data), minutes = values.flat(), count = minutes.length, isColumn = rows.length === count && rows.some((name, i) => name !== `row ${i + 1}`);
    columns.forEach(name => refuse('times', name, 1, data.rules.times));
    if (rows.length > 1 && count > rows.length) throw Error(`times: expected one number a person, got a table of shape (${rows.length}, ${count / rows.length})`);
    if (count < 2) throw Error(`times: expected at least 2 people, got ${count}`);
    return {rows: isColumn ? rows : minutes.map((_, i) => `person ${i + 1}`), columns: ['minutes'], values: minutes.map(x => [x])};
};
views.moderator = {
    example: 'meeting', text: 'times', read: timesRead,
    goals: {first: one => one.balanced[0], own: one => one.balanced[one.person]},
    controls: (settings, data) => {
        const meetings = examplesOf(data), label = Object.keys(settings.edits).length ? 'Meeting, with your numbers' : 'Meeting';
        return [[choose('meeting', label, meetings, {width: 22, hidden: meetings.length < 2}), choose('method', 'The moderator gives', METHODS, {width: 22})],
            [typedText('times', 'Your times in minutes, one person a line', 4, {hidden: settings.meeting !== data.typed})],
            [named('person', 'Follow', peopleIn(settings, data).rows), choose('team', 'γ is for', Object.keys(TEAMS), {width: 22}),
                slide('gamma', 'γ', ...STRETCHES, .1, {main: true}), slide('beta', 'β, for everyone', ...RANGE, .1, {main: true})]];
    },
    fit: (settings, changed, {examples}) => changed.includes('meeting') ? {...settings, edits: {}, person: Math.min(settings.person, examples[settings.meeting].rows.length)} : settings,
    follow: ({meeting}, [i], {examples}) => i < examples[meeting].rows.length ? {person: i + 1} : {},
    hold: ({meeting}, [i], {examples}) => i in examples[meeting].rows && [i, 0],
    compute: (settings, data) => {
        const {rows: names, values} = peopleIn(settings, data), minutes = values.map(([x]) => x), {person, method, beta} = settings, before = summed(minutes), {mean, std, low, high} = before;
        if (!names[person - 1]) throw Error(`person: expected a whole number from 1 to ${names.length}, got ${person}`);
        if (low === high) throw Error('times: everyone talks for the same time, so σ is 0 and there is nothing to divide by');
        const isScore = method === METHODS[0][1], balanced = minutes.map(x => isScore ? (x - mean) / std : (x - low) / (high - low)), team = names.map((_, i) => TEAMS[settings.team](i, names.length));
        const gamma = team.map(isIn => isIn ? settings.gamma : 1), y = balanced.map((x, i) => gamma[i] * x + beta);
        return {names, minutes, unedited: data.examples[settings.meeting].values.map(([x]) => x), isScore, balanced, team, isAll: team.every(Boolean), gamma, beta, y, person: person - 1,
            before, after: summed(balanced), final: summed(y), symbol: isScore ? 'x̂' : method};
    },
    words: ({names, minutes, person: i, before, balanced, y, final}) => `${shortName(names[i])} talks ${plain(minutes[i])} minute${plain(minutes[i]) === '1' ? '' : 's'} of a mean of ${plain(before.mean)} and σ ${fixed(before.std)}: `
        + `balanced ${precise(balanced[i])}, after γ and β ${precise(y[i])}. After γ and β the mean is ${precise(final.mean)} and σ ${precise(final.std)}.`,
    picture: (result, axes = {}) => {
        const {names, minutes, person: i, before: {mean, std, low, high}, balanced, gamma, beta, y, symbol, isScore} = result;
        const sum = isScore ? [`(${plain(minutes[i])} − ${plain(mean)}) / `, tag('span', {class: 'nv-said'}, precise(std))] : `(${plain(minutes[i])} − ${plain(low)}) / (${plain(high)} − ${plain(low)})`;
        return tag('div', {'data-pool': 'all', class: 'nv-one-ruler'}, moderatorStage(result, axes[0]), new Markup(CONTROLS),
            tag('p', {class: 'nv-lead'}, tag('b', {}, shortName(names[i], PERSON)), `: ${symbol} = `, sum, ' = ', valued(precise(balanced[i])),
                tag('span', {class: 'nv-line2'}, `y = ${plain(gamma[i])} · ${bracketed(precise(balanced[i]))} + ${bracketed(plain(beta))} = `, valued(precise(y[i]), i))),
            lostDigits([result.before, result.final].map(one => [one.mean, one.std])), fold('Everybody, before and after', peopleTable(result)), fold('What changes, and what does not', meetingTable(result)));
    },
};
const moderatorStage = ({names, minutes, unedited, isScore, person: i, before: {mean, std, low, high}, gamma, beta}, held) => {
    const more = {gamma: gamma[i], beta, lights: 'x:*'};
    const reach = (minutes, {mean, std} = normalized(minutes)) => [...minutes, ...endsOf(rulerOf(minutes, mean, std ** 2))];
    const ruler = isScore ? rulerOf(minutes, mean, std ** 2, more) : {...rulerOf(minutes, low, (high - low) ** 2, {...more, zero: 'least', unit: 'range'}), left: 0, right: 1};
    const where = isScore ? `μ ${plain(mean)}, one step is σ ${plain(ruler.step)}` : `the smallest, ${plain(low)}, and its 1 at the largest, ${plain(high)}`;
    return stage({values: minutes, rulers: [ruler], axis: held ?? steadyScale(reach(unedited), reach(minutes), .065), label: `The minutes; the ruler's 0 lies at ${where}`,
        picked: i, pickedName: shortName(names[i], PERSON), keys: i => `x:${i}`, hand: true, second: true});
};
const peopleTable = ({names, minutes, balanced, y, before, isScore, person, team, isAll}) => {
    const shown = firstRows(names.length, FEW_ROWS, person), later = steadyScale(reachWith(STRETCHES, RANGE)(balanced), y, .01), dot = text => tag('span', {class: 'nv-team'}, text);
    const columns = [['minutes', minutes, around([...minutes, 0], .02), before.mean, 'column', one => plain(one), 'x'], [isScore ? 'balanced x̂' : 'min–max', balanced, later, 0, 'column', precise, 'z'], ['after γ and β', y, later, 0, 'affine', precise, 'y']];
    const cell = (i, [, values, scale, line, tone, write, key]) => {
        const at = placeOn(scale), [from, to] = [at(0), at(values[i])].sort((a, b) => a - b);
        return tag('td', {'data-key': `${key}:${i}`}, tag('div', {class: `nv-amount nv-tone-${tone}`, 'data-key': `${key}:${i}/bar`, style: `--from:${from}%;--to:${to}%;--at:${at(line)}%`}, write(values[i])));
    };
    const mark = tag('span', {class: 'nv-team', role: 'img', 'aria-label': 'in the team'}, '●'), body = shown.map(i => tag('tr', {'data-key': `row:${i}`, class: i === person && 'nv-followed', 'data-row': i},
        tag('th', {scope: 'row', title: names[i]}, shortName(names[i], PERSON), team[i] && !isAll ? [' ', mark] : null), columns.map(one => cell(i, one))));
    if (names.length > shown.length) body.push(tag('tr', {class: 'nv-more'}, tag('th', {scope: 'row', colspan: 4}, `… ${names.length - shown.length} more`)));
    const head = tag('tr', {}, ['who', ...columns.map(([name]) => name)].map(name => tag('th', {scope: 'col'}, name)));
    return tag('div', {class: 'nv-panel nv-people'}, scrolledTable('Talk times, person by person', head, body, 'nv-table nv-bars'),
        legend([tag('li', {}, 'the upright lines: the mean of the minutes; then 0'), isAll ? null : tag('li', {}, dot('● '), 'in the team that γ is for')]));
};
const meetingTable = ({before, after, final, symbol}) => {
    const columns = [['minutes', before, 'x'], [symbol, after, 'z'], ['y', final, 'y']], rows = [['mean μ', 'mean'], ['σ', 'std'], ['smallest', 'low'], ['largest', 'high'], ['skewness', 'skewness']];
    return scrolledTable('What changes, and what does not', headOf(columns.map(([name]) => name)), rows.map(([name, field]) => tag('tr', {}, tag('th', {scope: 'row'}, name),
        columns.map(([, one, key]) => tag('td', {'data-key': `${field} ${key}:*`, 'data-lights': `${key}:*`}, precise(one[field]))))), 'nv-table nv-fixed');
};

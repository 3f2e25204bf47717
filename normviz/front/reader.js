// What is typed as a table or as sentences, read by the rules of normviz/table.py and normviz/views/sentences.py, and
// refused in their words.
const rule = text => RegExp(text.replaceAll('\\d', '\\p{Nd}')
    .replaceAll('\\s', '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'), 'u');  // as Python has it
const wordsOf = text => text.split(rule('\\s+')).filter(Boolean), trimmed = text => text.replace(rule('\\s+$'), ''), stripped = text => trimmed(text).replace(rule('^\\s+'), '');
const refuse = (name, text, n, rules) => rules.forEach(([pattern, said]) => {
    const found = rule(pattern).exec(text);
    if (found) throw Error(`${name}: ${said.replace(/{(\w)}/g, (_, one) => one === 'n' ? n : found[one])}`);
});
// A number as Python reads it, in the digits of any script; NaN where it is none.
const zeroBelow = code => /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? zeroBelow(code - 1) : code;
const numberIn = cell => {
    const text = cell.replaceAll('−', '-').replace(/\p{Nd}/gu, one => (one.codePointAt() - zeroBelow(one.codePointAt())) % 10);
    return /^[-+]?(\d(_?\d)*(\.(\d(_?\d)*)?)?|\.\d(_?\d)*)(e[-+]?\d(_?\d)*)?$/i.test(text) ? Number(text.replaceAll('_', '')) : NaN;
};
const isNumber = cell => Number.isFinite(numberIn(cell));
const cellsIn = line => {
    const by = [',', ';', '\t'].find(one => line.includes(one));
    if (!by) return wordsOf(line);
    const cells = `${line.replace(RegExp(`${by}+$`), '')}${by}`.matchAll(RegExp(` *(?:"((?:[^"]|"")*)" *|([^${by}]*))${by}`, 'g'));
    return [...cells].map(([, inside = '', plain = '']) => stripped(inside.replaceAll('""', '"') || plain));
};
const tableRead = (text, {rules}) => {
    const typed = text.split('\n').map((line, i) => [i + 1, stripped(line)]).filter(([, line]) => line), rows = [];
    for (const [n, line] of typed) refuse('table', line, n, rules.line);
    const isNamed = typed.length > 1 && !typed[0][1].includes(',') && !isNumber(typed[0][1]), below = typed.slice(isNamed);
    if (below.length > 1 - isNamed && below.every(([, line]) => rule(rules.column[0][0]).test(line))) refuse('table', below[0][1], below[0][0], rules.column);
    const lines = typed.map(([n, line]) => [n, cellsIn(line)]), head = lines.length && !lines[0][1].some(isNumber) ? lines.shift() : null;
    head?.[1].forEach(cell => refuse('table', cell, head[0], rules.head));
    if (!lines.length) throw Error('table: expected at least one line of numbers, got none');
    const values = lines.map(([n, cells], i) => {
        const isNamed = cells.length > 1 && !isNumber(cells[0]), numbers = cells.slice(isNamed), wrong = numbers.find(cell => !isNumber(cell));
        if (isNamed) refuse('table', cells[0], n, rules.name);
        if (wrong !== undefined) throw Error(`table: expected a number in line ${n}, got '${wrong}'`);
        rows.push([isNamed ? cells[0] : `row ${i + 1}`, numbers.length]);
        if (numbers.length !== rows[0][1]) throw Error(`table: expected ${rows[0][1]} numbers a line, got ${numbers.length} in line ${n}`);
        return numbers.map(numberIn);
    });
    const count = rows[0][1], columns = head?.[1].slice(head[1].length === count + 1) ?? values[0].map((_, k) => `x${k + 1}`);
    if (count === 2 * columns.length && typed.at(-1)[1].includes(',')) throw Error(`table: expected ${columns.length} numbers a line, got ${count}: a decimal has a point, as 1.5`);
    if (columns.length !== count) throw Error(`columns: expected ${count} names, got ${columns.length}`);
    return {rows: rows.map(([name]) => name), columns, values};
};
// Numbers for a word that nobody knows: those of `seeded_embedding`, to the last digit.
const seeded = (word, features) => {
    const seed = new TextEncoder().encode(word).reduce((seed, byte) => Math.imul(seed ^ byte, 0x01000193), 0x811c9dc5);
    return Array.from({length: features}, (_, k) => ([[16, 0x85ebca6b], [13, 0xc2b2ae35], [16, 1]]
        .reduce((mixed, [by, factor]) => Math.imul(mixed ^ mixed >>> by, factor), Math.imul(k + 1, 0x9e3779b9) + seed) >>> 0) % 100 / 10);
};
const sentencesRead = (text, {known, features}) => {
    const tokens = trimmed(text).split('\n').map(wordsOf), empty = tokens.findIndex(words => !words.length), isKnown = word => Object.hasOwn(known, word);
    if (empty >= 0) throw Error(`sentences[${empty}]: expected at least one word, got an empty sentence`);
    return {tokens, values: tokens.map(words => words.map(word => isKnown(word) ? known[word] : seeded(word, features))), madeUp: [...new Set(tokens.flat())].filter(word => !isKnown(word))};
};

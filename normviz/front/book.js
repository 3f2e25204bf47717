// A book is many pages that share most of their words: a page is a list of words, and what changes in a word is in
// columns. `normviz/front/book.py` writes it and says how. What is read is a function: the number of a page → the page.
const printed = (value, form) => {
    const places = form >> 3 & 7, digits = String(Math.abs(value)).padStart(places + 1, '0'), point = digits.length - places;
    let decimals = digits.slice(point);
    while (decimals.length > (form & 7) && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
    return (value < 0 ? form >> 6 ? '\u2212' : '-' : '') + digits.slice(0, point) + (decimals && '.') + decimals;
};
const readBook = buffer => {
    const [length] = new Uint32Array(buffer, 0, 1), start = 4 + length;
    const {words, lengths} = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    const Numbers = words.length + 2 > 0xffff ? Uint32Array : Uint16Array;
    const codes = new Numbers(buffer.slice(start, start + Numbers.BYTES_PER_ELEMENT * lengths.reduce((a, b) => a + b, 0)));
    let end = 0, next = 0, before = [];
    const pages = lengths.map(count => {
        const here = new Numbers(count);
        for (let place = 0, at = 0; place < count; place++) {
            const code = codes[end++];
            here[place] = code === 0 ? before[at] : code === 1 ? next++ : code - 2;
            const from = Math.max(at - 2, 0), near = code > 1 ? before.slice(from, at + 9).indexOf(here[place]) : -1;
            at = (near < 0 ? at : from + near) + 1;
        }
        return before = here;
    });
    const columns = words.map(word => typeof word === 'string' ? null : []), every = [], turns = new Uint16Array(words.length);
    pages.forEach((page, number) => {
        turns.fill(0);
        for (const word of page) {
            if (columns[word] === null) continue;
            const turn = turns[word]++;
            if (turn === columns[word].length) every.push(columns[word][turn] = {on: [], holes: words[word].length >> 1});
            columns[word][turn].on.push(number);
        }
    });
    const bytes = new Uint8Array(buffer, start + codes.byteLength);
    let at = 0;
    const difference = () => {
        let twice = bytes[at] & 127;
        for (let shift = 7; bytes[at++] > 127; shift += 7) twice += (bytes[at] & 127) * 2 ** shift;
        return twice % 2 ? (-1 - twice) / 2 : twice / 2;
    };
    for (const column of every) column.values = Array.from({length: column.holes}, () => {
        let value = 0;
        return Int32Array.from(column.on, () => value += difference());
    });
    return number => {
        turns.fill(0);
        return Array.from(pages[number], word => {
            if (columns[word] === null) return words[word];
            const {on, values} = columns[word][turns[word]++], row = on.indexOf(number);
            return words[word].map((part, k) => k % 2 ? printed(values[k >> 1][row], part) : part).join('');
        }).join('');
    };
};

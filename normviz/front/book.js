// A book is many pages that share most of their words: the words stand in it once, and a page is a list of their
// numbers. `normviz/front/book.py` writes it and says how.
const readBook = buffer => {
    const [length] = new Uint32Array(buffer, 0, 1);
    const {words, lengths} = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    const numbers = new (words.length + 2 > 0xffff ? Uint32Array : Uint16Array)(buffer.slice(4 + length));
    let end = 0, next = 0, before = [];
    return lengths.map(count => {
        const here = Array(count);
        for (let place = 0; place < count; place++) {
            const number = numbers[end++];
            here[place] = number === 0 ? before[place] : words[number === 1 ? next++ : number - 2];
        }
        return (before = here).join('');
    });
};

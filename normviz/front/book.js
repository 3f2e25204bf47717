// A book is many pages that share most of their words: the words stand in it once, and a page is a list of their
// numbers. `normviz/front/book.py` writes it and says how.
const inflated = bytes => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')));
const readBook = async bytes => {
    const buffer = await inflated(bytes).arrayBuffer();
    const [length] = new Uint32Array(buffer, 0, 1);
    const {words, lengths} = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    const numbers = new (words.length > 0xffff ? Uint32Array : Uint16Array)(buffer.slice(4 + length));
    let end = 0;
    return lengths.map(count => {
        let page = '';
        for (const number of numbers.subarray(end, end += count)) page += words[number];
        return page;
    });
};

// A book is many pages that share most of their words; `normviz/front/book.py` writes it and says how. What is read is a
// function: the number of a page → the page.
const readBook = buffer => {
    const [length] = new Uint32Array(buffer, 0, 1), {words, pages} = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    const numbers = new (words.length > 0xffff ? Uint32Array : Uint16Array)(buffer.slice(4 + length));
    return number => Array.from(numbers.subarray(pages[number], pages[number + 1]), word => words[word]).join('');
};

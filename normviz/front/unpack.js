// What `normviz/front/packed.py` has packed, as text or as bytes.
const inflated = packed => new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
const unpack = text => inflated(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)));
const unpackJson = async text => JSON.parse(new TextDecoder().decode(await unpack(text)));
// What a page has packed of itself, as an element of its head. Until a style is there, the page is not seen.
const put = async (kind, packed) => {
    const {style} = document.documentElement;
    if (kind === 'style') style.visibility = 'hidden';
    document.head.append(Object.assign(document.createElement(kind), {textContent: new TextDecoder().decode(await unpack(packed))}));
    if (kind === 'style') style.visibility = '';
};

// What differs between Python's page and the page's own, by element; numbers may differ by less than is seen.
const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, EXACT = ['class', 'data-key', 'data-lights', 'aria-label', 'aria-valuetext', 'title'];
const attributesOf = one => Object.fromEntries([...one.attributes].filter(({name, value}) =>
    !['data-hand', 'data-stage', 'src'].includes(name) && value !== 'translate(0 0)' && value !== 'inherit').map(({name, value}) => [name, value]));
const childrenOf = one => {
    const all = [];
    for (const child of one.childNodes) {
        if (child.nodeType === Node.TEXT_NODE && typeof all.at(-1) === 'string') all.push(all.pop() + child.data);
        else if (child.nodeType !== Node.COMMENT_NODE) all.push(child.nodeType === Node.TEXT_NODE ? child.data : child);
    }
    const isNumeral = child => Boolean(child.matches?.('g > .nv-numeral'));
    return all.sort((a, b) => isNumeral(a) - isNumeral(b));
};
const wordsIn = text => text.replace(NUMBER, '').replace(/direction: rtl|[; ]/g, '');  // a style that was set is written with spaces
const isNear = (one, other, by) => wordsIn(one) === wordsIn(other)
    && (one.match(NUMBER) ?? []).every((n, i) => Math.abs(n - other.match(NUMBER)[i]) <= by * Math.max(1, Math.abs(n)));
const differ = (one, other, found = []) => {
    if (typeof one === 'string' || typeof other === 'string' || one?.nodeName !== other?.nodeName) {
        if (one !== other) found.push(`${one?.outerHTML ?? one} | ${other?.outerHTML ?? other}`.slice(0, 300));
        return found;
    }
    const [a, b] = [attributesOf(one), attributesOf(other)];
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const by = EXACT.includes(name) ? 0 : name.startsWith('data-') ? 1e-9 : .021;
        if (a[name] !== b[name] && !(by && a[name] && b[name] && isNear(a[name], b[name], by))) found.push(`${name}: ${a[name]} | ${b[name]}`);
    }
    const [mine, its] = [childrenOf(one), childrenOf(other)];
    for (let i = 0; i < Math.max(mine.length, its.length); i++) differ(mine[i], its[i], found);
    return found;
};
window.begin = told => { window.source = liveSource(told); };
window.differences = (python, settings) => {
    const drawn = document.createElement('div'), own = document.createElement('div');
    drawn.innerHTML = python;
    own.append(parsed(source.pageOf(settings)));
    return differ(drawn, own);
};

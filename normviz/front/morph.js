// Only what differs is changed in the page: so focus, selected text and a scrolled table survive a change, and a mark can
// glide from its old place to the new one. Elements with a `data-key` are the same wherever they stand among their
// siblings; others are the same if they have one name and one place.
const GLIDING = new Set(['cx', 'cy', 'r', 'x', 'y', 'width', 'height']);  // the places that style sheets know, too
const GLIDE = {duration: 250, easing: 'ease-out'};
const NEWS = [{backgroundColor: 'var(--nv-news)'}, {}];
const still = matchMedia('(prefers-reduced-motion: reduce)');

const PAGES_OWN = {DETAILS: ['open'], TD: ['tabindex', 'aria-description']};  // what the page has added to an element
const keyOf = node => node.nodeType === Node.ELEMENT_NODE ? node.getAttribute('data-key') : null;
const alike = (old, next) => old.nodeName === next.nodeName && keyOf(old) === keyOf(next);
const asLength = text => /[a-z%]$/.test(text) ? text : `${text}px`;

const morphAttributes = (old, next, moves) => {
    let from, to;
    for (const {name, value} of next.attributes) {
        const before = old.getAttribute(name);
        if (before === value) continue;
        old.setAttribute(name, value);
        if (moves && before !== null && GLIDING.has(name) && keyOf(old) !== null) {
            (from ??= {})[name] = asLength(before);
            (to ??= {})[name] = asLength(value);
        }
    }
    if (old.attributes.length > next.attributes.length)
        for (const {name} of [...old.attributes])
            if (!next.hasAttribute(name) && !PAGES_OWN[old.nodeName]?.includes(name)) old.removeAttribute(name);
    if (from) moves.push([old, [from, to], GLIDE]);
};

const morphChildren = (old, next, moves) => {
    const keyed = new Map();
    for (const child of old.children) if (keyOf(child) !== null) keyed.set(keyOf(child), child);
    let at = old.firstChild;
    for (const wanted of [...next.childNodes]) {
        const same = keyed.get(keyOf(wanted)), found = same && alike(same, wanted) ? same : at;
        keyed.delete(keyOf(wanted));  // two of one key are a mistake, but not the end of a picture
        if (found && alike(found, wanted)) {
            if (found !== at) old.insertBefore(found, at);
            morphNode(found, wanted, moves);
            at = found.nextSibling;
        } else {
            old.insertBefore(wanted, at);
        }
    }
    while (at) {
        const rest = at.nextSibling;
        at.remove();
        at = rest;
    }
};

const morphNode = (old, next, moves) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {  // a text, or a comment
        if (old.data === next.data) return;
        old.data = next.data;
        if (moves && keyOf(old.parentNode) !== null) moves.push([old.parentNode, NEWS, {duration: 600}]);
    } else if (!old.isEqualNode(next)) {
        morphAttributes(old, next, moves);
        morphChildren(old, next, moves);
    }
};

// The place of an svg inside another is no style that could change step by step: it is moved back, and comes. A per cent
// is one of the outer svg's width, for both; to ask how wide that is would lay out the page in the middle of a change.
const move = ([element, frames, how]) => {
    if (element.nodeName !== 'svg') return element.animate(frames, how);
    const [from, to] = frames, back = name => name in from ? parseFloat(from[name]) - parseFloat(to[name]) : 0;
    return element.animate([{transform: `translate(${back('x')}%, ${back('y')}px)`}, {transform: 'none'}], how);
};

// What was drawn last, by element. Whoever draws again before the marks have arrived is dragging, and marks follow at
// once; who draws the same again, as the kernel does after the page, changes nothing.
const drawn = new WeakMap();
const parsed = markup => Object.assign(document.createElement('template'), {innerHTML: markup}).content;
let ready = new Map();  // what may be drawn next → parsed already, for one drawing
const makeReady = markups => {
    ready = new Map(markups.map(markup => [markup, ready.get(markup) ?? parsed(markup)]));
};
const drawMarkup = (place, markup) => {
    const last = drawn.get(place), now = performance.now();
    if (last?.markup === markup) return;
    const next = ready.get(markup) ?? parsed(markup);
    ready.delete(markup);
    last?.motions.forEach(motion => motion.cancel());
    const calm = last && now - last.at > GLIDE.duration && !still.matches, moves = calm ? [] : null;
    morphChildren(place, next, moves);
    drawn.set(place, {at: now, markup, motions: moves?.map(move) ?? []});
};

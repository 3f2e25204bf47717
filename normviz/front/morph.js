// Only what differs is changed in the page: so focus, selected text and a scrolled table survive a change, and a mark can
// glide from its old place to the new one. Elements with a `data-key` are the same wherever they stand among their
// siblings; others are the same if they have one name and one place.
const GLIDING = new Set(['cx', 'cy', 'r', 'x', 'y', 'width', 'height']);  // the places that style sheets know, too
const GLIDE = {duration: 250, easing: 'ease-out'};
const still = matchMedia('(prefers-reduced-motion: reduce)');

const keyOf = node => node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined;
const alike = (old, next) => old.nodeName === next.nodeName && keyOf(old) === keyOf(next);
const asLength = text => /[a-z%]$/.test(text) ? text : `${text}px`;

const morphAttributes = (old, next, moves) => {
    let from, to;
    for (const {name, value} of next.attributes) {
        const before = old.getAttribute(name);
        if (before === value) continue;
        old.setAttribute(name, value);
        if (moves && before !== null && GLIDING.has(name) && keyOf(old) !== undefined) {
            (from ??= {})[name] = asLength(before);
            (to ??= {})[name] = asLength(value);
        }
    }
    if (old.attributes.length > next.attributes.length)
        for (const {name} of [...old.attributes])
            if (!next.hasAttribute(name) && name !== 'tabindex' && !(name === 'open' && old.nodeName === 'DETAILS'))
                old.removeAttribute(name);
    if (from) old.animate([from, to], GLIDE);
};

const morphChildren = (old, next, moves) => {
    const keyed = new Map();
    for (const child of old.children) if (keyOf(child) !== undefined) keyed.set(keyOf(child), child);
    let at = old.firstChild;
    for (const wanted of [...next.childNodes]) {
        const same = keyed.get(keyOf(wanted));
        if (same && same !== at) old.insertBefore(same, at);
        const found = same ?? at;
        if (found && alike(found, wanted)) {
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
    if (old.nodeType === Node.TEXT_NODE) {
        if (old.data === next.data) return;
        old.data = next.data;
        if (moves && keyOf(old.parentNode) !== undefined) moves.push(old.parentNode);
    } else if (!old.isEqualNode(next)) {
        morphAttributes(old, next, moves);
        morphChildren(old, next, moves);
    }
};

// Drawn last, by element: whoever draws again before the marks have arrived is dragging, and marks follow at once.
const drawnAt = new WeakMap();
const drawMarkup = (place, markup) => {
    const parsed = document.createElement('template');
    parsed.innerHTML = markup;
    const now = performance.now(), calm = now - (drawnAt.get(place) ?? now) > GLIDE.duration;
    drawnAt.set(place, now);
    const changed = calm && !still.matches ? [] : null;
    if (!changed) for (const motion of place.getAnimations?.({subtree: true}) ?? []) motion.cancel();
    morphChildren(place, parsed.content, changed);
    changed?.forEach(element => element.animate([{backgroundColor: 'var(--nv-news)'}, {}], {duration: 600}));
};

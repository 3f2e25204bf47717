// Where things stood at first: a mark that has moved on its axis leaves an outline at its first place, and the followed
// number says what it was, until they are back. Both are the page's own and no part of the picture. On another axis, or
// with other data, the first place would be none, and nothing is drawn.
const ON_CURVE = '[data-scale] circle[data-key$=".mark"]';
const WALK = '[data-scale]>polyline[data-key$="path"]';
const STANDING = ['[data-axis] :is(circle,rect)[data-key$="/dot"]', '[data-axis] [data-key$="/line"]', ON_CURVE, WALK].join();
const axisUnder = mark => mark.closest('[data-axis],[data-scale]');
const sameAxis = (one, other) => ['data-axis', 'data-scale', 'height'].every(
    name => one.getAttribute(name) === other.getAttribute(name));
const givenIn = picture => picture.querySelector('[data-given]')?.dataset.given;
// A dot on a strip may lie higher on a pile and yet stand where it stood.
const standsAt = mark => ['cx', mark.matches(ON_CURVE) ? 'cy' : 'x', 'width', 'points'].map(name => mark.getAttribute(name)).join();

const outlineOf = mark => {
    const outline = mark.cloneNode(true);
    for (const part of [outline, ...outline.children])
        for (const name of ['data-key', 'data-lights', 'class']) part.removeAttribute(name);
    return outline;
};
const layerIn = axis => {
    const layer = document.createElementNS(axis.namespaceURI, 'g');
    layer.setAttribute('class', 'nv-was');
    layer.ariaHidden = 'true';
    return axis.insertBefore(layer, axis.querySelector(':scope > :not(title)'));  // below the marks
};

// Returns what draws them, after each picture.
const firstIn = root => {
    let first, followed, given, picture;
    const keep = () => {
        first = new Map();
        given = givenIn(picture);
        for (const mark of picture.querySelectorAll(STANDING))
            first.set(mark.dataset.key,
                {axis: axisUnder(mark).cloneNode(), at: standsAt(mark), outline: outlineOf(mark)});
        followed = picture.querySelector('[data-of]')?.cloneNode(true);
    };
    return () => {
        picture = root.querySelector('.nv-view > div');
        if (!picture) return;
        if (!first && picture.firstChild) keep();
        const layers = new Map(), sameData = givenIn(picture) === given;
        for (const mark of sameData ? picture.querySelectorAll(STANDING) : []) {
            const was = first.get(mark.dataset.key), axis = axisUnder(mark);
            if (!was || mark.closest('.nv-stale') || was.at === standsAt(mark) || !sameAxis(was.axis, axis)) continue;
            layers.set(axis, [...layers.get(axis) ?? [], was.outline]);
        }
        for (const layer of picture.querySelectorAll('.nv-was')) if (!layers.has(layer.parentNode)) layer.remove();
        for (const [axis, outlines] of layers) {
            const layer = axis.querySelector(':scope > .nv-was') ?? layerIn(axis);
            const same = outlines.every((outline, i) => outline === layer.children[i]);
            if (!same || layer.children.length > outlines.length) layer.replaceChildren(...outlines);
        }
        const now = picture.querySelector('[data-of]'), same = sameData && now && now.dataset.of === followed?.dataset.of;
        const text = same && now.textContent !== followed.textContent ? `"(was ${followed.textContent})"` : null;
        const {style, classList} = root;
        classList.toggle('nv-moved', layers.size > 0);
        // All in the picture would be styled anew, also by the same text.
        if (style.getPropertyValue('--nv-was') !== (text ?? '')) style.setProperty('--nv-was', text);
    };
};

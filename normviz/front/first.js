// Where things stood at first: a mark that has moved on its axis leaves an outline at its first place, and the followed
// number says what it was, until they are back. Both are the page's own and no part of the picture: `lift` takes them
// away before a picture is compared with the next. On another axis the first place would be none, and nothing is drawn.
const STANDING = ['[data-axis] :is(circle,rect)[data-key$="/dot"]', '[data-axis] [data-key$="/line"]'].join();
const axisUnder = mark => mark.closest('[data-axis]');
const sameAxis = (one, other) => ['data-axis', 'height'].every(
    name => one.getAttribute(name) === other.getAttribute(name));
const standsAt = mark => ['cx', 'x', 'width'].map(name => mark.getAttribute(name)).join();

const outlineOf = mark => {
    const outline = mark.cloneNode(true);
    for (const part of [outline, ...outline.children])
        for (const name of ['data-key', 'data-lights', 'class']) part.removeAttribute(name);
    return outline;
};

const firstIn = picture => {
    let first, followed;
    const keep = () => {
        first = new Map();
        for (const mark of picture.querySelectorAll(STANDING))
            first.set(mark.dataset.key,
                {axis: axisUnder(mark).cloneNode(), at: standsAt(mark), outline: outlineOf(mark)});
        followed = picture.querySelector('[data-of]')?.cloneNode(true);
    };
    const lift = () => {
        for (const outlines of picture.querySelectorAll('.nv-was')) outlines.remove();
    };
    const lay = () => {
        if (!first && picture.firstChild) keep();
        const layers = new Map();
        for (const mark of picture.querySelectorAll(STANDING)) {
            const was = first.get(mark.dataset.key), axis = axisUnder(mark);
            if (!was || mark.closest('.nv-stale') || was.at === standsAt(mark) || !sameAxis(was.axis, axis)) continue;
            if (!layers.has(axis)) layers.set(axis, document.createElementNS(axis.namespaceURI, 'g'));
            layers.get(axis).append(was.outline);
        }
        for (const [axis, layer] of layers) {
            layer.setAttribute('class', 'nv-was');
            layer.ariaHidden = 'true';
            axis.insertBefore(layer, axis.querySelector(':scope > :not(title)'));  // below the marks
        }
        const now = picture.querySelector('[data-of]'), same = now && now.dataset.of === followed?.dataset.of;
        const text = same && now.textContent !== followed.textContent ? `"was ${followed.textContent}"` : null;
        const {style} = picture.parentElement;  // all in the picture would be styled anew, also by the same text
        if (style.getPropertyValue('--nv-was') !== (text ?? '')) style.setProperty('--nv-was', text);
    };
    return {lift, lay};
};

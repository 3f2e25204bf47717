// Only what differs is changed in the page: so focus, selected text and a scrolled table survive a change, and a mark can
// glide from its old place to the new one. Elements with a `data-key` are the same wherever they stand among their
// siblings; others are the same if they have one name and one place. What is to be done is found first, and done then:
// so the difference to a picture that may come next can be found before it is asked for.
const GLIDING = new Set(['cx', 'cy', 'r', 'x', 'y', 'width', 'height', 'x1', 'x2', 'y1', 'y2', 'points', 'd']);
// One clock and one pace for dots, the ends of threads, curves and words: that of the ruler, 1 - (1 - t)³.
const PACED = {begin: 'indefinite', dur: `${MOTION}ms`, calcMode: 'spline', keyTimes: '0;1', keySplines: '.3333 1 .6667 1'};
const NEWS = [{backgroundColor: 'var(--nv-news)'}, {}], MARKED = {duration: 600};
const soon = then => setTimeout(then, 32);  // when a frame has been drawn, and not within the next

// What the page itself adds: to an element, and as elements of its own.
const PAGES_OWN = {DETAILS: ['open', 'data-reached'], TABLE: ['role'], TD: ['tabindex', 'aria-description', 'aria-selected'], P: ['aria-busy']};
const isPagesOwn = node => node.nodeType === Node.ELEMENT_NODE && node.matches('.nv-inked,.nv-was,.nv-shaker,animate');
const keyOf = node => node.nodeType === Node.ELEMENT_NODE ? node.getAttribute('data-key') : null;
const alike = (old, next) => old.nodeName === next.nodeName && keyOf(old) === keyOf(next);
const shapeOf = places => places.replace(/[-+]?[\d.]+(e[-+]?\d+)?/g, '0');

// A change is its steps, the marks that glide with it, and the elements whose number is another.
const compareAttributes = (old, next, change) => {
    for (const {name, value} of next.attributes) {
        const before = old.getAttribute(name);
        if (before === value || PAGES_OWN[old.nodeName]?.includes(name)) continue;
        change.steps.push(() => old.setAttribute(name, value));
        if (before !== null && GLIDING.has(name) && old.ownerSVGElement && keyOf(old) !== null && shapeOf(before) === shapeOf(value))
            change.marks.push([old, {attributeName: name, values: `${before};${value}`}]);
        if (name === 'href' && old.nodeName === 'image') change.fades.push([old, before]);
    }
    for (const {name} of old.attributes)
        if (!next.hasAttribute(name) && !PAGES_OWN[old.nodeName]?.includes(name))
            change.steps.push(() => old.removeAttribute(name));
};

const compareChildren = (old, next, change) => {
    const coming = [...next.childNodes], keys = new Set(coming.map(keyOf)), keyed = new Map(), here = new Set();
    for (const child of old.childNodes) {
        const key = keyOf(child);
        if (isPagesOwn(child)) continue;
        if (!keys.has(key) && key !== null) {  // goes before the others, which else would have to change places with it
            change.steps.push(() => child.remove());
            continue;
        }
        here.add(child);
        if (key !== null) keyed.set(key, child);
    }
    for (const wanted of coming) {
        const [at = null] = here, same = keyed.get(keyOf(wanted)), found = same && alike(same, wanted) ? same : at;
        keyed.delete(keyOf(wanted));  // two of one key are a mistake, but not the end of a picture
        if (found && alike(found, wanted)) {
            if (found !== at) change.steps.push(() => old.insertBefore(found, at));
            here.delete(found);
            compare(found, wanted, change);
        } else {
            change.steps.push(() => old.insertBefore(wanted, at));
        }
    }
    for (const rest of here) change.steps.push(() => rest.remove());
};

const compare = (old, next, change) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {  // a text, or a comment
        if (old.data === next.data) return;
        if (old.parentNode.matches?.('.nv-spoken')) { change.sentence = next.data; return; }  // follows at rest
        change.steps.push(() => { old.data = next.data; });
        if (keyOf(old.parentNode) !== null) change.news.push(old.parentNode);
    } else if (!old.isEqualNode(next)) {
        if (old.hasAttribute('data-stage') && next.hasAttribute('data-stage')) return change.stages.push([old, next]);
        compareAttributes(old, next, change);
        compareChildren(old, next, change);
    }
};

const parsed = markup => {
    const {content} = Object.assign(document.createElement('template'), {innerHTML: markup});
    for (const stage of content.querySelectorAll('[data-stage=live]')) drawState(stage, stateOf(stage));  // its marks are drawn here alone
    return content;
};
const changeTo = (place, next) => {
    const change = {steps: [], marks: [], fades: [], news: [], stages: []};
    compareChildren(place, next, change);
    const seen = element => !element.closest('details:not([open])');  // what is folded away is not
    change.marks = change.marks.filter(([mark]) => seen(mark));
    change.news = change.news.filter(seen);
    return change;
};

// A style sheet could move a circle, but not the ends of a line.
const move = (element, way) => {
    const motion = document.createElementNS(element.namespaceURI, 'animate');
    renew(motion, {...way, ...PACED});
    element.append(motion);
    motion.beginElement();
    return motion;
};
// What was there is drawn below, and goes as the other comes: of two fields, their sum.
const fade = (element, before) => {
    const was = element.cloneNode();
    was.removeAttribute('data-key');
    renew(was, {class: 'nv-was', href: before, opacity: 0});  // when it has gone
    element.before(was);
    move(was, {attributeName: 'opacity', values: '1;0'});
    return [was, move(element, {attributeName: 'opacity', values: '0;1'})];
};

// What was drawn last, by element. Whoever draws again before the marks have arrived is dragging, and marks follow at
// once; who draws the same again, as the kernel does after the page, changes nothing.
const drawn = new WeakMap();
const beginWith = place => drawn.set(place, {at: performance.now(), motions: []});  // what stands there already
// What a hand has drawn since is replaced at once: nothing glides there that stands there already.
const drawAnew = place => Object.assign(drawn.get(place), {markup: null, ready: null, at: performance.now()});
const drawMarkup = (place, markup) => {
    const last = drawn.get(place), now = performance.now();
    if (last?.markup === markup) return null;
    last?.watch?.disconnect();
    last?.motions.forEach(motion => motion.remove());
    last?.flashes?.forEach(flash => flash.cancel());
    const {steps, marks, fades, news, stages, sentence} = last?.ready?.get(markup) ?? changeTo(place, parsed(markup));
    steps.forEach(step => step());
    const calm = last && now - last.at > MOTION && !still.matches;
    place.classList.toggle('nv-at-once', !calm);
    const motions = calm ? [...marks.map(mark => move(...mark)), ...fades.flatMap(one => fade(...one))] : [];
    for (const [stage, next] of stages) moveStage(stage, next, calm);
    drawn.set(place, {at: now, markup, motions});
    if (motions.length) setTimeout(() => motions.forEach(motion => motion.remove()), MOTION);
    // A number that is new is marked when it has been seen: it need not wait for its mark. Where most numbers
    // are new, marks would tell nothing.
    const few = 3 * news.length <= place.querySelectorAll('td[data-key]').length || news.length === 1;
    if (calm && few) soon(() => {
        const latest = drawn.get(place);
        if (latest.motions === motions) latest.flashes = news.map(one => one.animate(NEWS, MARKED));
    });
    return sentence;
};

// The changes to pages that may come next are found before. Whatever else changes the page ends that, but for what the
// page itself adds, and the sentence that follows.
const isHarmless = ({type, target, addedNodes, removedNodes, attributeName}) => attributeName === SUPPRESSED || target.closest?.('.nv-spoken') || (type === 'childList'
    && (isPagesOwn(target) || [...addedNodes, ...removedNodes].every(isPagesOwn)));
const makeReady = (place, markups) => {
    const last = drawn.get(place), before = last.ready;
    last.watch?.disconnect();
    clearTimeout(last.later);
    if ([...place.querySelectorAll('[data-stage]')].some(stage => running.has(stage))) {  // each of its frames would end it
        last.later = setTimeout(() => drawn.get(place) === last && makeReady(place, markups), 50);
        return;
    }
    last.ready = new Map(markups.map(markup => [markup, before?.get(markup) ?? changeTo(place, parsed(markup))]));
    last.watch = new MutationObserver(changes => {
        if (!changes.every(one => one.target === place && one.type === 'attributes' || isHarmless(one))) last.ready = null;
    });
    last.watch.observe(place, {subtree: true, childList: true, characterData: true, attributes: true});
};

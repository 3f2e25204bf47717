// A prediction that is drawn: from the first point to the right edge, with a pointer; keys choose in words. The option
// whose curve is nearest to the line is chosen; once it is answered, what happens is drawn over the line. A mark that is
// placed under a beam is a line of one point, which lies across.
const ONCE = 900;  // ms, in which the true curve comes
const LEFT_OUT = 8;  // columns at the right edge, two in a per cent, that a hand may leave out

const inkedWith = (parts, look = '') => `<svg viewBox="0 0 100 100" preserveAspectRatio="none" class="nv-inked ${look}" aria-hidden="true">${parts}</svg>`;
const svgOf = parts => parsed(inkedWith(parts)).firstChild;
const pointsOf = places => places.map(([x, y]) => `${x},${(100 - y).toFixed(2)}`).join(' ');
const lineOf = (places, look) => `<polyline points="${pointsOf(places)}" class="nv-line ${look}"/>`;

const drawIn = form => {
    const sketch = form.querySelector('.nv-sketch'), plot = sketch?.querySelector('.nv-plot'), said = form.querySelector('[role=alert]');
    const [hint, words, button] = ['.nv-todo', '.nv-in-words', 'button'].map(one => form.querySelector(one));
    if (!sketch || plot.querySelector('.nv-inked')) return;
    const {along, first, reach: [low, high] = [], curves, right, room: [hand, strict]} = JSON.parse(sketch.dataset.sketch);
    const columns = along.map(at => 2 * at), start = columns[0], end = columns.at(-1), ink = svgOf(''), line = [];
    const HINT = hint.textContent, mark = plot.querySelector('input'), output = document.createElement('output');
    let pen, committed, told = [];
    if (!mark) line[start] = first;
    const fill = ([a, from], [b, to], into = line) => {  // a straight stroke
        for (let c = Math.max(Math.min(a, b), start + 1); c <= Math.min(Math.max(a, b), end); c++)
            into[c] = a === b ? to : from + (to - from) * (c - a) / (b - a);
    };
    // The last column that is drawn before this one: a stroke that begins elsewhere is joined to it.
    const before = column => { let c = Math.max(Math.min(column, end) - 1, start); while (c > start && line[c] === undefined) c--; return [c, line[c]]; };
    // The option whose curve is nearest, and whether the line shows it; kinds/curve.py says how, and finds the same.
    const wayOf = ([first, ...others]) => {
        const turns = [], last = others.at(-1) ?? first, change = last - first, edge = last - (others[Math.round((1 - strict) * others.length) - 1] ?? first);
        let extreme = first;
        for (const up of others) {
            const way = Math.sign(up - extreme), isOther = way !== turns.at(-1);
            if (isOther && Math.abs(up - extreme) < hand) continue;
            if (isOther) turns.push(way);
            extreme = up;
        }
        const goesOn = last >= 99 ? 1 : Math.abs(edge) < hand / 2 ? 0 : Math.sign(edge);
        return [turns.join(), Math.abs(change) < hand ? 0 : Math.sign(change), turns[0] ?? 0, goesOn];
    };
    const ideas = Object.entries(curves).map(([letter, [from, ...others]]) => {
        const each = [];
        each[start] = within(from, 0, 100);
        others.forEach((up, k) => fill([columns[k], each[columns[k]]], [columns[k + 1], within(up, 0, 100)], each));
        return [letter, each.slice(start), wayOf(each.slice(start))];
    });
    const nearest = () => {
        const drawn = line.slice(start), [turns, end, begin, goesOn] = wayOf(drawn);
        const ranked = ideas.map(([letter, curve, its]) => {
            const off = curve.map((up, c) => Math.abs(up - drawn[c])), most = Math.max(...off);
            const isBeyond = Math.max(Math.max(...drawn) - Math.max(...curve), Math.min(...curve) - Math.min(...drawn)) > hand;
            const other = [its[0] !== turns, Math.abs(its[1] - end), !mark && strict > 0 && its[3] !== goesOn];
            const shows = most <= hand || !mark && (strict ? !(other[0] || other[1] || other[2] && its[3]) : !(other[0] && other[1]));
            const apart = [!mark && most > hand, ...other, its[2] !== begin, isBeyond, off.reduce((sum, gap) => sum + gap * gap, 0)];
            return {letter, shows, apart};
        });
        return ranked.sort((one, other) => one.apart.map((by, k) => by - other.apart[k]).find(Boolean) ?? 0)[0];
    };
    const across = up => 6 + .88 * up, upright = up => [[across(up), 0], [across(up), 72]];
    const drawn = () => mark ? line.flatMap(upright) : [...line.keys()].filter(c => line[c] !== undefined).map(c => [c / 2, line[c]]);
    const show = () => {
        told.splice(0).forEach(one => one.remove());
        ink.innerHTML = lineOf(drawn(), 'nv-pen');
    };
    const again = (chosen = form.querySelector('input:checked')) => {  // as if nothing had been answered
        if (chosen) chosen.checked = false;
        line.length = 0;
        if (mark) mark.value = mark.defaultValue;
        else line[start] = first;
        output.textContent = '';
        said.replaceChildren();
        hint.textContent = HINT;
        button.textContent = 'Commit';
        show();
    };
    const take = (from, to) => {
        fill(from, to);
        choose();
    };
    const choose = () => {
        show();
        said.replaceChildren();  // it was said of less than is drawn now
        if (line[end] === undefined) return;
        const {letter, shows} = nearest(), isTaken = shows || !right;  // a class's line is a vote for the nearest
        for (const option of form.querySelectorAll('[type=radio]')) option.checked = isTaken && option.value === letter;
        hint.textContent = isTaken ? HINT : mark ? 'This mark shows none of the answers. Place it again, or choose one in words.'
            : 'This line shows none of the answers. Draw it again, or choose one in words.';
    };
    form.line = () => mark || line[end] === undefined ? undefined : columns.map(c => Math.round(10 * line[c]) / 10);
    const placeOf = ({clientX, clientY}) => {
        const {left, top, width, height} = ink.getBoundingClientRect(), up = 100 * (1 - (clientY - top) / height);
        return [Math.round(200 * (clientX - left) / width), within(up, 0, 100)];
    };
    plot.addEventListener('pointerdown', event => {
        if (pen || mark || event.button !== 0) return;
        const place = placeOf(event);
        if (told.length) again();
        pen = {by: event.pointerId, place};
        plot.setPointerCapture(pen.by);
        take(before(place[0]), place);
        event.preventDefault();
    });
    plot.addEventListener('pointermove', event => {
        if (event.pointerId !== pen?.by) return;
        take(pen.place, pen.place = placeOf(event));
    });
    for (const over of ['pointerup', 'pointercancel', 'lostpointercapture']) plot.addEventListener(over, event => {
        if (event.pointerId !== pen?.by) return;
        pen = null;
        const last = line.length - 1;
        if (last >= end - LEFT_OUT && last < end) take([last, line[last]], [end, line[last]]);
    });
    // Choosing in words clears the drawn line.
    form.addEventListener('change', ({target}) => { if (target !== mark) again(null); });
    // After an answer the button takes the line away.
    form.addEventListener('submit', event => {
        committed = form.elements.answer.value;
        if (!told.length) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        again();
        mark?.focus();
    });
    const tell = () => {
        // An answer that comes late is to what was committed, not to what has been drawn since.
        const letter = committed ?? form.elements.answer.value, placesOf = one => mark ? upright(curves[one][0]) : columns.map((c, k) => [c / 2, curves[one][k]]);
        if (!curves[right] || !form.querySelector(`label [value="${letter}"]`) || told.length || !said.textContent) return;
        words.open = false;  // the chart and what is heard come together
        const isDrawn = line[end] !== undefined, keys = [];
        hint.textContent = mark ? 'Go on below, or try again.' : 'Go on below, or draw again.';
        button.textContent = mark ? 'Try again' : 'Draw again';
        const nameOf = one => form.querySelector(`[value="${one}"]`).parentNode.textContent.replace(/^\w\) /, '');
        if (isDrawn) keys.push(['nv-pen', mark ? 'your mark' : 'your line']);
        if (letter !== right && curves[letter]) keys.push(['nv-idea', `${isDrawn ? 'nearest' : 'your answer'}: ${nameOf(letter)}`]);
        keys.push(['nv-true', `what happens: ${nameOf(right)}`]);
        const gap = isDrawn ? `<polygon points="${pointsOf([...drawn(), ...placesOf(right).reverse()])}" class="nv-gap"/>` : '';
        const idea = letter !== right && curves[letter] ? lineOf(placesOf(letter), 'nv-idea') : '';
        const legend = keys.map(([look, words]) => `<li>${inkedWith(lineOf([[0, 50], [100, 50]], look), 'nv-swatch')}${escaped(words)}</li>`).join('');
        told = [svgOf(gap + lineOf(placesOf(right), 'nv-true')), svgOf(idea), parsed(`<ul class="nv-inked nv-drawn">${legend}</ul>`).firstChild];
        plot.append(told[1], told[0]);
        plot.after(told[2]);
        if (!still.matches) told[0].animate([{clipPath: 'inset(0 100% 0 0)'}, {clipPath: 'inset(0)'}], {duration: ONCE, easing: 'ease-in-out'});
    };
    // The line and what it hears are seen together, or where they are too high for that, from the chart on.
    const see = () => {
        const {top} = sketch.getBoundingClientRect(), fits = top >= 0 && said.getBoundingClientRect().bottom - top < innerHeight;
        (fits ? said : sketch).scrollIntoView({block: fits ? 'nearest' : 'start', behavior: still.matches ? 'auto' : 'smooth'});
    };
    new MutationObserver(() => {
        tell();
        if (said.textContent) see();
    }).observe(said, {childList: true, subtree: true, characterData: true});
    for (const how of ['input', 'click']) mark?.addEventListener(how, () => {
        if (told.length) { const {value} = mark; again(); mark.value = value; }
        line[0] = 100 * (mark.value - low) / (high - low);
        output.textContent = MINUS(String(Number(Number(mark.value).toPrecision(3))));
        Object.assign(output.style, {left: `${across(line[0])}%`, translate: line[0] > 85 ? '-100%' : ''});
        choose();
    });
    output.className = 'nv-inked';
    if (mark) plot.append(output);
    plot.append(ink);
    show();
    tell();
};

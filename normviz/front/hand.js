// The hand: while a dot of a ruler is held, the ruler and its readings follow in the same frame, with the one computation
// that a page makes by itself. What only Python can draw is hidden until its page comes; without a kernel, until Reset.

const scaleOf = stage => {
    const [low, high] = numbersIn(stage.querySelector('[data-axis]').dataset.axis);
    return {low, high, at: x => 100 * (x - low) / (high - low)};
};
const isAway = at => at < 0 || at > 100;  // the axis has scrolled on
const placeDot = (stage, dot, x) => {
    const at = scaleOf(stage).at(x), show = mark => renew(mark, {visibility: isAway(at) ? 'hidden' : 'inherit'});
    show(dot);
    if (dot.matches('rect')) dot.setAttribute('x', `${at - .35}%`);
    else dot.setAttribute('cx', `${at}%`);
    dot.dataset['x' in dot.dataset ? 'x' : 'out'] = x;
    if (!dot.matches('.nv-picked')) return;
    const name = stage.querySelector('text[data-key^="plumb"]'), line = stage.querySelector('.nv-plumb');
    name.setAttribute('x', `${heldIn(at, reachOf(name.textContent, true))}%`);
    for (const end of ['x1', 'x2']) line.setAttribute(end, `${at}%`);
    [name, line].forEach(show);
    placeHandle(stage.querySelector('.nv-grip'), at);
};
const placeHandle = (handle, at, away = isAway(at)) => Object.assign(handle?.style ?? {}, {left: `${at}%`, visibility: away ? 'hidden' : ''});
const placePile = stage => {
    const count = stage.querySelector('[data-key="pads/count"]'), dot = stage.querySelector('.nv-pad-dot');
    if (!count) return;
    const at = scaleOf(stage).at(xOf(dot)), held = heldIn(at, 9);
    count.setAttribute('x', `${held}%`);
    count.setAttribute('visibility', isAway(at) ? 'hidden' : 'inherit');
    placeHandle(stage.querySelector('.nv-pull'), held, isAway(at));
};

// Brings the axis between two numbers, and with it what stands on it; `ruleStage` brings the rulers. Ticks are those of
// `Scale`.
const axisTo = (stage, low, high) => {
    const chart = stage.querySelector('[data-axis]'), line = chart.querySelector('.nv-axis'), group = chart.querySelector('.nv-data-line');
    chart.dataset.axis = `${low} ${high}`;
    const {at} = scaleOf(stage), ticks = ticksOf({low, high}, 8);
    line.setAttribute('d', `M0,0h100${ticks.map(tick => `M${at(tick)},0v100`).join('')}`);
    group.querySelectorAll('text').forEach(one => one.remove());
    group.insertAdjacentHTML('beforeend', ticks.map(tick => {
        const text = tick && (Math.abs(tick) < 1e-4 || Math.abs(tick) >= 1e6) ? brief(tick) : plain(tick);
        const x = Number(at(tick).toFixed(2)), near = Number(reachOf(text).toFixed(2));
        return x > near - .5 && x < 100.5 - near ? `<text x="${x}%" y="15" text-anchor="middle" data-near="${near}" class="nv-soft">${text}</text>` : '';
    }).join(''));
    for (const mark of stage.querySelectorAll('[data-x],[data-out]')) placeDot(stage, mark, xOf(mark));
    placePile(stage);
};

// Makes the rulers of a stage of the numbers that its dots say, and draws them.
const ruleStage = stage => {
    const marks = [...stage.querySelectorAll('[data-x],[data-out]')], [rest, many, spread] = numbersIn(stage.dataset.rest);
    const told = marks.map(mark => [xOf(mark), Number(mark.dataset.count ?? 1), Number(mark.dataset.var ?? 0), 'x' in mark.dataset]);
    if (many) told.push([rest, many, spread, false]);
    const [x, counts, within, inPool] = [0, 1, 2, 3].map(k => told.map(one => one[k]));
    if (stage.dataset.hand === 'fill') {
        const {mean} = normalized(x, {counts, within, mask: marks.map(mark => !mark.matches('.nv-pad-dot'))});
        marks.forEach((mark, i) => { if (mark.matches('circle.nv-pad-dot')) placeDot(stage, mark, x[i] = mean); });
        placePile(stage);
    }
    for (const {dataset} of stage.querySelectorAll('[data-ruler]')) {
        const {rule, epsilon, correction} = dataset;
        if (rule === 'stored') continue;
        const mask = rule === 'all' ? x.map(() => true) : inPool, eps = Number(epsilon ?? 0);
        const {mean, variance, step, low, high} = normalized(x, {mask, counts, within, eps, correction: Number(correction ?? 0), rule});
        if (!(step > 0)) continue;  // 0/0, of which Python tells in words
        const left = Math.min(Math.floor((low - mean) / step + 1e-9), rule === 'rms' ? 0 : -1), right = Math.max(Math.ceil((high - mean) / step - 1e-9), 1);
        Object.assign(dataset, {mean, step, reach: rule === 'range' ? '0 1' : `${left} ${right}`});
        if (dataset.eps) dataset.eps = 1 - Math.sqrt(variance) / step;
    }
    const state = stateOf(stage), [first] = state.rulers, grip = stage.querySelector('.nv-grip');
    drawState(stage, state);
    stage.querySelectorAll('[data-ruler]').forEach(({dataset}, i) => { dataset.reading = readingOn(state.rulers[i]); });
    stage.querySelector('[data-axis] > title').textContent = stage.querySelector('[data-axis]').ariaLabel = `The ruler's 0 lies at ${plain(first.mean)}, one step is ${plain(first.step)}`;
    if (grip) Object.assign(grip, {ariaValueNow: first.x, ariaValueText: MINUS(`${Number(first.x.toPrecision(6))}, reads ${fixed(readingOn(first))}`)});
};
// What a screen reader hears of it.
const saidOf = stage => {
    const grip = stage.querySelector('.nv-grip'), read = grip ? `${grip.ariaLabel.split(':')[0]}: ${grip.ariaValueText}. ` : '';
    return `${read}${stage.querySelector('[data-axis]').ariaLabel}.`;
};

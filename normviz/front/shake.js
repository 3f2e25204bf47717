// Shake a number: whoever shares its mean moves as far as its own number moves. A tile of a block is pulled up and down, or
// shaken by a button or the space bar; each frame is the page of a state of its own, so all that is said follows, too. At
// the end the number is what it was.
const SHAKES = 2.2, SWING = 15, CALMS = 1.5;  // seconds; radians a second; how soon it fades

// `shaken(shake)` is the result and the page of the present state with a shaken number, or of the state itself.
const shakeIn = (root, {tell, shaken}) => {
    let held = null, frame = 0;
    const keyIn = tile => tile.dataset.key.slice(2), chosen = () => root.querySelector('.nv-tiles td.nv-cell');
    // The controls and the sentence are the page's own: without scripts there is nothing to shake.
    const bar = Object.assign(document.createElement('div'), {className: 'nv-shaker', innerHTML: '<button type="button">Shake</button><button type="button" class="nv-option" aria-pressed="false">Guess: tap who will shiver</button>'
        + '<label><input type="checkbox"> evaluation: stored μ and σ</label><span role="status"></span>'});
    const [button, asks, {firstChild: stone}, says] = bar.children, tapped = () => [...root.querySelectorAll('.nv-tiles [aria-selected=true]')];
    const place = () => {
        const block = root.querySelector('.nv-block:not(.nv-stale *)'), {result} = block && shaken() || {};
        if (!result) return bar.remove();
        if (bar.previousSibling !== block) block.after(bar);
        if (asks.of === result) return;
        asks.of = result;
        const {norm, cells} = result, isBatch = /batch/.test(norm), from = norm + cells.map(one => one.x);  // the others compute μ and σ anew in evaluation, too
        stone.parentElement.hidden = !isBatch;
        if (!isBatch) stone.checked = false;
        if (asks.from !== from) for (const on of [true, false]) asksFor(on);  // another pool, another question
        asks.from = from;
    };
    // Who will shiver? Tiles are tapped, or chosen by arrow keys and Enter; the shake says how many of them do.
    const asksFor = on => {
        if (on) for (const tile of tapped()) tile.removeAttribute('aria-selected');
        asks.ariaPressed = String(on);
    };
    const tap = tile => {
        if (tile.matches('.nv-cell')) return;
        tile.ariaSelected = String(tile.ariaSelected !== 'true');
        says.textContent = `${tapped().length} tapped. Then Shake.`;
    };
    const asked = event => {
        const tile = asks.ariaPressed === 'true' && event.target.closest('.nv-tiles td[data-key]'), way = ARROWS[event.key];
        if (!tile || event.type === 'keydown' && !way && event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        if (!way) return tap(tile);
        const next = neighbourOf(tile, way, root);
        if (next && !next.matches('.nv-cell')) next.tabIndex = -1;
        next?.focus();
    };
    for (const kind of ['click', 'keydown']) root.addEventListener(kind, asked, true);
    const draw = page => {
        if (page !== held.page) drawAnew(root);
        drawMarkup(root, held.page = page);
    };
    const show = up => {
        const {norm, me} = shaken().result;
        if (norm === held.norm && me.key === held.key) draw(shaken({up, isStone: stone.checked, axis: held.axis}).page);
        else end();
    };
    const end = () => {
        if (!held) return;
        cancelAnimationFrame(frame);
        draw(shaken().page);
        root.classList.remove('nv-shaking');
        held = null;
    };
    const swing = now => {
        held.start ??= now;
        const t = (now - held.start) / 1000, fades = Math.exp(-CALMS * t);
        if (!held.isPulled && t > SHAKES) return end();
        frame = requestAnimationFrame(swing);
        if (!held.isPulled) show(still.matches ? .6 : Math.sin(SWING * t) * fades);
    };
    const take = tile => {
        end();
        if (!tile.matches('.nv-cell')) tell({cell: cellOf(keyIn(tile))});
        const {result, result: {norm, me: {key, k, pool}, count, word}} = shaken(), [low, high] = numbersIn(root.querySelector('.nv-turns [data-axis]')?.dataset.axis), isStone = stone.checked, others = count - 1;
        held = {norm, key, axis: {low, high}};
        root.classList.add('nv-shaking');
        const who = !pool ? 'nobody shivers: a pad is in no pool' : isStone ? 'nobody else shivers: the ruler was made before' : `${others} other${others === 1 ? '' : 's'} shiver${others === 1 ? 's' : ''}: ${whoShares(result)}`;
        const taps = tapped().map(keyIn), shivers = !pool || isStone ? [] : pool.members.filter(one => one.key !== key), right = shivers.filter(one => taps.includes(one.key)).length, wrong = taps.length - right;
        const guess = taps.length ? ` You tapped ${right} of these ${shivers.length}${wrong ? `, and ${wrong} that stand${wrong === 1 ? 's' : ''} still` : ''}.` : '';
        asks.ariaPressed = 'false';
        says.textContent = `You shake “${word}” in d${k + 1}: ${who}.${guess}`;
        frame = requestAnimationFrame(swing);
    };
    root.addEventListener('keydown', event => { if (event.key === ' ' && event.target.matches('.nv-tiles td.nv-cell') && bar.isConnected) { event.preventDefault(); take(event.target); } });
    button.onclick = () => take(chosen());
    asks.onclick = () => asksFor(asks.ariaPressed !== 'true');
    stone.onchange = () => take(chosen());
    new MutationObserver(place).observe(root, {childList: true, subtree: true, attributes: true, attributeFilter: ['data-pool']});
    place();
    return {
        tileAt: target => bar.isConnected && target.closest('.nv-tiles td[data-key]'),
        pull: (tile, px) => {
            if (!held?.isPulled) take(tile);
            held.isPulled = true;
            show(within(px / (LIFTED * chosen().offsetHeight), -1.5, 1.5));
        },
        letGo: () => { if (held) Object.assign(held, {isPulled: false, start: undefined}); },  // it swings, and comes to rest
    };
};

// Shake a number: whoever shares its mean moves as far as its own number moves. A tile of a block is pulled up and down, or
// shaken by a button or the space bar; in each frame the page normalizes again all that are in its pool, and the ruler of
// the pool follows. At the end the number is what it was.
const SHAKES = 2.2, SWING = 15, CALMS = 1.5;  // seconds; radians a second; how soon it fades
const LIFTED = .55, SHIVER = .45;  // heights of a tile that a whole swing lifts it, and one σ the others

const memberOf = ({norm, size, real}, [b, t, k]) => {
    if (norm === 'layer_norm' || norm === 'rms_norm') return (sheet, row) => sheet === b && row === t;
    if (norm === 'instance_norm') return (sheet, _, column) => sheet === b && column === k;
    if (norm === 'group_norm') return (sheet, _, column) => sheet === b && Math.floor(column / size) === Math.floor(k / size);
    if (norm === 'masked_batch_norm') return (sheet, row, column) => column === k && real[sheet][row] && real[b][t];
    return (sheet, row, column) => column === k;
};
const poolsWith = (block, cell) => {
    const isMember = memberOf(block, cell), all = [];
    block.values.forEach((rows, b) => rows.forEach((row, t) => row.forEach((x, k) => isMember(b, t, k) && all.push({key: `${b},${t},${k}`, k, x}))));
    return all;
};
// What each number of a pool becomes, when one of them is another number by `by`; a ruler of stone is that of the numbers
// as they were.
const shakenBy = (block, pool, key, by, isStone) => {
    const plain = pool.map(one => one.x), moved = pool.map(one => one.key === key ? one.x + by : one.x), rule = block.norm === 'rms_norm' ? 'rms' : undefined;
    const {mean, step} = normalized(isStone ? plain : moved, {eps: block.eps, rule});
    return pool.map(({k}, i) => block.gamma[k] * (moved[i] - mean) / step + block.beta[k]);
};
const WHO = {
    batch_norm: 'its column, with the pads, in all sentences', masked_batch_norm: 'the real words of its column', layer_norm: 'the other features of its word',
    rms_norm: 'the other features of its word', instance_norm: 'its column in this sentence', group_norm: 'its group of features in this sentence',
};

const shakeIn = (root, {tell}) => {
    let held = null, frame = 0;
    const picture = () => root.querySelector('[data-shake]'), tileOf = key => root.querySelector(`.nv-tiles td[data-key="y:${key}"]`);
    const keyIn = tile => tile.dataset.key.slice(2);
    const nameOf = tile => `“${tile.parentElement.querySelector('th').textContent}”`;
    const stageOf = () => {
        const stage = root.querySelector('.nv-turns [data-stage]'), dot = stage && held && stage.querySelector(`.nv-picked[data-key="x:${held.key}/dot"]`);
        return dot && !running.has(stage) ? [stage, dot] : [];
    };
    // The controls and the sentence are the page's own: without scripts there is nothing to shake.
    const bar = Object.assign(document.createElement('div'), {className: 'nv-shaker', innerHTML: '<button type="button">Shake</button><button type="button" class="nv-option" aria-pressed="false">Guess: tap who will shiver</button>'
        + '<label><input type="checkbox"> evaluation: stored μ and σ</label><span role="status"></span>'});
    const [button, asks, {firstChild: stone}, says] = bar.children, tapped = new Set();
    const place = () => {
        const here = picture();
        if (!here) return bar.remove();
        if (bar.parentElement !== here) here.querySelector('.nv-block').after(bar);
        const isBatch = /batch_norm/.test(here.dataset.shake);  // the others compute μ and σ anew in evaluation, too
        stone.parentElement.hidden = !isBatch;
        if (!isBatch) stone.checked = false;
        if (held && held.from !== here.dataset.shake) end();
        if (asks.from === here.dataset.shake) return;
        for (const on of [true, false]) asksFor(on);  // another pool, another question
        asks.from = here.dataset.shake;
    };
    // Who will shiver? Tiles are tapped, or chosen by arrow keys and Enter; the shake says how many of them do.
    const asksFor = on => {
        for (const key of on ? tapped : []) tileOf(key)?.removeAttribute('aria-selected');
        if (on) tapped.clear();
        asks.ariaPressed = String(on);
    };
    const tap = tile => {
        if (tile.matches('.nv-cell')) return;
        if (!tapped.delete(keyIn(tile))) tapped.add(keyIn(tile));
        tile.ariaSelected = String(tapped.has(keyIn(tile)));
        says.textContent = `${tapped.size} tapped. Then Shake.`;
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
    // The followed dot, and the ruler of its pool.
    const rule = by => {
        const [stage, dot] = stageOf(), {block: {eps, norm}, key, pool, x} = held;
        if (!stage) return;
        const moved = pool.map(one => one.key === key ? one.x + by : one.x), how = {rule: norm === 'rms_norm' ? 'rms' : undefined, eps};
        const {mean, variance} = normalized(moved, how), {step, left, right} = rulerOf(moved, mean, variance, how);
        const {dataset} = stage.querySelector('[data-ruler]');
        held.first ??= {...dataset};
        dot.dataset.x = x + by;
        Object.assign(dataset, by ? {mean, step, reach: `${left} ${right}`} : held.first);
        const state = stateOf(stage), at = 100 * (x + by - state.low) / (state.high - state.low);
        for (const end of [`x:${key}/dot`, `plumb x:${key}`, `plumb x:${key}/name`])
            for (const name of ['cx', 'x1', 'x2', 'x']) if (name in (state.marks.get(end) ?? {})) state.marks.get(end)[name] = at;
        drawState(stage, state);
    };
    const show = by => {
        const values = shakenBy(held.block, held.pool, held.key, by, stone.checked), high = held.tile.offsetHeight;
        held.pool.forEach(({key}, i) => {
            const tile = tileOf(key), isHeld = key === held.key, moves = !isHeld && !stone.checked;
            if (!tile) return;  // beyond what is drawn
            rewrite(tile, fixed(values[i]));
            tile.classList.toggle('nv-shivers', moves);
            const up = isHeld ? by / held.swing * LIFTED : moves ? Math.max(-.3, Math.min(.3, (values[i] - held.values[i]) * SHIVER)) : 0;
            tile.style.translate = `0 ${(-up * high).toFixed(1)}px`;
        });
        if (!stone.checked) rule(by);
    };
    const end = () => {
        if (!held) return;
        cancelAnimationFrame(frame);
        for (const tile of root.querySelectorAll('.nv-tiles td')) {
            tile.classList.remove('nv-shivers');
            tile.style.removeProperty('translate');
            if (!tile.getAttribute('style')) tile.removeAttribute('style');
        }
        if (picture()?.dataset.shake === held.from) {  // another picture has its own numbers
            for (const [tile, text] of held.texts) rewrite(tile, text);
            rule(0);
        }
        root.classList.remove('nv-shaking');
        held = null;
    };
    const swing = now => {
        held.start ??= now;
        const t = (now - held.start) / 1000, fades = Math.exp(-CALMS * t);
        if (!held.isPulled && t > SHAKES) return end();
        if (!held.isPulled) show(held.swing * (still.matches ? .6 : Math.sin(SWING * t) * fades));
        frame = requestAnimationFrame(swing);
    };
    const take = tile => {
        end();
        const from = picture().dataset.shake, block = JSON.parse(from), key = keyIn(tile), cell = key.split(',').map(Number), [b, t, k] = cell;
        if (!tile.matches('.nv-cell')) tell({cell});
        const isOut = block.norm === 'masked_batch_norm' && !block.real[b][t], all = block.values.flat(2), x = block.values[b][t][k];
        const pool = isOut ? [] : poolsWith(block, cell), others = pool.length - 1;
        held = {tile, from, block, key, x, pool, swing: .3 * (Math.max(...all) - Math.min(...all)) || 1, values: shakenBy(block, pool, key, 0, false),
            texts: [...root.querySelectorAll('.nv-tiles td[data-key]')].map(one => [one, one.textContent])};
        root.classList.add('nv-shaking');
        const who = isOut ? 'nobody shivers: a pad is in no pool' : stone.checked ? 'nobody else shivers: the ruler was made before' : `${others} other${others === 1 ? '' : 's'} shiver${others === 1 ? 's' : ''}: ${WHO[block.norm]}`;
        const shivers = isOut || stone.checked ? [] : pool.filter(one => one.key !== key), right = shivers.filter(one => tapped.has(one.key)).length, wrong = tapped.size - right;
        const guess = tapped.size ? ` You tapped ${right} of these ${shivers.length}${wrong ? `, and ${wrong} that stand${wrong === 1 ? 's' : ''} still` : ''}.` : '';
        asks.ariaPressed = 'false';
        says.textContent = `You shake ${nameOf(tile)} in d${k + 1}: ${who}.${guess}`;
        frame = requestAnimationFrame(swing);
    };
    const chosen = () => root.querySelector('.nv-tiles td.nv-cell');
    let pull = null;
    root.addEventListener('pointerdown', event => {
        const tile = event.target.closest('.nv-tiles td[data-key]');
        if (!tile || !picture() || event.button || event.defaultPrevented || tile.closest('.nv-stale')) return;
        pull = {tile, by: event.pointerId, y: event.clientY};
    });
    root.addEventListener('pointermove', event => {
        if (event.pointerId !== pull?.by) return;
        const up = pull.y - event.clientY;
        if (!pull.moved && Math.abs(up) < 4) return;
        if (!pull.moved) {
            root.setPointerCapture(pull.by);
            take(pull.tile);
            held.isPulled = pull.moved = true;
        }
        if (held) show(held.swing * Math.max(-1.5, Math.min(1.5, up / (LIFTED * held.tile.offsetHeight))));
    });
    for (const kind of ['pointerup', 'pointercancel']) root.addEventListener(kind, event => {
        if (event.pointerId !== pull?.by) return;
        if (pull.moved && held) Object.assign(held, {isPulled: false, start: undefined});  // it swings, and comes to rest
        pull = null;
    });
    root.addEventListener('keydown', event => { if (event.key === ' ' && event.target.matches('.nv-tiles td.nv-cell') && picture()) { event.preventDefault(); take(event.target); } });
    button.onclick = () => take(chosen());
    asks.onclick = () => asksFor(asks.ariaPressed !== 'true');
    stone.onchange = () => take(chosen());
    new MutationObserver(place).observe(root, {childList: true, subtree: true, attributes: true, attributeFilter: ['data-shake']});
    place();
};

// The ruler balances: six words lie on a plank, and the wedge below it is slid until the plank is level. It then lies at
// their mean, and the plank becomes a ruler. Pads tip it, and the wedge runs to the new mean. The tilt is of the screen
// alone: where a ruler is drawn, it is the ruler of the mean and the step that it says.
const balance = (() => {
    const SENTENCES = [[['Hi', 6.5], ['Nitish', 2.21]], [['How', 7.5], ['are', 2.2], ['you', 2.9], ['today', 9.9]]];
    const FOLLOWED = 'How', MOST = 50, FROM = 3, PLANK = [-2.9, 12.2], REACH = [-2, 11.5], NEAR = .1, WAIT = .3;
    const pads = count => count === 1 ? '1 pad' : `${count} pads`;
    const followed = s => s.words.find(one => one.name === FOLLOWED), everyDot = s => [...s.words, ...s.pads], liesOn = one => one.height <= 0 && !one.isLifted;

    const begin = isCalm => ({
        isCalm, words: SENTENCES.flat().map(([name, x], i) => ({name, x, height: isCalm ? 0 : 7 + 1.5 * i, speed: 0})), pads: [],
        wedge: FROM, step: 1, tilt: 0, turning: 0, ink: 0, since: 0, isFound: false, isRuler: false, isPadded: false, held: false, hasLeft: true,
    });
    const poolOf = s => {
        const x = everyDot(s).filter(liesOn).map(one => one.x);
        return x.length ? normalized(x, {eps: 0}) : {mean: s.wedge, step: 1};
    };
    const tipOf = (s, mean, {up, scale}) => {
        const most = Math.asin(Math.min(1, up / scale / (mean > s.wedge ? PLANK[1] - s.wedge : s.wedge - PLANK[0]))) * 180 / Math.PI;
        return within(5 * (mean - s.wedge), -Math.min(most, 13), Math.min(most, 13));
    };
    const balanced = (s, {mean, step}) => Object.assign(s, {wedge: mean, step, isFound: true, isRuler: true});

    // What happens in `dt` seconds; to those who ask for less motion it has happened at once.
    const advance = (s, dt, place) => {
        const share = s.isCalm ? 1 : 1 - Math.exp(-4.5 * dt);
        s.since += dt;
        for (const one of everyDot(s)) {
            if (one.isLifted) one.height += s.isCalm ? 9 : (6 - one.height) * share;
            else if (one.height > 0) {
                one.speed += 34 * dt;
                one.height = s.isCalm ? 0 : one.height - one.speed * dt;
                if (one.height > 0) continue;
                one.height = 0;
                s.turning += (one.x - s.wedge) * (one.name ? 2.2 : 1.1);
                s.since = 0;
            }
        }
        s.pads = s.pads.filter(one => !one.isLifted || one.height < 5);
        const pool = poolOf(s), {mean, step} = pool;
        if (s.held || !s.isFound) {
            const far = Math.abs(mean - s.wedge);
            s.hasLeft ||= far > 2 * NEAR;
            if (far < NEAR && s.hasLeft && !s.isRuler && !s.words.some(one => one.height > 0)) Object.assign(balanced(s, pool), {held: false, ink: 0});
        } else if (s.isCalm || s.since > WAIT) {
            s.wedge += (mean - s.wedge) * share;
            s.step = s.isRuler ? s.step + (step - s.step) * share : step;
            if (s.isCalm || Math.max(Math.abs(mean - s.wedge), Math.abs(step - s.step)) < .002) balanced(s, pool);
        }
        const tip = tipOf(s, mean, place);
        // The further apart the numbers lie, the slower they rock; on the ground the plank bounces.
        s.turning += (620 / (1 + step ** 2) * (tip - s.tilt) - 6.5 * s.turning) * dt;
        s.tilt += s.turning * dt;
        const most = Math.abs(tipOf(s, s.wedge + Math.sign(s.tilt) * 99, place));
        if (Math.abs(s.tilt) > most) [s.tilt, s.turning] = [Math.sign(s.tilt) * most, -.3 * s.turning];
        s.ink = s.isRuler ? Math.min(1, s.ink + (s.isCalm ? 1 : dt / 1.1)) : 0;
        const rocks = Math.abs(s.tilt - tip) > .02 || Math.abs(s.turning) > .05;
        if (s.isCalm || !rocks) [s.tilt, s.turning] = [tip, 0];
        const runs = !s.held && s.isFound && !(s.isRuler && s.wedge === mean && s.step === step);
        return s.isCalm || !(rocks || runs || s.isRuler && s.ink < 1 || everyDot(s).some(one => !liesOn(one)));
    };

    // Where things are on a stage of this width: `at` is linear in the numbers.
    const placeOf = width => {
        const isNarrow = width < 600, [low, high] = isNarrow ? [-3.3, 12.6] : [-4.2, 13.5], scale = width / (high - low);
        const half = isNarrow ? 24 : 32, thick = isNarrow ? 44 : 62, top = isNarrow ? 135 : 165, size = within(.075 * width, 46, 84);
        return {low, high, scale, width, half, up: half / .6, thick, top, size, radius: Math.min(21, scale * .33), at: x => (x - low) * scale};
    };
    const rulerMarks = (s, {scale, top, thick, at, half}) => {
        const marks = [], seen = (x, far) => x < PLANK[0] + .3 || x > PLANK[1] - .3 ? 0 : within((s.ink - far * .15) * 4, 0, 1);
        for (let k = -20; k <= 20; k++) for (const part of [0, .5]) {
            const j = k + part, x = s.wedge + j * s.step, ink = seen(x, Math.abs(j));
            if (!ink) continue;
            marks.push(`<line class="mark" x1="${at(x)}" x2="${at(x)}" y1="${top}" y2="${top + thick * (part ? .18 : .34)}" stroke-width="${j ? 2 : 4}" opacity="${ink}"/>`);
            if (!part) marks.push(`<text class="${k ? 'numeral' : 'numeral zero'}" x="${at(x)}" y="${top + thick * .8}" opacity="${ink}">${fixed(k, 0)}</text>`);
        }
        const {x} = followed(s), [from, to] = [at(s.wedge), at(x)], low = top + thick + 9;
        return `<g data-ruler data-mean="${s.wedge}" data-step="${s.step}" data-reading="${(x - s.wedge) / s.step}">${marks.join('')}
            <rect class="away" x="${from + Math.min(0, (to - from) * s.ink)}" width="${Math.abs(to - from) * s.ink}" y="${top - 4}" height="7"/>
            <path class="one" opacity="${s.ink}" d="M${from},${low - 5}v10m0,-5H${from + s.step * scale}m0,-5v10"/><text class="soft start" opacity="${s.ink}" x="${from + half + 8}" y="${low + 20}">σ = ${fixed(s.step)}</text></g>`;
    };
    const dotMarks = (s, {top, radius, at, scale}) => {
        // A pad weighs as much as a word, and is as large. Many lie over each other, like coins.
        const marks = [], heap = s.pads.filter(liesOn), pitch = Math.min(2.1 * radius, (top - 3 * radius) / s.pads.length);
        s.pads.forEach((one, i) => {
            const y = top - one.height * 26 - radius - 2 - i * pitch;
            marks.push(`<circle class="pad" cx="${at(0)}" cy="${y}" r="${radius - 1}" opacity="${one.isLifted ? within(1.2 - one.height / 5, 0, 1) : 1}"/><circle fill="url(#nv-pads)" cx="${at(0)}" cy="${y}" r="${radius - 1}" opacity="${one.isLifted ? 0 : 1}"/>`);
        });
        if (heap.length) marks.push(`<text class="pads" data-count="${heap.length}" x="${at(0)}" y="${top - 2 * radius - 8 - (s.pads.length - 1) * pitch}">${pads(heap.length)}</text>`);
        s.words.forEach((one, i) => {
            const below = s.words.slice(0, i).filter(other => Math.abs(other.x - one.x) * scale < 1.6 * radius).length;
            const y = top - one.height * 26 - radius - 2 - below * radius * 2.1, isFollowed = one.name === FOLLOWED;
            // Where there is little room beside a pile of words, their names stand over it.
            const side = scale < 52 && one.x < 2.5 ? 0 : ['you', 'today'].includes(one.name) ? 1 : -1, over = side ? -5 : (3 - 2 * below) * radius + 8 + 15 * below;
            const words = isFollowed ? '' : `<text class="soft${['', ' start', ' end'].at(side)}" x="${at(one.x) + side * (radius + 6)}" y="${y - over}">${one.name}</text>`;
            marks.push(`<circle class="${isFollowed ? 'ring' : 'word'}" ${liesOn(one) ? `data-x="${one.x}"` : ''} cx="${at(one.x)}" cy="${y}" r="${radius - (isFollowed ? 1.5 : 0)}"/>${isFollowed && s.isFound ? takes(at(one.x), y, radius + 9) : ''}${words}<circle class="hold" data-word="${i}" cx="${at(one.x)}" cy="${y}" r="22"/>`);
        });
        return marks.join('');
    };
    const takes = (x, y, wing) => `<path class="takes" d="M${x - wing},${y}l7,-5v10zM${x + wing},${y}l-7,-5v10z"/>`;
    const picture = (s, place) => {
        const {width, top, thick, up, half, radius, size, at} = place, foot = top + thick, from = at(s.wedge);
        const {x, height} = followed(s), turn = s.tilt * Math.PI / 180, along = at(x) - from, piled = s.words.filter(one => Math.abs(one.x - x) * place.scale < 1.6 * radius).length, high = thick + 2.1 * piled * radius + 10 + 26 * height;
        const [readX, readY] = [from + along * Math.cos(turn) + high * Math.sin(turn), foot + along * Math.sin(turn) - high * Math.cos(turn)];
        return `<g transform="rotate(${s.tilt} ${from} ${foot})"><rect class="plank" x="${at(PLANK[0])}" width="${at(PLANK[1]) - at(PLANK[0])}" y="${top}" height="${thick}" rx="8"/>
            ${s.isRuler ? rulerMarks(s, place) : ''}${dotMarks(s, place)}</g>
            <path class="wedge" d="M${from},${foot + 1}l${half},${up}h${-2 * half}z"/>
            <line class="ground" x1="0" x2="${width}" y1="${foot + up}" y2="${foot + up}"/>
            <text class="followed" x="${readX}" y="${readY - .85 * size * s.ink}">${FOLLOWED}${s.isRuler ? ' is at' : ''}</text>
            ${s.isFound || s.held ? '' : takes(from, foot + half, half + 16)}
            ${s.isRuler ? `<text class="soft" x="${from}" y="${foot + up + 20}">mean = ${fixed(s.wedge)}</text>
            <text class="reading" style="font-size:${size}px" x="${readX}" y="${readY}" opacity="${s.ink}">${fixed((x - s.wedge) / s.step)}</text>` : ''}`;
    };

    const ASKS = 'Each word of two sentences is a number. <b>Slide the wedge</b> until the plank is level.';
    const FOUND = mean => `It balances at ${fixed(mean)}: their <b>mean</b>. Now the plank is a <b>ruler</b>: one step is <b>σ</b> (“sigma”), a typical distance from the mean.`;
    const FIRST_PAD = 'In a table all sentences must have the same length. So zeros are added to the short one: <i>pads</i>. They are counted in the mean: the plank tips, and <b>the wedge moves towards them</b>.';
    const MORE = isWider => `Nobody touched “How”. But the <i>pads</i> are counted in the mean now: the 0 moves towards them. ${isWider ? 'σ grows a little, but “How” is now much farther from the 0.' : 'They are no longer far from the mean, so σ falls.'} <b>“How” gets a larger number</b>.`;
    const LIFTED = 'A <b>mask</b> remembers which numbers are words, and takes the pads out of the mean. The old ruler comes back.';
    const MOVED = 'You moved a word. <b>The mean moves with it</b>, and the ruler follows.';
    const SENTENCE = SENTENCES.map(all => `<span>${all.map(([name]) => `<ruby tabindex="0" role="slider" aria-label="${name}" aria-valuemin="${REACH[0]}" aria-valuemax="${REACH[1]}"${name === FOLLOWED ? ' class="followed"' : ''}>${name}<rt></rt></ruby>`).join(' ')} <i></i></span>`).join('');

    return box => {
        const onward = document.querySelector('ol[start] li:nth-child(2) a');
        box.innerHTML = `<p class="sentences">${SENTENCE}</p><p class="says" role="status"></p><div class="stage"><svg aria-hidden="true"></svg>
            <div class="take" role="slider" tabindex="0" aria-label="Wedge under the plank" aria-valuemin="-1" aria-valuemax="11"></div></div>
            <p class="buttons"><button class="drop" hidden>Drop a pad</button><button hidden>Lift the pads</button><button class="next" hidden>Next: the same ruler, five people ›</button><button class="quiet" hidden>Again</button></p><p class="felt" aria-live="polite"></p>`;
        const [sentences, says, stage, , felt] = box.children, [svg, wedge] = stage.children, [drop, lift, next, again] = box.querySelectorAll('button'), [rubies, added] = ['ruby', 'i'].map(one => sentences.querySelectorAll(one));
        let s, place, frame = 0, last = 0, side = 0;
        const say = (element, html) => { if (element.innerHTML !== html) element.innerHTML = html; };
        const count = () => s.pads.filter(one => !one.isLifted).length;
        const draw = () => {
            place = placeOf(stage.clientWidth);
            const {low, high, width, top, thick, up, at} = place, {mean} = poolOf(s);
            svg.dataset.axis = `${low} ${high}`;
            svg.setAttribute('viewBox', `0 0 ${width} ${top + thick + up + 28}`);
            svg.innerHTML = picture(s, place);
            const lies = s.isRuler ? `it balances at ${fixed(s.wedge)}` : `tips to the ${mean > s.wedge ? 'right' : 'left'}`;
            Object.assign(wedge.style, {left: `${at(s.wedge)}px`, top: `${top + thick + up / 2}px`});
            Object.assign(wedge, {ariaValueNow: s.wedge.toFixed(2), ariaValueText: `${fixed(s.wedge)}: ${lies}`});
            [drop.hidden, lift.hidden, again.hidden] = [!s.isRuler, !s.isRuler || !count(), !s.isFound];
            next.hidden = !(s.isPadded && onward);
            s.words.forEach(({x}, i) => { if (rubies[i].ariaValueNow !== String(x)) rubies[i].lastChild.textContent = rubies[i].ariaValueNow = x; });
        };
        // What is felt is spoken: where the plank tips when that changes, and where it balances when it has come to rest.
        const tell = isStill => {
            const {mean} = poolOf(s), now = s.isRuler ? 0 : Math.sign(mean - s.wedge);
            if (now !== side && (isStill || s.since > WAIT)) {
                if (now) say(felt, `The plank tips to the ${now > 0 ? 'right' : 'left'}.`);
                side = now;
            }
            if (isStill && s.isRuler) say(felt, `${pads(count())}. It balances at ${fixed(mean)}. One step is ${fixed(s.step)}. “${FOLLOWED}” is at ${fixed((followed(s).x - mean) / s.step)}.`);
            box.dataset.state = isStill ? 'still' : 'moving';
        };
        const go = now => {
            const dt = within((now - last) / 1000, .004, .033), wasRuler = s.isRuler;
            last = now;
            advance(s, dt / 2, place);
            const isStill = advance(s, dt / 2, place);
            if (!wasRuler && s.isRuler) say(says, FOUND(s.wedge));
            draw();
            tell(isStill);
            frame = isStill ? 0 : requestAnimationFrame(go);
        };
        const wake = changes => {
            Object.assign(s, changes);
            box.dataset.state = 'moving';
            if (!frame) [last, frame] = [performance.now(), requestAnimationFrame(go)];
        };
        const tellPads = count => [Math.min(count, 2) + Math.floor(Math.max(count - 2, 0) / 2), Math.ceil(Math.max(count - 2, 0) / 2)].forEach((n, i) => say(added[i], n ? `+ ${pads(n)}` : ''));
        const restart = () => {
            s = begin(still.matches);
            say(says, ASKS);
            tellPads(0);
            draw();
            wake();
        };
        const slide = x => say(says, ASKS) || wake({wedge: within(x, -1, 11), held: true, hasLeft: s.hasLeft && !s.isRuler, isRuler: false}), letGo = () => wake({held: false, since: 0});
        const move = (one, x) => {
            one.x = Math.round(within(x, ...REACH) * 10) / 10;
            if (s.isFound) say(says, MOVED);
            letGo();
        };
        const setPads = wanted => {
            const now = count(), to = within(wanted, 0, MOST);
            if (to === now) return;
            if (to < now) s.pads.filter(one => !one.isLifted).slice(to).forEach(one => { one.isLifted = true; });
            s.pads.push(...Array.from({length: Math.max(0, to - now)}, (_, i) => ({x: 0, height: s.isCalm ? 0 : 7 + i, speed: 0})));
            s.isPadded = true;
            const [was, is] = [Math.max(to - 1, 0), to].map(n => normalized([...s.words.map(({x}) => x), ...Array(n).fill(0)], {eps: 0})), reads = ({mean, step}) => (followed(s).x - mean) / step;
            say(says, to < 1 ? LIFTED : to > 1 && reads(is) > reads(was) && reads(was) > 0 ? MORE(is.step > was.step) : FIRST_PAD);
            tellPads(to);
            letGo();
        };
        // A control is dragged by what `moved` makes of the way of the pointer.
        const dragged = (control, taken, moved) => {
            let from = null;
            control.onpointerdown = event => { control.setPointerCapture(event.pointerId); from = [event.clientX, taken(event)]; };
            control.onpointermove = event => from && moved(event.clientX - from[0], from[1]);
            control.onpointerup = control.onpointercancel = () => { if (from) letGo(); from = null; };
        };
        dragged(wedge, () => s.wedge, (x, from) => slide(from + x / place.scale));
        dragged(svg, ({target: {dataset: {word}}}) => word && [s.words[word], s.words[word].x], (x, held) => held && move(held[0], held[1] + x / place.scale));
        wedge.onblur = () => s.held && letGo();
        const keyed = (control, ways, go) => control.addEventListener('keydown', event => {
            if (!ways[event.key]) return;
            event.preventDefault();
            go(ways[event.key]);
        });
        keyed(wedge, {ArrowLeft: -.1, ArrowDown: -.1, ArrowRight: .1, ArrowUp: .1, PageDown: -1, PageUp: 1}, way => slide(Math.round((s.wedge + way) * 10) / 10));
        rubies.forEach((ruby, i) => keyed(ruby, {ArrowLeft: -.1, ArrowDown: -.1, ArrowRight: .1, ArrowUp: .1}, way => move(s.words[i], s.words[i].x + way)));
        drop.onclick = () => setPads(count() + 1);
        lift.onclick = () => { setPads(0); (next.hidden ? drop : next).focus(); };
        next.onclick = () => onward.click();
        again.onclick = () => { restart(); wedge.focus(); };
        new ResizeObserver(() => draw()).observe(stage);
        restart();
    };
})();
document.querySelectorAll('.nv-balance:not([data-state])').forEach(balance);

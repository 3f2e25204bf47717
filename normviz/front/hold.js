// Numbers to take hold of: a dot of a strip is dragged along its axis, a cell of the table is typed over. Both carry the
// place of their number in their key, as in "x:1,0" and "x:1,0/dot". The kernel puts the number in the place of the
// data's own. The start on a map is dragged across and up.
const REACH = 16;  // px around a dot, for fingers
const STEP = 10;  // px between two numbers that a drag can reach, at most
const BY_KEYS = 'Arrow keys choose another cell, Enter types another number.';

const heldAt = (element, held) => {
    const [name, place] = (element?.dataset.key ?? '').split(':');
    return held && name === held && /^\d+(,\d+)*(\/dot)?$/.test(place) && !element.closest('.nv-pad')
        ? parseInts(place.replace('/dot', '')) : null;
};
const parseInts = text => text.split(',').map(Number);
const toNumber = text => {
    const number = Number(text.trim().replace('\u2212', '-').replace(',', '.'));
    return text.trim() === '' || !Number.isFinite(number) ? text : number;  // JSON has no infinity
};

const decimalsOn = (px, range) => Math.max(0, Math.ceil(Math.log10(px / range / STEP)));

// Where a pointer stands on the axis of a dot's strip: a number that people would type, and that number's place.
const axisOf = dot => {
    const strip = dot.closest('[data-axis]'), outer = strip.ownerSVGElement ?? strip;
    const [low, high] = strip.dataset.axis.split(' ').map(Number), {left, width: whole} = outer.getBoundingClientRect();
    // A wall is enlarged: widths inside of it are not what the pointer walks.
    const width = strip === outer ? whole : whole * strip.width.baseVal.value / outer.width.baseVal.value;
    const digits = decimalsOn(width, high - low);
    return x => {
        const share = Math.min(1, Math.max(0, (x - left) / width));
        const number = Number((low + share * (high - low)).toFixed(digits));
        return [number, 100 * (number - low) / (high - low)];
    };
};

// The start of a walk on a map: no further from the lowest point than its window holds, which so stays as it is.
const mapOf = start => start.closest('[data-map]').dataset.map.split(' ').map(Number);
const startUnder = (start, {clientX, clientY}) => {
    const [across, up, half, far] = mapOf(start), {left, top, width, height} = start.parentElement.getBoundingClientRect();
    const right = half * (2 * (clientX - left) / width - 1), above = half * (1 - 2 * (clientY - top) / height);
    const share = Math.min(1, far / Math.hypot(right, above)), digits = decimalsOn(width, 2 * half);
    const [x, y] = [across + share * right, up + share * above].map(number => Number(number.toFixed(digits)));
    start.style.left = `${50 + 50 * (x - across) / half}%`;
    start.style.top = `${50 - 50 * (y - up) / half}%`;
    return [x, y];
};
const startBeside = (start, [right, below]) => {
    const digits = Math.max(0, 2 - Math.ceil(Math.log10(2 * mapOf(start)[2]))), stands = start.dataset.start.split(' ').map(Number);
    return [right, -below].map((way, i) => Number((stands[i] + way * 10 ** -digits).toFixed(digits + 2)));
};

const nearestDot = (event, held) => {
    const strip = event.target.closest?.('[data-axis]');
    const far = dot => {
        const {left, top, width, height} = dot.getBoundingClientRect();
        return Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
    };
    const dots = [...strip?.querySelectorAll('circle') ?? []].filter(dot => heldAt(dot, held));
    const [nearest] = dots.map(dot => [far(dot), dot]).filter(([away]) => away <= REACH).sort(([a], [b]) => a - b);
    return nearest?.[1];
};

const takeHold = (el, {tell, isBehind}, held) => {
    // The picture may have the number already.
    const put = (message, isShown = false) => { if (!isShown || isBehind()) tell(message); };
    let drag = null;
    const lightWhatIsDragged = () => {
        if (!drag?.key) return;
        for (const mark of el.querySelectorAll(`[data-key="${drag.key}"],[data-key="${drag.key}/dot"]`))
            if (!mark.classList.contains('nv-lit')) mark.classList.add('nv-lit');
    };
    el.addEventListener('pointerdown', event => {
        if (drag || event.button !== 0) return;
        const start = event.target.closest('.nv-take'), dot = nearestDot(event, held());
        if (start) drag = {start, by: event.pointerId};
        else if (dot) drag = {cell: heldAt(dot, held()), key: dot.dataset.key.replace('/dot', ''), at: axisOf(dot), by: event.pointerId};
        else return;
        el.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    el.addEventListener('pointermove', event => {
        if (!drag) return el.classList.toggle('nv-near', Boolean(nearestDot(event, held())));
        if (event.pointerId !== drag.by) return;  // a second finger
        if (drag.start) {
            const start = startUnder(drag.start, event);
            return put({start}, start.join(' ') === drag.start.dataset.start);
        }
        const [number, share] = drag.at(event.clientX);
        el.querySelector(`circle[data-key="${drag.key}/dot"]`)?.setAttribute('cx', `${share}%`);
        lightWhatIsDragged();
        put({cell: drag.cell, put: number}, toNumber(el.querySelector(`td[data-key="${drag.key}"]`)?.textContent ?? '') === number);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
        el.addEventListener(end, event => { if (event.pointerId === drag?.by) drag = null; });
    el.addEventListener('touchstart', event => { if (drag) event.preventDefault(); }, {passive: false});

    const typeOver = cell => {
        const place = heldAt(cell, held()), box = document.createElement('input');
        if (!place) return;
        const inside = cell.getBoundingClientRect(), around = el.getBoundingClientRect();
        const px = length => `${length * el.offsetWidth / around.width}px`;  // on a wall, all is enlarged
        Object.assign(box, {className: 'nv-typed', inputMode: 'decimal', value: cell.textContent.trim()});
        box.ariaLabel = `${cell.parentElement.querySelector('th')?.textContent ?? ''}: another number`.trim();
        Object.assign(box.style, {left: px(inside.left - around.left), top: px(inside.top - around.top),
            minWidth: px(inside.width), height: px(inside.height)});
        el.append(box);
        box.select();
        box.focus();
        const first = box.value;
        let open = true;
        const close = event => {
            if (!open) return;
            open = false;  // an element that is removed loses the focus, and says so
            const typed = box.value;
            box.remove();
            if (event.key) el.querySelector('td.nv-cell')?.focus();
            if (event.key !== 'Escape' && typed !== first) put({cell: place, put: toNumber(typed)});
        };
        box.addEventListener('blur', close);
        box.addEventListener('keydown', event => {
            event.stopPropagation();
            if (event.key === 'Enter' || event.key === 'Escape') return close(event);
            const step = {ArrowUp: 1, ArrowDown: -1}[event.key], number = toNumber(box.value);
            if (!step || typeof number === 'string') return;
            event.preventDefault();
            const size = 10 ** -(box.value.split(/[.,]/)[1]?.length ?? 0);
            box.value = (number + step * size).toFixed(Math.max(0, -Math.log10(size)));
            put({cell: place, put: Number(box.value)});
        });
    };
    el.addEventListener('dblclick', event => typeOver(event.target.closest('td')));
    el.addEventListener('keydown', event => {
        const start = event.target.closest('.nv-take');
        if (start && ARROWS[event.key]) {
            event.preventDefault();
            event.stopPropagation();
            put({start: startBeside(start, ARROWS[event.key])});
        }
        const cell = event.target.closest('td.nv-cell');
        if (cell && (event.key === 'Enter' || event.key === 'F2')) {
            event.preventDefault();
            event.stopPropagation();
            typeOver(cell);
        }
    });
    const reach = () => {
        lightWhatIsDragged();
        for (const cell of el.querySelectorAll('td.nv-cell'))  // what is written again ends what was found for the next key
            if (cell.ariaDescription !== BY_KEYS && heldAt(cell, held())) cell.ariaDescription = BY_KEYS;
    };
    new MutationObserver(reach).observe(el, {childList: true, subtree: true, attributes: true, attributeFilter: ['class']});
    reach();
};

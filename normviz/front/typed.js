// Numbers that are typed over in a table, and the start on a map, which is dragged across and up. A cell carries the place
// of its number in its key, as in "x:1,0": the number comes in the place of the data's own.

// The start of a walk on a map: no further from the lowest point than its window holds, which so stays as it is.
const mapOf = start => start.closest('[data-map]').dataset.map.split(' ').map(Number);
const startUnder = (start, {clientX, clientY}) => {
    const [across, up, half, far] = mapOf(start), {left, top, width, height} = start.parentElement.getBoundingClientRect();
    const right = half * (2 * (clientX - left) / width - 1), above = half * (1 - 2 * (clientY - top) / height);
    const share = Math.min(1, far / Math.hypot(right, above)), digits = Math.max(0, decimalsOn(width, 2 * half));
    const [x, y] = [across + share * right, up + share * above].map(number => Number(number.toFixed(digits)));
    start.style.left = `${50 + 50 * (x - across) / half}%`;
    start.style.top = `${50 - 50 * (y - up) / half}%`;
    return [x, y];
};
const startBeside = (start, [right, below]) => {
    const digits = Math.max(0, 2 - Math.ceil(Math.log10(2 * mapOf(start)[2]))), stands = start.dataset.start.split(' ').map(Number);
    return [right, -below].map((way, i) => Number((stands[i] + way * 10 ** -digits).toFixed(digits + 2)));
};

const takeTyped = (el, {tell, held}) => {
    const typeOver = cell => {
        const place = heldAt(cell, held()), box = document.createElement('input');
        if (!place) return;
        const inside = cell.getBoundingClientRect(), around = el.getBoundingClientRect();
        Object.assign(box, {className: 'nv-typed', inputMode: 'decimal', value: cell.textContent.trim()});
        box.ariaLabel = `${cell.parentElement.querySelector('th')?.textContent ?? ''}: another number`.trim();
        Object.assign(box.style, {left: `${inside.left - around.left}px`, top: `${inside.top - around.top}px`, minWidth: `${inside.width}px`, height: `${inside.height}px`});
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
            if (event.key !== 'Escape' && typed !== first) tell({cell: place, put: toNumber(typed)});
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
            tell({cell: place, put: Number(box.value)});
        });
    };
    el.addEventListener('dblclick', event => typeOver(event.target.closest('td')));
    el.addEventListener('keydown', event => {
        const start = event.target.closest('.nv-take[data-start]');
        if (start && ARROWS[event.key]) {
            event.preventDefault();
            event.stopPropagation();
            tell({start: startBeside(start, ARROWS[event.key])});
        }
        const cell = event.target.closest('td.nv-cell');
        if (cell && (event.key === 'Enter' || event.key === 'F2')) {
            event.preventDefault();
            event.stopPropagation();
            typeOver(cell);
        }
    });
};

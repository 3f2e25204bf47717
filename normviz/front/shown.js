// A picture in its place: drawn, read out, clicked.
const REST = 500;  // ms without a change, before the sentence follows: nobody can listen to every step of a drag

// A row that can be clicked carries its place in the data (data-row="1,2"), and its table the number of the first
// column drawn (data-first). A click sends the place of the row and the number of the column, all counted from 0.
const cellAt = target => {
    const cell = target.closest('td:not(.nv-stat)'), row = cell?.closest('[data-row]');
    if (!row || row.closest('.nv-stale')) return null;
    const output = cell.classList.contains('nv-y');
    const alike = [...row.querySelectorAll('td:not(.nv-stat)')].filter(c => c.classList.contains('nv-y') === output);
    const column = alike.indexOf(cell) + Number(row.closest('table').dataset.first ?? 0);
    return [...row.dataset.row.split(',').map(Number), column];
};

// The picture, and the live region beside it: inside, it would be replaced at every step and never be read out.
const madeIn = el => {
    const picture = document.createElement('div'), spoken = document.createElement('p');
    spoken.className = 'nv-spoken';
    for (const [name, value] of [['role', 'status'], ['aria-live', 'polite'], ['aria-atomic', 'true']])
        spoken.setAttribute(name, value);
    el.replaceChildren(picture, spoken);
    const outline = firstIn(picture);
    let begun = false, late, waiting;
    const draw = (markup, sentence) => {
        drawMarkup(picture, markup);
        cancelAnimationFrame(late);
        // The picture does not wait for its outlines, but the first one must be known before the second comes.
        if (begun) late = requestAnimationFrame(() => setTimeout(outline));
        else outline();
        begun = picture.firstChild !== null;
        clearTimeout(waiting);
        const say = () => {
            spoken.textContent = sentence;
            spoken.ariaBusy = 'false';
        };
        spoken.ariaBusy = 'true';
        if (spoken.textContent) waiting = setTimeout(say, REST);
        else say();
    };
    return {draw, expect: markups => makeReady(picture, markups)};
};

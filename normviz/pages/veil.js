// What follows a prediction in its section may hold the answer: it is folded to a bar until somebody has predicted, says
// that they do not want to, or touches it. The browser remembers what has been seen.
{
    const cells = [...document.querySelectorAll('main .cell')];
    const asks = cell => cell.querySelector('.nv-asked:has(template)') && !cell.closest('.turn');
    let own = [], later = [];
    const cover = (asked, hidden) => {
        if (!hidden.length) return;
        const forms = asked.map(cell => cell.querySelector('.nv-asked')), name = `seen.${forms[0].dataset.question}`;
        if (remembered(name)) return;
        const skip = Object.assign(document.createElement('button'), {type: 'button', className: 'skip', textContent: 'Show what follows without a guess'});
        const left = new Set(forms);
        const uncover = () => {
            hidden.forEach(cell => cell.classList.remove('veiled', 'veil'));
            skip.remove();
            remember(name, true);
        };
        hidden[0].classList.add('veil');
        for (const cell of hidden) {
            cell.classList.add('veiled');
            for (const kind of ['click', 'focusin']) cell.addEventListener(kind, uncover, {once: true});
        }
        for (const form of forms)
            form.addEventListener('submit', () => { if (form.elements.answer.value && left.delete(form) && !left.size) uncover(); });
        skip.onclick = uncover;
        forms.at(-1).querySelector('[type=submit]').after(skip);
    };
    for (const cell of [...cells, null]) {
        const ends = !cell || cell.querySelector('h1,h2') || cell.closest('.turn');
        if (ends || (asks(cell) && later.length)) {
            cover(own, later);
            own = [];
            later = [];
        }
        if (ends || cell.closest('.part')) continue;
        if (asks(cell)) own.push(cell);
        else if (own.length) later.push(cell);
    }
}

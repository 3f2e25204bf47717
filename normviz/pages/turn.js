// Questions one at a time: which one is in sight, which are answered rightly (✓), and whose solution was read (•), is kept
// in the learner's own browser.
for (const turn of document.querySelectorAll('.turn')) {
    const questions = [...turn.children], ids = questions.map(one => one.dataset.question), name = `turn.${ids[0]}`;
    if (ids.length < 2) continue;
    const {at, right, read} = {at: ids[0], right: [], read: [], ...remembered(name)};
    const nav = Object.assign(document.createElement('nav'), {className: 'asks', ariaLabel: 'Questions'});
    const button = text => nav.appendChild(Object.assign(document.createElement('button'), {type: 'button', textContent: text}));
    const back = button('←'), each = ids.map(button), on = button('Next →');
    back.ariaLabel = 'Question before';
    let now = 0;
    const show = to => {
        now = Math.min(Math.max(to, 0), ids.length - 1);
        questions.forEach((one, k) => one.hidden = k !== now);
        each.forEach((one, k) => {
            one.ariaCurrent = k === now ? 'true' : null;
            one.textContent = [right.includes(ids[k]) ? '✓' : read.includes(ids[k]) ? '•' : '', ids[k]].join(' ').trim();
        });
        back.disabled = now === 0;
        on.disabled = now === ids.length - 1;
        remember(name, {at: ids[now], right, read});
    };
    back.onclick = () => show(now - 1);
    on.onclick = () => show(now + 1);
    each.forEach((one, k) => one.onclick = () => show(k));
    const note = marked => {
        if (!marked.includes(ids[now])) marked.push(ids[now]);
        show(now);
    };
    turn.addEventListener('toggle', ({target}) => {
        if (target.open && target.firstChild.textContent === 'Solution') note(read);
    }, true);
    turn.addEventListener('submit', ({target}) => {
        if (target.querySelector('[role=alert]').dataset.outcome === 'correct') note(right);
    });
    turn.prepend(nav);
    for (const one of questions.filter(one => !one.querySelector('form')))
        one.append(Object.assign(document.createElement('p'), {className: 'remark', textContent: 'Answer on paper, or in the notebook, which checks it; then open the solution.'}));
    show(ids.indexOf(at));
}

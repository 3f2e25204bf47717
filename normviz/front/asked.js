// A prediction: whoever commits to an answer hears what comes of it. On a page without a kernel the answers wait in
// templates; in a notebook the kernel's next page has them.
const asked = (root, tell) => {
    keepKeys(root);
    root.addEventListener('submit', event => {
        event.preventDefault();
        tell({answer: event.target.elements.answer.value, line: event.target.line?.()});
    });
};
// What a learner says in their own words is kept in their own browser, as they type.
for (const form of document.querySelectorAll('.nv-say:not(.nv-begun,.nv-live *)')) {
    const name = `say.${form.dataset.chapter}`, box = form.elements.answer;
    form.classList.add('nv-begun');
    box.value = remembered(name) ?? box.value;
    box.addEventListener('input', () => remember(name, box.value));
    asked(form, ({answer}) => {
        form.querySelector('[role=alert]').textContent = remember(name, answer) ? 'Kept in this browser.' : 'This browser keeps nothing.';
    });
}
for (const form of document.querySelectorAll('.nv-asked:not(.nv-begun):has(template)')) {
    const alert = form.querySelector('[role=alert]'), known = form.querySelector('.nv-known');
    let tries = 0;
    form.classList.add('nv-begun');
    drawIn(form);
    asked(form, ({answer}) => {
        const heard = known && heardBy(known, answer, tries), told = form.querySelector(`template[data-answer="${CSS.escape(answer)}"]`);
        alert.dataset.outcome = (heard ?? told.dataset).outcome;
        if (alert.dataset.outcome === 'not yet') tries++;
        alert.replaceChildren(heard ? messageOf(known, heard) : told.content.cloneNode(true));
        form.closest('.cell')?.nextElementSibling.querySelector('.told')?.toggleAttribute('open', Boolean(answer));
    });
}

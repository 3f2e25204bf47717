// A prediction on a page without a kernel: whoever commits to an answer hears what comes of it.
for (const form of document.querySelectorAll('.nv-asked:not(.nv-begun)')) {
    form.classList.add('nv-begun');
    form.querySelector('button').hidden = false;
    form.addEventListener('submit', event => {
        event.preventDefault();
        const told = form.querySelector(`template[data-answer="${form.elements.answer.value}"]`);
        form.querySelector('[role=alert]').replaceChildren(told.content.cloneNode(true));
        tellNext(form);
    });
}

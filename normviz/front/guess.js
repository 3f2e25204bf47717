// What was predicted stands above the picture of the explorer that comes next, so that the two are seen together: only
// where no other question comes between.
const tellNext = asked => {
    const chosen = asked.querySelector('input:checked'), typed = asked.querySelector('input[type=text]');
    const said = (chosen?.closest('label').textContent ?? typed?.value ?? '').trim();
    const all = [...document.querySelectorAll('.nv-prediction,.nv-asked,.nv-explorer,.nv-moving')];
    const view = said && all[all.indexOf(asked) + 1]?.querySelector('.nv-view');
    if (!view) return;
    const words = view.querySelector(':scope>.nv-guess') ?? document.createElement('p');
    words.className = 'nv-guess';
    words.textContent = `Your prediction: ${said}`;
    view.prepend(words);
};

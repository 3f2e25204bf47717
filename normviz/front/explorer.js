// An explorer in a page. Its bar and its picture are markup, a function of the settings; settings have numbers, `state`.
// What a hand does becomes a message, `tell`; `lookUp(name, stop)` is the state that a control leads to, if that is known.
// With a kernel, `kernel.js` gives both; without one, `table.js` does.
const PACE = 450;  // ms a step, where a slider is played
const nameOf = element => element.closest('[data-key]').dataset.key;
const stopsOf = control => control.querySelector('select')?.options.length ?? Number(control.querySelector('[type=range]').max) + 1;
const stopOf = control => control.querySelector('select')?.selectedIndex ?? Number(control.querySelector('[type=range]').value);

const shownIn = (root, {tell, near, follows}) => {
    const bar = document.createElement('div'), view = document.createElement('div');
    bar.className = 'nv-bar';
    view.className = 'nv-view';
    root.replaceChildren(bar, view);
    const {draw, expect} = madeIn(view);
    // Attributes say what the settings hold; where a hand is ahead of them, its own control stays where it is.
    const bring = moving => {
        for (const input of bar.querySelectorAll('input,textarea')) {
            if (nameOf(input) === moving && (input.type === 'range' || input === document.activeElement)) continue;
            const said = input.getAttribute('value') ?? input.textContent;
            if (input.value !== said) input.value = said;
        }
        for (const list of bar.querySelectorAll('select'))
            if (nameOf(list) !== moving) list.selectedIndex = [...list.options].findIndex(one => one.defaultSelected);
    };
    const show = ([controls, picture, sentence], moving) => {
        draw(picture, sentence);
        drawMarkup(bar, controls);
        bring(moving);
    };
    const go = (element, stop) => tell({set: nameOf(element), stop});
    let playing;
    const endPlay = () => { clearInterval(playing); playing = null; root.classList.remove('nv-plays'); };
    const play = control => {
        const step = () => {
            const next = (stopOf(control) + 1) % stopsOf(control);
            if (!control.isConnected) return endPlay();
            go(control, next);
            if (next === stopsOf(control) - 1) endPlay();
        };
        playing = setInterval(step, PACE);
        root.classList.add('nv-plays');
        step();
    };
    readAsTyped(bar);
    for (const kind of ['pointerover', 'focusin'])
        bar.addEventListener(kind, ({target}) => { const one = target.closest('[data-key]:has(input,select)'); if (one) near(nameOf(one)); });
    bar.addEventListener('input', ({target}) => {
        endPlay();
        if (target.type === 'range') go(target, Number(target.value));
    });
    bar.addEventListener('change', ({target}) => {
        if (target.type === 'select-one') go(target, target.selectedIndex);
        else if (target.type === 'number') tell({set: nameOf(target), value: target.value === '' ? null : Number(target.value)});
        else if (target.type === 'textarea') tell({set: nameOf(target), value: target.value});
    });
    bar.addEventListener('keydown', event => {
        const by = {ArrowUp: 1, ArrowDown: -1}[event.key], control = event.target.closest('[data-key]');
        if (!by || event.target.type !== 'number') return;
        event.preventDefault();
        go(control, Math.min(Math.max(stopOf(control) + by, 0), stopsOf(control) - 1));
    });
    root.addEventListener('click', ({target}) => {
        const button = target.closest('.nv-bar button, .nv-head button'), plays = playing, cell = follows && !button && cellAt(target);
        if (button) endPlay();
        if (button?.matches('.nv-play')) plays || play(button.closest('.nv-number'));
        else if (button) tell({press: button.dataset.key});
        else if (cell) tell({cell});
    });
    if (follows) walked(view);
    linked(view);
    return {show, expect, view};
};

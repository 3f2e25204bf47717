// An explorer in a page: its bar of controls, its picture and its sentence are one markup, a function of the settings.
// What a hand does becomes a message, `tell`: {set, stop}, {set, value}, {press} or {cell}. With a kernel `kernel.js`
// answers with another page, without one `table.js` does.
const NOTHING = -1;  // where no control leads
const REST = 500;  // ms without a change, before the sentence follows: nobody can listen to every step of a drag
const narrow = matchMedia('(max-width: 30em)');  // as in page.css

const nameOf = element => element.closest('[data-key]').dataset.key;
const controlIn = (root, name) => root.querySelector(`.nv-bar [data-key="${CSS.escape(name)}"]`);
const sliderOf = control => control.querySelector('[type=range]');
const optionsOf = control => [...control.querySelectorAll('option,[data-stop]')];
const stopsOf = control => sliderOf(control) ? Number(sliderOf(control).max) + 1 : optionsOf(control).length;
const stopOf = control => Number(sliderOf(control)?.value
    ?? control.querySelector('select')?.selectedIndex ?? optionsOf(control).findIndex(one => one.ariaPressed === 'true'));

// Returns `show(page, moving)`, which draws a page, but for the place of the control that a hand is moving;
// `expect(pages)`, which finds what will change before it is asked for; and `expectBeside`, for the next stops of a control.
const shownIn = (root, {tell, near, follows, rest, shaken}) => {
    let waiting, fold, typed;
    // Attributes say what the settings hold; a control that a hand is moving, and a box that is being typed in, are ahead
    // of them, and stay as they are.
    const bring = moving => {
        for (const input of root.querySelectorAll('.nv-bar :is(input,textarea)')) {
            if (input === typed || nameOf(input) === moving && (input.type === 'range' || input === document.activeElement)) continue;
            const held = input.getAttribute('value') ?? input.defaultValue;
            if (input.value !== held) input.value = held;
        }
        for (const list of root.querySelectorAll('.nv-bar select')) {
            if (nameOf(list) === moving) continue;
            const held = [...list.options].findIndex(one => one.defaultSelected);
            if (list.selectedIndex !== held) list.selectedIndex = held;  // setting it lays out the page, also to what it was
        }
    };
    const unfold = () => { if (fold) fold.open = fold.matches('.nv-few') && !narrow.matches; };
    const say = sentence => {
        const spoken = root.querySelector('.nv-spoken');
        if (sentence === null) return;  // the page is the same: what it will say stays on its way
        clearTimeout(waiting);
        if (sentence === undefined) { spoken.ariaBusy = 'false'; return; }  // it says that already
        spoken.ariaBusy = 'true';
        waiting = setTimeout(() => { spoken.textContent = sentence; spoken.ariaBusy = 'false'; }, REST);
    };
    const show = (page, moving) => {
        const sentence = drawMarkup(root, page);
        bring(moving);
        tickGoals(root);
        say(sentence);
        const now = root.querySelector('.nv-others'), wasOpen = fold?.open;
        if (now !== fold) { fold = now; if (now && wasOpen) now.open = true; else unfold(); }
        else if (now?.matches('.nv-few') && !narrow.matches) now.open = true;  // the others have become few
    };
    const go = (control, stop) => {
        const slider = sliderOf(control);
        if (slider) slider.value = stop;  // the next key counts from here, also before the answer has come
        tell({set: nameOf(control), stop});
    };
    const controlOf = target => target.closest('.nv-bar [data-key]:has(input,select,textarea,[data-stop])');

    keepKeys(root);
    readAsTyped(root);
    narrow.addEventListener('change', unfold);
    for (const kind of ['pointerover', 'focusin'])
        root.addEventListener(kind, ({target}) => { const one = controlOf(target); if (one && stopsOf(one)) near(nameOf(one)); });
    root.addEventListener('input', ({target}) => {
        if (!controlOf(target)) return;
        if (target.type === 'range') go(controlOf(target), Number(target.value));
        else typed = target;
    });
    // Who turns the wheel wants to go on reading: the number under the pointer stays.
    root.addEventListener('wheel', ({target}) => { if (target.type === 'number') target.blur(); }, {passive: true});
    root.addEventListener('focusout', () => { typed = null; });
    root.addEventListener('change', ({target}) => {
        const control = controlOf(target);
        typed = null;
        if (!control || target.type === 'range') return;
        if (target.type === 'select-one') go(control, target.selectedIndex);
        else if (target.value === '' && target.type === 'number') bring();  // nothing was typed: the old number stands
        else tell({set: nameOf(control), value: target.type === 'number' ? Number(target.value) : target.value});
    });
    root.addEventListener('keydown', event => {
        const by = {ArrowUp: 1, ArrowDown: -1}[event.key], control = controlOf(event.target);
        if (!by || !control || event.target.type !== 'number') return;
        event.preventDefault();
        go(control, within(stopOf(control) + by, 0, stopsOf(control) - 1));
    });
    root.addEventListener('click', ({target}) => {
        const button = target.closest('.nv-bar button'), cell = follows && cellAt(target);
        if (button?.dataset.stop) go(controlOf(button), Number(button.dataset.stop));
        else if (button) tell({press: nameOf(button)});
        else if (cell) tell({cell});
    });
    root.classList.add('nv-page');
    root.classList.toggle('nv-follows', follows);
    if (root.firstChild) {
        beginWith(root);
        tickGoals(root);
        fold = root.querySelector('.nv-others');
        unfold();
    }
    root.classList.toggle('nv-puts', Boolean(rest));  // only Python, or a view of the page, draws another number
    holdIn(root, {tell, go, rest: rest || (() => {}), follows, shake: shaken && shakeIn(root, {tell, shaken})});
    linked(root);
    const expectBeside = (name, {leadsTo, pageOf}) => {
        const control = controlIn(root, name), at = control && stopOf(control), next = [at - 1, at + 1].filter(stop => stop >= 0 && stop < stopsOf(control));
        if (control) makeReady(root, next.map(stop => leadsTo({set: name, stop})).filter(there => there !== NOTHING).map(there => pageOf(there)));
    };
    return {root, show, expectBeside, expect: pages => makeReady(root, pages)};
};

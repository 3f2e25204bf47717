// A slider counts stops, which say nothing to a listener; the number is in the box beside it. It is written there
// without an event, and after the picture: so the box itself tells when it is written.
const written = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
const nameHandle = handle => {
    const control = handle.closest('.nv-number'), box = control.querySelector('.widget-text input');
    const label = control.querySelector('.widget-text > .widget-label');
    if (label && !handle.hasAttribute('aria-labelledby')) {
        label.id ||= 'nv-' + crypto.getRandomValues(new Uint32Array(2)).join('-');
        handle.setAttribute('aria-labelledby', label.id);
    }
    const say = () => {
        const heard = control.querySelector('.noUi-handle'), text = box.value.replace('-', '\u2212');
        if (heard.getAttribute('aria-valuetext') !== text) heard.setAttribute('aria-valuetext', text);
    };
    const set = number => { written.set.call(box, number); say(); };
    if (!Object.hasOwn(box, 'value')) Object.defineProperty(box, 'value', {get: written.get, set});
    say();
};

// Buttons of which one is chosen: a group with a name, whose buttons say which one it is.
const nameGroup = group => {
    const label = group.querySelector('.widget-label');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', label.textContent);
    for (const button of group.querySelectorAll('button'))
        button.ariaPressed = String(button.classList.contains('mod-active'));
};

// Controls come and go with an example.
const nameHandles = controls => {
    const mend = () => {
        controls.querySelectorAll('.nv-number .noUi-handle').forEach(nameHandle);
        controls.querySelectorAll('.widget-toggle-buttons').forEach(nameGroup);
        for (const button of controls.querySelectorAll('.widget-play button')) {
            const stops = button.querySelector('.fa-stop');
            button.ariaLabel ||= stops ? 'Stop, and go back to the start' : 'Play or pause';
        }
        for (const button of controls.querySelectorAll('.nv-more'))
            button.ariaExpanded = String(button.classList.contains('mod-active'));
        for (const button of controls.querySelectorAll('.nv-option'))
            button.ariaPressed = String(button.classList.contains('nv-chosen'));
    };
    mend();
    const watched = {childList: true, subtree: true, attributes: true, attributeFilter: ['aria-valuetext', 'class']};
    const watch = new MutationObserver(mend);
    watch.observe(controls, watched);
    return watch;
};

// The top layer needs no room in the notebook, and no pop-up can cover it. An open wall gives way to the next one.
const begin = wall => {
    const back = wall.appendChild(document.createElement('button'));
    back.className = 'nv-wall-button';
    const say = () => { back.textContent = wall.matches(':popover-open') ? 'Esc: back' : 'Fill the screen'; };
    const fill = () => {
        wall.popover = 'auto';
        wall.showPopover();
        wall.style.setProperty('--scale', Math.min(innerWidth / 640, innerHeight / 360));
        say();
    };
    back.onclick = () => wall.matches(':popover-open') ? wall.hidePopover() : fill();
    wall.addEventListener('toggle', event => {
        if (event.target !== wall || event.newState === 'open') return;
        wall.removeAttribute('popover');
        say();
        wall.closest('.jp-Notebook')?.focus();
    });
    addEventListener('resize', () => wall.matches(':popover-open') && fill());
    fill();
};

// The top layer needs no room in the notebook, and no pop-up can cover it. An open wall gives way to the next one.
const fillWindow = (wall, signal) => {
    const back = wall.appendChild(document.createElement('button'));
    back.className = 'nv-wall-button';
    const say = () => {
        const open = wall.matches(':popover-open');
        back.textContent = open ? 'Esc: back' : 'Fill the screen';
        wall.classList.toggle('nv-large', open);
    };
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
    });
    addEventListener('resize', () => wall.matches(':popover-open') && fill(), {signal});
    fill();
};

export default {render: ({el, signal}) => whenInside(el, '.nv-wall', signal, wall => fillWindow(wall, signal))};

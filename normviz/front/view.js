// The picture of a kernel's explorer, and what its controls need that ipywidgets does not bring.
const PAUSE = 80;  // ms over a control, before it counts as approached: a pointer on its way elsewhere passes many

const controlsAround = (explorer, model, ahead, signal) => {
    explorer.setAttribute('role', 'group');
    explorer.setAttribute('aria-label', model.get('heading'));
    explorer.classList.add('nv-ready');
    const controls = explorer.querySelector(':scope > .nv-controls');
    keepKeys(controls);
    readAsTyped(controls);
    const watch = nameHandles(controls);
    signal.addEventListener('abort', () => watch.disconnect());
    let waiting;
    const approached = event => {
        clearTimeout(waiting);
        const control = event.target.closest('[class*="nv-stand-"]');
        if (control) waiting = setTimeout(() => ahead()?.approach(Number(/nv-stand-(\d+)/.exec(control.className)[1])), PAUSE);
    };
    for (const name of ['pointerover', 'focusin']) controls.addEventListener(name, approached, {signal});
    // What somebody does next, the kernel hears after what was done before: also what is done to other widgets, and by
    // helpers that click without a pointer.
    for (const name of ['pointerdown', 'click', 'focusout'])
        document.addEventListener(name, () => ahead()?.tell(), {capture: true, signal});
};

// A cell reads the settings that the page shows: whatever is run, the kernel hears first what is held back. (Not so while
// it has not answered the same control's message before: ipywidgets sends one at a time.)
const heldBackFrom = kernel => {
    if (!kernel?.requestExecute) return new Set();
    if (!kernel.nvHeldBack) {
        const run = kernel.requestExecute, heldBack = kernel.nvHeldBack = new Set();
        kernel.requestExecute = (...what) => {
            heldBack.forEach(ahead => ahead.tell());
            return run.apply(kernel, what);
        };
    }
    return kernel.nvHeldBack;
};

// anywidget gives a module 2 s to load. In a page that is busy for longer, the model would hear nothing of its kernel from
// then on, and not even draw the first picture: so it hears without anywidget, and asks for what it has missed.
const hearLate = async model => {
    const own = await model.widget_manager.get_model(model.get('own'));
    own._handle_comm_msg({content: {data: {method: 'none'}}}).catch(() => {
        let kind = own;
        while (!Object.hasOwn(kind, '_handle_comm_msg')) kind = Object.getPrototypeOf(kind);
        own.comm?.on_msg(Object.getPrototypeOf(kind)._handle_comm_msg.bind(own));
        own.comm?.send({method: 'request_state'});
    });
};

// A control that waits for an answer to what was lost with the network would never send again: once the network is back,
// it says anew where it stands. One that is held back does so by itself when it rests, and waits for nothing else.
const sayAnew = (kernel, controls, ahead) => kernel?.connectionStatusChanged?.connect((_, status) => {
    if (status !== 'connected') return;
    for (const control of controls.filter(one => one?.comm_live && one._pending_msgs > 0)) {
        const name = control.has('index') ? 'index' : 'value', isHeldBack = control === ahead.untold;
        control._pending_msgs = isHeldBack ? 1 : 0;
        if (!isHeldBack) control.send_sync_message({[name]: control.get(name)});
    }
});

// Several views of one explorer share what is kept: one call of this function belongs to one explorer.
export default () => {
    const views = new Set();
    let ahead, present;
    const draw = (...page) => {
        present = page;
        views.forEach(view => view.draw(...page));
    };
    const expect = markups => views.forEach(view => view.expect(markups));
    const initialize = ({model}) => {
        const follow = () => ahead ? ahead.confirm() : draw(model.get('value'), model.get('sentence'));
        let told = false;  // one message changes several of them
        model.on('change:state change:value change:sentence change:at', () => {
            if (!told) queueMicrotask(() => { told = false; follow(); });
            told = true;
        });
        hearLate(model);
        follow();
        const find = name => Promise.all(
            model.get(name).map(id => id && model.widget_manager.get_model(id.replace('IPY_MODEL_', ''))));
        Promise.all([find('stands'), find('boxes')]).then(([stands, boxes]) => {
            ahead = new Ahead(model, stands, boxes, draw, expect, heldBackFrom(model.widget_manager.kernel));
            sayAnew(model.widget_manager.kernel, [...stands, ...boxes], ahead);
            model.on('msg:custom', (content, buffers) => ahead.receive(content, buffers));
        });
    };
    const render = ({model, el, signal}) => {
        const view = madeIn(el);
        views.add(view);
        view.draw(...present);
        signal.addEventListener('abort', () => views.delete(view));
        if (model.get('follows')) {
            walked(el);
            el.addEventListener('click', event => {
                const cell = cellAt(event.target);
                if (cell) model.send({cell});
            });
        }
        takeHold(el, model, signal);
        linked(el);
        whenInside(el, '.nv-explorer', signal, explorer => controlsAround(explorer, model, () => ahead, signal));
        model.send({seen: true});
    };
    return {initialize, render};
};

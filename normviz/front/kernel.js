// The kernel of an explorer: it hears what a hand does, one message at a time, and draws. Pictures that may come next are
// kept, and drawn with the key press; the kernel hears of it once the control rests.
const MOST = 400;  // pages that are kept; the oldest go first
const RESTS = 300;  // ms without a move: a control rests
const PAUSE = 80;  // ms over a control, before it counts as approached
const NEAR = 8;  // stops on either side that are wanted, before the kernel is asked for more

const kernelOf = model => {
    const pages = new Map(), views = new Set();
    let ways = [], shown = model.get('state'), number = 0, waits, resting, asked, approached, near;
    const keep = (state, page) => {
        pages.delete(state);
        pages.set(state, page);
        if (pages.size > MOST) pages.delete(pages.keys().next().value);
    };
    const show = (state, moving) => {
        shown = state;
        views.forEach(view => view.show(pages.get(state), moving));
    };
    const behind = () => model.get('heard') < number || Boolean(waits);
    const send = () => {
        clearTimeout(resting);
        if (!waits || model.get('heard') < number) return;
        model.send({...waits, number: ++number});
        waits = null;
    };
    const wayOf = name => ways.find(way => way.name === name && way.from.has(shown));
    const approach = name => {
        const way = wayOf(name), state = model.get('state');
        approached = name;
        if (behind()) return;
        const have = way ? [...way.to.keys()] : [], at = way?.at(shown), key = `${state} ${name} ${have.length}`;
        const close = have.filter(stop => Math.abs(stop - at) <= NEAR).length;
        if (asked !== key && close <= NEAR) model.send({ask: name, state, have});
        asked = key;
        ready();
    };
    const ready = () => {
        const way = wayOf(approached), at = way?.at(shown);
        const next = [at - 1, at + 1].flatMap(stop => pages.get(way?.to.get(stop)) ?? []);
        views.forEach(view => view.expect(next.filter((_, i) => i % 3 === 1)));
    };
    const tell = message => {
        if (waits && waits.set !== message.set) send();
        waits = message;
        const state = wayOf(message.set)?.to.get(message.stop), kept = pages.has(state);
        if (kept) show(state);
        clearTimeout(resting);
        if (kept) resting = setTimeout(send, RESTS);
        else queueMicrotask(send);
        if (message.stop !== undefined) { clearTimeout(near); near = setTimeout(approach, 60, message.set); }
    };
    const drawn = () => {
        const state = model.get('state');
        keep(state, model.get('page').split('\0'));
        if (!behind() || !pages.has(shown)) show(state);
        else if (shown !== state && !resting) show(state, waits?.set);  // a drag that is ahead of all that is kept
        send();
        if (approached && !behind()) approach(approached);
    };
    const receive = async ({control, from, here, stops, states, backs}, [book]) => {
        const found = await readBook(book);
        let way = ways.find(one => one.name === control && one.from.has(from));
        if (!way) ways = [way = {name: control, from: new Set([from]), to: new Map([[here, from]])}, ...ways.slice(0, 59)];
        way.at = state => [...way.to].find(([, to]) => to === state)?.[0];
        found.forEach((page, i) => {
            way.to.set(stops[i], states[i]);
            if (backs[i]) way.from.add(states[i]);
            keep(states[i], page.split('\0'));
        });
        ready();
    };
    keep(shown, model.get('page').split('\0'));
    let told = false;
    model.on('change:state change:page change:heard', () => {
        if (!told) queueMicrotask(() => { told = false; drawn(); });
        told = true;
    });
    model.on('msg:custom', receive);
    return {tell, near: name => { clearTimeout(near); near = setTimeout(approach, PAUSE, name); }, views, show, send, shown: () => shown};
};

export default () => {
    let kernel;
    return {
        initialize: ({model}) => { kernel = kernelOf(model); },
        render: ({model, el, signal}) => {
            el.classList.add('nv-explorer', 'nv-moving');
            keepKeys(el);
            const view = shownIn(el, {...kernel, follows: model.get('follows')});
            kernel.views.add(view);
            signal.addEventListener('abort', () => kernel.views.delete(view));
            kernel.show(kernel.shown());
            takeHold(view.view, model, signal);
            for (const kind of ['pointerdown', 'focusout']) document.addEventListener(kind, kernel.send, {capture: true, signal});
        },
    };
};

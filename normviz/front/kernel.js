// The kernel of an explorer. Messages go to it one at a time, and each has a number: one that was lost with the network,
// or that the page missed the answer to, is sent again, and the kernel heeds it once. Pages that may come next are kept,
// and drawn with the key press; the kernel hears of it once the control rests. Where the page computes by itself, `live`,
// the kernel hears the settings then, and a page of its own says only what code has moved, or what cannot be used.
const MOST = 400;  // pages that are kept; the oldest go first
const RESTS = 300;  // ms without a move: a control rests
const PAUSE = 80;  // ms over a control, before it counts as approached: a pointer on its way elsewhere passes many
const NEAR = 8;  // stops on either side that are wanted, before the kernel is asked for more
const LATE = 3000, LATEST = 48000;  // ms without an answer, before a message is sent again

// The last of several is heard: of the stops of a control, of the cells that are followed, of the numbers put into a cell.
const isSameHand = (one, other) => ['set', 'cell', 'put', 'settings'].every(
    what => what === 'set' || what === 'cell' && 'put' in one ? String(one[what]) === String(other[what]) : what in one === what in other)
    && !('press' in one);

const kernelOf = model => {
    const me = String(Math.random()).slice(2), pages = new Map(), views = new Set(), queue = [];
    const read = () => Object.fromEntries(['_state', '_page', '_heard', '_live', '_settings'].map(name => [name, model.get(name)]));
    const now = read();
    let live, made;
    let ways = [], shown = now._state, number = 0, ahead = 0, under, late, resting, asked, approached, pausing;
    const keep = (state, page) => {
        pages.delete(state);
        pages.set(state, page);
        if (pages.size > MOST) pages.delete(pages.keys().next().value);
    };
    const show = (state, moving) => {
        shown = state;
        views.forEach(view => view.show(live ? live.pageOf(live.now()) : pages.get(state), moving));
    };
    // What Python has told: its settings, but for those that this page has told it.
    const hear = () => {
        if (!now._live) return live = null;
        const {by, error, settings} = JSON.parse(now._settings);
        if (made !== now._live) live = liveSource({...JSON.parse(made = now._live), settings}, error);
        else if (by === me && !error) return;
        live.go(settings, error);
        return true;
    };
    const isBehind = () => Boolean(under) || queue.length > 0;
    const mark = () => views.forEach(({root}) => root.classList.toggle('nv-waits', isBehind()));
    const post = (wait = LATE, again = false) => {
        model.send({...under, again});
        clearTimeout(late);
        late = setTimeout(post, wait, Math.min(2 * wait, LATEST), true);
    };
    const send = (atOnce = false) => {
        clearTimeout(resting);
        resting = null;
        while (queue.length && (atOnce || !under)) {
            under = {...queue.shift(), from: me, number: ++number};
            post();
        }
    };
    const wayOf = name => ways.find(way => way.name === name && way.from.has(shown));
    const ready = () => {
        const way = wayOf(approached), at = way?.at(shown);
        const next = [at - 1, at + 1].flatMap(stop => pages.get(way?.to.get(stop)) ?? []);
        if (next.length) views.forEach(view => view.expect(next));
    };
    const approach = name => {
        approached = name;
        if (live) return views.forEach(view => view.expectBeside(name, live));
        if (isBehind()) return;
        const way = wayOf(name), have = way ? [...way.to.keys()] : [], at = way?.at(shown), key = `${now._state} ${name} ${have.length}`;
        const close = have.filter(stop => Math.abs(stop - at) <= NEAR).length;
        if (asked !== key && close <= NEAR) model.send({ask: name, state: now._state, have});
        asked = key;
        ready();
    };
    const near = (name, pause = PAUSE) => { clearTimeout(pausing); pausing = setTimeout(approach, pause, name); };
    const tell = message => {
        const there = live?.leadsTo(message), isOwn = live && there !== NOTHING;
        if (isOwn) {
            if (message.stop !== undefined) near(message.set, 60);
            live.go(there);
            show();
            message = {settings: there};
        }
        const last = queue.at(-1), state = wayOf(message.set)?.to.get(message.stop), isKept = pages.has(state);
        if (last && isSameHand(last, message)) queue.pop();
        else if (last) send();
        queue.push(message);
        // Of the kernel, which must not bring back what came before: until it has answered all, or what is not kept.
        if (isKept) ahead = Infinity;
        else if (ahead === Infinity) ahead = number + queue.length;
        if (isKept) show(state);
        clearTimeout(resting);
        if (isKept || isOwn) resting = setTimeout(() => send(), RESTS);
        else queueMicrotask(() => send());
        if (message.stop !== undefined) near(message.set, 60);
        mark();
    };
    const take = news => {
        Object.assign(now, news);
        if (!now._live) keep(now._state, now._page);
        if (under && now._heard[me] >= number) { clearTimeout(late); under = null; }
        if (!isBehind()) ahead = 0;
        if (now._live) (!live || !isBehind()) && hear() && show();
        else if (live || !isBehind() || !pages.has(shown)) { live = null; show(now._state); }
        else if (shown !== now._state && (now._heard[me] ?? 0) >= ahead) show(now._state, (queue.at(-1) ?? under).set);  // a drag is ahead of all that is kept
        if (!resting) send();
        if (approached && !isBehind()) approach(approached);
        mark();
    };
    // Where each stop of a control leads, and the pages there: stops, states and backs stand in one order.
    const receive = async ({control, from, here, stops, states, backs, ...news}, [book] = []) => {
        if (!book) return take(news);
        const pageOf = readBook(await inflated(book));
        let way = ways.find(one => one.name === control && one.from.has(from));
        if (!way) ways = [way = {name: control, from: new Set([from]), to: new Map([[here, from]])}, ...ways.slice(0, 59)];
        way.at = state => [...way.to].find(([, to]) => to === state)?.[0];
        states.forEach((state, i) => {
            way.to.set(stops[i], state);
            if (backs[i]) way.from.add(state);
            keep(state, pageOf(i));
        });
        ready();
    };
    if (!hear()) keep(shown, now._page);
    let told = false;  // one message changes several traits
    model.on('change:_state change:_page change:_heard change:_live change:_settings', () => {
        if (!told) queueMicrotask(() => { told = false; take(read()); });
        told = true;
    });
    // anywidget lets a model hear nothing more if its module took longer than 2 s to load, as on a busy page. The
    // kernel, told to send again, answers through the model of the layout, too.
    for (const one of [model, model.get('layout')]) one?.on?.('msg:custom', receive);
    // The kernel is gone. ipywidgets marks its own widgets so, and anywidget's not.
    model.on('comm_live_update', () => views.forEach(({root}) =>
        root.closest('.nv-live')?.classList.add('jupyter-widgets-disconnected')));
    tell({seen: true});
    return {tell, near, views, isBehind, shaken: shake => live?.shaken(shake), flush: () => send(true), show: () => { show(shown); mark(); }};
};

// anywidget before 0.11 gives no signal, and calls what `render` returns when a view is taken away.
const withSignal = render => page => {
    if (page.signal) return render(page);
    const gone = new AbortController();
    render({...page, signal: gone.signal});
    return () => gone.abort();
};
// What a widget's module exports. `viewIn` returns a view of a root, and what begins when it is first shown.
const exportOf = viewIn => () => {
    let kernel;
    return {
        initialize: ({model}) => { kernel = kernelOf(model); },
        render: withSignal(({model, el, signal}) => {
            const root = document.createElement('div');
            el.classList.add('nv-live');
            el.replaceChildren(root);
            const view = viewIn({root, model, el, signal, kernel});
            kernel.views.add(view);
            signal.addEventListener('abort', () => kernel.views.delete(view));
            kernel.show();
            view.begin?.();
        }),
    };
};

const views = {};  // by name: what `explorers/live.py` asks for
// An explorer that a page computes by itself: a view of `views`, its settings, and the numbers it begins with. What a hand
// does makes other settings, and all of the page follows from them; no state is kept but these, and `error`, Python's word.
const liveSource = ({view: name, explorer, heading, settings, first, only, data, goals}, error) => {
    const view = views[name], example = view.example ?? 'example', withTyped = block => ({...data, examples: {...data.examples, [data.typed]: block}});
    // What is typed is an example like another; while it cannot be read, what was read last keeps its place.
    let text, typed = withTyped(data.examples[first[example]]);
    const read = one => {
        if (one[example] !== data.typed) return data;
        if (text !== one[view.text]) [typed, text] = [withTyped(view.read(one[view.text], data)), one[view.text]];
        return typed;
    };
    const readOr = (one, other) => { try { return read(one); } catch { return other; } }, dataOf = one => readOr(one, typed), descriptions = (one = now) => view.controls(one, dataOf(one)).flat();
    read(first);
    const paired = one => { if (!view.pair) return one; const [gamma, beta] = one.affine[view.pair(one)] ?? [1, 0]; return {...one, gamma, beta}; };
    const change = (before, changes) => {
        const {gamma, beta, ...others} = changes, own = view.pair ? others : changes, changed = {...before, ...own}, pair = {...paired(changed), ...changes};
        if (view.pair && ('gamma' in changes || 'beta' in changes)) changed.affine = {...changed.affine, [view.pair(changed)]: [pair.gamma, pair.beta]};
        const names = view.text in changes ? [example] : Object.keys(changes), known = readOr(changed);
        return known ? {...view.fit(changed, names, known), ...own} : {...changed, edits: {}};
    };
    // A goal is an expression of settings and result, and of what the view makes of a result.
    const goalsOf = (settings, result) => {
        const names = {...view.goals, settings, result, abs: Math.abs}, isReached = when => Function(...Object.keys(names), `return ${when}`)(...Object.values(names));
        return goals && new Markup(goals.markup.replace(/data-reached="[^"]*"/, `data-reached="${goals.when.flatMap((when, k) => isReached(when) ? k : []).join(' ')}"`));
    };
    let now = settings, last = '', wrong = error;
    // An axis is held while a dot is in a hand, and no longer.
    const leadsTo = ({set, stop, value, press, cell, put, axis, stage, rest}) => {
        const still = {...now, axes: undefined};
        if (press === 'reset') return first;
        if (rest) return still;
        const place = put !== undefined && view.hold(now, cell, dataOf(now));
        if (put !== undefined) return place ? {...still, edits: {...now.edits, [place]: put / (view.unit?.(now) ?? 1)}, axes: axis && {[stage]: axis}} : NOTHING;
        if (cell) return change(still, view.follow?.(now, cell, dataOf(now)) ?? {});
        const one = descriptions().find(({name}) => name === (set ?? press)), to = value ?? (one && valueAt(one, stop));
        if (one?.does) return change(still, one.does());
        return one && to !== undefined && !Number.isNaN(to) ? change(still, {[set]: to}) : NOTHING;
    };
    // The last pages stay: those of the next stops are made before a key asks for them.
    const drawn = new Map(), framed = (...picture) => tag('div', {class: 'nv', 'data-explorer': explorer}, picture);
    const draw = there => {
        const key = JSON.stringify(there), shown = paired(there), isWrong = wrong && there === now;
        if (drawn.has(key) && !isWrong) return drawn.get(key);
        const bar = barOf(heading, shown, view.controls(shown, dataOf(there)), only, paired(first), data.isAlone);
        try {
            if (isWrong) throw Error(wrong);
            const result = view.compute(there, read(there)), picture = new Markup(inside(view.picture(result, there.axes)));
            const made = {picture, result, page: pageMarkup(bar, framed(picture, goalsOf(shown, result)), view.words(result))};
            if (!there.shake) drawn.set(key, made);
            if (drawn.size > 12) drawn.delete(drawn.keys().next().value);
            return made;
        } catch ({message}) {
            const stale = new Markup(String(last).replace(CONTROLS, ''));
            return {page: pageMarkup(bar, framed(tag('p', {class: 'nv-error'}, tag('b', {}, '✗ This cannot be drawn. '), message),
                noted('Not current: this is the last picture that could be drawn.'), tag('div', {class: 'nv-stale', 'aria-label': 'not current'}, stale)), `This cannot be drawn. ${message}`)};
        }
    };
    // The state of now with a number that is shaken, of which nobody is told.
    const shaken = shake => draw(shake ? {...now, shake, axes: {0: shake.axis}} : now);
    return {isLive: true, leadsTo, shaken, pageOf: there => draw(there).page, now: () => now, follows: Boolean(view.follow),
        go: (there, error) => { now = there; wrong = error; last = draw(there).picture ?? last; },
        asked: (set, text) => {
            const {options} = descriptions().find(({name}) => name === set) ?? {};
            return {set, ...options ? {stop: options.findIndex(([label]) => label === text)} : {value: Number(text)}};
        },
        moved: () => { const [own, from] = [now, first].map(paired); return descriptions().sort((one, other) => Boolean(other.main) - Boolean(one.main)).filter(one => !one.rows && !isSame(own[one.name], from[one.name])).map(one => [one.name, one.options ? one.options[stopFor(one, own[one.name])]?.[0] : written(own[one.name])]).filter(([, text]) => text !== undefined); }};
};

// Pointing at a number lights all that share a mean with it, and their μ and σ; pointing at a statistic, or at a term of
// a sum, lights what it is made of: in tables, on strips and in formulas alike. data-key, data-lights, data-pool and
// data-both are explained in drawing/markup.py.
const poolsOf = (name, place, kind) => {
    const [what, size] = kind.split(' '), last = place.at(-1);
    if (what === 'all') return `${name}:*`;
    if (what === 'column') return `${name}:*,${last}`;
    if (what === 'row') return `${name}:${place.slice(0, -1)},*`;
    const first = last - last % size;  // a block of so many features, in one sentence
    return Array.from({length: size}, (_, i) => `${name}:${place[0]},*,${first + i}`).join(' ');
};
const linked = root => {
    const all = selector => [...root.querySelectorAll(selector)];
    const statistics = pools => all('[data-lights]').filter(mark => pools.includes(mark.dataset.lights));
    const lightsOf = mark => {
        const {pool: kind, both} = mark.closest('[data-pool]')?.dataset ?? {};
        const [, name, place] = /^([^:]+):([^/]+)/.exec(mark.dataset.key) ?? [];
        if (mark.dataset.lights || !kind || !place || mark.matches('tr')) return [mark.dataset.lights ?? ''];
        const of = one => poolsOf(one, place.split(','), kind);
        if (both && !both.includes(name)) return [mark.dataset.key];  // what goes in before x is in no pool
        return both ? both.split(' ').map(of) : [statistics([of(name)]).length ? of(name) : of('x')];
    };
    const light = event => {
        const mark = event.target.closest?.('[data-lights],[data-key]:not(tr)');
        const real = root.querySelector('[data-real]'), padding = '.nv-pad *,.nv-pad-dot,[data-key$="/count"]';
        const pools = mark && !mark.closest('.nv-stale') && !(real && mark.matches(padding)) ? lightsOf(mark) : [];
        const patterns = pools.join(' ').split(' ').filter(Boolean)
            .map(pool => RegExp(`^${pool.replace(/[^\w*]/gu, '\\$&').replaceAll('*', '[^/]*')}(/.*)?$`));
        const lit = new Set(patterns.length ? statistics(pools) : []);
        if (patterns.length)
            for (const other of all('[data-key]:not(tr)'))
                if (patterns.some(pattern => pattern.test(other.dataset.key)) && !(real && other.matches(padding)))
                    lit.add(other);
        for (const other of all('.nv-lit')) if (!lit.has(other)) other.classList.remove('nv-lit');
        for (const other of lit) other.classList.add('nv-lit');
    };
    for (const kind of ['pointerover', 'pointerleave', 'focusin']) root.addEventListener(kind, light);
};

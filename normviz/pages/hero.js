// The picture at the top plays once when it is first seen: but not for those who ask for less motion, not over a state
// that the address holds, and not under a hand.
const hero = document.querySelector('.hero');
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
if (hero && !isCalm && !location.hash.includes('=')) {
    let waiting;
    const touched = new AbortController();
    for (const kind of ['pointerdown', 'keydown', 'input'])
        hero.addEventListener(kind, () => { clearTimeout(waiting); touched.abort(); }, {capture: true, signal: touched.signal});
    new IntersectionObserver((seen, watch) => {
        if (!seen.some(one => one.isIntersecting)) return;
        watch.disconnect();
        if (!touched.signal.aborted) waiting = setTimeout(() => hero.querySelector('.nv-play').click(), 1200);
    }).observe(hero);
}

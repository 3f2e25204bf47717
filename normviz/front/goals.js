// Goals of an explorer: what a state reaches is ticked, and this browser remembers it.
const goalsReached = remembered('goals') ?? {};
const tickGoals = root => {
    for (const list of root.querySelectorAll('.nv-goals')) {
        const {goals, reached} = list.dataset, had = goalsReached[goals] ?? [], now = (reached.match(/\d+/g) ?? []).map(Number);
        const all = goalsReached[goals] = [...new Set([...had, ...now])];
        list.querySelectorAll('li').forEach((one, k) => one.toggleAttribute('data-reached', all.includes(k)));
        if (all.length === had.length) continue;
        remember('goals', goalsReached);
        setTimeout(() => still.matches || root.querySelector('[data-reads]')?.animate(NEWS, MARKED), 2 * MOTION);  // when its ruler has come
    }
};

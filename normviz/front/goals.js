// Goals of an explorer: what a state reaches is ticked and unfolded, and this browser remembers it.
const GOALS = 'normviz-goals';
const goalsReached = (() => { try { return JSON.parse(localStorage.getItem(GOALS)) ?? {}; } catch { return {}; } })();
const tickGoals = root => {
    for (const list of root.querySelectorAll('.nv-goals')) {
        const {goals, reached} = list.dataset, had = goalsReached[goals] ?? [], now = (reached.match(/\d+/g) ?? []).map(Number);
        const all = goalsReached[goals] = [...new Set([...had, ...now])];
        list.querySelectorAll('details').forEach((one, k) => {
            one.toggleAttribute('data-reached', all.includes(k));
            if (now.includes(k) && !had.includes(k)) one.open = true;
        });
        if (all.length === had.length) continue;
        try { localStorage.setItem(GOALS, JSON.stringify(goalsReached)); } catch { /* a browser that keeps nothing */ }
    }
};

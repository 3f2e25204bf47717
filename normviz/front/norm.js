// What `normviz.normalize` makes of one pool. `counts` says how many numbers each x stands for, and `within` is their
// variance: a pile is drawn as one mark. Measured from the lowest, equal numbers have no variance at all.
const normalized = (x, {mask, counts, within, eps = 1e-5, gamma = 1, beta = 0, correction = 0, rule} = {}) => {
    const pool = [...x.keys()].filter(i => mask?.[i] ?? true), count = i => counts?.[i] ?? 1, spread = i => within?.[i] ?? 0;
    const sum = of => pool.reduce((all, i) => all + count(i) * of(i), 0), n = sum(() => 1);
    const low = pool.reduce((least, i) => Math.min(least, x[i]), Infinity), high = pool.reduce((most, i) => Math.max(most, x[i]), -Infinity);
    const above = sum(i => x[i] - low) / n;
    let mean = low + above, variance = sum(i => (x[i] - low - above) ** 2 + spread(i)) / (n - correction);
    if (rule === 'rms') [mean, variance] = [0, sum(i => x[i] ** 2 + spread(i)) / n];
    if (rule === 'range') [mean, variance] = [low, (high - low) ** 2];
    const step = rule === 'outside' ? Math.sqrt(variance) + eps : Math.sqrt(variance + eps);
    const xHat = x.map((one, i) => mask?.[i] === false ? 0 : (one - mean) / step);
    return {mean, variance, std: Math.sqrt(variance), step, low, high, xHat, y: xHat.map((one, i) => mask?.[i] === false ? 0 : gamma * one + beta)};
};

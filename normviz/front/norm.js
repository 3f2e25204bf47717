// What `normviz.normalize` makes of one pool. `counts` says how many numbers each x stands for. Measured from the lowest,
// equal numbers have no variance at all.
const normalized = (x, {counts, eps = 1e-5, gamma = 1, beta = 0, correction = 0, rule} = {}) => {
    const sum = of => x.reduce((all, _, i) => all + (counts?.[i] ?? 1) * of(i), 0), n = sum(() => 1), low = x.reduce((least, one) => Math.min(least, one), Infinity);
    const above = sum(i => x[i] - low) / n;
    let mean = low + above, variance = sum(i => (x[i] - low - above) ** 2) / (n - correction);
    if (rule === 'rms') [mean, variance] = [0, sum(i => x[i] ** 2) / n];
    if (variance === Infinity) throw Error('controls: expected numbers that can be squared and added up, got one beyond that');
    const step = Math.sqrt(variance + eps), xHat = x.map(one => (one - mean) / step);
    return {mean, variance, std: Math.sqrt(variance), step, xHat, y: xHat.map(one => gamma * one + beta)};
};

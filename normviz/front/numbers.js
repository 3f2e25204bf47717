// How numbers are written, as in `normviz/drawing/numbers.py`: halves go away from zero. Its limits, and all other sizes
// in capitals that no file here declares, are those of `normviz/drawing/sizes.toml`.
const within = (number, low, high) => Math.min(Math.max(number, low), high);
const MINUS = text => text.replaceAll('-', '\u2212');
const RAISED = {'-': '\u207b', 0: '\u2070', 1: '\u00b9', 2: '\u00b2', 3: '\u00b3', 4: '\u2074', 5: '\u2075', 6: '\u2076', 7: '\u2077', 8: '\u2078', 9: '\u2079'};
const scientific = (number, decimals) => {
    if (!Number.isFinite(number)) return number > 0 ? '\u221e' : '\u2212\u221e';
    const [digits, power] = (Math.abs(number) < 1e300 ? number * (1 + 1e-12) : number).toExponential(decimals).split('e');
    return MINUS(String(Number(digits))) + '\u00b710' + [...String(Number(power))].map(one => RAISED[one]).join('');
};
const fixed = (number, decimals = GLANCE) => {
    if (Math.abs(number) >= LARGEST) return scientific(number, decimals);
    const size = Math.round((Math.abs(number) * 10 ** decimals).toPrecision(DIGITS)) / 10 ** decimals;
    return (number < 0 && size ? '\u2212' : '') + size.toFixed(decimals);
};
const precise = number => fixed(number, DECIMALS);
const plain = (number, decimals = DECIMALS) => {
    const size = Math.abs(number);
    if (size && !(size >= (1 - 1e-9) * 10 ** -decimals && size < LARGEST)) return scientific(number, decimals);
    const text = fixed(number, decimals);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
const shortNumber = number => Math.abs(number) <= DUST ? '0' : plain(number);
const brief = (number, beside = 0) => {
    const size = Math.abs(number);
    if (size <= DUST * Math.abs(beside) || !size) return '0';
    const whole = Math.floor(Math.log10(size));
    return whole < POWERS[0] || whole > POWERS[1] ? scientific(number, 1) : fixed(number, whole > 2 ? 0 : whole >= -1 ? 2 : 1 - whole);
};
const SPECIAL = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;'};
const escaped = text => String(text).replace(/[&<>"']/g, one => SPECIAL[one]);
const bracketed = text => text.startsWith('\u2212') ? `(${text})` : text;
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
const shortName = (name, longest = LONGEST) => {
    const letters = [...name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')], rooms = letters.map(one => WIDE_LETTERS.includes(one) || WIDE.test(one) ? 2 : 1);
    let room = 0;
    const ends = rooms.map(one => room += one);
    return room <= longest ? letters.join('') : `${letters.slice(0, ends.filter(end => end <= longest - 1).length).join('')}…`;
};
// An English browser's number box drops a comma and a printed minus without a word: 1,5 would be 15, and −3 be 3.
const readAsTyped = boxes => boxes?.addEventListener('beforeinput', event => {
    if (event.target.type !== 'number' || !/[,\u2212]/.test(event.data ?? '')) return;
    event.preventDefault();
    document.execCommand('insertText', false, event.data.replaceAll(',', '.').replaceAll('\u2212', '-'));
});

// What a typed number hears in a page without a kernel. `normviz/exercises/typed_answers.py` writes the lines in which it is
// found; words of many questions stand in the lines of one of them.
const NUMBER = '(?:\\d+(?:[.,]\\d*)?(?:e[-+]?\\d+)?|[.,]\\d+)', WHOLE_OR_SHARE = `${NUMBER}|\\(${NUMBER}(?:/${NUMBER})?\\)`;
const PART = `(√|(?:np\\.)?sqrt)?(${WHOLE_OR_SHARE})(?:(?:\\^|\\*\\*)(${WHOLE_OR_SHARE}))?`, TYPED = RegExp(`^([-+]?)${PART}(?:/${PART})?$`, 'i');
const quotient = text => text.replace(/[()]/g, '').replaceAll(',', '.').split('/').reduce((above, below) => above / below);
const valueTyped = part => {  // a number, a fraction, a power, a root; else NaN
    const [, sign, ...halves] = part.match(TYPED) ?? [], half = k => quotient(halves[k + 1] ?? '1') ** (quotient(halves[k + 2] ?? '1') / (halves[k] ? 2 : 1));
    return Number(`${sign}1`) * half(0) / half(3);
};
// reading.py reads the same.
const numbersTyped = (typed, whole) => {
    const text = typed.trim().replace(/[०-९]/g, one => one.charCodeAt() - 0x966).replace(/[−–]/g, '-').replace(/\s*(\/|\^|\*\*)\s*|(^-|√|sqrt)\s+/g, '$1$2')
        .replace(/^(?:np\.)?(?:array|float64|tensor)(?=\()|,\s*[a-z_]+=[\w.<>]+(?=[,)])/g, '').replace(/^(?:[[(]+([^\][()]*)[\])]+|\[(.*)\])$/s, '$1$2');
    if (whole === '' && /^[1-9]\d{0,2}([,\s'’_]\d{3})+$/.test(text)) return [Number(text.replace(/\D/g, ''))];
    return text.split(text.includes('.') || whole ? /[\s,;]+|\.$/ : /[\s;]+|,\s+/).filter(Boolean).map(valueTyped);
};
const linesOf = (known, block) => known.content.textContent.split('\n\n')[block].split('\n').map(line => line.split('\t'));
const wordsIn = known => name => [known, ...document.querySelectorAll('.nv-known')]
    .flatMap(one => linesOf(one, 1)).find(([is]) => is === name).slice(1);

const heardBy = (known, typed, tries) => {
    const words = wordsIn(known), numbers = numbersTyped('percent' in known.dataset ? typed.replace(/\s*(%|per ?cent)?\s*$/, '') : typed, known.dataset.whole), [number] = numbers;
    const near = linesOf(known, 0).flatMap(([places, names, ...own], line) => places.split(' ').map(place => {
        const [values, width = 1e-8] = place.split('±'), at = values.split(',').map(Number);
        const away = at.length === numbers.length ? at.map((value, k) => Math.abs(value - numbers[k])) : [NaN];
        return {line, at, width, away, says: () => [...own, ...names.split(' ').filter(Boolean).flatMap(words)]};
    }));
    const [right] = near, isNear = ({away, width}) => away.every(far => far <= width);
    const found = near.filter(isNear).sort((one, other) => (other.line === 0) - (one.line === 0) || one.width - other.width)[0];
    if (found) return {outcome: found.line === 0 ? 'correct' : 'not yet', said: found.says()};
    const first = right.away.findIndex(far => !(far <= right.width)), good = right.away.filter(far => far <= right.width).length;
    const written = one => Number(one.toFixed(4)) || one;
    const [when, ...slots] = !typed.trim() ? ['nothing']
        : !numbers.length || !numbers.every(Number.isFinite) ? ['text', typed.trim()]
        : numbers.length !== right.at.length ? ['count', numbers.length > 1 ? `${numbers.length} numbers` : 'one number']
        : numbers.length > 1 ? ['rest', good, `index ${first}`, written(numbers[first])]
        : 'whole' in known.dataset && !Number.isInteger(number) ? right.away[0] < 1 ? ['between', number] : ['fraction']
        : [tries > 1 ? 'later' : number < right.at[0] ? 'small' : 'large', written(number)];
    return {outcome: when === 'nothing' ? 'not attempted' : 'not yet', said: words(when).map(line => line.replaceAll('{}', () => slots.shift()))};
};
const messageOf = (known, {outcome, said}) => {
    const made = (name, ...children) => { const one = document.createElement(name); one.append(...children); return one; };
    const [headline] = wordsIn(known)(outcome), head = made('p', made('strong', headline.replace('{}', known.dataset.name)));
    return Object.assign(made('div', head, ...said.map(words => made('p', words))), {className: 'nv-message'});
};

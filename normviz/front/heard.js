// What a typed number hears in a page without a kernel. `normviz/exercises/typed_answers.py` writes the lines in which it is
// found; words of many questions stand in the lines of one of them.
const ROOT = '(√|(?:np\\.)?sqrt)', NUMBER = '(?:\\d+(?:[.,]\\d*)?(?:e[-+]?\\d+)?|[.,]\\d+)', PART = `${ROOT}?(${NUMBER}|\\(${NUMBER}\\))`;
const TYPED = RegExp(`^([-+]?)${PART}(?:/${PART})?$`), ROOT_OF_FRACTION = RegExp(`^([-+]?)${ROOT}\\((${NUMBER})/(${NUMBER})\\)$`);
const valueTyped = part => {  // a number, a fraction, a root; else the text
    const [, sign, root, above, under, below] = part.replace(ROOT_OF_FRACTION, '$1$2$3/$2$4').match(TYPED) ?? [];
    const half = (number, isRoot) => Number(number.replace(/[()]/g, '').replace(',', '.')) ** (isRoot ? .5 : 1);
    const value = above && (sign === '-' ? -1 : 1) * half(above, root) / half(below ?? '1', under);
    return Number.isFinite(value) ? value : part;
};
// reading.py reads the same.
const numbersTyped = (typed, isWhole) => {
    const text = typed.trim().replace(/[०-९]/g, one => one.charCodeAt() - 0x966).replaceAll('\u2212', '-').replace(/\s*(\/)\s*|(√|sqrt)\s+/g, '$1$2').replace(/^[[(](.*)[\])]$/, '$1');
    if (isWhole && /^[1-9]\d{0,2}([,\s'’_]\d{3})+$/.test(text)) return [Number(text.replace(/\D/g, ''))];
    return text.split(text.includes('.') ? /[\s,;]+/ : /[\s;]+|,\s+/).filter(Boolean).map(valueTyped);
};
const linesOf = (known, block) => known.content.textContent.split('\n\n')[block].split('\n').map(line => line.split('\t'));
const wordsIn = known => name => [known, ...document.querySelectorAll('.nv-known')]
    .flatMap(one => linesOf(one, 1)).find(([is]) => is === name).slice(1);

const heardBy = (known, typed, tries) => {
    const words = wordsIn(known), numbers = numbersTyped('percent' in known.dataset ? typed.replace(/[\s%]+$/, '') : typed, 'whole' in known.dataset), [number] = numbers;
    const near = linesOf(known, 0).flatMap(([places, names, ...own]) => places.split(' ').map(place => {
        const [values, width = 1e-8] = place.split('±'), at = values.split(',').map(Number);
        const away = at.length === numbers.length ? at.map((value, k) => Math.abs(value - numbers[k])) : [NaN];
        return {at, width, away, says: () => [...own, ...names.split(' ').filter(Boolean).flatMap(words)]};
    }));
    const [right] = near, isNear = ({away, width}) => away.every(far => far <= width);
    const found = isNear(right) ? right : near.filter(isNear).sort((one, other) => one.width - other.width)[0];
    if (found) return {outcome: found === right ? 'correct' : 'not yet', said: found.says()};
    const first = right.away.findIndex(far => !(far <= right.width)), good = right.away.filter(far => far <= right.width).length;
    const written = one => Number(one.toFixed(4)) || one;
    const [when, ...slots] = !typed.trim() ? ['nothing']
        : !numbers.length || numbers.some(one => typeof one === 'string') ? ['text', typed.trim()]
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

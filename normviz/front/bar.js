// The bar of controls, from their descriptions for the present settings; explorers/bar.py writes the same for a kernel.
const slide = (name, label, low, high, step, more) => ({name, label, low, high, step, ...more});
const choose = (name, label, options, more) => ({name, label, options: options.map(one => Array.isArray(one) ? one : [one, one]), width: 24, ...more});
const typedText = (name, label, rows, more) => ({name, label, rows, ...more});
const pressed = (name, label, does) => ({name, label, does});
const examplesOf = ({examples, typed}) => [...new Set([...Object.keys(examples), ...typed ? [typed] : []])];
const named = (name, label, names) => {  // a list of what has names, counted from 1; where they are too many, a slider
    if (names.length > 60) return slide(name, `${label}, 1 to ${names.length}`, 1, names.length, 1, {whole: true});
    const short = names.map(one => shortName(one));
    return choose(name, label, short.map((one, i) => [short.filter(other => other === one).length === 1 ? one : `${one} (${i + 1})`, i + 1]), {width: 12.5, hidden: names.length < 2});
};
const lastStop = ({options, low, high, step}) => options ? options.length - 1 : Math.max(Math.ceil((high - low) / step - 1e-9), 1);
const valueAt = ({options, low, high, step}, stop) => options ? options[stop]?.[1] : Number(Math.min(low + stop * step, high).toPrecision(10));
const isSame = (one, other) => String(one) === String(other);
const stopFor = (one, value) => one.options ? one.options.findIndex(([, other]) => isSame(other, value))
    : within(Math.floor((value - one.low) / one.step + .5), 0, lastStop(one));
const written = value => value === null ? '' : value < 1e10 ? String(Number(value.toPrecision(10))) : Number(value.toPrecision(10)).toExponential();
const shortLabel = label => label.split(/[,:(]/)[0].replace(/[ =]+$/, '');

const controlMarkup = (one, settings, isAlone) => {
    const value = settings[one.name], here = stopFor(one, value), key = {'data-key': one.name}, kind = one.main ? ' nv-main' : '';
    if (one.options && one.main) return tag('div', {class: `nv-options${kind}`, role: 'group', 'aria-label': one.label, ...key}, tag('span', {}, one.label),
        one.options.map(([text], stop) => tag('button', {type: 'button', 'data-stop': stop, 'aria-pressed': String(stop === here), class: 'nv-option'}, text)));
    if (one.options) return tag('label', {class: one.width > 12.5 ? 'nv-list nv-wide' : 'nv-list', ...key}, tag('span', {}, one.label),
        tag('select', {disabled: one.disabled}, one.options.map(([text], stop) => tag('option', {selected: stop === here}, text))));
    if (one.rows) return tag('label', {class: 'nv-list nv-wide', ...key}, tag('span', {}, one.label), tag('textarea', {rows: one.rows}, value.startsWith('\n') ? '\n' : null, value), isAlone && tag('small', {}, 'What you type stays in this page.'));
    if (one.does) return tag('button', {type: 'button', title: one.label, ...key}, one.label);
    const text = written(value), last = lastStop(one);
    return tag('div', {class: `nv-number${kind}`, ...key}, tag('label', {}, tag('span', {}, one.label), tag('input', {type: 'number', step: 'any', value: text})),
        tag('input', {type: 'range', min: 0, max: last, value: here, 'aria-label': one.label, 'aria-valuetext': MINUS(text)}),
        one.main ? tag('div', {class: 'nv-ends'}, [0, last].map(stop => tag('span', {}, plain(valueAt(one, stop))))) : null);
};
const barOf = (heading, settings, rows, only, first, isAlone) => {
    const inSight = rows.map(row => row.filter(one => !one.hidden && (!only || one.does || only.includes(one.name)))), seen = inSight.flat(), pressed = inSight.filter(row => row.every(one => one.does)).flat();
    const main = seen.filter(one => one.main || one.above && seen.some(other => other.main)), others = seen.filter(one => !main.includes(one) && !pressed.includes(one));
    const row = controls => controls.length ? tag('div', {class: 'nv-row'}, controls.map(one => controlMarkup(one, settings, isAlone))) : null;
    const head = tag('div', {class: JSON.stringify(settings) === JSON.stringify(first) ? 'nv-head' : 'nv-head nv-moved'}, tag('b', {}, heading), tag('button', {type: 'button', title: 'Bring back the first values', 'data-key': 'reset'}, 'Reset'));
    const isFew = only || others.reduce((sum, one) => sum + (one.rows ? 0 : one.options && one.width > 12.5 ? 2 : 1), 0) <= 4;
    const names = others.map(one => shortLabel(one.label) + (isSame(settings[one.name], first[one.name]) ? '' : ' (changed)')).join(', ');
    const rest = !main.length ? row(others) : others.length ? tag('details', {class: isFew ? 'nv-others nv-few' : 'nv-others', open: Boolean(isFew)},
        tag('summary', {}, `More controls: ${names}`), row(others)) : null;
    const beneath = [rest, row(pressed)].filter(Boolean);
    return {above: [head, row(main)], below: beneath.length ? beneath : null};
};
const CONTROLS = '<!--controls-->';
const pageMarkup = ({above, below}, picture, sentence) => {
    const text = String(picture), hasPlace = text.includes(CONTROLS), placed = below ? String(tag('div', {class: 'nv-bar', 'data-key': 'bar'}, below)) : '';
    const drawn = new Markup(hasPlace ? text.replace(CONTROLS, () => placed) : text);
    return String(tag('div', {class: 'nv-bar'}, above, hasPlace ? null : below)) + tag('div', {class: 'nv-view'}, tag('div', {}, drawn),
        tag('p', {class: 'nv-spoken', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true'}, sentence));
};

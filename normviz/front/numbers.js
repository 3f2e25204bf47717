// What is typed is a number with a decimal point or comma, and a minus of the keyboard or a printed one; else a text.
const toNumber = text => {
    const number = Number(text.trim().replace('\u2212', '-').replace(',', '.'));
    return text.trim() === '' || !Number.isFinite(number) ? text : number;  // JSON has no infinity
};
// An English browser's number box drops a comma and a printed minus without a word: 1,5 would be 15, and −3 be 3.
const readAsTyped = boxes => boxes?.addEventListener('beforeinput', event => {
    if (event.target.type !== 'number' || !/[,\u2212]/.test(event.data ?? '')) return;
    event.preventDefault();
    document.execCommand('insertText', false, event.data.replaceAll(',', '.').replaceAll('\u2212', '-'));
});

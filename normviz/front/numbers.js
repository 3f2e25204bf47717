// An English browser's number box drops a comma and a printed minus without a word: 1,5 would be 15, and −3 be 3.
const readAsTyped = boxes => boxes?.addEventListener('beforeinput', event => {
    if (event.target.type !== 'number' || !/[,\u2212]/.test(event.data ?? '')) return;
    event.preventDefault();
    document.execCommand('insertText', false, event.data.replaceAll(',', '.').replaceAll('\u2212', '-'));
});

// Words in another language, on `?lang=ne` or where a notebook asks for it. A file of words has pairs of lines: English
// and, indented, the other language; **bold**, *italic* and `code` are marked, and {} is a number or another element.
window.words ??= (() => {
    const pairs = new Map(), SLOT = /\uE000\d+\uE001|{}|(?<![^ ])'[^']*'(?=[., ])|[−-]?\d+(?:[.,]\d+)*/g, MARKS = {B: '**', STRONG: '**', I: '*', EM: '*', CODE: '`'};
    const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-head'];
    const LEFT = 'script,style,pre,code,textarea,input,.source,.katex,math,mjx-container,.jp-CodeCell>.jp-Cell-inputWrapper';
    // The lines stand in a comment, so that a page that was opened from a disk can read them, too.
    const load = lines => String(lines).split('\n').forEach((line, i, all) => {
        const free = line.match(SLOT)?.map((slot, k) => [slot, k]) ?? [], at = slot => free.findIndex(([one]) => one === slot);
        const other = all[i + 1]?.match(/^ {2}(.+)/)?.[1].replace(SLOT, slot => at(slot) < 0 ? slot : `{${free.splice(at(slot), 1)[0][1]}}`);
        if (other) pairs.set(line.replace(SLOT, '{}'), other);
    });
    const of = text => pairs.get(text.replace(SLOT, '{}'))?.replace(/{(\d+)}/g, (_, k) => text.match(SLOT)[k]);
    const said = text => {
        const clean = text.trim().replace(/\s+/g, ' '), parts = clean.split(/(?<=[.?!:·।]) /), made = parts.map(of);
        const whole = /\p{L}{2}/u.test(clean) ? of(clean) ?? (made.some(Boolean) ? made.map((part, i) => part ?? parts[i]).join(' ') : undefined) : undefined;
        return whole === undefined ? undefined : text.match(/^\s*/)[0] + whole + text.match(/\s*$/)[0];
    };
    // What is still English keeps its numbers, and so does what is typed: code, and the name of a question, 02.6.
    const digits = text => /[a-z]{2}/i.test(text) && !/[\u0900-\u097f]/.test(text) ? text
        : text.replace(/"[^"]*"|(?<![^ ])'[^']*'(?=[., ])|\[\[.*?\]\]|\*\* ?[\d.]+|\d+e[-+]?\d+|[a-z_][\w.]*(?:\([^)]*\)|=[\w.+-]+)?|(?<![\d.])0\d\b(?:\.\d+)?|-?\d/gi,
            part => part.length > 1 && part[0] !== '-' ? part : part.replace('-', '−').replace(/\d/, one => pairs.get('digits')?.[one] ?? one));
    // One sentence may stand in several elements: its own text, what is set off, and others that keep their place.
    const reword = one => {
        const set = (name, text) => Object.assign(document.createElement(name), {textContent: text}), kept = [], isText = node => node.nodeType === 3;
        if (!one.childElementCount || ![...one.childNodes].some(node => isText(node) && node.data.trim())) return;
        const text = [...one.childNodes].map(node => isText(node) ? node.data : MARKS[node.tagName] && !node.childElementCount
            ? MARKS[node.tagName] + node.textContent + MARKS[node.tagName] : `\uE000${kept.push(node) - 1}\uE001`).join(''), other = said(text);
        if ((other ?? text) !== text) one.replaceChildren(...other.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\uE000\d+\uE001)/).map(part =>
            part[0] === '\uE000' ? kept[parseInt(part.slice(1))] : part.startsWith('**') ? set('b', part.slice(2, -2))
                : /^[*`]./.test(part) ? set(part[0] === '*' ? 'i' : 'code', part.slice(1, -1)) : part));
    };
    let within = ':root';
    const tell = node => {
        const one = node?.nodeType === 3 ? node.parentElement : node;
        if (one?.nodeType !== 1 || !one.closest(within) || one.closest(LEFT)) return;
        if (node !== one) { const other = digits(said(node.data) ?? node.data); if (node.data !== other) node.data = other; return; }
        if (one.tagName === 'OPTION' && !one.hasAttribute('value')) one.value = one.text;  // which an explorer reads
        for (const name of SPOKEN) {
            const text = one.getAttribute(name) ?? '', other = digits(said(text) ?? text);
            if (other !== text) one.setAttribute(name, other);
        }
        if (one.matches('a[href$=".html"]:not([href*="//"])')) one.search = location.search;
        reword(one);
        one.childNodes.forEach(tell);
    };
    const speak = (where = within) => {
        within = where;
        document.querySelectorAll(within).forEach(tell);
        new MutationObserver(changes => changes.forEach(({target}) => tell(target.nodeType === 3 ? target.parentElement : target)))
            .observe(document.documentElement, {subtree: true, childList: true, characterData: true, attributeFilter: SPOKEN});
    };
    const asked = new URLSearchParams(location.search).get('lang'), from = document.currentScript?.dataset.words ?? 'words.{}.js';
    if (/^(?!en)[a-z]{2}$/.test(asked ?? '')) document.head.append(Object.assign(document.createElement('script'), {src: from.replace('{}', asked),
        onload: () => { document.documentElement.lang = asked; speak(); }}));
    return Object.assign(load, {speak});
})();

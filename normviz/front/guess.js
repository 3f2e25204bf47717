// A guess of a number stands at the picture that has the number, by its `data-key`: the nearest in front, or the next one.
// It is marked on the number's axis, if there is one. How far off it is, is said only while the picture shows the number
// that was asked for: other settings have another one.
const readNumber = text => Number((text ?? '').replace('\u2212', '-') || NaN);

const farOff = (away, digits) => (Number(away.toFixed(digits)) ? `${plain(away, digits)} away` : 'right, rounded');

const guessOf = (asked, chosen) => {
    const told = asked.querySelector('[data-guesses]')?.dataset;
    const number = told && chosen && told.guesses.split(' ')[[...asked.querySelectorAll('[type=radio]')].indexOf(chosen)];
    return Number.isNaN(readNumber(number)) ? null : {...told, ...asked.dataset, number};
};

const markGuess = (picture, {of, number}) => {
    const mark = picture.querySelector(`[data-key="${of}/line"],[data-key="${of}/dot"]`), axis = mark?.closest('[data-axis]');
    const [low, high] = (axis?.dataset.axis ?? '0 0').split(' ').map(Number), share = (number - low) / (high - low);
    if (!(share >= 0 && share <= 1)) return;
    const x = `${(100 * share).toFixed(2)}%`, foot = Number(['y', 'cy', 'y1'].map(name => mark.getAttribute(name)).find(Boolean));
    const top = foot - (mark.hasAttribute('y1') ? 72 : 40);  // clear of the dots that lie on a ruler's line
    const words = share < .6 ? 'dx="5"' : 'dx="-5" text-anchor="end"';
    axis.insertAdjacentHTML('beforeend', `<g class="nv-yours"><line x1="${x}" x2="${x}" y1="${foot + 6}" y2="${top}"/><text x="${x}" y="${top + 8}" ${words} class="nv-halo">your guess</text></g>`);
};

const twoOrMore = number => Math.max(2, number.split('.')[1]?.length ?? 0);  // decimals

// Beside every picture from now on: a new one takes the mark away.
const compareWith = (picture, words, guess) => {
    const digits = twoOrMore(guess.number);
    const tell = () => {
        const now = picture.querySelector(`[data-key="${guess.of}"]`)?.textContent ?? '';
        const asked = Math.abs(readNumber(now) - guess.right) < .6 * 10 ** -twoOrMore(now);
        const far = asked ? `, ${farOff(Math.abs(readNumber(now) - guess.number), digits)}` : '';
        const said = `Your guess in ${guess.question} for ${guess.name}: ${plain(Number(guess.number), digits)}${far}.`;
        if (words.textContent !== said) words.textContent = said;
        if (!picture.querySelector('.nv-yours')) markGuess(picture, guess);
    };
    words.watch = new MutationObserver(tell);
    words.watch.observe(picture, {childList: true, subtree: true, characterData: true});
    tell();
};

const tellNext = asked => {
    const all = [...document.querySelectorAll('.nv-asked,.nv-explorer,.nv-moving,h2:not(section h2)')], at = all.indexOf(asked);
    const viewOf = element => element.querySelector('.nv-view'), own = one => one.matches('h2') || viewOf(one);
    const guess = guessOf(asked, asked.querySelector('input:checked')), after = all.slice(at + 1);
    const near = [all.slice(0, at).findLast(own), after.find(one => own(one) || one.matches('.nv-asked')), ...after].filter(one => one && viewOf(one));
    const view = guess && near.map(viewOf).find(one => one.querySelector(`[data-key="${guess.of}"]`));
    for (const old of document.querySelectorAll('.nv-guess')) if (old.of === asked || old.parentElement === view) {
        old.watch.disconnect();
        old.parentElement.querySelector('.nv-yours')?.remove();
        old.remove();
    }
    if (!view) return;
    const words = Object.assign(document.createElement('p'), {className: 'nv-guess', of: asked});
    view.prepend(words);
    compareWith(view.querySelector(':scope>div'), words, guess);
};

// A deck: the sections of the page, one on the screen at a time, on a plane of 1280 by 720 that fits every window.
// What has a `data-turn` comes when its turn comes; elements of one number come together. Each slide has an address,
// #/1, #/2 and so on. <aside class="notes"> is for the speaker: N shows it. Printed, each slide is a page, complete.
const WIDTH = 1280, HEIGHT = 720, SWIPE = 60;
const HELP = `
  <h2>Keys</h2>
  <dl>
    <dt>→, Page Down, Space</dt><dd>on, step by step</dd>
    <dt>←, Page Up</dt><dd>back</dd>
    <dt>Home, End</dt><dd>first and last slide</dd>
    <dt>N</dt><dd>notes for the speaker</dd>
    <dt>F</dt><dd>full screen</dd>
    <dt>Esc</dt><dd>leave a slider or a list, so that → turns the slide again</dd>
    <dt>?</dt><dd>this list</dd>
  </dl>
  <p>On a touch screen, swipe. To keep the deck as PDF, print it.</p>`;

const main = document.querySelector('main');
const slides = [...main.querySelectorAll(':scope > section')];
let at = 0, taken = 0;  // the slide shown, and how many of its steps

/** The steps of a slide: elements that come together, in the order of their numbers. */
const stepsOf = slide => {
  const steps = new Map();
  for (const element of slide.querySelectorAll('[data-turn]')) {
    const number = Number(element.dataset.turn);
    steps.set(number, [...steps.get(number) ?? [], element]);
  }
  return [...steps].sort(([a], [b]) => a - b).map(([, elements]) => elements);
};

const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const turn = (text, name, to) => make('button', {textContent: text, ariaLabel: name, onclick: to});
const number = make('span', {className: 'deck-number'});
const help = make('dialog', {className: 'deck-help', innerHTML: HELP});
help.append(make('form', {method: 'dialog'}, make('button', {textContent: 'Close'})));
const bar = make(
  'nav', {className: 'deck-bar', ariaLabel: 'Slides'},
  turn('←', 'Back', () => back()), number, turn('→', 'On', () => on()), turn('?', 'Keys', () => help.showModal()),
);
document.body.append(bar, help);

/** Show a slide, and so many of its steps; all of them if `steps` is Infinity. */
const show = (slide, steps = 0) => {
  const moved = slide !== at || !number.textContent;
  at = Math.min(Math.max(slide, 0), slides.length - 1);
  slides.forEach((one, index) => one.classList.toggle('deck-now', index === at));
  const all = stepsOf(slides[at]);
  taken = Math.min(steps, all.length);
  all.forEach((elements, index) => elements.forEach(one => one.classList.toggle('deck-later', index >= taken)));
  number.textContent = `${at + 1} / ${slides.length}`;
  if (location.hash !== `#/${at + 1}`) history.replaceState(null, '', `#/${at + 1}`);
  if (moved) slides[at].focus({preventScroll: true});  // a screen reader goes on at the slide's heading
};
const on = () => {
  if (taken < stepsOf(slides[at]).length) show(at, taken + 1);
  else if (at < slides.length - 1) show(at + 1);
};
const back = () => {
  if (taken) show(at, taken - 1);
  else if (at) show(at - 1, Infinity);
};
const addressed = () => show((Number.parseInt(location.hash.slice(2), 10) || 1) - 1);

const fit = () => {
  const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
  main.style.setProperty('--deck-scale', scale);
  main.style.setProperty('--deck-left', `${(innerWidth - scale * WIDTH) / 2}px`);
  main.style.setProperty('--deck-top', `${(innerHeight - scale * HEIGHT) / 2}px`);
};

const KEYS = {
  ArrowRight: on, PageDown: on, ' ': on, ArrowLeft: back, PageUp: back,
  Home: () => show(0), End: () => show(slides.length - 1, Infinity),
  n: () => document.body.classList.toggle('deck-notes'),
  f: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  '?': () => help.showModal(),
};
// What a control does with a key stays its own. A presenter's remote sends Page Up and Page Down: they turn the slide.
const REMOTE = ['PageDown', 'PageUp'];
const isControl = element => element.closest('input, select, textarea, button, summary, a, [contenteditable], .scroll');

addEventListener('keydown', event => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isControl(event.target) && !REMOTE.includes(key)) {
    if (key === 'Escape') slides[at].focus({preventScroll: true});
    return;
  }
  if (!Object.hasOwn(KEYS, key)) return;
  event.preventDefault();
  KEYS[key]();
}, true);

let touched = null;
main.addEventListener('touchstart', event => {
  touched = event.touches.length === 1 && !isControl(event.target) ? event.touches[0] : null;
}, {passive: true});
main.addEventListener('touchend', event => {
  if (!touched) return;
  const right = event.changedTouches[0].clientX - touched.clientX;
  const down = event.changedTouches[0].clientY - touched.clientY;
  if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down)) (right < 0 ? on : back)();
});

slides.forEach((slide, index) => {
  slide.tabIndex = -1;
  slide.ariaLabel = `Slide ${index + 1}`;
});
addEventListener('resize', fit);
addEventListener('hashchange', addressed);
fit();
addressed();

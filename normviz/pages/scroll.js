// What is wider than its place scrolls there; a keyboard must be able to reach it, also before it has come into sight. To
// look at what is out of sight has it laid out: box by box, while nothing else is to do.
const look = box => box.toggleAttribute("tabindex", box.scrollWidth > box.clientWidth) && box.setAttribute("tabindex", 0);
const seen = new ResizeObserver(changes => changes.forEach(({target}) => look(target)));
const boxes = [...document.querySelectorAll(".scroll, .source pre, .prose pre, .nv-message, .nv-message pre")];
const next = () => { if (boxes.length) { look(boxes.shift()); (window.requestIdleCallback ?? setTimeout)(next); } };
for (const box of boxes) seen.observe(box);
setTimeout(next, 1000);  // the pictures begin, and a first key is answered, before
for (const story of document.querySelectorAll('.nv-story')) beginStory(story, true);

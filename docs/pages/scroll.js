// What is wider than its place scrolls there; a keyboard must be able to reach it.
const reach = new ResizeObserver(seen => {
  for (const {target: box} of seen) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
});
for (const box of document.querySelectorAll(".scroll, .source pre, .nv-message, .nv-message pre")) reach.observe(box);

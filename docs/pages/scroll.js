// What is wider than its place scrolls there; a keyboard must be able to reach it.
function reach() {
  for (const box of document.querySelectorAll(".scroll, .source pre, .nv-message, .nv-message pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
reach();

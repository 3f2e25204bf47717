// A slide is 1280 by 720 on every screen, with FOOT for the slide's number and the arrows. What is taller is drawn
// smaller, and below READABLE it scrolls.
const WIDTH = 1280, HEIGHT = 720, FOOT = 24, READABLE = 0.62;

function fit(slide) {
  slide.classList.remove("tall");
  for (let zoom = 1; ; zoom -= 0.02) {
    slide.style.zoom = zoom.toFixed(2);
    slide.style.setProperty("--zoom", zoom.toFixed(2));
    if (slide.scrollHeight * zoom <= HEIGHT - FOOT || zoom <= READABLE) break;
  }
  slide.classList.toggle("tall", slide.scrollHeight * slide.style.zoom > HEIGHT - FOOT);
}

Reveal.initialize({
  width: WIDTH,
  height: HEIGHT,
  margin: 0.02,
  center: false,
  hash: true,
  slideNumber: "c/t",
  transition: "none",
  controlsTutorial: false,
  help: true,
});
for (const event of ["ready", "slidechanged"]) Reveal.on(event, () => fit(Reveal.getCurrentSlide()));
addEventListener("toggle", () => fit(Reveal.getCurrentSlide()), true);

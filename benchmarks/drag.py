"""A slider dragged at one step a frame: how many pictures are shown, and when the last one is right.

``python -m benchmarks.drag`` moves the first slider of each explorer for about two seconds, to and fro, one step at the
beginning of each frame, as a browser tells of a pointer (60 frames a second, or fewer where pictures are slow), and
ends where it began: so the picture that must stand at the end is known. It counts the pictures that reach the screen,
and the time from the last step until the picture of the last value stands there for good. In turns within one run: a
widget whose one number the kernel writes, one whose number the page writes alone, every explorer, and every explorer's
view drawn the usual way. ``--round-trip 100`` puts the server as far away as Binder is. Needs the extra ``[test]``.
"""

from benchmarks.machine import command, machine, median
from benchmarks.page import (
    AFTER_THE_FRAME,
    ALONE,
    FRAMES_A_SECOND,
    LEAST,
    add_arguments,
    conditions,
    measured_page,
)

PICTURES_A_SECOND = 50
QUIET = 400  # milliseconds

# Nothing has changed for `quiet` milliseconds, and the kernel, as far as the page knows, has nothing to do.
TOOLS = """
const wait = time => new Promise(done => setTimeout(done, time));
const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
const picture = () => usual ? root.querySelector('img')?.src : root.innerHTML;
const press = key => handle.dispatchEvent(
    new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
const number = () => handle.ariaValueText + handle.ariaValueNow;
const still = async () => {
    let last;
    do { last = picture(); await wait(quiet); } while (last !== picture() || kernel.status !== 'idle');
};
"""

# How far the slider can go from where it stands, 15 steps at most; and the picture of where it stands, drawn after a
# step away and one back.
PREPARE = f"""
async ({{handle, root, usual, quiet}}) => {{
    {TOOLS}
    handle.scrollIntoView({{block: 'center'}});
    handle.focus();
    await still();
    let [up, down] = ['ArrowRight', 'ArrowLeft'];
    if (handle.ariaValueNow === handle.ariaValueMax) [up, down] = [down, up];
    let steps = 0;
    for (let last = number(); steps < 15; steps++) {{ press(up); if (number() === last) break; last = number(); }}
    for (let i = 0; i < steps; i++) press(down);
    await still();
    press(up); await still(); press(down); await still();
    return {{up, down, steps, picture: picture(), number: number()}};
}}
"""

# A picture counts when a frame has been drawn since the page changed; an image, when it has been decoded.
DRAG = f"""
async ({{handle, root, usual, quiet, events, start}}) => {{
    {TOOLS}
    handle.scrollIntoView({{block: 'center'}});
    handle.focus();
    await still();
    let frames = 0, changed = null, dirty = false, watching = true, image = picture();
    const shown = () => {{ frames++; changed = performance.now(); }};
    const watch = new MutationObserver(() => {{ dirty = true; }});
    watch.observe(root, {{childList: true, subtree: true, characterData: true, attributes: true}});
    const look = () => {{
        if (!watching) return;
        if (dirty && usual) {{
            const now = root.querySelector('img');
            if (now?.complete && now.src !== image) {{ image = now.src; dirty = false; shown(); }}
        }} else if (dirty) {{ dirty = false; ({AFTER_THE_FRAME})(shown); }}
        requestAnimationFrame(look);
    }};
    const frame = () => new Promise(requestAnimationFrame);
    const begun = performance.now();
    let next = frame();  // before whoever looks, in each frame
    requestAnimationFrame(look);
    for (let i = 0; i < events; i++) {{
        await next;
        next = frame();
        press(i % (2 * start.steps) < start.steps ? start.up : start.down);
    }}
    const last = performance.now(), during = frames;
    await still();
    watching = false;
    watch.disconnect();
    return {{
        frames: during, seconds: (last - begun) / 1000, final: Math.max(0, (changed ?? last) - last),
        right: picture() === start.picture && number() === start.number,
    }};
}}
"""


def parser():
    understood = command(__doc__)
    understood.add_argument("--drags", type=int, default=2, help="drags of each slider")
    understood.add_argument("--seconds", type=float, default=2, help="length of a drag")
    add_arguments(understood)
    return understood


def main(arguments=None) -> None:
    chosen = parser().parse_args(arguments)
    if chosen.drags < 1 or chosen.seconds <= 0:
        parser().error("--drags and --seconds: expected more than 0")
    line = machine()
    drags = {}
    with measured_page(chosen.explorers, chosen.round_trip / 1000, chosen.at_once) as measured:
        line += f"; {measured.browser}"
        starts = {}
        first = {(slider.name, slider.usual): slider for slider in reversed(measured.sliders)}
        for _ in range(chosen.drags):
            for slider in sorted(
                first.values(), key=lambda slider: (slider.usual, measured.sliders.index(slider))
            ):
                parts = {"handle": slider.handle, "root": slider.root, "usual": slider.usual}
                parts["quiet"] = QUIET + 2 * chosen.round_trip
                if slider not in starts:
                    starts[slider] = measured.page.evaluate(PREPARE, parts)
                parts |= {"start": starts[slider], "events": events(chosen.seconds, starts[slider]["steps"])}
                drag = measured.page.evaluate(DRAG, parts)
                drags.setdefault((slider.name, slider.usual), []).append(drag)
    far = conditions(chosen)
    print(line)
    print(f"{chosen.drags} drags each, in turns, of about {chosen.seconds:g} s, one step a frame{far}")
    print("\n".join(["", *report(drags)]))


def events(seconds: float, steps: int) -> int:
    """How many steps make a drag of about so many seconds that goes ``steps`` there and as many back, to the end."""
    if steps < 1:
        raise ValueError(f"steps: expected a slider that can go one step at least, got {steps}")
    return max(1, round(seconds * FRAMES_A_SECOND / (2 * steps))) * 2 * steps


def report(drags: dict[tuple[str, bool], list[dict]]):
    """Lines of a table; ``drags`` has what DRAG found for each (name, drawn the usual way)."""
    yield f"{'':30}{'pictures a second':>22}{'final picture after, ms':>32}"
    yield f"{'':30}{'':>10}{'usual way':>12}{'median':>10}{'worst':>8}{'usual way':>14}"
    wrong, slow = [], []
    for (name, usual), found in drags.items():
        if not all(drag["right"] for drag in found):
            wrong.append(f"{name}{', usual way' if usual else ''}")
        if usual:
            continue
        if name not in (LEAST, ALONE) and _rate(found) < PICTURES_A_SECOND:
            slow.append(name)
        finals = [drag["final"] for drag in found]
        peers = drags.get((name, True))
        rate = f"{_rate(peers):12.1f}" if peers else f"{'':12}"
        line = f"{name:30}{_rate(found):10.1f}{rate}{median(finals):10.0f}{max(finals):8.0f}"
        yield line + (f"{median([drag['final'] for drag in peers]):14.0f}" if peers else "")
    yield ""
    yield f"bar, at least {PICTURES_A_SECOND} pictures a second: {'MISSED by ' + ', '.join(slow) if slow else 'holds'}"
    yield f"the picture of the last value stands at the end: {'NOT of ' + ', '.join(wrong) if wrong else 'always'}"


def _rate(found) -> float:
    return median([drag["frames"] / drag["seconds"] for drag in found])


if __name__ == "__main__":
    main()

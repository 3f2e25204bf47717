"""Positions of the ruler a second, while a dot is held: on a page without a kernel, and in JupyterLab.

``python -m benchmarks.hold`` drags the followed dot to and fro in Chromium, one move of the pointer a frame, which is
what Chromium passes on. It counts the frames whose ruler stands elsewhere than in the frame before. A frame comes 60
times a second. Needs the extra ``[test]``.
"""

import tempfile
from pathlib import Path

import numpy as np

import normviz as nv
from benchmarks.machine import command, late, machine, missed_by
from benchmarks.page import notebook_of

MANY = "32 sentences, one of 100 words"
EXPLORERS = {
    "Padding": "PaddingExplorer()",
    "Padding, 3200 numbers": f"PaddingExplorer(example={MANY!r})",
    "Batch norm": "BatchNormExplorer()",
    "Affine": "AffineExplorer()",
    "Moderator": "ModeratorExplorer()",
    "Epsilon": "EpsilonExplorer()",
    "Axes": "AxesExplorer()",
}
LEAST = 50  # positions a second
WARM_UP = 20  # frames
# Milliseconds of each frame, and whether its ruler stands elsewhere than in the frame before.
HOLD = """
([index, seconds, warmUp]) => new Promise(done => {
    const root = document.querySelectorAll('.nv-takes')[index], grip = root.querySelector('.nv-grip');
    grip.scrollIntoView({block: 'center'});
    root.setPointerCapture = () => {};  // no real pointer is down
    const ruler = () => root.querySelector('[data-hand] [data-ruler]').dataset.mean;
    const {left, width} = root.querySelector('[data-hand] [data-axis]').getBoundingClientRect();
    const box = grip.getBoundingClientRect();
    const at = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, pointerId: 7};
    const send = (node, kind, more) => node.dispatchEvent(new PointerEvent(kind, {...at, cancelable: true, ...more}));
    send(grip, 'pointerdown');
    const took = [], moved = [];
    const place = () => Math.abs(frame++ % 120 / 60 - 1);  // to and fro in two seconds
    let frame = 0, before, last, end;
    const step = now => {
        send(root, 'pointermove', {clientX: left + width * (.1 + .8 * place())});
        if (frame > warmUp) { took.push(now - before); moved.push(ruler() !== last); }
        end ??= now + 1000 * seconds;
        [before, last] = [now, ruler()];
        if (now < end) return requestAnimationFrame(step);
        send(root, 'pointerup');
        done([took, moved]);
    };
    requestAnimationFrame(step);
})"""


def parser():
    """What the command understands."""
    understood = command(__doc__)
    understood.add_argument("--seconds", type=float, default=5, help="that each dot is held")
    understood.add_argument(
        "--explorers", nargs="*", choices=EXPLORERS, default=list(EXPLORERS), metavar="NAME"
    )
    return understood


def main(arguments=None) -> None:
    wanted = parser().parse_args(arguments)
    how = [wanted.seconds, WARM_UP]
    print(machine())
    held = {}
    with notebook_of(f"import normviz as nv\nnv.{EXPLORERS[name]}" for name in wanted.explorers) as opened:
        browser, chapter, _ = opened
        for index, name in enumerate(wanted.explorers):
            held[name, "notebook"] = chapter.page.evaluate(HOLD, [index, *how])
        with tempfile.TemporaryDirectory() as folder:
            for name in wanted.explorers:
                explorer = eval(f"nv.{EXPLORERS[name]}", {"nv": nv})
                explorer.only(next(iter(explorer.controls))).save(Path(folder, "page.html"))
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(Path(folder, "page.html").as_uri())
                page.wait_for_selector(".nv-takes")
                held[name, "page"] = page.evaluate(HOLD, [0, *how])
                page.close()
        print(f"Chromium {browser.version}; each dot held for {wanted.seconds:g} s\n")
    print("\n".join(report(held)))


def report(held):
    """Lines of a table: ``held`` is (name, place) → the milliseconds of its frames, and in which the ruler moved."""
    yield f"{'':40}{'positions':>12}{'frame, ms':>12}{'95 %':>8}"
    slow = []
    for (name, place), (took, moved) in held.items():
        a_second = 1000 * sum(moved) / sum(took)
        yield f"{f'{name}, {place}':40}{a_second:>10.1f}/s{np.median(took):>12.1f}{late(took):>8.1f}"
        if a_second < LEAST:
            slow.append(f"{name}, {place}")
    yield f"\nbar, at least {LEAST} positions of the ruler a second: {missed_by(slow)}"


if __name__ == "__main__":
    main()

"""A walk through an explorer in a page, faster than its kernel answers, and every frame that was shown on the way.

A walk is drawn up here, with the settings that it passes; the page walks it, and keeps each frame. A frame is right
when it is the picture of settings that were passed, and none before those of the frame before.
"""

import ast
import random

from normviz.explorers.controls import Choice, Number, all_in
from tests.support.open_chapter import ANSWERED

# Steps: ["approach", i], ["key", i, ±1], ["choose", i, index], ["type", i, text], ["wait", ms], ["settle"].
TOOLS = """
const wait = time => new Promise(done => setTimeout(done, time));
const part = (box, i, selector) => box.querySelector(`.nv-stand-${i} ${selector}`);
const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
WALK = f"""async ([box, steps]) => {{
    {TOOLS}
    const settle = {ANSWERED};
    const picture = box.querySelector('.nv-view > div'), frames = [];
    let dirty = true, looking = true, step = 0;
    const watch = new MutationObserver(() => {{ dirty = true; }});
    watch.observe(picture, {{childList: true, subtree: true, characterData: true, attributes: true}});
    const look = () => {{
        const boxes = [...box.querySelectorAll('.nv-number input')].map(input => Number(input.value));
        if (dirty) frames.push({{step, boxes, node: picture.cloneNode(true)}});
        dirty = false;
        if (looking) requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
    for (const [kind, i, what] of steps) {{
        if (kind === 'wait') await wait(i);
        else if (kind === 'settle') {{ await settle(); await wait(100); await settle(); }}
        else if (kind === 'choose') {{
            const list = part(box, i, 'select');
            list.selectedIndex = what;
            list.dispatchEvent(new Event('change', {{bubbles: true}}));
        }} else if (kind === 'type') {{
            const input = part(box, i, 'input');
            input.value = what;
            input.dispatchEvent(new Event('change', {{bubbles: true}}));
        }} else {{
            const handle = part(box, i, '.noUi-handle');
            if (kind === 'key') handle.dispatchEvent(new KeyboardEvent('keydown',
                {{key: what > 0 ? 'ArrowRight' : 'ArrowLeft', bubbles: true, cancelable: true}}));
            else box.querySelector(`.nv-stand-${{i}}`).dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}));
        }}
        step++;
    }}
    await settle();
    await wait(300);
    await settle();
    await frame();
    looking = false;
    watch.disconnect();
    window.walked = frames;
    return frames.length;
}}"""
# For each frame: the step it followed, and which of the pictures it is.
MATCH = """([pictures]) => {
    const parsed = pictures.map(markup => {
        const place = document.createElement('div');
        place.innerHTML = markup;
        return place;
    });
    return window.walked.map(({step, boxes, node}) => ({step, boxes, html: node.innerHTML,
        is: parsed.flatMap((place, i) => {
            const same = place.childNodes.length === node.childNodes.length
                && [...place.childNodes].every((child, k) => child.isEqualNode(node.childNodes[k]));
            return same ? [i] : [];
        })}));
}"""


def steps_of(kind, seed: int, count: int, settings=None):
    """A random walk: its steps for the page, and the settings it passes, the first ones included."""
    at_random = random.Random(seed)
    explorer = kind()
    settings = explorer.settings if settings is None else settings
    names = explorer._standing
    passed, steps, known = [settings], [], described_by(kind, settings)
    while len(passed) < count:
        described = described_by(kind, settings)
        name = at_random.choice([name for name in names if described[name].visible])
        one, i = described[name], names.index(name)
        here, values = one.place(getattr(settings, name)), one.places()
        if one != known.get(name) or (isinstance(one, Choice) and not one.enabled):
            steps.append(["settle"])  # only then the control is in the page what it is here
            known = described
        steps.append(["approach", i])
        steps.append(["wait", at_random.choice([0, 0, 20, 150, 700])])
        chosen = at_random.random()
        if isinstance(one, Number) and chosen < 0.1:
            number = round(at_random.uniform(one.low, one.high), 3)
            number = int(number) if one.whole else number
            try:
                after = kind.after(settings, **{name: float(number) if not one.whole else number})
                kind.draw(kind.compute(after))
            except Exception:
                continue
            steps += [["settle"], ["type", i, str(number)], ["settle"]]
            passed.append(settings := after)
            known = described_by(kind, settings)
            continue
        way = at_random.choice([-1, 1])
        for _ in range(at_random.choice([1, 1, 2, 5, 9])):
            if isinstance(one, Number):
                if at_random.random() < 0.2:
                    way = -way
                place = here + way
                step = ["key", i, way]
            else:
                place = at_random.randrange(len(values))
                step = ["choose", i, place]
            if not 0 <= place < len(values) or place == here or here is None:
                continue
            settings, here = kind.after(settings, **{name: values[place]}), place
            passed.append(settings)
            steps += [step, ["wait", at_random.choice([0, 0, 5, 17, 40, 120])]]
            if described_by(kind, settings)[name] != one:
                break
    return steps, passed


def described_by(kind, settings):
    return {described.name: described for described in all_in(kind.controls_for(settings))}


def wrong_frames(explorer, steps, pictures, came):
    """Walk, and say which frames were wrong, in words.

    Parameters
    ----------
    explorer : an Explorer in the page
    steps : of the walk
    pictures : of the settings that the walk passes, in its order
    came : returns the pictures that the kernel has drawn since the walk began
    """
    page = explorer.page
    page.evaluate(WALK, [explorer.box.element_handle(), steps])
    kernels = [*dict.fromkeys(came())]
    found, at, kernel_at, wrong = page.evaluate(MATCH, [[*pictures, *kernels]]), 0, -1, []
    for number, frame in enumerate(found):
        later = [i for i in frame["is"] if at <= i < len(pictures)]
        of_kernel = [i for i in frame["is"] if i > len(pictures) + kernel_at]
        if later:
            at = later[0]
        elif frame["is"] and frame["is"][0] >= len(pictures) and of_kernel:
            kernel_at = of_kernel[0] - len(
                pictures
            )  # two controls whose moves reached the kernel in another order
        else:
            what = (
                f"the picture of step {frame['is']}, after that of {at}"
                if frame["is"]
                else "no picture at all"
            )
            wrong.append(f"frame {number} of {len(found)}, after step {frame['step']}: {what}")
    if len(pictures) - 1 not in found[-1]["is"]:
        wrong.append(f"the last frame is not the last picture, but {found[-1]['is']}")
    return wrong, found


def kernel_value(page, expression: str):
    """A text of the kernel's."""
    shown = page.evaluate(
        """async value => {
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            const request = {code: '', silent: true, store_history: false, user_expressions: {value}};
            return (await kernel.requestExecute(request).done).content.user_expressions.value;
        }""",
        expression,
    )
    if "data" not in shown:
        raise RuntimeError(f"{expression}: {shown}")
    return ast.literal_eval(shown["data"]["text/plain"])

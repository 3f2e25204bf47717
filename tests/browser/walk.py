"""A walk through an explorer in a page, faster than its kernel answers, and every frame that was shown on the way.

A walk is drawn up here, with the settings that it passes; the page walks it, and keeps each frame. A frame is right
when it is the picture of settings that were passed, and none before those of the frame before.
"""

import random

from normviz.explorers.controls import Choice, Number, all_in

# Steps: ["approach", name], ["key", name, ±1], ["choose", name, index], ["wait", ms], ["settle"].
TOOLS = """
const wait = time => new Promise(done => setTimeout(done, time));
const part = (box, name, selector) => box.querySelector(`.nv-bar [data-key="${name}"] ${selector}`.trim());
const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
"""
WALK = f"""async ([box, steps]) => {{
    {TOOLS}
    const isBusy = () => document.querySelector('.nv-waits,.nv-spoken[aria-busy="true"]');
    const settle = async () => {{ do await frame(); while (isBusy()); }};
    const picture = box.querySelector('.nv-view > div'), frames = [];
    let dirty = true, looking = true, step = 0;
    const watch = new MutationObserver(() => {{ dirty = true; }});
    watch.observe(picture, {{childList: true, subtree: true, characterData: true, attributes: true}});
    const look = () => {{
        if (dirty) frames.push({{step, node: picture.cloneNode(true)}});
        dirty = false;
        if (looking) requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
    for (const [kind, i, what] of steps) {{
        if (kind === 'wait') await wait(i);
        else if (kind === 'settle') await settle();
        else if (kind === 'choose') {{
            const list = part(box, i, 'select');
            if (list) {{
                list.selectedIndex = what;
                list.dispatchEvent(new Event('change', {{bubbles: true}}));
            }} else part(box, i, `[data-stop="${{what}}"]`).click();
        }} else if (kind === 'key') {{
            const slider = part(box, i, '[type=range]');
            slider.value = Number(slider.value) + what;
            slider.dispatchEvent(new Event('input', {{bubbles: true}}));
        }} else part(box, i, '').dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}));
        step++;
    }}
    await settle();
    await frame();
    looking = false;
    watch.disconnect();
    window.walked = frames;
    return frames.length;
}}"""
# For each frame: the step it followed, and which of the pages it is, without what the page adds: outlines of where
# things stood at first; and the followed cell, and code that is too wide for its place, are reached by keys.
MATCH = """([pages]) => {
    const plain = picture => {
        const copy = picture.cloneNode(true);
        for (const code of copy.querySelectorAll('pre[tabindex]')) code.removeAttribute('tabindex');
        for (const grid of copy.querySelectorAll('table[role]')) grid.removeAttribute('role');
        for (const cell of copy.querySelectorAll('td[aria-description]'))
            for (const name of ['tabindex', 'aria-description']) cell.removeAttribute(name);
        return copy;
    };
    const parsed = pages.map(markup => Object.assign(document.createElement('template'), {innerHTML: markup})
        .content.querySelector('.nv-view > div'));
    return window.walked.map(({step, node}) => {
        const shown = plain(node);
        return {step, html: node.innerHTML, is: parsed.flatMap((host, i) => host.isEqualNode(shown) ? [i] : [])};
    });
}"""


def steps_of(kind, seed: int, count: int, settings):
    """A random walk from ``settings``: its steps for the page, and the settings it passes, the first ones included.

    One control after the other: of its moves the kernel may hear the last alone, which must lead to the same. What
    cannot be drawn is passed by: its picture shows the one before, too, and is no function of its settings.
    """
    at_random = random.Random(seed)
    passed, steps = [settings], []
    while len(passed) < count:
        steps.append(["settle"])
        rest, controls = settings, controls_at(kind, settings)
        name = at_random.choice([name for name, (described, _) in controls.items() if described.visible])
        (described, here), values = controls[name], controls[name][0].values()
        steps += [["approach", name], ["wait", at_random.choice([0, 0, 20, 150, 700])]]
        way = at_random.choice([-1, 1])
        for _ in range(at_random.choice([1, 2, 5, 9])):
            way = -way if at_random.random() < 0.2 else way
            is_number = isinstance(described, Number)
            stop = (
                here + way if is_number else at_random.randrange(len(values)) if described.enabled else here
            )
            if not 0 <= stop < len(values) or stop == here:
                continue
            after = drawn_after(kind, settings, name, values[stop])
            if after is None or after in passed or drawn_after(kind, rest, name, values[stop]) != after:
                break
            settings, here = after, stop
            passed.append(settings)
            steps.append(["key", name, way] if is_number else ["choose", name, stop])
            steps.append(["wait", at_random.choice([0, 0, 5, 17, 40, 120])])
            if controls_at(kind, settings)[name] != (described, here):
                break  # before it is drawn, the control is not in the page what it is here
    return steps, passed


def drawn_after(kind, settings, name: str, value):
    """The settings after a move; None where they cannot be drawn."""
    try:
        settings = kind.after(settings, **{name: value})
        kind.draw(kind.compute(settings))
    except (ValueError, TypeError):
        return None
    return settings


def controls_at(kind, settings):
    """name → (description, stop) of each control that can stand somewhere."""
    found = [each for each in all_in(kind.controls_for(settings)) if isinstance(each, (Choice, Number))]
    found = [each for each in found if not each.in_picture]
    return {each.name: (each, each.stop_of(getattr(settings, each.name))) for each in found}


def wrong_frames(shown, steps, pages):
    """Walk, and say which frames were wrong, in words.

    Parameters
    ----------
    shown : a Bare explorer
    steps : of the walk
    pages : of the settings that the walk passes, in its order
    """
    page = shown.page
    page.evaluate(WALK, [page.query_selector(".nv-page"), steps])
    found, wrong = page.evaluate(MATCH, [pages]), []
    at = 0  # what was shown last: a page of the walk, or one of the kernel's own, which is equal to one of these
    for number, frame in enumerate(found):
        later = [i for i in frame["is"] if i >= at]
        if not later:
            what = f"again the page {frame['is']} of the walk" if frame["is"] else "no page at all"
            wrong.append(f"frame {number} of {len(found)}, at step {frame['step']}: {what}, after {at}")
        at = min(later, default=at)
    if len(pages) - 1 not in found[-1]["is"]:
        wrong.append(f"the last frame is not the last page, but {found[-1]['is']}")
    return wrong, found

"""A walk through an explorer in a page, faster than its kernel answers, and every frame that was shown on the way.

A walk is drawn up here, with the settings that it passes; the page walks it, and keeps each frame. A frame is right
when it is the picture of settings that were passed, and none before those of the frame before.
"""

import random

from normviz.explorers.controls import Choice, Number, all_in

# Steps: ["approach", name], ["key", name, ±1], ["choose", name, index], ["type", name, text], ["wait", ms], ["settle"].
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
        }} else if (kind === 'type') {{
            const input = part(box, i, '[type=number]');
            input.value = what;
            input.dispatchEvent(new Event('change', {{bubbles: true}}));
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

    What cannot be drawn is passed by: its picture shows the one before, too, and is no function of its settings.
    """
    at_random = random.Random(seed)
    names = list(controls_at(kind, settings))
    passed, steps, known = [settings], [], controls_at(kind, settings)
    waiting = Waiting(kind, settings)

    def settle():
        nonlocal known
        steps.append(["settle"])
        known = controls_at(kind, settings)
        waiting.settle(settings)

    while len(passed) < count:
        controls = controls_at(kind, settings)
        name = at_random.choice([name for name in names if controls[name][0].visible])
        (described, here), values = controls[name], controls[name][0].values()
        if controls[name] != known[name]:
            settle()  # before that, the control is not in the page what it is here
        steps += [["approach", name], ["wait", at_random.choice([0, 0, 20, 150, 700])]]
        if isinstance(described, Number) and at_random.random() < 0.1:
            number = round(at_random.uniform(described.low, described.high), 0 if described.whole else 3)
            after = drawn_after(kind, settings, name, int(number) if described.whole else number)
            if after is None:
                continue
            settle()
            steps.append(["type", name, str(number)])
            settings = after
            passed.append(settings)
            settle()
            continue
        way = at_random.choice([-1, 1])
        for _ in range(at_random.choice([1, 1, 2, 5, 9])):
            if isinstance(described, Number):
                way = -way if at_random.random() < 0.2 else way
                stop, step = here + way, ["key", name, way]
            else:
                stop = at_random.randrange(len(values)) if described.enabled else here
                step = ["choose", name, stop]
            if not 0 <= stop < len(values) or stop == here:
                continue
            if (after := drawn_after(kind, settings, name, values[stop])) is None:
                continue
            if not waiting.leads_to(after, name, values[stop]):
                settle()
            waiting.add(name, values[stop], after)
            settings, here = after, stop
            passed.append(settings)
            steps += [step, ["wait", at_random.choice([0, 0, 5, 17, 40, 120])]]
            known[name] = described, here
            if controls_at(kind, settings)[name] != known[name]:
                break
    return steps, passed


class Waiting:
    """Moves that the kernel may not have heard: of one control perhaps the last alone, of two in any order.

    On such a way it may come by settings that the walk passed before: nobody could tell these from old ones that are
    shown again.
    """

    def __init__(self, kind, settings):
        self.kind, self.passed = kind, set()
        self.settle(settings)

    def settle(self, settings):
        self.rest, self.moves = settings, []
        self.passed.add(settings)

    def add(self, name, value, settings):
        self.moves.append((name, value))
        self.passed.add(settings)

    def leads_to(self, after, name, value):
        """Whether the kernel comes to ``after`` with one move more, however it hears them, and by no old way."""
        own = [k for k, (moved, _) in enumerate(self.moves, 1) if moved == name]
        straight = [*self.moves, (name, value)]
        for k in range(max(own, default=0), len(self.moves) + 1):
            heard = [*self.moves[:k], (name, value), *self.moves[k:]]
            for moves in (heard, list(dict(heard).items())):
                *way, end = self._way_of(moves)
                if end != after or (moves != straight and self.passed.intersection(way)):
                    return False
        return True

    def _way_of(self, moves):
        settings = self.rest
        for name, value in moves:
            if getattr(settings, name) != value:  # a hand that chooses it again moves nothing
                settings = self.kind.after(settings, **{name: value})
            yield settings


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
    kernels = shown.drawn
    found, wrong = page.evaluate(MATCH, [[*pages, *kernels]]), []
    stands = {
        (0, len(pages) - 1)
    }  # what may have been shown last: one of the walk, and one of the kernel's own
    for number, frame in enumerate(found):
        later = {(i, kernel) for at, kernel in stands for i in frame["is"] if at <= i < len(pages)} | {
            # Moves of two controls may reach the kernel in another order; what was passed before must not come again.
            (at, i)
            for at, kernel in stands
            if frame["is"] and frame["is"][0] > at
            for i in frame["is"]
            if i >= max(kernel, len(pages))
        }
        if not later:
            what = f"again the page {frame['is']} of the walk" if frame["is"] else "no page at all"
            wrong.append(f"frame {number} of {len(found)}, at step {frame['step']}: {what}, after {stands}")
        stands = later or stands
    if len(pages) - 1 not in found[-1]["is"]:
        wrong.append(f"the last frame is not the last page, but {found[-1]['is']}")
    return wrong, found

"""A widget in a page of its own, without JupyterLab: the page's real module, a model of ten lines, and the real kernel.

What goes either way waits in ``held`` where that is a list; what the page sends while ``lost`` is true is gone.
"""

import json
from base64 import b64encode

from playwright.sync_api import TimeoutError as WaitedTooLong

from normviz import front
from normviz.drawing.theme import CSS

# For a page of a test: what waits until a hand has rested, 300 or 500 ms, waits a tenth of that.
RESTS = """const slowly = window.setTimeout;
window.setTimeout = (does, ms, ...more) => slowly(does, ms >= 300 && ms <= 500 ? ms / 10 : ms, ...more);"""
WAITS = '.nv-waits,.nv-spoken[aria-busy="true"]'
LIMIT = 30_000  # ms
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
HTML = """<!doctype html><meta charset=utf-8><meta name="color-scheme" content="light dark">
<style>{style}</style><main></main><script type=module>
{module}
const traits = {traits}, told = {{}}, later = what => window.held?.push(what) ?? setTimeout(what);
window.taken = 0;  // messages that the page has read to their end
window.model = {{
    get: name => name === 'layout' ? window.layout : traits[name],
    on: (names, tell) => names.split(' ').forEach(name => (told[name] ??= []).push(tell)),
    send: content => {{ if (!window.lost) later(() => hear(JSON.stringify(content))); }},
}};
const viaLayout = [];
window.layout = {{on: (_, tell) => viaLayout.push(tell)}};
const bytes = text => new DataView(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);
const take = news => {{
    for (const {{set, custom, buffers, layout}} of news) {{
        if (layout) viaLayout.forEach(tell => tell(custom, buffers.map(bytes)));
        else if (window.deaf) continue;
        else if (custom) for (const tell of told['msg:custom'])
            Promise.resolve(tell(custom, buffers.map(bytes))).then(() => window.taken++);
        else for (const name in set) {{ traits[name] = set[name]; told[`change:${{name}}`]?.forEach(tell => tell()); }}
    }}
}};
window.pump = async () => {{
    const news = JSON.parse(await poll());
    if (news.length) later(() => take(news));
    setTimeout(window.pump, 15);
}};
const widget = widgetOf();
widget.initialize({{model: window.model}});
window.view = () => {{
    const el = document.querySelector('main').appendChild(document.createElement('div')), gone = new AbortController();
    widget.render({{model: window.model, el, signal: gone.signal}});
    return () => {{ gone.abort(); el.remove(); }};
}};
window.close = window.view();
window.pump();
</script>"""


class Bare:
    """``widget`` in ``page``, in place of the one before.

    ``drawn`` has every page that the kernel has drawn since it was cleared.
    """

    def __init__(self, page, widget, files=front.EXPLORER):
        self.page, self.widget, self.news, self.drawn = page, widget, [], []
        widget.send = lambda content, buffers=None: self._send(content, buffers, layout=False)
        widget.layout.send = lambda content, buffers=None: self._send(content, buffers, layout=True)
        names = [name for name in widget.trait_names(sync=True) if name.startswith("_") and name[1:2] != "_"]
        names = [
            name
            for name in names
            if name not in ("_esm", "_css") and isinstance(getattr(widget, name), str | int | dict)
        ]
        widget.observe(self._changed, names)
        if not hasattr(page, "kernel"):
            page.expose_function("hear", lambda content: page.kernel._hear(content))
            page.expose_function("poll", lambda: page.kernel._poll())
        page.kernel = self
        module = front.module(*files).replace("export default", "const widgetOf =")
        traits = json.dumps(widget.get_state(names)).replace("</", "<\\/")
        page.set_content(HTML.format(style=CSS + front.style(), module=module, traits=traits))
        page.wait_for_selector(".nv-view, .nv-asked")

    def _send(self, content, buffers, layout):
        packed = [b64encode(buffer).decode() for buffer in buffers or ()]
        self.news.append({"custom": content, "buffers": packed, "layout": layout})

    def _changed(self, change):
        if change.name == "_page":
            self.drawn.append(change.new)
        self.news.append({"set": change.name})

    def _hear(self, content):
        self.widget._told(self.widget, json.loads(content), [])

    def _poll(self):
        news, self.news = self.news, []
        return json.dumps(
            [{"set": self.widget.get_state(one["set"])} if "set" in one else one for one in news]
        )

    def settle(self):
        """Wait until the kernel has answered and the page shows and says it; AssertionError where it does not."""
        self.page.evaluate(FRAMES)  # what the hand did has become a message
        try:
            self.page.wait_for_function(f"() => !document.querySelector('{WAITS}')", timeout=LIMIT)
        except WaitedTooLong:
            left = self.page.locator(WAITS).evaluate_all("all => all.map(one => one.className)")
            raise AssertionError(
                f"waited {LIMIT / 1000:g} s for the kernel, and these wait still: {left}"
            ) from None

    def let_go(self):
        """Let through what was held in ``window.held``, and all that follows."""
        self.page.evaluate(
            "() => { const held = window.held; window.held = null; held.forEach(go => go()); }"
        )

    def control(self, name, selector="[type=range]"):
        return self.page.locator(f'.nv-bar [data-key="{name}"] {selector}')

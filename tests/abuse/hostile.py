"""Hostile text, and a tripwire in the page that notices when any of it runs."""

import contextlib

PATIENCE = 100  # times 50 ms

# No white space and no separator of a typed table, so that each of them is one word, one name or one cell.
# Each calls the tripwire, or asks for a page of the host "tripwire.invalid", where it is not escaped.
RUNS = {
    "script": "<script>tripwire('script')</script>",
    "image": "<img/src='x'onerror=tripwire('image')>",
    "svg": "<svg/onload=tripwire('svg')>",
    "iframe": "<iframe/srcdoc='<script>parent.tripwire(1)</script>'>",
    "details": "<details/open/ontoggle=tripwire('details')>",
    "remote image": "<img/src=http://tripwire.invalid/image.png>",
    "remote style": "<style>@import'http://tripwire.invalid/style.css'</style>",
    "link": "<a/href=javascript:tripwire('link')>press</a>",
    "button": "<button/onclick=tripwire('button')>press</button>",
    "out of an attribute": "\"onmouseover=\"tripwire('double')",
    "out of a quoted attribute": "'onmouseover='tripwire(\"single\")",
    "out of a tag": "\"><img/src='x'onerror=tripwire('tag')>",
    "out of a style": "</style><img/src='x'onerror=tripwire('style')>",
    "out of an svg": "</title></text></svg><img/src='x'onerror=tripwire('svg-end')>",
    "out of a text area": "</textarea><img/src='x'onerror=tripwire('textarea')>",
    "out of a comment": "--><img/src='x'onerror=tripwire('comment')>",
    "out of a script": "</script><script>tripwire('script-end')</script>",
}
# Text that must be shown as it is.
SHOWN = {
    "escaped once": "&lt;img/src=x/onerror=tripwire(1)&gt;",
    "escaped twice": "&amp;lt;b&amp;gt;",
    "null": "&#0;&#x3c;b&#x3e;",
    "dollars": "$5-$9",
    "formula": r"$x^2$",
    "formula in brackets": r"\(x^2\)",
    "formula on a line": r"\[x^2\]$$y$$",
    "formula with a link": r"$\href{javascript:tripwire('tex')}{x}$",
    "markdown": "**b**`c`[d](javascript:tripwire('markdown'))",
    "template": "{{7*7}}${7*7}%s{0}{x!r}",
    "right to left": "\u202egnp.exe\u202c",
    "hebrew": "שלום",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "combining": "Z" + "\u0335\u0321\u0325\u0348\u0301\u0306" * 12,
    "no width": "a\u200bb\ufeffc",
    "one long word": "Llanfairpwllgwyngyll" * 500,
    "control": "a\x07b\x1b[31mc\x7f",
}
WORDS = (*RUNS.values(), *SHOWN.values())
# All that can run in one text, and texts of at most 16 characters, which no picture cuts short.
EVERYTHING = "".join(RUNS.values())
SHORT = "<svg/onload=t()>"
SIGNS = r"""$x$\(y\)"'<b>&lt"""
LONG = SHOWN["one long word"]

# Installed before any script of the page. A call is remembered, and so is every dialog and request it may lead to.
_WIRE = "window.tripped = []; window.tripwire = window.t = what => { window.tripped.push(String(what)); };"
# What happens to an element when somebody reads on: the mouse passes over it, it gets the focus, a link is pressed.
_TOUCH = """root => {
    const found = [...document.querySelectorAll(root)].flatMap(place => [place, ...place.querySelectorAll('*')]);
    for (const at of found) {
        for (const type of ['mouseover', 'mouseenter']) at.dispatchEvent(new MouseEvent(type, {bubbles: true}));
        at.focus?.();
        if (at.matches('a, [onclick]')) at.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    }
}"""
# Elements that can run or load something, wherever they come from, and formulas: none of the pictures needs one.
_DANGEROUS = """root => [...document.querySelectorAll(root)].flatMap(place => [place, ...place.querySelectorAll('*')])
    .filter(at => at.matches('script, iframe, object, embed, link, meta, base, foreignObject, animate')
        || at.matches('form:not(.nv-asked), math, .MathJax, mjx-container')
        || [...at.attributes].some(({name, value}) => /^on/i.test(name) || /^\\s*javascript:/i.test(value)
            || /^(src|href|xlink:href|srcdoc|action|formaction)$/i.test(name)
                && !/^(data:image|#|blob:)/.test(value)))
    .map(at => at.outerHTML.slice(0, 200))"""
# Words and boxes that stand further to the right or the left than the element that root selects, and cannot be
# brought into sight by scrolling; a picture of lines and dots may be wider than what is seen of it.
_STICKING_OUT = """root => {
    const folds = [...document.querySelectorAll('.nv details:not([open])')];  // a closed one is as wide as its summary
    for (const fold of folds) fold.open = true;
    const found = [...document.querySelectorAll(root)].flatMap(place => {
        const {left, right} = place.getBoundingClientRect();
        return [...place.querySelectorAll('*')].filter(at => {
            if (at.ownerSVGElement && !at.matches('text')) return false;
            if (at.matches('.nv-take')) return false;  // a clear place for a finger, around a dot
            for (let up = at.parentElement; up && up !== place; up = up.parentElement)
                if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(up).overflowX)) return false;
            const box = at.getBoundingClientRect();
            const room = at.ownerSVGElement ? 8 : 1;  // a name at the edge of a picture may lean out by a letter
            return box.width && (box.right > right + room || box.left < left - room);
        }).map(at => `${place.getAttribute('aria-label')}: ${at.tagName}.${at.getAttribute('class')}`
            + ` from ${Math.round(at.getBoundingClientRect().left - left)}`
            + ` to ${Math.round(at.getBoundingClientRect().right - right)}: ${at.textContent.slice(0, 40)}`);
    });
    for (const fold of folds) fold.open = false;
    return found;
}"""


class Tripwire:
    """What runs in a page although it is only text; put it in before the page is opened."""

    def __init__(self, page):
        self.page = page
        self._noticed = []
        page.add_init_script(_WIRE)
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def _dialog(self, dialog):
        self._noticed.append(f"dialog: {dialog.message}")
        with contextlib.suppress(Exception):
            dialog.dismiss()

    def _request(self, request):
        if "tripwire.invalid" in request.url:
            self._noticed.append(f"request: {request.url}")

    def tripped(self, root="body", *, at_least=0):
        """Touch everything inside the elements that ``root`` selects; what has run until then, in words.

        Where something must run, wait for it: an image that is not there says so only when the server has answered.
        """
        self.page.evaluate(_TOUCH, root)
        for _ in range(PATIENCE if at_least else 1):
            self.page.wait_for_timeout(50)
            found = [*self._noticed, *self.page.evaluate("() => window.tripped")]
            if len(set(found)) >= at_least:
                break
        return found

    def forget(self):
        """Start anew."""
        self._noticed.clear()
        self.page.evaluate("() => { window.tripped.length = 0; }")

    def sticking_out(self, root):
        """What is wider than the elements that ``root`` selects, in words."""
        return self.page.evaluate(_STICKING_OUT, root)

    def dangerous(self, root):
        """The elements inside ``root`` that could run or load something, or that a formula was made of."""
        return self.page.evaluate(_DANGEROUS, root)

"""Hostile text, and a tripwire in the page that notices when any of it runs."""

# No white space and no separator of a typed table, so that each of them is one word, one name or one cell.
# Each calls the tripwire, or asks for a page of the host "tripwire.invalid", where it is not escaped.
RUNS = (
    "<script>tripwire('script')</script>",
    "<img/src='x'onerror=tripwire('image')>",
    "<svg/onload=tripwire('svg')>",
    "<details/open/ontoggle=tripwire('details')>",
    "<img/src=http://tripwire.invalid/image.png>",
    "<a/href=javascript:tripwire('link')>press</a>",
    "\"onmouseover=\"tripwire('double')",
    "'onmouseover='tripwire(\"single\")",
    "\"><img/src='x'onerror=tripwire('tag')>",
    "</style><img/src='x'onerror=tripwire('style')>",
    "</title></text></svg><img/src='x'onerror=tripwire('svg-end')>",
    "</textarea><img/src='x'onerror=tripwire('textarea')>",
    "--><img/src='x'onerror=tripwire('comment')>",
    "</script><script>tripwire('script-end')</script>",
)
# Text that must be shown as it is: entities, formulas, markup of others, letters from right to left, one long word.
SHOWN = (
    "&lt;img/src=x/onerror=tripwire(1)&gt;", "&amp;lt;b&amp;gt;", "&#0;&#x3c;b&#x3e;", "$5-$9", r"$x^2$", r"\(x^2\)",
    r"\[x^2\]$$y$$", r"$\href{javascript:tripwire('tex')}{x}$", "**b**`c`[d](javascript:tripwire('markdown'))",
    "{{7*7}}${7*7}%s{0}{x!r}", "\u202egnp.exe\u202c", "שלום", "👩‍👩‍👧‍👦🏳️‍🌈", "Z" + "\u0335\u0321\u0325\u0301" * 12,
    "a\u200bb\ufeffc", "Llanfairpwllgwyngyll" * 500, "a\x07b\x1b[31mc\x7f",
)  # fmt: skip
WORDS = (*RUNS, *SHOWN)
# All that can run in one text, and texts of at most 16 characters, which no picture cuts short.
EVERYTHING = "".join(RUNS)
SHORT = "<svg/onload=t()>"
SIGNS = r"""$x$\(y\)"'<b>&lt"""

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
_STICKING_OUT = """root => [...document.querySelectorAll(root)].flatMap(place => {
    place.querySelectorAll('details').forEach(one => { one.open = true; });
    const {left, right} = place.getBoundingClientRect();
    return [...place.querySelectorAll('*')].filter(at => {
        if (at.ownerSVGElement && !at.matches('text') || at.matches('.nv-take')) return false;
        for (let up = at.parentElement; up && up !== place; up = up.parentElement)
            if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(up).overflowX)) return false;
        const box = at.getBoundingClientRect();
        const room = at.ownerSVGElement ? 8 : 1;  // a name at the edge of a picture may lean out by a letter
        return box.width && (box.right > right + room || box.left < left - room);
    }).map(at => `${place.ariaLabel}: ${at.tagName}.${at.getAttribute('class')}: ${at.textContent.slice(0, 40)}`);
})"""


class Tripwire:
    """What runs in a page although it is only text; put it in before the page is opened."""

    def __init__(self, page):
        self.page, self.noticed = page, []
        page.add_init_script(_WIRE)
        page.on("dialog", lambda dialog: (self.noticed.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on(
            "request",
            lambda ask: "tripwire.invalid" in ask.url and self.noticed.append(f"request: {ask.url}"),
        )

    def touch(self, root="body"):
        """Touch everything inside the elements that ``root`` selects, as somebody who reads on does."""
        self.page.evaluate(_TOUCH, root)

    def tripped(self):
        """What has run until now, in words."""
        return [*self.noticed, *self.page.evaluate("() => window.tripped")]

    def sticking_out(self, root):
        """What is wider than the elements that ``root`` selects, in words."""
        return self.page.evaluate(_STICKING_OUT, root)

    def dangerous(self, root):
        """The elements inside ``root`` that could run or load something, or that a formula was made of."""
        return self.page.evaluate(_DANGEROUS, root)

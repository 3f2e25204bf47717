"""Markdown cells as HTML that needs no script: formulas are MathML, links lead to the other pages."""

import re
from html import escape

from latex2mathml.converter import convert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

# What latex2mathml 3 does not know, in its own words.
_SAME = {"{aligned}": "{split}", "{gathered}": "{matrix}"}
# A minus after another sign, or after an opening bracket, belongs to the number behind it.
_SIGN = re.compile(
    r"(<mo[^>]*>(?!&#x0(?:0029|005D|007D|007C);)[^<]*</mo>(?:<mspace[^>]*/>)*)<mo>(&#x02212;|\+)</mo>"
)
_KNOWN_TO_HTML = re.compile(' (?:xmlns="[^"]*"|display="inline")')
# A command or a column mark that was taken for a letter.
_NOT_READ = re.compile(r"\\|<m\w+>&</m|linebreak=")

WEARS = {"pad": "pads?|padding", "column": "batch norm", "row": "layer norm", "affine": "[γβ]"}


def mathml(latex: str, *, display: bool = False) -> str:
    """A formula as MathML, which browsers typeset themselves; as its LaTeX source where it cannot be read.

    >>> mathml("x < 1").startswith("<math")
    True
    >>> mathml("n < \\\\unheard{1}")
    '<code class="latex">n &lt; \\\\unheard{1}</code>'
    """
    try:
        return _converted(latex, "block" if display else "inline")
    except Exception:  # whatever the library makes of a formula that it does not know
        return f'<code class="latex">{escape(latex.strip(), quote=False)}</code>'


def _converted(latex: str, display: str) -> str:
    for name, same in _SAME.items():
        latex = latex.replace(name, same)
    markup = convert(latex, display=display)
    if _NOT_READ.search(markup):
        raise ValueError(f"not all of {latex} was read")
    return _SIGN.sub(r'\1<mo form="prefix">\2</mo>', _KNOWN_TO_HTML.sub("", markup))


class _Renderer(IPythonRenderer):
    def __init__(self, ending: str):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.ending = ending

    def heading(self, text: str, level: int, **attributes) -> str:
        # The name that JupyterLab gives it, so that a link leads to it here, too. Lower headings share names.
        name = f' id="{escape(text.replace(" ", "-"))}"' if level == 2 and "<" not in text else ""
        return f"<h{level}{name}>{text}</h{level}>\n"

    def block_math(self, body: str) -> str:
        return f'<span class="formula scroll">{mathml(body, display=True)}</span>'

    def inline_math(self, body: str) -> str:
        return mathml(body)

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(rf"\begin{{{name}}}{body}\end{{{name}}}")

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return super().link(text, re.sub(r"^([\w.-]+)\.ipynb(?=#|$)", rf"\1{self.ending}", url), title)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        # The still that a chapter brings along is of a picture that the page shows itself.
        return "" if url.startswith("attachment:") else super().image(text, url, title)

    def strong(self, text: str) -> str:
        """What the pictures draw in a colour wears it in the text, too."""
        tones = [tone for tone, words in WEARS.items() if re.fullmatch(words, text, re.IGNORECASE)]
        return f'<strong class="of-{tones[0]}">{text}</strong>' if tones else super().strong(text)

    def table(self, text: str) -> str:
        return f'<div class="scroll"><table>\n{text}</table></div>\n'


def to_html(source: str, ending: str) -> str:
    """Markdown as HTML; a link to another chapter, ``02_….ipynb``, becomes one to ``02_…`` + ``ending``.

    >>> to_html("[next](02_by_hand.ipynb#pools)", ".html")
    '<p><a href="02_by_hand.html#pools">next</a></p>\\n'
    >>> to_html("**Pads**, **zeros**", ".html")
    '<p><strong class="of-pad">Pads</strong>, <strong>zeros</strong></p>\\n'
    """
    return MarkdownWithMath(renderer=_Renderer(ending)).render(source)

"""A vote by phone without a server: the wall shows a code, and each phone becomes a card that its owner holds up."""

import json
from urllib.parse import quote, urlsplit

from markupsafe import Markup

from normviz._inputs import describe
from normviz.classroom.tally import votable
from normviz.drawing.markup import tag
from normviz.message import Drawn, Grid, Items, Message

_AS_IT_IS = "!'()*,-.:;?_~"  # signs that an address may hold unchanged


def phone_vote(id: str, page: str) -> Message:
    """Show a question with a code for phones. Each phone that scans it becomes a card in the colour of its vote.

    The question stands in the address after the ``#``, which a browser sends to nobody. No vote is stored or sent:
    the teacher looks at the colours that the class holds up.

    Parameters
    ----------
    id : the question, which must have options
    page : the public address of ``vote.html``, which ``python -m docs.pages`` writes beside the chapters' pages

    Returns
    -------
    Message: the question, its options, the address as a code (with ``segno`` installed) and in letters;
    in words why there is none

    Examples
    --------
    >>> print(phone_vote("05.2", "https://ada.github.io/normviz/vote.html").text.splitlines()[-1][:53])
      https://ada.github.io/normviz/vote.html#%5B%2205.2%
    """
    if not isinstance(page, str) or urlsplit(page).scheme not in ("http", "https") or "#" in page:
        expected = "an address such as https://…/vote.html, without a #"
        return Message("? No code for phones", (f"page: expected {expected}, got {describe(page)}.",))
    question = votable(id)
    if isinstance(question, Message):
        return question
    options = {letter.upper(): option.text for letter, option in question.letters.items()}
    held = json.dumps([question.id, question.ask, *options.values()], ensure_ascii=False)
    address = f"{page}#{quote(held, safe=_AS_IT_IS)}"
    listed = Items(tuple(f"{letter}) {text}" for letter, text in options.items()))
    letters = Grid("The address in letters", ("address",), ((address,),), folded=True)
    return Message(f"Vote {id}", (question.ask, listed, _code(address), letters))


def _code(address: str) -> Drawn | str:
    try:
        import segno
    except ModuleNotFoundError:
        return "The code needs segno: python -m pip install segno."
    drawn = segno.make(address, error="l").svg_inline(border=4, light="white", omitsize=True)
    # A phone reads dark on white alone, in the dark theme as well.
    return Drawn("Scan the code with a phone.", tag("div", Markup(drawn), style="max-width:min(100%,75vh)"))

"""Text that would like to run, passed from Python wherever it can be: it stays text. texts.py has what is typed."""

from tests.abuse import places
from tests.markup import elements_in, words_of

TAGGED = '"q=<u>'  # an attribute behind a quote, and an element; short, so that nothing cuts it
UNSAID = {"check, a mapping"}  # said to be one, and no more


def html_of(words):
    """Each place where somebody can pass text from Python, as the page that shows these words."""
    shown = places.explorers(words) | places.pictures(words)
    return {
        name: one.to_html() if hasattr(one, "to_html") else one._repr_html_() for name, one in shown.items()
    }


def test_text_from_python_makes_no_element_and_no_attribute_and_is_shown_as_it_is():
    for name, html in html_of((TAGGED, *(f"{TAGGED} {number}" for number in range(4, 8)))).items():
        made = {own for element, attributes in elements_in(html) for own in (element, *attributes)}
        assert not {"u", "q"} & made, name
        assert TAGGED in words_of(html) or name in UNSAID, name

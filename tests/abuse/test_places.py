"""Text stays text wherever Python can pass it; ``test_hostile_text.py`` looks at the same places in a browser."""

from tests.abuse import places
from tests.markup import elements_in, words_of

TAGGED = "<u>a</u>"  # short, so that nothing cuts it; no picture underlines anything
WORDS = (TAGGED, *(f"{TAGGED} {number}" for number in range(4, 8)))
UNSAID = {"check, a mapping"}  # said to be one, and no more


def test_text_from_python_makes_no_element_and_is_shown_as_it_is():
    for name, shown in (places.explorers(WORDS) | places.pictures(WORDS)).items():
        html = shown.to_html() if hasattr(shown, "to_html") else shown._repr_html_()
        assert "u" not in {element for element, _ in elements_in(html)}, name
        assert TAGGED in words_of(html) or name in UNSAID, name

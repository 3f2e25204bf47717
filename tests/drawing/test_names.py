import pytest

from normviz.drawing.names import short_name
from normviz.drawing.sizes import LONGEST


@pytest.mark.parametrize("name", ["", "How", "hours of sleep", "a" * LONGEST, "W" * (LONGEST // 2), "שלום"])
def test_a_name_that_fits_stays_as_it_is(name):
    assert short_name(name) == name


@pytest.mark.parametrize("letter", ["a", "W", "平", "👩"])
@pytest.mark.parametrize("longest", [6, 16, 40])
def test_a_name_without_an_end_is_cut_to_its_room(letter, longest):
    wide = 1 if letter == "a" else 2
    cut = short_name(letter * 10_000, longest)
    assert cut.endswith("…")
    assert cut[:-1] == letter * ((longest - 1) // wide)


@pytest.mark.parametrize("mark", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a_name_cannot_turn_the_reading_direction_of_what_follows(mark):
    assert short_name(f"{mark}1.5") == "�1.5"

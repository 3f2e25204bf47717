"""ModeratorExplorer: talk times as minutes, balanced, and after a team's γ and the company's β."""

import re

import pytest

import normviz as nv
from normviz.views.moderator import ARTICLE, YOURS, Settings, compute
from normviz.views.settings import Edits
from tests.markup import words_of


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "person 1: x̂ = (8 − 5) / 2.4495 = 1.2247"),
        ({"person": 2}, "person 2: x̂ = (2 − 5) / 2.4495 = −1.2247"),
        ({"method": "min–max"}, "min–max = (8 − 1) / (9 − 1) = 0.8750"),
    ],
)
def test_followed_person_is_compared_with_the_others_in_words(settings, said):
    assert said in words_of(nv.ModeratorExplorer.draw(compute(Settings(**settings))))


def test_the_ruler_is_whole_wherever_a_dot_is_dragged():
    drawn = [
        str(nv.ModeratorExplorer.draw(compute(Settings(edits=edits))))
        for edits in (Edits(), Edits().put((0, 0), 1.0), Edits().put((0, 0), 9.5))
    ]
    assert len(set(drawn)) == 3
    for one in drawn:
        x, width = (
            float(re.search(rf'{name}="([-\d.]+)%"[^>]*nv-ruler-band', one)[1]) for name in ("x", "width")
        )
        assert 0 < x < x + width < 100


def test_nobodys_minutes_are_lost_in_a_heading():
    explorer = nv.ModeratorExplorer()
    for minutes in ("12min", "12:30", "12€"):
        explorer.move(meeting="your times", times=f"Ada {minutes}\nBen 30\nCleo 4")
        assert f"in line 1, got '{minutes}'" in explorer.error


@pytest.mark.parametrize("person", [1, 7, 3_000_000, float("nan")])
def test_the_list_of_people_stays_while_the_typed_times_cannot_be_read(person):
    explorer = nv.ModeratorExplorer()
    explorer.move(meeting=YOURS, times="\n".join(map(str, range(70))))
    explorer.move(person=person)
    explorer.move(times="Ada 12\nBen")
    assert "in line 2" in explorer.error
    assert explorer.person.visible
    explorer.move(meeting=ARTICLE)
    assert 1 <= explorer.person.value <= 10
    assert not explorer.error

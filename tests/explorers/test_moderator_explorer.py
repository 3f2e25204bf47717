"""ModeratorExplorer: talk times as minutes, balanced, and after a team's γ and the company's β."""

from itertools import product

import numpy as np
import pytest

import normviz as nv
from normviz.models.moderator import MEETINGS, METHODS, TEAMS, YOURS, Settings, compute
from tests.each import each
from tests.markup import elements_in, tables_in, words_of

EVERYONE, *_ = TEAMS


def people(markup):
    return next(t for t in tables_in(markup) if t.caption.startswith("Talk times"))


@each(list(product(MEETINGS, METHODS.values(), TEAMS)))
def test_picture_shows_everyone_and_each_column_in_five_numbers(meeting, method, team):
    result = compute(Settings(meeting=meeting, method=method, team=team, gamma=2.5, beta=-0.5))
    shown = nv.ModeratorExplorer.draw(result)
    columns = np.column_stack([result.minutes, result.balanced, result.y])
    np.testing.assert_allclose(people(shown).numbers(), columns, atol=0.51e-4)
    away = (columns - columns.mean(axis=0)) / columns.std(axis=0)
    five = [columns.mean(axis=0), columns.std(axis=0), columns.min(axis=0), columns.max(axis=0)]
    table = next(t for t in tables_in(shown) if t.caption.startswith("What changes"))
    np.testing.assert_allclose(table.numbers(), [*five, (away**3).mean(axis=0)], atol=0.51e-4)
    marked = [a for _, a in elements_in(shown) if a.get("aria-label") == "in the team"]
    assert len(marked) == (0 if team == EVERYONE else 3)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "person 1 talks 8 minutes, 3 above the mean of 5: x̂ = (8 − 5) / 2.4495 = 1.2247"),
        ({"person": 2}, "person 2 talks 2 minutes, 3 below the mean of 5"),
        ({"person": 3}, "exactly the mean"),
        ({"method": "min–max"}, "min–max = (8 − 1) / (9 − 1) = 0.8750"),
    ],
)
def test_followed_person_is_compared_with_the_others_in_words(settings, said):
    assert said in words_of(nv.ModeratorExplorer.draw(compute(Settings(**settings))))


def test_every_meeting_has_a_mean_of_five_minutes():
    assert {name: np.mean(minutes) for name, minutes in MEETINGS.items()} == dict.fromkeys(MEETINGS, 5.0)


@pytest.mark.parametrize("times", [[12, 3, 7, 2], (12, 3, 7, 2), np.array([[12], [3], [7], [2]])])
def test_own_times_from_python(times):
    explorer = nv.ModeratorExplorer(times)
    assert explorer.meeting.value == YOURS
    np.testing.assert_array_equal(explorer.result.minutes, [12, 3, 7, 2])
    assert explorer.person.stops.high == 4


def test_own_times_with_names_are_shown_as_words():
    shown = nv.ModeratorExplorer({"Ada <b>": 12, "Ben": 3}).view.value
    assert [row[0] for row in people(shown).rows] == ["Ada <b>", "Ben"]


@pytest.mark.parametrize(
    "typed", ["Ada 12\nBen 3\nChi 7", "12\n3\n7", "12 3 7", "12, 3, 7", "Ada; 12\nBen; 3\nChi; 7"]
)
def test_own_times_typed(typed):
    np.testing.assert_array_equal(compute(Settings(meeting=YOURS, times=typed)).minutes, [12, 3, 7])


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"times": ""}, "at least one line"),
        ({"times": "Ada"}, "at least one line"),
        ({"times": "Ada 12\nBen three"}, "a number in line 2, got 'three'"),
        ({"times": "5"}, "at least 2 people"),
        ({"times": "5\n5\n5"}, "the same time"),
        ({"times": "1 2\n3 4"}, "one number a person"),
        ({"person": 5}, "person: expected at most 4, got 5"),
        ({"gamma": np.nan}, "gamma: expected a finite number"),
        ({"beta": np.inf}, "beta: expected a finite number"),
    ],
)
def test_what_a_box_may_hold_and_nobody_can_use_is_refused_in_words(setting, words):
    with pytest.raises(ValueError, match=words):
        compute(Settings(meeting=YOURS, **setting))


def test_a_shorter_list_of_people_reaches_the_browser_with_its_last_one_in_one_message(monkeypatch):
    # A browser that hears of the slider's new end first moves the handle there, and sends that back.
    explorer = nv.ModeratorExplorer()
    explorer.person.value = 8
    slider, sent = explorer.person.slider, []
    monkeypatch.setattr(
        slider, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key))
    )
    explorer.meeting.value = YOURS
    assert (slider.max, slider.value) == (3, 3)
    assert [keys >= {"max", "value"} for keys in sent] == [True]


def test_times_without_two_people_are_refused_at_once():
    with pytest.raises(ValueError, match="times: expected at least 2 people, got 1"):
        nv.ModeratorExplorer([5])


def test_a_name_keeps_its_letters():
    assert nv.ModeratorExplorer({"Crow Hill": 1, "row 2": 4}).result.names == ("Crow Hill", "row 2")
    assert nv.ModeratorExplorer([1, 4]).result.names == ("person 1", "person 2")


def test_many_people_are_drawn_in_few_rows_and_the_followed_one_is_among_them():
    explorer = nv.ModeratorExplorer(np.arange(200.0))
    explorer.person.value = 150
    rows = people(explorer.view.value).rows
    assert len(rows) == 13
    assert "person 150" in [row[0] for row in rows]
    assert rows[-1][0] == "… 188 more"


def axes_of(explorer):
    return [a["data-axis"] for _, a in elements_in(explorer.view.value) if "data-axis" in a]


@each(list(product(MEETINGS, METHODS.values())))
def test_a_minute_is_as_wide_before_as_after(meeting, method):
    explorer = nv.ModeratorExplorer()
    explorer.move(meeting=meeting, method=method)
    before, after, final = axes_of(explorer)
    assert before == after == final


def test_who_brings_seconds_sees_more_than_a_speck_of_what_becomes_of_them():
    explorer = nv.ModeratorExplorer([300, 900, 2400, 60, 1200])
    _, after, final = axes_of(explorer)
    low, high = map(float, after.split())
    assert after == final and np.ptp(explorer.result.balanced) > (high - low) / 10

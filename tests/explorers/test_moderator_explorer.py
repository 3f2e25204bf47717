"""ModeratorExplorer: talk times as minutes, balanced, and after a team's γ and the company's β."""

import numpy as np
import pytest

import normviz as nv
from normviz.models.moderator import CAMPS, LOPSIDED, MEETINGS, ONE, TEAMS, YOURS, Settings, compute
from tests.markup import elements_in, tables_in, words_of

EVERYONE, MARKETING, HR = TEAMS


def picture(**settings):
    return nv.ModeratorExplorer.draw(compute(Settings(**settings)))


def people(markup):
    return next(t for t in tables_in(markup) if t.caption.startswith("Talk times"))


def column(markup, index):
    return np.array([row[index] for row in people(markup).numbers()])


def summary(markup, row):
    table = next(t for t in tables_in(markup) if t.caption.startswith("What changes"))
    return table.numbers(named=row)


def test_first_picture_shows_the_articles_ten_people_and_their_z_scores():
    shown = nv.ModeratorExplorer().view.value
    minutes = np.array([8, 2, 5, 6, 4, 7, 3, 5, 9, 1])
    np.testing.assert_array_equal(column(shown, 0), minutes)
    np.testing.assert_allclose(column(shown, 1), (minutes - 5) / np.sqrt(6), atol=0.5e-4)
    words = words_of(shown)
    assert "person 1 talks 8 minutes, 3 above the mean of 5: x̂ = (8 − 5) / 2.4495 = 1.2247" in words


@pytest.mark.parametrize(
    ("person", "said"),
    [(2, "person 2 talks 2 minutes, 3 below the mean of 5"), (3, "exactly the mean")],
)
def test_followed_person_is_compared_with_the_mean_in_words(person, said):
    assert said in words_of(picture(person=person))


def test_every_meeting_has_a_mean_of_five_minutes():
    assert {name: np.mean(minutes) for name, minutes in MEETINGS.items()} == dict.fromkeys(MEETINGS, 5.0)


@pytest.mark.parametrize("meeting", MEETINGS)
def test_balancing_gives_mean_zero_and_sigma_one_and_keeps_the_shape(meeting):
    shown = picture(meeting=meeting)
    assert summary(shown, "mean μ")[1] == 0
    assert summary(shown, "σ")[1] == 1
    before, after, _ = summary(shown, "skewness")
    assert before == after


def test_lopsided_meeting_stays_lopsided():
    minutes = np.array(MEETINGS[LOPSIDED])
    skewness = (((minutes - minutes.mean()) / minutes.std()) ** 3).mean()
    assert skewness > 1
    assert summary(picture(meeting=LOPSIDED), "skewness")[1] == pytest.approx(skewness, abs=1e-4)


def test_one_loud_person_reaches_the_bound_of_ten_people_and_leaves_zero_to_one():
    shown = picture(meeting=ONE)
    assert summary(shown, "largest")[1] == 3  # √(10 − 1)
    assert summary(shown, "smallest")[1] < 0


def test_two_camps_become_plus_and_minus_one():
    assert set(column(picture(meeting=CAMPS), 1)) == {-1.0, 1.0}


def test_min_max_is_another_thing():
    shown = picture(method="min–max")
    assert (summary(shown, "smallest")[1], summary(shown, "largest")[1]) == (0, 1)
    assert summary(shown, "mean μ")[1] == 0.5
    assert summary(shown, "σ")[1] != 1
    assert "min–max = (8 − 1) / (9 − 1) = 0.8750" in words_of(shown)


@pytest.mark.parametrize("team", TEAMS)
def test_gamma_is_for_the_team_and_beta_for_everyone(team):
    rng = np.random.default_rng(1)
    gamma, beta = round(rng.uniform(-1, 3), 2), round(rng.uniform(-3, 3), 2)
    shown = picture(team=team, gamma=gamma, beta=beta)
    minutes = np.array([8, 2, 5, 6, 4, 7, 3, 5, 9, 1])
    own = np.where(
        np.isin(np.arange(10), {MARKETING: [0, 1, 2], HR: [7, 8, 9]}.get(team, range(10))), gamma, 1
    )
    np.testing.assert_allclose(column(shown, 2), own * (minutes - 5) / np.sqrt(6) + beta, atol=0.51e-4)
    marked = [a for _, a in elements_in(shown) if a.get("aria-label") == "in the team"]
    assert len(marked) == (0 if team == EVERYONE else 3)


def test_gamma_for_everyone_sets_sigma_and_beta_sets_the_mean():
    shown = picture(gamma=2.5, beta=0.5)
    assert summary(shown, "mean μ")[2] == 0.5
    assert summary(shown, "σ")[2] == 2.5
    assert summary(picture(gamma=2.5, beta=0.5, team=MARKETING), "σ")[2] != 2.5


@pytest.mark.parametrize("times", [[12, 3, 7, 2], (12, 3, 7, 2), np.array([[12], [3], [7], [2]])])
def test_own_times_from_python(times):
    explorer = nv.ModeratorExplorer(times)
    assert explorer.meeting.value == YOURS
    np.testing.assert_array_equal(explorer.result.minutes, [12, 3, 7, 2])
    assert explorer.person.stops.high == 4


def test_own_times_with_names_are_shown_as_words():
    shown = nv.ModeratorExplorer({"Ada <b>": 12, "Ben": 3}).view.value
    assert [row[0] for row in people(shown).rows] == ["Ada <b>", "Ben"]
    np.testing.assert_allclose(column(shown, 1), [1, -1])


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


def test_unusable_typed_times_can_be_mended():
    explorer = nv.ModeratorExplorer()
    explorer.move(meeting=YOURS, times="Ada 12\nBen three")
    explorer.person.value = 9
    assert "'three'" in explorer.error
    explorer.times.value = "1 2 3"
    assert (explorer.error, explorer.person.value) == (None, 3)


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

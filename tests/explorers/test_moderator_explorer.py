"""ModeratorExplorer: talk times as minutes, balanced, and after a team's γ and the company's β."""

import numpy as np
import pytest

import normviz as nv
from normviz.models.moderator import ARTICLE, CAMPS, LOPSIDED, MEETINGS, ONE, TEAMS, YOURS
from tests.markup import elements_in, tables_in, words_of

EVERYONE, MARKETING, HR = TEAMS


def people(explorer):
    return next(t for t in tables_in(explorer.view.value) if t.caption.startswith("Talk times"))


def column(explorer, index):
    return np.array([row[index] for row in people(explorer).numbers()])


def summary(explorer, row):
    table = next(t for t in tables_in(explorer.view.value) if t.caption.startswith("What changes"))
    return table.numbers(named=row)


def test_first_picture_shows_the_articles_ten_people_and_their_z_scores():
    explorer = nv.ModeratorExplorer()
    minutes = np.array([8, 2, 5, 6, 4, 7, 3, 5, 9, 1])
    np.testing.assert_array_equal(column(explorer, 0), minutes)
    np.testing.assert_allclose(column(explorer, 1), (minutes - 5) / np.sqrt(6), atol=0.5e-4)
    shown = words_of(explorer.view.value)
    assert "person 1 talks 8 minutes, 3 above the mean of 5: x̂ = (8 − 5) / 2.4495 = 1.2247" in shown


def test_person_two_talks_three_minutes_below_the_mean():
    explorer = nv.ModeratorExplorer()
    explorer.person.value = 2
    assert "person 2 talks 2 minutes, 3 below the mean of 5" in words_of(explorer.view.value)
    explorer.person.value = 3
    assert "exactly the mean" in words_of(explorer.view.value)


def test_every_meeting_has_a_mean_of_five_minutes():
    assert {name: np.mean(minutes) for name, minutes in MEETINGS.items()} == dict.fromkeys(MEETINGS, 5.0)


@pytest.mark.parametrize("meeting", list(MEETINGS))
def test_balancing_gives_mean_zero_and_sigma_one_and_keeps_the_shape(meeting):
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = meeting
    assert summary(explorer, "mean μ")[1] == 0
    assert summary(explorer, "σ")[1] == 1
    before, after, _ = summary(explorer, "skewness")
    assert before == after


def test_lopsided_meeting_stays_lopsided():
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = LOPSIDED
    minutes = np.array(MEETINGS[LOPSIDED])
    skewness = (((minutes - minutes.mean()) / minutes.std()) ** 3).mean()
    assert skewness > 1
    assert summary(explorer, "skewness")[1] == pytest.approx(skewness, abs=1e-4)


def test_one_loud_person_reaches_the_bound_of_ten_people_and_leaves_zero_to_one():
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = ONE
    assert summary(explorer, "largest")[1] == 3  # √(10 − 1)
    assert summary(explorer, "smallest")[1] < 0


def test_two_camps_become_plus_and_minus_one():
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = CAMPS
    assert set(column(explorer, 1)) == {-1.0, 1.0}


def test_min_max_is_another_thing():
    explorer = nv.ModeratorExplorer()
    explorer.method.value = "min–max"
    assert (summary(explorer, "smallest")[1], summary(explorer, "largest")[1]) == (0, 1)
    assert summary(explorer, "mean μ")[1] == 0.5
    assert summary(explorer, "σ")[1] != 1
    assert "min–max = (8 − 1) / (9 − 1) = 0.8750" in words_of(explorer.view.value)


def test_gamma_is_for_the_team_and_beta_for_everyone():
    explorer = nv.ModeratorExplorer()
    x_hat = column(explorer, 1)
    explorer.team.value = HR
    explorer.gamma.value = 2
    explorer.beta.value = -1
    expected = x_hat - 1
    expected[-3:] = 2 * x_hat[-3:] - 1
    np.testing.assert_allclose(column(explorer, 2), expected, atol=1.6e-4)
    marked = [a for _, a in elements_in(explorer.view.value) if a.get("aria-label") == "in the team"]
    assert len(marked) == 3


def test_gamma_for_everyone_sets_sigma_and_beta_sets_the_mean():
    explorer = nv.ModeratorExplorer()
    explorer.gamma.value = 2.5
    explorer.beta.value = 0.5
    assert summary(explorer, "mean μ")[2] == 0.5
    assert summary(explorer, "σ")[2] == 2.5
    explorer.team.value = MARKETING
    assert summary(explorer, "σ")[2] != 2.5


def test_any_sequence_of_controls_equals_a_fresh_computation():
    rng = np.random.default_rng(1)
    explorer = nv.ModeratorExplorer()
    for _ in range(40):
        explorer.meeting.value = str(rng.choice(list(MEETINGS)))
        explorer.team.value = str(rng.choice(list(TEAMS)))
        explorer.gamma.value = round(rng.uniform(-1, 3), 2)
        explorer.beta.value = round(rng.uniform(-3, 3), 2)
        explorer.person.value = int(rng.integers(1, 11))
        minutes = np.array(MEETINGS[explorer.meeting.value], dtype=float)
        x_hat = (minutes - minutes.mean()) / minutes.std()
        gamma = np.ones(10)
        gamma[TEAMS[explorer.team.value]] = explorer.gamma.value
        np.testing.assert_allclose(explorer.result.y, gamma * x_hat + explorer.beta.value, atol=1e-12)
        np.testing.assert_allclose(column(explorer, 2), explorer.result.y, atol=0.51e-4)


@pytest.mark.parametrize("times", [[12, 3, 7, 2], (12, 3, 7, 2), np.array([[12], [3], [7], [2]])])
def test_own_times_from_python(times):
    explorer = nv.ModeratorExplorer(times)
    assert explorer.meeting.value == YOURS
    np.testing.assert_array_equal(explorer.result.minutes, [12, 3, 7, 2])
    assert explorer.person.max == 4


def test_own_times_with_names_are_shown_as_words():
    explorer = nv.ModeratorExplorer({"Ada <b>": 12, "Ben": 3})
    assert [row[0] for row in people(explorer).rows] == ["Ada <b>", "Ben"]
    np.testing.assert_allclose(column(explorer, 1), [1, -1])


@pytest.mark.parametrize(
    "typed", ["Ada 12\nBen 3\nChi 7", "12\n3\n7", "12 3 7", "12, 3, 7", "Ada; 12\nBen; 3\nChi; 7"]
)
def test_own_times_typed(typed):
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = YOURS
    explorer.times.value = typed
    np.testing.assert_array_equal(explorer.result.minutes, [12, 3, 7])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "at least one line"),
        ("Ada", "at least one line"),
        ("Ada 12\nBen <i>three</i>", "<i>three</i>"),
        ("5", "at least 2 people"),
        ("5\n5\n5", "the same time"),
        ("1 2\n3 4", "one number a person"),
    ],
)
def test_unusable_typed_times_are_answered_in_the_view_and_can_be_mended(typed, words):
    explorer = nv.ModeratorExplorer()
    explorer.meeting.value = YOURS
    explorer.times.value = typed
    assert explorer.result is None
    assert words in words_of(explorer.view.value)
    assert "i" not in {name for name, _ in elements_in(explorer.view.value)}
    explorer.times.value = "1 2 3"
    assert explorer.error is None


@pytest.mark.parametrize("name", ["gamma", "beta"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_gamma_or_beta_that_is_no_number_is_answered_in_the_view(name, value):
    explorer = nv.ModeratorExplorer()
    explorer.controls[name].value = value
    assert name in explorer.error
    explorer.controls[name].value = 1.0
    assert explorer.error is None


@pytest.mark.parametrize("times", [[5], [], "5 6", [[1, 2], [3, 4]], [1, np.nan], {"Ada": "long"}])
def test_unusable_times_are_refused_at_once(times):
    with pytest.raises((TypeError, ValueError)):
        nv.ModeratorExplorer(times)


def test_a_name_keeps_its_letters():
    assert nv.ModeratorExplorer({"Crow Hill": 1, "row 2": 4}).result.names == ("Crow Hill", "row 2")
    assert nv.ModeratorExplorer([1, 4]).result.names == ("person 1", "person 2")


def test_many_people_are_drawn_in_few_rows_and_the_followed_one_is_among_them():
    explorer = nv.ModeratorExplorer(np.arange(200.0))
    explorer.person.value = 150
    rows = people(explorer).rows
    assert len(rows) == 13
    assert "person 150" in [row[0] for row in rows]
    assert rows[-1][0] == "… 188 more"


def test_article_comes_back_with_reset():
    explorer = nv.ModeratorExplorer()
    first = explorer.view.value
    explorer.meeting.value = ONE
    explorer.gamma.value = 3
    explorer.reset()
    assert explorer.meeting.value == ARTICLE
    assert explorer.view.value == first

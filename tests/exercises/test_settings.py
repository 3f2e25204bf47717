"""What a teacher sets for a class: one file, read anew each time, and errors in words."""

import pytest

import normviz as nv
from normviz.exercises.catalogue import all_questions
from tests.each import cases, each

# In the middle of a month, which is the same one in every time zone.
TO_COME, GONE = "2999-06-15", "2000-06-15"


@pytest.fixture
def setting(tmp_path, monkeypatch):
    place = tmp_path / "notebooks" / "lessons"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)

    def write(text, where="."):
        (place / where / "normviz.toml").write_text(text, "utf-8", "surrogateescape")

    return write


@pytest.mark.parametrize("form", ["{}", '"{}"', "{}T23:59:00", "{} 00:00:01+02:00", '"{}T12:00"'])
def test_solutions_wait_for_their_day(setting, form):
    code = all_questions()["02.6"].code
    setting(f"solutions_from = {form.format(TO_COME)}")
    for variant in (None, "Ana"):
        message = nv.solution("02.6", variant=variant)
        assert message.headline.startswith("No solution yet")
        assert TO_COME[:7] in message.text
        assert "np." not in message.text
        assert 'nv.hint("02.6"' in message.text
    setting(f"solutions_from = {form.format(GONE)}")
    assert code in nv.solution("02.6").blocks[0].source


def test_the_nearest_file_counts_up_to_the_top(setting):
    setting(f"solutions_from = {TO_COME}", "..")
    assert "No solution yet" in nv.solution("02.6").headline
    setting(f"solutions_from = {GONE}")
    assert "No solution yet" not in nv.solution("02.6").headline


@each(cases(globals(), "test_a_setting_that_cannot_be_followed_is_named_and_solutions_stay_closed"))
def test_a_setting_that_cannot_be_followed_is_named_and_solutions_stay_closed(text, said, setting):
    setting(text)
    for message in (nv.solution("02.6"), nv.predict("06.2")):
        assert "normviz.toml" in message.text
        assert said in message.text
        assert "np." not in message.text

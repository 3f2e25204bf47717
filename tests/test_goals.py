"""The goals of the explorers: each can be reached by what is in sight, and none is reached before."""

import re
from functools import cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

import normviz as nv
from normviz import goals
from tests.markup import words_of
from tests.support.cells import cells, shown_by
from tests.support.chapters import CHAPTERS

ASKED = re.compile(r'\.goals\("(\d\d[a-z])"\)')


# Name of goals → the chapter and the cell that show them.
PLACES = {
    name: (path, id)
    for path in CHAPTERS
    for id, cell in cells(path).items()
    if cell.cell_type == "code"
    for name in ASKED.findall(cell.source)
}
each = pytest.mark.parametrize("name", PLACES)


@cache
def shown_in(chapter, cell):
    return shown_by(chapter, cell)[0]


def explorer_of(name):
    explorer = shown_in(*PLACES[name])
    explorer.reset()
    return explorer


def go(explorer, goal):
    for name, value in goal.by.items():
        explorer.press(name) if value is None else explorer.touch(name, value)


def reached(explorer):
    return BeautifulSoup(explorer.view.value, "html.parser").find(class_="nv-goals")["data-reached"].split()


def test_goals_and_the_cells_that_show_them_are_the_same():
    files = Path(goals.__file__).parent.glob("??.md")
    assert sorted(name for file in files for name in goals.of_chapter(file.stem)) == sorted(PLACES)


@each
def test_no_goal_is_reached_at_first_and_each_by_the_controls_in_sight(name):
    explorer = explorer_of(name)
    assert reached(explorer) == []
    for k, goal in enumerate(goals.find(name)):
        explorer.reset()
        for control, value in goal.by.items():
            if value is not None:
                assert control in explorer.in_sight or not explorer.described(control).visible, goal.ask
                assert value in explorer.described(control).values(), goal.ask
                explorer.touch(control, value)  # what follows may have other stops then
            else:
                explorer.press(control)
        assert explorer.error is None
        assert str(k) in reached(explorer), goal.ask


@pytest.mark.exhaustive
@each
def test_numbers_that_a_goal_tells_stand_in_the_picture(name):
    explorer = explorer_of(name)
    pictures = words_of(explorer.view.value)
    for goal in goals.find(name):
        explorer.reset()
        go(explorer, goal)
        pictures += words_of(explorer.view.value).replace(goal.seen, "")
    for goal in goals.find(name):
        drawn = pictures.replace(re.sub(r"\*+", "", goal.seen), "")
        told = set(re.findall(r"−?\d+\.\d{4}(?!\d)|\d+\.\d %", goal.seen))
        assert [number for number in told if number.lstrip("−") not in drawn] == []


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match=r'expected the goals of an explorer, such as "02a", got "?\'?99z'):
        nv.BatchNormExplorer().goals("99z")

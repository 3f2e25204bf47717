"""Thousands of random touches of every explorer's controls: nothing breaks, and what is shown is what is so.

After every touch the controls, the picture, the error and ``.result`` are compared with the present settings;
``.result`` is computed again by the oracles of this folder, with NumPy and torch. Every tenth touch a fresh explorer
takes the same settings, and must show the same.

A quick run touches each explorer a few times, an exhaustive one hundreds of times, or ``NORMVIZ_ABUSE_STEPS`` times:

    NORMVIZ_ABUSE_STEPS=20000 python -m pytest --exhaustive tests/abuse/test_random_controls.py

``NORMVIZ_ABUSE_SEED`` gives other random choices; a failure names its last touches, and its seed repeats it.
"""

import os
import re
from itertools import combinations

import numpy as np
import pytest
import torch

import normviz as nv
from normviz.explorers.controls import Choice, all_in
from tests.abuse.driver import (
    Listener,
    Player,
    Unusable,
    census,
    check_controls,
    check_twin,
    check_view,
    choices,
    numbers,
)
from tests.abuse.oracle import Compared, agree, extreme
from tests.abuse.oracles import ORACLES
from tests.explorers.test_base import each_explorer
from tests.markup import keyed_cells, number
from tests.support.widgets import borrowed

FEW, STEPS = 5, int(os.environ.get("NORMVIZ_ABUSE_STEPS", "150"))
SEED = int(os.environ.get("NORMVIZ_ABUSE_SEED", "0"))


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """A table of five rows is not worth the threads that torch would start for it."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_every_explorer_has_an_oracle():
    assert set(ORACLES) == {kind.__name__ for kind in nv.EXPLORERS}


@pytest.mark.parametrize("steps", [FEW, pytest.param(STEPS, marks=pytest.mark.exhaustive)])
@each_explorer
def test_random_touches_show_what_is_so(kind, steps):
    oracle_of = ORACLES[kind.__name__]
    each = -(-steps // len(oracle_of.starts))
    for nth, start in enumerate(oracle_of.starts):
        with borrowed():
            play(kind, oracle_of, start, f"{SEED} {kind.__name__} {nth}", each)


FEW_OPTIONS = 4


def moved(explorer, settings, name, nth):
    """The settings after the ``nth`` option of a list, or an end of a slider, was chosen; None where there is none."""
    control = next(one for one in all_in(explorer.controls_for(settings)) if one.name == name)
    values = (
        control.values()
        if isinstance(control, Choice)
        else [control.stops.at(0), control.stops.at(control.stops.count)]
    )
    if not control.visible or nth >= len(values):
        return None
    return explorer.after(settings, **{name: values[nth]})


@each_explorer
def test_every_two_options_and_either_end_give_what_is_so(kind):
    """What a few random touches may miss; the numbers alone, so that nothing has to be drawn."""
    oracle_of = ORACLES[kind.__name__]
    for start in oracle_of.starts:
        with borrowed():
            explorer = kind(**start)
            oracle, first = oracle_of(explorer, start), explorer.settings
            lists = [(name, nth) for name in choices(explorer) for nth in range(FEW_OPTIONS)]
            ends = [(name, nth) for name in numbers(explorer) for nth in (0, 1)]
            pairs = combinations(lists, 2) if start is oracle_of.starts[0] else ()
            for move in [*((one,) for one in lists + ends), *pairs]:
                settings = first
                try:
                    for name, nth in move:
                        settings = settings and moved(explorer, settings, name, nth)
                    if settings is None:
                        continue
                    explorer.result, explorer.error = kind.compute(settings), None
                except (TypeError, ValueError) as error:
                    explorer.result, explorer.error = None, str(error)
                explorer.settings = settings
                check_result(explorer, oracle, drawn=False)


def play(kind, oracle_of, start, seed, touches):
    explorer = kind(**start)
    oracle = oracle_of(explorer, start)
    player = Player(explorer, seed, oracle.types)
    counted, picture, first = census(), explorer._picture, explorer.settings
    touched = 0
    try:
        for touched in range(touches):
            before = explorer.settings
            with Listener() as log:
                name = player.touch()
                if name == "reset":
                    assert explorer.settings == first
                else:
                    oracle.moved(name, before, explorer.settings)
                picture = check_view(explorer, picture)
                check_controls(explorer, player)
                check_result(explorer, oracle)
                if touched % 10 == 0 or touched == touches - 1:
                    with borrowed():
                        check_twin(explorer)
            assert log.heard == []
        assert census() == counted
    except Exception as error:
        story = "\n".join(map(repr, player.story))
        error.add_note(f"seed {seed!r}, start {start!r}, after {touched + 1} touches, the last:\n{story}")
        raise


def check_result(explorer, oracle, drawn=True):
    """The result is what the oracle says; where the oracle finds nothing to draw, so does the explorer."""
    beyond = extreme([control.value for control in numbers(explorer).values()])
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise"):
            expected = oracle.expected()
    except Unusable as why:
        # Numbers whose squares leave float64 may be refused by one and not by the other.
        assert explorer.error is not None or beyond, f"drawn, though nothing can be: {why}"
        return
    except (FloatingPointError, OverflowError):
        return
    beyond = beyond or extreme(expected) or expected.pop("may refuse", False)
    if isinstance(oracle, Compared):
        return
    if explorer.error is not None:
        assert beyond, f"refused, though it can be drawn: {explorer.error}"
        return
    sentence, cells = expected.pop("sentence", []), expected.pop("cells", {})
    if not extreme(expected):
        if drawn:
            check_page(explorer, sentence, cells)
        for where, value in expected.items():
            agree(found_in(explorer.result, where), value, where)


def check_page(explorer, sentence, cells):
    """The page says the oracle's numbers, each to its last digit: the sentence, and the tables of the picture."""
    drawn = [exact for array in (sentence, *cells.values()) for exact in np.ravel(array)]
    size = np.abs([exact for exact in drawn if np.isfinite(exact)]).max(initial=0)
    said = iter(re.findall(NUMBER, explorer.view.sentence.replace("\u202f", "")))
    for exact in filter(np.isfinite, sentence):
        assert any(rounds_to(words, exact, size) for words in said), (exact, explorer.view.sentence)
    for key, words in keyed_cells(explorer.view.value).items():
        begin, _, place = key.partition(":")
        if begin in cells:
            exact = cells[begin][tuple(int(at) for at in place.split(",") if at != "*")]
            assert not np.isfinite(exact) or rounds_to(words, exact, size), (key, words, exact)


NUMBER = r"−?\d+(?:\.\d+)?(?:·10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


def rounds_to(words, exact, size):
    """Whether a number as it is written is the exact one, to its last digit or to nine of the largest beside it."""
    words = words.replace("\u202f", "")
    mantissa, power = words.partition("·10")[::2]
    last = 10.0 ** -len(mantissa.partition(".")[2]) * (number(f"1·10{power}") if power else 1)
    return abs(number(words) - exact) <= 0.501 * last + 1e-9 * size


def found_in(result, where):
    """``a.b[0]['c'][:3]`` of the result."""
    for attribute, index in re.findall(r"\.?(\w+)|\[([^\]]+)\]", where):
        if attribute:
            result = getattr(result, attribute)
        elif index == ":3":
            result = result[:3]
        else:
            result = result[index.strip("'") if index.startswith("'") else int(index)]
    return result

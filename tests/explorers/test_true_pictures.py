"""Pictures are statements: their axes stand still while a number moves, and no mark is lost in a browser."""

import pytest

from tests.abuse.driver import numbers, tell
from tests.explorers.test_base import each_explorer
from tests.markup import elements_in


@pytest.mark.exhaustive
@each_explorer
def test_axes_stand_still_while_a_slider_moves_or_widen_in_coarse_steps(kind):
    explorer = kind()
    for name, control in numbers(explorer).items():
        # Another column, and a column of another size, have other numbers.
        if name in ("column", "exponent") or not control.visible:
            continue
        explorer.reset()
        seen = []
        for stop in range(control.stops.count + 1):
            # Where Undo needs more than γ or β = 3, the slider goes further, and the axis follows in coarse steps.
            if name not in ("gamma", "beta") or abs(control.stops.at(stop)) <= 3:
                tell(explorer, set=name, stop=stop)
                marks = elements_in(explorer.view.value)
                seen.append([a["data-axis"] for _, a in marks if "data-axis" in a])
        for axes in zip(*seen, strict=True):
            assert len(set(axes)) <= 4, (name, axes)

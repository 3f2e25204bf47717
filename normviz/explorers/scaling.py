"""ScalingExplorer: how the scale of two features shapes the loss, and what that means for gradient descent."""

from dataclasses import replace

from normviz import _inputs
from normviz.descent import SCALES
from normviz.drawing.numbers import significant
from normviz.drawing.scaling import scaling_picture, whole
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text
from normviz.table import Table
from normviz.views import scaling

SCALE_NAMES = {
    "raw: x": "raw",
    "scaled only: x / σ": "scaled only",
    "min–max: from 0 to 1": "min–max",
    "standardized: (x − μ) / σ": "standardized",
}


def _in_words(result: scaling.Result) -> str:
    said = f"{result.scale} features, η = {significant(result.rate)}: the path "
    if result.steps_needed is not None:
        said += f"converges, in {whole(result.steps_needed)} steps to 1 % of the way"
    else:
        said += "never settles" if result.rate == result.bowl.bound else "diverges"
    return f"{said}. κ is {significant(result.bowl.condition_number)}."


class ScalingExplorer(Explorer):
    """The loss of a model with two features, from above, and gradient descent on it.

    Parameters
    ----------
    data : None for the collection's tables; or your own with three columns, two features and the number to predict: an
        array, rows of numbers, a mapping name → column, or a Table
    example : which of the collection's tables comes first
    scale : "raw", "scaled only", "min–max" or "standardized", which comes first

    Raises
    ------
    TypeError, ValueError
        For data that is not a table of three columns, another example, or another scale.

    Examples
    --------
    >>> explorer = ScalingExplorer(scale="standardized")
    >>> explorer.result.bowl.condition_number.__round__(2)
    2.16
    >>> explorer.rate.value = 1.5
    >>> explorer.result.steps_needed is None
    True
    """

    heading = "How many steps to the bottom?"
    moves_first = ("rate", "scale", "data", "steps")
    fit = staticmethod(scaling.fit)
    compute = staticmethod(scaling.compute)
    picture = staticmethod(scaling_picture)
    words = staticmethod(_in_words)

    def __init__(self, data=None, *, example: str = scaling.YEAR, scale: str = "raw"):
        _inputs.one_of("example", example, scaling.TABLES)
        _inputs.one_of("scale", scale, SCALES)
        settings = scaling.Settings(data=example, scale=scale)
        if data is not None:
            given = scaling.three_columns(Table.of(data), "data")
            settings = replace(settings, data=scaling.YOURS, given=given)
        scaling.bowl_of(settings)  # data without a loss are refused here, before there is a picture
        super().__init__(scaling.fit(settings, frozenset({"data"})))

    @staticmethod
    def controls_for(settings):
        typed = settings.data == scaling.YOURS and settings.given is None
        try:
            bound = scaling.bowl_of(settings).bound
        except (TypeError, ValueError):  # the picture says so
            bound = 1.0
        label = "Your table: two features and the number to predict, one row a line"
        return [
            [
                Choice("data", "Data", (*scaling.TABLES, scaling.YOURS), width="22em"),
                Choice("scale", "Features", tuple(SCALE_NAMES.items()), width="12.5em"),
                Number("rate", "Learning rate η", bound / 100, bound * 3, 0.01, digits=3, main=True),
                Number("steps", "Steps drawn", 1, 300, 1, whole=True),
            ],
            [Text("table", label, visible=typed)],
        ]

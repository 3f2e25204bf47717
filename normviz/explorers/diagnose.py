"""DiagnoseExplorer: paste an input and a result, and see which convention lies between them."""

from normviz import _inputs
from normviz.diagnosis.pasted import as_text
from normviz.drawing.diagnose import diagnose_picture
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Number, Text
from normviz.views import diagnose
from normviz.views.diagnose import AS_WRITTEN, EXAMPLES, YOURS


def _in_words(result: diagnose.Result) -> str:
    found = result.diagnosis
    detail = found.matches[0].words if found.matches else found.blocks[0].rstrip(":.") + "."
    return f"{found.headline}, known {found.precision}. {detail}"


class DiagnoseExplorer(Explorer):
    """Find the convention that turns one table into another.

    Parameters
    ----------
    x, result : arrays of one shape, (N,), (N, D) or (B, L, D); the article's batch, normalized as the article's code
        does it, unless told

    Raises
    ------
    TypeError, ValueError
        For only one of the two, or input that is not finite real numbers.

    Examples
    --------
    >>> explorer = DiagnoseExplorer()
    >>> explorer.result.diagnosis.matches[0].divisor
    'n - 1'
    """

    heading = "Which convention gives this result?"
    fit = staticmethod(diagnose.fit)
    compute = staticmethod(diagnose.compute)
    picture = staticmethod(diagnose_picture)
    words = staticmethod(_in_words)

    def __init__(self, x=None, result=None):
        if (x is None) != (result is None):
            missing = "x" if x is None else "result"
            raise ValueError(f"{missing}: expected x and result together, got {missing}=None")
        example = YOURS
        if x is None:
            example = next(iter(EXAMPLES))
            x, result = EXAMPLES[example]()
        both = ("x", x), ("result", result)
        x, y = (as_text(_inputs.array(name, values, ndim=(1, 2, 3))) for name, values in both)
        super().__init__(diagnose.Settings(example, x, y))

    @staticmethod
    def controls_for(settings):
        decimals = Number("decimals", "Decimals of the result (0: as written)", AS_WRITTEN, 8, 1, whole=True)
        result = Text("y", "Somebody's result, in the same shape")
        return [
            [Choice("example", "Example", (*EXAMPLES, YOURS)), decimals],
            [Text("x", "Input, one row a line, or in brackets"), result],
        ]

"""DiagnoseExplorer: paste an input and a result, and see which convention lies between them."""

from dataclasses import dataclass

import numpy as np

from normviz import _inputs, examples
from normviz.diagnosis import Diagnosis, diagnose
from normviz.diagnosis.pasted import as_text, read_pasted
from normviz.drawing.markup import join, tag
from normviz.drawing.numbers import plain
from normviz.drawing.tables import table
from normviz.explorers.base import Explorer
from normviz.norms import batch_norm, layer_norm
from normviz.table import Table

YOURS = "your tables"
MOST_COLUMNS = 12  # in the picture
AS_WRITTEN = 0  # on the slider: as many decimals as the result was written with


def _article(correction):
    x = examples.article_batch().values
    return x, batch_norm(x, correction=correction).y.round(4)


def _layer_norm():
    x = examples.z_table().values
    return x, layer_norm(x, gamma=[2, 1, 0.5], beta=[0, 1, -1]).y.round(4)


EXAMPLES = {
    "the article's code": lambda: _article(1),
    "what the article prints": lambda: _article(0),
    "z table with a γ and a β": _layer_norm,
}


@dataclass(frozen=True, eq=False)
class DiagnoseResult:
    """Everything the picture shows: the two arrays as read, and the diagnosis."""

    x: np.ndarray
    y: np.ndarray
    diagnosis: Diagnosis


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

    heading = "Diagnose explorer"

    def __init__(self, x=None, result=None):
        if (x is None) != (result is None):
            missing = "x" if x is None else "result"
            raise ValueError(f"{missing}: expected x and result together, got {missing}=None")
        if x is None:
            self._start, (x, result) = next(iter(EXAMPLES)), next(iter(EXAMPLES.values()))()
        else:
            self._start = YOURS
        both = ("x", x), ("result", result)
        self._read = {}
        self._texts = [as_text(_inputs.array(name, values, ndim=(1, 2, 3))) for name, values in both]
        super().__init__()

    def build(self):
        example = self.choice("example", "Example", [*EXAMPLES, YOURS], self._start)
        decimals = self.number(
            "decimals", "Decimals of the result (0: as written)", AS_WRITTEN, 8, 1, AS_WRITTEN, whole=True
        )
        x = self.text("x", "Input, one row a line, or in brackets", self._texts[0])
        y = self.text("y", "Somebody's result, in the same shape", self._texts[1])
        return [[example, decimals], [x, y]]

    def react(self, name):
        if name == "example" and self.example.value != YOURS:
            self.x.value, self.y.value = map(as_text, EXAMPLES[self.example.value]())
        elif name in ("x", "y"):
            self.example.value = YOURS

    def reset_controls(self):
        with self.hold():
            super().reset_controls()
            self.x.value, self.y.value = self._texts
            self.example.value = self._start

    def compute(self) -> DiagnoseResult:
        x, _ = self._pasted("input", self.value("x"))
        y, decimals = self._pasted("result", self.value("y"))
        if x.shape != y.shape:
            raise ValueError(f"result: expected the input's shape {x.shape}, got shape {y.shape}")
        chosen = _inputs.whole("decimals", self.value("decimals"), at_least=AS_WRITTEN)
        found = diagnose(x, y, decimals=decimals if chosen == AS_WRITTEN else chosen)
        if found.refused:
            raise ValueError(found.blocks[0].rstrip("."))
        return DiagnoseResult(x, y, found)

    def render(self, result):
        pools = {match.pool for match in result.diagnosis.matches}
        pool = {"columns": "column", "rows": "row"}.get(pools.pop()) if len(pools) == 1 else None
        tables = [
            tag("div", _drawn(values, caption, pool), class_="nv-panel")
            for values, caption in ((result.x, "Input"), (result.y, "Result"))
        ]
        return join([tag("div", tables, class_="nv-panels"), result.diagnosis.to_html()])

    def _pasted(self, name: str, text: str):
        """What stands in a box, read once: a long text takes longer to read than to diagnose."""
        if name not in self._read or self._read[name][0] != text:
            self._read[name] = text, read_pasted(name, text)
        values, decimals = self._read[name][1]
        return values.copy(), decimals

    def in_words(self, result):
        found = result.diagnosis
        detail = found.matches[0].words if found.matches else found.blocks[0].rstrip(":.") + "."
        return f"{found.headline}, known {found.precision}. {detail}"


def _drawn(values: np.ndarray, caption: str, pool: str | None):
    rows = values.reshape(-1, values.shape[-1]) if values.ndim > 1 else values[:, None]
    if rows.shape[1] > MOST_COLUMNS:
        caption += f", columns 1 to {MOST_COLUMNS} of {rows.shape[1]}"
    stacked = Table.of(rows[:, :MOST_COLUMNS])
    return table(
        stacked,
        caption=caption,
        tone=pool or "column",
        pool=pool,
        selected=None if pool is None else (0, 0),
        begins=range(values.shape[1], len(stacked.values), values.shape[1]) if values.ndim == 3 else (),
        write=plain,
    )

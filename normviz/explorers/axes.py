"""AxesExplorer: one block of sentences, tokens and features, and the cells that share a mean with the chosen one."""

from collections.abc import Mapping
from dataclasses import dataclass

import ipywidgets
import numpy as np

from normviz import _inputs, examples
from normviz.drawing.axes import axes_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.old_base import Explorer
from normviz.models.sentences import are_sentences, block_of, read_sentences
from normviz.norms import Normalized, batch_norm, group_norm, instance_norm, layer_norm, rms_norm
from normviz.padding import PaddedBatch

HI_NITISH, THREE, YOURS = "Hi Nitish", "three sentences", "your sentences"
NORMS = {
    "batch norm": "batch_norm",
    "batch norm without pads": "masked_batch_norm",
    "layer norm": "layer_norm",
    "instance norm": "instance_norm",
    "group norm": "group_norm",
    "RMS norm": "rms_norm",
}
PLACES = ("sentence", "token", "feature")


@dataclass(frozen=True, eq=False)
class AxesResult:
    """Everything the picture shows.

    Attributes
    ----------
    norm : "batch_norm", "masked_batch_norm", "layer_norm", "instance_norm", "group_norm" or "rms_norm"
    groups : how many groups of features; None where the norm has none
    batch : the block as a PaddedBatch, (B, L, D)
    normalized : what the norm returned, (B, L, D)
    cell : (sentence, token, feature) of the chosen cell, counted from 0
    pool : boolean array, (B, L, D), True at the cells that share a mean with the chosen one; none is True
        where the chosen cell is a pad that the norm leaves out
    made_up : words whose vector was made from the word itself
    """

    norm: str
    groups: int | None
    batch: PaddedBatch
    normalized: Normalized
    cell: tuple[int, int, int]
    pool: np.ndarray
    made_up: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many cells the pool has."""
        return int(np.count_nonzero(self.pool))

    @property
    def pads(self) -> int:
        """How many of them are pads."""
        return int(np.count_nonzero(self.pool & ~self.batch.mask[..., None]))

    @property
    def mean(self) -> float:
        """μ of the chosen cell's pool; 0 for RMS norm, which subtracts nothing."""
        return self._at_cell(self.normalized.mean)

    @property
    def std(self) -> float:
        """σ of the chosen cell's pool; for RMS norm the root of the mean square."""
        return self._at_cell(self.normalized.std)

    @property
    def x_hat(self) -> float:
        """What the chosen cell becomes."""
        return float(self.normalized.x_hat[self.cell])

    def _at_cell(self, statistic: np.ndarray) -> float:
        return float(np.broadcast_to(statistic, self.pool.shape)[self.cell])


class AxesExplorer(Explorer):
    """Choose a norm and a cell of a B × L × D block, and see which cells share its mean.

    Parameters
    ----------
    data : None for the documents' "Hi Nitish"; or a (B, L, D) array, a list of (L, D) arrays, a PaddedBatch,
        or sentences (strings)
    embedding : mapping word → D numbers for your sentences; other words get a vector made from the word
        itself
    example : "Hi Nitish" or "three sentences"
    features : D of the made-up vectors where no embedding is given
    norm : "batch norm", "batch norm without pads", "layer norm", "instance norm", "group norm" or "RMS norm"
    cell : (sentence, token, feature) that comes first, counted from 1; the documents' "How" in d1 unless told

    Raises
    ------
    TypeError, ValueError
        For data that is no block, an unknown example or norm, or a cell outside the block.

    Examples
    --------
    >>> explorer = AxesExplorer(norm="layer norm")
    >>> explorer.result.count, round(explorer.result.mean, 4), round(explorer.result.x_hat, 4)
    (3, 6.0667, 0.434)
    >>> explorer.norm.value = "batch norm"
    >>> explorer.result.count, explorer.result.pads
    (8, 2)
    """

    heading = "Axes explorer"

    def __init__(
        self,
        data=None,
        *,
        embedding=None,
        example: str = HI_NITISH,
        features: int = 3,
        norm: str = "batch norm",
        cell=None,
    ):
        _inputs.one_of("example", example, (HI_NITISH, THREE))
        _inputs.one_of("norm", norm, NORMS)
        if embedding is not None and not isinstance(embedding, Mapping):
            raise TypeError(
                f"embedding: expected a mapping word → numbers, got {_inputs.describe(embedding)}"
            )
        self._embedding = None if embedding is None else dict(embedding)
        self._features = _inputs.whole("features", features, at_least=1)
        _inputs.fits_in_memory("features", features, features)
        self._start, self._first_norm = (example if data is None else YOURS), norm
        self._sentences = "\n".join(examples.hi_nitish().sentences[:3])
        self._given: PaddedBatch | None = None
        # What is unusable is refused here, before there is a picture.
        if are_sentences(data):
            read_sentences(data, self._embedding, self._features)
            self._sentences = "\n".join(data)
        elif data is not None:
            self._given = block_of(data)
        self._block: tuple[PaddedBatch, tuple[str, ...]] | None = None
        self._kept = (None, None, None), None
        shape = self._read(self._start)[0].values.shape
        self._first_cell = _first_cell(self._start, shape) if cell is None else _checked(cell, shape)
        super().__init__()

    def build(self):
        options = [HI_NITISH, THREE, YOURS]
        example = self.choice("example", "Example", options, self._start, width="12.5em")
        norm = self.choice("norm", "Norm", list(NORMS), self._first_norm, width="16em")
        groups = self.choice("groups", "Groups (group norm only)", [("–", 1)], width="12.5em")
        sentences = self.text("sentences", "Your sentences, one a line", self._sentences, rows=4)
        cell = [self.number(name, name, 1, 2, 1, 1, whole=True) for name in PLACES]
        self.previous = self._step_button("◀ Previous", -1)
        self.next = self._step_button("Next ▶", +1)
        steps = ipywidgets.HBox([self.previous, self.next], layout={"grid_gap": ".5em"})
        self.react("example")
        self._go_to(self._first_cell)
        return [[example, norm, groups], [sentences], [*cell, steps]]

    def react(self, name):
        if name in ("example", "sentences"):
            self.show("example", self._given is None)
            self.show("sentences", self.example.value == YOURS and self._given is None)
            self._load()
        self.groups.disabled = NORMS[self.norm.value] != "group_norm"

    def following(self, b, t, k):
        shape = self._block[0].values.shape
        if any(at >= count for at, count in zip((b, t, k), shape, strict=True)):
            return {}
        return {"sentence": b + 1, "token": t + 1, "feature": k + 1}

    def reset_controls(self):
        with self.hold():
            super().reset_controls()
            self.groups.value = self._first_values["groups"]
            self._go_to(self._first_cell)

    def compute(self) -> AxesResult:
        if self._block is None:
            self._load()
        batch, made_up = self._block
        cell = _checked([self.value(name) for name in PLACES], batch.values.shape)
        norm = NORMS[self.norm.value]
        groups = self.groups.value if norm == "group_norm" else None
        pool = _pool(norm, batch, groups, cell)
        return AxesResult(norm, groups, batch, self._normalize(norm, batch, groups), cell, pool, made_up)

    def render(self, result):
        return axes_picture(result)

    def in_words(self, result):
        (b, t, k), by = result.cell, self.norm.value
        where = f"{short_name(result.batch.tokens[b][t])}, sentence {b + 1}, token {t + 1}, d{k + 1}"
        became = f"{plain(result.batch.values[b, t, k])} becomes {fixed(result.normalized.y[b, t, k])}"
        if not result.count:
            return f"{where}: {became}, as {by} leaves this pad out."
        shared = "root mean square" if result.norm == "rms_norm" else f"mean {fixed(result.mean)} and σ"
        cells = "1 cell" if result.count == 1 else f"{result.count} cells"
        pads = f", {result.pads} of them pads," if result.pads else ""
        return f"{where}: {became} by {by}, over {cells}{pads} with {shared} {fixed(result.std)}."

    def _normalize(self, norm: str, batch: PaddedBatch, groups: int | None) -> Normalized:
        """The norm's result, kept: stepping from cell to cell must not normalize a large block again."""
        kept_batch, *kept_how = self._kept[0]
        if kept_batch is not batch or kept_how != [norm, groups]:
            self._kept = (batch, norm, groups), _normalize(norm, batch, groups)
        return self._kept[1]

    def _step_button(self, label: str, step: int) -> ipywidgets.Button:
        button = ipywidgets.Button(
            description=label, tooltip=f"{label.strip('◀ ▶')} cell", layout={"width": "auto"}
        )
        button.on_click(lambda _: self._step(step))
        return button

    def _step(self, step: int) -> None:
        """Walk through the block cell by cell, features first, and from its end back to its beginning."""
        if self.result is None:
            return
        shape = self.result.pool.shape
        here = int(np.ravel_multi_index(self.result.cell, shape))
        self._go_to(np.unravel_index((here + step) % self.result.pool.size, shape))

    def _go_to(self, cell) -> None:
        with self.hold():
            for name, at in zip(PLACES, cell, strict=True):
                self.boxes[name].value = int(at) + 1

    def _load(self) -> None:
        """Take the chosen sentences and fit the other controls to them."""
        self._block = None
        self._block = self._read(self.example.value)
        shape = self._block[0].values.shape
        for name, count in zip(PLACES, shape, strict=True):
            self._numbers[name].set_range(1, count)
            self.show(name, count > 1)
            self.boxes[name].description = f"{name.capitalize()}, 1 to {count}"
        self._go_to(_first_cell(self.example.value, shape))
        features = shape[-1]
        divisors = [g for g in range(1, features + 1) if features % g == 0]
        self.groups.options = [(_grouping(g, features // g), g) for g in divisors]
        self.groups.value = divisors[len(divisors) // 2 - (len(divisors) == 2)]

    def _read(self, example: str) -> tuple[PaddedBatch, tuple[str, ...]]:
        if example == HI_NITISH:
            return examples.hi_nitish().batch, ()
        if example == THREE:
            # The documents' vectors have three features, which form no groups of two.
            return read_sentences(examples.hi_nitish().sentences[1:], features=4)
        if self._given is not None:
            return self._given, ()
        typed = self.sentences.value if "sentences" in getattr(self, "controls", ()) else self._sentences
        return read_sentences(typed.rstrip().splitlines(), self._embedding, self._features)


def _normalize(norm: str, batch: PaddedBatch, groups: int | None) -> Normalized:
    x = batch.values
    if norm == "masked_batch_norm":
        return batch_norm(x, mask=batch.mask)
    if norm == "group_norm":
        return group_norm(x, groups)
    plain = {
        "batch_norm": batch_norm,
        "layer_norm": layer_norm,
        "instance_norm": instance_norm,
        "rms_norm": rms_norm,
    }
    return plain[norm](x)


def _pool(norm: str, batch: PaddedBatch, groups: int | None, cell) -> np.ndarray:
    pool = np.zeros(batch.values.shape, bool)
    b, t, k = cell
    if norm in ("layer_norm", "rms_norm"):
        pool[b, t] = True
    elif norm == "instance_norm":
        pool[b, :, k] = True
    elif norm == "group_norm":
        size = batch.values.shape[-1] // groups
        first = k // size * size
        pool[b, :, first : first + size] = True
    elif norm == "batch_norm":
        pool[:, :, k] = True
    elif batch.mask[b, t]:
        pool[..., k] = batch.mask
    return pool


def _first_cell(example: str, shape) -> tuple[int, int, int]:
    # The documents follow “How”, which begins their second sentence.
    return (1, 0, 0) if example == HI_NITISH else (0, 0, 0)


def _checked(cell, shape) -> tuple[int, int, int]:
    """The cell counted from 0, or an error that names what lies outside the block."""
    cell = _inputs.items("cell", cell, "(sentence, token, feature)")
    if len(cell) != 3:
        raise ValueError(f"cell: expected 3 numbers (sentence, token, feature), got {len(cell)}")
    for name, value, count in zip(PLACES, cell, shape, strict=True):
        if _inputs.whole(name, value, at_least=1) > count:
            raise ValueError(f"{name}: expected 1 to {count}, got {value}")
    return tuple(int(value) - 1 for value in cell)


def _grouping(groups: int, size: int) -> str:
    return f"{groups} group{'s' * (groups > 1)} of {size}"

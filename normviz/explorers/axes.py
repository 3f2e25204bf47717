"""AxesExplorer: one block of sentences, tokens and features, and the cells that share a mean with the chosen one."""

from dataclasses import replace

from normviz import _inputs
from normviz.drawing.axes import axes_picture
from normviz.drawing.names import short_name
from normviz.drawing.numbers import fixed, plain
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Choice, Text, counted, with_edits
from normviz.views import axes
from normviz.views.axes import HI_NITISH, INDICES, NORMS, THREE, YOURS
from normviz.views.sentences import brought
from normviz.views.settings import holds


def _in_words(result: axes.Result) -> str:
    b, t, k = result.cell
    by = next(words for words, norm in NORMS.items() if norm == result.norm)
    where = f"{short_name(result.batch.tokens[b][t])}, sentence {b + 1}, token {t + 1}, d{k + 1}"
    became = f"{plain(result.batch.values[b, t, k])} becomes {fixed(result.normalized.y[b, t, k])}"
    if not result.count:
        return f"{where}: {became}, as {by} leaves this pad out."
    shared = "root mean square" if result.norm == "rms_norm" else f"mean {fixed(result.mean)} and σ"
    cells = "1 cell" if result.count == 1 else f"{result.count} cells"
    pads = f", {result.pads} of them pads," if result.pads else ""
    return f"{where}: {became} by {by}, over {cells}{pads} with {shared} {fixed(result.std)}."


class AxesExplorer(Explorer):
    """Choose a norm and a cell of a B × L × D block, and see which cells share its mean.

    A click on a tile, or an arrow key, chooses its cell. A tile that is pulled up or down moves all that share its
    mean. The slab can be pulled to another pool. Code moves ``sentence``, ``token`` and ``feature``.

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

    heading = "Which numbers share a mean?"
    fit = staticmethod(axes.fit)
    compute = staticmethod(axes.compute)
    picture = staticmethod(axes_picture)
    words = staticmethod(_in_words)
    alone_as, typed_as = "axes", YOURS

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
        chosen = {"example": example, **brought(data, embedding, features, YOURS)}
        settings = axes.Settings(norm=norm, **chosen)
        settings = axes.fit(settings, frozenset({"example"}))
        if cell is not None:
            cell = axes.cell_in(cell, axes.block_of(settings)[0].values.shape)
            settings = replace(settings, **{name: at + 1 for name, at in zip(INDICES, cell, strict=True)})
        super().__init__(settings)

    def examples_on_a_page(self, settings):
        known = () if settings.given is not None else (HI_NITISH, THREE)
        told = self.sentences_on_a_page(settings, known, axes.block_of)
        reach = self.each_on_a_page(settings, known, lambda one: axes.reach_of(axes.block_of(one)[0]))
        return {name: {**block, "reach": reach[name]} for name, block in told.items()}

    @staticmethod
    def controls_for(settings):
        own, typed = settings.given is not None, settings.example == YOURS
        try:
            shape = axes.block_of(settings)[0].values.shape
        except (TypeError, ValueError):  # the picture says so
            shape, groups = (1, 1, 1), (settings.groups,)
        else:
            groups = axes.divisors_of(shape[-1])
        label, grouped = with_edits("Example", settings), NORMS[settings.norm] == "group_norm"
        groups = tuple((_grouping(g, shape[-1] // g), g) for g in groups)
        return [
            [
                Choice("norm", "Norm", tuple(NORMS), main=True),
                *(
                    counted(name, name.capitalize(), n, visible=False)
                    for name, n in zip(INDICES, shape, strict=True)
                ),
            ],
            [
                Choice("example", label, (HI_NITISH, THREE, YOURS), width="12.5em", visible=not own),
                Choice("groups", "Groups (group norm only)", groups, width="12.5em", enabled=grouped),
                Text("sentences", "Your sentences, one a line", rows=4, visible=typed and not own),
            ],
        ]

    @staticmethod
    def follow(settings, cell):
        shape = axes.block_of(settings)[0].values.shape
        if any(at >= count for at, count in zip(cell, shape, strict=True)):
            return {}
        return {name: at + 1 for name, at in zip(INDICES, cell, strict=True)}

    @staticmethod
    def hold(settings, cell):
        return cell if holds(axes.block_of(settings)[0], cell) else None


def _grouping(groups: int, size: int) -> str:
    return f"{groups} group{'s' * (groups > 1)} of {size}"

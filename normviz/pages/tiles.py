"""The small picture of each chapter: what one of its explorers draws, from the numbers of its own model."""

from collections.abc import Callable
from functools import cache

from markupsafe import Markup

from normviz import examples
from normviz.drawing.markup import NO_MATH, join, tag
from normviz.drawing.part import parts_noted
from normviz.drawing.pool import pool_picture
from normviz.explorers.affine import AffineExplorer
from normviz.explorers.axes import AxesExplorer
from normviz.explorers.base import Explorer
from normviz.explorers.batch_norm import BatchNormExplorer
from normviz.explorers.ledger import LedgerExplorer
from normviz.explorers.padding import PaddingExplorer
from normviz.explorers.race import RaceExplorer
from normviz.explorers.running_statistics import RunningStatisticsExplorer
from normviz.explorers.scaling import ScalingExplorer
from normviz.explorers.training import TrainingExplorer

VERDICTS = {"right": "nv-agreed", "rounded": "nv-agreed", "wrong": "nv-differs"}


def _padding(**changes) -> Explorer:
    explorer = PaddingExplorer(one_column=True)
    explorer.move(**changes)
    return explorer


def _affine(**changes) -> Explorer:
    explorer = AffineExplorer()
    explorer.move(**changes)
    return explorer


# Number of a chapter → its explorer, and which kind of chart of its picture is the small one.
PICTURES: dict[str, tuple[Callable[[], Explorer], str]] = {
    "00": (lambda: _padding(padding_length=7), "ruler"),
    "01": (ScalingExplorer, "plane"),
    "02": (BatchNormExplorer, "ruler"),
    "03": (lambda: _affine(gamma=2, beta=1), "ruler"),
    "04": (lambda: TrainingExplorer(step=120), "spiral"),
    "05": (RunningStatisticsExplorer, "ruler"),
    "06": (lambda: _padding(padding_length=8, norm="batch norm without pads"), "ruler"),
    "07": (lambda: AxesExplorer(norm="layer norm"), "ruler"),
    "08": (lambda: RaceExplorer(step=240), "spread_chart"),
    "09": (lambda: LedgerExplorer(claim="seven-is-invented"), ""),
    "10": (lambda: AxesExplorer(norm="instance norm"), ""),
}
# Number of a chapter → the pools that it is about: their axes, and whether pads are left out, where there are some.
BATCH, COUNTED, LEFT_OUT = ((0, 1), None), ((0, 1), False), ((0, 1), True)
LAYER, INSTANCE = ((2,), None), ((1,), None)
POOLS = {number: [BATCH] for number in ("01", "02", "03", "04", "05")}
POOLS |= {"00": [COUNTED], "06": [COUNTED, LEFT_OUT], "07": [LAYER], "08": [BATCH, LAYER]}
POOLS |= {"09": [COUNTED, LAYER], "10": [BATCH, LAYER, INSTANCE]}
MOST = {"plane": 2, "spiral": 2}  # beside each other


@cache
def tile(number: str) -> Markup | None:
    """Return the picture of the chapter with this ``number``, hidden from screen readers; None for another number.

    >>> "data-ruler" in tile("02"), tile("99")
    (True, None)
    """
    if number not in PICTURES:
        return None
    drawn = {"09": _claims, "10": _pools}.get(number, lambda: join(*charts(number)))()
    return tag("div", drawn, class_=f"nv {NO_MATH}", aria_hidden="true", data_tile=number)


@cache
def charts(number: str) -> tuple[Markup, ...]:
    """Return the charts of the small picture, as the explorer draws them."""
    made, kind = PICTURES[number]
    explorer = made()
    with parts_noted() as noted:
        explorer.picture(explorer.result)
    return tuple(part.markup for part in noted if part.kind == kind)[: MOST.get(kind, 1)]


def _claims() -> Markup:
    """Each printed number that can be checked: filled where it holds, crossed where it does not, else open."""
    claims = (VERDICTS.get(claim.verdict) for claim in examples.printed_claims())
    return tag("p", [tag("i", class_=look) for look in claims], class_="nv-squares")


def _pools() -> Markup:
    """Which numbers share a mean in a batch, in a layer and in an instance norm."""
    return tag("div", _drawn(POOLS["10"]), class_="pools")


def mark(number: str) -> Markup | None:
    """Return the small picture of the block at the head of the chapter with this ``number``; None for another number.

    >>> mark("07").count("<svg"), mark("99")
    (1, None)
    """
    return tag("div", _drawn(POOLS[number], side=9), class_="mark") if number in POOLS else None


def _drawn(pools, **more) -> list[Markup]:
    return [pool_picture(axes, 2, 3, masked=masked, **more) for axes, masked in pools]

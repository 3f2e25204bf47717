"""Memory stays flat however long somebody plays: what an update makes is gone with the next one.

Each explorer is touched at random, as in ``test_random_controls.py``, first to warm up, because what is imported and
kept at first use stays; then again and again. What is allocated then, the emptied caches of the pictures apart, must
not have grown by more than a margin: small blocks as Python counts them, and, where the C library says it, bytes in
large ones. The number of updates is ``NORMVIZ_ABUSE_UPDATES``; a thorough run is

    NORMVIZ_ABUSE_UPDATES=5000 python -m pytest --exhaustive tests/abuse/test_memory.py
"""

import ctypes
import functools
import gc
import inspect
import os
import sys
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import normviz as nv
from normviz.drawing.markup import tag
from normviz.explorers.base import Explorer
from normviz.explorers.controls import Number
from tests.abuse.driver import Player, choices
from tests.abuse.oracles import ORACLES
from tests.support.widgets import borrowed

UPDATES = int(os.environ.get("NORMVIZ_ABUSE_UPDATES", "150"))
WARM_UP = 100
# A picture kept by every update would be 2 to 30 KB an update. What is first used late, and what the C library cannot
# give back in one piece, comes to less than this.
BLOCKS, BLOCKS_AN_UPDATE = 4000, 0.5
BYTES, BYTES_AN_UPDATE = 256 * 1024, 64


@pytest.fixture(autouse=True)
def quick_collections():
    """What is there before need not be looked through at every collection."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def caches():
    """Every function of the package that keeps what it has returned before."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "normviz"]
    things = [thing for module in modules for thing in vars(module).values()]
    things += [method for thing in things if isinstance(thing, type) for method in vars(thing).values()]
    return [thing for thing in things if isinstance(thing, functools._lru_cache_wrapper)]


class _Allocated(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
    )]  # fmt: skip


def in_use():
    """Small blocks, and bytes in large ones (0 where the C library does not tell)."""
    for cache in caches():
        cache.cache_clear()
    gc.collect()
    allocated = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if allocated is None:
        return np.array([sys.getallocatedblocks(), 0])
    allocated.restype = _Allocated
    found = allocated()
    return np.array([sys.getallocatedblocks(), found.uordblks + found.hblkhd])


def growth(explorer, oracle, updates):
    """By how many blocks and bytes memory grows in so many touches, after a warm-up."""
    player = Player(explorer, type(explorer).__name__, oracle.types)

    def play(touches):
        for _ in range(touches):
            player.touch()
            oracle.typed.clear()
        explorer.reset()
        return in_use()

    for choice in choices(explorer).values():
        for value in choice.values():
            choice.value = value
        explorer.reset()
    before = play(WARM_UP)
    return play(updates) - before


def allowed(updates):
    return np.array([BLOCKS + BLOCKS_AN_UPDATE * updates, BYTES + BYTES_AN_UPDATE * updates])


def test_every_cache_is_bounded():
    unbounded = [cache for cache in caches() if cache.cache_info().maxsize is None]
    unbounded = [c.__name__ for c in unbounded if inspect.signature(c.__wrapped__).parameters]
    assert len(caches()) > 5
    # By the names of the documents' examples, of the page's files, of our classes and modules, and of the chapters.
    few = {"_documents", "_tables", "read", "_fields_of", "_of_model", "_name", "tile", "charts"}
    assert set(unbounded) <= few


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", nv.EXPLORERS, ids=lambda kind: kind.__name__)
def test_memory_is_flat(kind):
    with borrowed():
        explorer = kind()
        grown = growth(explorer, ORACLES[kind.__name__](explorer, {}), UPDATES)
    assert (grown < allowed(UPDATES)).all(), grown


@dataclass(frozen=True)
class Settings:
    x: int = 0


class Leaking(Explorer):
    """Keeps its pictures, which nobody may."""

    kept: ClassVar = []
    compute = staticmethod(lambda settings: settings.x)
    words = staticmethod(str)

    @staticmethod
    def picture(result):
        Leaking.kept.append(tag("p", "x" * 4000, str(result)))
        return Leaking.kept[-1]

    @staticmethod
    def controls_for(settings):
        return [[Number("x", "x", 0, 1000, 1, whole=True)]]

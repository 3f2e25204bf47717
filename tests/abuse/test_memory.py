"""Memory stays flat however long somebody plays: what an update makes is gone with the next one."""

import functools
import gc
import inspect
import sys

import pytest

import normviz as nv
from tests.abuse.driver import Player, choices
from tests.abuse.oracles import ORACLES
from tests.support.widgets import borrowed

WARM_UP, TOUCHES = 120, 60
MOST = (
    4000  # blocks, of what is first used late; a picture kept by every update would be some hundred an update
)


def caches():
    """Every function of the package that keeps what it has returned before."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "normviz"]
    things = [thing for module in modules for thing in vars(module).values()]
    things += [method for thing in things if isinstance(thing, type) for method in vars(thing).values()]
    return [thing for thing in things if isinstance(thing, functools._lru_cache_wrapper)]


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
        explorer, blocks = kind(), []
        oracle = ORACLES[kind.__name__](explorer, {})
        player = Player(explorer, kind.__name__, oracle.types)
        for control in choices(explorer).values():
            for option in control.values():  # what is kept at first use stays
                control.value = option
        for touches in (WARM_UP, TOUCHES):
            for _ in range(touches):
                player.touch()
                oracle.typed.clear()
            explorer.reset()
            for cache in caches():
                cache.cache_clear()
            gc.collect()
            blocks.append(sys.getallocatedblocks())
    assert blocks[1] - blocks[0] < MOST

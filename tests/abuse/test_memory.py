"""What the package keeps for later has an end, however long somebody plays."""

import functools
import inspect
import sys

import normviz as nv
from tests.support.widgets import borrowed


def caches():
    """Every function of the package that keeps what it has returned before."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "normviz"]
    things = [thing for module in modules for thing in vars(module).values()]
    things += [method for thing in things if isinstance(thing, type) for method in vars(thing).values()]
    return [thing for thing in things if isinstance(thing, functools._lru_cache_wrapper)]


def test_every_cache_is_bounded():
    with borrowed():
        assert [kind() for kind in nv.EXPLORERS]  # their modules are there
    unbounded = [cache for cache in caches() if cache.cache_info().maxsize is None]
    unbounded = [c.__name__ for c in unbounded if inspect.signature(c.__wrapped__).parameters]
    assert len(caches()) > 5
    # By the names of the documents' examples, of the page's files, of our classes and modules, and of the chapters.
    few = {
        "_documents",
        "_tables",
        "read",
        "_fields_of",
        "_of_model",
        "_name",
        "tile",
        "charts",
        "steps_of",
        "batch_of",
    }
    # By the files of words: chapters, languages, the code that stands there.
    few |= {"_chapter", "of_chapter", "named", "pairs", "compile", "_read"}
    assert set(unbounded) <= few

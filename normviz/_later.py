"""Names that are fetched when they are first used: widgets take a third of a second to import, torch takes longer."""

import ast
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path


def listed_in(stub: Path) -> dict[str, tuple[str, ...]]:
    """Return the modules that a stub (``.pyi``) imports from, each with the names."""
    froms = [
        node for node in ast.parse(stub.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)
    ]
    modules = dict.fromkeys(node.module for node in froms)
    return {m: tuple(name.name for node in froms if node.module == m for name in node.names) for m in modules}


def fetched_later(namespace: dict, modules: Mapping[str, tuple[str, ...]]) -> tuple[Callable, Callable]:
    """Return ``__getattr__`` and ``__dir__`` of a package; ``modules`` maps a module to what is fetched from it.

    >>> namespace = {"__name__": "shop", "open": True}
    >>> get, listed = fetched_later(namespace, {"math": ("pi",)})
    >>> "pi" in namespace, get("pi"), "pi" in namespace, listed()
    (False, 3.141592653589793, True, ['__name__', 'open', 'pi'])
    """
    home = {name: module for module, names in modules.items() for name in names}

    def get(name: str):
        if name not in home:
            # A notebook may be newer than the package that its kernel has found.
            place = f"; it lies in {namespace['__file__']}" if "__file__" in namespace else ""
            raise AttributeError(f"module {namespace['__name__']!r} has no attribute {name!r}{place}")
        module = home[name]
        own = module == namespace["__name__"]  # the name is that of a file of the package itself
        namespace[name] = import_module(f"{module}.{name}") if own else getattr(import_module(module), name)
        return namespace[name]

    return get, lambda: sorted({*namespace, *home})

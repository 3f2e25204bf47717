"""Slips that any calculation can hold: the solution, run again with one of them in it.

A slip changes one place of the solution's code, so it is known to every question whose answer is made that way. It is
looked for after the question's own mistakes, which know more about it.
"""

import ast
import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import combinations

import numpy as np

import normviz as nv
from normviz.exercises.kinds.base import source_of
from normviz.exercises.kinds.changes import (
    MEDIAN,
    N_MINUS_1,
    SIGN,
    SUM,
    changes,
    is_ddof,
    method_of,
)

CHANGED = "Two of the values, or rows, have changed places: which one belongs where?"
NO_AXIS = "Without an axis, everything is one pool. Which numbers may share a mean?"
AXIS = "You pooled over another axis than the one that is meant. Which numbers may share a mean?"
AMONG = "This is one of the intermediate results. Which one is asked for, and which step is still missing?"
ON_THE_WAY = "This is an intermediate result. Which step is still missing?"


AXES = (0, 1, 2, (0, 1), (0, 2), (1, 2))


@lru_cache(maxsize=256)
def slipped(solution: Callable, of_parts: bool = False) -> tuple[tuple[str, Callable], ...]:
    """The words of each slip, and the solution with it; of those that make the same code, the first.

    ``of_parts``: the solution returns a table of its own and what it makes of it. Each slip makes that of any table.
    """
    if solution.__name__ == "<lambda>":  # it stands inside other code, and has no lines of its own
        return ()
    tree = ast.parse(source_of(solution))
    (function,) = tree.body
    if of_parts:
        _take_parts(function)
    if any(isinstance(node, ast.While) for node in ast.walk(tree)):  # with a slip, it may never end
        return ()
    found: dict[str, str] = {}
    named, parts = _unfinished(tree)
    forms = dict.fromkeys((tree, _with(tree, partial(_as_sigma, _assigned(tree)))))
    whole = [slip for form in forms for way in (_everywhere, _at_one_place) for slip in way(form)]
    for words, changed in (*named, *whole, *parts):
        found.setdefault(changed, words)
    for form in forms:
        found.pop(ast.unparse(form), None)
    return tuple((words, _compiled(code, function.name)) for code, words in found.items())


@lru_cache(maxsize=256)
def of_own(solution: Callable) -> Callable:
    """The solution of a question on the learner's own table, which makes its last part of any others."""
    tree = ast.parse(source_of(solution))
    _take_parts(tree.body[0])
    return _compiled(ast.unparse(tree), tree.body[0].name)


def the_only(said: Iterable[str]) -> str | None:
    """What is to be said where slips lead to an answer: of an intermediate result that, of one kind of slip its words.

    Where several kinds lead to it, nobody knows which one it was.
    """
    said = {*said}
    return ON_THE_WAY if ON_THE_WAY in said else said.pop() if len(said) == 1 else None


def _compiled(code: str, name: str) -> Callable:
    namespace = {"np": np, "nv": nv}
    exec(code, namespace)

    def run(*arguments, **data):
        """What comes out, or None where the slip leads to an error."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                return np.asarray(namespace[name](*arguments, **data), dtype=float)
            except Exception:  # shapes that do not fit: nobody comes to a number in this way
                return None

    return run


def _take_parts(function: ast.FunctionDef) -> None:
    """Make its arguments of what is returned in front of the result."""
    *given, function.body[-1].value = function.body[-1].value.elts
    names = [part.id for part in given]
    function.args.args = [ast.arg(name) for name in names]
    function.body = [
        s for s in function.body if not (isinstance(s, ast.Assign) and _name_of(s.targets[0]) in names)
    ]


def _name_of(target: ast.expr) -> str | None:
    return getattr(target, "id", None)  # several that are assigned in one line have none


def _at_one_place(tree: ast.Module) -> Iterator[tuple[str, str]]:
    assigned = _assigned(tree)
    for parent, field, place, node in _places(tree.body[0]):
        for words, code in changes(node, assigned):
            with _replaced(parent, field, place, ast.parse(code, mode="eval").body):
                yield words, ast.unparse(tree)


def _places(tree: ast.AST) -> list[tuple]:
    """Every expression below, as (the node it hangs on, its field, its place in a list or None, the expression)."""
    found = []
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            places = enumerate(value) if isinstance(value, list) else [(None, value)]
            found += [(parent, field, place, node) for place, node in places if isinstance(node, ast.expr)]
    return found


@contextmanager
def _replaced(parent, field, place, node):
    holder, key = (vars(parent), field) if place is None else (getattr(parent, field), place)
    before = holder[key]
    holder[key] = node
    yield
    holder[key] = before


def _assigned(tree: ast.Module) -> dict[str, ast.expr]:
    """The names that stand for one expression, with it."""
    found: dict[str, list] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _everywhere(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Slips of somebody who does the same in all places of one kind."""
    (function,) = tree.body
    ways = [(NO_AXIS if axis is None else AXIS, partial(_over, axis)) for axis in (None, *AXES)]
    ways += [(N_MINUS_1, _over_n_minus_1), (SUM, partial(_in_place_of_a_mean, "({}).sum({})"))]
    ways += [(MEDIAN, partial(_in_place_of_a_mean, "np.median({}, {})"))]
    made = ((words, _with(tree, change)) for words, change in ways)
    yield from ((words, ast.unparse(changed)) for words, changed in made if changed is not tree)
    last, names = function.body[-1], _side_by_side(tree)
    if isinstance(last, ast.Return):
        with _replaced(function, "body", -1, _with(last, _added)):
            yield SIGN, ast.unparse(tree)
    for one, two in combinations(names, 2):
        yield CHANGED, ast.unparse(_with(tree, partial(_renamed, {one: two, two: one})))


class _Changed(ast.NodeTransformer):
    """Code in the place of each expression for which ``change`` gives some, from the inner ones to the outer ones."""

    def __init__(self, change: Callable[[ast.expr], str | None]):
        self.change = change

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        code = self.change(node) if isinstance(node, ast.expr) else None
        return node if code is None else ast.parse(f"({code})", mode="eval").body


def _with(tree: ast.AST, change: Callable[[ast.expr], str | None]) -> ast.AST:
    """A copy in which that is changed; the tree itself where there is nothing to change."""
    if all(change(node) is None for node in ast.walk(tree) if isinstance(node, ast.expr)):
        return tree
    return _Changed(change).visit(pickle.loads(pickle.dumps(tree)))  # a third of the time that `copy` takes


def _given(node: ast.Call, *left_out: str) -> str:
    """The arguments of a call, as code, without those of these names."""
    parts = (*node.args, *node.keywords)
    return ", ".join(ast.unparse(part) for part in parts if getattr(part, "arg", None) not in left_out)


def _renamed(names: dict[str, str], node: ast.expr) -> str | None:
    is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    return names.get(node.id) if is_read else None


def _over(axis, node: ast.expr) -> str | None:
    if not (isinstance(node, ast.Call) and any(key.arg == "axis" for key in node.keywords)):
        return None
    wide = f"axis={axis}, keepdims=True" if axis is not None else ""
    given = ", ".join(filter(None, (_given(node, "axis", "keepdims"), wide)))
    return f"{ast.unparse(node.func)}({given})"


def _added(node: ast.expr) -> str | None:
    subtracts = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
    return f"({ast.unparse(node.left)}) + ({ast.unparse(node.right)})" if subtracts else None


def _in_place_of_a_mean(code: str, node: ast.expr) -> str | None:
    return (
        code.format(f"({ast.unparse(node.func.value)})", _given(node)) if method_of(node) == "mean" else None
    )


def _as_sigma(assigned: dict[str, ast.expr], node: ast.expr) -> str | None:
    """The root of the mean of squared distances, written as the σ that it is."""
    squares = node.args[0].func.value if method_of(node) == "np.sqrt" and _is_mean(node.args[0]) else None
    if not (isinstance(squares, ast.BinOp) and isinstance(squares.op, ast.Pow)):
        return None
    away = squares.left
    away = assigned.get(away.id, away) if isinstance(away, ast.Name) else away
    if not (isinstance(away, ast.BinOp) and isinstance(away.op, ast.Sub) and _is_mean(away.right)):
        return None
    return f"({ast.unparse(away.left)}).std()"


def _is_mean(node: ast.expr) -> bool:
    return method_of(node) == "mean" and not node.args and not node.keywords


def _over_n_minus_1(node: ast.expr) -> str | None:
    """n − 1 in each variance."""
    if method_of(node) not in ("std", "var") or any(map(is_ddof, node.keywords)):
        return None
    return f"{ast.unparse(node.func)}({', '.join(filter(None, (_given(node), 'ddof=1')))})"


def _side_by_side(tree: ast.Module) -> list[str]:
    """The names that one may take for each other: of the arguments, and of what is assigned in one line."""
    arguments = [argument.arg for argument in tree.body[0].args.args]
    lines = (node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign))
    return arguments + [name.id for line in lines if isinstance(line, ast.Tuple) for name in line.elts]


def _unfinished(tree: ast.Module) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The solution that ends on its way: with a number that has a name there, and with any other."""
    (function,) = tree.body
    body, named, parts = function.body, [], []
    for number, statement in enumerate(body):
        if isinstance(statement, ast.Assign | ast.Return):
            for node in ast.walk(statement.value):
                if isinstance(node, ast.BinOp | ast.Call | ast.Subscript | ast.Name | ast.UnaryOp):
                    function.body = [*body[:number], ast.Return(node)]
                    whole = isinstance(statement, ast.Assign) and node is statement.value
                    (named if whole else parts).append((ON_THE_WAY, ast.unparse(tree)))
    function.body = body
    return named, parts

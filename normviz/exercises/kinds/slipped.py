"""Slips that any calculation can hold: the solution, run again with one of them in it.

A slip changes one place of the solution's code, so it is known to every question whose answer is made that way. It is
looked for after the question's own mistakes, which know more about it.
"""

import ast
import copy
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import combinations

import numpy as np

import normviz as nv
from normviz.exercises.kinds.base import source_of
from normviz.exercises.kinds.changes import (
    MEDIAN,
    N_MINUS_1,
    POWER,
    ROOT_TOO_MANY,
    SUM,
    changes,
    is_ddof,
    method_of,
)

MIN_MAX = "This is min–max scaling, (x − min) / (max − min). The mean is subtracted here, and σ divides."
CHANGED = "Two of the given numbers, or rows, have changed places: which one is meant here?"
NO_AXIS = "Without an axis, everything is one pool. Which numbers may share a mean?"
AXIS = "You pooled over another axis than the one that is meant. Which numbers may share a mean?"
WEIGHTS = "The two weights have changed places: which one belongs to what?"
NAME = "One thing stands in the place of another: look at each name again, and at what it holds."
ON_THE_WAY = "This number is needed on the way. What is left to do with it?"

LATE = {ROOT_TOO_MANY, POWER, NAME}  # looked for where no other slip leads to the same

AXES = (0, 1, 2, (0, 1), (0, 2), (1, 2))


@lru_cache(maxsize=64)
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
    for words, changed in (*named, *_everywhere(tree), *_at_one_place(tree), *_other_names(tree), *parts):
        found.setdefault(changed, words)
    found.pop(ast.unparse(tree), None)
    in_order = sorted(found.items(), key=lambda slip: slip[1] in LATE)
    return tuple((words, _compiled(code, function.name)) for code, words in in_order)


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
    function.body = [s for s in function.body if not (isinstance(s, ast.Assign) and s.targets[0].id in names)]


def _at_one_place(tree: ast.Module) -> Iterator[tuple[str, str]]:
    assigned = _assigned(tree)
    for parent, field, place, node in _places(tree.body[0]):
        for words, code in changes(node, assigned):
            with _replaced(parent, field, place, ast.parse(code, mode="eval").body):
                yield words, ast.unparse(tree)
    # A name that stands in two places may hold the slip in one of them alone.
    for parent, field, place, node in _places(tree.body[0]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in assigned:
            inlined = ast.Expression(copy.deepcopy(assigned[node.id]))
            for inner in _places(inlined):
                for words, code in changes(inner[-1], assigned):
                    with _replaced(*inner[:-1], ast.parse(code, mode="eval").body):
                        changed = ast.parse(f"({ast.unparse(inlined)})", mode="eval").body
                    with _replaced(parent, field, place, changed):
                        yield words, ast.unparse(tree)


def _other_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """One name in the place of another, once or in each other's place."""
    names = [*_side_by_side(tree), *_assigned(tree)]
    for parent, field, place, node in _places(tree.body[0]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            for other in names:
                with _replaced(parent, field, place, ast.Name(other, ast.Load())):
                    yield NAME, ast.unparse(tree)
    assigned = [n for n in ast.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    for one, two in combinations(assigned, 2):
        one.value, two.value = two.value, one.value
        yield NAME, ast.unparse(tree)
        one.value, two.value = two.value, one.value


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
    for axis in (None, *AXES):
        other = copy.deepcopy(tree)
        keywords = [node for node in ast.walk(other) if isinstance(node, ast.Call)]
        keywords = [call.keywords for call in keywords if any(key.arg == "axis" for key in call.keywords)]
        for keys in keywords:
            kept = [key for key in keys if key.arg not in ("axis", "keepdims")]
            wide = [("axis", axis), ("keepdims", True)] if axis is not None else []
            keys[:] = kept + [
                ast.keyword(name, ast.parse(f"{value}", mode="eval").body) for name, value in wide
            ]
        yield NO_AXIS if axis is None else AXIS, ast.unparse(other)
    other = copy.deepcopy(tree)
    for node in ast.walk(other):
        if method_of(node) in ("std", "var") and not any(map(is_ddof, node.keywords)):
            node.keywords.append(ast.keyword("ddof", ast.Constant(1)))
    yield N_MINUS_1, ast.unparse(other)
    for words, in_place_of_mean in ((SUM, "({}).sum({})"), (MEDIAN, "np.median({}, {})")):
        yield words, ast.unparse(_OtherMean(in_place_of_mean).visit(copy.deepcopy(tree)))
    if (both := _MinMax()).of(tree):
        yield MIN_MAX, both.code
    for one, two in combinations(_side_by_side(tree), 2):
        other, names = copy.deepcopy(tree), {one: two, two: one}
        for node in ast.walk(other):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
                node.id = names[node.id]
        yield CHANGED, ast.unparse(other)
    shares = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is float
    }
    if any(np.isclose(one + two, 1) for one in shares for two in shares if one < two):
        other = copy.deepcopy(tree)
        for node in ast.walk(other):
            if isinstance(node, ast.Constant) and type(node.value) is float and 0 < node.value < 1:
                node.value = round(1 - node.value, 9)
        yield WEIGHTS, ast.unparse(other)


class _OtherMean(ast.NodeTransformer):
    """Something else in the place of each mean."""

    def __init__(self, code: str):
        self.code = code

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if method_of(node) != "mean":
            return node
        given = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords))
        return ast.parse(self.code.format(ast.unparse(node.func.value), given), mode="eval").body


class _MinMax(ast.NodeTransformer):
    """The smallest number in the place of each mean, and the distance to the largest in that of each σ."""

    def of(self, tree: ast.Module) -> bool:
        self.met = set()
        self.code = ast.unparse(self.visit(copy.deepcopy(tree)))
        return "mean" in self.met and len(self.met) > 1

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        method = method_of(node)
        given = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords) if not is_ddof(part))
        if method not in ("mean", "std", "var"):
            return node
        self.met.add(method)
        of = ast.unparse(node.func.value)
        code = f"({of}).min({given})" if method == "mean" else f"np.ptp({of}{', ' if given else ''}{given})"
        return ast.parse(f"{code} ** 2" if method == "var" else code, mode="eval").body


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

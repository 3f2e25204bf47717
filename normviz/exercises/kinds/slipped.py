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

BRACKETS = "Brackets are missing: Python divides and multiplies first, so a − b/c is not (a − b)/c."
BRACKETS_TOO_MANY = "Brackets are wrong: a·b + c is not a·(b + c)."
N_MINUS_1 = "You divided by n − 1. Here it is n."
N_NOT_MINUS_1 = "You divided by n. Here the sample variance is meant: n − 1."
ROOT = "A root is missing: somewhere you took σ² for σ."
NO_ROOT = "Somewhere you took σ, or a root, where σ² is meant."
ROOT_TOO_MANY = "You divided by the root of what is meant: there is a root too many."
SQUARE = "A square is missing."
NEGATIVE_SQUARE = "A square is never negative: (−2)² is 4."
EPS_OUTSIDE = "ε stands outside the root: √(σ² + ε) is meant."
SUM = "You took a sum where a mean is meant: divide by n."
ONE = "This comes out with one of the numbers in the place of their mean."
MEDIAN = "You took the median, the number in the middle, for the mean."
SPREAD = "You took a spread, a smallest or a largest number where a mean is meant."
LEFT_OUT = "Some of the numbers are left out of the mean."
LEFT_OUT_OF_SUM = "Some of the numbers are left out of the sum."
SIZES_ALONE = "You took the numbers without their signs. Here the signs count."
RANGE = "You took the distance from the smallest to the largest for σ, the typical distance."
BY_THE_SUM = "You took the root of the sum of the squares. σ is the root of their mean."
MIN_MAX = "This is min–max scaling, (x − min) / (max − min). The mean is subtracted here, and σ divides."
POINT = "A decimal point has slipped on the way."
SIZES = "You took the mean of the distances without their signs. σ is the root of the mean of their squares."
TOO_MANY = "You divided by one more than there are numbers."
POWER = "Another power is meant."
CHANGED = "Two of the given numbers, or rows, have changed places: which one is meant here?"
MEAN = "You took a mean where a sum is meant."
NO_AXIS = "Without an axis, everything is one pool. Which numbers may share a mean?"
AXIS = "You pooled over another axis than the one that is meant. Which numbers may share a mean?"
ROW = "This comes out with a number from another place. Which one is asked for?"
SMALLEST = "You took the smallest for the largest, or the other way round."
PADS = "You divided by the number of all places, pads included."
WEIGHTS = "The two weights have changed places: which one belongs to what?"
UPSIDE_DOWN = "A quotient stands upside down: what is divided by what?"
TIMES = "You multiplied where a division is meant."
TURNED = "A difference is the wrong way round: what is subtracted from what?"
SIGN = "A plus and a minus have changed places."
NOT_SUBTRACTED = "Something has not been subtracted yet."
NOT_ADDED = "Something is left out: what else has to be added?"
NOT_DIVIDED = "Something has not been divided yet."
NO_FACTOR = "A factor is left out."
SIZE = "A distance is meant: take it without its sign."
NAME = "One thing stands in the place of another: look at each name again, and at what it holds."
ON_THE_WAY = "This number is needed on the way. What is left to do with it?"

LATE = {ROOT_TOO_MANY, POWER, NAME}  # looked for where no other slip leads to the same

SAMPLE = "({0}.sum({1}) / ({0}.sum({1}) / {0}.mean({1}) - 1))"
TOO_MUCH = "({0}.sum({1}) / ({0}.sum({1}) / {0}.mean({1}) + 1))"
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
        for words, code in _changes(node, assigned):
            with _replaced(parent, field, place, ast.parse(code, mode="eval").body):
                yield words, ast.unparse(tree)
    # A name that stands in two places may hold the slip in one of them alone.
    for parent, field, place, node in _places(tree.body[0]):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in assigned:
            inlined = ast.Expression(copy.deepcopy(assigned[node.id]))
            for inner in _places(inlined):
                for words, code in _changes(inner[-1], assigned):
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


def _sum_in(node: ast.expr, assigned) -> tuple[str, str, str] | None:
    """The two parts of a sum or difference, and the sign between them, also where a name stands for it."""
    if isinstance(node, ast.Name) and node.id in assigned:
        node = assigned[node.id]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "+" if isinstance(node.op, ast.Add) else "-"
        return f"({ast.unparse(node.left)})", sign, f"({ast.unparse(node.right)})"
    ending = None
    if isinstance(node, ast.Subscript):
        inner, ending = node.value, f"[{ast.unparse(node.slice)}]"
    elif _method(node) in ("max", "min"):
        inner, ending = node.func.value, f".{node.func.attr}()"
    if ending and (parts := _sum_in(inner, assigned)):
        return f"{parts[0]}{ending}", parts[1], parts[2]
    return None


def _method(node: ast.expr) -> str:
    """The name of the method that is called, or of NumPy's function with "np." before it; else nothing."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return ""
    of = node.func.value
    return f"np.{node.func.attr}" if isinstance(of, ast.Name) and of.id == "np" else node.func.attr


def _changes(node: ast.expr, assigned) -> Iterator[tuple[str, str]]:
    """What else may stand in the place of this expression, each as code, with what to say."""
    if isinstance(node, ast.BinOp):
        yield from _of_two(node, assigned)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        if isinstance(node.slice.value, int):
            yield from ((ROW, f"{ast.unparse(node.value)}[{place}]") for place in range(8))
    elif (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Slice)
        and isinstance(node.ctx, ast.Load)
    ):
        yield from _of_rows(node)
    elif isinstance(node, ast.Constant) and type(node.value) is float:
        yield from ((POINT, f"{node.value * factor!r}") for factor in (10, 0.1))
    elif method := _method(node):
        yield from _of_call(node, method)


def _of_rows(node: ast.Subscript) -> Iterator[tuple[str, str]]:
    first, last = (
        end.value if isinstance(end, ast.Constant) else None for end in (node.slice.lower, node.slice.upper)
    )
    if first and last and not node.slice.step:
        cuts = (
            f"{first - 1}:{last - 1}",
            f"{first + 1}:{last + 1}",
            f"{first - 1}:{last}",
            f"{first}:{last + 1}",
        )
        yield from ((ROW, f"{ast.unparse(node.value)}[{cut}]") for cut in cuts)


def _of_call(node: ast.Call, method: str) -> Iterator[tuple[str, str]]:
    given = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords))
    if method == "np.sqrt":
        (inside,) = node.args
        yield ROOT, f"({given})"
        if isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Add):
            yield EPS_OUTSIDE, f"(np.sqrt({ast.unparse(inside.left)}) + {ast.unparse(inside.right)})"
        of = inside.left if isinstance(inside, ast.BinOp) else inside  # ε may stand beside the mean
        squares = of.func.value if _method(of) == "mean" else None
        if isinstance(squares, ast.BinOp) and isinstance(squares.op, ast.Pow):
            yield SIZES, f"np.abs({ast.unparse(squares.left)}).mean()"
            yield RANGE, f"np.ptp({ast.unparse(squares.left)})"
    if method == "np.abs":
        yield SIZE, f"({given})"
    of = f"({ast.unparse(node.func.value)})"
    if method in ("std", "var"):
        kept = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords) if not _is_ddof(part))
        power, root = ("", " ** 0.5") if method == "std" else (" ** 2", "")
        if kept == given:
            yield N_MINUS_1, f"{of}.{method}({given + ', ' if given else ''}ddof=1)"
        else:
            yield N_NOT_MINUS_1, f"{of}.{method}({kept})"
        yield (ROOT, f"{of}.var({given})") if method == "std" else (NO_ROOT, f"{of}.std({given})")
        away, over = f"({of} - {of}.mean({_wide(kept)}))", f", {kept}" if kept else ""
        yield SIZES, f"np.abs({away}).mean({kept}){power}"
        yield RANGE, f"np.ptp({of}{over}){power}"
        yield BY_THE_SUM, f"({away} ** 2).sum({kept}){root}"
    if method == "mean":
        yield N_MINUS_1, SAMPLE.format(of, given)
        yield SUM, f"{of}.sum({given})"
        yield SIZES_ALONE, f"np.abs{of}.mean({given})"
        yield MEDIAN, f"np.median({of}{', ' if given else ''}{given})"
        if not given:  # ahead of a largest or smallest number: it is one of two as well
            yield from ((ONE, f"{of}{one}") for one in (".max()", ".min()", "[0]", "[-1]"))
        yield from ((SPREAD, f"{of}.{other}({given})") for other in ("std", "var", "max", "min"))
        yield TOO_MANY, TOO_MUCH.format(of, given)
        if given in ("", "axis=0"):
            rows = (f"{of}[{cut}]" for count in range(1, 5) for cut in (f"{count}:", f":-{count}"))
            yield from ((LEFT_OUT, f"{some}.mean({given})") for some in rows)
    if method == "sum":
        yield PADS if of == "(mask)" else MEAN, f"{of}.size" if of == "(mask)" else f"{of}.mean({given})"
        yield SIZES_ALONE, f"np.abs{of}.sum({given})"
        if not given:
            yield from ((LEFT_OUT_OF_SUM, f"{of}{some}") for some in ("[0]", "[1:].sum()", "[:-1].sum()"))
    if method in ("max", "min"):
        yield SMALLEST, f"{of}.{'min' if method == 'max' else 'max'}({given})"


def _wide(given: str) -> str:
    """The arguments of a mean that is to be subtracted: an axis stays, and keeps its place."""
    return f"{given}, keepdims=True" if given and "keepdims" not in given else given


def _is_ddof(part) -> bool:
    return isinstance(part, ast.keyword) and part.arg == "ddof"


def _of_two(node: ast.BinOp, assigned) -> Iterator[tuple[str, str]]:
    left, right = f"({ast.unparse(node.left)})", f"({ast.unparse(node.right)})"
    first, second = _sum_in(node.left, assigned), _sum_in(node.right, assigned)
    if isinstance(node.op, ast.Div):
        if first:
            yield BRACKETS, f"({first[0]} {first[1]} {first[2]} / {right})"
        if second:
            yield BRACKETS, f"({left} / {second[0]} {second[1]} {second[2]})"
        yield BRACKETS, f"({left} / {ast.unparse(node.right)})"
        yield ROOT, f"({left} / {right} ** 2)"
        yield ROOT_TOO_MANY, f"({left} / np.sqrt({right}))"
        yield UPSIDE_DOWN, f"({right} / {left})"
        yield TIMES, f"({left} * {right})"
        yield NOT_DIVIDED, left
        if first:
            yield NOT_SUBTRACTED, f"({first[0]} / {right})"
    if isinstance(node.op, ast.Mult):
        if first:
            yield BRACKETS, f"({first[0]} {first[1]} {first[2]} * {right})"
        if second:
            yield BRACKETS, f"({left} * {second[0]} {second[1]} {second[2]})"
        yield NO_FACTOR, left
        yield NO_FACTOR, right
    if isinstance(node.op, ast.Pow):
        if first and right == "(2)":
            yield BRACKETS, f"({first[0]} {first[1]} {first[2]} ** 2)"
        yield SQUARE, left
        if right == "(2)":
            yield NEGATIVE_SQUARE, f"({left} * np.abs({left}))"
        yield from ((POWER, f"{left} ** ({right} {change})") for change in ("- 1", "+ 1"))
    if isinstance(node.op, ast.Sub):
        yield TURNED, f"({right} - {left})"
        yield SIGN, f"({left} + {right})"
        yield NOT_SUBTRACTED, left
    if isinstance(node.op, ast.Add):
        factor = node.left
        while isinstance(factor, ast.BinOp) and isinstance(factor.op, ast.Mult | ast.Div):
            factor = factor.left
        if factor is not node.left:
            factor = f"({ast.unparse(factor)})"
            yield BRACKETS_TOO_MANY, f"({factor} * ({left} / {factor} + {right}))"
        yield SIGN, f"({left} - {right})"
        yield NOT_ADDED, left
        yield NOT_ADDED, right


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
        if _method(node) in ("std", "var") and not any(map(_is_ddof, node.keywords)):
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
        if _method(node) != "mean":
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
        method = _method(node)
        given = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords) if not _is_ddof(part))
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

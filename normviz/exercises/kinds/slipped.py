"""Slips that any calculation can hold: the solution, run again with one of the rules of ``slips.txt`` in it.

A slip is known to every question whose answer is made that way. It is looked for after the question's own mistakes,
which know more about it.
"""

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np

import normviz as nv
from normviz.exercises.kinds.base import source_of
from normviz.exercises.kinds.rules import RULES, Way, changed, copied, expression

CHANGED = "You get this if two of the values, or rows, change places: which one belongs where?"
AMONG = "This is one of the numbers on the way. Which one is asked for, and is a step still missing?"
ON_THE_WAY = "This is an intermediate result. Which step is still missing?"
PART = ast.BinOp | ast.Call | ast.Subscript | ast.Name | ast.UnaryOp
# The root of the mean of squared distances is the σ that it is.
SIGMA = [(expression("np.sqrt(((A - A.mean()) ** 2).mean())"), expression("A.std()"))]


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
    forms = dict.fromkeys(map(ast.unparse, (tree, _Changed(tree, _assigned(tree), SIGMA).tree)))
    made = (slip for form in forms for slip in _by_rules(ast.parse(form)))
    for words, code in (*named, *made, *_exchanged(tree), *parts):
        found.setdefault(code, words)
    for form in forms:
        found.pop(form, None)
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
        s
        for s in function.body
        if not (isinstance(s, ast.Assign) and getattr(s.targets[0], "id", None) in names)
    ]


def _by_rules(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each slip of a rule: at all places alike, and at one of them."""
    assigned, nodes = _assigned(tree), [*ast.walk(tree)]
    for words, _, alike, way in RULES:
        if any(changed(one, assigned, node) for one in way for node in nodes):
            whole = _Changed(tree, assigned, way)
            if len(whole.met) >= min(2, len(way)):  # of forms that go together, one alone is another slip
                yield words, ast.unparse(whole.tree)
            for place in range(0 if alike or whole.places < 2 else whole.places):
                yield words, ast.unparse(_Changed(tree, assigned, way, place).tree)


class _Changed(ast.NodeTransformer):
    """``tree`` is a copy with what a way makes of each expression, from the inner ones out, or of that at one place.

    ``places`` is how many there are, and ``met`` which forms of the way stand there.
    """

    def __init__(self, tree: ast.Module, assigned: dict[str, ast.expr], way: Way, place: int | None = None):
        self.way, self.place, self.assigned, self.places, self.met = way, place, assigned, 0, set()
        self.tree = self.visit(copied(tree))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for number, one in enumerate(self.way):
            if other := changed(one, self.assigned, node):
                self.met.add(number)
                self.places += 1
                return other if self.place in (None, self.places - 1) else node
        return node


def _assigned(tree: ast.Module) -> dict[str, ast.expr]:
    """The names that stand for one expression, with it."""
    found: dict[str, list] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _exchanged(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Two names that one may take for each other, in each other's place."""
    for one, two in combinations(_side_by_side(tree), 2):
        made = copied(tree)
        for node in ast.walk(made):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                node.id = {one: two, two: one}.get(node.id, node.id)
        yield CHANGED, ast.unparse(made)


def _side_by_side(tree: ast.Module) -> list[str]:
    """The names that one may take for each other: of the arguments, and of what is assigned in one line."""
    arguments = [argument.arg for argument in tree.body[0].args.args]
    lines = (node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign))
    return arguments + [name.id for line in lines if isinstance(line, ast.Tuple) for name in line.elts]


def _unfinished(tree: ast.Module) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The solution that ends on its way: with a number that has a name there, and with any other."""
    (function,) = tree.body
    body, named, parts, given = function.body, [], [], {argument.arg for argument in function.args.args}
    for number, statement in enumerate(body):
        if isinstance(statement, ast.Assign | ast.Return):
            for node in ast.walk(statement.value):
                if isinstance(node, PART) and getattr(node, "id", None) not in given:
                    function.body = [*body[:number], ast.Return(node)]
                    whole = isinstance(statement, ast.Assign) and node is statement.value
                    (named if whole else parts).append((ON_THE_WAY, ast.unparse(tree)))
    function.body = body
    return named, parts

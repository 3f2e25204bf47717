"""The rules of ``slips.txt``: forms of code, and what a slip puts in their place.

Capitals stand for any expression; N is a whole number, F one with a decimal point, M a method of any name. ``*K`` are
all arguments that a form does not name.
"""

import ast
import pickle
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from normviz.written import Text, with_belief

Way = list[tuple[ast.expr, ast.expr]]  # forms that change together, each with what takes its place
NUMBERS = {"N": int, "F": float}
SLIPS = Path(__file__).parents[1] / "slips.txt"


def expression(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def _rules() -> Iterator[tuple[str, int | None, bool, Way]]:
    """The words, the number of the belief, whether it is made at all places alike, and the way of each rule."""
    for number, line in enumerate(SLIPS.read_text("utf-8").splitlines(), start=1):
        if not line.startswith("  "):
            words, belief = with_belief(Text(line, SLIPS, number))
            continue
        alike, forms = re.fullmatch(r"  (all )?(.*)", line).groups()
        pairs = [pair.split(" => ") for pair in forms.split(" and ")]
        for k in range(pairs[0][1].count(" | ") + 1):
            way = [(expression(old), expression(new.split(" | ")[k])) for old, new in pairs]
            yield words, belief, bool(alike), way


RULES = tuple(_rules())
# The misconception behind the words of a slip.
BELIEFS = {words: belief for words, belief, *_ in RULES if belief}


def changed(
    pair: tuple[ast.expr, ast.expr], assigned: Mapping[str, ast.expr], node: ast.AST
) -> ast.expr | None:
    """What takes the place of some code; None where it has not the first form of the pair."""
    (old, new), found = pair, {}
    is_such = type(node) in (type(old), ast.Constant) and _matches(old, node, assigned, found)
    return _Put(found).visit(copied(new)) if is_such else None


def copied(node: ast.AST) -> ast.AST:
    return pickle.loads(pickle.dumps(node))  # a third of the time that `copy` takes


def _matches(form, node, assigned: Mapping[str, ast.expr], found: dict) -> bool:
    """Whether some code has a form, where a name stands for what was ``assigned``; ``found`` is what capitals are."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _matches(*both, assigned, found) for both in zip(form, node, strict=True)
        )
    if not isinstance(form, ast.AST):
        return form in (node, "M") and (form != "M" or found.setdefault("M", node) == node)
    if isinstance(form, ast.Name) and form.id.isupper():
        is_such = form.id not in NUMBERS or type(getattr(node, "value", None)) is NUMBERS[form.id]
        is_module = getattr(node, "id", "") in ("np", "nv")
        return is_such and not is_module and ast.dump(found.setdefault(form.id, node)) == ast.dump(node)
    if isinstance(form, ast.BinOp | ast.Call) and isinstance(node, ast.Name):
        node = assigned.get(node.id, node)
    if type(form) is not type(node):
        return False
    if isinstance(form, ast.Call) and form.args and isinstance(form.args[-1], ast.Starred):
        *given, _ = form.args
        named = {key.arg for key in form.keywords}
        found["K"] = node.args[len(given) :], [key for key in node.keywords if key.arg not in named]
        form = ast.Call(form.func, given, form.keywords)
        node = ast.Call(
            node.func, node.args[: len(given)], [key for key in node.keywords if key.arg in named]
        )
    fields = [field for field in form._fields if field != "ctx"]
    return all(_matches(getattr(form, field), getattr(node, field), assigned, found) for field in fields)


class _Put(ast.NodeTransformer):
    """What was found, in the place of capitals; of two arguments with one name, the rule's own counts."""

    def __init__(self, found: dict):
        self.found = found

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.found.get(node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = self.found["M"] if node.attr == "M" else node.attr
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node = self.generic_visit(node)
        if node.args and isinstance(node.args[-1], ast.Starred):
            arguments, keywords = self.found["K"]
            own = {key.arg for key in node.keywords}
            own |= set() if node.func.attr in ("std", "var") else {"ddof"}
            node.args = [*node.args[:-1], *arguments]
            node.keywords += [key for key in keywords if key.arg not in own]
        return node

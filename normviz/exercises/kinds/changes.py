"""What else may stand in the place of an expression: the slips that one place of a calculation can hold."""

import ast
from collections.abc import Iterator

BRACKETS = "Brackets are missing: Python divides and multiplies first, so a − b/c is not (a − b)/c."
BRACKETS_TOO_MANY = "Brackets are wrong: a·b + c is not a·(b + c)."
N_MINUS_1 = "You divided by n − 1. Here it is n."
N_NOT_MINUS_1 = "You divided by n. Here the sample variance is meant: n − 1."
ROOT = "A root is missing: somewhere you took σ² for σ."
NO_ROOT = "Somewhere you took σ, or a root, where σ² is meant."
SQUARE = "A square is missing."
EPS_OUTSIDE = "ε stands outside the root: √(σ² + ε) is meant."
SUM = "You took a sum where a mean is meant: divide by n."
MEDIAN = "You took the median, the number in the middle, for the mean."
BY_THE_SUM = "You took the root of the sum of the squares. σ is the root of their mean."
POINT = "A decimal point has slipped on the way."
SIZES = "You took the mean of the distances without their signs. σ is the root of the mean of their squares."
MEAN = "You took a mean where a sum is meant."
ROW = "This comes out with a number from another place. Which one is asked for?"
UPSIDE_DOWN = "A quotient stands upside down: what is divided by what?"
TIMES = "You multiplied where a division is meant."
TURNED = "A difference is the wrong way round: what is subtracted from what?"
SIGN = "A plus and a minus have changed places."
NOT_SUBTRACTED = "Something has not been subtracted yet."
NOT_ADDED = "Something is left out: what else has to be added?"
NOT_DIVIDED = "Something has not been divided yet."
NO_FACTOR = "A factor is left out."
# The misconception behind the words of a slip.
BELIEFS = {N_MINUS_1: 3, EPS_OUTSIDE: 5}
SAMPLE = "({0}.sum({1}) / ({0}.sum({1}) / {0}.mean({1}) - 1))"


def changes(node: ast.expr, assigned) -> Iterator[tuple[str, str]]:
    """What else may stand in the place of this expression, each as code, with what to say."""
    if isinstance(node, ast.BinOp):
        yield from _of_two(node, assigned)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        if isinstance(node.slice.value, int):
            yield from ((ROW, f"{ast.unparse(node.value)}[{place}]") for place in range(8))
    elif isinstance(node, ast.Constant) and type(node.value) is float:
        yield from ((POINT, f"{node.value * factor!r}") for factor in (10, 0.1))
    elif method := method_of(node):
        yield from _of_call(node, method)


def _of_call(node: ast.Call, method: str) -> Iterator[tuple[str, str]]:
    given = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords))
    if method == "np.sqrt":
        (inside,) = node.args
        yield ROOT, f"({given})"
        if isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Add):
            yield EPS_OUTSIDE, f"(np.sqrt({ast.unparse(inside.left)}) + {ast.unparse(inside.right)})"
        of = inside.left if isinstance(inside, ast.BinOp) else inside  # ε may stand beside the mean
        squares = of.func.value if method_of(of) == "mean" else None
        if isinstance(squares, ast.BinOp) and isinstance(squares.op, ast.Pow):
            yield SIZES, f"np.abs({ast.unparse(squares.left)}).mean()"
    of = f"({ast.unparse(node.func.value)})"
    if method in ("std", "var"):
        kept = ", ".join(ast.unparse(part) for part in (*node.args, *node.keywords) if not is_ddof(part))
        power, root = ("", " ** 0.5") if method == "std" else (" ** 2", "")
        if kept == given:
            yield N_MINUS_1, f"{of}.{method}({given + ', ' if given else ''}ddof=1)"
        else:
            yield N_NOT_MINUS_1, f"{of}.{method}({kept})"
        yield (ROOT, f"{of}.var({given})") if method == "std" else (NO_ROOT, f"{of}.std({given})")
        away = f"({of} - {of}.mean({_wide(kept)}))"
        yield SIZES, f"np.abs({away}).mean({kept}){power}"
        yield BY_THE_SUM, f"({away} ** 2).sum({kept}){root}"
    if method == "mean":
        yield N_MINUS_1, SAMPLE.format(of, given)
        yield SUM, f"{of}.sum({given})"
        yield MEDIAN, f"np.median({of}{', ' if given else ''}{given})"
    if method == "sum":
        yield MEAN, f"{of}.mean({given})"
        yield MEAN, f"({of}.mean({given}) / (1 - {of}.mean({given}) / {of}.sum({given})))"


def _wide(given: str) -> str:
    """The arguments of a mean that is to be subtracted: an axis stays, and keeps its place."""
    return f"{given}, keepdims=True" if given and "keepdims" not in given else given


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
        yield UPSIDE_DOWN, f"({right} / {left})"
        yield TIMES, f"({left} * {right})"
        yield NOT_DIVIDED, left
        if first:
            yield NOT_SUBTRACTED, f"({first[0]} / {right})"
        if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Mult):
            factor, inner = ast.unparse(node.left.left), _sum_in(node.left.right, assigned)
            if inner:
                yield BRACKETS, f"({factor} * {inner[0]} {inner[1]} {inner[2]} / {right})"
                yield BRACKETS, f"({factor} * ({inner[0]} {inner[1]} {inner[2]} / {right}))"
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


def _sum_in(node: ast.expr, assigned) -> tuple[str, str, str] | None:
    """The two parts of a sum or difference, and the sign between them, also where a name stands for it."""
    if isinstance(node, ast.Name) and node.id in assigned:
        node = assigned[node.id]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "+" if isinstance(node.op, ast.Add) else "-"
        return f"({ast.unparse(node.left)})", sign, f"({ast.unparse(node.right)})"
    return None


def method_of(node: ast.expr) -> str:
    """The name of the method that is called, or of NumPy's function with "np." before it; else nothing."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return ""
    of = node.func.value
    return f"np.{node.func.attr}" if isinstance(of, ast.Name) and of.id == "np" else node.func.attr


def is_ddof(part) -> bool:
    return isinstance(part, ast.keyword) and part.arg == "ddof"

"""Which code of a chapter is there to be read, and which only shows or asks."""

import ast
import re

from nbformat import NotebookNode

_SHOWS = re.compile(
    r"\w+Explorer|show\w*|stage|beside|examples|datasets|predict|say|check|hint|solution|progress|questions|skip_without"
)
_MOVES = {"only", "move", "reset", "goals"}
_PLAIN = (
    ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.keyword, ast.List, ast.Tuple, ast.Dict, ast.UnaryOp,
    ast.USub, ast.Subscript, ast.Load,
)  # fmt: skip


def is_hidden(cell: NotebookNode) -> bool:
    """Return whether the code of a cell is folded.

    >>> from nbformat.v4 import new_code_cell
    >>> is_hidden(new_code_cell("x = 1", metadata={"jupyter": {"source_hidden": True}}))
    True
    """
    return cell.cell_type == "code" and bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def only_shows(cell: NotebookNode) -> bool:
    """Return whether a code cell only imports, asks a question, or shows and moves a picture.

    >>> from nbformat.v4 import new_code_cell
    >>> only_shows(new_code_cell('answer = ...\\nnv.check("06.7", answer)')), only_shows(new_code_cell("x.mean()"))
    (True, False)
    """
    try:
        return all(map(_shows, ast.parse(cell.source).body))
    except SyntaxError:  # one of IPython's own commands
        return False


def _shows(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.Assign(value=ast.Constant(value=value)):
            return value is ...
        case ast.Expr(value=ast.Name()):
            return True
        case ast.Assign(value=value) | ast.Expr(value=value):
            return _is_shown(value)
    return False


def _is_shown(value: ast.expr) -> bool:
    nodes = list(ast.walk(value))
    called = [_names(node.func) for node in nodes if isinstance(node, ast.Call)]
    if any(names[-1] == "explore" for names in called):
        return True
    return (
        bool(called)
        and all(isinstance(node, _PLAIN) for node in nodes)
        and all((names[0] == "nv" and _SHOWS.fullmatch(names[1])) or names[-1] in _MOVES for names in called)
    )


def _names(called: ast.expr) -> list[str]:
    """The names in a call, from the left: of ``nv.AxesExplorer().only``, nv, AxesExplorer and only."""
    match called:
        case ast.Attribute(value=value, attr=attr):
            return [*_names(value), attr]
        case ast.Call(func=func):
            return _names(func)
        case ast.Name(id=id):
            return [id]
    return [""]

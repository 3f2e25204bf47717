"""What a cell of a chapter shows, without a notebook."""

import ast
import builtins
import contextlib
import io
from functools import cache

from tests.support.chapters import read


@cache
def cells(path):
    """Id → cell of a chapter, in order."""
    return {cell.id: cell for cell in read(path).cells}


def names_in(source, context):
    nodes = ast.walk(ast.parse(source))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def shown_by(path, id):
    """What the last line of a cell gives, and what is printed; the cells above that it needs are run first."""
    code = {key: cell.source for key, cell in cells(path).items() if cell.cell_type == "code"}
    needed = [code[id]]
    above = list(code)[: list(code).index(id)]
    for key in reversed(above):
        missing = set().union(*(names_in(source, ast.Load) for source in needed)) - set(dir(builtins))
        if key == above[0] or names_in(code[key], ast.Store) & missing:  # the first cell imports
            needed.insert(0, code[key])
    *lines, last = ast.parse("\n".join(needed)).body
    names, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(lines, []), id, "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), id, "exec"), names)
            return None, printed.getvalue()
        return eval(compile(ast.Expression(last.value), id, "eval"), names), printed.getvalue()

"""Lines of code: docstrings, comments, blank lines and imports are not counted.

``python -m tests.size``. The sums of the package, of its JavaScript and CSS and of the tests may only fall:
pyproject.toml holds each, and a test compares.
"""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
_SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


def lines_of_python(text: str) -> int:
    """Count the lines of Python that hold code.

    >>> lines_of_python('import re\\n\\n\\ndef twice(x):\\n    "Return 2x."\\n    return 2 * x  # doubled\\n')
    2
    """
    left_out, texts = set(), set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            left_out.update(range(node.lineno, node.end_lineno + 1))
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                left_out.update(range(first.lineno, first.end_lineno + 1))
        elif isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str):
            texts.update(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(map(str.strip, text.split("\n")), 1)
    code = {at for at, line in lines if line and not line.startswith("#")}
    return len((code | texts) - left_out)


def lines_of_front(text: str) -> int:
    """Count the lines of JavaScript or CSS that hold code.

    >>> lines_of_front("// adds\\nconst add = (a, b) => a + b;  // both\\n\\n/* nothing\\nmore */")
    1
    """
    return sum(bool(line.strip()) for line in _SCRIPT_COMMENT.sub("", text).splitlines())


def counted() -> dict[str, Counter]:
    """The lines of each folder that git knows, of the package, its front, the tests and the benchmarks."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    parts = {part: Counter() for part in ("normviz", "front", "tests", "benchmarks")}
    for path in map(Path, listed.splitlines()):
        if path.parts[0] not in parts or not (ROOT / path).is_file():
            continue
        if path.suffix == ".py":
            part, count = path.parts[0], lines_of_python
        elif path.suffix in (".js", ".css") and path.parts[0] == "normviz":
            part, count = "front", lines_of_front
        else:
            continue
        folder = path.parts[1] if len(path.parts) > 2 else "."
        parts[part][folder] += count((ROOT / path).read_text(encoding="utf-8"))
    return parts


if __name__ == "__main__":
    for part, folders in counted().items():
        print(f"{part:24}{sum(folders.values()):7}")
        for folder, lines in sorted(folders.items()):
            print(f"  {folder:22}{lines:7}")

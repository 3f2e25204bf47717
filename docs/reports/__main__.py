"""Each rebuilt report and what normviz says of it: ``python -m docs.reports`` prints the table of README.md."""

from importlib import import_module
from pathlib import Path

import normviz as nv

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("__"))


def script(name):
    return import_module(f"docs.reports.{name}")


def said(name) -> str:
    """What normviz says of one report."""
    given = script(name).case()
    if "model" not in given:
        return nv.diagnose(**given).text
    return str(nv.inspect(given.pop("model"), *given.pop("inputs", ()), **given))


def row(name) -> str:
    """One line of the table: kind, addresses, cause, cure, what normviz says, what torch says."""
    one = script(name)
    kind, *parts = one.__doc__.strip().split("\n\n")
    where, rest = parts[0].split("\nCause: ")
    cause, rest = rest.split("\nCure: ")
    cure, torch_says = rest.split("\ntorch says: ")
    links = ", ".join(f"[{n}]({link})" for n, link in enumerate(where.removeprefix("Reported: ").split(), 1))
    found = f"*{one.EXPECTED}*" if one.EXPECTED in said(name) else "**not found**"
    cells = (f"[{kind.strip('.')}]({name}.py)", links, cause, cure, found, torch_says)
    return "| " + " | ".join(cell.strip(". ") for cell in cells) + " |"


if __name__ == "__main__":
    print("| kind | reported | cause | cure | normviz says | torch says |\n|---|---|---|---|---|---|")
    for name in NAMES:
        print(row(name), flush=True)

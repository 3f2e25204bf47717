"""Tell the project its public address: ``python -m docs.address https://github.com/ORG/REPO``.

It is written into pyproject.toml, the one place that names it. All that leads there follows: the README's badges and
its first door, the links of ``docs/play.html``, and, when they are built, the pages' own addresses and metadata and
links on PyPI.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
START = "notebooks/00_start_here.ipynb"
ADDRESS = re.compile(r"https://github\.com/([\w.-]+)/([\w.-]+?)/?")
# Badge → where it leads with an address, and without.
BADGES = {
    "binder": ("https://mybinder.org/v2/gh/{}/HEAD?urlpath=lab/tree/" + START, "docs/running.md#binder"),
    "colab": (
        "https://colab.research.google.com/github/{}/blob/HEAD/" + START,
        "docs/running.md#google-colab",
    ),
}
DOOR = re.compile(r"(<!-- door -->).*?(<!-- /door -->)", re.DOTALL)
DOWNLOAD = "get the files (*Code → Download ZIP*, unpack) and open `docs/play.html` by a double click"
HERE = (
    '<p id="how" tabindex="-1">They are notebooks, and open in JupyterLab. In a terminal, in the folder of '
    "these files:</p>\n"
    "<pre>python -m pip install -r requirements.txt\njupyter lab <b>notebooks/00_start_here.ipynb</b></pre>\n"
    '<p>The <a href="../README.md">README</a> says more. Once <code>python -m docs.pages</code> has made pages of '
    "them, these links open the pages, which need no Python.</p>\n"
)


def told(root: Path = ROOT) -> str:
    """The project's address, as pyproject.toml says; empty while there is none."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["normviz"]["address"]


def leads_to(badge: str, address: str) -> str:
    """Where a badge leads.

    >>> leads_to("binder", "")
    'docs/running.md#binder'
    >>> leads_to("colab", "https://github.com/ada/normviz")
    'https://colab.research.google.com/github/ada/normviz/blob/HEAD/notebooks/00_start_here.ipynb'
    """
    there, here = BADGES[badge]
    return there.format("/".join(ADDRESS.fullmatch(address).groups())) if address else here


def pages(address: str) -> str:
    """Where GitHub Pages shows the pages, with a slash at its end; empty while there is no address.

    >>> pages("https://github.com/ada/normviz"), pages("https://github.com/ada/ada.github.io"), pages("")
    ('https://ada.github.io/normviz/', 'https://ada.github.io/', '')
    """
    if not address:
        return ""
    owner, repository = ADDRESS.fullmatch(address).groups()
    site = f"{owner.lower()}.github.io"
    return f"https://{site}/" if repository.lower() == site else f"https://{site}/{repository}/"


def door(address: str) -> str:
    """What the README says of its first door.

    >>> door("https://github.com/ada/normviz")
    '[Open it in your browser](https://ada.github.io/normviz/).'
    """
    if address:
        return f"[Open it in your browser]({pages(address)})."
    return f"The pages have no public address yet: {DOWNLOAD}. It needs no Python and no network."


def chapters(address: str) -> str:
    """Where ``docs/play.html`` sends its readers: to the chapters' pages; while they have no address, to those that
    lie beside it, or to the notebooks.
    """
    rows = []
    for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        title = json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"][0].lstrip("# ").strip()
        page = f'"{pages(address)}{path.stem}.html"'
        leads = page if address else f'"../notebooks/{path.name}" data-page="_pages/{path.stem}.html"'
        rows.append(f"<li><a href={leads}>{title}</a></li>\n")
    there = "" if address else HERE
    return f'<h2>Eleven chapters</h2>\n<ol start="0">\n{"".join(rows)}</ol>\n{there}'


def main(arguments: list[str] | None = None, root: Path = ROOT) -> None:
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 1 or not ADDRESS.fullmatch(given[0]):
        sys.exit(f"expected one address such as https://github.com/ORG/REPO, got {' '.join(given) or 'none'}")
    address = given[0].rstrip("/")
    _replace(root / "pyproject.toml", r'(?m)^address = ".*"$', f'address = "{address}"')
    for badge in BADGES:
        place = rf"(docs/images/{badge}\.svg\)\]\()[^)]*"
        _replace(root / "README.md", place, rf"\g<1>{leads_to(badge, address)}")
    for page, said in {"README.md": door(address), "docs/play.html": chapters(address)}.items():
        _replace(root / page, DOOR, rf"\g<1>{said}\g<2>")


def _replace(path: Path, pattern: str | re.Pattern, by: str) -> None:
    text, count = re.subn(pattern, by, path.read_text(encoding="utf-8"))
    if count != 1:
        sys.exit(f"{path}: expected one place that {pattern} finds, got {count}")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Tell the project its public address: ``python -m docs.address https://github.com/ORG/REPO``.

It is written into pyproject.toml, the one place that names it; the README's badges then lead to Binder and Colab, and
metadata and links on PyPI follow when the package is built.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
START = "notebooks/00_start_here.ipynb"
ADDRESS = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)/?")
# Badge → where it leads with an address, and without.
BADGES = {
    "binder": ("https://mybinder.org/v2/gh/{}/HEAD?urlpath=lab/tree/" + START, "docs/running.md#binder"),
    "colab": (
        "https://colab.research.google.com/github/{}/blob/HEAD/" + START,
        "docs/running.md#google-colab",
    ),
}


def leads_to(badge: str, address: str) -> str:
    """Where a badge leads.

    >>> leads_to("binder", "")
    'docs/running.md#binder'
    >>> leads_to("colab", "https://github.com/ada/normviz")
    'https://colab.research.google.com/github/ada/normviz/blob/HEAD/notebooks/00_start_here.ipynb'
    """
    there, here = BADGES[badge]
    return there.format(ADDRESS.fullmatch(address)[1]) if address else here


def main(arguments: list[str] | None = None, root: Path = ROOT) -> None:
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 1 or not ADDRESS.fullmatch(given[0]):
        sys.exit(f"expected one address such as https://github.com/ORG/REPO, got {' '.join(given) or 'none'}")
    address = given[0].rstrip("/")
    _replace(root / "pyproject.toml", r'(?m)^address = ".*"$', f'address = "{address}"')
    for badge in BADGES:
        place = rf"(docs/images/{badge}\.svg\)\]\()[^)]*"
        _replace(root / "README.md", place, rf"\g<1>{leads_to(badge, address)}")


def _replace(path: Path, pattern: str, by: str) -> None:
    text, count = re.subn(pattern, by, path.read_text(encoding="utf-8"))
    if count != 1:
        sys.exit(f"{path}: expected one place that {pattern} finds, got {count}")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""What pyproject.toml cannot say: the chapters are a part of the package, and links on PyPI lead to the project."""

import re
import tomllib
from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOT = Path(__file__).parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["normviz"]["address"]

PICTURE = re.compile(r"<picture>.*?(<img [^>]*>)\s*</picture>", re.DOTALL)
IMG = re.compile(r'(<img [^>]*src=")(?!https?:)([^"]+)')
IMAGE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
LINK = re.compile(r"(?<!!)\[((?:!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\((?!https?:)([^)]+)\)")
NAMED = re.compile(r"^(\[[^\]]+\]): (?!https?:)(\S+)$", re.MULTILINE)


def away_from_the_repository(text: str, address: str) -> str:
    """The README for a page elsewhere: links and pictures are absolute; without an address, they give way to words."""

    def place(target: str) -> str:
        return f"{address}{target}" if target.startswith("#") else f"{address}/blob/HEAD/{target}"

    text = PICTURE.sub(r"\1", text)  # PyPI shows an <img>, and no choice between several
    if address:
        text = IMG.sub(rf"\1{address}/raw/HEAD/\2", text)
        text = IMAGE.sub(rf"![\1]({address}/raw/HEAD/\2)", text)
        text = LINK.sub(lambda found: f"[{found[1]}]({place(found[2])})", text)
        return NAMED.sub(lambda found: f"{found[1]}: {place(found[2])}", text)
    text = IMAGE.sub("", re.sub(r"<img [^>]*>", "", text))
    for name, _ in NAMED.findall(text):
        text = re.sub(rf"\[([^\]]+)\]{re.escape(name)}", r"\1", text)
    return LINK.sub(r"\1", NAMED.sub("", text))


setup(
    packages=[*find_namespace_packages(include=["normviz", "normviz.*"]), "normviz.chapters"],
    long_description=away_from_the_repository(README, ADDRESS),
    long_description_content_type="text/markdown",
    project_urls={
        "Source": ADDRESS,
        "Documentation": f"{ADDRESS}#readme",
        "Issues": f"{ADDRESS}/issues",
    }
    if ADDRESS
    else {},
)

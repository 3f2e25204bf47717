"""What a chapter's page leads to, and what it says it is made of."""

from bs4 import BeautifulSoup
from nbformat.v4 import new_markdown_cell, new_notebook

from normviz.pages import export


def test_a_page_leads_back_to_the_chapter_before_and_on_to_the_chapter_after(tmp_path):
    notebooks = {}
    for name in ("00_first", "01_second", "02_third"):
        notebooks[tmp_path / f"{name}.ipynb"] = new_notebook(cells=[new_markdown_cell(f"# {name}")])
        (tmp_path / f"{name}.ipynb").write_text("", encoding="utf-8")
    _, _, page, _ = export.write_pages(notebooks, tmp_path)
    found = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("a[rel]")
    ways = [(link["rel"][0], link["href"]) for link in found]
    assert ways == [("prev", "00_first.html"), ("next", "02_third.html")]


def test_a_page_is_made_of_its_chapter_and_of_the_package(tmp_path, monkeypatch):
    path, sums = tmp_path / "00_first.ipynb", set()
    for package in (b"one", b"another"):
        monkeypatch.setattr(export, "_package", lambda package=package: package)
        for text in ("", "changed"):
            path.write_text(text, encoding="utf-8")
            sums.add(export.made_of({path: new_notebook(cells=[new_markdown_cell("# First")])})[path])
    assert len(sums) == 4

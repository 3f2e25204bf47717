"""The links at the head and at the foot of a chapter's page lead back and on, in the order of the chapters."""

from bs4 import BeautifulSoup
from nbformat.v4 import new_markdown_cell, new_notebook

from normviz.pages.export import write_pages


def test_a_page_leads_back_to_the_chapter_before_and_on_to_the_chapter_after(tmp_path):
    notebooks = {}
    for name in ("00_first", "01_second", "02_third"):
        notebooks[tmp_path / f"{name}.ipynb"] = new_notebook(cells=[new_markdown_cell(f"# {name}")])
        (tmp_path / f"{name}.ipynb").write_text("", encoding="utf-8")
    _, _, page, _ = write_pages(notebooks, tmp_path)
    found = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("a[rel]")
    ways = [(link["rel"][0], link["href"]) for link in found]
    assert ways == 2 * [("prev", "00_first.html"), ("next", "02_third.html")]

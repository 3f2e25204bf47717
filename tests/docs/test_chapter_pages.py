"""What a chapter's page leads to, what it says it is made of, and what stands beside a prediction."""

from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from normviz.pages import export
from normviz.pages.layout import laid_out


def test_a_page_leads_back_to_the_chapter_before_and_on_to_the_chapter_after(tmp_path):
    notebooks = {}
    for name in ("00_first", "01_second", "02_third"):
        notebooks[tmp_path / f"{name}.ipynb"] = new_notebook(cells=[new_markdown_cell(f"# {name}")])
        (tmp_path / f"{name}.ipynb").write_text("", encoding="utf-8")
    _, _, page, _ = export.write_pages(notebooks, tmp_path)
    found = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("a[rel]")
    ways = [(link["rel"][0], link["href"]) for link in found]
    assert ways == 2 * [("prev", "00_first.html"), ("next", "02_third.html")]


def test_a_page_is_made_of_its_chapter_and_of_the_package(tmp_path, monkeypatch):
    path, sums = tmp_path / "00_first.ipynb", set()
    for package in (b"one", b"another"):
        monkeypatch.setattr(export, "_package", lambda package=package: package)
        for text in ("", "changed"):
            path.write_text(text, encoding="utf-8")
            sums.add(export.made_of({path: new_notebook(cells=[new_markdown_cell("# First")])})[path])
    assert len(sums) == 4


def test_text_in_front_of_a_prediction_stands_beside_it_and_text_behind_it_does_not():
    prediction = new_output("execute_result", data={"text/html": "<p>Predict · 01.1</p>"})
    texts = [new_markdown_cell(text) for text in ("## A section", "In front.", "Behind.")]
    cells = [*texts[:2], new_code_cell("predict", outputs=[prediction]), texts[2]]
    page = "".join(f"{one.before}{one.cell.source if one.cell else ''}" for one in laid_out(cells))
    beside = page.partition('<div class="beside"')[2].partition("</div></div>")[0]
    assert "In front." in beside and "predict" in beside
    assert "Behind." not in beside

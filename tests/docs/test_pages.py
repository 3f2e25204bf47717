"""The chapters as HTML files: what stands in them. tests/browser/test_pages.py opens them."""

import re
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from docs.pages import __main__ as command
from normviz.exercises.catalogue import find
from normviz.pages import card, export, markdown, outputs, run
from normviz.pages.folds import FOLDED, folds
from tests.each import each
from tests.markup import elements_in, words_of
from tests.support.chapters import CHAPTERS, chapter_name, read

each_chapter = each(CHAPTERS, name=chapter_name)
QUESTION = re.compile(r'^nv\.(?:check|predict)\("(\d\d\.\d+)"', re.MULTILINE)


class Page:
    """What a page says, where it leads, and what it would fetch."""

    def __init__(self, path):
        markup = path.read_text(encoding="utf-8")
        elements = elements_in(markup)
        self.text = words_of(markup)
        # A link that leaves the pages is followed by a reader's click alone.
        links = [own["href"] for name, own in elements if name == "a"]
        self.links = [link for link in links if not link.startswith("https://")]
        sources = [own["src"] for _, own in elements if own.get("src")]
        # An icon that stands in the page is not fetched, and a canonical address is only said.
        icons = [own["href"] for name, own in elements if name == "link" and own["rel"] != "canonical"]
        self.fetched = [icon for icon in icons if not icon.startswith("data:")]
        self.fetched += [source for source in sources if not source.startswith("data:")]
        self.headings = [int(name[1]) for name, _ in elements if re.fullmatch("h[1-6]", name)]
        self.explorers = [own["data-explorer"] for _, own in elements if "data-explorer" in own]
        self.says = [own["data-chapter"] for _, own in elements if "data-chapter" in own]
        # Filters that are called alike are equal.
        self.ids = [own["id"] for name, own in elements if own.get("id") and name != "filter"]


@pytest.fixture(scope="module")
def page_of(pages):
    parsed = {}

    def page_of(path):
        if path not in parsed:
            parsed[path] = Page(pages / f"{path.stem}.html")
        return parsed[path]

    return page_of


def plain(words):
    """Words as they are read, without the marks of Markdown and whatever space stands between them."""
    return re.sub(r"[`*_\s]|\\(?=[^\w\s])", "", words)


@pytest.mark.exhaustive
@each_chapter
def test_page_has_the_box_for_own_words_that_the_chapter_has(path, page_of):
    code = "\n".join(cell.source for cell in read(path).cells)
    assert page_of(path).says == re.findall(r'nv\.say\("(\d\d)"\)', code)


@pytest.mark.exhaustive
@each_chapter
def test_page_shows_every_question_with_its_options_and_its_solution(path, page_of):
    code = [cell.source for cell in read(path).cells if cell.cell_type == "code"]
    asked = [id for source in code for id in QUESTION.findall(source)]
    assert asked
    text = page_of(path).text
    for id in asked:
        question = find(id)
        # A chapter may word a question for its place; nearly all of the words are the same.
        words = set(re.findall(r"\w{3,}", question.ask))
        near = [text[at.start() :][: 2 * len(question.ask) + 100] for at in re.finditer(re.escape(id), text)]
        assert max(sum(word in place for word in words) for place in near) >= 0.8 * len(words), id
        for option in getattr(question, "options", ()):
            assert plain(option.text) in plain(text), id
        if f'nv.check("{id}"' in "".join(code):
            assert plain(question.why) in plain(text), id


@pytest.mark.exhaustive
@each_chapter
def test_page_typesets_every_formula(path, pages):
    html = (pages / f"{path.stem}.html").read_text(encoding="utf-8")
    assert re.findall(r'<code class="latex">(.*?)</code>', html) == []
    words = re.sub(r"<(style|script|pre|code|math)\b.*?</\1>", "", html, flags=re.DOTALL)
    assert re.findall(r"\$[^$]*\$|\\[a-z]{2,}", words) == []


@pytest.mark.exhaustive
@each_chapter
def test_page_leads_to_pages_that_exist_and_fetches_nothing(path, pages, page_of):
    page = page_of(path)
    following = CHAPTERS[CHAPTERS.index(path) + 1 :][:1]
    assert {after.with_suffix(".html").name for after in following} <= set(page.links)
    assert "index.html" in page.links
    targets = [unquote(urlsplit(link).path) for link in page.links]
    # Of "?lang=hi", which is the page itself, nothing is left.
    assert [target for target in targets if target and not (pages / target).is_file()] == []
    assert page.fetched == []
    style = (pages / f"{path.stem}.html").read_text(encoding="utf-8")
    assert re.findall(r"@import|url\((?!['\"]?data:|#)", style) == []


@pytest.mark.exhaustive
@each_chapter
def test_page_has_its_headings_in_order_and_no_error(path, page_of):
    page = page_of(path)
    assert page.headings.count(1) == 1
    assert page.headings[0] == 1
    assert [after for before, after in pairwise(page.headings) if after > before + 1] == []
    assert len(page.ids) == len(set(page.ids))
    for sign in ("Traceback", "Loading widget", "children=(", "IntProgress(value", "object at 0x"):
        assert sign not in page.text


@pytest.mark.exhaustive
def test_link_to_a_heading_of_another_page_finds_it(pages, page_of):
    links = {link for path in CHAPTERS for link in page_of(path).links if "#" in link}
    assert "09_check_the_notes.html#References" in links
    for file, _, heading in (link.partition("#") for link in links):
        assert heading in Page(pages / file).ids


# -- the parts


def test_formula_keeps_its_rows_and_its_signs():
    rows = markdown.mathml(r"\begin{aligned} x &= -2 \\ &= 1 - 3 \end{aligned}", display=True)
    assert rows.count("<mtr>") == 2
    assert "&</m" not in rows
    assert rows.count('form="prefix"') == 1
    assert markdown.mathml(r"\begin{gathered} 1 \\ 2 \end{gathered}").count("<mtr>") == 2
    assert 'form="prefix"' not in markdown.mathml("(1) - |a| - b")


@pytest.mark.parametrize("latex", [r"\nosuch{1} < 2", r"\begin{nosuch} a & b \\ c \end{nosuch}"])
def test_formula_that_is_not_understood_stands_as_it_is_written(latex):
    assert markdown.mathml(latex).startswith('<code class="latex">\\')
    assert "<nosuch" not in markdown.mathml(latex)


def test_widget_without_a_picture_leaves_and_one_style_sheet_stays():
    widget = {outputs.WIDGET: {}, "text/plain": "IntProgress(value=0)"}
    pictures = [{"text/html": f"<style>a{{}}</style>{name}"} for name in "PQ"]
    shown = [new_output("display_data", data) for data in (widget, *pictures)]
    cell = new_code_cell("x", outputs=shown)
    notebook = new_notebook(cells=[cell], metadata={"widgets": {}})
    outputs.prepare(notebook, "06")
    assert [output.data["text/html"] for output in cell.outputs] == ["<style>a{}</style>P", "Q"]
    assert "widgets" not in notebook.metadata


def test_what_only_a_notebook_can_do_is_not_asked_of_a_page():
    tagged, plain = (new_markdown_cell("Press", metadata=m) for m in ({"tags": [outputs.NOTEBOOK_ONLY]}, {}))
    notebook = new_notebook(cells=[tagged, plain])
    outputs.prepare(notebook, "06")
    assert notebook.cells == [plain]


def test_a_call_that_only_shows_is_not_shown_as_code(tmp_path):
    setup, shows, computes = (
        new_code_cell("batch = 1"),
        new_code_cell("nv.show(batch)"),
        new_code_cell("y = 2 * batch"),
    )
    shows.outputs = [new_output("display_data", {"text/html": "<p>shown</p>"})]
    page = words_of(written(tmp_path, new_code_cell("import numpy"), shows, computes))
    assert "numpy" not in page and "nv.show" not in page
    assert "shown" in page and "y = 2 * batch" in page
    page = re.search("<main>.*</main>", written(tmp_path, setup, computes), re.DOTALL)[0]
    assert re.findall(r'class="folded"|batch', page) == ['class="folded"', "batch", "batch"]


def written(tmp_path, *cells):
    path = tmp_path / "chapter.ipynb"
    notebook = new_notebook(cells=[new_markdown_cell("# Chapter"), *cells])
    nbformat.write(notebook, path)
    export.write_pages({path: notebook}, tmp_path)
    return (tmp_path / "chapter.html").read_text(encoding="utf-8")


def test_what_a_chapter_folds_away_is_folded_below_its_heading(tmp_path):
    folded = {"metadata": {FOLDED: True}}
    cells = [new_code_cell("import numpy")]
    cells += [new_markdown_cell("## A\n\nbelow A", **folded), new_markdown_cell("### B", **folded)]
    cells += [new_code_cell("in_b = 1"), new_markdown_cell("### C"), new_code_cell("in_a = 1")]
    cells += [
        new_markdown_cell("#### Deep\n\n## D"),
        new_code_cell("free = 1"),
        new_markdown_cell("## E", **folded),
    ]
    page = re.search("<main>.*</main>", written(tmp_path, *cells), re.DOTALL)[0]
    marks = re.findall(r"</?details|</?summary|>(?:[A-E]|Deep)<|below A|in_b|in_a|free", page)
    a, b, e = (["<details", "<summary", f">{heading}<", "</summary"] for heading in "ABE")
    inside = [*a, "below A", *b, "in_b", "</details", ">C<", "in_a", "</details"]
    assert marks == [*inside, ">Deep<", ">D<", "free", *e, "</details"]


def test_a_question_is_a_fold_with_its_answer_and_one_is_open_at_a_time(tmp_path):
    asks = [
        cell
        for id in ("06.7", "06.8")
        for cell in (
            new_markdown_cell(f"### {id} A title"),
            new_code_cell(f'answer = ...\nnv.check("{id}", answer)'),
        )
    ]
    cells = [
        new_markdown_cell("## Your turn"),
        *asks,
        new_markdown_cell("### Explain"),
        new_markdown_cell("Words."),
    ]
    page = re.search("<main>.*</main>", written(tmp_path, *cells), re.DOTALL)[0]
    marks = re.findall(r'name="asked" data-question="[^"]*"|>Solution<|>Explain<', page)
    one, other = (f'name="asked" data-question="{id}"' for id in ("06.7", "06.8"))
    assert marks == [one, ">Solution<", other, ">Solution<", ">Explain<"]


def test_a_heading_in_code_folds_nothing():
    cells = [new_markdown_cell("## A", metadata={FOLDED: True}), new_markdown_cell("```\n## no heading\n```")]
    assert [(depth, begins) for _, depth, begins in folds(cells)] == [(0, True), (1, False)]


# -- the command


@pytest.fixture
def few(tmp_path, monkeypatch):
    """Three chapters that can be changed, and a package of one file; ``few()`` makes pages, and says which ones."""
    folder, package = tmp_path / "new" / "pages", tmp_path / "package"
    package.mkdir()
    (package / "drawing.py").write_text("WIDTH = 1", encoding="utf-8")
    paths = [tmp_path / f"{number:02}_part.ipynb" for number in range(3)]
    for path in paths:
        rename(path, f"# Part {path.stem[:2]}: all")
    monkeypatch.setattr(command, "CHAPTERS", paths)
    monkeypatch.setattr(export, "_package", lambda: export._bytes_of(package))
    monkeypatch.setattr(card, "write_card", lambda path, _: path)  # tests/docs/test_site.py draws it

    def few():
        ran = []

        def run_all(old, done):
            for path in old:
                ran.append(path)
                done(path, read(path))

        monkeypatch.setattr(command, "run_all", run_all)
        command.main([str(folder)])
        return [paths.index(path) for path in ran]

    few.folder, few.paths, few.package = folder, paths, package
    return few


def rename(path, heading, source="1"):
    cells = [new_markdown_cell(heading, id="a"), new_code_cell(source, id="b")]
    path.write_text(run.nbformat.writes(new_notebook(cells=cells)), encoding="utf-8")


@pytest.mark.exhaustive
def test_command_writes_all_pages_and_then_none(few, capsys):
    assert few() == [0, 1, 2]
    names = ["index.html", *(f"{path.stem}.html" for path in few.paths)]
    assert {*names, "404.html"} <= {path.name for path in few.folder.iterdir()}
    printed = capsys.readouterr().out
    assert [name for name in names if name not in printed] == []
    assert "███ 3 of 3" in printed
    written = {path: path.stat().st_mtime_ns for path in few.folder.glob("0*.html")}
    assert few() == []
    assert "All chapters are up to date" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in written} == written


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0", "did not run: .*division by zero"),
        ("import warnings; warnings.warn('mean of nothing')", "hid an error: .*mean of nothing"),
    ],
    ids=["raises", "hides"],
)
def test_no_page_is_made_of_a_chapter_that_fails(source, words, tmp_path):
    path = tmp_path / "00_wrong.ipynb"
    path.write_text(run.nbformat.writes(new_notebook(cells=[new_code_cell(source)])), encoding="utf-8")
    with pytest.raises(run.Failed, match=f"(?s)00_wrong.ipynb .*{words}"):
        run.run_all([path])

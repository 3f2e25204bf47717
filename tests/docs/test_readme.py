"""README.md as a front door: its numbers, its picture, its code and its links hold."""

import ast
import importlib.util
import re

import numpy as np
import pytest
import yaml
from PIL import Image

import normviz as nv
from docs.pictures import FILM_LENGTHS, FILMS
from normviz.exercises.catalogue import all_questions
from normviz.explorers import Explorer
from tests.markup import elements_in
from tests.requirements import PYPROJECT
from tests.support.chapters import CHAPTERS, ROOT, read

pytestmark = pytest.mark.exhaustive

README = (ROOT / "README.md").read_text(encoding="utf-8")
BUILT = (ROOT / "docs" / "built.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES += [
    ROOT / "docs" / name for name in ("teaching.md", "running.md", "homework.md", "embedding.md", "built.md")
]


def own_minutes(path):
    """The minutes that the chapter itself gives, in its first cell."""
    first = read(path).cells[0].source
    return next(filter(None, re.search(r"(\d+) minutes|Minutes:\*\* (\d+)", first).groups()))


def test_minutes_in_the_readme_and_on_the_map_are_those_of_the_chapters():
    chapter_00 = "\n".join(cell.source for cell in read(CHAPTERS[0]).cells)
    for text, before, chapters in ((README, "notebooks/", CHAPTERS), (chapter_00, "", CHAPTERS[1:])):
        rows = dict(re.findall(rf"^\|.*\]\({before}(\d\d\w+\.ipynb)\).*\| (\d+) \|$", text, re.MULTILINE))
        assert rows == {path.name: own_minutes(path) for path in chapters}


def test_questions_are_counted():
    assert f"{len(all_questions())} questions" in README


def test_thanks_name_every_document():
    for source in nv.examples.SOURCES.values():
        assert f"- *{source.title}*" in README


# -- pictures


def test_every_picture_is_the_projects_own_and_says_what_it_shows():
    drawn = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)
    drawn += [(a["alt"], a["src"]) for tag, a in elements_in(README) if tag == "img"]
    assert len(drawn) >= 3
    for words, target in drawn:
        assert len(words) > 8
        assert (ROOT / target).is_file()


def test_film_comes_light_and_dark_and_stands_still_for_a_reader_who_asks_for_less_motion():
    sources = {a["media"]: a["srcset"] for tag, a in elements_in(README) if tag == "source"}
    (last,) = (a["src"] for tag, a in elements_in(README) if tag == "img")
    light, dark = FILMS
    still, in_the_dark = "(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"
    offered = {f"{still} and {in_the_dark}": dark.still, still: light.still, in_the_dark: dark.moving}
    # The first that fits is taken.
    assert [*sources.items()] == [(media, str(path.relative_to(ROOT))) for media, path in offered.items()]
    assert last == str(light.moving.relative_to(ROOT))


def test_films_are_small():
    assert sum(path.stat().st_size for film in FILMS for path in (film.moving, film.still)) < 1_500_000


@pytest.mark.parametrize("film", FILMS, ids=lambda film: film.scheme)
def test_film_has_twenty_frames_a_second_for_six_seconds_and_comes_again(film):
    with Image.open(film.moving) as picture, Image.open(film.still) as still:
        assert picture.info["loop"] == 0
        assert picture.size == still.size
        times, corner = [], []
        for frame in range(picture.n_frames):
            picture.seek(frame)
            times.append(picture.info["duration"])
            corner.append(sum(picture.convert("RGB").getpixel((0, 0))) / 3)
    assert sum(times) == 6000
    assert set(times[1:-1]) == {50}
    assert min(times[0], times[-1]) >= 500
    assert all(tint > 250 if film.scheme == "light" else tint < 30 for tint in corner)


def test_words_of_the_film_are_true():
    (words,) = (a["alt"] for tag, a in elements_in(README) if tag == "img")
    explorer = nv.PaddingExplorer()
    promised = []
    for length in (FILM_LENGTHS[0], FILM_LENGTHS[-1]):
        explorer.padding_length.value = length
        result = explorer.result
        pads = int((~result.batch.mask).sum())
        promised.append((pads, result.with_pads[0][0], result.normalized.y[result.token][0]))
    (first, mean_before, how_before), (last, mean_after, how_after) = promised
    assert f"from {first} of them to {last}" in words
    assert f"mean falls from {mean_before:.2f} to {mean_after:.2f}" in words
    assert f"“How” rises from {how_before:.2f} to {how_after:.2f}" in words


# -- your own data

PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_five_lines_for_your_own_data_run():
    block = PYTHON[0]
    assert len(block.splitlines()) == 5
    names, shown = {}, []
    for line in ast.parse(block).body:
        if isinstance(line, ast.Expr):
            shown.append(eval(compile(ast.Expression(line.value), "README", "eval"), names))
        else:
            exec(compile(ast.Module([line], []), "README", "exec"), names)
    *explorers, diagnosis = shown
    assert [explorer.error for explorer in explorers] == [None, None]
    assert all(isinstance(explorer, Explorer) and explorer.result is not None for explorer in explorers)
    assert "maths" in explorers[0].view.value
    assert "friends" in explorers[1].view.value
    assert "n − 1" in str(diagnosis)
    assert "1 convention reproduces this result" in str(diagnosis)


def test_three_lines_for_your_own_network_run():
    (_, block), torch = PYTHON, pytest.importorskip("torch")
    assert len(block.splitlines()) == 3
    encoder = torch.nn.Sequential()
    encoder.add_module("norm", torch.nn.BatchNorm1d(4))
    names = {"nv": nv, "model": torch.nn.Sequential(), "batch": torch.randn(16, 4)}
    names["model"].add_module("encoder", encoder)
    exec(block, names)
    assert names["report"].findings == ()
    explorer = eval(block.splitlines()[-1], names)
    assert explorer.error is None
    np.testing.assert_allclose(explorer.result.normalized.x, names["batch"].numpy())


# -- links, commands and how to cite


def anchor(heading):
    """The name that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    if path.suffix == ".ipynb":  # JupyterLab keeps capital letters
        headings = re.findall(r'"#+ (.+?)(?:\\n)?"', path.read_text("utf-8"))
        return {heading.replace(" ", "-") for heading in headings}
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_to_files_and_headings_that_exist(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)]+)\)", text)
    assert targets
    for target in targets:
        file, _, heading = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.exists(), target
        assert not heading or heading in anchors(path), target


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_link_stands_for_an_address_that_is_not_known(page):
    text = page.read_text(encoding="utf-8")
    links = re.findall(r"\]\((https?:[^)]+)\)", text) + re.findall(r'(?:src|srcset)="(https?:[^"]+)"', text)
    assert [link for link in links if re.search(r"ORG|REPO|HUB|example\.", link)] == []


@pytest.mark.parametrize("module", sorted(set(re.findall(r"`python -m (docs\.\w+)", BUILT))))
def test_command_exists(module):
    assert importlib.util.find_spec(module)


def test_citation_names_this_version_and_every_document():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"title", "message", "authors"} <= set(citation)
    assert citation["version"] == PYPROJECT["project"]["version"] == nv.__version__
    assert citation["license"] == PYPROJECT["project"]["license"]
    titles = [reference["title"] for reference in citation["references"]]
    assert sorted(titles) == sorted(source.title for source in nv.examples.SOURCES.values())

"""A file is complete or not there."""

import html
import os
import re
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

import normviz as nv
from normviz.drawing.markup import CONTROLS

ENDINGS = (".html", ".pdf", ".png", ".svg")


@pytest.fixture
def explorer():
    return nv.EpsilonExplorer().only("eps_exponent")  # few pictures for a page that moves


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A folder with that explorer as it comes, saved once with each ending."""
    folder = tmp_path_factory.mktemp("saved")
    for ending in ENDINGS:
        nv.EpsilonExplorer().only("eps_exponent").save(folder / f"x{ending}")
    return folder


def test_a_file_is_what_its_ending_says(explorer, saved):
    with Image.open(saved / "x.png") as picture:
        assert (picture.format, picture.width) == ("PNG", 1280)
        assert picture.convert("RGB").getpixel((2, 2)) == (255, 255, 255)
    assert (saved / "x.pdf").read_bytes().startswith(b"%PDF-")
    drawn = ElementTree.parse(saved / "x.svg").getroot()
    texts = drawn.iter("{http://www.w3.org/2000/svg}text")
    said = [" ".join("".join(text.itertext()).split()) for text in texts]
    assert "√(σ² + ε) = 0.0032" in said
    assert explorer.heading in ElementTree.tostring(drawn, encoding="unicode")


def test_a_page_is_a_whole_document_with_a_title_a_description_and_a_language(explorer, saved):
    page = (saved / "x.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>\n<html lang=")
    assert re.search(r'<head><meta charset="utf-8">.*<title>When does ε matter\?</title>', page)
    said = re.search(r'<meta name="description" content="([^"]+)"></head>', page)[1]
    assert explorer.view.sentence.startswith(html.unescape(said).removesuffix(" [...]"))
    assert 80 < len(html.unescape(said)) <= 160
    assert all(part in page for part in explorer.view.value.split(CONTROLS))
    assert not re.search(r'(src|href)="?http', page)


@pytest.mark.parametrize(
    ("path", "error", "said"),
    [
        ("x.gif", ValueError, r"path: expected a name that ends in .html, .pdf, .png or .svg, got '.*x.gif'"),
        ("x", ValueError, "path: expected a name that ends in .html, .pdf, .png or .svg, got "),
        (".svg", ValueError, "path: expected a name that ends in"),
        ("nowhere/x.svg", ValueError, "path: expected a folder that is there, got '.*nowhere'"),
        ("folder.svg", ValueError, "path: expected a file, got '.*folder.svg', which is a folder"),
        ("file.txt/x.svg", ValueError, "path: expected a folder that is there, got '.*file.txt'"),
        ("x\0.svg", ValueError, "path: expected a name without a zero character"),
        (
            "x" * 300 + ".svg",
            ValueError,
            r"path: expected a place that can be written, got .*\(File name too long\)",
        ),
    ],
)
def test_an_unusable_path_is_refused_in_words(explorer, tmp_path, path, error, said):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "file.txt").write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(error, match=said):
        explorer.save(os.path.join(tmp_path, path))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_place_that_cannot_be_written_is_refused_in_words(explorer, tmp_path, monkeypatch):
    def full(*_args, **_):
        raise OSError(28, "No space left on device")

    (tmp_path / "x.svg").write_text("old", encoding="utf-8")
    for step in ("tempfile.mkstemp", "os.replace", "os.fdopen"):
        with monkeypatch.context() as patch:
            patch.setattr(step, full)
            with pytest.raises(
                ValueError, match=r"path: expected a place that can be written.*\(No space left"
            ):
                explorer.save(tmp_path / "x.svg")
        assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["old"], step


def test_a_page_that_python_has_to_draw_says_that_this_takes_a_while(tmp_path, capsys):
    for explorer, says in ((nv.EpsilonExplorer(), False), (nv.AffineLearningExplorer().only("step"), True)):
        explorer.save(tmp_path / "x.html")
        assert ("some seconds" in capsys.readouterr().out) == says


def test_settings_that_cannot_be_drawn_are_refused_in_their_own_words(tmp_path):
    explorer = nv.PaddingExplorer()
    explorer.padding_length.value = 2
    assert explorer.error
    for take in (
        explorer.figure,
        lambda: explorer.save(tmp_path / "x.svg"),
        lambda: explorer.save(tmp_path / "x.html"),
    ):
        with pytest.raises(ValueError, match=re.escape(explorer.error)):
            take()
    assert list(tmp_path.iterdir()) == []
    explorer.padding_length.value = 5
    explorer.save(tmp_path / "x.svg")

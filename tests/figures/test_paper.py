"""What makes a figure fit for paper: white, in grey, large enough to read, and with no trace left behind."""

import base64
import io
from itertools import islice

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from PIL import Image

import normviz as nv
from tests.each import each
from tests.figures.test_picture import states
from tests.markup import elements_in

pytestmark = pytest.mark.exhaustive

SMALLEST = 5  # points
each_explorer = each(nv.EXPLORERS, name=lambda kind: kind.__name__)


def drawn_texts(figure):
    """Every text that is drawn, and its place in dots: ticks outside the axes are not."""
    drawn, draw = {}, Text.draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", lambda self, renderer: (drawn.setdefault(self), draw(self, renderer)))
        FigureCanvasAgg(figure).draw()
    return [(text, text.get_window_extent()) for text in drawn if text.get_text().strip()]


def check_words(figure):
    texts = drawn_texts(figure)  # a letter that the font lacks is a warning, and an error here
    assert len(texts) > 4
    for i, (text, a) in enumerate(texts):
        assert text.get_fontsize() >= SMALLEST, text.get_text()
        assert a.x0 > -1 and a.x1 < figure.bbox.x1 + 1, f"cut: {text.get_text()}"
        assert a.y0 > -1 and a.y1 < figure.bbox.y1 + 1, f"cut: {text.get_text()}"
        for other, b in texts[i + 1 :]:
            wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
            assert wide < 2 or high < 3, f"on each other: {text.get_text()!r}, {other.get_text()!r}"


@each([(kind, seed) for kind in nv.EXPLORERS for seed in range(2)])
def test_no_word_is_cut_or_tiny_or_lies_on_another_in_any_state(kind, seed):
    for explorer in islice(states(kind, 5, seed=seed), 1, None):  # the first is above
        try:
            check_words(explorer.figure())
        except ValueError as error:
            assert "<table" not in explorer.view.value and "words alone" in str(error)
        except AssertionError as error:
            error.add_note(str(explorer.settings)[:500])
            raise


def test_a_figure_shows_itself_in_a_notebook_with_words_for_its_picture():
    figure = nv.BatchNormExplorer({'"a" <b>': [1, 2, 4]}).figure(table=True)
    ((name, image),) = elements_in(figure._repr_html_())
    assert (name, image["width"]) == ("img", "640")
    assert image["alt"] == figure.caption
    assert '"a" <b>' in image["alt"]
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/png;base64"
    assert Image.open(io.BytesIO(base64.b64decode(data))).width == 1280


@pytest.mark.parametrize("names", [["a $x_1$", "$", r"\frac{1}{2}"], ["<b>&amp;", "{", "%s"]], ids=repr)
def test_names_stand_in_a_figure_as_they_were_typed(names):
    figure = nv.BatchNormExplorer({name: [1, 2, 3 + k] for k, name in enumerate(names)}).figure(table=True)
    texts = [text for text, _ in drawn_texts(figure)]
    for name in names:
        found = [t for t in texts if name[:8] in t.get_text()]
        assert found and not any(t.get_parse_math() and "$" in t.get_text() for t in found)


# -- in grey


def cue(line):
    """What is left of a line in grey: its dashes, its marker, its width, its shade in tenths."""
    return line.get_linestyle(), line._unscaled_dash_pattern, line.get_marker(), line.get_linewidth()


@each_explorer
def test_lines_that_share_a_key_differ_without_their_colours(kind):
    for explorer in states(kind, 2, seed=3):
        for ax in explorer.figure().axes:
            if ax.get_legend() is None:
                continue
            lines = ax.get_legend().get_lines()
            names = [text.get_text() for text in ax.get_legend().get_texts()]
            cues = {repr(cue(line)) for line in lines}
            assert len(cues) == len(set(names)), names

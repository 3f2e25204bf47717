"""What makes a figure fit for paper: white, in grey, large enough to read, and with no trace left behind."""

import base64
import gc
import io
import pickle
import weakref
from functools import cache
from itertools import islice

import matplotlib
import numpy as np
import pytest
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from normviz.figures.tables import SMALLEST
from PIL import Image

import normviz as nv
from normviz.drawing.spread import STYLES
from normviz.drawing.theme import COLOURS
from normviz.figures.paper import DASHES, WIDTH
from tests.contrast import contrast
from tests.each import each
from tests.figures.drawn import axes_of, marks, names_in, states, title_of
from tests.markup import elements_in

each_explorer = each(nv.EXPLORERS, name=lambda kind: kind.__name__)


def pixels(figure, dpi=60, mode="RGB"):
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=dpi)
    return np.asarray(Image.open(file).convert(mode), dtype=float)


def drawn_texts(figure):
    """Every text that is drawn, and its place in dots: ticks outside the axes are not."""
    drawn, draw = {}, Text.draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", lambda self, renderer: (drawn.setdefault(self), draw(self, renderer)))
        FigureCanvasAgg(figure).draw()
    return [(text, text.get_window_extent()) for text in drawn if text.get_text().strip()]


@cache
def figure_of(kind):
    """The figure of an explorer as it comes, for tests that only look at it."""
    return kind().figure()


@each_explorer
def test_figure_is_one_of_matplotlib_with_axes_that_say_what_they_are(kind):
    figure = figure_of(kind)
    assert isinstance(figure, Figure)
    assert figure.get_size_inches()[0] == WIDTH == 6.4
    assert figure.get_facecolor() == (1, 1, 1, 1)
    assert figure.get_suptitle()
    for ax in figure.axes:
        lines = ax.xaxis.get_visible() and ax.axison
        assert ax.get_label()
        if lines and ax.get_xticks().size and ax.spines["left"].get_visible():
            assert ax.get_xlabel() and ax.get_ylabel(), ax.get_label()


def check_words(figure):
    texts = drawn_texts(figure)  # a letter that the font lacks is a warning, and an error here
    assert len(texts) > 8
    for i, (text, a) in enumerate(texts):
        assert text.get_fontsize() >= SMALLEST, text.get_text()
        assert a.x0 > -1 and a.x1 < figure.bbox.x1 + 1, f"cut: {text.get_text()}"
        assert a.y0 > -1 and a.y1 < figure.bbox.y1 + 1, f"cut: {text.get_text()}"
        for other, b in texts[i + 1 :]:
            wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
            assert wide < 2 or high < 3, f"on each other: {text.get_text()!r}, {other.get_text()!r}"


@each_explorer
def test_no_word_is_cut_or_tiny_or_lies_on_another(kind):
    check_words(figure_of(kind))


@pytest.mark.exhaustive
@each([(kind, seed) for kind in nv.EXPLORERS for seed in range(4)])
def test_no_word_is_cut_or_tiny_or_lies_on_another_in_any_state(kind, seed):
    for explorer in islice(states(kind, 5, seed=seed), 1, None):  # the first is above
        try:
            check_words(explorer.figure())
        except AssertionError as error:
            error.add_note(str(explorer.settings)[:500])
            raise


@each([nv.EpsilonExplorer, nv.PaddingExplorer], name=lambda kind: kind.__name__)
def test_readers_style_neither_changes_nor_is_changed(kind):
    explorer = kind()
    plain = pixels(explorer.figure())
    with (
        style.context("dark_background"),
        matplotlib.rc_context({"text.usetex": True, "axes.grid": True, "font.size": 20}),
    ):
        before = matplotlib.rcParams.copy()
        figure = explorer.figure()
        assert matplotlib.rcParams.copy() == before
    np.testing.assert_array_equal(pixels(figure), plain)


def test_what_cannot_be_drawn_leaves_the_style_as_it_was():
    before = matplotlib.rcParams.copy()
    with pytest.raises(AttributeError):
        nv.PaddingExplorer.paper(None)
    assert matplotlib.rcParams.copy() == before


def test_a_person_goes_on_with_a_figure_as_with_any():
    figure = nv.PaddingExplorer().figure()
    law = axes_of(figure)["law"]
    law.set_title(r"$\mu = r \cdot \mu_{real}$")
    law.set_xlim(0, 5)
    law.annotate("here", (2, 3.9))
    assert "here" in [t.get_text() for t in law.texts]
    again = pickle.loads(pickle.dumps(figure))
    np.testing.assert_array_equal(pixels(again), pixels(figure))


def test_a_figure_shows_itself_in_a_notebook_with_words_for_its_picture():
    figure = nv.BatchNormExplorer({'"a" <b>': [1, 2, 4]}).figure()
    ((name, image),) = elements_in(figure._repr_html_())
    assert (name, image["width"]) == ("img", "640")
    assert image["alt"] == title_of(figure)
    assert '"a" <b>' in image["alt"]
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/png;base64"
    assert Image.open(io.BytesIO(base64.b64decode(data))).width == 1280


@pytest.mark.parametrize("names", [["a $x_1$", "$", r"\frac{1}{2}"], ["<b>&amp;", "{", "%s"]], ids=repr)
def test_names_stand_in_a_figure_as_they_were_typed(names):
    figure = nv.BatchNormExplorer({name: [1, 2, 3 + k] for k, name in enumerate(names)}).figure()
    texts = [text for text, _ in drawn_texts(figure)]
    for name in names:
        found = [t for t in texts if name[:8] in t.get_text()]
        assert found and not any(t.get_parse_math() and "$" in t.get_text() for t in found)


@pytest.mark.exhaustive
def test_fifty_figures_do_not_pile_up():
    explorer = nv.EpsilonExplorer()
    explorer.figure()
    seen = [weakref.ref(explorer.figure()) for _ in range(50)]
    gc.collect()
    assert [ref for ref in seen if ref() is not None] == []


# -- in grey


def grey(colour):
    red, green, blue = matplotlib.colors.to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def cue(line):
    """What is left of a line in grey: its dashes, its marker, its width, its shade in tenths."""
    return line.get_linestyle(), line._unscaled_dash_pattern, line.get_marker(), line.get_linewidth()


@pytest.mark.exhaustive
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


def test_norms_that_are_compared_have_dashes_of_their_own():
    compared = ("none", "bn", "bn_masked", "ln", "rms")
    assert len({STYLES[norm][2] for norm in compared}) == len(compared)
    assert len({repr(DASHES[STYLES[norm][2]]) for norm in compared}) == len(compared)


def test_pads_are_seen_in_grey():
    explorer = nv.PaddingExplorer()
    axes = axes_of(explorer.figure())
    hatched = marks(axes["before"], "pad")
    assert [bar.get_hatch() for bar in hatched] == ["////"] * 2
    assert [names_in(axes["before"])[int(bar.get_y())] for bar in hatched] == ["‹pad›"] * 2
    (pads,), (real,) = marks(axes["line"], "pads"), marks(axes["line"], "real")
    assert grey(pads.get_facecolor()[0]) > grey(real.get_facecolor()[0]) + 0.5
    # In the picture itself: where the hatching is left away, another grey comes out.
    figure = explorer.figure()
    with_pads = pixels(figure, mode="L")
    for bar in marks(axes_of(figure)["before"], "pad"):
        bar.set_hatch("")
    assert np.abs(with_pads - pixels(figure, mode="L")).max() > 40


def test_a_pool_is_outlined_and_not_only_tinted():
    for norm, cells in (("batch norm", 8), ("layer norm", 3), ("batch norm without pads", 6)):
        explorer = nv.AxesExplorer(norm=norm)
        figure = explorer.figure()
        outlines = [mark for ax in figure.axes for mark in marks(ax, "pool")]
        assert outlines and explorer.result.count == cells
        drawn = pixels(figure, mode="L")
        for mark in outlines:
            mark.set_visible(False)
        assert np.abs(drawn - pixels(figure, mode="L")).max() > 60, norm


@each(list(COLOURS))
def test_a_tone_is_dark_enough_for_a_line_on_paper(tone):
    assert contrast(COLOURS[tone], "#ffffff") >= 3

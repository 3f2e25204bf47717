"""Where things stood at first: outlined until they are back, and no part of what the kernel draws."""

import pytest

import normviz as nv
from normviz import front

pytestmark = pytest.mark.browser

PAGE = "<!doctype html><meta charset=utf-8><style>{}</style><div class='nv-view' id=view style='width:640px'></div>"
SCRIPT = "() => {{ {} window.draw = madeIn(view).draw; window.was = () => [...view.querySelectorAll('.nv-was')]; }}"
AFTER_TWO_FRAMES = (
    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)
OUTLINES = """() => was().flatMap(layer => [...layer.children].map(one =>
    [one.nodeName, one.getAttribute('cx') ?? one.getAttribute('x')]))"""


@pytest.fixture
def drawn(page):
    """``drawn(explorer)`` draws its present picture in one page, and returns what is outlined there."""
    page.set_content(PAGE.format(front.read("picture.css")))
    page.evaluate(SCRIPT.format(front.module("morph.js", "first.js", "shown.js")))

    def drawn(explorer):
        page.evaluate("([markup, said]) => draw(markup, said)", [explorer.view.value, explorer.view.sentence])
        page.evaluate(AFTER_TWO_FRAMES)
        return page.evaluate(OUTLINES)

    drawn.page = page
    return drawn


def place_of(explorer, key, name):
    """Where the mark called ``key`` is drawn."""
    mark = explorer.view.value.split(f'data-key="{key}"')[1].split(">")[0]
    return mark.split(f' {name}="')[1].split('"')[0]


def test_mu_and_the_band_leave_outlines_at_their_first_places_until_reset(drawn):
    explorer = nv.PaddingExplorer()
    assert drawn(explorer) == []
    mean, band = (place_of(explorer, f"{mark} x:*,0/line", "x") for mark in "μσ")
    for length in (8, 12):
        explorer.move(padding_length=length)
        on_strip, on_curves = drawn(explorer)[:2], drawn(explorer)[2:]
        assert on_strip == [["rect", band], ["svg", mean]]
        assert [name for name, _ in on_curves] == ["circle"] * 3  # of the law's chart
    explorer.reset()
    assert drawn(explorer) == []


def test_dots_leave_theirs_and_the_number_says_what_it_was(drawn):
    explorer = nv.AffineExplorer()
    drawn(explorer)
    first = {place_of(explorer, f"p:{row}/dot", "cx") for row in range(5)}
    explorer.move(gamma=2.0)
    assert {at for name, at in drawn(explorer) if name == "circle"} == first
    said = "getComputedStyle(view.querySelector('[data-of]'), '::after').content"
    assert "(was 1.1859)" in drawn.page.evaluate(said)
    explorer.move(gamma=2.0, row=2)
    drawn(explorer)
    assert drawn.page.evaluate(said) == "none"  # another number is followed


@pytest.mark.parametrize(
    ("explorer", "moved"),
    [
        (nv.EpsilonExplorer, {"eps_exponent": -3}),
        (nv.TrainingExplorer, {"step": 70}),
        (nv.RaceExplorer, {"step": 0}),
        (nv.RunningStatisticsExplorer, {"seen": 4}),
    ],
)
def test_marks_on_curves_leave_theirs_until_reset(drawn, explorer, moved):
    explorer = explorer()
    assert drawn(explorer) == []
    explorer.move(**moved)
    outlined = drawn(explorer)
    assert {name for name, _ in outlined} == {"circle"}
    explorer.reset()
    assert drawn(explorer) == []


def test_a_walk_leaves_its_first_line_until_reset_and_not_on_another_loss(drawn):
    explorer = nv.ScalingExplorer(scale="standardized")
    drawn(explorer)
    first = place_of(explorer, "path", "points")
    explorer.move(rate=0.25)
    assert drawn(explorer) == [["polyline", None]]
    assert drawn.page.evaluate("was()[0].firstChild.getAttribute('points')") == first
    explorer.move(scale="raw")
    assert drawn(explorer) == []
    explorer.reset()
    assert drawn(explorer) == []


def test_the_legend_names_an_outline_while_there_is_one(drawn):
    explorer = nv.AffineExplorer()
    named = "getComputedStyle(view.querySelector('.nv-was-key')).visibility"
    said = []
    for gamma in (1.0, 2.0, 1.0):
        explorer.move(gamma=gamma)
        drawn(explorer)
        said.append(drawn.page.evaluate(named))
    assert said == ["hidden", "visible", "hidden"]


def test_what_is_dragged_leaves_an_outline(drawn):
    explorer = nv.BatchNormExplorer(row=2)
    drawn(explorer)
    explorer._put((1, 0), 6)
    assert len(drawn(explorer)) > 3


def test_nothing_is_outlined_on_another_axis(drawn):
    explorer = nv.BatchNormExplorer(row=2)
    drawn(explorer)
    explorer._put((1, 0), 600)
    assert drawn(explorer)
    outlined = (
        "() => [...view.querySelectorAll('[data-axis]')].map(axis => axis.querySelectorAll('.nv-was').length)"
    )
    assert drawn.page.evaluate(outlined) == [0, 1]  # the normalized numbers keep their axis


@pytest.mark.parametrize(
    ("explorer", "other", "moved"),
    [
        (nv.AxesExplorer, {"example": "three sentences"}, {"norm": "layer norm"}),
        (nv.BatchNormExplorer, {"example": "the article's 3 × 4 batch"}, {"gamma": 2.0}),
        (nv.PaddingExplorer, {"example": "Hi Probal"}, {"padding_length": 9}),
        (nv.AffineExplorer, {"example": "GPA and IQ"}, {"gamma": 2.0}),
        (nv.ModeratorExplorer, {"meeting": "two camps"}, {"gamma": 2.0}),
        (nv.RunningStatisticsExplorer, {"example": "simulated: 60 batches"}, {"seen": 4}),
        (nv.RunningStatisticsExplorer, {"example": "your table"}, {"seen": 4}),
    ],
)
def test_other_data_have_no_first_place_until_the_first_ones_are_back(drawn, explorer, other, moved):
    explorer = explorer()
    drawn(explorer)
    said = "getComputedStyle(view.querySelector('.nv')).getPropertyValue('--nv-was')"
    for changes in (other, moved):
        explorer.move(**changes)
        assert drawn(explorer) == []
        assert drawn.page.evaluate(said) == ""
    explorer.reset()
    explorer.move(**moved)
    assert drawn(explorer)


def test_the_picture_is_the_kernels_but_for_the_outlines(drawn):
    explorer = nv.AffineExplorer()
    drawn(explorer)
    drawn.page.evaluate("() => { view.querySelector('[data-axis] .nv-axis').stays = true; }")
    for gamma in (2.0, -1.0, 0.5):
        explorer.move(gamma=gamma)
        drawn(explorer)
    assert drawn.page.evaluate("view.querySelector('[data-axis] .nv-axis').stays")
    assert drawn.page.evaluate("was().length") == 2  # on the strip, and on the activation's curve
    assert drawn.page.evaluate(
        """markup => {
            const picture = view.firstChild.cloneNode(true), parsed = document.createElement('div');
            for (const layer of picture.querySelectorAll('.nv-was')) layer.remove();
            parsed.innerHTML = markup;
            return picture.firstChild.isEqualNode(parsed.firstChild);
        }""",
        explorer.view.value,
    )


def test_outlines_are_neither_read_out_nor_taken_hold_of(drawn):
    explorer = nv.AffineExplorer()
    drawn(explorer)
    explorer.move(gamma=2.0)
    drawn(explorer)
    assert drawn.page.evaluate("was().every(layer => layer.getAttribute('aria-hidden') === 'true')")
    assert drawn.page.evaluate("was().every(layer => !layer.querySelector('[data-key],[data-lights]'))")
    assert drawn.page.evaluate("was().every(layer => getComputedStyle(layer).pointerEvents === 'none')")

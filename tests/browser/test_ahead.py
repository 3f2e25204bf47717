"""What the page shows before the kernel has answered is right, whatever the network does."""

import copy
import time
from functools import cache
from urllib.parse import urlsplit

import nbformat
import pytest

import normviz as nv
from benchmarks.proxy import DelayingProxy
from tests.browser.walk import SHOWS, kernel_value, steps_of, wrong_frames
from tests.support.open_chapter import REACT_SECONDS, Chapter

pytestmark = pytest.mark.browser

QUICK = nv.PaddingExplorer
WALKS = [
    pytest.param(QUICK, [0.05], 12, id=f"{QUICK.__name__}-quick"),
    *(
        pytest.param(kind, [0.0, 0.05, 0.15], 30, id=kind.__name__, marks=pytest.mark.exhaustive)
        for kind in nv.EXPLORERS
    ),
]

# What the kernel draws is noted.
CELL = """
import normviz as nv
{name} = nv.{name}()
def listen(view):
    drawn, show = [], view.show
    def noted(picture, *rest):
        drawn.append(str(picture))
        show(picture, *rest)
    view.show = noted
    return drawn
{name}_drawn = listen({name}.view)
{name}
"""


# One key on a slider, away from its end; whether the picture changed with it.
PRESS = """handle => {
    const picture = handle.closest('.nv-explorer').querySelector('.nv-view > div'), before = picture.innerHTML;
    const key = handle.ariaValueNow === handle.ariaValueMax ? 'ArrowLeft' : 'ArrowRight';
    handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    return picture.innerHTML !== before;
}"""
APPROACH = "handle => handle.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))"


@pytest.fixture(scope="module")
def far(browser, lab):
    """``far(source, …)`` is a notebook of these cells, run, in a page; ``far.proxy.delay`` puts its server far away."""
    opened = []

    def open_notebook(*sources):
        path = lab.root / f"far_{len(opened)}.ipynb"
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
        notebook.metadata = {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        }
        nbformat.write(notebook, path)
        there = copy.copy(lab)
        there.url = proxy.url
        chapter = Chapter(browser, there, path)
        opened.append(chapter)
        chapter.warnings = []
        chapter.page.on("console", lambda said: "normviz" in said.text and chapter.warnings.append(said.text))
        chapter.show()
        return chapter

    with DelayingProxy(urlsplit(lab.url).port) as proxy:
        open_notebook.proxy = proxy
        yield open_notebook
        proxy.delay = 0
        for chapter in opened:
            chapter.close()


@pytest.fixture(scope="module")
def listened(far):
    """``listened(kinds)`` is a notebook with explorers of these kinds, whose kernel notes what it draws."""
    return cache(lambda kinds: far(*(CELL.format(name=kind.__name__) for kind in kinds)))


@pytest.mark.parametrize(("kind", "delays", "moves"), WALKS)
def test_every_frame_of_a_walk_faster_than_the_network_is_right(far, listened, kind, delays, moves):
    chapter = listened((QUICK,) if len(delays) == 1 else nv.EXPLORERS)
    chapter.warnings.clear()
    (explorer,) = chapter.boxes(kind.__name__)
    settings, drawn = kind().settings, f"{kind.__name__}_drawn"
    for seed, delay in enumerate(delays):
        steps, passed = steps_of(kind, seed, moves, settings)
        far.proxy.delay = delay
        kernel_value(chapter.page, f"str({drawn}.clear())")
        pictures = [str(kind.draw(kind.compute(each))) for each in passed]
        wrong, frames = wrong_frames(
            explorer,
            steps,
            pictures,
            lambda: kernel_value(chapter.page, f"'\\x1e'.join({drawn})").split("\x1e"),
        )
        far.proxy.delay = 0
        assert wrong == []
        assert chapter.warnings == [] and chapter.errors() == []
        settings = passed[-1]
    assert len(frames) > 2


def until(holds, what: str):
    """Wait until a function gives True."""
    end = time.monotonic() + REACT_SECONDS
    while not holds():
        assert time.monotonic() < end, f"not within {REACT_SECONDS} s: {what}"
        time.sleep(0.05)


def approach(explorer, handle, name):
    """Come to a slider of the explorer that the kernel calls ``name``, and stay until its pictures have come."""
    number = handle.evaluate(
        "handle => Number(/nv-stand-(\\d+)/.exec(handle.closest('[class*=nv-stand-]').className)[1])"
    )
    handle.evaluate(APPROACH)
    asked, task = f"{name}._ahead._question", f"{name}._ahead._task"
    sent = f"str({asked} is not None and {asked}.control == {number} and {task}.done())"
    until(lambda: kernel_value(explorer.page, sent) == "True", f"pictures for slider {number} of {name}")
    explorer.settle()


@pytest.mark.exhaustive
def test_a_key_on_any_slider_that_was_approached_is_answered_before_the_next_frame(far):
    names, late = [kind.__name__ for kind in nv.EXPLORERS], []
    chapter = far(*(f"import normviz as nv\n{name} = nv.{name}()\n{name}" for name in names))
    far.proxy.delay = 0.05
    for name in names:
        (explorer,) = chapter.boxes(name)
        for label, handle in explorer.slider_handles():
            approach(explorer, handle, name)
            if not handle.evaluate(PRESS):
                late.append(f"{name}, {label}")
    far.proxy.delay = 0
    chapter.close()
    assert late == []


# -- what networks and kernels do

TWICE = """
import normviz as nv
e = nv.EpsilonExplorer()
e
"""


@pytest.fixture
def one(far):
    """An explorer whose first slider was approached, and all that was asked for has come."""
    chapter = far(TWICE, "e")
    yield chapter
    far.proxy.delay = 0
    chapter.close()


STATUS = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.connectionStatus"
CONNECTED = f"() => {STATUS} === 'connected'"


def slider(explorer, number=0):
    return explorer.box.locator(".noUi-handle").nth(number)


def approached(chapter, number=0):
    explorer = chapter.boxes("EpsilonExplorer")[number]
    approach(explorer, slider(explorer), "e")
    return explorer


def pressed(explorer):
    return slider(explorer).evaluate(PRESS)


def stands(explorer):
    return explorer.box.evaluate("box => Number(box.querySelector('.noUi-handle').ariaValueNow)")


def told(chapter):
    return float(kernel_value(chapter.page, "str(e.eps_exponent.slider.value)"))


def shows_the_kernels(explorer):
    explorer.settle()
    value = kernel_value(explorer.page, "str(e.view.value)")
    return explorer.box.locator(".nv-view > div").evaluate(SHOWS, value)


@pytest.mark.exhaustive
def test_a_network_that_is_cut_and_comes_back_changes_nothing_that_is_shown(far, one):
    explorer = approached(one)
    before = kernel_value(one.page, "str(e.settings)")
    far.proxy.cut()
    assert pressed(explorer)  # what is kept needs no network
    pressed(explorer)
    one.page.wait_for_function(CONNECTED)
    until(lambda: kernel_value(one.page, "str(e.settings)") != before, "what was moved reaches the kernel")
    assert shows_the_kernels(explorer)
    assert stands(explorer) == told(one)
    assert one.warnings == []


@pytest.mark.exhaustive
def test_what_was_on_its_way_when_the_network_was_cut_is_made_good_by_the_next_move(far, one):
    explorer = approached(one)
    before = told(one)
    far.proxy.delay = 1
    pressed(explorer)
    far.proxy.cut()
    far.proxy.delay = 0
    one.page.wait_for_function(CONNECTED)
    pressed(explorer)
    until(lambda: before != told(one) == stands(explorer), "what was moved reaches the kernel")
    assert shows_the_kernels(explorer)


@pytest.mark.exhaustive
def test_a_cell_that_is_run_right_after_a_key_reads_what_the_page_shows(one):
    explorer = approached(one)
    for _ in range(3):
        assert pressed(explorer)
    assert told(one) == stands(explorer)
    assert shows_the_kernels(explorer)


@pytest.mark.exhaustive
def test_what_is_played_is_the_page_s_own_and_the_kernel_draws_where_it_stops(far):
    # Shown once: ipywidgets cannot play what is shown twice.
    chapter = far(
        TWICE, "heard = []\ne.eps_exponent.observe(lambda change: heard.append(change.new), 'value')"
    )
    explorer = approached(chapter)
    play, begun = explorer.box.get_by_role("button", name="Play or pause"), stands(explorer)
    play.click()
    until(lambda: stands(explorer) >= begun + 4, "four steps are played")
    play.click()
    assert shows_the_kernels(explorer)
    assert kernel_value(chapter.page, "str(len(heard))") == "1"
    assert told(chapter) == stands(explorer)
    assert chapter.warnings == [] and chapter.errors() == []
    chapter.close()


@pytest.mark.exhaustive
def test_two_views_of_one_explorer_show_one_picture_and_share_what_is_kept(one):
    first, second = one.boxes("EpsilonExplorer")
    approached(one)
    assert pressed(first) and pressed(second) and pressed(first)
    assert shows_the_kernels(first) and shows_the_kernels(second)
    assert one.warnings == [] and one.errors() == []


@pytest.mark.exhaustive
def test_an_explorer_made_again_is_ahead_again_and_a_kernel_that_dies_leaves_a_picture_that_says_so(one):
    approached(one)
    one.restart()
    explorer = approached(one)
    assert pressed(explorer) and shows_the_kernels(explorer)
    slider(explorer, 1).evaluate(APPROACH)
    one.page.wait_for_timeout(85)  # in the middle of a book, or close to it
    one.page.evaluate(
        """() => { void window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute(
            {code: "import os; os._exit(1)", silent: true}); }"""
    )
    gone = one.page.locator(".nv-explorer.jupyter-widgets-disconnected").first
    gone.wait_for(timeout=60_000)
    assert not pressed(explorer)
    assert one.warnings == []

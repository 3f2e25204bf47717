"""In a notebook, too, the page computes: Python hears of it at rest, and moves it where code does."""

import pytest

import normviz as nv

pytestmark = pytest.mark.browser

REACHES = "sentence => document.querySelector('.nv-spoken').textContent === sentence"


@pytest.fixture
def live(bare):
    def live(explorer):
        shown = bare(explorer)
        shown.settle()
        shown.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        return shown

    return live


def shows(shown, explorer):
    shown.page.wait_for_function(REACHES, arg=explorer.view.sentence)


def test_a_key_moves_the_page_before_the_kernel_hears_of_it_and_no_picture_is_sent(live):
    explorer = nv.PaddingExplorer()
    shown = live(explorer)
    lengths = []
    explorer.padding_length.observe(lambda change: lengths.append(change.new))
    shown.page.evaluate("() => { window.held = []; }")  # nothing is heard
    for _ in range(3):
        shown.control("padding_length").press("ArrowRight")
    other = nv.PaddingExplorer()
    other.move(padding_length=7)
    shown.page.wait_for_function(REACHES, arg=other.view.sentence)
    assert explorer.padding_length.value == 4
    shown.let_go()
    shown.settle()
    assert explorer.padding_length.value == lengths[-1] == 7
    shows(shown, explorer)
    assert explorer.get_state("_page") == {"_page": ""}


def test_code_moves_the_page_and_resets_it_and_a_bad_value_is_refused_in_words(bare):
    explorer = nv.BatchNormExplorer()
    shown = bare(explorer)
    explorer.only("gamma", "column")
    shown.page.locator(".nv-few[open]").wait_for()  # no line opens it on a wide screen
    explorer.move(gamma=2.5, row=3)
    explorer.controls["column"].value = 2
    shows(shown, explorer)
    explorer.gamma.value = float("nan")
    shown.page.locator(".nv-error").wait_for()
    assert explorer.error in shown.page.locator(".nv-error").inner_text()
    explorer.reset()
    shows(shown, explorer)
    assert shown.page.locator(".nv-error").count() == 0


def test_typed_sentences_are_read_in_the_page_and_reach_python(live):
    explorer = nv.PaddingExplorer()
    shown = live(explorer)
    shown.control("example", "select").select_option("your sentences")
    shown.settle()
    box = shown.control("sentences", "textarea")
    box.fill("tea or coffee\nI like tea")
    box.blur()
    shown.settle()
    assert explorer.result.made_up == ("tea", "or", "coffee", "I", "like")
    shows(shown, explorer)
    box.fill("")
    box.blur()
    shown.settle()
    assert explorer.error in shown.page.locator(".nv-error").inner_text()
    shown.page.get_by_role("button", name="Reset").click()
    shown.settle()
    assert explorer.settings == explorer.first
    shows(shown, explorer)


def test_two_views_of_one_explorer_show_the_same(live):
    explorer = nv.EpsilonExplorer()
    shown = live(explorer)
    shown.page.evaluate("() => { window.view(); }")
    shown.control("eps_exponent").first.press("ArrowRight")
    shown.settle()
    boxes = shown.page.locator('[data-key="eps_exponent"] [type=number]')
    assert [boxes.nth(k).input_value() for k in (0, 1)] == ["-4.5", "-4.5"]
    assert explorer.settings.eps_exponent == -4.5

"""An explorer for those who cannot see colours, do without a mouse, or want nothing to move."""

import pytest

import normviz as nv
from tests.support.open_chapter import NARROW

pytestmark = pytest.mark.browser

FINGER = 24  # px, the smallest target of WCAG 2.2
STOPS = "button, select, textarea, input, summary, [tabindex='0']"
# What can have the focus, in order; where it is, and how wide its ring is.
NUMBERED = """stops => [...document.querySelectorAll(stops)]
    .filter(stop => stop.checkVisibility({visibilityProperty: true}) && !stop.disabled)
    .map((stop, i) => { stop.dataset.tab = i; return stop.outerHTML.slice(0, 100); })"""
FOCUSED = """() => {
    const here = document.activeElement, {outlineStyle, outlineWidth} = getComputedStyle(here);
    return [here.dataset.tab, outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)];
}"""


@pytest.fixture
def padding(bare):
    """A padding explorer in a page of its own, all of its controls unfolded."""
    shown = bare(nv.PaddingExplorer(norm="batch norm without pads"))
    shown.page.locator(".nv-others").evaluate_all("all => all.forEach(one => { one.open = true; })")
    shown.settle()
    return shown


@pytest.mark.exhaustive
def test_tab_reaches_every_control_in_order_with_a_ring(padding):
    page = padding.page
    names = page.evaluate(NUMBERED, STOPS)
    page.locator("[data-tab='0']").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    for place, words in enumerate(names):
        stop, ring = page.evaluate(FOCUSED)
        assert stop == str(place) and ring >= 2, words
        page.keyboard.press("Tab")
    assert len(names) > 8


@pytest.mark.exhaustive
def test_a_finger_can_hit_every_control(padding):
    padding.page.set_viewport_size({"width": NARROW, "height": 900})
    small = padding.page.locator(".nv-bar :is(button, select, input)").evaluate_all(
        """(all, finger) => all.filter(one => one.checkVisibility()).flatMap(one => {
            const label = one.closest('label');
            const {width, height} = (label?.getClientRects().length ? label : one).getBoundingClientRect();
            return Math.min(width, height) < finger - 2 ? [`${width} x ${height}: ${one.outerHTML}`] : [];
        })""",
        FINGER,
    )
    assert small == []


@pytest.mark.exhaustive
def test_system_colours_leave_pools_and_pads_visible(padding):
    padding.page.emulate_media(forced_colors="active")
    style = "(cell, name) => getComputedStyle(cell)[name]"
    assert padding.page.locator("td.nv-in").first.evaluate(style, "boxShadow") != "none"
    assert "gradient" in padding.page.locator(".nv-pad td").first.evaluate(style, "backgroundImage")


def test_nothing_moves_where_less_motion_is_asked_for(padding):
    padding.page.emulate_media(reduced_motion="reduce")
    moving = """all => all.map(one => getComputedStyle(one))
        .filter(style => style.transitionDuration !== '0s' || style.animationName !== 'none').length"""
    assert padding.page.locator(".nv-explorer *, main *").evaluate_all(moving) == 0

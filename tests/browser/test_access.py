"""An explorer for those who cannot see colours, do without a mouse, or want nothing to move."""

import re

import pytest

import normviz as nv
from normviz.drawing.heat import HEAT
from tests.contrast import contrast
from tests.support.open_chapter import NARROW

pytestmark = pytest.mark.browser

TONES = ("column", "row", "pad", "affine")
TEXT, GRAPHICS = 4.5, 3.0  # times lighter, as WCAG 2 counts
FINGER = 24  # px, the smallest target of WCAG 2.2
STOPS = "button, select, textarea, input, summary, [tabindex='0']"
# What can have the focus, in order; where it is, and how wide its ring is.
NUMBERED = """stops => [...document.querySelectorAll(stops)].filter(stop => stop.checkVisibility() && !stop.disabled)
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


def test_a_slider_that_is_moved_there_and_back_says_the_number_in_its_box(padding):
    slider = padding.control("padding_length")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        slider.press(key)
    padding.settle()
    number = padding.control("padding_length", "[type=number]").input_value()
    assert slider.get_attribute("aria-valuetext") == number == "4"


def test_nothing_moves_where_less_motion_is_asked_for(padding):
    padding.page.emulate_media(reduced_motion="reduce")
    moving = """all => all.map(one => getComputedStyle(one))
        .filter(style => style.transitionDuration !== '0s' || style.animationName !== 'none').length"""
    assert padding.page.locator(".nv-explorer *, main *").evaluate_all(moving) == 0


# Ink and numerals as the browser paints them, on two rulers of each tone; how opaque a band and the second ruler are.
COLOURS = """tones => {
    const view = document.querySelector('.nv'), probe = view.appendChild(document.createElement('span')), read = {};
    const paper = getComputedStyle(document.body).backgroundColor, colour = (one, what) => getComputedStyle(one)[what];
    for (const tone of tones) {
        const texts = '<text class="nv-numeral"/><text class="nv-numeral nv-second"/>';
        const ruler = `<g class="nv-ruler nv-tone-${tone}"><rect class="nv-ruler-band"/>${texts}</g>`;
        probe.innerHTML = `<svg>${ruler}${ruler}</svg>`;
        probe.style.color = `var(--nv-${tone})`;
        read[tone] = {
            tone: colour(probe, 'color'), numerals: [...probe.querySelectorAll('text')].map(one => colour(one, 'fill')),
            band: colour(probe.querySelector('rect'), 'fillOpacity'),
            second: colour(probe.querySelector('g + g'), 'opacity')};
    }
    probe.remove();
    return {read, ink: colour(view, 'color'), tint: colour(view, '--nv-tint') || view.style.cssText};
}"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("scheme", "paper"), [("light", (255, 255, 255)), ("dark", (17, 17, 17))])
def test_numerals_of_both_rulers_and_digits_on_a_tint_can_be_read(empty_page, scheme, paper):
    page = empty_page(color_scheme=scheme)
    page.set_content(f"<meta name=color-scheme content='light dark'>{nv.PaddingExplorer().to_html()}")
    found = page.evaluate(COLOURS, TONES)
    ink = parsed(found["ink"])
    for tone, had in found["read"].items():
        colour, band, second = parsed(had["tone"]), float(had["band"]), float(had["second"])
        grounds = [over(colour, band, paper), paper]  # γ stands beside the band
        for ground, first, other in zip(grounds, had["numerals"][:2], had["numerals"][2:], strict=True):
            assert contrast(parsed(first), ground) >= TEXT, (tone, first)
            pale = [over(one, second, paper) for one in (parsed(other), ground)]
            assert contrast(*pale) >= TEXT, (tone, other)
        assert contrast(colour, paper) >= GRAPHICS, tone
        tinted = over(colour, HEAT / 100 * (1 if scheme == "light" else 1.7), paper)
        for ground in (tinted, over(parsed(found["read"]["pad"]["tone"]), 0.42, tinted)):
            assert contrast(ink, ground) >= TEXT, (tone, ground)


def parsed(colour):
    """A CSS colour as (red, green, blue) from 0 to 255."""
    parts = [float(number) for number in re.findall(r"[\d.]+", colour)][:3]
    return [255 * part for part in parts] if colour.startswith("color(srgb") else parts


def over(colour, alpha, ground):
    """``colour`` laid over ``ground`` at an opacity."""
    return tuple(alpha * c + (1 - alpha) * g for c, g in zip(colour, ground, strict=True))

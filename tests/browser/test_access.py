"""The chapters for those who cannot see colours, use a screen reader, or leave the mouse where it is."""

import re

import pytest

from normviz.drawing.heat import HEAT
from tests.browser.accessibility import NAMES_AND_ROLES, serious_findings_in
from tests.browser.assistive import accessibility_tree
from tests.browser.parameters import each_chapter, one_chapter, quick_chapter
from tests.contrast import contrast
from tests.sample import sample_first
from tests.support.open_chapter import ANSWERED, DARK, HIGH_CONTRAST, LIGHT, NARROW, SCROLL, WIDE

pytestmark = pytest.mark.browser

every_theme = pytest.mark.parametrize(
    "theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "high-contrast"]
)
TONES = ("column", "row", "pad", "affine")
TEXT, GRAPHICS = 4.5, 3.0  # times lighter, as WCAG 2 counts
FINGER = 24  # px, the smallest target of WCAG 2.2


@pytest.mark.exhaustive
@quick_chapter
def test_chapter_has_no_serious_accessibility_finding(chapter):
    chapter.show()
    chapter.unfold()
    assert serious_findings_in(chapter, rules=NAMES_AND_ROLES) == []


@pytest.mark.exhaustive
@each_chapter
def test_chapter_has_no_serious_accessibility_finding_by_any_rule(chapter):
    chapter.show()
    chapter.unfold()
    assert serious_findings_in(chapter, rules=None) == []


# What a theme changes is the colours; tests/browser/test_pages.py looks at those of every chapter.
@pytest.mark.exhaustive
@pytest.mark.parametrize("theme", [DARK, HIGH_CONTRAST], ids=["dark", "high-contrast"])
@one_chapter
def test_other_theme_has_no_serious_accessibility_finding(chapter, theme):
    chapter.show(theme=theme)
    chapter.unfold()
    assert serious_findings_in(chapter, rules=["color-contrast"]) == []


@pytest.mark.exhaustive
@each_chapter
def test_headings_tables_and_pictures_say_what_they_are(chapter):
    assert structure_faults(chapter.page) == []


@pytest.mark.exhaustive
@sample_first("chapter", indirect=True)
def test_tab_reaches_every_control_in_order_with_a_name_and_a_ring(chapter):
    chapter.show()
    chapter.unfold()
    for name in chapter.explorers:
        for explorer in chapter.boxes(name):
            assert keyboard_faults(explorer) == [], name


@pytest.mark.exhaustive
@every_theme
@one_chapter
def test_focus_is_seen_in_every_theme(chapter, theme):
    chapter.show(theme=theme)
    explorer, *_ = chapter.boxes("PaddingExplorer")
    assert keyboard_faults(explorer) == []


@pytest.mark.exhaustive
@one_chapter
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_key_unfolds_the_controls_that_no_chapter_chose(chapter, width):
    chapter.show(width=width)
    chosen, _, explorer, *_ = chapter.boxes("PaddingExplorer")  # that of section 6 has all of them
    more, norm = explorer.box.locator(".nv-others > summary"), explorer.box.get_by_label("Norm")
    if norm.is_visible():  # by another test
        more.press("Space")
    assert not norm.is_visible()
    explorer.box.locator(".nv-play").press("Tab")
    for _ in range(4):  # what can be taken hold of on the ruler comes before
        if not more.evaluate("more => more === document.activeElement"):
            chapter.page.keyboard.press("Tab")
    assert more.evaluate("more => more === document.activeElement")
    chapter.page.keyboard.press("Space")
    chapter.page.keyboard.press("Tab")
    chapter.page.keyboard.press("Tab")
    assert norm.is_visible() and norm.evaluate("norm => norm === document.activeElement")
    more.press("Space")
    assert not norm.is_visible()
    assert chosen.box.get_by_label("Follow").is_visible() == (width == WIDE)
    assert chosen.box.locator(".nv-others > summary").is_visible() == (width == NARROW)


@one_chapter
def test_a_key_pressed_on_a_control_is_not_the_notebooks(chapter):
    chapter.show()
    _, _, explorer, *_ = chapter.boxes("PaddingExplorer")  # the others have no list of norms
    cells = """() => window.jupyterapp.shell.currentWidget.content.widgets
        .map(cell => cell.model.type + cell.model.id).join()"""
    before, page = chapter.page.evaluate(cells), chapter.page
    explorer.unfold()
    norm = explorer.box.get_by_label("Norm")
    norm.select_option(index=0)
    first = norm.input_value()
    norm.press("ArrowDown")
    assert norm.input_value() != first, "the list does not follow its arrow key"
    for control in (norm, explorer.sliders()[0][1], explorer.box.get_by_role("button", name="Reset")):
        for key in ("b", "m", "x"):  # in JupyterLab: a new cell below, no code any more, cut the cell
            control.press(key)
    page.evaluate(ANSWERED)
    assert page.evaluate(cells) == before
    norm.select_option(first)


@one_chapter
def test_a_slider_that_is_moved_there_and_back_says_the_number_in_its_box(chapter):
    chapter.show()
    explorer, *_ = chapter.boxes("PaddingExplorer")
    _, handle = explorer.sliders()[0]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        handle.press(key)
    explorer.settle()
    number = explorer.box.locator(".nv-number:visible [type=number]").first.input_value()
    assert handle.get_attribute("aria-valuetext") == number


@one_chapter
def test_the_arrow_keys_choose_the_option_of_a_prediction(chapter):
    chapter.show()
    options = chapter.page.locator(".nv-asked:not(:has(.nv-sketch))").first.get_by_role("radio")
    options.first.scroll_into_view_if_needed()
    options.first.press("Space")
    options.first.press("ArrowDown")
    assert [option.is_checked() for option in options.all()][:2] == [False, True]
    assert options.nth(1).evaluate("option => option === document.activeElement")


@pytest.mark.exhaustive
@one_chapter
def test_a_prediction_shows_where_the_focus_is(chapter):
    chapter.show()
    commit = chapter.page.locator(".nv-asked button").first
    commit.scroll_into_view_if_needed()
    commit.press("Shift")
    assert chapter.page.evaluate(FOCUSED)["ring"] >= 2


@pytest.mark.exhaustive
@one_chapter
def test_a_finger_can_hit_every_control(chapter):
    chapter.show(width=NARROW)
    assert small_targets(chapter.page) == []


@pytest.mark.exhaustive
@every_theme
@one_chapter
def test_our_colours_stand_out_from_every_themes_background(chapter, theme):
    chapter.show(theme=theme)
    colours = colours_of(chapter)
    paper = colours["paper"]
    for ink in ("ink", "soft", "affine-text"):
        assert contrast(colours[ink], paper) >= TEXT, ink
    for tone in TONES:
        band = over(colours[tone], colours["band"], paper)
        for ground, numeral in ((band, "numeral"), (paper, "ruler's γ")):
            assert contrast(colours[f"{tone}, {numeral}"], ground) >= TEXT, (tone, numeral)
        for ground, numeral in ((band, "second ruler's numeral"), (paper, "second ruler's γ")):
            pale = [over(one, colours["second"], paper) for one in (colours[f"{tone}, {numeral}"], ground)]
            assert contrast(*pale) >= TEXT, (tone, numeral)
        assert contrast(colours[tone], paper) >= GRAPHICS, tone
        # A number on the strongest tint, on the hatching of a pad, and on both.
        tinted = over(colours[tone], colours["heat"], paper)
        for ground in (tinted, over(colours["pad"], 0.42, paper), over(colours["pad"], 0.42, tinted)):
            assert contrast(colours["ink"], ground) >= TEXT, (tone, ground)


@pytest.mark.exhaustive
@one_chapter
def test_system_colours_leave_pools_and_pads_visible(chapter):
    chapter.show()
    chapter.page.emulate_media(forced_colors="active")
    try:
        view = chapter.boxes("PaddingExplorer")[0].view
        style = "(cell, name) => getComputedStyle(cell)[name]"
        assert view.locator("td.nv-in").first.evaluate(style, "boxShadow") != "none"
        assert "gradient" in view.locator(".nv-pad td").first.evaluate(style, "backgroundImage")
    finally:
        chapter.page.emulate_media(forced_colors="none")


@one_chapter
def test_nothing_moves_where_less_motion_is_asked_for(chapter):
    chapter.show()
    chapter.page.emulate_media(reduced_motion="reduce")
    try:
        moving = chapter.page.locator(".nv-explorer").first.evaluate(
            """explorer => {
                return [...explorer.querySelectorAll('*')].map(e => getComputedStyle(e)).filter(
                    s => s.transitionDuration !== '0s' || s.animationName !== 'none').length;
            }"""
        )
        assert moving == 0
    finally:
        chapter.page.emulate_media(reduced_motion="no-preference")


def small_targets(page):
    """Controls that a finger may miss, in words; what is drawn may be smaller than what can be touched."""
    targets = ".nv-live button, .nv-live select, .nv-live textarea, .nv-live input"
    found, seen = [], 0
    for target in page.locator(f".jp-Notebook :is({targets})").all():
        if not target.is_visible():
            continue
        target.evaluate(SCROLL, "center")
        seen += 1
        if words := target.evaluate(
            """(target, finger) => {
                const label = target.closest('label'), half = finger / 2 - 1;  // edges lie between pixels
                const mine = label?.getClientRects().length ? label : target, box = mine.getBoundingClientRect();
                const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
                const missed = [[-half, 0], [half, 0], [0, -half], [0, half]].filter(([right, down]) => {
                    const hit = document.elementFromPoint(x + right, y + down);
                    return !(hit && mine.contains(hit));
                });
                return missed.length ? `${mine.className} “${mine.textContent}” is missed at ${missed.join('; ')}` : '';
            }""",
            FINGER,
        ):
            found.append(words)
    assert seen
    return found


def structure_faults(page):
    """What a screen reader would miss, in words: headings that skip, tables and pictures without a name."""
    return page.evaluate(
        """() => {
            const found = [];
            const notebook = document.querySelector('.jp-Notebook');
            const all = selector => [...notebook.querySelectorAll(selector)];
            const say = (element, what) => found.push(`${element.outerHTML.slice(0, 120)}: ${what}`);
            const levels = all('h1, h2, h3, h4, h5, h6, [role=heading]')
                .map(heading => Number(heading.ariaLevel ?? heading.tagName[1]));
            if (levels.filter(level => level === 1).length !== 1) found.push('not one title');
            levels.forEach((level, i) => {
                if (level > (levels[i - 1] ?? 0) + 1) found.push(`heading ${i + 1} skips to level ${level}`);
            });
            for (const table of all('table')) {
                const typed = table.closest('.jp-RenderedMarkdown');  // Markdown knows no captions
                if (!typed && !(table.caption?.textContent ?? table.ariaLabel ?? '').trim()) say(table, 'no caption');
                for (const th of table.querySelectorAll('th')) {
                    if (!th.textContent.trim()) say(table, 'a head without words');
                    if (!typed && !th.scope) say(th, 'no scope');
                }
                if (!table.querySelector('th')) say(table, 'no heads');
            }
            for (const svg of all('.jp-OutputArea-output svg')) {
                if (svg.parentElement.closest('svg') || svg.closest('[aria-hidden=true]')) continue;
                const named = svg.role === 'img' && (svg.ariaLabel ?? '').trim();
                if (!named && svg.ariaHidden !== 'true') say(svg, 'a picture without a name');
            }
            for (const image of all('img'))
                if (!image.alt.trim()) say(image, 'an image without alt text');
            // Filters that are called alike are equal: which of them is found does not matter.
            const ids = all('[id]:not(filter)').map(element => element.id);
            for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i)))
                found.push(`two elements are called ${id}`);
            return found;
        }"""
    )


STOPS = "button, select, textarea, input, summary, [tabindex='0']"
# What has the focus: its number among the stops, and its ring with what lies around it.
FOCUSED = """() => {
    const here = document.activeElement, style = getComputedStyle(here);
    const paper = getComputedStyle(here.closest('.jp-Notebook')).backgroundColor;
    const ring = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth);
    return {stop: here.dataset.tab, ring, colour: style.outlineColor, paper};
}"""


def keyboard_faults(explorer):
    """Press Tab from the first control to the last; what is out of reach, unnamed or without a ring, in words."""
    page, found = explorer.page, []
    with explorer.marked() as selector:
        names = explorer.box.evaluate(
            """(box, stops) => [...box.querySelectorAll(stops)]
                .filter(stop => stop.checkVisibility() && !stop.disabled)
                .map((stop, i) => { stop.dataset.tab = i; return stop.outerHTML.slice(0, 100); })""",
            STOPS,
        )
        with accessibility_tree(page) as below:
            # The options of a list can have the focus too, but Tab passes them by.
            focusable = [node for node in below(selector) if node.states.get("focusable")]
            reached = [node for node in focusable if "option" not in node.role.lower()]
        if len(reached) != len(names):
            found.append(f"{len(names)} stops, but {len(reached)} for a screen reader")
        found += [f"a {node.role} without a name" for node in reached if not node.name.strip()]
        explorer.box.locator("[data-tab='0']").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        for expected, words in enumerate(names):
            here = page.evaluate(FOCUSED)
            if here["stop"] != str(expected):
                found.append(f"Tab goes to {here['stop']} and not to {words}")
                break
            if here["ring"] < 2 or contrast(parsed(here["colour"]), parsed(here["paper"])) < GRAPHICS:
                found.append(f"no ring around {words}")
            page.keyboard.press("Tab")
        explorer.box.evaluate(
            "box => box.querySelectorAll('[data-tab]').forEach(stop => delete stop.dataset.tab)"
        )
    return found


def colours_of(chapter):
    """The theme's colours as the browser has them, each (red, green, blue), and how opaque some of them are."""
    names = {"ink": "--ink", "soft": "--soft", "paper": "--paper"}
    names |= {tone: f"--nv-{tone}" for tone in (*TONES, "affine-text")}
    view = chapter.boxes("PaddingExplorer")[0].view
    read = view.evaluate(
        """(view, [names, tones]) => {
            const probe = view.appendChild(document.createElement('span'));
            const read = Object.fromEntries(Object.entries(names).map(([name, variable]) => {
                probe.style.color = `var(${variable})`;
                return [name, getComputedStyle(probe).color];
            }));
            for (const tone of tones) {
                const texts = '<text class="nv-numeral"/><text class="nv-numeral nv-second"/>';
                const ruler = `<g class="nv-ruler nv-tone-${tone}"><rect class="nv-ruler-band"/>${texts}</g>`;
                probe.innerHTML = `<svg>${ruler}${ruler}</svg>`;
                ['numeral', "ruler's γ", "second ruler's numeral", "second ruler's γ"].forEach((name, k) => {
                    read[`${tone}, ${name}`] = getComputedStyle(probe.querySelectorAll('text')[k]).fill;
                });
                read.band = getComputedStyle(probe.querySelector('rect')).fillOpacity;
                read.second = getComputedStyle(probe.querySelector('g + g')).opacity;
            }
            read.tint = getComputedStyle(view).getPropertyValue('--nv-tint');
            probe.remove();
            return read;
        }""",
        [names, TONES],
    )
    numbers = {"heat": HEAT / 100 * float(read.pop("tint"))}
    numbers |= {name: float(read.pop(name)) for name in ("band", "second")}
    paper = parsed(read["paper"])
    return {name: parsed(colour, paper) for name, colour in read.items()} | numbers


def parsed(colour, ground=(0, 0, 0)):
    """A CSS colour as (red, green, blue) from 0 to 255, laid over ``ground`` where it is not opaque."""
    red, green, blue, *alpha = map(float, re.findall(r"[\d.]+", colour))
    if colour.startswith("color(srgb"):  # a mixed one, as shares of 1
        red, green, blue = 255 * red, 255 * green, 255 * blue
    return over((red, green, blue), alpha[0] if alpha else 1.0, ground)


def over(colour, alpha, ground):
    """``colour`` laid over ``ground`` at an opacity."""
    return tuple(alpha * c + (1 - alpha) * g for c, g in zip(colour, ground, strict=True))

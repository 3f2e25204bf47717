"""What axe-core finds on a page, apart from what is known of JupyterLab and ipywidgets themselves."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()

# Not of our making, as narrowly as it can be said: (rule, words in the element's markup).
KNOWN_IN_JUPYTERLAB = [
    ("aria-required-children", 'role="feed" aria-label="Cells"'),  # the notebook calls itself a feed
    ("aria-input-field-name", "noUi-handle"),  # a slider of ipywidgets, in a widget of one's own
    ("button-name", "jp-collapseHeadingButton"),
    # Its links, and the mark beside a heading, are told from the words around them by colour.
    ("link-in-text-block", 'href="http://127.0.0.1'),
    ("link-in-text-block", 'rel="noopener"'),
    ("link-in-text-block", "jp-InternalAnchorLink"),
]
# A third of all rules' time, most of which goes to contrast: a name for every control and picture, and roles that hold.
NAMES_AND_ROLES = [
    "aria-input-field-name", "aria-allowed-attr", "aria-hidden-focus", "aria-required-attr", "aria-required-parent",
    "aria-valid-attr-value", "button-name", "image-alt", "label", "link-name", "list", "nested-interactive",
    "scrollable-region-focusable", "select-name", "svg-img-alt", "td-headers-attr",
]  # fmt: skip
# Code as it is typed in, and how JupyterLab colours it.
EDITORS = ".jp-CodeCell .jp-InputArea"


def serious_findings(page, *, inside="html", outside=(), rules=None, known=()):
    """axe's serious and critical findings on a page, each in words.

    ``inside`` and ``outside`` are selectors of what is judged and what is not; ``rules`` names the only rules
    to judge by; ``known`` lists findings to leave out, as (rule, words in the element's markup).
    """
    options = {"resultTypes": ["violations"]}
    if rules is not None:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    results = AXE.run(page, context={"include": [inside], "exclude": list(outside)}, options=options).response
    judged = {rule["id"] for rule in results["passes"] + results["violations"]}
    assert judged.intersection(rules or ["color-contrast"]), "axe saw nothing to judge on the page"
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]} {node['failureSummary']}"
        for violation in results["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
        if not any(violation["id"] == rule and words in node["html"] for rule, words in known)
    ]


def serious_findings_in(chapter, rules=None):
    """The findings in a chapter that is open in JupyterLab, from its title to its end."""
    page = chapter.page
    # JupyterLab’s body is 0 px high and hides what overflows, and cells out of sight are not laid out.
    style = "body {min-height: 100vh} .jp-Notebook * {content-visibility: visible !important}"
    added, size = page.add_style_tag(content=style), page.viewport_size
    try:
        if rules is None or "color-contrast" in rules:  # not judged where it has to be scrolled to
            outer = page.locator(".jp-Notebook .jp-WindowedPanel-outer")
            height = outer.evaluate("outer => outer.scrollHeight")
            page.set_viewport_size({"width": size["width"], "height": height + 300})
            chapter.wait_until_idle()
        return serious_findings(
            page, inside=".jp-Notebook", outside=[EDITORS], rules=rules, known=KNOWN_IN_JUPYTERLAB
        )
    finally:
        page.set_viewport_size(size)
        added.evaluate("style => style.remove()")

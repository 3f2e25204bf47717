"""What axe-core finds in our own markup."""

from axe_playwright_python.sync_playwright import Axe

AXE = Axe()

# What ipywidgets 8 itself leaves without a name: (rule, a class of the element). Not of our making, and not
# ours to mend from Python: the handle of a slider takes no label. Its linked number box has a name.
KNOWN_IN_IPYWIDGETS = [("aria-input-field-name", "noUi-handle")]


def serious_findings(explorer):
    """axe's serious and critical findings in one explorer, controls and view, each in words."""
    # JupyterLab’s body is 0 px high and hides what overflows. axe takes that for text out of sight, and
    # would judge no contrast at all.
    explorer.page.add_style_tag(content="body {min-height: 100vh}")
    with explorer.marked() as selector:
        results = AXE.run(explorer.page, context={"include": [selector]}).response
    judged = {rule["id"] for rule in results["passes"] + results["violations"]}
    assert "color-contrast" in judged, "axe saw no text in the explorer"
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]} {node['failureSummary']}"
        for violation in results["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
        if not any(violation["id"] == rule and name in node["html"] for rule, name in KNOWN_IN_IPYWIDGETS)
    ]

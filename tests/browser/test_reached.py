"""Goals that are reached, on a page."""

import pytest

import normviz as nv


@pytest.mark.browser
def test_what_is_reached_is_ticked_told_and_remembered(hosted, tmp_path):
    nv.BatchNormExplorer().only("row", "column").goals("02a").save(tmp_path / "page.html")
    page = hosted(tmp_path / "page.html")
    first, second = page.locator(".nv-goals li").all()[:2]
    assert first.get_attribute("data-reached") is None
    row = page.locator("[data-key=row] select")
    row.press("ArrowDown")
    row.press("ArrowDown")
    page.wait_for_selector(".nv-goals [data-reached]")
    assert first.locator("p").is_visible() and not second.locator("p").is_visible()
    page.get_by_text("What there is to see").click()
    assert second.locator("p").is_visible()
    row.press("ArrowDown")  # what was reached stays so
    assert first.get_attribute("data-reached") is not None
    page.reload()
    page.wait_for_selector(".nv-goals [data-reached]")

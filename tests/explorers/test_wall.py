"""nv.wall: whatever a lesson shows can fill the window, and nothing else is taken."""

import pytest

import normviz as nv


@pytest.mark.parametrize(
    "shown",
    [nv.PaddingExplorer(), nv.predict("06.2"), nv.show_pipeline(nv.examples.hi_nitish(), until=3)],
    ids=["explorer", "prediction", "picture"],
)
def test_wall_holds_what_it_shows(shown):
    wall = nv.wall(shown)
    assert wall.shown in wall.children
    assert "nv-wall" in wall._dom_classes
    assert wall.shown is shown or wall.shown.value == shown._repr_html_()


def test_wall_refuses_what_cannot_be_shown():
    with pytest.raises(TypeError, match="shown: expected an explorer, a prediction or a picture, got int 3"):
        nv.wall(3)

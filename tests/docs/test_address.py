"""The project's address: told once, and all that leads there follows."""

import re
import shutil

import pytest

from docs import address
from tests.requirements import PYPROJECT
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive


def badges(text):
    return dict(re.findall(r"docs/images/(\w+)\.svg\)\]\(([^)]+)\)", text))


def test_badges_lead_where_the_address_says():
    told = address.told()
    assert told == PYPROJECT["tool"]["normviz"]["address"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert badges(readme) == {name: address.leads_to(name, told) for name in address.BADGES}
    assert address.door(told) in readme


def test_address_is_told_once_and_may_change(tmp_path):
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    for told in ("https://github.com/ada/normviz", "https://github.com/grace/other.name/"):
        address.main([told], root=tmp_path)
        clean = told.rstrip("/")
        assert f'address = "{clean}"' in (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
        readme = (tmp_path / "README.md").read_text(encoding="utf-8")
        assert badges(readme) == {name: address.leads_to(name, clean) for name in address.BADGES}
        assert address.told(tmp_path) == clean
        assert f"{address.pages(clean)}play.html" in readme
        assert "no public address" not in readme


@pytest.mark.parametrize("given", [[], ["github.com/ada/normviz"], ["https://github.com/ada"], ["a", "b"]])
def test_what_is_no_address_is_refused_and_nothing_is_written(given, tmp_path):
    with pytest.raises(SystemExit, match="expected one address"):
        address.main(given, root=tmp_path)
    assert list(tmp_path.iterdir()) == []

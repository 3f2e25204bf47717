"""Real architectures with random weights: every norm is seen, and docs/inspecting.md says what is found.

They need the extra ``models``, an environment of its own; where a package is not installed, its models are left out.
"""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
import torch

import normviz as nv

DOCS = Path(__file__).parents[2] / "docs/inspecting.md"
ROWS = [
    line.strip("| ").split(" | ") for line in DOCS.read_text(encoding="utf-8").splitlines() if "|" in line
]
ROWS = {cells[1]: cells for cells in ROWS if len(cells) == 5 and cells[1].startswith(("torchvision", "timm"))}


def inspected(model):
    """Some take images of one size alone."""
    for size, count in ((96, 16), (224, 4)):
        with suppress(RuntimeError):
            return nv.inspect(model, torch.randn(count, 3, size, size))
    raise AssertionError("no size fits")


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # those of two packages
@pytest.mark.parametrize("name", ROWS)
def test_a_real_architecture_is_seen_whole_and_quiet(name):
    package, called = name.split()
    library = pytest.importorskip(package if package == "timm" else "torchvision.models")
    torch.manual_seed(0)
    model = library.create_model(called) if package == "timm" else getattr(library, called)(weights=None)
    report = inspected(model.train())
    kinds = (type(m).__name__.replace("Rms", "RMS") for m in model.modules())
    named = [
        k
        for k in kinds
        if k.partition("Norm")[0][-5:] in ("Batch", "Layer", "Group", "RMS") and "Conv" not in k
    ]
    found = Counter(finding.code for finding in report.findings)
    said = ", ".join(f"{code} ({count} layers)" for code, count in found.items()) or "nothing"
    assert ROWS[name][2:4] == [str(len(report.layers)), said]
    assert len(report.layers) >= len(named) > 0

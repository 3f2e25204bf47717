"""docs/running.md: what it quotes from the project is what stands there."""

import re

import pytest
import yaml

from tests.requirements import PYPROJECT, requirements_in
from tests.support.chapters import ROOT

pytestmark = pytest.mark.exhaustive

PAGE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
START = "notebooks/00_start_here.ipynb"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_hub_gives_torch_the_same_share_and_time_on_kubernetes():
    (text,) = blocks("yaml")
    (hub,) = (block for block in blocks("python") if "c.Spawner." in block)
    compile(hub, "jupyterhub_config.py", "exec")
    config = yaml.safe_load(text)
    settings = dict(re.findall(r"^c\.\w+\.(\w+) = (\d+)", hub, re.MULTILINE))
    assert config["singleuser"]["startTimeout"] == int(settings["start_timeout"])
    assert config["hub"]["concurrentSpawnLimit"] == int(settings["concurrent_spawn_limit"])
    assert f"http_timeout = {settings['http_timeout']}\n" in config["hub"]["extraConfig"]["class"]
    assert f'"OMP_NUM_THREADS": "{config["singleuser"]["extraEnv"]["OMP_NUM_THREADS"]}"' in hub
    assert config["singleuser"]["defaultUrl"].endswith(START)


def test_links_to_fill_in_open_the_first_chapter():
    assert (ROOT / START).is_file()
    binder, puller = re.findall(r"^https:\S+$", PAGE, re.MULTILINE)
    assert binder.endswith(f"urlpath=lab/tree/{START}")
    assert puller.endswith("urlpath=lab%2Ftree%2FREPO%2F" + START.replace("/", "%2F"))


def test_torch_on_a_hub_is_that_on_binder():
    pin = requirements_in(ROOT / "binder" / "requirements.txt")["torch"]
    assert set(re.findall(r"torch(==[\d.]+)", PAGE)) == {str(pin)}


@pytest.mark.parametrize("name", ["numpy", "matplotlib", "ipywidgets", "torch"])
def test_sizes_are_of_the_versions_on_binder(name):
    """Not of those that are installed: who tests this next year has others."""
    measured = re.search(rf"\b(?:Py)?{name} (\d+\.\d+)", PAGE, re.IGNORECASE)
    pin = str(requirements_in(ROOT / "binder" / "requirements.txt")[name])
    assert pin.startswith(f"=={measured[1]}.")  # a patch is no reason to measure again


def test_sizes_add_up():
    table = re.search(r"^\| what \| MiB \|\n\|.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    *parts, total = [int(size) for size in re.findall(r"\| \*{0,2}(\d+)\*{0,2} \|$", table, re.MULTILINE)]
    assert sum(parts) == total


def test_extras_that_it_names_exist():
    named = set(re.findall(r"\[(\w+)\]\"", PAGE))
    assert named
    assert named <= PYPROJECT["project"]["optional-dependencies"].keys()


def test_five_lines_for_a_test_suite_let_a_healthy_model_pass_and_no_other():
    torch = pytest.importorskip("torch")
    (block,) = [block for block in blocks("python") if "nv.inspect" in block]
    assert len(block.splitlines()) == 5
    mask = torch.arange(6) < torch.tensor([[6], [2], [3], [1]])
    words = (1 + torch.randn(4, 6, 5)) * mask[..., None]

    def verdict(norm):
        names = {"make_model": lambda: norm, "make_loader": lambda: [(words, mask)]}
        exec(block, names)
        names["test_norms_are_healthy"]()

    verdict(torch.nn.LayerNorm(5))
    with pytest.raises(AssertionError, match="pads-in-pool"):
        verdict(torch.nn.LayerNorm((6, 5)))

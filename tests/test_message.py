"""Messages in a terminal: what it cannot write is spelt out, and nothing is refused."""

import os
import subprocess
import sys

import pytest

from normviz.message import SPELT, spelt
from tests.support.chapters import ROOT

SAID = """
import torch, normviz as nv
print(nv.inspect(torch.nn.Sequential(torch.nn.BatchNorm1d(3)), torch.ones(8, 3)))
print(nv.check_environment())
print(nv.diagnose([2, 4, 4, 10], [-0.8660, -0.2887, -0.2887, 1.4434]))
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_reports_can_be_printed_into_a_pipe_that_is_not_utf_8(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    written = subprocess.run([sys.executable, "-c", SAID], cwd=ROOT, env=environment, capture_output=True)
    assert written.returncode == 0, written.stderr
    words = written.stdout.decode(encoding)
    assert "mu, sigma" in words and "tested with" in words and "ddof=0" in words


def test_text_that_can_be_written_stays_as_it_is():
    text = "".join(SPELT) + "10⁻⁵"
    assert spelt(text, "utf-8") == text
    assert spelt(text, "ascii").isascii() and "?" not in spelt(text, "ascii")

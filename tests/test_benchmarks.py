"""The benchmarks' own parts: what they count is there, what they compare is compared, and what is wrong is said."""

import importlib
import math
import socket
import socketserver
import threading
import time

import numpy as np
import pytest

from benchmarks import hold, latency, norms
from benchmarks.__main__ import README, RUNS, command_of, with_block
from benchmarks.page import ALONE, LEAST
from benchmarks.proxy import DelayingProxy

DELAY = 0.03


# -- the proxy


class Echo(socketserver.BaseRequestHandler):
    """Sends back what comes, until the other side has said all."""

    def handle(self):
        while chunk := self.request.recv(1 << 16):
            self.request.sendall(chunk)


@pytest.fixture
def echo():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def received(connection, count=None):
    """So many bytes, or all until the end."""
    parts, left = [], math.inf if count is None else count
    while left and (part := connection.recv(min(left, 1 << 16) if count else 1 << 16)):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def test_proxy_delays_both_ways_at_least_as_told_and_may_change_its_mind(echo):
    with DelayingProxy(echo, DELAY) as proxy, socket.create_connection(("127.0.0.1", proxy.port)) as here:
        for delay in (DELAY, 2 * DELAY):
            proxy.delay = delay
            begun = time.monotonic()
            here.sendall(b"?")
            assert received(here, 1) == b"?"
            assert time.monotonic() - begun >= 2 * delay


def test_proxy_loses_no_byte_and_passes_the_end_on(echo):
    sent = np.random.default_rng(0).bytes(3_000_000)
    with DelayingProxy(echo, DELAY) as proxy, socket.create_connection(("127.0.0.1", proxy.port)) as here:
        found = []
        reader = threading.Thread(target=lambda: found.append(received(here)))
        reader.start()
        here.sendall(sent)
        here.shutdown(socket.SHUT_WR)
        reader.join(30)
    assert found == [sent]


def test_proxy_that_is_cut_breaks_what_is_open_and_takes_new_connections(echo):
    with DelayingProxy(echo) as proxy:
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", proxy.port)) as here:
                here.sendall(b"?")
                assert received(here, 1) == b"?"
                proxy.cut()
                assert received(here, 1) == b""


def test_proxy_refuses_to_be_early():
    with pytest.raises(ValueError, match=r"delay: expected seconds of at least 0, got -0\.1"):
        DelayingProxy(1, -0.1)


# -- key presses


PEERS = {(LEAST, False, ""): [100.0] * 4, (ALONE, False, ""): [20.0] * 4}
GOOD = PEERS | {("A", False, "x"): [40.0] * 4, ("A", False, "y"): [20.0] * 4, ("A", True, ""): [400.0] * 2}


def verdicts(lines):
    return [line.rpartition(": ")[2] for line in lines if line.startswith("bar")]


def test_latency_report_compares_each_slider_with_its_peers():
    lines = [*latency.report(GOOD, far=False)]
    assert lines[4].split() == ["A,", "x", "40.0", "40.0", "0.40", "2.00", "400.0", "10.0"]
    assert lines[5].split() == ["A,", "y", "20.0", "20.0", "0.20", "1.00"]
    assert verdicts(lines) == ["holds"] * 3


@pytest.mark.parametrize(
    ("key", "taken", "far", "expected"),
    [
        (("A", False, "y"), [81.0] * 4, False, ["MISSED by A, y", "MISSED by A, y", "holds"]),
        (("A", False, "x"), [51.0] * 4, False, ["holds", "MISSED by A, x", "MISSED by A"]),
        (("A", False, "x"), [26.0] * 4, True, ["MISSED by A, x", "holds", "holds"]),
        (("A", True, ""), [310.0] * 2, False, ["holds", "holds", "MISSED by A"]),
        (("A", False, "y"), [20.0, math.nan], False, ["MISSED by A, y", "holds", "holds"]),
    ],
)
def test_latency_report_says_who_misses_a_bar(key, taken, far, expected):
    times = GOOD | {("A", False, "x"): [20.0] * 4} if far else GOOD
    assert verdicts(latency.report(times | {key: taken}, far=far)) == expected


def test_latency_report_says_where_presses_changed_nothing():
    lines = [*latency.report(GOOD | {("A", False, "y"): [20.0, math.nan]}, far=False)]
    assert "1 of 2 presses changed nothing" in lines[5]


@pytest.mark.parametrize(
    ("taken", "expected"),
    [([160.0, 140.0], "holds"), ([151.0, 151.0], "MISSED by A"), ([math.nan], "MISSED by A")],
)
def test_latency_report_of_first_presses_is_of_all_sliders_of_an_explorer(taken, expected):
    first = PEERS | {("A", False, str(i)): [time] for i, time in enumerate(taken)}
    assert verdicts(latency.report_first(first)) == [expected]


@pytest.mark.parametrize(
    ("moved", "expected"), [([True] * 50, "holds"), ([True] * 49 + [False], "MISSED by A, page")]
)
def test_hold_report_counts_the_frames_whose_ruler_has_moved(moved, expected):
    lines = [*hold.report({("A", "page"): ([20.0] * 50, moved)})]
    assert lines[1].split()[:3] == ["A,", "page", f"{sum(moved):.1f}/s"]
    assert lines[-1].endswith(expected)


# -- norms


@pytest.mark.parametrize("shape", norms.SHAPES[:2])
def test_norms_and_torch_are_compared_and_equal(shape):
    ways = norms.pairs(shape)
    assert len(ways) == 8
    for name, (ours, theirs) in ways.items():
        norms.check_equal(name, ours(), theirs())


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ([1.0, 2.0, 3.001], "differ by 0.00033"),
        ([1.0, 2.0], r"shapes \(3,\) and \(2,\)"),
        ([1.0, 2.0, math.nan], "differ by nan"),
    ],
)
def test_unequal_numbers_end_the_comparison(theirs, words):
    with pytest.raises(norms.Disagreement, match=f"x: .*{words}"):
        norms.check_equal("x", [1.0, 2.0, 3.0], theirs)


# -- commands


@pytest.mark.parametrize(
    ("name", "usual", "quick"), RUNS, ids=lambda run: run if isinstance(run, str) else ""
)
def test_every_command_understands_its_arguments_and_stands_in_the_readme(name, usual, quick):
    module = importlib.import_module(f"benchmarks.{name}")
    for given in (usual, quick):
        module.parser().parse_args(given)
    text = README.read_text(encoding="utf-8")
    command = command_of(name, usual)
    assert with_block(text, command, "new figures") != text


def test_output_replaces_the_block_after_its_own_command():
    text = "`python -m a`\n\n```\nold a\n```\n\n`python -m b`, words\n\n```\nold b\n\nmore\n```\nend\n"
    assert with_block(text, "python -m b", "new b \n\n") == text.replace("old b\n\nmore", "new b")
    assert with_block(text, "python -m a", "1\n") == text.replace("old a", "1")
    assert with_block("`c`\n\n```\n```\n", "c", "1") == "`c`\n\n```\n1\n```\n"
    with pytest.raises(ValueError, match="command: expected one with a block in the text, got 'python -m c'"):
        with_block(text, "python -m c", "")

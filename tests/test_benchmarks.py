"""The benchmarks' own parts: what they count is there, what they compare is compared, and what is wrong is said."""

import importlib
import math
import socket
import socketserver
import threading
import time
from itertools import islice

import IPython.display
import ipywidgets
import numpy as np
import pytest
from IPython.core import pylabtools

import normviz as nv
from benchmarks import drag, latency, norms, scale
from benchmarks.__main__ import README, RUNS, command_of, with_block
from benchmarks.hub import CLASS_SETTINGS
from benchmarks.kernel import FIRST_SLIDER, PLACES, Kernel, walk
from benchmarks.page import ALONE, LEAST
from benchmarks.proxy import DelayingProxy
from benchmarks.usual_way import ONE_NUMBER, usual_way

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


# -- the drag

# A slider of ten steps whose picture comes `late` milliseconds after a step, and, where `every` is more than 1, only
# after every so many steps; `lost` never draws the last step.
FAKE = """
([late, every, lost]) => {
    document.body.innerHTML = '<div id=handle tabindex=0 role=slider></div><div id=root>0</div>';
    const handle = document.getElementById('handle'), root = document.getElementById('root');
    let value = 0;
    const say = () => {
        [handle.ariaValueNow, handle.ariaValueText] = [String(value), String(value)];
    };
    [handle.ariaValueMin, handle.ariaValueMax] = ['0', '10'];
    say();
    handle.addEventListener('keydown', event => {
        value = Math.min(10, Math.max(0, value + (event.key === 'ArrowRight' ? 1 : -1)));
        window.steps++;
        say();
        const now = value, draw = window.steps % every === 0 && !(lost && window.dragged);
        if (draw || !window.dragged) setTimeout(() => { root.innerHTML = String(now); }, late);
    });
    [window.dragged, window.steps] = [false, 0];
    window.jupyterapp = {shell: {currentWidget: {sessionContext: {session: {kernel: {status: 'idle'}}}}}};
}
"""


@pytest.fixture(scope="module")
def fake_drag(browser):
    page = browser.new_page()

    def run(*, late=0, every=1, lost=False):
        page.evaluate(FAKE, [late, every, lost])
        parts = {name: page.query_selector(f"#{name}") for name in ("handle", "root")}
        parts |= {"usual": False, "quiet": 60}
        start = page.evaluate(drag.PREPARE, parts)
        page.evaluate("() => { [window.dragged, window.steps] = [true, 0]; }")
        parts |= {"start": start, "events": drag.events(0.5, start["steps"])}
        return start, parts["events"], page.evaluate(drag.DRAG, parts)

    yield run
    page.close()


@pytest.mark.exhaustive
@pytest.mark.browser
def test_drag_counts_the_pictures_and_knows_the_last(fake_drag):
    start, events, found = fake_drag()
    assert (start["steps"], start["picture"]) == (10, "0")
    assert events == 40
    assert found["right"]
    assert 2 < found["frames"] <= events
    _, events, seldom = fake_drag(every=10)
    assert seldom["right"]
    assert 1 <= seldom["frames"] <= events / 10


@pytest.mark.exhaustive
@pytest.mark.browser
def test_drag_waits_for_a_late_picture_and_says_where_the_last_never_comes(fake_drag):
    _, _, late = fake_drag(late=40)
    assert late["right"]
    assert late["final"] >= 40
    _, _, never = fake_drag(every=3)  # 40 steps: the last picture is of the 39th
    assert not never["right"]
    _, _, none = fake_drag(lost=True)
    assert (none["frames"], none["right"]) == (0, True)  # the picture of the first value is that of the last


def test_a_drag_ends_where_it_began():
    for steps in range(1, 16):
        count = drag.events(2, steps)
        assert count % (2 * steps) == 0
        assert abs(count - 120) <= steps
    with pytest.raises(ValueError, match="steps: expected a slider that can go one step at least, got 0"):
        drag.events(2, 0)


def test_drag_report_names_what_ends_wrong():
    good = {"frames": 60, "seconds": 2.0, "final": 12.0, "right": True}
    slow = good | {"frames": 2, "final": 900.0}
    drags = {(LEAST, False): [good], ("A", False): [good], ("A", True): [slow]}
    lines = list(drag.report(drags))
    assert lines[3].split() == ["A", "30.0", "1.0", "12", "12", "900"]
    assert lines[-2].endswith("MISSED by A")
    assert lines[-1].endswith("at the end: always")
    assert [*drag.report(drags | {("A", False): [good | {"frames": 100}]})][-2].endswith("holds")
    drags["A", True][0]["right"] = False
    assert list(drag.report(drags))[-1].endswith("at the end: NOT of A, usual way")


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


# -- the usual way


def test_every_explorer_has_a_peer_that_draws_its_own_figure(monkeypatch):
    drawn, shown = [], []
    monkeypatch.setattr(ipywidgets, "interact", lambda draw, **sliders: (draw(), drawn.append(sliders)))
    monkeypatch.setattr(pylabtools, "print_figure", lambda figure: shown.append(figure) or b"")
    monkeypatch.setattr(IPython.display, "display", lambda image: None)
    for kind in nv.EXPLORERS:
        exec(usual_way(kind.__name__), {})
        (slider,) = drawn[-1]
        explorer = kind()
        assert getattr(explorer.settings, slider) == getattr(explorer, slider).value
        assert shown[-1].get_suptitle() == explorer.figure().get_suptitle()
    assert [len(sliders) for sliders in drawn] == [1] * len(nv.EXPLORERS) == [1] * len(shown)


# -- a kernel


def test_a_kernel_is_asked_moved_and_measured():
    with Kernel() as kernel:
        cell = ONE_NUMBER.replace("ipywidgets.VBox", "e = ipywidgets.VBox")
        kernel.run(cell + "e.view = view" + FIRST_SLIDER)
        places = kernel.value(PLACES)
        assert (places["low"], places["high"], places["value"]) == (0, 28, 5)
        assert kernel.cpu() > 0
        update = kernel.move(places["slider"], 6, places["view"])
        assert update.size > 500
        assert kernel.value("view.value") == "<div class='one-number'>6</div>"
        with pytest.raises(RuntimeError, match="moving a slider to 6 brought no picture"):
            kernel.move(places["slider"], 6, places["view"])
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            kernel.run("1 / 0")


def test_a_walk_moves_at_every_step_and_stays_between_the_ends():
    at = {"low": 0.0, "high": 0.3, "step": 0.1, "value": 0.2}
    assert list(islice(walk(at), 6)) == [0.3, 0.2, 0.1, 0.0, 0.1, 0.2]
    assert list(islice(walk({"low": 1, "high": 2, "step": 1, "value": 2}), 3)) == [1, 2, 1]
    with pytest.raises(ValueError, match="expected a slider that can move, got one from 1 to 1"):
        next(walk({"low": 1, "high": 1, "step": 1, "value": 1}))


# -- scale


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


def test_growth_tells_linear_from_square():
    cells = [10, 1000, 100_000]
    assert scale.growth(cells, [5, 5, 5]) == 0
    assert scale.growth(cells, [1, 10, 1000]) == pytest.approx(1)
    assert scale.growth(cells, [1, 10, 100_000]) == pytest.approx(2)
    assert scale.growth(cells[:1], [1]) == 0


def test_every_explorer_that_takes_data_is_measured_with_it():
    assert set(scale.OWN_DATA) == {kind.__name__ for kind in nv.EXPLORERS} - {
        "TrainingExplorer",  # takes a training run
        "RaceExplorer",
        "LedgerExplorer",  # takes claims
    }


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


def test_the_settings_for_a_class_are_a_configuration():
    compile(CLASS_SETTINGS, "jupyterhub_config.py", "exec")
    assert {line.split(" = ")[0] for line in CLASS_SETTINGS.splitlines()} == {
        "c.Spawner.start_timeout",
        "c.Spawner.http_timeout",
        "c.Spawner.environment",
        "c.JupyterHub.concurrent_spawn_limit",
    }

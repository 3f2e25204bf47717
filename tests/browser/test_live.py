"""Views that a page computes by itself: in any state it draws what Python draws, places to 0.02 px."""

import json
import random
from pathlib import Path

import pytest
import torch
from torch import nn

import normviz as nv
from normviz import front, goals
from normviz.drawing.theme import CSS
from normviz.explorers.live import around, is_live, plain
from normviz.views import moderator
from normviz.views.sentences import read_sentences
from tests.abuse.driver import Player
from tests.abuse.oracles import ORACLES
from tests.test_goals import PLACES, explorer_of, go

pytestmark = pytest.mark.browser

STEPS = 8


def explored(layer, shape):
    """The explorer of a layer with an ε and, where it has them, γ and β of its own."""
    torch.manual_seed(0)
    for given in layer.parameters():
        nn.init.normal_(given)
    return nv.inspect(layer, torch.randn(shape))[""].explore()


def layer_norm(affine):
    return explored(nn.LayerNorm(6, 0.1, affine), (4, 5, 6))


def group_norm(affine):
    return explored(nn.GroupNorm(2, 6, 0.1, affine), (4, 6, 5))


SPOKEN = "sentence => document.querySelector('.nv-spoken').textContent === sentence"
STARTS = [
    (nv.PaddingExplorer, {}),
    (nv.PaddingExplorer, {"norm": "layer norm", "example": "Hi Probal"}),
    (nv.PaddingExplorer, {"example": "32 sentences, one of 100 words"}),
    (nv.PaddingExplorer, {"data": ["tea for two"], "embedding": {"tea": [1, 2], "milk": [3.5, -1]}}),
    (nv.BatchNormExplorer, {}),
    (nv.BatchNormExplorer, {"example": "GPA and IQ, one node"}),
    (nv.AffineExplorer, {"data": [[i, i * i] for i in range(20)], "activation": "ReLU", "other": [9, 6, 5]}),
    (nv.ModeratorExplorer, {"times": {f"P{i}": i * i for i in range(14)}}),
    (nv.EpsilonExplorer, {"column": [3.0, 3.0, 3.0]}),
    (nv.BatchNormExplorer, {"data": [[i, i % 7] for i in range(10_000)]}),
    (nv.AffineExplorer, {"data": [[1e-300], [2e-300], [0]]}),
    (nv.AxesExplorer, {}),
    (nv.AxesExplorer, {"example": "three sentences", "norm": "group norm", "cell": (2, 3, 4)}),
]
MORE = [
    (nv.PaddingExplorer, {"one_column": True}),
    (nv.PaddingExplorer, {"ahead": False}),
    (nv.PaddingExplorer, {"data": ["tea or coffee", "I like tea"], "features": 8}),
    (nv.BatchNormExplorer, {"data": {"maths": [12, 15, 9, 18], "music": [3, 4, 2, 5]}}),
    (nv.EpsilonExplorer, {}),
    (nv.ModeratorExplorer, {}),
    (nv.AxesExplorer, {"data": ["tea or coffee", "I like tea"], "features": 8, "norm": "RMS norm"}),
    (nv.AxesExplorer, {"data": [[[i * k % 7 for k in range(9)] for i in range(n)] for n in (9, 2, 4, 3)]}),
]
STARTS += [(layer, {"affine": affine}) for layer in (layer_norm, group_norm) for affine in (True, False)]
STARTS += [pytest.param(*one, marks=pytest.mark.exhaustive) for one in MORE]
DIFFER = Path(__file__).with_name("differ.js").read_text(encoding="utf-8")


@pytest.fixture
def live(page):
    files = (*front._DRAWN, *front.LIVE, "unpack.js", "table.js")
    page.set_content(f"<!doctype html><style>{CSS}{front.style()}</style><main class=nv></main>")
    page.add_script_tag(content=front.module(*files) + DIFFER)
    return page


def begin(live, explorer):
    told = json.loads(around(explorer, has_kernel=True))
    live.evaluate("told => begin(told)", {**told, "settings": told["first"]})


def differences(live, explorer):
    settings = json.loads(json.dumps(plain(explorer.settings)))
    return live.evaluate("([page, settings]) => differences(page, settings)", [explorer._page, settings])


@pytest.mark.parametrize("steps", [STEPS, pytest.param(10 * STEPS, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("make", "how"), STARTS, ids=lambda one: getattr(one, "__name__", str(one)))
def test_whatever_is_touched_and_typed_the_page_draws_what_python_draws(make, how, steps, live):
    explorer = make(**how)
    types = ORACLES[type(explorer).__name__](explorer, how).types
    player, compared = Player(explorer, f"{make.__name__} {how}", types), 0
    for _ in range(steps):
        player.touch()
        example = getattr(explorer.settings, explorer.names_example, None)
        # Where the caller gave the numbers, code alone can choose other ones.
        if explorer.error is None and ("data" not in how or example == explorer.typed_as):
            begin(live, explorer)
            assert differences(live, explorer) == [], [*player.story][-3:]
            compared += 1
    assert compared


def test_the_page_reaches_each_goal_where_python_does(subtests, live):
    computed = set()
    for name in PLACES:
        if is_live(explorer := explorer_of(name)):
            computed.add(explorer.alone_as)
            with subtests.test(name):
                begin(live, explorer)
                for goal in goals.find(name):
                    explorer.reset()
                    go(explorer, goal)
                    assert differences(live, explorer) == [], goal.ask
    assert computed == set(front._VIEWS)


# What stands in a cell: numbers of all kinds, words of many scripts, and what looks like a number and is none.
CELLS = (
    "8.9|-3|−0.5|1e-3|1_0|٣.५|१२|nan|1e999|12,5|1 000|45 %|12min|€3|2nd|12:30|Ada|नमस्ते|é́|👩‍🚀|H₂O|<b>|O'Neil|"
    '"a, b"|"a ""b"" c"|"open|""| |\\d|constructor|__proto__|Hi|How|\x1f|\u00a0|\ufeff'
)
BETWEEN = ", |,|;|\t| |  "
LINES = "\n|\n\n|\r\n|\n \n"


def typed_texts(seed):
    choose = random.Random(seed)
    by, numbers, all_cells = choose.choice(BETWEEN.split("|")), choose.random(), CELLS.split("|")
    for _ in range(600):
        if choose.random() < 0.3:
            by, numbers = choose.choice(BETWEEN.split("|")), choose.random() ** 0.3
        cells = [
            all_cells[:4] if choose.random() < numbers else all_cells for _ in range(choose.randint(1, 4))
        ]
        rows = [by.join(map(choose.choice, cells)) for _ in range(choose.randint(0, 4))]
        yield choose.choice(LINES.split("|")).join(rows) + choose.choice(["", "\n"])


def read_in_python(name, text):
    try:
        if name == "padding":
            batch, made_up = read_sentences(text.rstrip().split("\n"))
            tokens = [names[:n] for names, n in zip(batch.tokens, batch.lengths, strict=True)]
            values = [rows[:n].tolist() for rows, n in zip(batch.values, batch.lengths, strict=True)]
            return {"tokens": list(map(list, tokens)), "values": values, "madeUp": list(made_up)}
        if name == "moderator":
            table = moderator.table_of(moderator.Settings(meeting=moderator.YOURS, times=text))
        else:
            table = nv.Table.parse(text)
        return {"rows": list(table.rows), "columns": list(table.columns), "values": table.values.tolist()}
    except (TypeError, ValueError) as error:
        return str(error)


@pytest.mark.parametrize("name", ["padding", "batch_norm", "moderator"])
def test_what_is_typed_is_read_and_refused_as_in_python(name, live):
    texts = list(typed_texts(name))
    told = json.loads(around(nv.PaddingExplorer()))["data"]
    read = """([name, texts, data]) => texts.map(text => {
        try { return views[name].read(text, data); } catch ({message}) { return message; } })"""
    for text, found in zip(texts, live.evaluate(read, [name, texts, told]), strict=True):
        assert found == read_in_python(name, text), text


def test_a_page_that_opens_stands_still(browser, tmp_path):
    nv.PaddingExplorer().only("padding_length").save(tmp_path / "padding.html")
    with browser.new_page() as page:
        page.add_init_script(
            "performance.now = () => 1000; window.requestAnimationFrame = () => { window.moves = true; };"
        )
        page.goto((tmp_path / "padding.html").as_uri())
        page.wait_for_selector(".nv-takes")
        assert not page.evaluate("window.moves")


def test_any_number_can_be_typed_and_one_that_cannot_be_used_is_refused_in_words(offline, tmp_path):
    explorer = nv.PaddingExplorer()
    explorer.save(tmp_path / "padding.html")
    page = offline((tmp_path / "padding.html").as_uri())
    for name, typed in (("gamma", "1.37"), ("beta", "−0.123"), ("padding_length", "31")):
        page.locator(".nv-others").evaluate("one => { one.open = true; }")
        box = page.locator(f'[data-key="{name}"] [type=number]')
        box.fill("")
        box.press_sequentially(typed)
        box.press("Enter")
        explorer.move(**{name: float(typed.replace("−", "-")) if "." in typed else int(typed)})
        page.wait_for_function(SPOKEN, arg=explorer.view.sentence)
    box.fill("2")
    box.press("Enter")
    assert "at least 4, the longest sentence, got 2" in page.locator(".nv-error").inner_text()
    box.fill("6")
    box.press("Enter")
    page.locator(".nv-error").wait_for(state="detached")
    assert page.trouble == []

"""What a learner says in their own words stays as it was typed, and no one else's words take its place."""

import json

import normviz as nv
from normviz.exercises.record import RECORD
from tests.markup import elements_in, words_of

TYPED = 'pads join <b>$x$</b>\n</textarea><script>alert("1")</script>'


def page(words):
    return words.get_state()["_page"]


def test_what_is_kept_stands_in_the_box_again_as_text():
    nv.say("06").take_message({"answer": TYPED})
    again = nv.say(6)
    assert again.text == TYPED
    for markup in (page(again), again.alone(), again._repr_mimebundle_()[0]["text/html"]):
        assert "pads join &lt;b&gt;$x$&lt;/b&gt;" in markup
        assert "alert(&#34;1&#34;)" in markup
    assert {"b", "script"}.isdisjoint(name for name, _ in elements_in(page(again)))
    assert nv.say("07").text == ""


def test_where_it_is_kept_is_said(tmp_path):
    words = nv.say("06")
    assert "Kept" not in words_of(page(words))
    words.keep("one")
    assert "until this notebook's Python ends" in words_of(page(words))
    nv.progress(save=tmp_path / "progress.json")
    words.keep("two")
    assert f"Kept in {tmp_path / 'progress.json'}" in words_of(page(words))


def test_two_notebooks_keep_their_words_in_one_file(tmp_path):
    file = tmp_path / "progress.json"
    nv.progress(save=file)
    nv.check("06.7", 5.2017)
    nv.say("06").keep("pads join")
    RECORD.__init__()
    nv.say("07").keep("a row alone")
    nv.progress(save=file)
    assert (nv.say("06").text, nv.say("07").text) == ("pads join", "a row alone")
    assert json.loads(file.read_text("utf-8"))["words"] == RECORD.words
    RECORD.__init__()
    nv.progress(save=file)
    assert nv.say("07").text == "a row alone"
    assert "06.7" in RECORD.entries

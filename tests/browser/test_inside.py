"""A widget that is drawn before it stands in the page begins when it does, however late that is."""

import pytest

from normviz import front

pytestmark = pytest.mark.browser

# Time is the test's own: `goOn` does what waits.
TRIED = """() => {
    let waiting = [];
    const setTimeout = (go, wait, ...more) => waiting.push([wait, () => go(...more)]);
    const goOn = () => { const [[, go]] = waiting; waiting = []; go(); };
    KEYS
    const box = document.createElement('div'), el = document.createElement('p');
    const around = new AbortController(), begun = [];
    box.className = 'around';
    whenInside(el, '.around', around.signal, found => begun.push(found === box));
    for (let i = 0; i < 300; i++) goOn();
    const [[longest]] = waiting;
    if (LATE) box.append(el);
    else around.abort();
    goOn();
    return [longest, begun, waiting.length];
}"""


@pytest.mark.parametrize("late", [True, False], ids=["late", "never"])
def test_what_comes_late_begins_and_what_is_taken_away_is_no_longer_waited_for(page, late):
    tried = page.evaluate(TRIED.replace("KEYS", front.read("keys.js")).replace("LATE", str(late).lower()))
    assert tried == [1000, [True] if late else [], 0]

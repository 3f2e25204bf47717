"""What Chromium tells a screen reader: roles, names and live regions, out of its accessibility tree."""

from contextlib import contextmanager
from typing import NamedTuple

TRIES = 150


class Node(NamedTuple):
    """One element as a screen reader meets it; ``element`` is the same number as long as the element is the same."""

    element: int
    role: str
    name: str
    states: dict


@contextmanager
def accessibility_tree(page):
    """A function that lists the nodes below a selector, itself first; while it is open, every change costs more."""
    session = page.context.new_cdp_session(page)
    session.send("Accessibility.enable")

    def below(selector):
        found = session.send("Runtime.evaluate", {"expression": f"document.querySelector({selector!r})"})
        for _ in range(TRIES):
            query = {"objectId": found["result"]["objectId"]}
            nodes = session.send("Accessibility.queryAXTree", query)["nodes"]
            if seen := [_node(node) for node in nodes if not node["ignored"]]:
                return seen
            page.wait_for_timeout(100)  # what has just been scrolled to comes into the tree a little later
        raise AssertionError(f"a screen reader finds nothing in {selector}")

    try:
        yield below
    finally:
        session.send("Accessibility.disable")
        session.detach()


def _node(node):
    return Node(
        node.get("backendDOMNodeId"),
        node.get("role", {}).get("value", ""),
        node.get("name", {}).get("value", ""),
        {state["name"]: state["value"].get("value") for state in node.get("properties", ())},
    )

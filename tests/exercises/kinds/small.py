"""A question of any kind, made for a test."""

WORDS = {name: f"The {name}." for name in ("title", "ask", "nudge", "method", "why")}


def made(kind, solution, **fields):
    return kind(**{"id": "99.1", "solution": solution} | WORDS | fields)

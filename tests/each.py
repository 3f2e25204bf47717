"""One test for all cases of a property: each case is a subtest, which fails under its own name."""

import functools
import inspect
import re
from pathlib import Path


def each(cases, name=repr):
    """Call the decorated test with every case, as a subtest; what else it takes are pytest's fixtures.

    ``cases`` is a list, or a mapping of names to cases; a case that is a tuple fills as many arguments.
    """
    cases = list(cases.items()) if hasattr(cases, "keys") else [(name(case)[:60], case) for case in cases]
    cases = [(named, case if isinstance(case, tuple) else (case,)) for named, case in cases]
    assert cases, "no case: nothing would be tested"

    def decorate(test):
        @functools.wraps(test)
        def test_of_all(subtests, **fixtures):
            for named, case in cases:
                with subtests.test(named):
                    test(*case, **fixtures)

        of_all = list(inspect.signature(test_of_all, follow_wrapped=False).parameters.values())[:1]
        others = list(inspect.signature(test).parameters.values())[len(cases[0][1]) :]
        test_of_all.__signature__ = inspect.Signature(of_all + others)
        return test_of_all

    return decorate


def rows(test, name):
    """The cases below the heading ``name`` of ``cases.txt`` beside a test: a line each, texts between strokes."""
    sections = re.split("^## ", Path(test).with_name("cases.txt").read_text("utf-8"), flags=re.MULTILINE)
    lines = next(section.splitlines()[1:] for section in sections if section.startswith(f"{name}\n"))
    return [tuple(line.split(" | ")) for line in lines if line]


def cases(names, test):
    """The cases of a test in ``cases.txt`` beside it, a line of Python each, with the ``names`` of its module."""
    return [eval(" | ".join(row), dict(names)) for row in rows(names["__file__"], test)]

"""One test for all cases of a property: it tries every case, and fails with the name of each that does not hold."""

import functools
import inspect


def each(cases, name=repr):
    """Call the decorated test with every case, in one test; what else it takes are pytest's fixtures.

    Thousands of parametrized tests cost a minute in reports alone. ``cases`` is a list, or a mapping of names to cases;
    a case that is a tuple fills as many arguments.
    """
    cases = (
        dict(cases) if hasattr(cases, "keys") else {f"{n}: {name(c)[:60]}": c for n, c in enumerate(cases, 1)}
    )
    cases = {named: case if isinstance(case, tuple) else (case,) for named, case in cases.items()}
    assert cases, "no case: nothing would be tested"

    def decorate(test):
        @functools.wraps(test)
        def test_of_all(**fixtures):
            failed = {}
            for named, case in cases.items():
                try:
                    test(*case, **fixtures)
                except Exception as error:
                    error.add_note(f"This is case {named}.")
                    failed[named] = error
            if failed:
                raise ExceptionGroup(f"does not hold for {'; '.join(failed)}", list(failed.values()))

        width = len(next(iter(cases.values())))
        test_of_all.__signature__ = inspect.Signature(
            list(inspect.signature(test).parameters.values())[width:]
        )
        return test_of_all

    return decorate

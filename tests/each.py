"""One test for all cases of a property: it tries every case, and fails with the name of each that does not hold."""

import functools
import inspect


def each(cases, name=str):
    """Call the decorated test with every case, in one test; what else it takes are pytest's fixtures.

    Thousands of parametrized tests cost a minute in reports alone. ``cases`` is a list, or a mapping of names to cases;
    a case that is a tuple fills as many arguments.
    """
    named = dict(cases) if hasattr(cases, "items") else {name(case): case for case in cases}
    assert named, "no case: nothing would be tested"
    assert len(named) == len(cases), "two cases share a name"

    def decorate(test):
        parameters = list(inspect.signature(test).parameters.values())

        @functools.wraps(test)
        def test_of_all(**fixtures):
            failed = {}
            for called, case in named.items():
                try:
                    test(*(case if isinstance(case, tuple) else (case,)), **fixtures)
                except Exception as error:
                    error.add_note(f"This happened for {called}.")
                    failed[called] = error
            if failed:
                raise ExceptionGroup(f"does not hold for {', '.join(failed)}", list(failed.values()))

        width = len(next(iter(named.values()))) if isinstance(next(iter(named.values())), tuple) else 1
        test_of_all.__signature__ = inspect.Signature(parameters[width:])
        return test_of_all

    return decorate

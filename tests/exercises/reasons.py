"""What a wrong answer hears: shared by the files of cases."""

import normviz as nv


def check_reason(id, answer, said, unsaid):
    """The answer is wrong, and hears its own reason and no other."""
    result = nv.check(id, answer)
    assert result.outcome == "not yet"
    assert said in result.text
    assert unsaid not in result.text

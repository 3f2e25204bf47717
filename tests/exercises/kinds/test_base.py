"""What all questions share: how a result is shown."""

import numpy as np  # noqa: F401, the cases use it

from normviz.exercises.kinds import written
from tests.each import each, rows


@each([(eval(value), eval(text)) for value, text in rows(__file__, "a result in words")])
def test_a_result_is_written_as_people_write_it(value, text):
    assert written(value) == text

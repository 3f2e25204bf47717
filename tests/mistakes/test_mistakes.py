"""Each mistake that is made on purpose can still be made: its code is there once, and so are its tests."""

from tests.each import each
from tests.mistakes.mistake import KINDS, ROOT, mistakes


@each([one for kind in KINDS for one in mistakes(kind)], name=lambda one: one.meaning)
def test_the_code_of_a_mistake_is_there_once_and_its_tests_are_there(mistake):
    assert mistake.made()
    assert [path for path in mistake.tests if not (ROOT / path).exists()] == []
    assert mistake.tests

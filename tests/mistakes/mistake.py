"""The mistakes of this folder: one block of text each, and what a block says.

Its first line is what the mistake means, its second the file. Then come the code as it is (-), the code with the
mistake in it (+), and the test files that should see it (?).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KINDS = sorted(path.stem for path in HERE.glob("*.txt"))


@dataclass(frozen=True)
class Mistake:
    kind: str
    meaning: str
    path: str
    right: str
    wrong: str
    tests: tuple[str, ...]

    def made(self) -> str:
        """The text of the file with the mistake in it; ValueError where the right code is not there exactly once."""
        text = (ROOT / self.path).read_text(encoding="utf-8")
        if (times := text.count(self.right)) != 1 or self.right == self.wrong:
            raise ValueError(f"{self.kind}, “{self.meaning}”: {self.path} has {times} times {self.right!r}")
        return text.replace(self.right, self.wrong)


def mistakes(kind: str) -> Iterator[Mistake]:
    """Those of one kind."""
    for block in (HERE / f"{kind}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        meaning, path, *lines = block.splitlines()
        signs = ("- ", "+ ", "? ")
        right, wrong, tests = ("\n".join(line[2:] for line in lines if line[:2] == sign) for sign in signs)
        yield Mistake(kind, meaning, path, right, wrong, tuple(tests.split()))

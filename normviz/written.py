"""Words in Markdown: sections with paragraphs, fields, lists and code, each with the line where it stands.

::

    ## name Title

    A paragraph.

    field: a text

    - [x] an option
      what to say of it
      so: some code
    - `some code`: what to say of it [3]

A number in brackets at the end is the misconception behind a text. An error names file and line.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from traceback import extract_tb

ITEM = re.compile(r"- (?:(\[[x ]\]|limit|each) ?)?(?:`(.+?)`(?: when `(.+?)`)?: )?(.*)")
BELIEF = re.compile(r"(.*?) ?\[(\d+)\]")
PLACE = re.compile(r"{([^{}]*)}")


class Text(str):
    """Words or code of a file, with the file and the number of the first line."""

    def __new__(cls, text: str, path: Path, line: int):
        made = super().__new__(cls, text)
        made.path, made.line = path, line
        return made

    def at(self, text: str) -> "Text":
        """Other text that stands in the same line."""
        return Text(text, self.path, self.line)

    def wrong(self, said: str, line: int | None = None) -> ValueError:
        """The error that some text is, with file and line."""
        return ValueError(f"{self.path.name}, line {line or self.line}: {said}")

    def run(self, names: dict) -> None:
        """Run it as code in ``names``."""
        self._done(lambda: exec(self._compiled("exec"), names))

    def value(self, names: Mapping):
        """What it is as an expression of ``names``."""
        return self._done(lambda: eval(self._compiled("eval"), dict(names)))

    def function(self, parts: Iterable[str], names: Mapping) -> Callable:
        """It as a function of ``parts``."""
        return self.at(f"lambda {', '.join(parts)}: {self}").value(names)

    def _compiled(self, mode: str):
        return _compiled("\n" * (self.line - 1) + self, str(self.path), mode)

    def _done(self, do: Callable):
        try:
            return do()
        except Exception as error:  # the code of whoever writes a chapter: anything
            here = [
                frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(self.path)
            ]
            line = error.lineno if isinstance(error, SyntaxError) else here[-1] if here else self.line
            raise self.wrong(f"{type(error).__name__}: {error}", line) from error

    def filled(self, value: Callable[["Text"], str]) -> str:
        """The words with a value in the place of each brace."""
        words = PLACE.sub(lambda place: value(self.at(place[1])), self)
        if re.search("[{}]", PLACE.sub("", self)):
            raise self.wrong(f"expected braces around an expression, got {self!s:.80}")
        return words


_compiled = lru_cache(maxsize=None)(compile)  # a variant runs the same code with other numbers


@dataclass
class Item:
    """One of a list: "[x]", "[ ]", "limit", "each" or nothing; code; when it counts; words; fields below it."""

    mark: str
    code: Text | None
    when: Text | None
    words: Text
    belief: int | None
    below: dict[str, Text] = field(default_factory=dict)

    @property
    def key(self) -> tuple:
        """What a translation is found by."""
        return self.mark, self.code, self.when


@dataclass
class Section:
    """What stands below a heading."""

    name: Text
    title: Text
    said: list[Text] = field(default_factory=list)
    code: dict[str, Text] = field(default_factory=dict)  # what stands behind ```python → code
    fields: dict[str, Text] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)


def sections(path: Path, fields: Collection[str], below: Collection[str] = ()) -> list[Section]:
    """The sections of a file, the part above the first heading in front.

    ``fields`` may stand in a section, ``below`` under an item, where "" is text without a name.
    """
    found: list[Section] = []
    label = None
    for number, raw in enumerate(("## ", *path.read_text("utf-8").splitlines())):
        line = Text(raw, path, number)
        one = found[-1] if found else None
        if raw.startswith("```"):
            label = raw.removeprefix("```python").strip() if label is None else None
            if label is not None:
                one.code[label] = line.at("")
                one.code[label].line += 1
        elif label is not None:
            one.code[label] = one.code[label].at(f"{one.code[label]}{line}\n")
        elif raw.startswith("## "):
            name, _, title = raw[3:].partition(" ")
            found.append(Section(line.at(name), line.at(title)))
        elif raw.startswith("- "):
            one.items.append(_item(line))
        elif raw.startswith("  ") and one.items:
            item = one.items[-1]
            _put(item.below, line.at(raw.strip()), below)
            if "" in item.below and item.belief is None:
                item.below[""], item.belief = with_belief(item.below[""])
        elif re.match(r"[a-z_]+: ", raw):
            _put(one.fields, line, fields)
        elif raw.strip() and not raw.startswith("# "):
            one.said.append(line)
    return found


def _item(line: Text) -> Item:
    mark, code, when, words = ITEM.fullmatch(line).groups()
    words, belief = with_belief(line.at(words))
    return Item(mark or "", code and line.at(code), when and line.at(when), words, belief)


def _put(into: dict[str, Text], line: Text, known: Collection[str]) -> None:
    match = re.fullmatch(r"([a-z_]+): (.*)", line)
    name, text = match.groups() if match else ("", line)
    if name in into:
        raise line.wrong(f"expected {name or 'a text'} once, got it twice")
    if name not in known:
        raise line.wrong(
            f"expected one of {', '.join(sorted(filter(None, known)))}, got {name or line!s:.60}"
        )
    into[name] = line.at(text)


def with_belief(words: Text) -> tuple[Text, int | None]:
    """Words, and the number of the misconception that stands behind them in brackets."""
    match = BELIEF.fullmatch(words)
    return (words.at(match[1]), int(match[2])) if match else (words, None)


def translation(path: Path, code: str) -> Path | None:
    """The file that has the words of another in the language ``code``; None where there is none."""
    file = path.with_suffix(f".{code}{path.suffix}")
    return file if file.is_file() else None


def in_other_words(found: list[Section], file: Path, words: Collection[str]) -> list[Section]:
    """The sections with the words of a translation, as far as they go; ``words`` are the fields that are.

    It runs nothing: its braces are the original's. A mistake is found by its code, what has none by its place.
    """
    others = {str(one.name): one for one in sections(file, words, ("", *words))[1:]}
    made = [_reworded(one, others.pop(one.name), words) if one.name in others else one for one in found]
    for other in others.values():
        raise other.name.wrong(f"expected a section of the original, got {other.name!s}")
    return made


def _reworded(one: Section, other: Section, words: Collection[str]) -> Section:
    coded = {item.key: item for item in other.items if item.code}
    placed = [item for item in other.items if not item.code]
    if placed and len(placed) != sum(not item.code for item in one.items):
        raise other.name.wrong(f"expected as many items without code as in {one.name!s}, got {len(placed)}")
    items = []
    for item in one.items:
        its = coded.pop(item.key, None) if item.code else placed.pop(0) if placed else None
        below = {name: text for name, text in its.below.items() if name in item.below} if its else {}
        items.append(replace(item, words=its.words, below=item.below | below) if its else item)
    for left in coded.values():
        raise left.words.wrong(f"expected a mistake of {one.name!s}, got `{left.code}`")
    known = {place for text in _texts(one, words) for place in re.findall("{[^{}]*}", text)}
    for text in _texts(other, words):
        if odd := [place for place in re.findall("{[^{}]*}", text) if place not in known]:
            raise text.wrong(
                f"expected braces of the original, {', '.join(sorted(known)) or 'none'}, got {odd[0]}"
            )
    for name in other.fields.keys() - one.fields.keys():
        raise other.fields[name].wrong(f"expected a field of {one.name!s}, got {name}")
    said, fields = other.said or one.said, one.fields | other.fields
    return replace(one, title=other.title or one.title, said=said, fields=fields, items=items)


def _texts(one: Section, words: Collection[str]) -> Iterator[Text]:
    yield from (one.title, *one.said, *(text for name, text in one.fields.items() if name in words))
    for item in one.items:
        yield from (item.words, *(text for name, text in item.below.items() if name in ("", *words)))


@cache
def named(path: Path) -> dict[str, Text]:
    """Sentences by the name in front of each, from a file of lines such as ``NAME: words [3]``."""
    lines = {}
    for number, raw in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if match := re.fullmatch(r"([A-Z][A-Z_0-9]*): (.+)", raw):
            lines[match[1]] = Text(match[2], path, number)
    return lines

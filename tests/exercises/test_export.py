"""Questions travel: every number, tolerance and feedback arrives in Moodle's XML, in GIFT and in CSV."""

import csv
import io
import re
import xml.etree.ElementTree as ET

import pytest

from normviz.exercises.catalogue import all_questions
from normviz.exercises.export import COLUMNS, FORMATS, items, main
from normviz.exercises.kinds import Choice, Numeric

FOUND, LEFT = items(variants=1)


def read_moodle(text):
    """Name, question, and (answer, right, tolerance, feedback) of each, as Moodle's import reads them."""
    for question in ET.fromstring(text):
        if question.get("type") == "category":
            assert question.findtext("category/text").startswith("$course$/top/normviz/")
            continue
        assert question.get("type") in ("multichoice", "numerical")
        assert all(part.get("format") == "plain_text" for part in question.iter("questiontext"))
        answers = [
            (
                a.findtext("text"),
                a.get("fraction") == "100",
                a.findtext("tolerance"),
                a.findtext("feedback/text"),
            )
            for a in question.iter("answer")
        ]
        yield question.findtext("name/text"), question.findtext("questiontext/text"), answers


SIGN = r"(?:[^\\~=#{}:]|\\.)"


def read_gift(text):
    """The same from GIFT: what is escaped is a sign like any other, and what is not is the format's own."""

    def plain(words):
        return re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], words)

    for block in text.strip().split("\n\n"):
        if block.startswith("$CATEGORY: "):
            assert "\n" not in block
            continue
        begin = re.match(rf"::({SIGN}*)::\[plain\]({SIGN}*) \{{(#?)\n", block)
        *lines, general, end = block[begin.end() :].split("\n")
        assert re.fullmatch(rf"\t####{SIGN}*", general) and end == "}"
        answers = []
        for line in lines:
            if begin[3]:
                of = re.fullmatch(rf"\t=%(0|100)%([-\d.]+):([-\d.e]+)#({SIGN}*)", line)
                answers.append((of[2], of[1] == "100", of[3], plain(of[4])))
            else:
                of = re.fullmatch(rf"\t([=~])({SIGN}*)#({SIGN}*)", line)
                answers.append((plain(of[2]), of[1] == "=", None, plain(of[3])))
        yield plain(begin[1]), plain(begin[2]), answers


def read_csv(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0]) == COLUMNS
    for item in FOUND:
        own, rows = rows[: len(item.answers)], rows[len(item.answers) :]
        answers = [(r["answer"], r["right"] == "yes", r["tolerance"] or None, r["feedback"]) for r in own]
        assert {(r["id"], r["variant"], r["why"]) for r in own} == {
            (item.question.id, item.question.variant, item.question.why)
        }
        yield item.name, own[0]["question"], answers
    assert rows == []


@pytest.mark.parametrize(("name", "read"), [("moodle", read_moodle), ("gift", read_gift), ("csv", read_csv)])
def test_all_that_a_question_holds_arrives(name, read):
    wanted = [
        (
            item.name,
            item.ask,
            [(a.text, a.right, a.tolerance and f"{a.tolerance:g}", a.feedback) for a in item.answers],
        )
        for item in FOUND
    ]
    assert list(read(FORMATS[name](FOUND))) == wanted


def test_every_choice_and_number_is_exported_and_what_is_not_is_said():
    exported = {item.question.id for item in FOUND}
    assert exported | set(LEFT) == set(all_questions())
    assert exported.isdisjoint(LEFT)
    kinds = (Choice, Numeric)
    assert all(not isinstance(all_questions()[id], kinds) or _many(all_questions()[id]) for id in LEFT)
    varied = {item.question.id for item in FOUND if item.question.variant}
    assert varied == {id for id in exported if all_questions()[id].again}


def _many(question):
    return getattr(question.right_answer(), "size", 1) > 6 or getattr(question.right_answer(), "ndim", 0) > 1


def test_one_answer_is_right_and_no_known_mistake_is_marked_right():
    for item in FOUND:
        assert [answer.right for answer in item.answers].count(True) == 1
        assert all(answer.feedback for answer in item.answers)
        if item.kind == "number":
            (right,) = (answer for answer in item.answers if answer.right)
            assert item.answers[0] is right  # the first that agrees is the one that counts
            for wrong in item.answers[1:]:
                assert abs(float(wrong.text) - float(right.text)) > right.tolerance
        assert len({answer.text for answer in item.answers}) == len(item.answers)


def test_what_the_platform_marks_is_what_check_says():
    for item in FOUND:
        answer = item.answers[-1]
        if item.part or answer.right:
            continue
        given = answer.text if item.kind == "choice" else float(answer.text)
        verdict = item.question.judge(given)
        assert verdict.outcome == "not yet"
        assert any(wrong.because in answer.feedback for wrong in verdict.wrong)


def test_the_command_writes_utf_8_and_says_what_it_left_out(capsysbinary):
    assert main(["csv", "--chapter", "06", "--variants", "2"]) == 0
    out, err = capsysbinary.readouterr()
    assert out.startswith(b"\xef\xbb\xbfid,variant")
    assert {row["id"][:2] for row in csv.DictReader(io.StringIO(out.decode("utf-8-sig")))} == {"06"}
    assert b"06.10" in err
    assert main(["moodle", "--chapter", "06"]) == 0
    assert ET.fromstring(capsysbinary.readouterr().out).tag == "quiz"
    with pytest.raises(SystemExit):
        main(["gift", "--variants", "-1"])
    assert b"--variants: expected a number of at least 0" in capsysbinary.readouterr().err

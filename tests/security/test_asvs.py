"""OWASP ASVS 5.0, levels 1 and 2: every requirement is answered, and every test that an answer names is there."""

import re
from collections import Counter

import pytest

from tests.security.asvs import ANSWERS, FOLDER, LEVELS, ROOT, ROW, answered, required

SUMMARY = re.compile(r"^\| ([a-z ]+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


def test_the_standard_has_as_many_requirements_as_it_says():
    assert [len(required(level)) for level in (1, 2, 3)] == [70, 183, 92]
    assert len({section.split(".")[0] for section in LEVELS}) == 17


@pytest.mark.proof("asvs")
def test_every_requirement_of_levels_one_and_two_is_answered_once(prove):
    lines = list(answered())
    twice = [number for number, count in Counter(line.number for line in lines).items() if count > 1]
    assert twice == []
    assert {line.number: line.level for line in lines if line.level < 3} == required(1, 2)
    assert {line.number: line.level for line in lines if line.level == 3}.items() <= required(3).items()
    counts = Counter(line.answer for line in lines if line.level < 3)
    prove(f"{len(required(1, 2))} requirements: " + ", ".join(f"{counts[one]} {one}" for one in ANSWERS))


def test_no_line_of_a_table_is_overlooked():
    for file in FOLDER.glob("v*.md"):
        text = file.read_text(encoding="utf-8")
        rows = [line for line in text.splitlines() if re.match(r"\| \d", line)]
        assert [row for row in rows if not ROW.match(row)] == [], file.name
        chapter = file.name[1:3].lstrip("0")
        assert {ROW.match(row)[1].split(".")[0] for row in rows} == {chapter}


def test_every_answer_is_one_and_says_how():
    for line in answered():
        assert line.answer in ANSWERS, line.number
        assert line.how or line.answer == "no such thing", line.number
        assert len(line.asks) > 3, line.number


def test_every_test_that_is_named_is_there():
    missing = [
        (line.number, path)
        for line in answered()
        for path in line.tests
        if not (ROOT / path.partition("::")[0]).exists()
    ]
    assert missing == []


def test_every_function_that_is_named_is_in_its_file():
    for line in answered():
        for path in line.tests:
            file, _, name = path.partition("::")
            assert name in (ROOT / file).read_text(encoding="utf-8") if name else True, line.number


def test_what_is_met_by_the_code_names_its_test():
    named = [line for line in answered() if line.answer == "met" and line.tests]
    assert len(named) >= 60


def test_the_summary_counts_right():
    said = {
        answer: (int(one), int(two)) for answer, one, two in SUMMARY.findall((ROOT / "docs/security.md").read_text())
    }
    counted = Counter((line.answer, line.level) for line in answered())
    assert said == {answer: (counted[answer, 1], counted[answer, 2]) for answer in ANSWERS}

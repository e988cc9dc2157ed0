"""OWASP ASVS 5.0, levels 1 and 2: every requirement is answered, and every test that an answer names is there."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "security"

LEVELS: Final = {
    "1.1": "22", "1.2": "1111122223", "1.3": "112222222223", "1.4": "222", "1.5": "123",
    "2.1": "122", "2.2": "112", "2.3": "12223", "2.4": "23",
    "3.1": "3", "3.2": "113", "3.3": "12223", "3.4": "11222233", "3.5": "11122333", "3.6": "3", "3.7": "22333",
    "4.1": "12233", "4.2": "23333", "4.3": "22", "4.4": "1222",
    "5.1": "2", "5.2": "112333", "5.3": "113", "5.4": "222",
    "6.1": "122", "6.2": "111111112222", "6.3": "11223333", "6.4": "112233", "6.5": "22222333", "6.6": "2223",
    "6.7": "33", "6.8": "2222",
    "7.1": "222", "7.2": "1111", "7.3": "22", "7.4": "11222", "7.5": "223", "7.6": "22",
    "8.1": "1233", "8.2": "1123", "8.3": "133", "8.4": "23",
    "9.1": "111", "9.2": "1222",
    "10.1": "22", "10.2": "223", "10.3": "22223", "10.4": "1111122222233333", "10.5": "22222", "10.6": "22",
    "10.7": "222",
    "11.1": "2233", "11.2": "22233", "11.3": "11233", "11.4": "1222", "11.5": "23", "11.6": "23", "11.7": "33",
    "12.1": "12233", "12.2": "11", "12.3": "22223",
    "13.1": "2333", "13.2": "222223", "13.3": "2233", "13.4": "1222233",
    "14.1": "22", "14.2": "12223333", "14.3": "122",
    "15.1": "12233", "15.2": "12233", "15.3": "1222222", "15.4": "3333",
    "16.1": "2", "16.2": "22222", "16.3": "2222", "16.4": "222", "16.5": "2223",
    "17.1": "23", "17.2": "22223333", "17.3": "22",
}  # fmt: skip

ANSWERS: Final = ("met", "in part", "not met", "operator", "no such thing")
"""What an answer begins with: "operator" is for what whoever runs the site decides, and the documents tell him how."""

ROW: Final = re.compile(
    r"^\| (\d+\.\d+\.\d+) \| ([123]) \| ([^|]+) \| \*\*([a-z ]+)\*\*(?:: ([^|]+))? \|$", re.MULTILINE
)
TEST: Final = re.compile(r"`(tests/[\w./:-]+)`")


@dataclass(frozen=True)
class Line:
    """One requirement and our answer."""

    number: str
    level: int
    asks: str
    answer: str
    how: str

    @property
    def tests(self) -> list[str]:
        return TEST.findall(self.how)


def required(*levels: int) -> dict[str, int]:
    """Return the requirements of these levels by their numbers."""
    return {
        f"{section}.{number}": int(level)
        for section, marks in LEVELS.items()
        for number, level in enumerate(marks, 1)
        if int(level) in levels
    }


def answered() -> Iterator[Line]:
    """Yield every line of the tables."""
    for file in sorted(FOLDER.glob("v*.md")):
        for number, level, asks, answer, how in ROW.findall(file.read_text(encoding="utf-8")):
            yield Line(number, int(level), asks.strip(), answer, how.strip())


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

"""Lists as people write them, each with what is right beside it (``lists/*.txt``), and workbooks as they make them.

A list begins with ``###`` and what it is about, with ``name=value`` behind a bar where it is read otherwise than as a text
in UTF-8. Below it stands what comes of its rows: ``3: Hans Meier | club=Ulm`` is taken, ``3?`` is asked, ``3-`` is left out
because of that. What is not said is empty, and rows of which nothing is said are left out.
"""

import io
import re
from collections import Counter
from pathlib import Path

import pytest

from tables.intake.__main__ import answer

LISTS = Path(__file__).parent / "lists"
FIELDS = ("number", "club", "team", "class", "paid", "birth_year", "member_number", "why", "propose")
STATES = {":": "taken", "?": "asked", "-": "left-out"}


def written():
    """Yield each list: what it is about, how it is read, its text, what is right."""
    for path in sorted(LISTS.glob("*.txt")):
        for block in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            head, *lines = block.splitlines()
            about, *options = head.split(" | ")
            text = "\n".join(line for line in lines if not line.startswith("=> ")).replace("⇥", "\t")
            right = [line.removeprefix("=> ") for line in lines if line.startswith("=> ")]
            yield pytest.param(dict(one.split("=") for one in options), text + "\n", right, id=f"{path.stem}: {about}")


def as_written(row):
    """Return a row of an answer in the words of the lists."""
    sign = next(sign for sign, state in STATES.items() if state == row["state"])
    if sign == "-":
        return f"{row['row']}- {row['why'][0]}"
    row = {**row, "why": ",".join(row["why"]), "propose": " + ".join(one["name"] for one in row.get("propose", ()))}
    said = [f"{name}={row[name]}" for name in FIELDS if row[name] not in (None, "")]
    return " | ".join([f"{row['row']}{sign} {row['name']}".strip(), *said])


def looked_at(told, right):
    """Return what is told of the rows, those left out only where something is said of them."""
    said = {line.split(" ")[0] for line in right}
    return [line for row in told["rows"] if (line := as_written(row)).split(" ")[0] in said or row["state"] != "left-out"]


@pytest.mark.parametrize(("how", "text", "right"), [*written()])
def test_a_list_is_read_as_it_is_meant(how, text, right):
    data = text.encode(how.get("encoding", "utf-8"))

    told = answer(data, f"list.{how.get('as', 'txt')}", fee=int(how.get("fee", 0)), year=2026)

    assert looked_at(told, right) == right
    cells = [len(row["cells"]) for row in told["rows"]]
    assert all(cells)
    assert Counter(row["row"] for row in told["rows"] if row["state"] == "taken" and row["why"]) == {}


def test_there_are_many_lists():
    assert len([*written()]) >= 150

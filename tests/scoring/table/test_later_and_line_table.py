"""What the page at the table loads only when it is needed is among what its phone keeps.

The line table is written by a command, and whatever it refuses or asks has words.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.templatetags.static import static
from django.utils.translation import override

from scoring.lists.wording.problems import code
from scoring.management.commands import write_line_table
from scoring.rules.codes import Code
from scoring.rules.notation.line_table import line_table
from scoring.table.views.dialogs import LATER
from scoring.table.wording.phrases import phrases
from tests.scoring.table.test_table_page import data_of

STATIC = Path(settings.BASE_DIR) / "skatturnier" / "static" / "skatturnier"


AT_ONCE = re.compile(r'^(?:import|export) [^;]*? from "(\.[^"]+)";', re.MULTILINE)


WHEN_NEEDED = re.compile(r'import\("(\.[^"]+)"\)')


def reached(names: set[str], *patterns: re.Pattern[str]) -> set[str]:
    """Return these modules and all that they import, by the names of their files."""
    found, open_ones = set(names), set(names)
    while open_ones:
        name = open_ones.pop()
        text = (STATIC / name).read_text(encoding="utf-8")
        for said in (said for pattern in patterns for said in pattern.findall(text)):
            other = (STATIC / name).parent.joinpath(said).resolve().relative_to(STATIC).as_posix()
            open_ones |= {other} - found
            found.add(other)
    return found


def test_all_that_is_imported_when_it_is_needed_is_kept_beforehand():
    at_once = reached({"table/page.js"}, AT_ONCE)
    ever = reached({"table/page.js"}, AT_ONCE, WHEN_NEEDED)

    assert {name for name in LATER if name.endswith(".js")} == ever - at_once
    assert all((STATIC / name).is_file() for name in LATER)
    assert len(at_once) > 15


@pytest.mark.django_db
def test_the_page_names_it_as_the_site_serves_it(at_table):
    later = data_of(at_table.get("/t/cup/series/1/table/1/"))["later"]

    # With the hash that its imports have on a real site: another address would be another file.
    assert later == [static(f"skatturnier/{name}") for name in LATER]


def test_the_command_writes_what_lies_with_the_page(tmp_path, monkeypatch, capsys):
    lies_there = write_line_table.LINE_TABLE.read_bytes()
    monkeypatch.setattr(write_line_table, "LINE_TABLE", tmp_path / "lines.json")

    call_command("write_line_table")

    assert (tmp_path / "lines.json").read_bytes() == lies_there
    assert capsys.readouterr().out == f"lines.json: {len(lies_there)} bytes\n"


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_whatever_the_table_refuses_or_asks_has_its_sentence_with_its_clause(language):
    codes = line_table()["codes"]

    with override(language):
        words = phrases()

        assert [words[f"code.{one}"] for one in codes] == [code(Code(one)) for one in codes]
        assert all("ISkO" in words[f"code.{one}"] for one in codes)

"""The line table is written by a command, and whatever it refuses or asks has words."""

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import override

from scoring.lists.wording.problems import code
from scoring.management.commands import write_line_table
from scoring.rules.codes import Code
from scoring.rules.notation.line_table import line_table
from scoring.table.wording.phrases import phrases


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

"""`manage.py verify_draw` and `python -m tables.seating`: anyone can check the record of a draw."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tables.seating.__main__ import main
from tables.seating.checks import FAULT, SENTENCE, Doubt
from tables.seating.records import inputs as opening
from tables.seating.records.inputs import Fault
from tests.tables.seating.test_record_and_its_page import changed
from tests.tables.seating.test_seals import HAND, LOT, LOTS

BAD = {
    "no JSON": b"Grand ouvert",
    "NaN": b'{"seed": NaN}',
    "empty": b"",
    "UTF-16": json.dumps(LOT).encode("utf-16"),
    "nested": b"[" * 100_000 + b"]" * 100_000,
    "long number": b"1" * 5000,
    "twice": b'{"seed": "a", "seed": "b"}',
    "no record": b"[1, 2]",
    "null": b"null",
}


@pytest.fixture
def file(tmp_path):
    def written(content):
        path = tmp_path / "draw.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return written


def command(capsys, *files):
    """Return the exit code and what is printed."""
    try:
        call_command("verify_draw", *files)
    except CommandError as error:
        return error.returncode, capsys.readouterr().out
    return 0, capsys.readouterr().out


def module(capsys, *files):
    return main(files), capsys.readouterr().out


both = pytest.mark.parametrize("check", [command, module])


@both
class TestBoth:
    def test_an_honest_record_recomputes_a_plan_by_hand_is_called_one_and_what_differs_is_said(
        self, check, file, capsys
    ):
        code, printed = check(capsys, file(LOT))

        assert code == 0
        assert "draw.json: The draw recomputes" in printed
        assert LOT["lots"]["commitment"] in printed
        assert LOTS.secret not in printed
        for content, code, said in (
            (b"\xef\xbb\xbf" + json.dumps(LOT).encode(), 0, "The draw recomputes"),
            (HAND, 0, "were given, not drawn"),
            (changed(LOT, ("seats", 1), None), 1, "draw.json: “seats” is not what the draw gives."),
        ):
            found, printed = check(capsys, file(content))
            assert found == code
            assert said in printed

    def test_one_bad_file_among_good_ones_is_found(self, check, file, capsys, tmp_path):
        bad = tmp_path / "bad.json"
        bad.write_text("{}", encoding="utf-8")

        code, printed = check(capsys, file(LOT), str(bad), str(tmp_path / "none.json"), str(tmp_path), "\0")

        assert code == 1
        assert len(printed.splitlines()) == 6
        assert printed.count("The file cannot be read.") == 3

    def test_a_bad_file_gives_a_sentence(self, check, file, capsys):
        for name, content in BAD.items():
            code, printed = check(capsys, file(content))

            assert code == 1, name
            assert re.fullmatch(r".*draw\.json: [A-Z“].+\.\n", printed), name

    def test_standard_input_is_a_dash_and_a_huge_file_is_not_read_to_its_end(self, check, file, capsys, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(LOT).encode())))

        code, printed = check(capsys, "-")

        assert (code, printed.startswith("-: The draw recomputes")) == (0, True)
        monkeypatch.setattr(opening, "MAX_BYTES", 100)
        assert "larger than any record" in check(capsys, file(LOT))[1]

    def test_a_file_cannot_write_to_the_screen_what_it_likes(self, check, file, capsys):
        code, printed = check(capsys, file({**LOT, "\x1b[2J\n" + "x" * 1000: 1, **{f"part {n}": n for n in range(99)}}))

        assert code == 1
        assert "\x1b" not in printed
        assert max(map(len, printed.splitlines())) < 300
        assert len(printed.splitlines()) <= 21


def test_the_command_speaks_the_language_of_the_site_and_needs_no_database(file, capsys, monkeypatch):
    """There is no mark for the database here: any query would fail."""
    monkeypatch.setattr("tables.draw.wording.gettext", lambda text: text.replace("The draw", "Die Auslosung"))

    assert "Die Auslosung recomputes" in command(capsys, file(LOT))[1]


def test_the_module_says_how_it_is_used_and_every_code_has_words(capsys):
    assert main([]) == 2
    assert "python -m tables.seating FILE" in capsys.readouterr().err
    for sentences, codes in ((SENTENCE, Doubt), (FAULT, Fault)):
        assert set(sentences) == set(codes)
        assert all(sentence % {"part": "x"} for sentence in sentences.values())


def test_the_module_runs_with_nothing_but_python(file):
    """Isolated from the packages installed, as on any machine."""
    path = file(changed(LOT, ("seed",), ""))
    program = (
        f"import runpy, sys; sys.path.insert(0, {str(settings.BASE_DIR)!r}); sys.argv[1:] = [{path!r}];"
        "runpy.run_module('tables.seating', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(settings.BASE_DIR),
    )

    assert (done.returncode, done.stderr) == (1, "")
    assert "is not what the draw gives" in done.stdout

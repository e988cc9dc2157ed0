"""The table of proofs says what was found, and nothing better."""

import re
from pathlib import Path

import pytest

from tests.proofs import table
from tests.proofs.promises import PROMISES
from tests.proofs.table import Proof

MARK = re.compile(r"mark\.proof\(([^)]*)\)")
OF = "abc1234, 2026-11-22"


def proof_of(*said, code=0, name="killed"):
    found = {name: Proof()}
    table.hear(found, said, holding=[name], code=code)
    return found[name]


def test_every_promise_is_held_by_a_test_or_a_script():
    marks = " ".join(
        said for file in Path(__file__).parents[1].rglob("*.py") for said in MARK.findall(file.read_text())
    )
    assert [name for name, promise in PROMISES.items() if f'"{name}"' not in marks and not promise.command] == []


def test_a_script_that_says_ok_holds_its_promise():
    proof = proof_of("something else", "PROOF killed | 30 kills: 0 lost | ok")

    assert (proof.figure, proof.verdict) == ("30 kills: 0 lost", "ok")


@pytest.mark.parametrize(
    ("said", "code", "figure"),
    [
        (["PROOF killed | 30 kills: 1 lost | SHORT"], 0, "30 kills: 1 lost; SHORT"),
        (["PROOF killed | 30 kills: 0 lost | ok"], 1, "30 kills: 0 lost; the script ended with 1"),
        ([], 0, "the script said nothing of it"),
    ],
)
def test_one_that_does_not_is_short(said, code, figure):
    proof = proof_of(*said, code=code)

    assert (proof.figure, proof.verdict) == (figure, "SHORT")


def line(outcome, *, promise="settings", on="sqlite", test="test_x", figures=()):
    return {"promise": promise, "test": test, "outcome": outcome, "figures": list(figures), "database": on}


@pytest.mark.parametrize(("outcome", "said"), [("failed", "failed on sqlite: test_y"), ("skipped", "skipped: test_y")])
def test_a_test_that_failed_or_was_left_out_is_no_proof(outcome, said):
    found = {"settings": Proof()}
    table.take_in(found, line("passed"))
    table.take_in(found, line(outcome, test="test_y"))

    assert (found["settings"].figure, found["settings"].verdict) == (f"1 test; {said}", "SHORT")


def test_what_many_found_alike_is_said_once():
    said = ["5 kills", "a: 2 roles", "b: 2 roles", "x: 0", "a: 2 roles", "c: 2 roles", "y: 0"]

    assert table.together({figure: {"sqlite"} for figure in said}) == ["5 kills", "a, b, c: 2 roles", "x: 0", "y: 0"]


def test_where_there_were_two_databases_it_is_said_on_which():
    counted = {"a: 0": {"sqlite", "postgresql"}, "b: 0": {"postgresql"}, "c: 0": {"sqlite"}}

    assert table.together(counted) == ["postgresql and sqlite: a: 0", "postgresql: b: 0", "sqlite: c: 0"]


def test_one_left_out_on_one_database_is_proved_on_the_other():
    found = {"failed-write": Proof()}
    table.take_in(found, line("skipped", promise="failed-write"))
    table.take_in(found, line("passed", promise="failed-write", on="postgresql", figures=["503, then saved"]))

    assert (found["failed-write"].figure, found["failed-write"].verdict) == ("postgresql: 503, then saved", "ok")


def test_one_that_fails_on_either_is_no_proof():
    found = {"failed-write": Proof()}
    table.take_in(found, line("failed", promise="failed-write"))
    table.take_in(found, line("passed", promise="failed-write", on="postgresql"))

    assert found["failed-write"].verdict == "SHORT"


def test_what_nothing_holds_is_short():
    assert (Proof().figure, Proof().verdict) == ("nothing holds it yet", "SHORT")


def test_lines_that_were_not_proved_now_stay_as_they_were(monkeypatch):
    monkeypatch.setattr(table, "commit", lambda: OF)
    before = table.page({"killed": Proof(figures=["old"]), "power-cut": Proof(figures=["older"])})

    text = table.page({"killed": Proof(figures=["new | figure"])}, before=before)

    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(lines) == len(PROMISES)
    assert lines[:3] == [
        table.row("killed", PROMISES["killed"], Proof(figures=["new / figure"]), of=OF),
        table.row("power-cut", PROMISES["power-cut"], Proof(figures=["older"]), of=OF),
        table.row("settings", PROMISES["settings"], Proof(wrong=["not measured yet"]), of=""),
    ]
    assert lines[2].endswith("| SHORT |  |")

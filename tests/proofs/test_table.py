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


@pytest.mark.parametrize("outcome", ["failed", "skipped"])
def test_a_test_that_failed_or_was_left_out_is_no_proof(outcome):
    found = {"settings": Proof()}
    for said in ("passed", outcome):
        table.take_in(found, {"promise": "settings", "test": "test_x", "outcome": said, "figures": []})

    assert (found["settings"].figure, found["settings"].verdict) == (f"1 test; {outcome}: test_x", "SHORT")


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

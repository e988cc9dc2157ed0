"""The table of proofs says what was found, and nothing better."""

import re
from pathlib import Path

import pytest

from tests.proofs import table
from tests.proofs.promises import PROMISES, Goal, least, none, within
from tests.proofs.table import Proof

pytestmark = pytest.mark.slow

MARK = re.compile(r"mark\.proof\(([^)]*)\)")
OF = "abc1234, 2026-11-22"


def proof_of(*said, code=0, name="killed"):
    found = {name: Proof()}
    table.hear(found, said, holding=[name], code=code)
    return found[name]


def judged(proof, name="killed"):
    return proof.figure(PROMISES[name]), proof.verdict(PROMISES[name])


KILLED = "SQLite: 30 kills, 855 acts: 0 lost, 0 double; PostgreSQL: 31 kills, 5 acts: 0 lost, 0 double"


def test_every_promise_is_held_by_a_test_or_a_script():
    marks = " ".join(
        said for file in Path(__file__).parents[1].rglob("*.py") for said in MARK.findall(file.read_text())
    )
    assert [name for name, promise in PROMISES.items() if f'"{name}"' not in marks and not promise.command] == []


def test_every_promise_has_a_goal_and_is_about_something_that_is_there():
    assert [name for name, promise in PROMISES.items() if not (promise.goals and promise.about)] == []
    about = {path for promise in PROMISES.values() for path in promise.about}
    assert {path for path in about if not _holds_a_file(table.ROOT / path)} == set()


def _holds_a_file(path):
    """Return whether ``path`` is a file or holds one; what Python compiled stays where a folder has gone."""
    return path.is_file() or any(file.is_file() and file.suffix != ".pyc" for file in path.rglob("*"))


def test_a_script_whose_figure_reaches_every_goal_holds_its_promise_and_one_that_does_not_is_short():
    assert judged(proof_of("something else", f"PROOF killed | {KILLED}")) == (KILLED, "ok")
    for said, code, lacking in (
        ([f"PROOF killed | {KILLED.replace('30 kills', '29 kills')}"], 0, "missed: ≥ 30 kills"),
        ([f"PROOF killed | {KILLED.replace('0 lost', '1 lost', 1)}"], 0, "missed: 0 lost"),
        ([f"PROOF killed | {KILLED.partition(';')[0]}"], 0, "not measured on both databases: 0 double"),
        (["PROOF killed | all was well | ok"], 0, "not measured: 0 lost"),
        ([f"PROOF killed | {KILLED}"], 1, "the script ended with 1"),
        ([], 0, "the script said nothing of it"),
    ):
        figure, verdict = judged(proof_of(*said, code=code))
        assert (verdict, lacking in figure) == ("SHORT", True), lacking


def test_a_goal_finds_its_numbers_in_what_was_said_and_every_one_must_reach_it():
    for goal, figure, found in (
        (least(30, "kills"), "1,030 kills, 2 kills a minute, 5 killsome", [1030, 2]),
        (none("lost"), "0 lost of 4,485 acknowledged; loses 856; 10 lost", [0, 10]),
        (within("slowest in", 1), "the slowest in 0.04 s, slowest in 12 minutes", [0.04]),
        (within("mean", 4.3, ""), "mean 4.21, mean 4.35; meaning 7", [4.21, 4.35]),
        (none("wrong answers", follows=True), "wrong answers 3, unanswered 0", [3]),
        (Goal("of 50", 50), "1 row in 49 of 50; 50 of 50", [49, 50]),
        (Goal("% named", 100), "99.5 % named", [99.5]),
    ):
        assert goal.measured([figure]) == found
    for goal, met, missed in (
        (least(30, "kills"), "30 kills", ["31 kills; 29 kills"]),
        (none("lost"), "0 lost", ["0 lost; 1 lost"]),
        (within("p95", 1), "p95 1.00 s", ["p95 1.01 s", "p95 1 minute"]),
        (Goal("of 50", 50), "50 of 50", ["51 of 50"]),
    ):
        assert goal.missed([met]) == ""
        assert all(goal.missed([figure]) for figure in missed), goal


def line(outcome, *, promise="sent-twice", on="sqlite", test="test_x", figures=()):
    return {"promise": promise, "test": test, "outcome": outcome, "figures": list(figures), "database": on}


def taken(*lines):
    found = {"sent-twice": Proof()}
    for one in lines:
        table.take_in(found, one)
    return judged(found["sent-twice"], "sent-twice")


ROWS = "1 row in 50 of 50"
HELD = [line("passed", on=database, figures=[ROWS]) for database in ("sqlite", "postgresql")]


def test_tests_whose_figures_reach_the_goals_hold_their_promise_and_what_is_left_out_is_no_proof():
    left_out = line("skipped", test="test_y")
    assert taken(*HELD) == (f"postgresql and sqlite: {ROWS}", "ok")
    # One left out on one database is proved on the other.
    assert taken(*HELD, left_out, line("passed", on="postgresql", test="test_y"))[1] == "ok"
    for lines, lacking in (
        ([*HELD, line("failed", test="test_y")], "failed on sqlite: test_y"),
        ([*HELD, left_out], "skipped: test_y"),
        (HELD[:1], "not measured: 50 of 50 on postgresql"),
        ([HELD[0], line("passed", on="postgresql", figures=["1 row in 49 of 50"])], "missed: 50 of 50 on postgresql"),
    ):
        figure, verdict = taken(*lines)
        assert (verdict, lacking in figure) == ("SHORT", True), lacking
    figure, verdict = judged(Proof())
    assert (verdict, "not measured: ≥ 30 kills" in figure) == ("SHORT", True)


def test_what_many_found_alike_is_said_once_and_on_which_of_two_databases():
    said = ["5 kills", "a: 2 roles", "b: 2 roles", "x: 0", "a: 2 roles", "c: 2 roles", "y: 0"]
    counted = {"a: 0": {"sqlite", "postgresql"}, "b: 0": {"postgresql"}, "c: 0": {"sqlite"}}

    assert table.together({figure: {"sqlite"} for figure in said}) == ["5 kills", "a, b, c: 2 roles", "x: 0", "y: 0"]
    assert table.together(counted) == ["postgresql and sqlite: a: 0", "postgresql: b: 0", "sqlite: c: 0"]


@pytest.fixture
def git(monkeypatch):
    """Commits one after the other; what everything is about was changed last in ``changed``."""
    monkeypatch.setattr(table, "commit", lambda: OF)
    monkeypatch.setattr(table, "is_in", lambda change, of: COMMITS.index(change) <= COMMITS.index(of))

    def changed(commit):
        monkeypatch.setattr(table, "last_change", lambda _paths: commit)

    changed("abc1234")
    return changed


COMMITS = ["0ld0000", "abc1234", "fff9999"]


def test_lines_that_were_not_proved_now_stay_as_they_were(git):
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


def test_a_figure_older_than_the_last_change_of_what_it_is_about_is_not_ok(git):
    before = table.page({"killed": Proof(figures=[KILLED])})
    for changed, verdict in (("0ld0000", "ok"), ("abc1234", "ok"), ("fff9999", "older than fff9999")):
        git(changed)
        again = table.page({}, before=before)
        line = again.splitlines()[table.page({}).splitlines().index(HEADED) + 2]
        assert (line.split("|")[5].strip(), KILLED in line) == (verdict, True)
        # Judged once more after the change was taken back.
        git("0ld0000")
        assert table.page({}, before=again) == before
    short = table.page({"killed": Proof(figures=["1 kills"])})
    assert "| SHORT | abc1234" in table.page({}, before=short)


HEADED = next(line for line in table.HEAD if line.startswith("|   |"))


def test_the_last_change_of_files_is_asked_of_git():
    newest = table.last_change(["tests/proofs/test_table.py"])

    assert table.is_in(newest, "HEAD")
    assert not table.is_in("HEAD", f"{newest}~1")
    assert not table.is_in(newest, "nowhere")

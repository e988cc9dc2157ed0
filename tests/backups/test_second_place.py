"""The copy elsewhere."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pyrage
import pytest

from skatturnier.backups import file_names, manifest, packing, second
from skatturnier.backups.failed import BackupFailed

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 23, 5, tzinfo=UTC)


@pytest.fixture
def backup(tmp_path):
    path = tmp_path / file_names.name_at(NOW)
    told = manifest.Manifest(made_at=NOW, vendor="sqlite", migrations={}, files={})
    packing.pack(path, told, {})
    return path


@pytest.fixture
def stick(tmp_path):
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def work(tmp_path):
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.mark.proof("backup")
def test_only_the_owner_of_the_key_reads_the_copy(backup, stick, work, wanted, tmp_path):
    identity = pyrage.x25519.Identity.generate()
    (tmp_path / "key.txt").write_text(f"# created today\n{identity}\n", encoding="ascii")
    (tmp_path / "other.txt").write_text(str(pyrage.x25519.Identity.generate()), encoding="ascii")
    told = replace(wanted, second=stick, recipient=str(identity.to_public()))

    assert second.copy(backup, wanted=told, work=work, now=NOW) == []

    (copied,) = stick.iterdir()
    assert copied.name == f"{backup.name}.age"
    assert copied.read_bytes().startswith(b"age-encryption.org/v1")
    opened = second.opened(copied, identity=tmp_path / "key.txt", folder=work)
    assert opened.read_bytes() == backup.read_bytes()
    for wrong in ("other.txt", "missing.txt"):
        with pytest.raises(BackupFailed, match="does not open with"):
            second.opened(copied, identity=tmp_path / wrong, folder=work)


def test_a_stick_that_is_not_in_is_said_and_nothing_is_put_in_its_place(backup, work, wanted, tmp_path):
    told = replace(wanted, second=tmp_path / "gone")

    (problem,) = second.copy(backup, wanted=told, work=work, now=NOW)

    assert "Is the stick in" in problem
    assert not (tmp_path / "gone").exists()


def test_a_full_stick_is_said_and_half_a_file_does_not_stay(backup, stick, work, wanted, monkeypatch):
    def full(_source, beside):
        beside.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(second.shutil, "copyfile", full)

    (problem,) = second.copy(backup, wanted=replace(wanted, second=stick), work=work, now=NOW)

    assert "No space left" in problem
    assert list(stick.iterdir()) == []


def test_a_stick_that_keeps_something_else_is_said(backup, stick, work, wanted, monkeypatch):
    monkeypatch.setattr(second.shutil, "copyfile", lambda _source, beside: beside.write_bytes(b"something else"))

    (problem,) = second.copy(backup, wanted=replace(wanted, second=stick), work=work, now=NOW)

    assert "differs" in problem
    assert list(stick.iterdir()) == []


def test_a_key_that_is_none_makes_no_open_copy(backup, stick, work, wanted):
    told = replace(wanted, second=stick, recipient="age1nonsense")

    (problem,) = second.copy(backup, wanted=told, work=work, now=NOW)

    assert "SKATTURNIER_BACKUP_RECIPIENT" in problem
    assert list(stick.iterdir()) == []


def test_a_program_takes_the_copy_elsewhere_or_says_why_not(backup, stick, work, wanted):
    taken = replace(wanted, command=("cp", "--target-directory", str(stick)))
    assert second.copy(backup, wanted=taken, work=work, now=NOW) == []
    assert [path.name for path in stick.iterdir()] == [backup.name]

    for command in (("false",), ("no-such-program-here",)):
        (problem,) = second.copy(backup, wanted=replace(wanted, command=command), work=work, now=NOW)
        assert problem.startswith("No copy was taken elsewhere")


@pytest.mark.proof("forgotten")
def test_old_copies_go_as_old_backups_do(backup, stick, work, wanted):
    old = stick / f"{file_names.name_at(NOW - timedelta(days=31))}.age"
    old.touch()

    second.copy(backup, wanted=replace(wanted, second=stick), work=work, now=NOW)

    assert [path.name for path in stick.iterdir()] == [backup.name]

"""Where data may lie on a laptop: what is wrong is a sentence in German, and nothing is changed."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts.windows import zipped
from skatturnier import VERSION
from skatturnier.laptop import folder, keeping
from skatturnier.laptop.orders import Act, Order
from skatturnier.machine import places, screen


@pytest.fixture
def unpacked(tmp_path, monkeypatch):
    """Say that the program lies in a folder that was unpacked."""

    def at(*names: str) -> Path:
        home = tmp_path.joinpath(*names)
        monkeypatch.setattr(places, "CODE", home / "program" / "site")
        monkeypatch.delenv("SKATTURNIER_DATA", raising=False)
        return home

    return at


def test_the_data_lie_beside_the_folder_that_was_unpacked_or_where_they_are_told_to(unpacked, tmp_path, monkeypatch):
    for names in (["Skatturnier-0.1.0"], ["Skatturnier-0.1.0-windows", "Skatturnier-0.1.0"]):
        unpacked(*names)
        assert places.data() == tmp_path / "Skatturnier-Daten"

    monkeypatch.setenv("SKATTURNIER_DATA", "/somewhere")
    assert places.data() == Path("/somewhere")


def test_the_data_are_part_of_the_repository_or_in_the_folder_of_the_user(tmp_path, monkeypatch):
    monkeypatch.delenv("SKATTURNIER_DATA", raising=False)
    assert places.data() == Path(__file__).resolve().parents[2] / "var"

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(places, "BESIDE", places.PACKED)
    assert places.data() == tmp_path / "skatturnier"


def test_the_next_version_is_the_newest_beside_this_one_or_where_windows_unpacked_it(unpacked, tmp_path):
    def make(home: Path) -> None:
        folder.python_in(home).parent.mkdir(parents=True)
        folder.python_in(home).touch()

    make(unpacked(f"Skatturnier-{VERSION}"))
    assert folder.newer() is None
    for version in ("9.2", "10.0", "0.0.1"):
        make(tmp_path / f"Skatturnier-{version}")
    (tmp_path / "Skatturnier-11.0").mkdir()
    assert folder.newer() == tmp_path / "Skatturnier-10.0"

    make(unpacked(f"Skatturnier-{VERSION}-windows", f"Skatturnier-{VERSION}"))
    make(tmp_path / "Skatturnier-12.0-windows" / "Skatturnier-12.0")
    assert folder.newer() == tmp_path / "Skatturnier-12.0-windows" / "Skatturnier-12.0"


class TestWhatItConsistsOf:
    @pytest.fixture
    def later(self, tmp_path):
        """A version with the list of its files, as it is packed."""
        home = tmp_path / "Skatturnier-9.0"
        for name in ("Skatturnier.cmd", "program/python/python.exe", "program/site/Größe.txt"):
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_text(name)
        zipped.list_files(home)
        return home

    @pytest.mark.parametrize(
        "bend",
        [
            lambda home: folder.python_in(home).write_text("another"),
            lambda home: folder.python_in(home).unlink(),
            lambda home: (home / "program" / "python" / "python3.dll").touch(),
            lambda home: (home / folder.FILES).unlink(),
            lambda home: (home / folder.FILES).write_text("no list"),
            lambda home: (home / folder.FILES).write_bytes(b"\xff"),
            lambda home: (home / folder.FILES).write_text(""),
        ],
        ids=["changed", "missing", "another beside", "no list", "bent list", "no text", "empty list"],
    )
    def test_is_named_by_the_hash_of_the_release_and_nothing_where_a_file_is_another_one(self, later, bend):
        assert folder.checked(later) == zipped.digest(later / folder.FILES) != ""
        bend(later)

        assert folder.checked(later) == ""

    def test_only_what_was_checked_is_started(self, later, monkeypatch):
        started, refused = [], []
        monkeypatch.setattr(keeping.processes, "become", lambda *_args, python: started.append(python))
        monkeypatch.setattr(keeping, "refuse", refused.append)
        order = Order(act=Act.GO_ON, later=str(later), files=folder.checked(later))
        keeping.go_on(order)
        assert started == [folder.python_in(later)]

        # Changed with its list, after it was checked.
        folder.python_in(later).write_text("another")
        zipped.list_files(later)
        assert folder.checked(later)
        keeping.go_on(order)
        keeping.go_on(Order(act=Act.GO_ON))
        assert (len(started), len(refused)) == (1, 2)


def test_a_site_that_ends_is_started_again_if_it_ever_answered(tmp_path, monkeypatch):
    runs = [(1, True), (1, False), (0, True)]
    monkeypatch.setattr(keeping, "_served", lambda _kept: runs.pop(0))
    monkeypatch.setattr(keeping, "_why", lambda _kept, ended: f"ended with {ended}")
    monkeypatch.setattr(keeping.screen, "keep_awake", lambda: None)
    refused = []
    monkeypatch.setattr(keeping, "refuse", lambda why: refused.append(why) or 1)

    assert keeping.keep(tmp_path) == 1
    assert (runs, refused) == ([(0, True)], ["ended with 1"])


class TestWhatItBrought:
    def test_is_said_of_this_version_in_every_language(self):
        for language in ("de", "en", "es"):
            newest = folder.changes(language)[0]
            assert newest.version == VERSION
            assert all(newest.says)

    def test_is_read_in_the_folder_of_the_later_one_if_it_says_it_in_this_way(self, tmp_path):
        file = folder.said_of(tmp_path)
        file.parent.mkdir(parents=True)
        said = (("10.0", {"en": ["New."], "de": ["Neu."]}), ("9.0", {"en": ["Old."]}), (VERSION, {"en": ["This."]}))
        file.write_text(json.dumps([{"version": version, "says": says} for version, says in said]))

        found = folder.changes("de", after=VERSION, file=file)

        assert [(one.version, *one.says) for one in found] == [("10.0", "Neu."), ("9.0", "Old.")]
        for other in ("", "{}", "[1]", '[{"version": "x", "says": {}}]', '[{"version": "9", "says": []}]'):
            file.write_text(other)
            assert folder.changes("de", file=file) == (), other


class TestTrouble:
    def test_is_a_folder_that_is_copied_into_the_internet_and_none_with_spaces_and_umlauts(self, tmp_path):
        assert folder.trouble(tmp_path / "Skat für Müller" / "Daten") == ""
        for cloud in ("OneDrive", "OneDrive - SC Herz Dame", "Dropbox", "Nextcloud"):
            where = tmp_path / cloud / "Desktop"

            assert cloud in folder.trouble(where)
            assert not where.exists()

    def test_is_a_folder_in_which_nothing_can_be_written(self, tmp_path):
        (tmp_path / "file").touch()

        said = folder.trouble(tmp_path / "file" / "Daten")

        assert "kann nichts gespeichert werden" in said
        assert r"C:\Skatturnier" in said

    def test_is_a_disk_that_is_nearly_full(self, tmp_path, monkeypatch):
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=12_000_000))

        assert "12 MB sind frei, 200 werden gebraucht" in folder.trouble(tmp_path)

    def test_is_a_name_that_parts_of_the_program_cannot_read(self, tmp_path, monkeypatch):
        monkeypatch.setattr(screen, "can_name", lambda path: path.isascii())

        assert "Łódź" in folder.trouble(tmp_path / "Łódź")
        assert not (tmp_path / "Łódź").exists()

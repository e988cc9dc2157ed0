"""The page with the buttons of the laptop: for a director in front of it, and for nobody else."""

from datetime import UTC, datetime

import pytest

from skatturnier import keeper
from skatturnier.backups.file_names import BackupBusy, BackupFailed
from skatturnier.backups.making import Made
from skatturnier.laptop import orders, views
from skatturnier.laptop.orders import Act, Order, Outcome
from skatturnier.machine import locks
from tests.support import factories

pytestmark = pytest.mark.django_db

PAGE = "/laptop/"
HERE = {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"}
BACKUP = "skatturnier-20261125T190000Z.tar.gz"


@pytest.fixture(autouse=True)
def laptop(settings, tmp_path):
    settings.DATA_DIR, settings.LAPTOP = tmp_path, 4711
    settings.ALLOWED_HOSTS = ["127.0.0.1", "192.168.1.10"]
    settings.BACKUPS = views.settings.BACKUPS.__class__(folder=tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    return settings


@pytest.fixture
def director(client):
    tournament = factories.tournament()
    client.force_login(tournament.roles.get(kind="director").user)
    client.defaults |= HERE
    return client


@pytest.mark.slow
def test_who_sees_it_is_a_director_in_front_of_it_where_a_program_is_around_the_site(director, client, laptop):
    assert director.get(PAGE).status_code == 200
    assert f'href="{PAGE}"' in director.get("/t/cup/office/").content.decode()
    assert f'href="{PAGE}"' not in director.get("/t/cup/office/", HTTP_HOST="192.168.1.10").content.decode()
    for elsewhere in (
        {"REMOTE_ADDR": "192.168.1.20"},
        {"HTTP_HOST": "192.168.1.10:8000"},
        {"HTTP_X_FORWARDED_FOR": "192.168.1.20"},
        {"HTTP_FORWARDED": "for=192.168.1.20"},
    ):
        for path in ("", "stop/", "restore/", "backup/", "go-on/", "restart/"):
            answer = (director.post if path else director.get)(f"{PAGE}{path}", **elsewhere)
            assert answer.status_code == 403, (elsewhere, path)
    assert orders.taken(laptop.DATA_DIR) is None

    laptop.LAPTOP = 0
    assert director.get(PAGE).status_code == 403
    assert PAGE not in director.get("/t/cup/office/").content.decode()
    laptop.LAPTOP = 4711
    client.force_login(factories.user("fremd"))
    assert client.get(PAGE, **HERE).status_code == 403


class TestOrders:
    def test_end_the_site_after_the_page_was_shown(self, director, laptop):
        for button, act in (("stop", Act.STOP), ("restart", Act.RESTART)):
            assert director.post(f"{PAGE}{button}/").status_code == 200
            assert orders.must_end(around=0, data=laptop.DATA_DIR)
            assert orders.taken(laptop.DATA_DIR) == Order(act=act)
            assert orders.taken(laptop.DATA_DIR) is None

    def test_restore_one_of_the_backups_that_are_there_when_that_is_confirmed(self, director, laptop):
        (laptop.BACKUPS.folder / BACKUP).touch()
        for typed in ({"backup": "../../x", "confirmed": "on"}, {"backup": BACKUP}, {}):
            assert director.post(f"{PAGE}restore/", typed).status_code == 422
            assert orders.taken(laptop.DATA_DIR) is None

        assert director.post(f"{PAGE}restore/", {"backup": BACKUP, "confirmed": "on"}).status_code == 200
        assert orders.taken(laptop.DATA_DIR) == Order(act=Act.RESTORE, backup=BACKUP)

    def test_what_came_of_it_is_shown(self, director, laptop):
        orders.note(Outcome(backup=BACKUP, problem="It is damaged."), data=laptop.DATA_DIR)
        assert "It is damaged." in director.get(PAGE).content.decode()

        orders.note(Outcome(backup=BACKUP), data=laptop.DATA_DIR)
        assert f"Last restored: {BACKUP}" in director.get(PAGE, headers={"Accept-Language": "en"}).content.decode()


class TestBackups:
    @pytest.fixture
    def press(self, director, monkeypatch):
        """Press the button; what makes the backup is tried in tests/backups."""

        def pressed(made) -> str:
            def make(**_how):
                if isinstance(made, Exception):
                    raise made
                return made

            monkeypatch.setattr(views, "make", make)
            answer = director.post(f"{PAGE}backup/", follow=True, headers={"Accept-Language": "en"})
            return answer.content.decode()

        return pressed

    def test_how_it_went_is_said(self, press, tmp_path):
        assert "The backup is made and checked." in press(made(tmp_path))
        assert "something is not in order" in press(made(tmp_path, "The stick is not there."))
        assert "being made at this moment" in press(BackupBusy("busy"))
        assert "No backup was made." in press(BackupFailed("full"))

    def test_the_next_version_waits_for_a_sound_one(self, director, press, monkeypatch, laptop, tmp_path):
        monkeypatch.setattr(views.folder, "newer", lambda: tmp_path / "Skatturnier-9.0")
        monkeypatch.setattr(views.folder, "checked", lambda _later: "")
        press(BackupFailed("full"))
        assert director.post(f"{PAGE}go-on/").status_code == 302
        assert orders.taken(laptop.DATA_DIR) is None

        press(made(tmp_path))
        answer = director.post(f"{PAGE}go-on/", follow=True, headers={"Accept-Language": "en"})
        assert "Skatturnier-9.0 is not as it was released." in answer.content.decode()
        assert orders.taken(laptop.DATA_DIR) is None

        monkeypatch.setattr(views.folder, "checked", lambda _later: "9f86")
        assert director.post(f"{PAGE}go-on/").status_code == 200
        later = str(tmp_path / "Skatturnier-9.0")
        assert orders.taken(laptop.DATA_DIR) == Order(act=Act.GO_ON, later=later, files="9f86")


def made(folder, *problems: str) -> Made:
    return Made(path=folder / BACKUP, manifest=None, failures=problems, is_sound=True)


class TestTheKeeper:
    def test_is_missed_once_it_should_be_there(self, tmp_path, monkeypatch):
        assert keeper.is_missed(tmp_path)

        keeper.is_expected(tmp_path)
        assert not keeper.is_missed(tmp_path)

        monkeypatch.setattr(keeper, "COMES_WITHIN", 0)
        assert keeper.is_missed(tmp_path)
        with keeper.place(tmp_path).open("w") as lock:
            locks.take(lock.fileno())
            assert not keeper.is_missed(tmp_path)
            assert not keeper.is_at_rest(tmp_path)
        assert keeper.is_at_rest(tmp_path)

    def test_is_missed_aloud_on_this_page_and_in_the_office(self, director, laptop):
        laptop.KEEPS_HOUSE = True

        for page in (PAGE, "/t/cup/office/"):
            said = director.get(page, headers={"Accept-Language": "en"}).content.decode()
            assert "Nobody makes backups any more." in said


def test_stamps_are_of_this_hall(director, laptop):
    (laptop.BACKUPS.folder / BACKUP).touch()
    at = datetime(2026, 11, 25, 19, tzinfo=UTC)

    assert (
        f"{at.day}.{at.month}.{at.year} 20:00" in director.get(PAGE, headers={"Accept-Language": "de"}).content.decode()
    )

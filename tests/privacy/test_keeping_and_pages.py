"""Somebody gets his data by command; a direction keeps names longer, and not shorter.

The pages on which somebody reads what is stored about him, and those of a forgotten event.
"""

import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.privacy.selectors.personal import of_entrant
from scoring.privacy.services.forgetting import forget_due
from scoring.season.models import Season
from tables.clubs.models import Club
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.privacy import world
from tests.privacy.world import LATER
from tests.support import factories
from tests.support.everything_public import SEASON, season
from tests.support.forms_as_shown import post_seen
from tests.support.site_crawler import addresses, plain, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


PUBLISHING = "/t/cup/office/publishing/"


class TestLonger:
    @pytest.mark.parametrize(
        ("day", "status"), [("2027-01-31", 302), ("2026-11-16", 302), ("2026-11-15", 422), ("x", 422)]
    )
    def test_names_can_be_kept_longer_and_not_shorter(self, director, day, status):
        made = factories.tournament()
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": day})
        assert answer.status_code == status
        made.refresh_from_db()
        assert made.kept_until == (date.fromisoformat(day) if status == 302 else None)
        if status == 302:
            assert "names kept until" in director.get("/t/cup/office/journal/").content.decode()

    def test_it_is_said_what_the_rules_want(self, director):
        factories.tournament()
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": "2026-06-01"})
        assert "only a later day can be given" in answer.content.decode()


class TestCommand:
    def told(self, capsys, *arguments: str) -> dict[str, object]:
        call_command("personal_data", *arguments)
        return json.loads(capsys.readouterr().out)

    def test_tells_of_an_entrant_a_person_and_an_account(self, capsys):
        world.event()
        assert self.told(capsys, "--slug", "cup", "--number", "1")["tables.Entrant"][0]["name"] == "Quaxinda Nr1"
        book = self.told(capsys, "--club", "sc-quaxi", "--name", "Quaxinda Buch")
        assert [one["tables.Entrant"][0]["number"] for one in book["events"]] == [1]
        account = self.told(capsys, "--account", "zweiter")
        assert account["tables.Role"] == [{"event": "cup", "kind": "judge"}]
        assert [one["tables.Entrant"][0]["number"] for one in account["events"]] == [3]
        assert "password" not in account["tables.User"][0]

    def test_writes_a_file_and_says_what_it_cannot_do(self, tmp_path):
        factories.tournament(entrants=3)
        call_command("personal_data", "--slug", "cup", "--number", "2", "--to", str(tmp_path / "his.json"))
        assert json.loads((tmp_path / "his.json").read_text())["event"]["name"] == "Herz-Dame-Cup"
        for arguments, said in (
            (["--slug", "cup", "--number", "9"], "nobody"),
            (["--slug", "cup"], "Of whom"),
            (["--account", "direktor", "--to", str(tmp_path / "no" / "x")], "cannot be written"),
        ):
            with pytest.raises(CommandError, match=said):
                call_command("personal_data", *arguments)


OWN = "/t/cup/seats/1/data/"


OF_THE_BOOK = plain("SC Quaxi")


DESK = "/t/cup/office/entrants/1/data/"


@pytest.fixture
def made() -> Tournament:
    return world.event()


def player(made: Tournament, number: int = 1) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.get(f"/p/{made.entrants.get(number=number).key}/")
    return client


def test_a_player_reads_what_is_stored_about_him_and_takes_it_along(made):
    client = player(made)
    page = client.get(OWN)
    assert page.status_code == 200
    assert "Quaxinda Nr1" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    told = json.loads(client.get("/t/cup/seats/1/data.json").content)
    assert told["tables.Entrant"][0]["name"] == "Quaxinda Nr1"
    assert told["tables.Entrant"][0]["apart_from"] == [2]
    assert made.entrants.get(number=1).key not in json.dumps(told)


def test_nobody_else_reads_it(made, director):
    for visitor, status in ((Client(), 403), (player(made, 2), 403), (director, 403)):
        assert visitor.get(OWN).status_code == status
        assert visitor.get("/t/cup/seats/1/data.json").status_code == status
    for path in (DESK, "/t/cup/office/entrants/1/data.json"):
        assert Client().get(path).status_code == 302
        assert player(made).get(path).status_code == 302
        assert director.get(path).status_code == 200
    assert director.post(OWN).status_code == 405


def test_the_keeper_of_a_book_reads_what_it_says_and_what_events_know(made, director):
    person = made.entrants.get(number=1).person
    address = f"/clubs/sc-quaxi/book/{person.pk}/data"
    assert director.get(f"{address}/").status_code == 403
    person.club.keepers.create(user=factories.user())
    assert "quaxi@example.org" in director.get(f"{address}/").content.decode()
    told = json.loads(director.get(f"{address}.json").content)
    assert told["tables.Person"][0]["contact"] == "quaxi@example.org"
    assert [event["event"]["name"] for event in told["events"]] == ["Herz-Dame-Cup"]


def test_the_desk_takes_a_name_out_after_asking_once(made, director):
    world.settle(made)
    answer = director.post(DESK, {})
    assert answer.status_code == 422
    assert "cannot be taken back" in answer.content.decode()
    Tournament.objects.update(ends_on=date(2040, 1, 1))
    answer = director.post(DESK, {"sure": "on"})
    assert answer.status_code == 422
    assert "not over yet" in answer.content.decode()
    Tournament.objects.update(ended_at=factories.EVENING, released_at=factories.EVENING)
    assert director.post(DESK, {"sure": "on"}).status_code == 302
    assert made.entrants.get(number=1).name == ""
    assert "this is no. 1 now" in director.get(DESK).content.decode()


def test_the_privacy_page_is_linked_from_every_foot(client, made):
    assert client.get("/privacy/").status_code == 200
    assert 'href="/privacy/"' in client.get("/t/cup/").content.decode()


@pytest.mark.thorough
def test_every_page_and_file_of_a_forgotten_event_is_there_and_names_nobody(made, director):
    world.settle(made)
    # It ends with the month, so that what it holds of its own is due as well.
    Season.objects.filter(pk=season(made, Club.objects.get()).pk).update(ends_on=date(2026, 5, 31))
    names = [plain(name) for name in world.plant(made)]
    forget_due(now=LATER)
    shown = 0
    for visitor in (Client(headers={"accept-language": "en"}), director):
        for ways in addresses(_places(made)):
            answer = visitor.get(ways[0])
            assert answer.status_code < 500, ways[0]
            if answer.status_code == 200 and not ways[0].startswith("/clubs/"):
                shown += 1
                # A season says of which club it is, and that keeps its name.
                words = read(answer)[1].replace(OF_THE_BOOK, "") if "/seasons/" in ways[0] else read(answer)[1]
                assert not [name for name in names if name in words], ways[0]
    assert shown > 100
    for path in ("", "standings/", "entrants/", "series/1/draw/", "statistics/", "office/journal/", "office/appeals/"):
        assert director.get(f"/t/cup/{path}").status_code == 200, path


def _places(made: Tournament) -> dict[str, list[object]]:
    signed = GameListRow.objects.exclude(signed_hash="").values_list("signed_hash", flat=True)
    number = [1, 2]
    return {
        "slug": [made.slug],
        "series": [1, 2, 3],
        "table": [1, 2],
        "number": number,
        "player": number,
        "deal": [1],
        "line": [30],
        "appeal": [1],
        "run": ["0" * 32],
        "hash": [signed[0]],
        "club": ["sc-quaxi"],
        "season": [SEASON],
        "division": [1],
        "key": ["nothing"],
        "rest": ["nothing"],
        "language": ["de"],
    }


def test_whoever_was_never_seated_gets_nothing_of_others():
    series = factories.running_series(factories.tournament(entrants=4))
    factories.close_series(series)
    late = registration.register(
        tournament_id=series.tournament_id,
        registration=Registration(name="Nora Nachher"),
        source=Entrant.Source.DESK,
        entry_key=None,
        by=factories.user(),
        now=factories.EVENING,
    )

    told = of_entrant(late)

    assert set(told) == {"event", "tables.Entrant", "tables.Draw", "tables.JournalEntry"}
    assert "Platz 1" not in str(told)

"""Every text goes with the names or is said to stay, and all is told to whom it is about: by command, and on pages.

A direction keeps names longer, and not shorter; the pages of a forgotten event name nobody. What the journal seals
proves itself after names went, and nobody can try names at what it sealed before.
"""

import json
from datetime import date

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.test import Client

from scoring.disputes.models import Correction, Ruling, Statement
from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow, SeatResult
from scoring.privacy import selectors as personal
from scoring.privacy.selectors import of_entrant
from scoring.privacy.services import erase_entrant, forget_due, forget_event
from scoring.results.models import Substitution
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club
from tables.declared import GONE, Fate, NotSealed, declared_of, told_columns, way_to_event
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.privacy import world
from tests.privacy.world import LATER
from tests.support import factories
from tests.support import world_with_every_kind_of_row as sealed_hall
from tests.support.everything_public import SEASON, season
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.site_crawler import addresses, plain, read

pytestmark = pytest.mark.slow

MODELS = [model for app in ("tables", "scoring") for model in apps.get_app_config(app).get_models()]

AT_THEIR_TABLES = {Ruling, Correction, Statement, SeatResult, Substitution}
"""Rows that are about an entrant by whom they played with; others have a link to them, their number or their place."""


def is_about_somebody(model):
    columns = {field.name: field.related_model for field in model._meta.concrete_fields}
    named = Entrant in columns.values() or columns.keys() & {"entrant", "declarer"}
    return bool(named) or {"game_list", "place"} <= columns.keys() or model in AT_THEIR_TABLES


def test_every_text_somebody_types_goes_or_is_said_to_stay():
    for model in MODELS:
        fields = model._meta.concrete_fields
        declared = {field.name: declared_of(field).goes for field in fields}
        passes = isinstance(model.sealed_in, NotSealed) and model.sealed_in.passes
        typed = {
            field.name
            for field in fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
        }
        stays = {*world.STAYS.get(model._meta.label, "").split(), "line", "series", "clauses", "witnesses", "because"}
        goes = {name for name, goes in declared.items() if goes is not Fate.STAYS}
        assert passes or typed - stays <= goes, model._meta.label
        assert all(goes in ("", None, GONE, False) or isinstance(goes, Fate) for goes in declared.values())


@pytest.mark.django_db
@pytest.mark.proof("export")
def test_a_person_is_told_every_field_that_holds_something_about_him(prove):
    made = world.event()
    told = [personal.alone(entrant) for entrant in made.entrants.select_related("tournament")]
    fields = 0
    for model in filter(is_about_somebody, filter(way_to_event, MODELS)):
        label = model._meta.label
        rows = [row for one in told for row in one.get(label, [])]
        assert rows or not model._base_manager.exists(), label
        wanted = {field.name for field in told_columns(model) if field.related_model is not User}
        # What house rules add stands in lists by house rules alone: tests/scoring/houses.
        missing = wanted - set(rows[0]) - {"house"} if rows else set()
        assert not missing, f"{label}: {missing}"
        fields += len(wanted)
    prove(f"{fields} fields of {len(MODELS)} tables, each in the file of whom it is about: 0 missing")

    # Nobody is told of another's name, or of seats that are not published.
    one = made.entrants.select_related("tournament").get(number=1)
    told = repr(personal.alone(one))
    assert "Quaxinda Nr1'" in told
    for other in Entrant.objects.exclude(number=1).values_list("name", flat=True):
        assert f"'{other}'" not in told
    made.series.update(published_at=None)
    told = personal.alone(one)
    assert not told.get("tables.Seat")
    assert not told.get("scoring.DealRow")

    # Whoever was never seated gets nothing of others.
    told = of_entrant(factories.registered(made, "Nora Nachher"))
    assert set(told) == {"event", "tables.Entrant", "tables.Draw", "tables.JournalEntry", "scoring.MovementRow"}
    assert "Quaxinda Nr" not in str(told)


@pytest.fixture
def hall():
    made = sealed_hall.event()
    world.settle(made)
    # What was settled by hand is sealed by hand.
    anew = {kind: list(sealing.states(kind, made)) for kind in ("appeal", "objection", "query")}
    journal.record("archive.made", tournament=made, by=None, at=EVENING, sealing=anew, sha256="0")
    return made


def with_salts(subjects=None):
    """Return which seals could still be tried, line by line."""
    return [
        (line.number, name)
        for line in JournalEntry.objects.order_by("number")
        for name, seal in line.data.get("seals", {}).items()
        if seal and len(seal) == 2 and (subjects is None or name in subjects)
    ]


def forgotten(made):
    return forget_event(tournament_id=made.pk, by=None, now=world.LATER)


@pytest.mark.django_db
@pytest.mark.thorough
def test_a_forgotten_event_verifies_keeps_no_salt_from_before_and_what_is_bent_afterwards_is_found(hall):
    assert verified(hall).discrepancies == ()
    sealed = len(with_salts())

    made = forgotten(hall)

    assert verified(made).discrepancies == ()
    assert journal.first_broken_line(made) is None
    last = made.journal.order_by("number").last().number
    assert {line for line, _name in with_salts()} == {last}
    assert sealed > len(with_salts())
    for change in ({"paid": False}, {"name": "Quaxi"}, {"classes": ["seniors"]}):
        with transaction.atomic():
            assert Entrant.objects.exclude(**change).filter(number=5).update(**change) == 1
            found = [(one.doubt, one.what) for one in verified(made).discrepancies]
            assert found == [(Doubt.SEAL_DIFFERS, "entrant 5")], change
            transaction.set_rollback(True)


@pytest.mark.thorough
@pytest.mark.django_db
def test_a_salt_taken_out_by_another_hand_is_found(hall, capsys):
    (line,) = [line for line in hall.journal.order_by("-number") if "entrant 12" in line.data.get("seals", {})][:1]
    line.data = journal.without_salts(line.data, of={"entrant 12"})
    line.save(update_fields=["data"])

    assert journal.first_broken_line(hall) is None
    with pytest.raises(CommandError):
        call_command("verify", hall.slug)
    assert f"no. 12: cannot be checked: what belongs to its seal in line {line.number} of the journal" in (
        capsys.readouterr().out
    )


@pytest.mark.thorough
@pytest.mark.django_db
def test_of_one_name_that_went_no_seal_can_be_tried(hall):
    Tournament.objects.filter(pk=hall.pk).update(ended_at=EVENING, released_at=EVENING)
    journal.record("archive.made", tournament=hall, by=None, at=EVENING, sha256="0")
    entrant = hall.entrants.get(number=2)

    erase_entrant(entrant_id=entrant.pk, by=factories.user(), now=world.LATER)

    last = hall.journal.order_by("number").last()
    assert last.action == "entrant.erased"
    assert with_salts({"entrant 2"}) == [(last.number, "entrant 2")]
    assert verified(hall).discrepancies == ()
    assert any(name == "entrant 7" for _line, name in with_salts())


PUBLISHING = "/t/cup/office/settings/?at=publishing"


@pytest.mark.thorough
@pytest.mark.django_db
def test_names_can_be_kept_longer_and_not_shorter(director):
    made = factories.tournament()
    for day in ("2026-06-01", "2026-11-15", "x"):
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": day})
        assert answer.status_code == 422, day
        assert ("only a later day can be given" in answer.content.decode()) == (day != "x")
    for day in ("2026-11-16", "2027-01-31"):
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": day})
        assert answer.status_code == 302
        made.refresh_from_db()
        assert made.kept_until == date.fromisoformat(day)
    assert "Publication: " in director.get("/t/cup/office/journal/").content.decode()


@pytest.mark.django_db
class TestCommand:
    def told(self, capsys, *arguments: str) -> dict[str, object]:
        call_command("personal_data", *arguments)
        return json.loads(capsys.readouterr().out)

    def test_tells_of_an_entrant_a_person_and_an_account_writes_a_file_and_says_what_it_cannot_do(
        self, capsys, tmp_path
    ):
        world.event()
        assert self.told(capsys, "--slug", "cup", "--number", "1")["tables.Entrant"][0]["name"] == "Quaxinda Nr1"
        book = self.told(capsys, "--club", "sc-quaxi", "--name", "Quaxinda Buch")
        assert [one["tables.Entrant"][0]["number"] for one in book["events"]] == [1]
        account = self.told(capsys, "--account", "zweiter")
        assert account["tables.Role"] == [{"event": "cup", "kind": "judge"}]
        assert [one["tables.Entrant"][0]["number"] for one in account["events"]] == [3]
        assert "password" not in account["tables.User"][0]

        call_command("personal_data", "--slug", "cup", "--number", "2", "--to", str(tmp_path / "his.json"))
        assert json.loads((tmp_path / "his.json").read_text())["event"]["name"] == "Herz-Dame-Cup"
        for arguments, said in (
            (["--slug", "cup", "--number", "99"], "nobody"),
            (["--slug", "cup"], "Of whom"),
            (["--account", "direktor", "--to", str(tmp_path / "no" / "x")], "cannot be written"),
        ):
            with pytest.raises(CommandError, match=said):
                call_command("personal_data", *arguments)


OWN = "/t/cup/seats/1/data/"
OF_THE_BOOK = plain("SC Quaxi")
DESK = "/t/cup/office/entrants/1/?at=data"


@pytest.fixture
def made() -> Tournament:
    return world.event()


def player(made: Tournament, number: int = 1) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.get(f"/p/{made.entrants.get(number=number).key}/")
    return client


@pytest.mark.thorough
@pytest.mark.django_db
def test_a_player_the_desk_and_the_keeper_of_a_book_read_what_is_stored_and_take_it_along(made, director):
    client = player(made)
    page = client.get(OWN)
    assert "Quaxinda Nr1" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    told = json.loads(client.get("/t/cup/seats/1/data.json").content)
    assert told == json.loads(director.get("/t/cup/office/entrants/1/data.json").content)
    assert told["format"] == "skatturnier-person-1"
    assert told["tables.Entrant"][0]["name"] == "Quaxinda Nr1"
    assert told["tables.Entrant"][0]["apart_from"] == [2]
    assert made.entrants.get(number=1).key not in json.dumps(told)

    person = made.entrants.get(number=1).person
    address = f"/clubs/sc-quaxi/book/{person.pk}/data"
    person.club.keepers.create(user=factories.user())
    assert "quaxi@example.org" in director.get(f"{address}/").content.decode()
    of_keeper = json.loads(director.get(f"{address}.json").content)
    assert of_keeper["tables.Person"][0]["contact"] == "quaxi@example.org"
    assert of_keeper.pop("format") == told.pop("format")
    assert of_keeper["events"] == [told]


@pytest.mark.django_db
def test_the_desk_takes_a_name_out_after_asking_once(made, director):
    assert 'href="/privacy/"' in director.get("/t/cup/").content.decode()
    assert director.get("/privacy/").status_code == 200
    world.settle(made)
    answer = director.post(DESK, {"act": "erase"})
    assert answer.status_code == 422
    assert "cannot be taken back" in answer.content.decode()
    Tournament.objects.update(ends_on=date(2040, 1, 1))
    answer = director.post(DESK, {"act": "erase", "sure": "on"})
    assert answer.status_code == 422
    assert "not over yet" in answer.content.decode()
    Tournament.objects.update(ended_at=factories.EVENING, released_at=factories.EVENING)
    assert director.post(DESK, {"act": "erase", "sure": "on"}).status_code == 302
    assert made.entrants.get(number=1).name == ""
    assert "this is no. 1 now" in director.get(DESK).content.decode()


@pytest.mark.django_db
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
    for path in ("", "standings/", "entrants/", "series/1/draw/", "statistics/", "office/journal/"):
        assert director.get(f"/t/cup/{path}").status_code == 200, path


def _places(made: Tournament) -> dict[str, list[object]]:
    signed = GameListRow.objects.exclude(signed_hash="").values_list("signed_hash", flat=True)
    places = {"slug": made.slug, "deal": 1, "line": 30, "appeal": 1, "run": "0" * 32, "hash": signed[0]}
    places |= {"club": "sc-quaxi", "season": SEASON, "division": 1, "language": "de"} | dict.fromkeys(
        ("key", "rest"), "x"
    )
    several = {name: [1, 2] for name in ("table", "number", "player")}
    return {name: [one] for name, one in places.items()} | several | {"series": [1, 2, 3]}

"""Six months after an event its names go, one at its own wish: results, numbers and the chain stay.

What was taken out is not in the files of the database either.
"""

import json
import os
import re
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from scoring.disputes.services.appeals import file_appeal
from scoring.history.selectors.verification import verified
from scoring.lists.models import Confirmation
from scoring.privacy import services
from scoring.privacy.services import erase_entrant, forget_due, forget_event, still_open, wipe
from scoring.results.models import Ranking
from scoring.results.selectors import standings
from scoring.results.services import rankings
from tables.accounts.models import User
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.selectors.tournaments import keep_at_latest
from tables.tournaments.services.turns import EventForgotten
from tests.privacy import world
from tests.privacy.world import LATER
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import seen_at

pytestmark = pytest.mark.slow


@pytest.fixture
def made() -> Tournament:
    return world.event()


@pytest.fixture
def settled(made) -> Tournament:
    world.settle(made)
    return made


def standing(made: Tournament) -> list[tuple[object, ...]]:
    return [
        (line.entrant.number, line.rank, line.shared, line.total)
        for line in standings.standings(Tournament.objects.get(pk=made.pk)).lines
    ]


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.proof("forgotten")
def test_no_name_is_left_in_any_table_and_chain_and_totals_verify(settled, prove):
    names = world.plant(settled)
    before = standing(settled), settled.journal.count()
    hashes = list(settled.journal.values_list("hash", flat=True))
    assert len(names) >= 40
    texts = world.stored()
    assert not [name for name in names if not any(_in(text, name) for text in texts.values())]
    (outcome,) = forget_due(now=LATER)
    assert outcome.kept_because == ()
    texts = world.stored()
    left = [(table, name) for table, text in texts.items() for name in names if _in(text, name)]
    assert not left
    settled.refresh_from_db()
    assert not verified(settled).discrepancies
    assert (standing(settled), settled.journal.count() - 1) == before
    assert list(settled.journal.values_list("hash", flat=True))[:-1] == hashes
    prove(f"{len(names)} names planted, 0 left in {len(texts)} tables; chain, draws and totals as before")


def _in(text: str, name: str) -> bool:
    return name in text or json.dumps(name)[1:-1] in text


@pytest.mark.django_db
@pytest.mark.database
def test_names_stay_while_something_is_open_and_it_is_said_what(made):
    waiting = still_open(made)
    assert {part.split()[0] for part in waiting} == {"appeal", "objection", "query"}
    (outcome,) = forget_due(now=LATER)
    assert outcome.kept_because == waiting
    made.refresh_from_db()
    assert made.forgotten_at is None
    assert made.entrants.get(number=1).name == "Quaxinda Nr1"


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.database
def test_something_open_keeps_names_for_six_months_more_and_not_a_day_longer(made, director):
    page = director.get(f"/t/{made.slug}/office/entrants/1/?at=data").content.decode()
    assert "Names are kept until 16 November 2026, and until 16 May 2027 at the latest while an appeal" in page
    last = date(2027, 5, 16)
    assert keep_at_latest(made) == last
    (outcome,) = forget_due(now=noon(last))
    assert outcome.kept_because == still_open(made) != ()

    (outcome,) = forget_due(now=noon(last) + timedelta(days=1))

    assert outcome.kept_because == ()
    made.refresh_from_db()
    assert not made.entrants.exclude(name="").exists()
    assert not verified(made).discrepancies


def noon(day: date) -> datetime:
    return EVENING - timedelta(hours=7) + (day - date(2026, 5, 16))


@pytest.mark.django_db
@pytest.mark.database
def test_names_stay_for_six_months_to_the_day_and_go_the_day_after_longer_if_a_direction_says_so_and_never_shorter():
    last = date(2026, 11, 16)
    for fields, until in (
        ({"slug": "cup"}, last),
        ({"slug": "august", "ends_on": date(2026, 8, 31)}, date(2027, 2, 28)),
        ({"slug": "longer", "kept_until": date(2027, 5, 16)}, date(2027, 5, 16)),
        ({"slug": "shorter", "kept_until": date(2026, 6, 1)}, last),
    ):
        made = factories.tournament(entrants=3, **fields)
        assert made.pk not in [one.tournament.pk for one in forget_due(now=noon(until))]
        with pytest.raises(Refused, match="kept-until"):
            forget_event(tournament_id=made.pk, by=None, now=noon(until))
        assert made.pk in [one.tournament.pk for one in forget_due(now=noon(until) + timedelta(days=1))]
        assert not made.entrants.exclude(name="").exists()


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.thorough
def test_nobody_writes_into_a_forgotten_event_old_cards_open_nothing_and_club_mates_stay_together(director, settled):
    entrant, change = settled.entrants.get(number=1), {"act": "change", "name": "Wieder Da"}
    page = f"/t/{settled.slug}/office/entrants/1/"
    seen = seen_at(director, page, change)
    other = factories.tournament(slug="other", entrants=3, ends_on=LATER.date())
    before = dict(settled.entrants.values_list("number", "club"))

    assert [one.kept_because for one in forget_due(now=LATER)] == [()]

    with pytest.raises(EventForgotten):
        registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=LATER)
    answer = director.post(page, seen | change)
    assert answer.status_code == 410
    assert "Nothing changes here any more" in answer.content.decode()
    assert not Entrant.objects.filter(name="Wieder Da").exists()
    assert director.get(f"/p/{entrant.key}/").status_code == 404
    assert other.entrants.get(number=1).name == "Spieler 1"
    after = dict(settled.entrants.values_list("number", "club"))
    assert set(after.values()) == {"Club 1", "Club 2", "Club 3"}
    for one, next_one in pairwise(sorted(before)):
        assert (before[one] == before[next_one]) == (after[one] == after[next_one])


@pytest.mark.django_db
@pytest.mark.database
class TestCommand:
    def test_says_beforehand_what_it_would_do_refuses_an_event_too_early_and_forgets_what_is_due_once(
        self, made, capsys, monkeypatch
    ):
        monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
        call_command("forget", "--dry-run")
        assert "names would stay, this is still open: appeal 1" in capsys.readouterr().out
        world.settle(made)
        call_command("forget", "--dry-run")
        assert "names of 12 entrants would be taken out" in capsys.readouterr().out
        assert made.entrants.exclude(name="").count() == 12

        monkeypatch.setattr("django.utils.timezone.now", lambda: EVENING)
        with pytest.raises(CommandError, match="kept until 2026-11-16"):
            call_command("forget", "--slug", made.slug)
        with pytest.raises(CommandError, match="no tournament"):
            call_command("forget", "--slug", "nowhere")

        monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
        call_command("forget")
        call_command("verify")
        assert f"{made.slug}: names taken out" in capsys.readouterr().out
        assert forget_due(now=LATER) == ()
        forget_event(tournament_id=made.pk, by=None, now=LATER)
        assert JournalEntry.objects.filter(action="event.forgotten").count() == 1


@pytest.fixture
def over() -> Tournament:
    """An event of one series that is played, its final ranking released."""
    made = factories.tournament(entrants=4)
    Tournament.objects.filter(pk=made.pk).update(open_to="names", open_to_whom="Petersilie, Quaxinda\nUte Kurz")
    made.entrants.filter(number=2).update(name="Quaxinda Petersilie", club="SC Quaxi", fixed_table=1)
    factories.close_series(factories.running_series(made))
    return made


def release(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)


def erase(made: Tournament, number: int = 2) -> None:
    erase_entrant(entrant_id=made.entrants.get(number=number).pk, by=factories.user(), now=EVENING)


@pytest.mark.thorough
@pytest.mark.django_db
def test_he_is_his_start_number_and_everything_he_played_stays(over):
    release(over)
    before = [(line.entrant.number, line.total) for line in standings.standings(over).lines]
    key = over.entrants.get(number=2).key
    erase(over)
    one = over.entrants.get(number=2)
    assert (one.name, one.public_club, one.fixed_table) == ("", "", None)
    assert (one.called, one.shown_as) == ("No. 2", Shown.NUMBER)
    assert one.key != key
    assert [(line.entrant.number, line.total) for line in standings.standings(over).lines] == before
    assert not verified(over).discrepancies
    assert Confirmation.objects.exclude(name="–").count() == 3
    assert not any("Quaxinda" in text for text in world.stored().values())
    assert Tournament.objects.get(pk=over.pk).wipe_due
    assert Tournament.objects.get(pk=over.pk).open_to_whom == "Ute Kurz"


@pytest.mark.django_db
def test_a_team_called_by_his_name_is_called_by_its_number_and_verifies(over):
    acts = {"by": factories.user(), "now": EVENING}
    terms = rankings.Terms(kind=Ranking.Kind.TANDEM, name="Paare", size=2)
    pairs = rankings.switch_on(tournament_id=over.pk, terms=terms, entry_key=uuid4(), **acts)
    named = [rankings.Assigned(name="Quaxinda hoch zwei", members=(2, 3))]
    rankings.assign_teams(ranking_id=pairs.pk, teams=named, **acts)
    release(over)
    erase(over)
    erase(over)
    assert over.journal.filter(action="entrant.erased").count() == 1
    assert pairs.teams.get().name == "Team 1"
    assert not verified(over).discrepancies


@pytest.mark.django_db
def test_not_while_the_event_runs_or_an_appeal_of_his_is_open(over):
    with pytest.raises(Refused, match="event-runs"):
        erase(over)
    facts = {"series_id": over.series.get().pk, "list_id": None, "deal": None, "by": None, "now": EVENING}
    file_appeal(appellant=2, text="Quaxinda fand das nicht richtig", entry_key=uuid4(), **facts)
    release(over)
    with pytest.raises(Refused, match="disputes-open") as refused:
        erase(over)
    assert refusals.refusal(refused.value) == "This is still open, so the name is needed: Appeal 1."
    erase(over, 3)


@pytest.mark.django_db
class TestAccount:
    def test_is_taken_out_when_it_is_in_charge_of_no_event_whose_names_are_kept(self, capsys):
        user = User.objects.create_user("quaxinda", "q@example.org", "x" * 12, first_name="Quaxinda")
        call_command("forget", "--account", "quaxinda")
        # A test is one transaction, in which nothing can be written anew.
        assert "--wipe" in capsys.readouterr().out
        user.refresh_from_db()
        assert (user.username, user.first_name, user.email, user.is_active) == (f"gone-{user.pk}", "", "", False)
        assert not user.has_usable_password()

        factories.tournament()
        with pytest.raises(CommandError, match="in charge of cup"):
            call_command("forget", "--account", "direktor")
        assert User.objects.get(username="direktor").is_active


BEGINNING = re.compile(b"|".join(re.escape("Quaxi".encode(code)) for code in ("utf-8", "utf-16-le", "utf-16-be")))
"""How every planted name begins."""

OTHERS = re.compile(rf"[_-](?!{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}\b)gw\d+\b")
"""How the files of other processes of a run are called: all keep theirs in one folder, and plant the same names."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Other tests write in one transaction each, beside this database on the same server: the longest takes minutes."""
    monkeypatch.setattr(services, "PATIENCE", 600.0)


def folders() -> list[Path]:
    """Return where the database and everything else of the site lies; of PostgreSQL without its log of writes."""
    if connection.vendor != "postgresql":
        return [Path(settings.DATA_DIR)]
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute("SHOW data_directory")
        place = Path(cursor.fetchone()[0])
        # Other tests have databases of their own beside this one.
        cursor.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
        base = place / "base" / str(cursor.fetchone()[0])
    if not os.access(place, os.R_OK):
        pytest.skip(f"PostgreSQL is not tested: its files in {place} cannot be read by whoever runs the tests")
    return [base, place / "global", Path(settings.DATA_DIR)]


def found(names: list[str]) -> set[str]:
    """Return which of these names lie in any file, in UTF-8, UTF-16 or as JSON escapes them."""
    spelled = {form: name for name in names for form in forms(name)}
    longest = max(map(len, spelled))
    there = set()
    for path in (path for folder in folders() for path in folder.rglob("*") if path.is_file()):
        if OTHERS.search(path.name) or any(OTHERS.search(one.name) for one in path.parents):
            continue
        content = path.read_bytes()
        for hit in BEGINNING.finditer(content):
            near = content[hit.start() : hit.start() + longest]
            there |= {name for form, name in spelled.items() if near.startswith(form)}
    return there


def forms(name: str) -> list[bytes]:
    """Return a name as it may be written in a file."""
    escaped = json.dumps(name)[1:-1]
    return [name.encode(), name.encode("utf-16-le"), name.encode("utf-16-be"), escaped.encode()]


@pytest.mark.django_db
def test_only_what_other_processes_keep_is_not_looked_at():
    for kept, is_ours in (("tests.sqlite3_gw99-wal", False), ("copy.sqlite3", True)):
        file = Path(settings.DATA_DIR, kept)
        file.write_text("Quaxi Probe")
        try:
            assert found(["Quaxi Probe"]) == ({"Quaxi Probe"} if is_ours else set())
        finally:
            file.unlink()


@pytest.fixture
def names() -> list[str]:
    """Plant names in a database that keeps what was deleted, as SQLite does unless it was built otherwise."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = OFF")
    made = world.event()
    world.settle(made)
    # The book is the club's own, and its keepers take people out of it.
    made.entrants.update(person=None)
    return [name for name in world.plant(made) if len(name) > len("Quaxi")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.thorough
@pytest.mark.proof("forgotten")
def test_no_name_is_left_in_any_file_of_the_database(names, prove):
    before = found(names)
    assert len(before) > 40
    (outcome,) = forget_due(now=LATER)
    assert outcome.kept_because == ()
    assert not Tournament.objects.filter(wipe_due=True).exists()
    assert found(names) == set()
    prove(f"{len(before)} names in the files before, 0 after")


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.thorough
def test_while_somebody_plays_the_files_wait_for_the_next_day(names):
    other = factories.tournament(slug="other", entrants=4, ends_on=LATER.date())
    series = factories.running_series(other)
    type(series).objects.filter(pk=series.pk).update(started_at=LATER)
    forget_due(now=LATER)
    assert Tournament.objects.get(slug="cup").wipe_due
    type(series).objects.filter(pk=series.pk).update(status="published")
    forget_due(now=LATER)
    assert found(names) == set()


@pytest.fixture
def other():
    """Another program that is connected to the database."""
    apart = connection.copy()
    yield apart
    apart.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_while_somebody_reads_the_state_from_before_it_is_not_done_and_that_is_known(names, other, monkeypatch, capsys):
    with other.cursor() as reading:
        if connection.vendor == "postgresql":
            monkeypatch.setattr(services, "PATIENCE", 0.3)
            reading.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            reading.execute("SELECT * FROM tables_tournament")
            forget_due(now=LATER)
            assert Tournament.objects.filter(wipe_due=True).exists()
            assert found(names)
        else:
            # A reader of SQLite keeps others from writing: this one came when the names were deleted.
            connection.cursor().execute("PRAGMA busy_timeout = 100")
            reading.execute("BEGIN")
            reading.execute("SELECT * FROM tables_tournament")
            assert wipe() is False
        reading.execute("COMMIT")
    monkeypatch.setattr(services, "PATIENCE", 600.0)
    forget_due(now=LATER)
    assert not Tournament.objects.filter(wipe_due=True).exists()
    assert found(names) == set()
    call_command("forget", "--wipe")
    assert capsys.readouterr().out == "The database is written anew.\n"


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL keeps common values beside the tables")
def test_who_began_to_read_while_the_tables_were_written_anew_keeps_their_common_values(names, other, monkeypatch):
    tables = services._tables()
    forget_event(tournament_id=Tournament.objects.get(slug="cup").pk, by=None, now=LATER)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    monkeypatch.setattr(services, "PATIENCE", 0.3)
    with other.cursor() as reading:

        def begin_to_read() -> list[str]:
            reading.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            reading.execute("SELECT 1")
            return tables

        monkeypatch.setattr(services, "_tables", begin_to_read)
        assert wipe() is False
        reading.execute("COMMIT")
    monkeypatch.setattr(services, "_tables", lambda: tables)
    monkeypatch.setattr(services, "PATIENCE", 600.0)
    assert wipe() is True
    assert found(names) == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_within_a_transaction_nothing_is_wiped_and_that_is_said():
    with transaction.atomic():
        assert wipe() is False

"""Six months after an event its names go; results, numbers and the chain stay."""

import json
from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors.verification import verified
from scoring.privacy.services.forgetting import forget_due, forget_event, still_open
from scoring.results.selectors import standings
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tables.tournaments.services.turns import EventForgotten
from tests.privacy import world
from tests.privacy.world import LATER
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


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


@pytest.mark.proof("forgotten")
def test_no_name_is_left_in_any_table_and_chain_and_totals_verify(settled, prove):
    names = world.plant(settled)
    assert not verified(settled).discrepancies
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
    call_command("verify", settled.slug)
    prove(f"{len(names)} names planted, 0 left in {len(texts)} tables; chain, draws and totals as before")


def _in(text: str, name: str) -> bool:
    return name in text or json.dumps(name)[1:-1] in text


def test_names_stay_while_something_is_open_and_it_is_said_what(made):
    waiting = still_open(made)
    assert {part.split()[0] for part in waiting} == {"appeal", "objection", "query"}
    (outcome,) = forget_due(now=LATER)
    assert outcome.kept_because == waiting
    made.refresh_from_db()
    assert made.forgotten_at is None
    assert made.entrants.get(number=1).name == "Quaxinda Nr1"


@pytest.mark.parametrize("ends_on", [date(2026, 5, 16), date(2026, 8, 31)])
def test_names_stay_for_six_months_to_the_day_and_go_the_day_after(ends_on):
    made = factories.tournament(entrants=3, ends_on=ends_on)
    last = {date(2026, 5, 16): date(2026, 11, 16), date(2026, 8, 31): date(2027, 2, 28)}[ends_on]
    noon = EVENING - timedelta(hours=7) + (last - date(2026, 5, 16))
    assert forget_due(now=noon) == ()
    assert [one.tournament.pk for one in forget_due(now=noon + timedelta(days=1))] == [made.pk]
    assert not made.entrants.exclude(name="").exists()


def test_a_direction_may_keep_names_longer_and_not_shorter():
    made = factories.tournament(entrants=3, kept_until=date(2027, 5, 16))
    assert forget_due(now=LATER) == ()
    with pytest.raises(Refused, match="kept-until"):
        forget_event(tournament_id=made.pk, by=None, now=LATER)
    Tournament.objects.update(kept_until=date(2026, 6, 1))
    assert forget_due(now=EVENING + timedelta(days=30)) == ()
    assert len(forget_due(now=LATER)) == 1


def test_it_is_done_once_and_says_so_in_the_journal(settled):
    assert len(forget_due(now=LATER)) == 1
    assert forget_due(now=LATER) == ()
    forget_event(tournament_id=settled.pk, by=None, now=LATER)
    assert JournalEntry.objects.filter(action="event.forgotten").count() == 1


@pytest.mark.thorough
def test_nobody_writes_into_a_forgotten_event(director, settled):
    entrant, change = settled.entrants.get(number=1), {"act": "change", "name": "Wieder Da"}
    page = f"/t/{settled.slug}/office/entrants/1/"
    seen = seen_at(director, page, change)
    assert [one.kept_because for one in forget_due(now=LATER)] == [()]
    with pytest.raises(EventForgotten):
        registration.withdraw(entrant_id=entrant.pk, by=factories.user(), now=LATER)
    answer = director.post(page, seen | change)
    assert answer.status_code == 410
    assert "Nothing changes here any more" in answer.content.decode()
    assert not Entrant.objects.filter(name="Wieder Da").exists()


def test_the_old_start_card_opens_nothing_and_other_events_stay_as_they_are(client, settled):
    other = factories.tournament(slug="other", entrants=3, ends_on=LATER.date())
    key, kept = settled.entrants.get(number=1).key, other.entrants.get(number=1)
    forget_due(now=LATER)
    assert client.get(f"/p/{key}/").status_code == 404
    kept.refresh_from_db()
    assert (kept.name, kept.key) == ("Spieler 1", other.entrants.get(number=1).key)
    assert kept.name == "Spieler 1"


def test_club_mates_stay_together_under_a_stand_in(settled):
    before = dict(settled.entrants.values_list("number", "club"))
    forget_due(now=LATER)
    after = dict(settled.entrants.values_list("number", "club"))
    assert set(after.values()) == {"Club 1", "Club 2", "Club 3"}
    for one, other in pairwise(sorted(before)):
        assert (before[one] == before[other]) == (after[one] == after[other])


class TestCommand:
    def test_says_beforehand_what_it_would_do_and_does_nothing(self, made, capsys, monkeypatch):
        monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
        call_command("forget", "--dry-run")
        assert "names would stay, this is still open: appeal 1" in capsys.readouterr().out
        world.settle(made)
        call_command("forget", "--dry-run")
        assert "names of 12 entrants would be taken out" in capsys.readouterr().out
        assert made.entrants.exclude(name="").count() == 12

    def test_refuses_an_event_too_early_and_one_that_is_not_there(self, made, monkeypatch):
        monkeypatch.setattr("django.utils.timezone.now", lambda: EVENING)
        with pytest.raises(CommandError, match="kept until 2026-11-16"):
            call_command("forget", "--slug", made.slug)
        with pytest.raises(CommandError, match="no tournament"):
            call_command("forget", "--slug", "nowhere")

    def test_forgets_what_is_due_and_verify_finds_nothing(self, settled, capsys, monkeypatch):
        monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
        call_command("forget")
        call_command("verify")
        assert f"{settled.slug}: names taken out" in capsys.readouterr().out

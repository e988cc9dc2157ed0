"""A table is kept thirty days, or taken along; then nothing of it is left."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from scoring.disputes.services.objections import raise_objection
from scoring.history.selectors.verification import verified
from scoring.privacy.selectors.register import REGISTER
from scoring.privacy.services.forgetting import forget_due
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.retention import keep_until
from tables.tournaments.services.withdrawing import delete_pub_tables
from tests.scoring.pub.evening import ENGLISH, HALF, NOW, opened, play
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db

LAST = NOW + timedelta(days=30)
AFTER = NOW + timedelta(days=31)


@pytest.fixture
def table():
    made = opened(stake=HALF)
    play(made, [(1, GRAND), (2, GRAND_LOST)])
    return made


def left_of(tournament: Tournament) -> dict[str, int]:
    counts = {
        label: apps.get_model(label)._base_manager.filter(**{held.of: tournament.pk}).count()
        for label, held in REGISTER.items()
        if held.of
    }
    return {label: count for label, count in counts.items() if count}


def test_it_says_until_when(table):
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table.key}/")
    assert keep_until(table.series.tournament) == timezone.localdate(LAST)
    said = client.get(f"/t/{table.series.tournament.slug}/series/1/table/1/others/").content.decode()
    assert date_format(keep_until(table.series.tournament), "SHORT_DATE_FORMAT") in said


def test_on_the_thirtieth_day_it_is_there(table):
    assert forget_due(now=LAST) == ()
    assert table.series.tournament.entrants.filter(name="Anna Abend").exists()


def test_after_it_nothing_is_left(table):
    tournament = table.series.tournament
    factories.tournament(entrants=4, starts_on=timezone.localdate(NOW), ends_on=timezone.localdate(NOW))
    (outcome,) = forget_due(now=AFTER)
    assert outcome.tournament == tournament
    assert not tournament.entrants.exclude(name="").exists()
    # A test is one transaction, in which no database is wiped.
    Tournament.objects.update(wipe_due=False)
    assert forget_due(now=AFTER) == ()
    assert not left_of(tournament)
    assert Tournament.objects.get().slug == "cup"
    assert Client().get(f"/l/{table.key}/").status_code == 404


def test_names_go_first_and_the_rest_when_the_database_is_wiped(table):
    """What was deleted lies in the free room of a database until it is wiped: no name is deleted, but taken out."""
    tournament = table.series.tournament
    Tournament.objects.filter(pk=tournament.pk).update(forgotten_at=NOW, wipe_due=True)
    assert delete_pub_tables() == 0
    Tournament.objects.filter(pk=tournament.pk).update(wipe_due=False)
    assert delete_pub_tables() == 1


def test_an_event_that_was_forgotten_stays(table):
    made = factories.tournament(entrants=4)
    Tournament.objects.filter(pk=made.pk).update(forgotten_at=NOW)
    assert delete_pub_tables() == 0


def test_an_objection_keeps_no_names(table):
    """There is nobody who could answer it."""
    row = table.game_list
    raise_objection(
        series_id=table.series_id, list_id=row.pk, place=1, text="It was my game.", entry_key=uuid4(), by=None, now=NOW
    )
    (outcome,) = forget_due(now=AFTER)
    assert outcome.kept_because == ()


def test_what_was_played_verifies(table):
    assert not verified(table.series.tournament).discrepancies

"""Names of a season: kept as long as it needs them, gone six months after it, and told to whom they are about."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client

from scoring.privacy.selectors import personal
from scoring.privacy.services.forgetting import forget_due
from scoring.season.models import SeasonMember
from scoring.season.selectors.played import year_of
from scoring.season.selectors.seasons import members_of
from scoring.season.services import belonging, competitions, seasons
from scoring.season.services.seasons import SeasonDetails
from tables.acts.services.refusals import Refused
from tables.clubs.services import books
from tables.journal.models import JournalEntry
from tables.journal.wording.acts import journal_line
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.retention import keep_until
from tests import factories
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

IN_AUTUMN = datetime(2026, 9, 1, tzinfo=UTC)
AFTERWARDS = datetime(2027, 7, 2, tzinfo=UTC)
"""More than six months after the last day of the year."""


def test_an_event_keeps_its_names_as_long_as_the_season_needs_them():
    season = club_years.played(evenings=1)
    event = Tournament.objects.get()

    assert keep_until(event) == date(2027, 6, 30)
    forget_due(now=IN_AUTUMN)
    event.refresh_from_db()
    assert event.forgotten_at is None
    acts = [journal_line(line) for line in JournalEntry.objects.filter(action__startswith="season.")]
    assert acts == [
        f"For the season “{season.slug}” names are kept until 30 Jun 2027",
        f"Counts in the season “{season.slug}”",
    ]


def test_a_season_that_ends_later_keeps_them_longer():
    season = club_years.played(evenings=1)
    details = SeasonDetails(name=season.name, starts_on=season.starts_on, ends_on=date(2027, 1, 31))

    seasons.change_season(season_id=season.pk, details=details, by=factories.user(), now=EVENING)

    assert keep_until(Tournament.objects.get()) == date(2027, 7, 31)


@pytest.mark.thorough
def test_six_months_after_it_members_and_names_are_gone_and_nothing_changes():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    made = club_years.competition(season)
    released = competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

    forget_due(now=AFTERWARDS)

    season.refresh_from_db()
    assert season.forgotten_at == AFTERWARDS
    assert not SeasonMember.objects.exists()
    page = Client(headers={"accept-language": "en"}).get(f"/seasons/{season.slug}/").content.decode()
    assert "its names were taken out" in page
    assert "Anna" not in page
    assert "Anna" not in str(released.table)
    with pytest.raises(Refused, match="season-forgotten"):
        belonging.add_members(season_id=season.pk, people=[anna.pk], now=AFTERWARDS)


def test_done_twice_it_counts_once():
    season = club_years.played(evenings=1)
    forget_due(now=AFTERWARDS)
    forget_due(now=datetime(2028, 1, 1, tzinfo=UTC))

    season.refresh_from_db()
    assert season.forgotten_at == AFTERWARDS


def test_a_person_is_told_where_they_are_a_member_and_where_they_stood():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    competitions.release_table(competition_id=club_years.competition(season).pk, by=factories.user(), now=EVENING)

    told = personal.of_person(anna)

    assert [one["season"] for one in told["scoring.SeasonMember"]] == [season.name]
    (stood,) = told["scoring.SeasonRelease"]
    assert (stood["season"], stood["player"]) == (season.slug, anna.pk)


def test_whoever_is_out_of_the_book_is_no_member_any_more():
    season = club_years.played()
    anna = club_years.person("Anna Ast")
    belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)

    books.remove_person(club_id=season.club_id, person_id=anna.pk, by=factories.user(), now=EVENING)

    assert not season.members.exists()


def test_a_member_who_was_in_the_book_twice_stays_one_when_both_are_merged():
    season = club_years.played()
    anna, double = club_years.person("Anna Ast"), club_books.person(season.club, "Anna Ast-Neu")
    belonging.add_members(season_id=season.pk, people=[double.pk], now=EVENING)
    books.merge(club_id=season.club_id, stays=anna.pk, goes=[double.pk], by=factories.user(), now=EVENING)

    assert [one.pk for one in members_of(season)] == [anna.pk]
    assert year_of(season).members == {anna.pk}
    with pytest.raises(Refused, match="member-already"):
        belonging.add_members(season_id=season.pk, people=[anna.pk], now=EVENING)
    belonging.remove_member(season_id=season.pk, person_id=anna.pk)
    assert not season.members.exists()


def test_an_event_taken_out_of_a_season_says_so_in_its_journal():
    season = club_years.played(evenings=1)
    event = Tournament.objects.get()

    for _ in range(2):
        belonging.remove_event(season_id=season.pk, tournament_id=event.pk, by=factories.user(), now=EVENING)

    assert JournalEntry.objects.filter(tournament=event, action="season.left").count() == 1
    assert not season.entries.exists()


def test_an_event_of_another_club_is_refused():
    season = club_years.season()
    other = club_years.evening(club_books.club("Die Maurer"), "fremd")

    with pytest.raises(Refused, match="not-of-this-club"):
        club_years.with_events(season, other)

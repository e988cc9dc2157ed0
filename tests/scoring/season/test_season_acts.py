"""What the services of a season refuse, each by its code, and what they tell the journals of its events."""

from dataclasses import replace
from datetime import date

import pytest

from scoring.season.services import belonging, competitions, seasons
from scoring.season.services.competitions import Terms
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def told(event):
    """Return what the journal of an event tells of seasons: act and facts, in order."""
    lines = JournalEntry.objects.filter(tournament=event, action__startswith="season.").order_by("number")
    return [(line.action, line.data) for line in lines]


class TestSeasons:
    def test_of_one_name_there_is_one_in_a_club(self):
        first = club_years.season()

        with pytest.raises(Refused, match="season-exists"):
            club_years.season(first.club, name="KLUBMEISTERSCHAFT 2026")

        assert club_years.season(club_books.club("Die Maurer")).slug == "klubmeisterschaft-2026-2"

    def test_none_ends_before_it_begins(self):
        with pytest.raises(Refused, match="season-ends-first"):
            club_years.season(ends_on=date(2025, 12, 31))

    def test_are_so_many_at_most(self, monkeypatch):
        monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
        first = club_years.season()

        with pytest.raises(Refused, match="too-many-seasons"):
            club_years.season(first.club, name="Klubmeisterschaft 2027")

    def test_one_with_a_released_table_is_not_deleted_nor_is_its_competition(self):
        season = club_years.played(evenings=1)
        made = club_years.competition(season)
        competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="season-released"):
            seasons.delete_season(season_id=season.pk, by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="season-released"):
            competitions.delete_competition(competition_id=made.pk)

        assert season.competitions.get() == made


class TestEvents:
    def test_their_journals_tell_that_they_count_and_how_long_names_are_kept(self):
        season = club_years.season()
        event = club_years.evening(season.club, "abend")

        club_years.with_events(season, event)

        assert [(act, facts["season"]) for act, facts in told(event)] == [
            ("season.kept", season.slug),
            ("season.joined", season.slug),
        ]
        assert told(event)[0][1]["kept_until"] == "2027-06-30"

    def test_leave_a_season_that_is_deleted(self):
        season = club_years.played(evenings=1)
        event = season.entries.get().tournament

        seasons.delete_season(season_id=season.pk, by=factories.user(), now=EVENING)

        act, facts = told(event)[-1]
        assert (act, facts["season"]) == ("season.left", season.slug)

    def test_count_once(self):
        season = club_years.played(evenings=1)
        event = season.entries.get().tournament
        before = told(event)

        with pytest.raises(Refused, match="event-in-season"):
            club_years.with_events(season, event)

        assert told(event) == before

    def test_are_within_it_when_they_join_and_when_its_days_change(self):
        season = club_years.played(evenings=1)
        late = club_years.evening(season.club, "silvester", day=date(2027, 1, 1), closed=0)
        later = replace(club_years.YEAR, starts_on=date(2026, 1, 15))

        with pytest.raises(Refused, match="event-outside-season"):
            belonging.add_events(season_id=season.pk, tournaments=[late.pk], by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="event-outside-season"):
            seasons.change_season(season_id=season.pk, details=later, by=factories.user(), now=EVENING)

        season.refresh_from_db()
        assert (season.starts_on, season.entries.count()) == (date(2026, 1, 1), 1)


class TestCompetitions:
    def test_of_one_name_there_is_one_in_a_season(self):
        season = club_years.season()
        club_years.competition(season)
        other = club_years.competition(season, "Schnitt", "average")

        with pytest.raises(Refused, match="competition-exists"):
            club_years.competition(season, "SUMME")
        with pytest.raises(Refused, match="competition-exists"):
            competitions.change_competition(competition_id=other.pk, terms=Terms(name="summe", count="average"))

        assert [one.name for one in season.competitions.all()] == ["Summe", "Schnitt"]

    def test_are_so_many_at_most(self, monkeypatch):
        monkeypatch.setattr(competitions, "MOST_COMPETITIONS", 1)
        season = club_years.season()
        club_years.competition(season)

        with pytest.raises(Refused, match="too-many-competitions"):
            club_years.competition(season, "Schnitt", "average")

    def test_limit_a_group_by_a_number_and_a_number_by_a_group(self):
        season = club_years.season()

        with pytest.raises(Refused, match="group-needs-a-number"):
            club_years.competition(season, grouping="month")
        with pytest.raises(Refused, match="number-needs-a-group"):
            club_years.competition(season, best_of_group=2)

        assert not season.competitions.exists()

    def test_keep_the_rule_by_which_a_table_was_released(self):
        made = club_years.competition(club_years.played(evenings=1))
        competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

        with pytest.raises(Refused, match="rule-released"):
            competitions.change_competition(competition_id=made.pk, terms=Terms(name="Summe", count="average"))

        made.refresh_from_db()
        assert made.count == "sum"

    def test_release_no_empty_table(self):
        made = club_years.competition(club_years.season())

        with pytest.raises(Refused, match="nothing-to-release"):
            competitions.release_table(competition_id=made.pk, by=factories.user(), now=EVENING)

        assert not made.releases.exists()

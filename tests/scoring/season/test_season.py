"""What the services of a season refuse, each by its code, and what they tell the journals of its events.

The calendar of a season: events, plans, holidays of the Land; as the year before; for other calendars.
The page of a season says what the program for anybody says of the same evenings, as the events' own pages are.
"""

import csv
import io
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction

import icalendar
import pytest
from django.test import Client

from scoring.results.selectors.standings import standings
from scoring.season.models import PlannedEvening, Season, SeasonMember
from scoring.season.selectors.calendar import days_like
from scoring.season.services import belonging, competitions, planning, seasons
from scoring.season.services.competitions import Terms
from scoring.season.table import table_of
from simulation.event import simulate
from simulation.scenario import Entry, Scenario
from tables.acts.services.refusals import Refused
from tables.clubs.models import Club
from tables.clubs.services import book_entrants
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.season import club_years
from tests.scoring.season.club_years import PAGE
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered
from tests.tables.clubs import club_books
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


def told(event):
    """Return what the journal of an event tells of seasons: act and facts, in order."""
    lines = JournalEntry.objects.filter(tournament=event, action__startswith="season.").order_by("number")
    return [(line.action, line.data) for line in lines]


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


DAYS = f"{PAGE}calendar/"


def plan(day: str, every: int = 0, name: str = "Klubabend") -> dict[str, object]:
    """Return the form of a plan as it is sent."""
    return {"act": "plan", "name": name, "day": day, "every": every}


def test_what_is_on_which_day_with_the_holidays_of_the_land(keeper, visitor):
    club_years.played(evenings=1)
    assert keeper.post(DAYS, {"act": "land", "land": "BY"}).status_code == 302
    keeper.post(DAYS, plan("2026-05-14"))
    keeper.post(DAYS, plan("2026-05-15"))

    page = text(visitor.get(DAYS))

    assert "Abend abend-1" in page
    assert "Ascension Day" in page
    assert "Corpus Christi" in page
    assert page.index("Klubabend") < page.index("Ascension Day") < page.rindex("Klubabend")
    keeper.post(DAYS, {"act": "land", "land": ""})
    assert "Ascension Day" not in text(visitor.get(DAYS))


def test_every_two_weeks_to_the_end_of_the_season(keeper):
    club_years.season()

    assert keeper.post(DAYS, plan("2026-11-18", every=2)).status_code == 302
    keeper.post(DAYS, plan("2026-11-18", every=2))

    assert [one.day for one in PlannedEvening.objects.all()] == [
        date(2026, 11, 18),
        date(2026, 12, 2),
        date(2026, 12, 16),
        date(2026, 12, 30),
    ]
    first = PlannedEvening.objects.first()
    for _twice in range(2):
        assert keeper.post(DAYS, {"act": "cancel", "number": first.pk}).status_code == 302
    assert PlannedEvening.objects.count() == 3


def test_as_the_year_before_on_the_same_weekdays(keeper):
    before = club_years.played(evenings=2)
    after = club_years.season(before.club, name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))

    assert days_like(after, before) == [(date(2027, 1, 13), "Abend abend-1"), (date(2027, 1, 20), "Abend abend-2")]
    page = f"/seasons/{after.slug}/calendar/"
    assert keeper.post(page, {"act": "like", "season": before.pk}).status_code == 302
    assert {one.day.weekday() for one in after.planned.all()} == {2}
    with pytest.raises(Refused, match="nothing-to-copy"):
        planning.plan_like(season_id=before.pk, before_id=after.pk, now=EVENING)


def test_an_event_takes_the_place_of_its_plan_in_every_calendar(visitor):
    season = club_years.played(evenings=1)
    days = [(date(2026, 1, 14), "Klubabend"), (date(2026, 12, 2), "Klubabend")]
    planning.plan_evenings(season_id=season.pk, days=days, now=EVENING)

    found = icalendar.Calendar.from_ical(visitor.get(f"{PAGE}events.ics").content)

    planned = [one for one in found.walk("VEVENT") if str(one["summary"]) == "Klubabend"]
    assert [one["dtstart"].dt for one in planned] == [date(2026, 12, 2)]
    assert text(visitor.get(DAYS)).count("Klubabend") == 1


def test_what_cannot_be_planned(keeper, visitor, monkeypatch):
    season = club_years.season()

    answer = keeper.post(DAYS, plan("2027-02-01"))
    assert answer.status_code == 422
    assert "is not within the season" in text(answer)
    assert 'value="2027-02-01"' in answer.content.decode()
    with pytest.raises(Refused, match="day-outside-season"):
        planning.plan_evenings(season_id=season.pk, days=[(date(2025, 1, 1), "x")], now=EVENING)
    monkeypatch.setattr(planning, "MOST_PLANNED", 1)
    days = [(date(2026, 3, day), "x") for day in (1, 2)]
    with pytest.raises(Refused) as refused:
        planning.plan_evenings(season_id=season.pk, days=days, now=EVENING)
    assert refused.value.code == "too-many-planned"
    assert visitor.post(DAYS, plan("2026-03-01")).status_code == 302
    assert not PlannedEvening.objects.exists()


EVENINGS, PLAYERS, SERIES = 3, 14, 2


RULES = {
    "sum": ({"count": "sum"}, {"count": "sum"}),
    "average": ({"count": "average", "minimum": 5, "absent": 300}, {"count": "average", "minimum": 5, "absent": 300}),
    "best": (
        {"count": "best", "best": 3, "minimum": 4, "bonus": [[5, 500]]},
        {"count": "best", "n": 3, "minimum": 4, "bonus": [[5, 500]]},
    ),
    "places": ({"count": "places", "points": [10, 8, 6, 4]}, {"count": "places", "points": [10, 8, 6, 4]}),
    "guests": ({"count": "sum", "guests": True}, {"count": "sum", "guests": True}),
}


"""Each rule as the season has it, and as the program reads it."""


@remembered
def simulated() -> Season:
    """Return a season of three evenings as the simulation plays them; of the book four of five are members."""
    days = [EVENING + timedelta(days=7 * at) for at in range(EVENINGS)]
    events = [_event(day, seed=str(at)) for at, day in enumerate(days)]
    club = Club.objects.get()
    for event in events:
        book_entrants.take_over(club_id=club.pk, tournament_id=event.pk, by=factories.user(), now=EVENING)
    made = club_years.with_events(club_years.season(club), *events)
    SeasonMember.objects.bulk_create(
        SeasonMember(season=made, person=one, added_at=EVENING)
        for at, one in enumerate(club.people.filter(merged_into=None).order_by("pk"))
        if at % 5
    )
    return made


def _event(day: datetime, *, seed: str) -> Tournament:
    scenario = Scenario(
        players=PLAYERS, series=SERIES, rounds=2, seed=seed, played=(1.0,) * SERIES, entry=Entry.LISTS, begins=day
    )
    return simulate(scenario, director=factories.user(), judge=("richter", "x" * 12), progress=lambda _deals: None)


def evenings_of(season: Season) -> list[dict[str, object]]:
    """Return what the events' own standings say, as the program reads it."""
    found = []
    for entry in season.entries.select_related("tournament").order_by("tournament__starts_on"):
        event = entry.tournament
        people = dict(Entrant.objects.filter(tournament=event).values_list("pk", "person_id"))
        lists = [
            {"number": people[line.entrant.pk], "total": line.total, "won": line.won, "lost": line.lost}
            for series in event.series.order_by("number")
            for line in standings(event, only=series).lines
            if people[line.entrant.pk]
        ]
        found.append({"date": event.starts_on.isoformat(), "lists": lists})
    return found


@pytest.mark.database
@pytest.mark.parametrize("name", RULES)
def test_page_and_program_say_the_same(name):
    season = simulated()
    terms, rule = RULES[name]
    club_years.competition(season, name, **terms)
    members = sorted(season.members.values_list("person_id", flat=True))

    page = Client().get(f"/seasons/{season.slug}/").context["listing"].table
    told = table_of({"rule": rule, "evenings": evenings_of(season), "members": members})["table"]

    shown = [
        {
            "place": row.place,
            "number": row.player.number,
            "value": str(Fraction(row.value)),
            "ranked": row.account.ranked,
        }
        for row in page.rows
    ]
    assert len(shown) >= PLAYERS / 2
    assert shown == told


@pytest.mark.database
def test_file_and_interface_say_what_the_page_says():
    season = simulated()
    club_years.competition(season, "alles", "best", best=3, minimum=4, guests=True)
    page = Client().get(f"/seasons/{season.slug}/").context["listing"].table

    content = Client(headers={"accept-language": "en"}).get(f"/seasons/{season.slug}/table.csv").content
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    items = Client().get(f"/api/v1/seasons/{season.slug}/competitions/1/").json()["items"]

    told = [(row.place, row.player.name, str(row.value)) for row in page.rows]
    assert [(int(row[0]) if row[0] else None, row[1], row[3]) for row in rows[1:]] == told
    assert [(one["place"], one["name"], one["value"]) for one in items] == told
    for row, line in zip(page.rows, rows[1:], strict=True):
        evenings = [int(cell) for cell in line[7 : 7 + EVENINGS] if cell]
        assert sum(evenings) == row.value
        assert line[7 + EVENINGS].count("(") == len(row.account.dropped)


@pytest.mark.database
def test_everything_that_was_played_stands_in_a_cell():
    season = simulated()
    club_years.competition(season, "alles", "best", best=2, guests=True)

    page = Client().get(f"/seasons/{season.slug}/").context["listing"].table

    for row in page.rows:
        cells = [cell for cells in row.cells.values() for cell in cells]
        assert len(cells) == row.account.lists
        assert sum(cell.points for cell in cells if cell.dropped is None) == row.value

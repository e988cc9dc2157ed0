"""The page of a season says what the program for anybody says of the same evenings, as the events' own pages are."""

import csv
import io
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from django.test import Client

from scoring.results.selectors.standings import standings
from scoring.season.models import Season, SeasonMember
from scoring.season.table import table_of
from simulation.event import simulate
from simulation.scenario import Entry, Scenario
from tables.clubs.models import Club
from tables.clubs.services import book_entrants
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.database]

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


def test_everything_that_was_played_stands_in_a_cell():
    season = simulated()
    club_years.competition(season, "alles", "best", best=2, guests=True)

    page = Client().get(f"/seasons/{season.slug}/").context["listing"].table

    for row in page.rows:
        cells = [cell for cells in row.cells.values() for cell in cells]
        assert len(cells) == row.account.lists
        assert sum(cell.points for cell in cells if cell.dropped is None) == row.value

"""The page of a year of 40 evenings and 40 players against the same sums in SQL, written with f-strings."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from html import escape
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.measure import Benchmark
from benchmarks.world import MORNING
from scoring.lists.models import GameListRow, SeatResult
from scoring.season.listings import YearListing
from scoring.season.models import Competition, Season, SeasonEvent
from scoring.season.selectors.played import year_of
from scoring.season.selectors.tables import table_of
from tables.clubs.models import Club, Person
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.seating.chance import Chance
from tables.tournaments.models import Series, Tournament

EVENINGS, PLAYERS, SERIES, SEATS = 40, 40, 2, 4
GOAL = 4.0
LISTS = """
    SELECT p.id, p.name, t.id, r.performance - r.penalty AS points, r.won, r.lost,
           ROW_NUMBER() OVER (PARTITION BY p.id ORDER BY r.performance - r.penalty DESC, r.won DESC, r.lost) AS rank
    FROM scoring_seasonevent AS x
    JOIN tables_tournament AS t ON t.id = x.tournament_id
    JOIN tables_series AS s ON s.tournament_id = t.id AND s.status = 'closed'
    JOIN tables_seat AS c ON c.series_id = s.id
    JOIN tables_entrant AS e ON e.id = c.entrant_id AND e.excluded_at IS NULL AND NOT e.fills_in
    JOIN tables_person AS p ON p.id = e.person_id
    LEFT JOIN scoring_seatresult AS r ON r.seat_id = c.id
    WHERE x.season_id = %s
    ORDER BY t.starts_on, s.number
"""
BEST = 60


def benchmarks() -> Iterator[Benchmark]:
    """Yield the table alone, then its page."""
    competition = _season()
    anchor = _by_hand(competition)
    yield Benchmark(name="year table, 40 x 40", subject=lambda: _rows(competition), anchor=anchor, goal=GOAL)
    client, address = Client(), reverse("scoring:season", args=[competition.season.slug])
    assert client.get(address).content.count(b"<tr>") == PLAYERS + 1
    yield Benchmark(name="year page, 40 x 40", subject=lambda: client.get(address), anchor=anchor, goal=GOAL)


def _rows(competition: Competition) -> str:
    return YearListing(table_of(competition, year_of(competition.season))).body


def _by_hand(competition: Competition) -> Callable[[], str]:
    def written() -> str:
        with connection.cursor() as cursor:
            cursor.execute(LISTS, [competition.season_id])
            lists = cursor.fetchall()
        totals: dict[int, list[int]] = {}
        cells: dict[tuple[int, int], list[str]] = {}
        names: dict[int, str] = {}
        events: dict[int, None] = {}
        for person, name, event, points, won, lost, rank in lists:
            names[person], events[event] = name, None
            counts = rank <= BEST
            total = totals.setdefault(person, [0, 0, 0])
            if counts:
                total[0] -= points
                total[1] -= won
                total[2] += lost
            cells.setdefault((person, event), []).append(f"{points}" if counts else f"<s>{points}</s>")
        return "".join(
            f"<tr><td>{place}</td><th>{escape(names[person])}</th><td>{-total[0]}</td>"
            + "".join(f"<td>{'<br>'.join(cells.get((person, event), ()))}</td>" for event in events)
            + f"<td>{-total[1]}</td><td>{total[2]}</td></tr>"
            for place, (person, total) in enumerate(sorted(totals.items(), key=lambda one: one[1]), start=1)
        )

    return written


def _season() -> Competition:
    """Return a competition over 40 evenings of 40 players, two lists each, of which the best 60 count."""
    club = Club.objects.create(slug="bench", name="Bench", created_at=MORNING)
    people = Person.objects.bulk_create(
        Person(club=club, name=f"Spieler Nummer{n}", added_at=MORNING) for n in range(1, PLAYERS + 1)
    )
    first = date(2026, 1, 7)
    season = Season.objects.create(
        club=club,
        slug="year",
        name="Jahr",
        starts_on=first,
        ends_on=first + timedelta(days=365),
        entry_key=uuid4(),
        created_at=MORNING,
    )
    chance = Chance("bench", purpose="year page")
    for evening in range(EVENINGS):
        _evening(season, club, people, first + timedelta(weeks=evening), chance)
    return Competition.objects.create(
        season=season, number=1, name="Beste", count="best", best=BEST, entry_key=uuid4(), made_at=MORNING
    )


def _evening(season: Season, club: Club, people: list[Person], day: date, chance: Chance) -> None:
    event = Tournament.objects.create(
        slug=f"evening-{day}", name=f"Abend {day}", place="Bench", organiser="Bench", club=club,
        starts_on=day, ends_on=day, created_at=MORNING,
    )  # fmt: skip
    SeasonEvent.objects.create(season=season, tournament=event, added_at=MORNING)
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=event, number=number, name=one.name, person=one, registered_at=MORNING)
        for number, one in enumerate(people, start=1)
    )
    for number in range(1, SERIES + 1):
        series = Series.objects.create(
            tournament=event, number=number, status=Series.Status.CLOSED, closed_at=MORNING, secret=f"{number:032x}"
        )
        for at in range(0, PLAYERS, SEATS):
            table = Table.objects.create(series=series, number=at // SEATS + 1, size=SEATS)
            row = GameListRow.objects.create(table=table, rounds=12)
            seats = Seat.objects.bulk_create(
                Seat(series=series, table=table, place=place, entrant=entrants[at + place - 1])
                for place in range(1, SEATS + 1)
            )
            SeatResult.objects.bulk_create(
                SeatResult(
                    game_list=row,
                    seat=seat,
                    performance=chance.below(1800) - 200,
                    won=chance.below(16),
                    lost=chance.below(5),
                )
                for seat in seats
            )

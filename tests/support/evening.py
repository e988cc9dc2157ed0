"""An evening as real as a hall: what was played and done, as it stands in the files beside the event of fourteen.

Three series of the event of fourteen, then a fourth at play: hidden names, a substitute, a penalty, a series at zero,
a player expelled, one withdrawn, lots, a list put right, one accepted short, an objection decided and one open, an
appeal. What every column of every export has to say of it is worked out beside it, see ``tests/reference/README.md``.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from scoring.disputes.models import Appeal, Measure, ResultQuery
from scoring.disputes.services import appeals, objections, queries
from scoring.disputes.services.rulings import Draft
from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.totals import Totals
from scoring.signing import services as signing
from tables import seating
from tables.clubs.models import Club, ClubKeeper, Person
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series, Tournament
from tests.reference import files
from tests.reference.files import Row, played, rows
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.classes_of_every_event import codes_in
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

ENTRANTS = rows("evening_entrants.csv")
NUMBER = {row["name"]: int(row["number"]) for row in ENTRANTS}
TABLES = files.TABLES | {
    (int(row["series"]), int(row["table"])): [row[f"seat_{n}"] for n in range(1, 5) if row[f"seat_{n}"]]
    for row in rows("evening_seats.csv")
}

REPLACED = ("first entered", "before the appeal", "before the correction", "before the ruling", "taken back")
"""What an entry is called that does not count."""

BECAUSE = {
    "first entered": "Schneider vergessen",
    "before the appeal": "Es waren nur zwei Spitzen.",
    "before the correction": "Pik war mit einem",
    "": "Pik war mit zweien",
    "before the ruling": "Vom Tisch bestätigt",
    "taken back": "Karten falsch verteilt",
}
"""Why an entry was replaced by another."""


def at(series: int, minutes: int = 0) -> datetime:
    """Return a moment of a series: each begins an hour after the one before it."""
    return EVENING + timedelta(hours=series, minutes=minutes)


def versions(series: int, table: int) -> dict[int, list[Row]]:
    """Return everything that was ever entered for each deal of a table; the last one counts."""
    found: dict[int, list[Row]] = defaultdict(list)
    for row in (*files.DEALS, *rows("evening_deals.csv")):
        if (row["series"], row["table"]) == (str(series), str(table)):
            found[int(row["deal"])].append(row)
    for several in found.values():
        # What was replaced comes first; what a correction made of it, last.
        several.sort(key=lambda row: (row["entry"] not in REPLACED, row["entry"] != ""))
    return dict(sorted(found.items()))


def as_deal(row: Row) -> Deal:
    """Return a row of the files as the rules want it."""
    names = TABLES[int(row["series"]), int(row["table"])]
    seat = names.index(row["declarer"]) + 1 if row["declarer"] else None
    return Deal(number=int(row["deal"]), declarer=seat, played=played(row))


@remembered
def evening() -> Tournament:
    """Return the event in its fourth series: three are closed."""
    made = _event()
    for number in (1, 2, 3, 4):
        _seat(made, number)
        for table in (one for of, one in TABLES if of == number):
            _play(made, number, table)
        if number < 4:
            lists_series.close_series(
                series_id=made.series.get(number=number).pk, lot_seed="lots", by=factories.user(), now=at(number, 50)
            )
            _AFTER[number](made)
    _in_the_fourth(made)
    return Tournament.objects.get(pk=made.pk)


def _event() -> Tournament:
    made = factories.tournament(
        name="Abend der Fünfzehn",
        direction="Dora Direktorin",
        series=4,
        rounds=1,
        time_limit=90,
        entry_fee="12.50",
        query_window=15,
        ends_on=date(2026, 5, 17),
    )
    factories.judge(made)
    for row in ENTRANTS:
        Entrant.objects.create(
            tournament=made,
            number=int(row["number"]),
            **{name: row[name] for name in ("name", "club", "team", "shown_as", "pseudonym", "source")},
            classes=codes_in(row),
            paid=bool(row["paid"]),
            present=row["number"] != "15",
            registered_at=EVENING - timedelta(minutes=60 - int(row["number"])),
        )
    club = Club.objects.create(slug="sc-herz-dame", name="SC Herz Dame", place="Altenburg", created_at=EVENING)
    ClubKeeper.objects.create(club=club, user=factories.user())
    anna = Person.objects.create(
        club=club, name="Anna Berg", plays_for="Herz Dame", team="Herz 1", classes=["ladies"],
        contact="anna@example.org", shown_as="initials", pseudonym="Herzass", added_at=EVENING - timedelta(days=40),
    )  # fmt: skip
    Person.objects.create(
        club=club, name="Fritz Alt", plays_for="Skat Gera", classes=["seniors"], added_at=EVENING - timedelta(days=30)
    )
    made.entrants.filter(number=1).update(person=anna)
    Tournament.objects.filter(pk=made.pk).update(club=club)
    _rank(made)
    return made


def _rank(made: Tournament) -> None:
    acts = {"by": factories.user(), "now": at(0, 1)}
    for terms in (
        rankings.Terms(kind="ladies", name="Damen", best_of=2),
        rankings.Terms(kind="team", name="Mannschaften", size=3, scaled=True),
        rankings.Terms(kind="club", name="Vereine", size=2),
    ):
        switched = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **acts)
        if switched.kind == "team":
            teams = [
                rankings.Assigned(name="Die Reizenden", members=(1, 2, 3), substitutes=(10,)),
                rankings.Assigned(name="Schneider frei", members=(5, 7, 12)),
                rankings.Assigned(name="Zu zweit", members=(8, 11)),
            ]
            rankings.assign_teams(ranking_id=switched.pk, teams=teams, **acts)


def _seat(made: Tournament, number: int) -> None:
    """Seat a series as its file says, publish it and start it."""
    acts = {"by": factories.user(), "now": at(number)}
    series = made.series.get(number=number)
    tables = [[NUMBER[name] for name in names] for (of, _table), names in TABLES.items() if of == number]
    plan = seating.plan_by_hand([seating.Entrant(number=n) for table in tables for n in table], series=[tables])
    draws.keep_draw([series], plan, by=factories.user(), now=at(number, -9))
    lists_series.publish_series(series_id=series.pk, **acts | {"now": at(number, -6)})
    hall.start_series(series_id=series.pk, **acts)


def _play(made: Tournament, number: int, table: int) -> None:
    row = factories.list_of(made.series.get(number=number), table)
    if typed := files.totals_of(number, table):
        lines = [Totals(**{name: int(one[name]) for name in ("game_points", "won", "lost")}) for one in typed]
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=at(number, 30))
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=at(number, 31 + table))
        return
    for deal, entered in versions(number, table).items():
        _enter(row, entered, now=at(number, 3 * deal + table))
    if (number, table) == (4, 3):
        signing.accept_short(list_id=row.pk, because="Saal muss schließen", by=factories.user(), now=at(4, 20))
    if (number, table) not in {(4, 1), (4, 4)}:
        _sign(row, now=at(number, 40 + table))


def _enter(row: GameListRow, entered: list[Row], *, now: datetime) -> None:
    first, *more = entered
    told = {"list_id": row.pk, "by": factories.user() if row.table.number == 2 else None}
    entry.enter_deal(deal=as_deal(first), entry_key=uuid4(), now=now, **told)
    because, later = BECAUSE[first["entry"]] if more else "", now + timedelta(minutes=1)
    if first["entry"] == "first entered":
        entry.correct_deal(deal=as_deal(more[0]), because=because, entry_key=uuid4(), now=later, **told)
    elif first["entry"] == "taken back":
        told["by"] = factories.user()
        entry.take_back_deal(because=because, number=int(first["deal"]), now=later, agreed=True, **told)
        entry.enter_deal(deal=as_deal(more[0]), entry_key=uuid4(), now=later, **told)
        dealer = replace(as_deal(more[1]), overruled=True)
        _rule(row, dealer, now=later + timedelta(minutes=1), overruling="Der Geber hat mitgespielt.")
    elif first["entry"] == "before the ruling":
        raised = disputes.raised(row, kind="announcement", deal=2, place=1, text="Angesagt war mehr.", now=now)
        _rule(row, as_deal(more[0]), objection=raised, facts="Schneider angesagt", now=later)


def _rule(row: GameListRow, deal: Deal, *, now: datetime, **more: Any) -> None:
    disputes.ruled(
        row,
        factories.user("richterin"),
        deal,
        sentence="So gilt das Spiel.",
        reasons=BECAUSE["before the ruling"],
        clauses=["ISkO 5.2.5"],
        now=now,
        **more,
    )


def _sign(row: GameListRow, *, now: datetime) -> None:
    row.refresh_from_db()
    for place in range(1, row.table.size + 1):
        factories.confirm(row, place, now=now)
    signing.sign(list_id=row.pk, now=now)


def _put_right(made: Tournament, series: int, table: int, deal: int, *, witnesses: tuple[int, ...]) -> None:
    before, after = versions(series, table)[deal]
    row = factories.list_of(made.series.get(number=series), table)
    directing.corrected(
        row,
        directing.Mended(deal=as_deal(after), reason=BECAUSE[before["entry"]], witnesses=witnesses),
        now=at(series, 54),
    )


def _order(made: Tournament, kind: Measure.Kind, minutes: int, **order: Any) -> None:
    directing.ordered(made, directing.order(kind, **order), now=at(order.get("series", 3), minutes))


def _after_the_first(made: Tournament) -> None:
    _order(made, Measure.Kind.ZEROED, 52, series=1, entrant=4, clause="SkWO 7.1.2", reason="Am falschen Platz")
    gone = made.entrants.get(number=14)
    registration.withdraw(entrant_id=gone.pk, by=factories.user(), now=at(1, 53))
    made.entrants.filter(number=15).update(present=True)


def _after_the_second(made: Tournament) -> None:
    _order(made, Measure.Kind.WARNING, 51, series=2, entrant=5, clause="SkWO 9.9", reason="Zwischenrufe")
    _order(made, Measure.Kind.PENALTY, 52, series=2, entrant=12, points=30, clause="SkWO 4.2", reason="Zu spät")
    _put_right(made, 2, 1, 4, witnesses=(1, 2, 3, 4))
    acts = {"tournament_id": made.pk, "series": 2, "by": factories.user()}
    queries.post_result(**acts, now=at(2, 55))
    asked = queries.raise_query(
        entrant=10, text="Mir fehlt ein Spiel.", entry_key=uuid4(), now=at(2, 56), **acts | {"by": None}
    )
    queries.answer_query(
        query_id=asked.pk, verdict=ResultQuery.Verdict.DISMISSED, reasons="Die Liste stimmt.", entry_key=uuid4(),
        by=factories.user(), now=at(2, 57),
    )  # fmt: skip


def _after_the_third(made: Tournament) -> None:
    # The fourth is longer, so that the dealer of a deal is not its number.
    Tournament.objects.filter(pk=made.pk).update(rounds=2)
    series = made.series.get(number=3)
    row = factories.list_of(series)
    before, after = versions(3, 1)[1]
    filed = appeals.file_appeal(
        series_id=series.pk, appellant=6, list_id=row.pk, deal=1, text="Es waren zwei.", entry_key=uuid4(), by=None,
        now=at(3, 51),
    )  # fmt: skip
    decision = Draft(
        sentence="Der Grand zählt mit zweien.", facts="Kreuz-Bube und Pik-Bube", reasons=BECAUSE[before["entry"]],
        clauses=["ISkO 5.2.5"], correction=as_deal(after), seen=disputes.seen(row, 1),
    )  # fmt: skip
    appeals.decide_appeal(
        appeal_id=filed.pk, verdict=Appeal.Verdict.UPHELD, draft=decision, entry_key=uuid4(),
        by=factories.user("richterin"), now=at(3, 53),
    )  # fmt: skip
    _put_right(made, 3, 3, 1, witnesses=())
    _order(made, Measure.Kind.EXPULSION, 55, entrant=13, clause="SkWO 4.3", reason="Grob ungehörig")


_AFTER = {1: _after_the_first, 2: _after_the_second, 3: _after_the_third}


def _in_the_fourth(made: Tournament) -> None:
    row = factories.list_of(made.series.get(number=4))
    objections.raise_objection(
        series_id=row.table.series_id, list_id=row.pk, deal=3, kind="revoke", place=2, text="Herz nicht bedient",
        device="c" * 32, entry_key=uuid4(), by=None, now=at(4, 45),
    )  # fmt: skip
    _order(
        made, Measure.Kind.REPLACEMENT, 46, series=4, entrant=7, from_deal=4, substitute_name="Emil Ersatz",
        clause="SkWO 4.4", reason="Unwohl",
    )  # fmt: skip
    team = made.rankings.get(kind="team")
    rankings.substitute(
        ranking_id=team.pk, series_id=Series.objects.get(tournament=made, number=2).pk, out=3, by_whom=10,
        entry_key=uuid4(), by=factories.user(), now=at(4, 47),
    )  # fmt: skip

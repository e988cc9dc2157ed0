"""What happens at one table in one series, entry by entry (SkWO 7.2)."""

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards
from scoring.lists.services.entry import correct_deal, enter_deal, enter_list, enter_totals
from scoring.rules.checks import problems
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import tallies
from scoring.rules.game_list.totals import Totals
from scoring.signing.services import confirm, sign, sign_for_paper
from simulation.scenario import Cast
from tables.draw.models import Seat
from tables.seating import Chance
from tables.tournaments.services.tournaments import Details

DETAILS: Final = Details(
    name="Herz-Dame-Pokal",
    place="Altenburg, Kulturhaus, Großer Saal",
    starts_on=date.min,
    ends_on=date.min,
    organiser="Herz Dame Altenburg",
    direction="Anke Wunderlich, Spielleitung",
    strikes_at_limit=True,
    entry_fee=Decimal(15),
    costs="Verlustspielgeld je verlorenem Spiel: vom 1. bis 3. Spiel 0,50 Euro, ab dem 4. Spiel 1 Euro.",
    use_of_money="Das Startgeld wird nach Abzug der Saalmiete vollständig ausgespielt. "
    "Vom Verlustspielgeld erhält jede Serie drei Serienpreise.",
    exclusion="Wer das Spiel grob stört, kann von der Spielleitung ausgeschlossen werden. Das Startgeld verfällt.",
    tribunal="Schiedsrichter vor Ort; gegen seine Entscheidung ist das Schiedsgericht der Veranstaltung anzurufen.",
    rules="Internationale Skatordnung (ISkO) und Skatwettspielordnung (SkWO) in der gültigen Fassung.",
    supervision="Die Spielleitung prüft jede Liste und hängt die Ergebnisse nach jeder Serie aus.",
    penalties="Nach Ablauf der Spielzeit wird das laufende Spiel beendet, fehlende Spiele werden nicht nachgeholt.",
    list_keeping="Platz 1 führt die Liste, am Telefon oder auf Papier. Alle Spieler am Tisch bestätigen sie.",
    stake="Es wird nicht um Geld je Punkt gespielt.",
    material="Französisches Blatt; auf Wunsch des Tisches deutsches Blatt.",
)
"""Everything SkWO 6.2 asks for; the days and the rounds are the scenario's."""

CORRECTIONS: Final = ("Spitzen nachgezählt", "Eine Spitze zu viel", "Verschrieben", "Am Tisch gemeinsam berichtigt")
"""Why a deal was corrected at the table: it had one matador too many."""

WRONG_AT_FIRST = 15
"""Deals of a thousand that are corrected at once."""

MINUTE = timedelta(minutes=1)


class Keeping(enum.StrEnum):
    """How a table's list comes in."""

    AT_TABLE = "at-table"
    """Deal by deal, by whoever holds the table's key."""

    TYPED = "typed"
    """From paper, whole, by the direction."""

    TOTALS = "totals"
    """From paper, only the results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAct:
    """Something that happens at a table."""

    at: datetime
    table: int
    do: Callable[[datetime], object]
    deals: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCourse:
    """How a series goes at a table."""

    row: GameListRow
    seats: tuple[Seat, ...]
    keeping: Keeping
    deals: tuple[Deal, ...]
    start: datetime
    until: datetime
    confirming: int
    """How many players confirm the list in the end; when all do, it is signed."""

    chance: Chance


def acts_of(course: TableCourse, cast: Cast) -> Iterator[TableAct]:
    """Yield what happens at a table; a list from paper comes when it is finished."""
    if not course.deals:
        return
    if course.keeping is Keeping.AT_TABLE:
        yield from _entries(course, cast)
        yield from _confirmations(course)
    elif course.confirming == len(course.seats):
        yield _from_paper(course, cast)
        yield _act(
            course,
            course.until + 2 * MINUTE,
            lambda now: sign_for_paper(list_id=course.row.pk, by=cast.director, now=now),
        )
    elif course.keeping is Keeping.TYPED:
        yield _from_paper(course, cast)


def _entries(course: TableCourse, cast: Cast) -> Iterator[TableAct]:
    pace = (course.until - course.start) / len(course.deals)
    for deal in course.deals:
        # No deal takes as long as another, but the next is never entered before it.
        at = course.start + pace * (deal.number - course.chance.below(60) / 100)
        wrong = miswritten(deal, course.chance)
        yield _act(course, at, _entering(course, cast, wrong or deal), deals=1)
        if wrong:
            yield _act(course, at + pace / 5, _correcting(course, cast, deal))


def _entering(course: TableCourse, cast: Cast, deal: Deal) -> Callable[[datetime], object]:
    key = cast.key(f"list {course.row.pk} deal {deal.number}")
    return lambda now: enter_deal(list_id=course.row.pk, deal=deal, entry_key=key, by=None, now=now)


def _correcting(course: TableCourse, cast: Cast, deal: Deal) -> Callable[[datetime], object]:
    key = cast.key(f"list {course.row.pk} deal {deal.number} corrected")
    because = CORRECTIONS[course.chance.below(len(CORRECTIONS))]
    return lambda now: correct_deal(list_id=course.row.pk, deal=deal, because=because, entry_key=key, by=None, now=now)


def miswritten(deal: Deal, chance: Chance) -> Deal | None:
    """Return now and then what was written first: one matador more than there was."""
    if deal.played is None or not deal.played.matadors or chance.below(1000) >= WRONG_AT_FIRST:
        return None
    more = 1 if deal.played.matadors > 0 else -1
    wrong = replace(deal.played, matadors=deal.played.matadors + more)
    refused = any(problem.severity == "error" for problem in problems(wrong))
    return None if refused else replace(deal, played=wrong)


def _confirmations(course: TableCourse) -> Iterator[TableAct]:
    for seat in course.seats[: course.confirming]:
        yield _act(course, course.until + seat.place * MINUTE / 2, _confirming(course, seat))
    if course.confirming == len(course.seats):
        yield _act(course, course.until + 3 * MINUTE, lambda now: sign(list_id=course.row.pk, now=now))


def _confirming(course: TableCourse, seat: Seat) -> Callable[[datetime], object]:
    return lambda now: confirm(
        list_id=course.row.pk,
        place=seat.place,
        version=boards.list_of(course.row.table).version,
        now=now,
        heard_by=seat.place % len(course.seats) + 1,
    )


def _from_paper(course: TableCourse, cast: Cast) -> TableAct:
    def whole(now: datetime) -> None:
        enter_list(
            list_id=course.row.pk,
            deals=course.deals,
            entry_key=cast.key(f"list {course.row.pk}"),
            by=cast.director,
            now=now,
        )

    def totals(now: datetime) -> None:
        game_list = GameList(seats=len(course.seats), rounds=course.row.rounds, deals=course.deals)
        lines = [Totals(game_points=own.game_points, won=own.won, lost=own.lost) for own in tallies(game_list)]
        enter_totals(list_id=course.row.pk, totals=lines, by=cast.director, now=now)

    do = totals if course.keeping is Keeping.TOTALS else whole
    return _act(course, course.until + MINUTE, do, deals=len(course.deals))


def _act(course: TableCourse, at: datetime, do: Callable[[datetime], object], *, deals: int = 0) -> TableAct:
    return TableAct(at=at, table=course.row.table.number, do=do, deals=deals)

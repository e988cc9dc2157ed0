"""A list under the hand of one act: held, checked, its results derived, its journal line written (SkWO 7.2)."""

from collections.abc import Sequence
from datetime import datetime

from scoring import mapping, selectors
from scoring.models import DealRow, GameListRow, SeatResult, TotalsRow
from scoring.rules import Finding, Tally, rating, tallies, totals_tallies
from tables import journal
from tables.models import Series, User
from tables.services.refusals import Refused
from tables.services.series import start_series


class EntryRefused(Exception):
    """What was entered does not fit the list. ``findings`` says why, all at once."""

    def __init__(self, found: Sequence[Finding]) -> None:
        super().__init__(", ".join(finding.problem.code for finding in found))
        self.findings = tuple(found)


class ListSigned(Exception):
    """The list is a document; only the direction may still change it (SkWO 7.2.3, 7.2.5)."""


class KeyReused(Exception):
    """The key came with other content before: the page it came from is stale."""


def held(list_id: int) -> GameListRow:
    """Return the list with its table, series and tournament, in its tournament's turn."""
    tournament_id = GameListRow.objects.values_list("table__series__tournament_id", flat=True).get(pk=list_id)
    tournament = journal.take_turn(tournament_id)
    row = GameListRow.objects.select_related("table__series").get(pk=list_id)
    row.table.series.tournament = tournament
    return row


def must_be_open(row: GameListRow, *, by: User | None, now: datetime) -> None:
    """Refuse an entry into a list that takes none; start the series with its first entry.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-published``, ``series-before-open`` or ``series-closed``.
    """
    if row.signed_at:
        raise ListSigned
    series = row.table.series
    if series.status == Series.Status.CLOSED:
        raise Refused("series-closed", series=series.number)
    if series.status != Series.Status.RUNNING:
        start_series(series_id=series.pk, by=by, now=now)
    hold_seats(row, now=now)


def hold_seats(row: GameListRow, *, now: datetime) -> None:
    """Note that play has begun at a table: from now on its seats stay as they are (SkWO 7.1.3)."""
    if row.table.play_began_at is None:
        row.table.play_began_at = now
        row.table.save(update_fields=["play_began_at"])


def valid_deals(row: GameListRow) -> list[DealRow]:
    """Return the entries that count, in order of play."""
    return list(row.deals.filter(voided_at=None).order_by("number"))


def valid_totals(row: GameListRow) -> list[TotalsRow]:
    """Return the typed lines that count, from seat 1 on."""
    return list(row.totals.filter(voided_at=None).order_by("place"))


def changed(row: GameListRow) -> None:
    """Follow a change: a new version, the results of the seats derived anew.

    The players' confirmations of an open list lapse; those of a signed one stay what was signed.
    """
    row.version += 1
    row.save(update_fields=["version", "kind"])
    if not row.signed_at:
        row.confirmations.all().delete()
    _derive_results(row)


def missing(row: GameListRow) -> tuple[Finding, ...]:
    """Return everything that keeps a list from being signed."""
    return selectors.open_findings(row, mapping.to_game_list(row, valid_deals(row)), valid_totals(row))


def _derive_results(row: GameListRow) -> None:
    if row.kind == GameListRow.Kind.TOTALS:
        earned = totals_tallies(mapping.to_totals_list(row, valid_totals(row)))
    else:
        earned = tallies(mapping.to_game_list(row, valid_deals(row)))
    seats = {seat.place: seat for seat in row.table.seats.all()}
    SeatResult.objects.bulk_create(
        [_result(row, seats[place].pk, tally) for place, tally in enumerate(earned, start=1)],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=["game_points", "won", "lost", "opponents_lost", "performance"],
    )


def _result(row: GameListRow, seat_id: int, tally: Tally) -> SeatResult:
    return SeatResult(
        game_list=row,
        seat_id=seat_id,
        game_points=tally.game_points,
        won=tally.won,
        lost=tally.lost,
        opponents_lost=tally.opponents_lost,
        performance=rating(tally, seats=row.table.size).performance,
    )


def note(action: str, row: GameListRow, *, by: User | None, now: datetime, **data: object) -> None:
    """Write the act's journal line."""
    series = row.table.series
    journal.record(
        action, tournament=series.tournament, by=by, at=now, series=series.number, table=row.table.number, **data
    )

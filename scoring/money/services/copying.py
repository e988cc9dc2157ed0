"""What an event takes over from the money of one before: tariffs, terms and lists of prizes, and no cent of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar

from scoring.money.models import MoneyTerms, PrizeListRow, TariffRow
from scoring.money.selectors.played import CENTS, entry_row
from scoring.money.services import prizes, tariffs
from scoring.money.services.tariffs import entry_of
from scoring.results.models import Ranking
from tables.accounts.models import User
from tables.acts.services import values_of
from tables.journal import chain as journal
from tables.tournaments.models import Tournament

Row = TypeVar("Row", TariffRow, PrizeListRow)


def take_over(
    tournament: Tournament, *, like: Tournament, rankings: Mapping[int, Ranking], by: User | None, at: datetime
) -> None:
    """Charge and give prizes as ``like`` does, in the caller's transaction and turn.

    The entry fee is that of the new plan. ``rankings`` are those of the new event by the keys of those they are like;
    prizes of a ranking or a series that it has not are left out.
    """
    _take_tariffs(tournament, like, by=by, at=at)
    _take_terms(tournament, like, by=by, at=at)
    _take_prizes(tournament, like, rankings, by=by, at=at)


def _take_tariffs(tournament: Tournament, like: Tournament, *, by: User | None, at: datetime) -> None:
    rows = list(like.tariffs.all())
    if not rows:
        # The fee of the plan is the one tariff, which the first entrant is charged.
        return
    fee = int(tournament.entry_fee * CENTS)
    entry = entry_of(rows)
    if entry is None and fee:
        rows.append(entry_row(tournament, fee, number=max(row.number for row in rows) + 1))
    elif entry is not None and fee:
        entry.amounts = fee
    elif entry is not None:
        rows.remove(entry)
    made = TariffRow.objects.bulk_create(_again(row, tournament) for row in rows)
    sealing = {"tariff": [(row.number,) for row in made]}
    told = tariffs.as_seen(tournament)
    journal.record(
        "money.tariffs-set", tournament=tournament, by=by, at=at, sealing=sealing, tariffs=told, openly=False
    )


def _take_terms(tournament: Tournament, like: Tournament, *, by: User | None, at: datetime) -> None:
    terms = MoneyTerms.objects.filter(tournament=like).first()
    if terms is None:
        return
    # A day of the year before is none of this event.
    stated = {**values_of(terms, tariffs.Terms), "fetched_until": None}
    MoneyTerms.objects.create(tournament=tournament, **stated)
    journal.record("money.terms-set", tournament=tournament, by=by, at=at, sealing={"terms": [()]})


def _take_prizes(
    tournament: Tournament, like: Tournament, rankings: Mapping[int, Ranking], *, by: User | None, at: datetime
) -> None:
    numbers = set(tournament.series.values_list("number", flat=True))
    rows = [
        row
        for row in like.prize_lists.all()
        if (row.series is None or row.series in numbers) and (row.ranking_id is None or row.ranking_id in rankings)
    ]
    if not rows:
        return
    made = [_again(row, tournament) for row in rows]
    for row in made:
        row.ranking = rankings[row.ranking_id] if row.ranking_id else None
    PrizeListRow.objects.bulk_create(made)
    sealing = {"prize_list": [(row.number,) for row in made]}
    told = prizes.as_seen(tournament)
    journal.record("prizes.planned", tournament=tournament, by=by, at=at, sealing=sealing, lists=told)


def _again(row: Row, tournament: Tournament) -> Row:
    """Return a row with what this one states, of another event; it is not stored."""
    stated = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**{**stated, "id": None, "tournament_id": tournament.pk})

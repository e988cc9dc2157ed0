"""The plan of prizes, and prizes given when the ranking is released (SkWO 1.5, 7.4.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.db.models import Max

from scoring.money import mapping
from scoring.money.models import AwardRow, MovementRow, PrizeListRow
from scoring.money.reckon.awards import Award, Sharing
from scoring.money.reckon.faults import Fault, Impossible
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.plans import Plan
from scoring.money.selectors.accounts import of_entrant
from scoring.money.selectors.placing import is_final, prize_lists_of, won_now
from scoring.money.selectors.played import tariff_rows
from scoring.money.selectors.pots import PRIZE, pot_names
from scoring.money.services.booking import Transfer, book, counter, note
from scoring.money.services.boxes import ORGANISER
from scoring.money.services.pots import fill_pots
from scoring.money.services.tariffs import Wanted, set_tariffs
from scoring.results.models import Ranking
from tables.accounts.models import User
from tables.acts.services import Refused, must_be_as_seen
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPrizes:
    """A list of prizes as somebody wants it."""

    name: str
    group: str
    plan: Plan
    ranking: int | None = None
    """The number of the ranking it is for; None: that of all players."""

    series: int | None = None
    of_class: str = ""
    winners: str = PrizeListRow.Winners.BEST
    sharing: Sharing = Sharing.NONE
    round_to: int = 1
    floor: int = 0

    @property
    def columns(self) -> dict[str, Any]:
        """What its row has, the ranking by its number."""
        return {
            "name": self.name.strip(),
            "group": self.group.strip(),
            "ranking": self.ranking,
            "series": self.series,
            "of_class": self.of_class,
            "winners": str(self.winners),
            "plan": mapping.of_plan(self.plan),
            "sharing": self.sharing.value,
            "round_to": self.round_to,
            "floor": self.floor,
        }


@transaction.atomic
def set_prize_lists(
    *,
    tournament_id: int,
    lists: Sequence[WantedPrizes],
    by: User,
    now: datetime,
    seen: Sequence[dict[str, Any]] | None = None,
) -> list[PrizeListRow]:
    """Set all lists of prizes of an event, in this order; as they are already is no act.

    ``seen`` is what the page had, as ``as_seen`` tells it.

    :raises Refused: ``prizes-nameless``, ``prizes-impossible`` (name, fault), ``no-such-ranking`` (name);
        ``prizes-given`` once some were, ``account-closed``.
    :raises Overtaken: if they are not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    _must_be_possible(tournament, lists)
    before, wanted = as_seen(tournament), [one.columns for one in lists]
    if before == wanted:
        return prize_lists_of(tournament)
    known = None if seen is None else {"lists": list(seen)}
    must_be_as_seen(known, now={"lists": before}, wanted={"lists": wanted})
    if tournament.closings.filter(reopened_at=None).exists():
        raise Refused("account-closed")
    if tournament.awards.exists():
        raise Refused("prizes-given")
    rankings = {one.number: one for one in Ranking.objects.filter(tournament=tournament)}
    numbers = {(number,) for number in tournament.prize_lists.values_list("number", flat=True)}
    tournament.prize_lists.all().delete()
    rows = PrizeListRow.objects.bulk_create(
        PrizeListRow(
            tournament=tournament,
            number=number,
            **{**columns, "ranking": rankings.get(columns["ranking"])},
        )
        for number, columns in enumerate(wanted, start=1)
    )
    sealing = {"prize_list": numbers | {(row.number,) for row in rows}}
    journal.record("prizes.planned", tournament=tournament, by=by, at=now, sealing=sealing, lists=wanted)
    return rows


@transaction.atomic
def set_evening(
    *,
    tournament_id: int,
    tariffs: Sequence[Wanted],
    lists: Sequence[WantedPrizes],
    seen: Mapping[str, Any],
    by: User,
    now: datetime,
    openly: bool = False,
    because: str = "",
) -> None:
    """Set all that an event charges and all there is to win at once; ``seen`` are the tariffs a page had.

    :raises Refused: as ``set_tariffs`` and ``set_prize_lists`` do.
    :raises Overtaken: as they do.
    """
    told: dict[str, Any] = {"tournament_id": tournament_id, "by": by, "now": now}
    set_tariffs(tariffs=tariffs, seen=seen["tariffs"], openly=openly, because=because, **told)
    set_prize_lists(lists=lists, **told)


@transaction.atomic
def award_prizes(*, tournament_id: int, by: User, now: datetime) -> list[AwardRow]:
    """Give the prizes that are settled: all once the ranking is released, fixed ones of a series once it is closed.

    It also happens by itself at the release. What is given already stays where nothing else came out.

    :raises Refused: ``no-prizes-yet`` if nothing is settled, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.closings.filter(reopened_at=None).exists():
        raise Refused("account-closed")
    if not _settled(tournament):
        raise Refused("no-prizes-yet")
    settle_awards(tournament, by=by, at=now)
    return list(tournament.awards.filter(off_at=None).select_related("prize_list"))


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Give the prizes when the ranking is released."""
    if tournament.prize_lists.exists():
        settle_awards(tournament, by=by, at=at)


RELEASES = frozenset({"ranking.released"})
"""The act that settles the ranking."""


def settle_awards(tournament: Tournament, *, by: User | None, at: datetime) -> None:
    """Give what is settled and take off what came out otherwise, in the caller's transaction and turn."""
    fill_pots(tournament, by=by, at=at)
    rows = _settled(tournament)
    won = {(rows[award.prize.of_list].pk, award.prize.place): award for award in won_now(tournament, rows)}
    there = {
        (row.prize_list_id, row.place): row
        for row in tournament.awards.filter(off_at=None, prize_list__in=rows).select_related("prize_list", "movement")
    }
    # What somebody holds in their hands stays theirs.
    off = [
        row
        for where, row in there.items()
        if row.handed_over_at is None and (where not in won or not _fits(row, won[where]))
    ]
    kept = {where for where, row in there.items() if row not in off}
    new = [award for where, award in won.items() if where not in kept]
    if not off and not new:
        return
    moved = _move(tournament, rows, off, new, by=by, at=at)
    AwardRow.objects.filter(pk__in=[row.pk for row in off]).update(off_at=at)
    last = tournament.awards.aggregate(last=Max("number"))["last"] or 0
    by_award = {(row.reason, row.entrant): row for row in moved if row.reverses_id is None}
    given = AwardRow.objects.bulk_create(
        AwardRow(
            tournament=tournament,
            number=last + index,
            prize_list=rows[award.prize.of_list],
            place=award.prize.place,
            entrant=award.number,
            cents=award.prize.cents,
            good=award.prize.good.name if award.prize.good else "",
            movement=by_award.get((_reason(rows, award), award.number)) if award.prize.good is None else None,
            awarded_at=at,
        )
        for index, award in enumerate(new, start=1)
    )
    sealing = {"award": [(row.number,) for row in (*off, *given)]}
    facts: dict[str, Any] = {"given": len(given), "cents": sum(row.cents for row in given), "off": len(off)}
    note("prizes.given", tournament, moved, by=by, at=at, sealing=sealing, **facts)


def as_seen(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all lists of prizes as a page carries them, in their order."""
    columns = (
        *("name", "group", "ranking__number", "series", "of_class", "winners", "plan"),
        *("sharing", "round_to", "floor"),
    )
    return [
        {name.removesuffix("__number"): value for name, value in zip(columns, row, strict=True)}
        for row in tournament.prize_lists.values_list(*columns)
    ]


def _settled(tournament: Tournament) -> list[PrizeListRow]:
    """Return the lists whose places are settled, and with them those of their whole group."""
    rows = prize_lists_of(tournament)
    for row in rows:
        row.tournament = tournament
    open_groups = {row.group for row in rows if not is_final(row)}
    return [row for row in rows if row.group not in open_groups]


def _fits(row: AwardRow, award: Award) -> bool:
    good = award.prize.good.name if award.prize.good else ""
    return (row.entrant, row.cents, row.good) == (award.number, award.prize.cents, good)


def _move(
    tournament: Tournament,
    rows: Sequence[PrizeListRow],
    off: Sequence[AwardRow],
    new: Sequence[Award],
    *,
    by: User | None,
    at: datetime,
) -> list[MovementRow]:
    back = [counter(row.movement) for row in off if row.movement]
    transfers = [*back, *(_transfer(rows, award) for award in new if award.prize.good is None)]
    if not transfers:
        return []
    last = tournament.movements.aggregate(last=Max("number"))["last"] or 0
    key = uuid5(NAMESPACE_OID, f"prizes {tournament.pk} {last + 1}")
    return book(tournament, transfers, entry_key=key, by=by, at=at)


def _transfer(rows: Sequence[PrizeListRow], award: Award) -> Transfer:
    pot = rows[award.prize.of_list].plan.get("pot")
    return Transfer(
        source=of_entrant(award.number),
        target=Account(Purpose.POT, pot) if pot else ORGANISER,
        cents=award.prize.cents,
        reason=_reason(rows, award),
        entrant=award.number,
    )


def _reason(rows: Sequence[PrizeListRow], award: Award) -> str:
    return f"{PRIZE} {rows[award.prize.of_list].number} {award.prize.place}"


def _must_be_possible(tournament: Tournament, lists: Sequence[WantedPrizes]) -> None:
    pots = set(pot_names(tariff_rows(tournament)))
    rankings = set(Ranking.objects.filter(tournament=tournament).values_list("number", flat=True))
    series = set(tournament.series.values_list("number", flat=True))
    for one in lists:
        if not one.name.strip() or not one.group.strip():
            raise Refused("prizes-nameless")
        if one.ranking is not None and (one.ranking not in rankings or one.series or one.of_class):
            raise Refused("no-such-ranking", name=one.name)
        if one.winners == PrizeListRow.Winners.TABLE and (one.ranking is not None or one.of_class):
            raise Refused("no-such-ranking", name=one.name)
        if one.series is not None and one.series not in series:
            raise Refused("no-such-ranking", name=one.name)
        if one.plan.pot is not None and one.plan.pot not in pots:
            raise Refused("prizes-impossible", name=one.name, fault=Fault.UNKNOWN_POT)
        try:
            mapping.to_prize_list(PrizeListRow(**{**one.columns, "ranking": None}), [])
        except Impossible as found:
            raise Refused("prizes-impossible", name=one.name, fault=found.fault) from found

"""Pots filled and given out; the plan of prizes, and prizes given when the ranking is released (SkWO 1.5, 7.4.3)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction

from scoring.money.models import AwardRow, MoneyTerms, Move, MovementRow, PrizeListRow, TariffRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.prizes import Award, Plan, Sharing
from scoring.money.reckon.tariffs import Impossible, MoneyFault, Tariff
from scoring.money.selectors import accounts
from scoring.money.selectors.planning import is_final, prize_lists_of, won_now
from scoring.money.selectors.statement import pot_names, to_be_filled
from scoring.money.services import booking, charging
from scoring.money.services.charging import entry_of, set_tariffs
from scoring.money.services.paying import must_be_entered, must_be_in_pot
from scoring.results.models import Ranking
from tables.accounts.models import User
from tables.acts.services import Refused, must_be_as_seen, values_of
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns


def fill_pots(tournament: Tournament, *, by: User | None, at: datetime) -> list[MovementRow]:
    """Move what was charged into the pots it goes to, in the caller's transaction and turn; what fits already stays."""
    wanted = to_be_filled(tournament)
    movements: dict[tuple[str, str], list[MovementRow]] = defaultdict(list)
    for row in accounts.standing(tournament).filter(reason=Move.FILLS):
        movements[row.target_name, row.source_name].append(row)
    transfers: list[MovementRow] = []
    for where in {**movements, **wanted}:
        rows = movements.get(where, [])
        if sum(row.cents for row in rows) == wanted.get(where, 0):
            continue
        transfers += map(booking.counter, rows)
        if cents := wanted.get(where, 0):
            code, pot = where
            transfers.append(
                booking.transfer(Account(Purpose.POT, pot), Account(Purpose.TARIFF, code), cents, Move.FILLS)
            )
    if not transfers:
        return []
    return booking.do("money.pots-filled", tournament, transfers, by=by, at=at, cents=sum(wanted.values()))


@transaction.atomic
def give_to_pot(
    *, tournament_id: int, pot: str, cents: int, because: str, entry_key: UUID, by: User, now: datetime
) -> MovementRow:
    """Give a pot something of the organiser's: of a sponsor, or what a jackpot brings over. Sent again it counts once.

    :raises Refused: ``pot-missing``, ``amount-missing``, ``amount-too-large``, ``reason-missing``, ``account-closed``,
        ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    if not pot.strip():
        raise Refused("pot-missing")
    booking.must_be_amount(cents)
    gift = booking.transfer(
        Account(Purpose.POT, pot.strip()), booking.ORGANISER, cents, Move.GIVEN_TO, because=because.strip()
    )
    if movements := booking.known_act(tournament, entry_key, [gift]):
        return movements[0]
    booking.must_be_open(tournament)
    facts: dict[str, Any] = {"pot": pot.strip(), "cents": cents, "because": booking.must_have_reason(because)}
    return booking.do("money.given-to-pot", tournament, [gift], entry_key=entry_key, by=by, at=now, **facts)[0]


@transaction.atomic
def give_jackpot(
    *,
    tournament_id: int,
    pot: str,
    number: int,
    cents: int,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    of_list: tuple[int, int] | None = None,
) -> MovementRow:
    """Give somebody the jackpot: the deal and its witnesses are the reason. It is then due to them; sent again, once.

    :raises Refused: ``no-such-entrant``, ``pot-has-less`` (has), ``amount-missing``, ``reason-missing``,
        ``account-closed``, ``sent-otherwise``.
    """
    tournament = turns.take_turn(tournament_id)
    booking.must_be_amount(cents)
    series, table = of_list or (None, None)
    about = {"because": because.strip(), "entrant": number, "series": series, "table": table}
    won = booking.transfer(accounts.of_entrant(number), Account(Purpose.POT, pot), cents, Move.JACKPOT, **about)
    if movements := booking.known_act(tournament, entry_key, [won]):
        return movements[0]
    booking.must_be_open(tournament)
    must_be_entered(tournament, [number])
    facts = {"pot": pot, "number": number, "cents": cents, "because": booking.must_have_reason(because)}
    must_be_in_pot(tournament, pot, cents)
    return booking.do("money.jackpot", tournament, [won], entry_key=entry_key, by=by, at=now, **facts)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPrizes:
    """A list of prizes as somebody wants it."""

    name: str
    group: str
    plan: Plan
    ranking: int | None = None  # the number of the ranking it is for; None: that of all players
    series: int | None = None
    of_class: str = ""
    winners: str = PrizeListRow.Winners.BEST
    sharing: Sharing = Sharing.NONE
    round_to: int = 1
    floor: int = 0

    @property
    def columns(self) -> dict[str, Any]:
        """What its row has, the ranking by its number."""
        stated = {column.name: getattr(self, column.name) for column in fields(self)}
        words = {"name": self.name.strip(), "group": self.group.strip()}
        words |= {"winners": str(self.winners), "sharing": self.sharing.value}
        return {**stated, **words, "plan": accounts.of_plan(self.plan)}


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

    :raises Refused: ``prizes-nameless``, ``prizes-impossible`` (name, fault), ``no-such-ranking`` (name);
        ``prizes-given`` once some were, ``account-closed``.
    :raises Overtaken: if they are not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    _must_be_possible(tournament, lists)
    before, wanted = as_seen(tournament), [wanted_prizes.columns for wanted_prizes in lists]
    if before == wanted:
        return prize_lists_of(tournament)
    values = None if seen is None else {"lists": list(seen)}
    must_be_as_seen(values, now={"lists": before}, wanted={"lists": wanted})
    booking.must_be_open(tournament)
    if tournament.awards.exists():
        raise Refused("prizes-given")
    rankings = {ranking.number: ranking for ranking in Ranking.objects.filter(tournament=tournament)}
    numbers = {(number,) for number in tournament.prize_lists.values_list("number", flat=True)}
    tournament.prize_lists.all().delete()
    rows = PrizeListRow.objects.bulk_create(
        PrizeListRow(tournament=tournament, number=number, **{**columns, "ranking": rankings.get(columns["ranking"])})
        for number, columns in enumerate(wanted, start=1)
    )
    sealing = {"prize_list": numbers | {(row.number,) for row in rows}}
    journal.record("prizes.planned", tournament=tournament, by=by, at=now, sealing=sealing, lists=wanted)
    return rows


@transaction.atomic
def set_evening(
    *,
    tournament_id: int,
    tariffs: Sequence[Tariff],
    lists: Sequence[WantedPrizes],
    seen: Mapping[str, Any],
    by: User,
    now: datetime,
    openly: bool = False,
    because: str = "",
) -> None:
    """Set all charges and prizes at once. Raises what ``set_tariffs`` and ``set_prize_lists`` raise."""
    values: dict[str, Any] = {"tournament_id": tournament_id, "by": by, "now": now}
    set_tariffs(tariffs=tariffs, seen=seen["tariffs"], openly=openly, because=because, **values)
    set_prize_lists(lists=lists, **values)


@transaction.atomic
def award_prizes(*, tournament_id: int, by: User, now: datetime) -> list[AwardRow]:
    """Give the prizes that are settled: all once the ranking is released, fixed ones of a series once it is closed.

    :raises Refused: ``no-prizes-yet`` if nothing is settled, ``account-closed``.
    """
    tournament = turns.take_turn(tournament_id)
    booking.must_be_open(tournament)
    if not _settled(tournament):
        raise Refused("no-prizes-yet")
    settle_awards(tournament, by=by, at=now)
    return list(tournament.awards.filter(off_at=None).select_related("prize_list"))


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Give the prizes when the ranking is released."""
    if tournament.prize_lists.exists():
        settle_awards(tournament, by=by, at=at)


RELEASES = frozenset({"ranking.released"})  # the act that settles the ranking


def settle_awards(tournament: Tournament, *, by: User | None, at: datetime) -> None:
    """Give what is settled and take off what came out otherwise, in the caller's transaction and turn."""
    fill_pots(tournament, by=by, at=at)
    rows = _settled(tournament)
    won = {(rows[award.prize.of_list].pk, award.prize.place): award for award in won_now(tournament, rows)}
    awards = {
        (row.prize_list_id, row.place): row
        for row in tournament.awards.filter(off_at=None, prize_list__in=rows).select_related("prize_list", "movement")
    }
    # What somebody holds in their hands stays theirs.
    off = [
        row
        for where, row in awards.items()
        if row.handed_over_at is None and (where not in won or (row.entrant, row.cents, row.good) != _what(won[where]))
    ]
    pairs = {where for where, row in awards.items() if row not in off}
    new = [award for where, award in won.items() if where not in pairs]
    if not off and not new:
        return
    moved: list[MovementRow] = [booking.counter(row.movement) for row in off if row.movement]
    by_award: dict[tuple[int, int], MovementRow] = {}
    for award in new:
        of, place = rows[award.prize.of_list], award.prize.place
        pot = of.plan.get("pot")
        if award.prize.good is None:
            target = Account(Purpose.POT, pot) if pot else booking.ORGANISER
            reason = f"{Move.PRIZE} {of.number} {place}"
            about = {"because": of.name, "entrant": award.number}
            by_award[of.pk, place] = booking.transfer(
                accounts.of_entrant(award.number), target, award.prize.cents, reason, **about
            )
    booking.book(tournament, [*moved, *by_award.values()], by=by, at=at)
    AwardRow.objects.filter(pk__in=[row.pk for row in off]).update(off_at=at)
    given = [
        AwardRow(
            tournament=tournament,
            number=number,
            prize_list=rows[award.prize.of_list],
            place=award.prize.place,
            movement=by_award.get((rows[award.prize.of_list].pk, award.prize.place)),
            awarded_at=at,
            **dict(zip(("entrant", "cents", "good"), _what(award), strict=True)),
        )
        for number, award in enumerate(new, start=turns.next_number(tournament.awards))
    ]
    AwardRow.objects.bulk_create(given)
    sealing = {"award": [(row.number,) for row in (*off, *given)]}
    facts: dict[str, Any] = {"given": len(given), "cents": sum(row.cents for row in given), "off": len(off)}
    booking.note("prizes.given", tournament, [*moved, *by_award.values()], by=by, at=at, sealing=sealing, **facts)


def as_seen(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all lists of prizes as a page carries them, in their order."""
    names = {
        column.name: "ranking__number" if column.name == "ranking" else column.name for column in fields(WantedPrizes)
    }
    rows = tournament.prize_lists.values_list(*names.values())
    return [dict(zip(names, row, strict=True)) for row in rows]


def _settled(tournament: Tournament) -> list[PrizeListRow]:
    rows = prize_lists_of(tournament)
    for row in rows:
        row.tournament = tournament
    open_groups = {row.group for row in rows if not is_final(row)}
    return [row for row in rows if row.group not in open_groups]


def _what(award: Award) -> tuple[int, int, str]:
    return award.number, award.prize.cents, award.prize.good.name if award.prize.good else ""


def _must_be_possible(tournament: Tournament, lists: Sequence[WantedPrizes]) -> None:
    pots = set(pot_names(accounts.tariff_rows(tournament)))
    rankings = set(Ranking.objects.filter(tournament=tournament).values_list("number", flat=True))
    series = set(tournament.series.values_list("number", flat=True))
    for wanted_prizes in lists:
        if not wanted_prizes.name.strip() or not wanted_prizes.group.strip():
            raise Refused("prizes-nameless")
        is_ranking, of_table = wanted_prizes.ranking is not None, wanted_prizes.winners == PrizeListRow.Winners.TABLE
        if (
            (is_ranking and (wanted_prizes.ranking not in rankings or wanted_prizes.series or wanted_prizes.of_class))
            or (of_table and (is_ranking or wanted_prizes.of_class))
            or (wanted_prizes.series is not None and wanted_prizes.series not in series)
        ):
            raise Refused("no-such-ranking", name=wanted_prizes.name)
        if wanted_prizes.plan.pot is not None and wanted_prizes.plan.pot not in pots:
            raise Refused("prizes-impossible", name=wanted_prizes.name, fault=MoneyFault.UNKNOWN_POT)
        try:
            accounts.to_prize_list(PrizeListRow(**{**wanted_prizes.columns, "ranking": None}), [])
        except Impossible as impossible:
            raise Refused("prizes-impossible", name=wanted_prizes.name, fault=impossible.fault) from impossible


Row = TypeVar("Row", TariffRow, PrizeListRow)


def take_over(
    tournament: Tournament, *, like: Tournament, rankings: Mapping[int, Ranking], by: User | None, at: datetime
) -> None:
    """Charge and give prizes as ``like`` does, in the caller's transaction and turn, and take over no cent."""
    values: dict[str, Any] = {"tournament": tournament, "by": by, "at": at}
    # Where nothing is set the fee of the plan is the one tariff, which the first entrant is charged.
    if rows := list(like.tariffs.all()):
        fee, entry = int(tournament.entry_fee * accounts.CENTS), entry_of(rows)
        if entry is None and fee:
            rows.append(accounts.entry_row(tournament, fee, number=max(row.number for row in rows) + 1))
        elif entry is not None and fee:
            entry.amounts = fee
        elif entry is not None:
            rows.remove(entry)
        made = TariffRow.objects.bulk_create(_again(row, tournament) for row in rows)
        seals: dict[str, Any] = {"tariff": [(row.number,) for row in made]}
        tariffs = charging.as_seen(tournament)
        journal.record("money.tariffs-set", sealing=seals, tariffs=tariffs, openly=False, **values)
    if terms := MoneyTerms.objects.filter(tournament=like).first():
        # A day of the year before is none of this event.
        stated = {**values_of(terms, charging.TransferTerms), "fetched_until": None}
        MoneyTerms.objects.create(tournament=tournament, **stated)
        journal.record("money.terms-set", sealing={"terms": [()]}, **values)
    numbers = {None, *tournament.series.values_list("number", flat=True)}
    lists = [
        _again(row, tournament)
        for row in like.prize_lists.all()
        if row.series in numbers and (row.ranking_id is None or row.ranking_id in rankings)
    ]
    if lists:
        for row in lists:
            row.ranking = rankings[row.ranking_id] if row.ranking_id else None
        PrizeListRow.objects.bulk_create(lists)
        seals = {"prize_list": [(row.number,) for row in lists]}
        journal.record("prizes.planned", sealing=seals, lists=as_seen(tournament), **values)


def _again(row: Row, tournament: Tournament) -> Row:
    stated = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**{**stated, "id": None, "tournament_id": tournament.pk})

"""Setting what an event charges, which with the entry fee in its plan is one (SkWO 6.2)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction

from scoring.money import mapping
from scoring.money.models import MoneyTerms, TariffRow
from scoring.money.reckon.counting import iban
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.pots import GoesTo, check_shares
from scoring.money.reckon.tariffs import Kind, PerEntrant
from scoring.money.selectors.accounts import charged_by, closing_of
from scoring.money.selectors.played import CENTS, ENTRY, entry_row, tariff_rows
from scoring.money.services.charging import settle
from scoring.money.services.ticking import take_in, ticked_before
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.tournaments.models import Tournament
from tables.tournaments.services import turns

CHANGES: Final = frozenset({"tournament.changed"})
"""The act that may change the entry fee in the plan."""


def follow(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Charge another entry fee where the plan has one now; the line of that act tells everybody.

    :raises Refused: ``account-closed``: what was rendered is charged to nobody anew.
    """
    if not any("entry_fee" in facts.get("changed", ()) for _action, facts in done):
        return
    rows = list(tournament.tariffs.all())
    if not rows and not tournament.movements.exists() and not tournament.entrants.exists():
        # The fee is the one tariff, which the first entrant is charged.
        return
    row, cents = entry_of(rows), int(tournament.entry_fee * CENTS)
    if (row.amounts if row else 0) == cents:
        return
    if closing_of(tournament):
        raise Refused("account-closed")
    paid, was_charged = ticked_before(tournament, rows), charged_by(tournament, [ENTRY])
    if row is None:
        row = entry_row(tournament, cents, number=max((one.number for one in rows), default=0) + 1)
        row.save()
    elif cents:
        row.amounts = cents
        row.save(update_fields=["amounts"])
    else:
        tournament.tariffs.filter(pk=row.pk).delete()
    told = [{"code": one.code, "name": one.name, "amounts": one.amounts} for one in tariff_rows(tournament)]
    facts: dict[str, Any] = {"tariffs": told, "openly": was_charged}
    sealing = {"tariff": [(row.number,)]}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=at, sealing=sealing, **facts)
    settle(tournament, by=by, at=at, leave=paid)
    take_in(tournament, paid, by=by, at=at)


def entry_of(rows: Sequence[TariffRow]) -> TariffRow | None:
    """Return the tariff that a plan has as its entry fee; card money or a deposit is none."""
    return next((row for row in rows if row.code == ENTRY and row.kind == TariffRow.Kind.ENTRANT), None)


def post_fee(tournament: Tournament, rows: Sequence[TariffRow]) -> None:
    """Let the plan of an event have the entry fee that its tariffs say, in the caller's transaction and turn."""
    row = entry_of(rows)
    fee = Decimal(row.amounts if row else 0).scaleb(-2)
    if tournament.entry_fee != fee:
        tournament.entry_fee = fee
        tournament.save(update_fields=["entry_fee"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A tariff as somebody wants it."""

    code: str
    name: str
    kind: Kind
    free: frozenset[str] = frozenset()
    """The codes of the classes that do not pay it."""

    goes_to: Sequence[GoesTo] = ()

    @property
    def columns(self) -> dict[str, Any]:
        """What its row has."""
        return {
            "code": self.code,
            "name": self.name.strip(),
            "free": sorted(self.free),
            "goes_to": mapping.of_goes_to(self.goes_to),
            **mapping.of_tariff(self.kind),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What an event says about transfers, and on what a prize waits; see ``MoneyTerms``."""

    holder: str = ""
    iban: str = ""
    wants_start_card: bool = False
    wants_presence: bool = False
    fetched_until: date | None = None
    unclaimed_to: str = ""


@transaction.atomic
def set_tariffs(
    *,
    tournament_id: int,
    tariffs: Sequence[Wanted],
    by: User,
    now: datetime,
    seen: Sequence[dict[str, Any]] | None = None,
    openly: bool = False,
    because: str = "",
) -> list[TariffRow]:
    """Set all that an event charges, in this order. What is there already as it is wanted stays, and is no act.

    Once somebody was charged by a tariff, that one changes ``openly`` only, with a reason that the journal keeps:
    everybody is then charged anew, and sees why. Another one beside it needs none. ``seen`` is what the page had, as
    ``as_seen`` tells it.

    :raises Refused: ``tariff-nameless``, ``tariff-code-twice`` (tariff), ``tariff-impossible`` (name, fault),
        ``amount-too-large``; ``charged-already``, ``reason-missing``, ``account-closed``.
    :raises Overtaken: if the tariffs are not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    _must_be_possible(tariffs)
    before, wanted = as_seen(tournament), [one.columns for one in tariffs]
    if before == wanted:
        return tariff_rows(tournament)
    known = None if seen is None else {"tariffs": list(seen)}
    must_be_as_seen(known, now={"tariffs": before}, wanted={"tariffs": wanted})
    if tournament.closings.filter(reopened_at=None).exists():
        raise Refused("account-closed")
    if was_charged := charged_by(tournament, [one["code"] for one in before if one not in wanted]):
        if not openly:
            raise Refused("charged-already")
        if not because.strip():
            raise Refused("reason-missing")
    stored = list(tournament.tariffs.all())
    # Who was ticked before anything was charged for entering has paid what there is now to pay.
    paid = ticked_before(tournament, stored)
    numbers = {(row.number,) for row in stored}
    tournament.tariffs.all().delete()
    rows = TariffRow.objects.bulk_create(
        TariffRow(tournament=tournament, number=number, **columns) for number, columns in enumerate(wanted, start=1)
    )
    post_fee(tournament, rows)
    sealing = {"tariff": numbers | {(row.number,) for row in rows}}
    told = {"because": because.strip()} if was_charged else {}
    facts = {"tariffs": wanted, "openly": was_charged, **told}
    journal.record("money.tariffs-set", tournament=tournament, by=by, at=now, sealing=sealing, **facts)
    settle(tournament, by=by, at=now, leave=paid)
    take_in(tournament, paid, by=by, at=now)
    return rows


@transaction.atomic
def set_terms(*, tournament_id: int, terms: Terms, by: User, now: datetime, seen: Seen | None = None) -> MoneyTerms:
    """Set what an event says about transfers, and on what a prize waits.

    :raises Overtaken: if what a page had ``seen`` of it is not so any more.
    :raises Refused: ``iban-wrong``, ``holder-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    if seen is not None:
        there = MoneyTerms.objects.filter(tournament=tournament).first() or MoneyTerms()
        now_stated = {name: getattr(there, name) for name in seen}
        must_be_as_seen(seen, now=now_stated, wanted={name: getattr(terms, name) for name in seen})
    stated = asdict(terms)
    if terms.iban:
        checked = iban(terms.iban)
        if checked is None:
            raise Refused("iban-wrong")
        if not terms.holder.strip():
            raise Refused("holder-missing")
        stated["iban"] = checked
    row = MoneyTerms.objects.filter(tournament=tournament).first()
    if row and all(getattr(row, name) == value for name, value in stated.items()):
        return row
    row, _ = MoneyTerms.objects.update_or_create(tournament=tournament, defaults=stated)
    journal.record("money.terms-set", tournament=tournament, by=by, at=now, sealing={"terms": [()]})
    return row


def as_seen(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all tariffs as a page carries them, in their order."""
    columns = ("code", "name", "free", "goes_to", "kind", "amounts", "cheaper")
    return [{name: getattr(row, name) for name in columns} for row in tariff_rows(tournament)]


MOST_TO_ENTER: Final = 9_999_999
"""Cents: as much as the plan of an event can have as its entry fee."""


def _must_be_possible(tariffs: Sequence[Wanted]) -> None:
    codes = set()
    for tariff in tariffs:
        if not tariff.name.strip() or not tariff.code:
            raise Refused("tariff-nameless")
        if tariff.code in codes:
            raise Refused("tariff-code-twice", tariff=tariff.code)
        codes.add(tariff.code)
        if isinstance(tariff.kind, PerEntrant) and tariff.kind.cents > MOST_TO_ENTER:
            raise Refused("amount-too-large", most=MOST_TO_ENTER // 100)
        try:
            check_shares([entry.share or 0 for entry in tariff.goes_to], "goes_to")
        except Impossible as found:
            raise Refused("tariff-impossible", name=tariff.name, fault=found.fault) from found

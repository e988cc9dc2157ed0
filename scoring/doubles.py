"""Two start numbers that are one person: registered by their club and by themselves, or at two desks (SkWO 4.1).

Never false: one of the two numbers has everything, the other keeps its number alone; of a series in which both played
nobody can say who it was. Asks ``results`` for seats and standings, ``money`` for what was paid.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.models import Measure
from scoring.lists.services import lists
from scoring.money.models import MovementRow
from scoring.money.selectors.accounts import balance_of, of_entrant, owed_by_kind, tariff_rows
from scoring.money.services import charging, ending
from scoring.money.services.booking import book, counter, must_be_open, note
from scoring.results.services import series as lists_series
from tables import seating
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw.models import Seat
from tables.draw.services import reseating
from tables.intake.optional import OPTIONAL
from tables.people.models import Entrant
from tables.people.selectors import OUT
from tables.people.services.registration import JOINED
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

PARTED: Final = "entrants.parted"  # the act that takes a joining back
TAKEN_OVER: Final = ("name", "club", "team", "classes", *OPTIONAL, "fixed_table", "person")
CHOSEN: Final = ("shown_as", "chose_name", "pseudonym")  # goes over from whoever chose, if the other did not

NAMING: Final[Mapping[str, tuple[str, str, str]]] = {
    "appeals": ("appellant", "number", "appeal"),
    "queries": ("entrant", "number", "query"),
    "tribunal_members": ("plays_as", "number", "member"),
    "memberships": ("entrant", "ranking__number", "ranking"),
    "roles": ("plays_as", "pk", ""),
}
"""Rows that name an entrant and go over: by which column, what they are known by, as what the journal seals them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """What joining two numbers does."""

    stays: Entrant
    gone: Entrant
    over: tuple[Seat, ...]
    freed: tuple[Seat, ...]  # seats given back, because both have one in a series that has not begun
    paid: int  # what the number that goes has paid, in cents

    @property
    def needs_reason(self) -> bool:
        """Whether something was seated, played or paid under the number that goes."""
        return bool(self.over or self.freed or self.paid or self.gone.paid)

    @property
    def reopens(self) -> bool:
        """Whether results of a closed series change."""
        return any(seat.series.status == Series.Status.CLOSED for seat in self.over)

    @property
    def seen(self) -> dict[str, Any]:
        """What somebody looked at before saying that it is so."""
        return {
            "number": self.gone.number,
            "over": [_place(seat) for seat in self.over],
            "freed": [_place(seat) for seat in self.freed],
            "paid": self.paid or self.gone.paid,
        }


def joining(tournament: Tournament, *, number: int, other: int) -> Joining:
    """Return what comes of it if ``other`` is the same person as ``number``, whose number stays.

    :raises Refused: ``no-such-entrant``, ``same-number``, ``same-already`` (number, stays), ``waiting``, ``withdrawn``,
        ``excluded``; ``double-has-measure`` (measure), ``double-has-prize``, ``both-in-teams`` (name), ``both-played``
        (series), ``still-by-hand``, ``account-closed``.
    """
    stays, gone = (_entrant(tournament, each_number) for each_number in (number, other))
    _must_be_two(stays, gone)
    must_be_open(tournament)
    _must_go_over(tournament, stays=stays, gone=gone)
    over, freed = _divided(stays, gone)
    for seat in (*over, *freed):
        if seat.series.status == Series.Status.DRAWN and seat.series.draw_id is None:
            raise Refused("still-by-hand", series=seat.series.number)
    owed = owed_by_kind(tournament).get(other)
    return Joining(stays=stays, gone=gone, over=over, freed=freed, paid=owed.paid if owed else 0)


def _must_be_two(stays: Entrant, gone: Entrant) -> None:
    if stays == gone:
        raise Refused("same-number", number=gone.number)
    for entrant in (stays, gone, *gone.doubles.select_related("same_as")):
        if entrant.same_as:
            raise Refused("same-already", number=entrant.number, stays=entrant.same_as.number)
    for column, code in OUT.items():
        if getattr(stays, column):
            raise Refused(code, number=stays.number)
    if gone.excluded_at:
        raise Refused("excluded", number=gone.number)


def _divided(stays: Entrant, gone: Entrant) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    own = {seat.series_id: seat for seat in _seats(stays)}
    over, freed = [], []
    for seat in _seats(gone):
        beside = own.get(seat.series_id)
        if beside and _is_played(seat) and _is_played(beside):
            raise Refused("both-played", series=seat.series.number, number=stays.number, other=gone.number)
        if beside and not _is_played(seat):
            freed.append(seat)
        else:
            over.append(seat)
            freed += [beside] if beside else []
    return tuple(over), tuple(freed)


def _entrant(tournament: Tournament, number: int) -> Entrant:
    entrant = tournament.entrants.select_related("same_as").filter(number=number).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number)
    entrant.tournament = tournament
    return entrant


def _seats(entrant: Entrant) -> list[Seat]:
    seats = entrant.seats.select_related("series__tournament", "table__game_list", "result")
    return list(seats.order_by("series__number"))


def _place(seat: Seat) -> str:
    return f"{seat.series.number}/{seat.table.number}"


def _is_played(seat: Seat) -> bool:
    return seat.table.play_began_at is not None or seat.series.status == Series.Status.CLOSED


def _must_go_over(tournament: Tournament, *, stays: Entrant, gone: Entrant) -> None:
    about = Measure.objects.filter(Q(entrant=gone) | Q(substitute=gone), lifted_at=None).order_by("number").first()
    if about:
        raise Refused("double-has-measure", number=gone.number, measure=about.number)
    if tournament.awards.filter(entrant=gone.number, off_at=None).exists():
        raise Refused("double-has-prize", number=gone.number, stays=stays.number)
    both = gone.memberships.filter(ranking__members__entrant=stays).select_related("ranking").first()
    if both:
        raise Refused("both-in-teams", number=gone.number, stays=stays.number, name=both.ranking.name)


@transaction.atomic
def join_entrants(
    *, tournament_id: int, number: int, other: int, because: str, by: User, now: datetime, seen: Seen | None = None
) -> Entrant:
    """Let two start numbers be one person: ``number`` stays and has everything, ``other`` takes no part any more.

    Seats that nobody has begun to play at follow, or are given back where both have one; results stand where they were
    played, and a closed series is provisional again. What was paid goes over. Done twice, it counts once.

    :raises Refused: as ``joining`` does; ``reason-missing``; and as ``reseat_series`` does where seats change.
    :raises seating.CannotSeat: if those who are left cannot be seated.
    :raises Overtaken: if it would do something else than was ``seen``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.entrants.filter(number=other, same_as__number=number).exists():
        return _entrant(tournament, number)
    plan = joining(tournament, number=number, other=other)
    must_be_as_seen(seen, now=plan.seen, wanted=None)
    because = because.strip()[:300]
    if plan.needs_reason and not because:
        raise Refused("reason-missing")
    stays, gone = plan.stays, plan.gone
    values: dict[str, Any] = {"because": because, "by": by, "now": now}
    # An account that begins with this act begins with what each of the two has paid.
    charging.follow(tournament, [], by=by, at=now)
    is_there = stays.present or gone.present
    _change_open_seats(plan, **values)
    facts: dict[str, Any] = {"out": bool(gone.withdrawn_at)}
    facts["taken"] = [name for name in TAKEN_OVER if getattr(gone, name) and not getattr(stays, name)]
    facts["taken"] += CHOSEN if gone.chose_name and not stays.chose_name else ()
    for name in facts["taken"]:
        setattr(stays, name, getattr(gone, name))
    apart = set(gone.apart_from.exclude(pk=stays.pk)) - set(stays.apart_from.all())
    stays.apart_from.add(*apart)
    facts["apart"] = sorted(entrant.number for entrant in apart)
    facts["named"] = {name: keys for name in NAMING if (keys := _rename(name, source=gone, target=stays))}
    if not tariff_rows(tournament):
        stays.paid, gone.paid = stays.paid or gone.paid, False
    stays.present, gone.present = is_there, False
    gone.same_as, gone.withdrawn_at, gone.waiting_since = stays, gone.withdrawn_at or now, None
    stays.save(update_fields=["present", "paid", *facts["taken"]])
    gone.save(update_fields=["present", "paid", "same_as", "withdrawn_at", "waiting_since"])
    seats = _seats(gone)
    lots = _hand_over(seats, to=stays, **values)
    moved: list[MovementRow] = []
    if _has_account(tournament):
        charging.settle(tournament, by=by, at=now)
        if balance_of(tournament, of_entrant(other)) < 0:
            goes_over = {"tournament_id": tournament.pk, "number": other, "to": number}
            moved = ending.move_over(entry_key=uuid4(), by=by, now=now, **goes_over)
    _tell(JOINED, stays, gone, seats, moved, lots=lots, facts=facts, **values)
    return stays


@transaction.atomic
def part_entrants(*, tournament_id: int, number: int, because: str, by: User, now: datetime) -> Entrant:
    """Take a joining back: ``number`` is another person again, with the results and payments that went over.

    They are absent until they are marked present; seats nobody has begun to play at stay as they are.

    :raises Refused: ``no-such-entrant``, ``reason-missing``, ``account-closed``, ``same-moved-on`` (series) where its
        seat is another's by now; of the number that stayed ``excluded``, ``double-has-measure``, ``double-has-prize``.
    """
    tournament = turns.take_turn(tournament_id)
    gone = _entrant(tournament, number)
    if gone.same_as is None:
        return gone
    if not because.strip():
        raise Refused("reason-missing")
    must_be_open(tournament)
    stays = _entrant(tournament, gone.same_as.number)
    values: dict[str, Any] = {"because": because.strip()[:300], "by": by, "now": now}
    lines = tournament.journal.filter(action=JOINED, data__entrants=[stays.number, number])
    data = lines.order_by("-number")[0].data
    seats_by_series = {seat.series.number: seat for seat in _seats(stays)}
    series = data.get("all_series", [])
    if lost := [value for value in series if value not in seats_by_series]:
        raise Refused("same-moved-on", series=lost[0], number=stays.number)
    if series and stays.excluded_at:
        raise Refused("excluded", number=stays.number)
    if series:
        _must_go_over(tournament, stays=gone, gone=stays)
    facts: dict[str, Any] = {"apart": data["apart"]}
    facts["taken"] = [name for name in data["taken"] if getattr(stays, name) == getattr(gone, name)]
    before = Entrant(shown_as=tournament.names_shown)
    for name in facts["taken"]:
        setattr(stays, name, getattr(before, name))
    stays.save(update_fields=facts["taken"])
    stays.apart_from.remove(*tournament.entrants.filter(number__in=data["apart"]))
    facts["named"] = {name: _rename(name, source=stays, target=gone, only=keys) for name, keys in data["named"].items()}
    gone.same_as, gone.withdrawn_at = None, gone.withdrawn_at if data["out"] else None
    gone.save(update_fields=["same_as", "withdrawn_at"])
    seats = [seats_by_series[value] for value in series]
    lots = _hand_over(seats, to=gone, **values)
    moved: list[MovementRow] = []
    if _has_account(tournament):
        charging.settle(tournament, by=by, at=now)
        rows = tournament.movements.filter(number__in=data["movements"], reversed_by=None)
        moved = book(tournament, [counter(row) for row in rows], entry_key=uuid4(), by=by, at=now)
    _tell(PARTED, stays, gone, seats, moved, lots=lots, facts=facts, **values)
    return gone


def _has_account(tournament: Tournament) -> bool:
    return bool(tariff_rows(tournament)) or tournament.movements.exists()


def _change_open_seats(plan: Joining, *, because: str, by: User, now: datetime) -> None:
    """What changes in a series changes in those after it that were drawn with it: each is looked at as it is then."""
    numbers = sorted({seat.series.number for seat in (*plan.over, *plan.freed)})
    for number in numbers:
        kept_seat, gone = (entrant.seats.filter(series__number=number).first() for entrant in (plan.stays, plan.gone))
        if gone is None or (_is_played(gone) and kept_seat is None):
            continue
        absent = plan.stays.number if _is_played(gone) else plan.gone.number
        late = [plan.stays.number] if kept_seat is None else []
        # Who takes whose chair is known here: no number from the hall decides anything.
        asked: dict[str, Any] = {"absent": [absent], "late": late, "public": ""}
        shown = reseating.reseated(gone.series, **asked)
        lists_series.reseat_series(
            series_id=gone.series_id, shown=seating.record_hash(shown.record), because=because, by=by, now=now, **asked
        )


def _hand_over(seats: Sequence[Seat], *, to: Entrant, because: str, by: User, now: datetime) -> dict[str, int]:
    for seat in seats:
        seat.entrant = to
        seat.save(update_fields=["entrant"])
        if hasattr(seat.table, "game_list"):
            lists.changed_beside(seat.table.game_list)
    lots: dict[str, int] = {}
    for seat in seats:
        lots |= lists_series.follow_slip(seat.series, seed=str(uuid4()), because=because, by=by, now=now)
    return lots


def _rename(name: str, *, source: Entrant, target: Entrant, only: Collection[int] | None = None) -> list[int]:
    column, known_by, _kind = NAMING[name]
    rows = getattr(source, name).all() if only is None else getattr(source, name).filter(**{f"{known_by}__in": only})
    keys = list(rows.order_by("pk").values_list(known_by, flat=True))
    rows.update(**{column: target})
    return keys


def _tell(
    action: str,
    stays: Entrant,
    gone: Entrant,
    seats: Sequence[Seat],
    moved: Sequence[MovementRow],
    *,
    lots: Mapping[str, int],
    facts: Mapping[str, Any],
    because: str,
    by: User,
    now: datetime,
) -> None:
    tournament = stays.tournament
    series = [seat.series.number for seat in seats]
    sealing: dict[str, Any] = {
        kind: [(key,) for key in facts["named"].get(name, ())] for name, (_column, _key, kind) in NAMING.items() if kind
    }
    sealing["series"] = [(number,) for number in series]
    sealing["entrant"] = [(number,) for number in facts["apart"]]
    values = {**facts, **({"all_series": series} if series else {}), **({"lots": dict(lots)} if lots else {})}
    if because:
        values["because"] = because
    both = [stays.number, gone.number]
    note(action, tournament, moved, by=by, at=now, sealing=sealing, also_tick=both, entrants=both, **values)
    for seat in seats:
        if hasattr(seat.table, "game_list"):
            row = lists.held_at(seat.table)
            lists.freeze_anew(row, by=by, now=now)


REFUSED = {
    "both-in-teams": gettext_lazy(
        "No. %(stays)s and no. %(number)s are both in a team of “%(name)s”. Take one of them out of its team first."
    ),
    "both-played": gettext_lazy(
        "No. %(number)s and no. %(other)s both played in series %(series)s, so they are two people."
    ),
    "double-has-measure": gettext_lazy(
        "Measure %(measure)s is about no. %(number)s. Lift it first, and order it for the number that stays."
    ),
    "double-has-prize": gettext_lazy(
        "No. %(number)s has won a prize. Open the page of no. %(number)s and give up the other number instead."
    ),
    "same-moved-on": gettext_lazy(
        "No. %(number)s no longer has the seat in series %(series)s that came from the other number, so the two stay "
        "joined."
    ),
    "same-number": gettext_lazy("That is no. %(number)s already. Enter the other start number."),
}


def _joined(data: Mapping[str, Any]) -> str:
    stays, gone = data["entrants"]
    text = _("No. %(gone)s is the same person as no. %(stays)s") % {"gone": gone, "stays": stays}
    return _because(text, data)


def _parted(data: Mapping[str, Any]) -> str:
    stays, gone = data["entrants"]
    text = _("No. %(gone)s is another person than no. %(stays)s after all") % {"gone": gone, "stays": stays}
    return _because(text, data)


def _because(text: str, data: Mapping[str, Any]) -> str:
    because = data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": text, "because": because} if because else text


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"entrants.joined": _joined, "entrants.parted": _parted}

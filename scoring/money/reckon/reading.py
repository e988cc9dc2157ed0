"""An event read from JSON: its tariffs, pots, entrants, lists and prizes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from scoring.money.reckon.awards import PrizeList, Sharing
from scoring.money.reckon.event import CutShort, Event
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.plans import Fixed, Plan, Shares, Steps
from scoring.money.reckon.played import Entrant, PlayedList, Seat
from scoring.money.reckon.pots import GoesTo
from scoring.money.reckon.tariffs import Kind, LostGames, PassedIn, PerEntrant, PlaceAtTable, Tariff
from scoring.rules.fields import Part

AMOUNTS: Final = {"entrant": "cents", "lost-games": "tiers", "place-at-table": "cents", "passed-in": "cents"}
"""The field in which each kind of tariff has its amounts."""

PLANS: Final = {"fixed": (["cents"], ["pot"]), "share": (["pot", "shares"], []), "steps": (["per", "cents"], ["pot"])}
"""The fields that each kind of plan needs, and those it may have."""

OF_A_PLAN: Final = ("cents", "pot", "shares", "per")


def read_event(sent: Part) -> Event:
    """Return the event that a JSON object stands for.

    :raises CannotRead: if it stands for none.
    """
    found = sent.fields(optional=("tariffs", "goes_to", "entrants", "lists", "prizes", "refund"))
    with as_refused(sent):
        return Event(
            tariffs=tuple(_tariff(item) for item in found.parts("tariffs")),
            goes_to={code: tuple(map(_goes_to, entries.items())) for code, entries in found["goes_to"].named()}
            if "goes_to" in found
            else {},
            entrants=tuple(_entrant(item) for item in found.parts("entrants")),
            lists=tuple(_list(item) for item in found.parts("lists")),
            prizes=tuple(_prize_list(item) for item in found.parts("prizes")),
            cut_short=_cut_short(found["refund"]) if "refund" in found else None,
        )


@contextmanager
def as_refused(sent: Part) -> Iterator[None]:
    """Say of what cannot be so where it was sent.

    :raises CannotRead: instead of ``Impossible``.
    """
    try:
        yield
    except Impossible as found:
        said = str(found)
        raise sent.refused(f"{said[0].upper()}{said[1:]}.", *found.at) from found


def _numbers(sent: Part) -> tuple[int, ...]:
    return tuple(item.integer() for item in sent.items())


def _tariff(sent: Part) -> Tariff:
    found = sent.fields(needed=("code", "kind"), optional=("cents", "tiers", "free"))
    kind = found["kind"].one_of(AMOUNTS)
    found = sent.fields(needed=("code", "kind", AMOUNTS[kind]), optional=("free",), unused=("cents", "tiers"))
    with as_refused(sent):
        return Tariff(
            code=found["code"].text(),
            kind=_kind(kind, found[AMOUNTS[kind]]),
            free=frozenset(item.text() for item in found.parts("free")),
        )


def _kind(kind: str, sent: Part) -> Kind:
    match kind:
        case "entrant":
            return PerEntrant(cents=sent.integer())
        case "lost-games":
            return LostGames(tiers=tuple(map(_tier, sent.items())))
        case "place-at-table":
            return PlaceAtTable(cents={size: _numbers(cents) for size, cents in sent.by_number().items()})
        case _:
            return PassedIn(cents=sent.integer())


def _tier(sent: Part) -> tuple[int | None, int]:
    reach, cents = sent.pair()
    return None if reach.value is None else reach.integer(), cents.integer()


def _goes_to(sent: Part) -> GoesTo:
    found = sent.fields(needed=("pot",), optional=("share", "cents", "each"))
    with as_refused(sent):
        return GoesTo(
            pot=found["pot"].text(),
            share=found["share"].integer() if "share" in found else None,
            cents=found["cents"].integer() if "cents" in found else None,
            each=found["each"].integer() if "each" in found else None,
        )


def _entrant(sent: Part) -> Entrant:
    found = sent.fields(needed=("number",), optional=("classes", "team", "paid", "expelled"))
    with as_refused(sent):
        return Entrant(
            number=found["number"].integer(),
            classes=frozenset(item.text() for item in found.parts("classes")),
            team=_team(found["team"]) if "team" in found else None,
            paid=found.integer("paid"),
            expelled=found.truth("expelled"),
        )


def _team(sent: Part) -> str | int:
    return sent.text() if type(sent.value) is str else sent.integer()


def _list(sent: Part) -> PlayedList:
    found = sent.fields(needed=("seats",), optional=("series", "passed"))
    with as_refused(sent):
        return PlayedList(
            seats=tuple(map(_seat, found["seats"].items())),
            passed=found.integer("passed"),
            series=found["series"].integer() if "series" in found else None,
        )


def _seat(sent: Part) -> Seat | None:
    if sent.value is None:
        return None
    found = sent.fields(needed=("number",), optional=("total", "won", "lost"))
    with as_refused(sent):
        return Seat(**{name: value.integer() for name, value in found.items()})


def _prize_list(sent: Part) -> PrizeList:
    found = sent.fields(needed=("group", "ranking", "plan"), optional=("class", "sharing", "round_to", "floor"))
    with as_refused(sent):
        return PrizeList(
            group=found["group"].text(),
            ranking=tuple(map(_numbers, found["ranking"].items())),
            plan=_plan(found["plan"]),
            of_class=found["class"].text() if "class" in found else None,
            sharing=Sharing(found["sharing"].one_of(tuple(Sharing))) if "sharing" in found else Sharing.NONE,
            round_to=found.integer("round_to", 1),
            floor=found.integer("floor"),
        )


def _plan(sent: Part) -> Plan:
    found = sent.fields(needed=("kind",), optional=OF_A_PLAN)
    kind = found["kind"].one_of(PLANS)
    needed, optional = PLANS[kind]
    found = sent.fields(needed=("kind", *needed), optional=optional, unused=OF_A_PLAN)
    pot = found["pot"].text() if "pot" in found else None
    with as_refused(sent):
        match kind:
            case "fixed":
                return Fixed(cents=_numbers(found["cents"]), pot=pot)
            case "share":
                return Shares(pot=found["pot"].text(), shares=_numbers(found["shares"]))
            case _:
                return Steps(per=found["per"].integer(), cents=_numbers(found["cents"]), pot=pot)


def _cut_short(sent: Part) -> CutShort:
    found = sent.fields(needed=("series_played", "series_planned"), optional=("rounds",))
    rounds = _numbers(found["rounds"]) if "rounds" in found else ()
    with as_refused(sent):
        return CutShort(
            series_played=found["series_played"].integer(),
            series_planned=found["series_planned"].integer(),
            rounds=rounds,
        )

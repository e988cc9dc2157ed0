"""Reckon an event with nothing but Python: ``python -m scoring.money.reckon < EVENT``, JSON in and JSON out."""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from scoring.money.reckon import tariffs
from scoring.money.reckon.ledger import CutShort, MoneyEvent, reckoned
from scoring.money.reckon.prizes import Fixed, Plan, PrizeList, Shares, Sharing, Steps
from scoring.rules.fields import Part, run

LARGEST: Final = 10**18  # no amount, count or number in an event is beyond it
AMOUNTS: Final = {"entrant": "cents", "lost-games": "tiers", "place-at-table": "cents", "passed-in": "cents"}
PLANS: Final[Mapping[str, tuple[type[Plan], Collection[str], Collection[str]]]] = {
    "fixed": (Fixed, ["cents"], ["pot"]),
    "share": (Shares, ["pot", "shares"], []),
    "steps": (Steps, ["per", "cents"], ["pot"]),
}
OF_A_PLAN: Final = ("cents", "pot", "shares", "per")

Made = TypeVar("Made")


def answer(document: Any) -> dict[str, Any]:
    """Return what an event comes to, or raise CannotRead if there is something that cannot be read, or cannot be so."""
    sent = Part(document, most=LARGEST)
    optional = ("tariffs", "goes_to", "entrants", "lists", "prizes")
    event = _read(MoneyEvent, sent, optional=optional, called={"refund": "cut_short"})
    with as_refused(sent):
        return reckoned(event)


@contextmanager
def as_refused(sent: Part) -> Iterator[None]:
    """Say of what cannot be so where it was sent. Raise CannotRead instead of ``Impossible``."""
    try:
        yield
    except tariffs.Impossible as impossible:
        text = str(impossible)
        raise sent.refused(f"{text[0].upper()}{text[1:]}.", *impossible.at) from impossible


def _read(
    kind: Callable[..., Made],
    sent: Part,
    *,
    needed: Collection[str] = (),
    optional: Collection[str] = (),
    called: Mapping[str, str] | None = None,
) -> Made:
    called = called or {}
    fields = sent.fields(needed=needed, optional=[*optional, *called])
    with as_refused(sent):
        return kind(**{called.get(name, name): READ[called.get(name, name)](part) for name, part in fields.items()})


def _all(read: Callable[[Part], Any], of: Callable[..., Any] = tuple) -> Callable[[Part], Any]:
    return lambda sent: of(read(item) for item in sent.items())


_numbers: Final = _all(Part.integer)


def _tariff(sent: Part) -> tariffs.Tariff:
    kind = sent.fields(needed=("code", "kind"), optional=("cents", "tiers", "free"))["kind"].one_of(AMOUNTS)
    fields = sent.fields(needed=("code", "kind", AMOUNTS[kind]), optional=("free",), unused=("cents", "tiers"))
    with as_refused(sent):
        free = READ["free"](fields["free"]) if "free" in fields else frozenset()
        return tariffs.Tariff(code=fields["code"].text(), kind=_kind(kind, fields[AMOUNTS[kind]]), free=free)


def _kind(kind: str, sent: Part) -> tariffs.Kind:
    match kind:
        case "entrant":
            return tariffs.PerEntrant(cents=sent.integer())
        case "lost-games":
            return tariffs.LostGames(tiers=_all(_tier)(sent))
        case "place-at-table":
            return tariffs.PlaceAtTable(cents={size: _numbers(cents) for size, cents in sent.by_number().items()})
        case _:
            return tariffs.PassedIn(cents=sent.integer())


def _tier(sent: Part) -> tuple[int | None, int]:
    reach, cents = sent.pair()
    return None if reach.value is None else reach.integer(), cents.integer()


def _seat(sent: Part) -> tariffs.PlayedSeat | None:
    return (
        None
        if sent.value is None
        else _read(tariffs.PlayedSeat, sent, needed=("number",), optional=("total", "won", "lost"))
    )


def _prize_list(sent: Part) -> PrizeList:
    needed, optional = ("group", "ranking", "plan"), ("sharing", "round_to", "floor")
    return _read(PrizeList, sent, needed=needed, optional=optional, called={"class": "of_class"})


def _plan(sent: Part) -> Plan:
    kind = sent.fields(needed=("kind",), optional=OF_A_PLAN)["kind"].one_of(PLANS)
    made, needed, optional = PLANS[kind]
    fields = sent.fields(needed=("kind", *needed), optional=optional, unused=OF_A_PLAN)
    del fields["kind"]
    with as_refused(sent):
        return made(**{name: _numbers(part) if name == "cents" else READ[name](part) for name, part in fields.items()})


READ: Final[Mapping[str, Callable[[Part], Any]]] = {
    **dict.fromkeys(("number", "paid", "total", "won", "lost", "passed", "series"), Part.integer),
    **dict.fromkeys(("share", "cents", "each", "round_to", "floor", "per"), Part.integer),
    **dict.fromkeys(("series_played", "series_planned"), Part.integer),
    **dict.fromkeys(("pot", "group", "of_class"), Part.text),
    **dict.fromkeys(("rounds", "shares"), _numbers),
    **dict.fromkeys(("classes", "free"), _all(Part.text, frozenset)),
    "team": lambda sent: sent.text() if type(sent.value) is str else sent.integer(),
    "expelled": Part.truth,
    "seats": _all(_seat),
    "ranking": _all(_numbers),
    "plan": _plan,
    "sharing": lambda sent: Sharing(sent.one_of(tuple(Sharing))),
    "tariffs": _all(_tariff),
    "goes_to": lambda sent: {code: _all(_goes_to)(entries) for code, entries in sent.named()},
    "entrants": _all(
        lambda sent: _read(
            tariffs.ChargedEntrant, sent, needed=("number",), optional=("classes", "team", "paid", "expelled")
        )
    ),
    "lists": _all(lambda sent: _read(tariffs.PlayedList, sent, needed=("seats",), optional=("series", "passed"))),
    "prizes": _all(_prize_list),
    "cut_short": lambda sent: _read(CutShort, sent, needed=("series_played", "series_planned"), optional=("rounds",)),
}


def _goes_to(sent: Part) -> tariffs.GoesTo:
    return _read(tariffs.GoesTo, sent, needed=("pot",), optional=("share", "cents", "each"))


if __name__ == "__main__":
    sys.exit(run(answer))

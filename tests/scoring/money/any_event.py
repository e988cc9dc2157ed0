"""Hypothesis strategies: any event that the program can read, and any that is bent somewhere."""

from typing import Any

from hypothesis import strategies as st

CLASSES = ["ladies", "juniors", "members"]
POTS = ["prizes", "club", "jackpot", "year"]

cents = st.integers(0, 100000)
few = st.integers(0, 12)
classes = st.lists(st.sampled_from(CLASSES), unique=True)


@st.composite
def tiers(draw: st.DrawFn) -> list[list[int | None]]:
    """Tiers that rise, with an open one or without."""
    reaches: list[int | None] = sorted(draw(st.sets(st.integers(1, 10), max_size=3)))
    return [[reach, draw(st.integers(0, 500))] for reach in reaches + [None] * draw(st.integers(0, 1))]


def tariff(code: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any tariff of a code."""
    sizes = st.fixed_dictionaries({}, optional={str(n): st.lists(cents, min_size=n, max_size=n) for n in (2, 3, 4)})
    kinds = st.one_of(
        st.fixed_dictionaries({"kind": st.just("entrant"), "cents": cents}),
        st.fixed_dictionaries({"kind": st.just("lost-games"), "tiers": tiers()}),
        st.fixed_dictionaries({"kind": st.just("place-at-table"), "cents": sizes}),
        st.fixed_dictionaries({"kind": st.just("passed-in"), "cents": cents}),
    )
    return st.builds(
        lambda kind, free: {"code": code, **kind, **free}, kinds, st.fixed_dictionaries({}, optional={"free": classes})
    )


@st.composite
def goes_to(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Fixed sums and shares, at most everything."""
    left, entries = 100, []
    for pot in draw(st.lists(st.sampled_from(POTS), min_size=1, max_size=5)):
        if draw(st.booleans()):
            entries.append({"pot": pot, "cents": draw(st.integers(0, 5000))})
        else:
            share = draw(st.integers(0, left))
            left -= share
            entries.append({"pot": pot, "share": share})
    return entries


@st.composite
def rankings(draw: st.DrawFn) -> list[list[int]]:
    """Numbers by place, some places shared."""
    numbers, places = draw(st.permutations(range(1, draw(st.integers(1, 10)) + 1))), []
    while numbers:
        shared = draw(st.integers(1, 3))
        places.append(list(numbers[:shared]))
        numbers = numbers[shared:]
    return places


@st.composite
def plans(draw: st.DrawFn, pots: list[str]) -> dict[str, Any]:
    """Any plan that is carried by these pots, or by none."""
    named = st.fixed_dictionaries({}, optional={"pot": st.sampled_from(pots)} if pots else {})
    amounts = st.lists(cents, max_size=6)
    kinds = [
        st.builds(lambda cents, pot: {"kind": "fixed", "cents": cents, **pot}, amounts, named),
        st.builds(
            lambda per, cents, pot: {"kind": "steps", "per": per, "cents": cents, **pot},
            st.integers(1, 5),
            amounts,
            named,
        ),
    ]
    if pots:
        shares = st.lists(st.integers(0, 25), max_size=4)
        kinds.append(
            st.builds(
                lambda pot, shares: {"kind": "share", "pot": pot, "shares": shares}, st.sampled_from(pots), shares
            )
        )
    return draw(st.one_of(kinds))


@st.composite
def prize_lists(draw: st.DrawFn, pots: list[str]) -> dict[str, Any]:
    """Any list of prizes."""
    further = st.fixed_dictionaries(
        {},
        optional={
            "class": st.none() | st.sampled_from(CLASSES),
            "sharing": st.sampled_from(["none", "average", "hort"]),
            "round_to": st.sampled_from([1, 5, 10, 100, 500]),
            "floor": st.integers(0, 20000),
        },
    )
    return {
        "group": draw(st.sampled_from(["main", "series"])),
        "ranking": draw(rankings()),
        "plan": draw(plans(pots)),
        **draw(further),
    }


@st.composite
def played(draw: st.DrawFn) -> dict[str, Any]:
    """Any list of a table."""
    numbers = draw(st.lists(st.none() | st.integers(1, 12), max_size=4, unique_by=lambda number: number or object()))
    games = st.fixed_dictionaries({"total": st.integers(-3, 3), "lost": few}, optional={"won": few})
    return {
        "series": draw(st.integers(1, 3)),
        "passed": draw(few),
        "seats": [number and {"number": number, **draw(games)} for number in numbers],
    }


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    """Any event that can be read."""
    tariffs = [draw(tariff(code)) for code in ["entry", "loss", "place", "passed"][: draw(st.integers(0, 4))]]
    where = {tariff["code"]: draw(goes_to()) for tariff in tariffs if draw(st.booleans())}
    pots = sorted({entry["pot"] for entries in where.values() for entry in entries})
    entrant = st.fixed_dictionaries({}, optional={"classes": classes, "paid": cents, "expelled": st.booleans()})
    planned = draw(st.integers(1, 6))
    return {
        "tariffs": tariffs,
        "goes_to": where,
        "entrants": [{"number": n, **draw(entrant)} for n in sorted(draw(st.sets(st.integers(1, 12), max_size=9)))],
        "lists": draw(st.lists(played(), max_size=4)),
        "prizes": draw(st.lists(prize_lists(pots), max_size=4)),
        "refund": {"series_played": draw(st.integers(0, planned)), "series_planned": planned},
    }


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda within: st.lists(within, max_size=3) | st.dictionaries(st.text(max_size=5), within, max_size=3),
    max_leaves=5,
)
"""Any JSON."""


@st.composite
def bent_events(draw: st.DrawFn) -> Any:
    """An event in which something, anywhere, is replaced, left out or too much."""
    event = draw(events())
    for _ in range(draw(st.integers(1, 3))):
        held: Any = event
        while True:
            keys = list(held) if isinstance(held, dict) else list(range(len(held)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            inner = held[key]
            if isinstance(inner, dict | list) and inner and draw(st.booleans()):
                held = inner
                continue
            _bend(draw, held, key)
            break
    return event


def _bend(draw: st.DrawFn, held: Any, key: Any) -> None:
    match draw(st.sampled_from(["replace", "leave out", "add"])):
        case "replace":
            held[key] = draw(anything)
        case "leave out":
            del held[key]
        case _ if isinstance(held, dict):
            held[draw(st.text(max_size=5))] = draw(anything)
        case _:
            held.append(draw(anything) if draw(st.booleans()) else held[key])

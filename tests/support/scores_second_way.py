"""Scores computed a second time, from what the phones recorded and from nothing of the site (ISkO 5, SkWO 5).

Written from the rule book alone: no import of ours. A line is what a phone sends: ``{"declarer": 2, "game": "grand",
"matadors": 2, "won": True, ...}``; whoever passed in has no declarer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}

Line = Mapping[str, Any]


class Score(NamedTuple):
    """What somebody has."""

    points: int = 0
    won: int = 0
    lost: int = 0
    others_lost: int = 0
    total: int = 0

    def plus(self, other: "Score") -> "Score":
        """Return both together."""
        return Score(*(mine + yours for mine, yours in zip(self, other, strict=True)))


def column(line: Line) -> tuple[int, bool]:
    """Return what goes into the declarer's column, and whether he won."""
    game, bid = line["game"], line.get("bid")
    if game == "null":
        value = NULL[bool(line.get("hand")), bool(line.get("ouvert"))]
        if bid is not None and value < bid:
            # Lost as the cheapest suit game or Grand, by the bid and by the matadors (3.4.4); Grand has four at most.
            count = abs(line.get("matadors") or 1)
            held = {name: min(count, 4) if name == "grand" else count for name in BASE}
            return -2 * min(base * max(-(-bid // base), held[name] + 1) for name, base in BASE.items()), False
        return (value, True) if line.get("won") else (-2 * value, False)
    base, won = BASE[game], bool(line.get("won"))
    announced = sum(bool(line.get(name)) for name in ("hand", "schneider_announced", "schwarz_announced", "ouvert"))
    promised = (bool(line.get("schneider_announced")), bool(line.get("schwarz_announced")))
    reached = (bool(line.get("schneider") or line.get("schwarz")), bool(line.get("schwarz")))

    def worth(*, counting: bool) -> int:
        # A level announced counts whatever became of it (5.2.5): reached or promised, it is there once.
        levels = sum((there and counting) or said for there, said in zip(reached, promised, strict=True))
        return base * (abs(line["matadors"]) + 1 + announced + levels)

    overbid = worth(counting=won) < bid if bid is not None else bool(line.get("overbid"))
    value = worth(counting=True)
    if overbid:
        least = worth(counting=won) + 1 if bid is None else bid
        value = max(value, -(-least // base) * base)
    return (value, True) if won and not overbid else (-2 * value, False)


def scores(lines: Iterable[Line], *, seats: int) -> list[Score]:
    """Return what each seat of a table has after its list (SkWO 5.2)."""
    found = [Score() for _ in range(seats)]
    for line in lines:
        if line.get("declarer") is None:
            continue
        points, won = column(line)
        for seat in range(1, seats + 1):
            mine = seat == line["declarer"]
            if mine:
                one = Score(points, int(won), int(not won), 0, points + (50 if won else -50))
            else:
                one = Score() if won else Score(others_lost=1, total=40 if seats == 3 else 30)
            found[seat - 1] = found[seat - 1].plus(one)
    return found


def ranking(results: Mapping[int, Sequence[Score]]) -> list[tuple[int, int, Score]]:
    """Return place, start number and score, best first; equals share a place until a lot is drawn (SkWO 5.2)."""
    sums = {}
    for number, series in results.items():
        total = Score()
        for one in series:
            total = total.plus(one)
        sums[number] = total
    order = sorted(sums, key=lambda number: (-sums[number].total, -sums[number].won, sums[number].lost, number))
    places: list[tuple[int, int, Score]] = []
    for at, number in enumerate(order, start=1):
        mine = sums[number]
        last = places[-1] if places else None
        same = last and (last[2].total, last[2].won, last[2].lost) == (mine.total, mine.won, mine.lost)
        places.append((last[0] if last and same else at, number, mine))
    return places

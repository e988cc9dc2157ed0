"""The vectors of docs/draw-steps.md: ``python -m tests.tables.seating.vectors`` writes docs/draw-vectors.json anew."""

import json
import sys
from pathlib import Path

from tables.seating.chance import Chance
from tables.seating.designs.by_design import WRITTEN
from tables.seating.designs.design import FOUND, STARTERS
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Policy, Wish
from tables.seating.records.record import VERSION
from tables.seating.replanning.replan import replan

FILE = Path(__file__).parents[3] / "docs" / "draw-vectors.json"
STREAMS = [("company", ""), ("places", "a"), ("standing", "Grün 7")]
PARTS = ("method", "entries", "options", "history", "ranking", "seed", "plan")
OF_KEPT = ("base", "absent", "late", "before")
QUICK = Policy(steps=3000)
IGNORED, HARD = Wish.IGNORED, Wish.HARD


def people(n, *, clubs=0, apart=0, fixed=None, gap=1):
    """Return n entrants: every ``clubs``-th of one club, neighbours of ``apart`` in a group, some at fixed tables."""
    return [
        Entrant(
            number=number * gap,
            club=f"SC {number % clubs}" if clubs else None,
            apart=frozenset({f"family {number // apart}"} if apart and number % 7 < 4 else ()),
            table=(fixed or {}).get(number),
        )
        for number in range(1, n + 1)
    ]


def played(n, series=2):
    """Return series that so many have played."""
    return draw(people(n), series=series, seed="before", policy=QUICK).series


def by_lot():
    """Yield a name and a plan for each way a draw by lot can go."""
    how = {"policy": QUICK}
    yield "one series", draw(people(12), series=1, seed="1", **how)
    yield "one table", draw(people(4), series=3, seed="1", **how)
    yield "shifts alone", draw(people(20), series=5, seed="2", **how)
    yield "a starter", draw(people(16), series=5, seed="3", **how)
    yield "a starter, all of it", draw(people(28), series=9, seed="4", **how)
    yield "couples, rings, tables of three", draw(people(30, gap=3), series=7, seed="5", **how)
    yield "tables of three", draw(people(21), series=4, seed="6", **how)
    yield "more series than a design has", draw(people(14), series=6, seed="7", **how)
    yield "an event written out", draw(people(17), series=6, seed="18", **how)
    yield "written out, and clubs", draw(people(11, clubs=3), series=3, seed="19", **how)
    yield "written out, but for families", draw(people(18, apart=3), series=6, seed="20", **how)
    yield "fewest found", draw(people(20), series=6, seed="8", **how)
    yield "clubs", draw(people(26, clubs=4), series=4, seed="9", **how)
    yield "clubs too large", draw(people(19, clubs=2), series=3, seed="10", **how)
    yield "families and fixed tables", draw(people(23, apart=3, fixed={2: 1, 9: 3}), series=3, seed="11", **how)
    yield "two at one fixed table", draw(people(18, clubs=5, fixed={1: 5, 2: 5}), series=3, seed="12", **how)
    yield "a history", draw(people(18, clubs=6), series=1, seed="13", history=played(20), **how)
    yield "a history, together", draw(people(22), series=3, seed="14", history=played(22, 3), **how)
    yield "many", draw(people(70, clubs=9, apart=5), series=3, seed="15", **how)
    yield "many, one after the other", draw(people(66, clubs=3), series=1, seed="16", history=played(66), **how)
    free = Policy(steps=3000, clubs=IGNORED, threes=IGNORED, repeats=IGNORED, apart=HARD, vary_tables=False)
    yield "nothing wished", draw(people(15, clubs=3, apart=4), series=2, seed="17", policy=free)


def by_standing():
    """Yield a name and a plan for each way a draw by standing can go."""
    how = {"history": played(27), "ranking": [7 * p % 29 for p in range(1, 29)], "policy": QUICK}
    yield "by standing", draw_by_standing(people(27), seed="1", **how)
    yield (
        "newcomers and clubs",
        draw_by_standing(
            people(30, clubs=5), seed="2", **{**how, "policy": Policy(steps=3000, clubs_by_standing=Wish.WISHED)}
        ),
    )
    yield "fixed tables", draw_by_standing(people(26, apart=3, fixed={1: 4, 5: 7}), seed="3", **how)
    together = Policy(steps=3000, clubs_by_standing=Wish.WISHED, together_by_standing=True)
    yield "mates together", draw_by_standing(people(27, clubs=4), seed="4", **{**how, "policy": together})
    cut = Policy(steps=3000, repeats=IGNORED, threes=IGNORED)
    yield "the pure cut", draw_by_standing(people(27), seed="5", **{**how, "policy": cut})
    large = {**how, "history": played(72, 3), "ranking": list(range(72, 0, -1))}
    yield "many by standing", draw_by_standing(people(72), seed="6", **large)


def kept():
    """Yield a name and a plan for each way a plan can be kept."""
    plan = draw(people(26, clubs=5), series=3, seed="base", policy=QUICK)
    yield "somebody leaves", replan(plan, played=1, absent=[4], seed="1")
    yield "substitutes", replan(plan, played=0, absent=[4, 9, 17], late=[30, 31, 32], seed="2")
    yield "a table is opened", replan(plan, played=1, late=[Entrant(number=40, table=8), 41, 42, 43], seed="3")
    yield "tables are broken up", replan(plan, played=0, absent=[1, 2, 3, 5, 8, 13, 21], seed="4")
    standing = draw_by_standing(people(23, apart=4), ranking=range(23, 0, -1), seed="base", policy=QUICK)
    hard = Policy(steps=3000, apart=HARD)
    yield "by standing, families hard", replan(standing, played=0, absent=[2], late=[50], seed="5", policy=hard)


def made():
    """Return what the file says."""
    plans = [*by_lot(), *by_standing(), *kept()]
    return {
        "version": VERSION,
        "chance": [_stream(purpose, seed) for purpose, seed in STREAMS],
        "designs": {
            "shifts": {
                str(tables): {"rings": rings, "triples": [list(map(int, one.split())) for one in text.split(",")]}
                for tables, (rings, text) in FOUND.items()
            },
            "starters": {str(tables): {"series": starter.series()} for tables, starter in STARTERS.items()},
            "written": {
                f"{people} {series}": {"repeats": one.repeats, "series": one.series()}
                for (people, series), one in WRITTEN.items()
            },
        },
        "draws": [
            {"name": name, **{part: plan.record[part] for part in (*PARTS, *OF_KEPT) if part in plan.record}}
            for name, plan in plans
        ],
    }


def _stream(purpose, seed):
    chance = Chance(seed, purpose=purpose)
    bounds = [1, 2, 6, 24, 1024, 3 * 2**30, 2**32]
    below = [[n, chance.below(n)] for n in bounds]
    return {"purpose": purpose, "seed": seed, "below": below, "shuffled": chance.shuffled(range(12))}


def text():
    """Return the file: one design, stream or draw a line."""
    said = json.loads(json.dumps(made()))
    lines = {name: [json.dumps(one) for one in said[name]] for name in ("chance", "draws")}
    designs = {
        kind: [f"{json.dumps(tables)}: {json.dumps(one)}" for tables, one in designs.items()]
        for kind, designs in said["designs"].items()
    }
    kinds = ",\n".join(f'"{kind}": {{\n{_joined(of_kind)}\n}}' for kind, of_kind in designs.items())
    return (
        f'{{\n"version": {VERSION},\n"chance": [\n{_joined(lines["chance"])}\n],\n'
        f'"designs": {{\n{kinds}\n}},\n"draws": [\n{_joined(lines["draws"])}\n]\n}}\n'
    )


def _joined(lines):
    return ",\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="ascii")
    sys.stdout.write(f"{FILE.name}: version {VERSION}\n")

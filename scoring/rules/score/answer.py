"""What is answered about a list, ready for JSON."""

from typing import Any, Final

from scoring.rules.codes import Code
from scoring.rules.fields import Part
from scoring.rules.profiles.columns import Entered
from scoring.rules.profiles.evening import score
from scoring.rules.profiles.sums import Note, Scored
from scoring.rules.results.settlement import settle
from scoring.rules.score.reading import read

NAMED: Final = {Code.DEALER_PLAYED: "dealer-is-declarer"}
"""Codes that have another name here: this form was fixed apart from the site's."""


def answer(document: Any) -> dict[str, Any]:
    """Return what a list adds up to.

    :raises CannotRead: if it cannot be read.
    """
    # What a number may be is for the rules to say, deal by deal.
    asked = read(Part(document, most=None))
    scored = score(asked.listed)
    values: dict[str, Any] = {
        "deals": [_deal(entered, seats=asked.listed.seats) for entered in scored.deals],
        "seats": [
            {
                "game_points": own.game_points,
                "won": own.won,
                "lost": own.lost,
                "others_lost": own.others_lost,
                "total": own.total,
            }
            for own in scored.seats
        ],
        "control": {
            "won": scored.control.won,
            "lost": scored.control.lost,
            "passed": scored.control.passed,
            "ramsch": scored.control.ramsch,
        },
        "complete": scored.complete,
        "loser": _loser(scored),
        "problems": [_problem(note) for note in scored.notes],
    }
    if asked.stake:
        values["settlement"] = list(settle([own.game_points for own in scored.seats], stake=asked.stake))
    return values


def _deal(entered: Entered, *, seats: int) -> dict[str, Any]:
    return {
        "points": [entered.points.get(seat, 0) for seat in range(1, seats + 1)],
        "won": list(entered.won),
        "lost": list(entered.lost),
        "factor": entered.factor,
    }


def _loser(scored: Scored) -> int | list[int] | None:
    if len(scored.losers) > 1:
        return list(scored.losers)
    return scored.losers[0] if scored.losers else None


def _problem(note: Note) -> dict[str, Any]:
    code = note.problem.code
    named = NAMED.get(code, code.value) if isinstance(code, Code) else code.value
    return {"deal": note.deal, "code": named, "severity": note.problem.severity}

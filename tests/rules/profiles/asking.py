"""Asking the program: lists as short as they can be written."""

import io
import json

from scoring.rules.fields import answered
from scoring.rules.score.answer import answer

PASSED = {"passed": True}


def won(seat, game, matadors=None, **more):
    return {"declarer": seat, "game": game, "matadors": matadors, "won": True, **more}


def lost(seat, game, matadors=None, **more):
    return {"declarer": seat, "game": game, "matadors": matadors, **more}


def ramsch(*card_points, tricks=(2, 3, 5), **more):
    return {"ramsch": {"card_points": list(card_points), "tricks": tricks and list(tricks), **more}}


def asked(question):
    """Return the answer to a question, or to bytes as they stand, and how the program ended."""
    text = question if isinstance(question, bytes) else json.dumps(question).encode()
    return answered(io.BytesIO(text), answer)


def ask(profile, *deals, seats=3, switches=None, **more):
    found, code = asked({"profile": profile, "seats": seats, "switches": switches or {}, "deals": deals, **more})
    assert code == 0, found
    return found


def points(profile, *deals, **more):
    """Return the columns of a list in which nothing is refused."""
    answer = ask(profile, *deals, **more)
    assert errors(answer) == []
    return [seat["game_points"] for seat in answer["seats"]]


def totals(answer):
    return [seat["total"] for seat in answer["seats"]]


def errors(answer):
    """Return what is refused, as (deal, code)."""
    return [(one["deal"], one["code"]) for one in answer["problems"] if one["severity"] == "error"]


def refusal(profile, *deals, **more):
    """Return why the last deal is refused, and nothing before it is."""
    answer = ask(profile, *deals, **more)
    found = errors(answer)
    assert {deal for deal, _code in found} <= {len(deals)}
    if found:
        assert answer["deals"][-1] == {"points": [0] * len(answer["seats"]), "won": [], "lost": [], "factor": 1}
    return [code for _deal, code in found]


def unreadable(**question):
    """Return where the program stumbles."""
    found, code = asked(question)
    assert code == 2, found
    assert set(found) == {"error", "at"}
    assert found["error"]
    return found["at"]

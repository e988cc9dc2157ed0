"""Lists by chance, evenings in a Kneipe and Ramsch of every kind; lists of what the fixed form does not know."""

from dataclasses import replace
from random import Random

from scoring.rules.contract import Game
from scoring.rules.fields import Part
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.lines import DeclarerLine, RamschLine
from scoring.rules.profiles.naming import house
from scoring.rules.score.answer import read_deal

GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null", "revolution")


def players(number, seats):
    """Return who plays deal ``number`` (from 1 on): the two to the dealer's left and the one to his right."""
    dealer = (number - 1) % seats + 1
    beside = {(dealer + step - 1) % seats + 1 for step in (1, 2, -1)}
    return [1, 2, 3] if seats == 3 else sorted(beside)


def switches_of(chance: Random):
    """Return what a Kneipe can choose."""
    return {
        "ramsch_writes": chance.choice(["loser", "everybody"]),
        "ramsch_amount": chance.choice(["points", "points", "fixed"]),
        "virgin_doubles": chance.random() < 0.7,
        "durchmarsch": chance.random() < 0.5,
        "ramsch_tie": chance.choice(["all", "share", "last-trick"]),
    }


def evening_switches(chance: Random):
    """Return what a Kneipe with Bock can choose."""
    return switches_of(chance) | {
        "bock_events": chance.randrange(256),
        "bock_ramsch": chance.random() < 0.5,
        "spitze": chance.randrange(3),
    }


def ramsch_deal(chance: Random, seats, there, *, pushes=3):
    """Return a Ramsch that can be true, often with equals and virgins."""
    tricks = chance.choice([[10, 0, 0], [5, 5, 0], [6, 4, 0], [4, 4, 2], [3, 3, 4], [2, 3, 5], [1, 1, 8]])
    chance.shuffle(tricks)
    taking = [at for at, own in enumerate(tricks) if own]
    points = [0, 0, 0]
    shares = chance.choice([[40, 40, 40], [50, 50, 20], [60, 60, 0], [0, 0, 120], None])
    if shares is None or len(taking) < 3:
        cuts = sorted(chance.choice([chance.randrange(121), 60]) for _ in taking[1:])
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, 120], strict=True)]
    for at, own in zip(taking, shares, strict=True):
        points[at] = own
    row = {seat: (points[at], tricks[at]) for at, seat in enumerate(sorted(there))}
    found = {
        "card_points": [row[seat][0] if seat in row else None for seat in range(1, seats + 1)],
        "tricks": [row[seat][1] if seat in row else None for seat in range(1, seats + 1)],
        "pushes": chance.randrange(pushes + 1),
    }
    if chance.random() < 0.7:
        found["last_trick"] = chance.choice([seat for seat, (_, own) in row.items() if own])
    return {"ramsch": found}


def game_deal(chance: Random, there, switches):
    """Return a declarer's game that can be true, without its bid."""
    game = chance.choice(GAMES)
    deal = {"declarer": chance.choice(there), "game": game, "won": chance.random() < 0.7}
    deal["stakes"] = chance.choice([0, 0, 0, 1, 2, 3, 4])
    deal["hand"] = chance.random() < 0.4
    if game in ("null", "revolution"):
        return deal | {"ouvert": chance.random() < 0.4}
    deal["matadors"] = chance.choice([1, 1, 2, 3, 4, -1, -2, -3])
    deal["schneider"] = deal["won"] and chance.random() < 0.3
    deal["schneider_announced"] = deal["hand"] and deal["schneider"] and chance.random() < 0.3
    is_possible = switches.get("spitze") and not (game == "grand" and deal["matadors"] == 4)
    return deal | {"spitze": bool(is_possible) and chance.random() < 0.3}


def evening_deals(chance: Random, *, seats, number, switches):
    found = []
    for at in range(1, number + 1):
        there = players(at, seats)
        kind = chance.random()
        if kind < 0.1:
            found.append({"passed": True})
        elif kind < 0.4:
            found.append(ramsch_deal(chance, seats, there))
        else:
            found.append(game_deal(chance, there, switches))
    return found


def any_switches(chance: Random, profile):
    found = {"kneipe": evening_switches, **dict.fromkeys(("ramsch", "schieberamsch", "raeuberskat"), switches_of)}
    if profile in found:
        switches = found[profile](chance)
        return {name: switches[name] for name in switches if chance.random() < 0.5}
    if profile == "bierlachs":
        return {"target": chance.choice([50, 200, 501])}
    return {"dealer_bonus": chance.choice([0, 30, 40])} if profile == "league-encyclopedia" else {}


def any_deals(chance: Random, profile, *, seats, number):
    """Return deals of which most can stand in a list by the profile, and some cannot."""
    return [_any_deal(chance, profile, seats, at) for at in range(1, number + 1)]


def _any_deal(chance: Random, profile, seats, at):
    # In a programme the soloist's seat follows the dealer's, so the deal before is the one to look at.
    there = players(at - 1 or seats, seats) if profile == "raeuberskat" else players(at, seats) if seats > 2 else [1, 2]
    kind = chance.random()
    if kind < 0.1:
        return {"passed": True}
    if kind < 0.4 and seats > 2:
        deal = ramsch_deal(chance, seats, there, pushes=3 if profile in ("schieberamsch", "kneipe") else 0)
        return deal | {"kind": "ramsch"} if profile == "tournee" else deal
    deal = game_deal(chance, there, {})
    if profile == "raeuberskat":
        deal["declarer"] = (at - 1) % seats + 1
    if profile == "two-officers":
        deal["declarer"] = at % 2 + 1
    if profile not in ("contra", "kneipe"):
        deal["stakes"] = 0
    if profile in ("raeuberskat", "two-officers", "tournee"):
        deal |= {"hand": False, "ouvert": False, "schneider_announced": False}
    if profile == "tournee":
        kinds = {"null": "null", "grand": "guckser"}
        deal["kind"] = kinds.get(deal["game"]) or chance.choice(["tournee", "solo", "passt-mir-nicht"])
    return deal


BESIDE = ("knocks", "has_sixty")
"""What a deal can state here, and not in the fixed form."""


def game(declarer, which, matadors=None, **more):
    return DeclarerLine(declarer=declarer, game=Game(which), matadors=matadors, **more)


def ramsch(*card_points, tricks=(2, 3, 5), **more):
    return RamschLine(card_points=card_points, tricks=tricks, **more)


def scored(code, *lines, seats=None, rounds=12, **settings):
    profile = house(code, settings).profile
    return score(ProfileList(profile=profile, seats=seats or profile.seats[0], rounds=rounds, deals=lines))


def columns(code, *lines, **more):
    found = scored(code, *lines, **more)
    assert codes(found) == []
    return [seat.game_points for seat in found.seats]


def codes(found):
    return [note.problem.code for note in found.notes if note.problem.severity == "error"]


def line_of(deal, *, seats):
    """Return the line of a deal as the second way has it."""
    where = deal.get("ramsch", deal)
    beside = {name: where[name] for name in BESIDE if name in where}
    known = {name: value for name, value in where.items() if name not in BESIDE}
    return replace(read_deal(Part({"ramsch": known} if "ramsch" in deal else known), seats=seats), **beside)

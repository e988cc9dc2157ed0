"""Lists of ways to play that the fixed form does not know, straight through the rules."""

from dataclasses import replace

from scoring.rules.contract import Game
from scoring.rules.fields import Part
from scoring.rules.profiles.evening import score
from scoring.rules.profiles.houses import house
from scoring.rules.profiles.lines import DeclarerLine, RamschLine
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.score.deals import read_deal

BESIDE = ("knocks", "has_sixty")
"""What a deal can state here, and not in the fixed form."""


def game(declarer, which, matadors=None, **more):
    """Return a game by its name."""
    return DeclarerLine(declarer=declarer, game=Game(which), matadors=matadors, **more)


def ramsch(*card_points, tricks=(2, 3, 5), **more):
    """Return a Ramsch by the card points of the seats."""
    return RamschLine(card_points=card_points, tricks=tricks, **more)


def scored(code, *lines, seats=None, rounds=12, **settings):
    """Return a list added up."""
    profile = house(code, settings).profile
    return score(ProfileList(profile=profile, seats=seats or profile.seats[0], rounds=rounds, deals=lines))


def columns(code, *lines, **more):
    """Return the columns of a list in which nothing is refused."""
    found = scored(code, *lines, **more)
    assert codes(found) == []
    return [seat.game_points for seat in found.seats]


def codes(found):
    """Return what is refused."""
    return [note.problem.code for note in found.notes if note.problem.severity == "error"]


def line_of(deal, *, seats):
    """Return the line of a deal as the second way has it."""
    where = deal.get("ramsch", deal)
    beside = {name: where[name] for name in BESIDE if name in where}
    known = {name: value for name, value in where.items() if name not in BESIDE}
    return replace(read_deal(Part({"ramsch": known} if "ramsch" in deal else known), seats=seats), **beside)

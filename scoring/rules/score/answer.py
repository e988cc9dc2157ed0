"""What is answered about a list that a JSON object describes: profile, switches, table, presence, stake."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from scoring.rules.codes import Code
from scoring.rules.contract import Game
from scoring.rules.fields import Fields, Part
from scoring.rules.game_list.presence import Presence
from scoring.rules.profiles.evening import Note, ProfileList, Scored, score
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, Entered, Line, PassedLine, RamschLine
from scoring.rules.profiles.naming import house
from scoring.rules.profiles.presets import OFFICIAL
from scoring.rules.profiles.presets import PROFILES as EVERY_PROFILE
from scoring.rules.profiles.profile import Profile
from scoring.rules.profiles.switches import Setting, UnknownSetting, UnknownSwitch, switched
from scoring.rules.results.settlement import MOST_OFFICIAL, settle

TICKS: Final = (
    "won",
    "hand",
    "schneider",
    "schwarz",
    "schneider_announced",
    "schwarz_announced",
    "ouvert",
    "overbid",
    "spitze",
)

FIELDS: Final = ("declarer", "passed", "ramsch", "game", "kind", "matadors", "bid", "stakes", *TICKS)
RAMSCH_FIELDS: Final = ("card_points", "tricks", "last_trick", "pushes")
REVOLUTION: Final = "revolution"
GAMES: Final = (*(game.value for game in Game), REVOLUTION)


def read_deal(part: Part, *, seats: int) -> Line:
    """Return the line of a deal. Raise CannotRead if it cannot be read, or is not one of the three forms."""
    fields = part.fields(optional=FIELDS)
    declarer, is_passed = fields.integer("declarer"), fields.truth("passed")
    if bool(declarer) + is_passed + ("ramsch" in fields) != 1:
        raise part.refused("A deal has a declarer, or it is a Ramsch, or passed in.")
    if declarer:
        if "game" not in fields and _kind(fields) is not ContractKind.NULL:
            raise part.refused("A game is needed.", "game")
        return _declared(fields, declarer)
    # Read for its types all the same.
    _declared(fields, 1)
    if is_passed:
        _nothing_but(fields, "passed")
        return PassedLine()
    _nothing_but(fields, "ramsch", "kind")
    return _ramsch(fields["ramsch"].fields(optional=RAMSCH_FIELDS), _kind(fields), seats)


def _declared(fields: Fields, declarer: int) -> DeclarerLine:
    game = fields["game"].one_of(GAMES) if "game" in fields else None
    return DeclarerLine(
        declarer=declarer,
        game=None if game is None else Game.NULL if game == REVOLUTION else Game(game),
        revolution=game == REVOLUTION,
        kind=_kind(fields),
        matadors=fields.integer("matadors") or None,
        bid=fields.integer("bid") or None,
        stakes=fields.integer("stakes"),
        **{name: fields.truth(name) for name in TICKS},
    )


def _ramsch(fields: Fields, kind: ContractKind | None, seats: int) -> RamschLine:
    return RamschLine(
        card_points=_by_seat(fields["card_points"], seats) if "card_points" in fields else None,
        tricks=_by_seat(fields["tricks"], seats) if "tricks" in fields else None,
        last_trick=fields.integer("last_trick") or None,
        pushes=fields.integer("pushes"),
        kind=kind,
    )


def _by_seat(part: Part, seats: int) -> tuple[int | None, ...]:
    items = list(part.items())
    if len(items) != seats:
        raise part.refused(f"There are {seats} seats.")
    return tuple(None if item.value is None else item.integer() for item in items)


def _kind(fields: Fields) -> ContractKind | None:
    return ContractKind(fields["kind"].one_of(tuple(ContractKind))) if "kind" in fields else None


def _nothing_but(fields: Fields, *names: str) -> None:
    """Refuse any other field that says something: false and 0 may stand there."""
    for name, part in fields.items():
        if part.value and name not in names:
            raise part.refused("This does not belong to such a deal.")


OPTIONAL: Final = ("switches", "rounds", "stake", "presence", "deals")

PROFILES: Final = {
    code: EVERY_PROFILE[code]
    for code in (
        "isko-2002",
        "classic",
        "league-encyclopedia",
        "grand-20",
        "hand-single",
        "ramsch",
        "schieberamsch",
        "gewinner-ramsch",
        "contra",
        "revolution",
        "sechserskat",
        "bierlachs",
        "raeuberskat",
        "two-officers",
        "two-open",
        "tournee",
        "kneipe",
    )
}
"""What the form knows: it was fixed before there were others."""

SWITCHES: Final = (
    "ramsch_skat",
    "ramsch_writes",
    "ramsch_amount",
    "virgin_doubles",
    "durchmarsch",
    "ramsch_tie",
    "bock_events",
    "bock_ramsch",
    "spitze",
    "target",
    "dealer_bonus",
    "contra_at_most",
)
"""What can be chosen in it; its profiles have the rest as usual."""

ROUNDS: Final = 12
"""Rounds of a list that does not say it."""

_STAKE: Final = re.compile(r"([0-9]{1,100})(?:/([0-9]{1,100})|\.([0-9]{1,100}))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedList:
    """A list, and what a point is worth."""

    listed: ProfileList
    stake: Fraction


def read(document: Part) -> AskedList:
    """Return the list that is asked about. Raise CannotRead if it cannot be read."""
    fields = document.fields(needed=("profile", "seats"), optional=OPTIONAL)
    profile = _profile(fields)
    seats = fields["seats"].integer()
    if seats not in profile.seats:
        raise fields["seats"].refused(f"{profile.code} is played by {' or '.join(map(str, profile.seats))}.")
    empty = ProfileList(profile=profile, seats=seats, rounds=fields.integer("rounds", ROUNDS, least=1))
    stake = _stake(fields["stake"]) if "stake" in fields else Fraction(0)
    if profile == OFFICIAL and stake > MOST_OFFICIAL:
        raise fields["stake"].refused(f"Officially a point is worth {MOST_OFFICIAL} at most.")
    presence = _presence(fields, empty)
    deals = tuple(read_deal(deal, seats=seats) for deal in fields.parts("deals"))
    return AskedList(listed=replace(empty, presence=presence, deals=deals), stake=stake)


def _profile(fields: Fields) -> Profile:
    profile = PROFILES[fields["profile"].one_of(PROFILES)]
    chosen: dict[str, Setting] = {}
    for name, setting in fields["switches"].named() if "switches" in fields else ():
        if name not in SWITCHES:
            raise setting.refused(f"{profile.code} has no such switch.")
        try:
            switched(profile, name, setting.value)
        except UnknownSwitch:
            raise setting.refused(f"{profile.code} has no such switch.") from None
        except UnknownSetting:
            raise setting.refused("It cannot be set so.") from None
        chosen[name] = setting.value
    return house(profile.code, chosen).profile


def _stake(part: Part) -> Fraction:
    if type(part.value) is not str:
        number = part.integer(least=0)
        if number >= 10**100:
            raise part.refused("Nobody could pay this stake.")
        return Fraction(number)
    match = _STAKE.fullmatch(part.value)
    if match is None or (match[2] is not None and not int(match[2])):
        raise part.refused('A stake is a whole number or a fraction like "1/10" or "0.5".')
    return Fraction(part.value)


def _presence(fields: Fields, empty: ProfileList) -> tuple[Presence, ...]:
    parts: list[Presence] = []
    for part in fields.parts("presence"):
        entry = part.fields(needed=("from_round", "seats"))
        from_round = entry["from_round"].integer()
        seats = tuple(seat.integer() for seat in entry["seats"].items())
        _check(empty, (*parts[-1:], Presence(from_round=from_round, seats=())), entry["from_round"])
        parts.append(Presence(from_round=from_round, seats=seats))
        _check(empty, tuple(parts[-1:]), entry["seats"])
    return tuple(parts)


def _check(empty: ProfileList, presence: tuple[Presence, ...], part: Part) -> None:
    try:
        replace(empty, presence=presence)
    except ValueError:
        raise part.refused("Rounds rise within the list; seats rise too, and exist.") from None


NAMED: Final = {Code.DEALER_PLAYED: "dealer-is-declarer"}
"""Codes that have another name here: this form was fixed apart from the site's."""


def answer(document: Any) -> dict[str, Any]:
    """Return what a list adds up to. Raise CannotRead if it cannot be read."""
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

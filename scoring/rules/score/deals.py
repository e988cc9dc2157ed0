"""One deal of the JSON: a declarer's game, a Ramsch, or passed in. What it may state, a profile decides later."""

from typing import Final

from scoring.rules.contract import Game
from scoring.rules.fields import Fields, Part
from scoring.rules.profiles.lines import DeclarerLine, Kind, Line, PassedLine, RamschLine

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
    """Return the line of a deal.

    :raises CannotRead: if it cannot be read, or is not one of the three forms.
    """
    fields = part.fields(optional=FIELDS)
    declarer, is_passed = fields.integer("declarer"), fields.truth("passed")
    if bool(declarer) + is_passed + ("ramsch" in fields) != 1:
        raise part.refused("A deal has a declarer, or it is a Ramsch, or passed in.")
    if declarer:
        if "game" not in fields and _kind(fields) is not Kind.NULL:
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


def _ramsch(fields: Fields, kind: Kind | None, seats: int) -> RamschLine:
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


def _kind(fields: Fields) -> Kind | None:
    return Kind(fields["kind"].one_of(tuple(Kind))) if "kind" in fields else None


def _nothing_but(fields: Fields, *names: str) -> None:
    """Refuse any other field that says something: false and 0 may stand there."""
    for name, part in fields.items():
        if part.value and name not in names:
            raise part.refused("This does not belong to such a deal.")

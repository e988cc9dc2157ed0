"""House rules of a deal in a few bytes: two for a game, and three more and two a seat for a Ramsch."""

from typing import Final

from scoring.rules.notation.house import AT_MOST_SEATS, NoHouseRules, read_house
from scoring.rules.notation.messages import Unreadable
from scoring.rules.profiles.lines import Beside, Kind, RamschLine

KINDS: Final = (None, *Kind)
"""A kind's number is its place here."""

GAME: Final = 2
HEAD: Final = 3
NOTHING: Final = 255
"""Instead of card points or tricks: the seat did not play, or nothing is stated."""


def pack_beside(house: Beside | None) -> bytes:
    """Return house rules of a deal: 3 bits each for stakes, who said Contra and kind, 2 announced, 4 flags, 1 to spare.

    A Ramsch follows: seats, last trick and pushes, then card points and tricks of each seat.
    """
    if house is None:
        return bytes(GAME)
    line = house.ramsch
    kind = house.kind if line is None else line.kind
    numbers = house.stakes << 13 | (house.contra_by or 0) << 10 | KINDS.index(kind) << 7 | house.announced << 5
    flags = house.spitze << 4 | house.revolution << 3 | house.opened << 2 | (line is not None) << 1
    return (numbers | flags).to_bytes(GAME) + (b"" if line is None else _pack_ramsch(line))


def _pack_ramsch(line: RamschLine) -> bytes:
    seats = max(len(line.card_points or ()), len(line.tricks or ()))
    columns = (column or (None,) * seats for column in (line.card_points, line.tricks))
    packed = (NOTHING if number is None else number for pair in zip(*columns, strict=True) for number in pair)
    return bytes([seats, line.last_trick or 0, line.pushes, *packed])


def unpack_beside(content: bytes, profile: str) -> tuple[Beside, bytes]:
    """Return the house rules that bytes begin with, and what follows.

    :raises Unreadable: if they begin with none.
    """
    if len(content) < GAME:
        raise Unreadable("length")
    word, rest = int.from_bytes(content[:GAME]), content[GAME:]
    if word >> 7 & 7 >= len(KINDS) or word & 1:
        raise Unreadable("house rules")
    kind, has_ramsch = KINDS[word >> 7 & 7], bool(word >> 1 & 1)
    ramsch, rest = _unpack_ramsch(rest, kind) if has_ramsch else (None, rest)
    found = Beside(
        profile=profile,
        stakes=word >> 13,
        contra_by=word >> 10 & 7 or None,
        kind=None if has_ramsch else kind,
        announced=word >> 5 & 3,
        spitze=bool(word >> 4 & 1),
        revolution=bool(word >> 3 & 1),
        opened=bool(word >> 2 & 1),
        ramsch=ramsch,
    )
    return found, rest


def _unpack_ramsch(content: bytes, kind: Kind | None) -> tuple[RamschLine, bytes]:
    if len(content) < HEAD or content[0] > AT_MOST_SEATS or len(content) < HEAD + 2 * content[0]:
        raise Unreadable("length")
    seats, last, pushes = content[:HEAD]
    numbers = [None if number == NOTHING else number for number in content[HEAD : HEAD + 2 * seats]]
    points, tricks = tuple(numbers[::2]), tuple(numbers[1::2])
    line = RamschLine(
        card_points=None if set(points) <= {None} else points,
        tricks=None if set(tricks) <= {None} else tricks,
        last_trick=last or None,
        pushes=pushes,
        kind=kind,
    )
    return line, content[HEAD + 2 * seats :]


def readable_name(letters: bytes) -> str:
    """Return the name of a profile.

    :raises Unreadable: if nothing has this name.
    """
    try:
        return read_house({"profile": letters.decode("ascii")}).profile
    except (UnicodeDecodeError, NoHouseRules) as error:
        raise Unreadable("profile") from error

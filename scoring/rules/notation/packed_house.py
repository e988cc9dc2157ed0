"""House rules of a deal in a few bytes: three for a game, and four more for a Ramsch, in columns two a seat beside."""

from typing import Final

from scoring.rules.notation.house import AT_MOST_SEATS, NoHouseRules, read_house
from scoring.rules.notation.messages import Unreadable
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine

KINDS: Final = (None, *ContractKind)
"""A kind's number is its place here."""

GAME: Final = 3
HEAD: Final = 4
FLAGS: Final = range(10, 4, -1)
"""Where each flag stands, the last bit of the word being 0."""

SPARE: Final = 0b11111
NOTHING: Final = 255
"""Instead of card points or tricks: the seat did not play, or nothing is stated."""


def pack_beside(house: Beside | None) -> bytes:
    """Return house rules of a deal: 3 bits each for stakes, who said Contra and kind, 2 announced, 2 given up, 6 flags.

    5 bits are to spare. A Ramsch follows: seats, last trick, pushes, knocks, then card points and tricks of each seat;
    in short a bit a seat that lost (the first being 8) with 3 for who took no trick, card points, pushes, knocks.
    """
    if house is None:
        return bytes(GAME)
    line = house.ramsch
    kind = house.kind if line is None else line.kind
    number = house.stakes << 21 | (house.contra_by or 0) << 18 | KINDS.index(kind) << 15
    number |= house.announced << 13 | house.schenken << 11
    flags = (
        house.spitze,
        house.revolution,
        house.opened,
        house.has_sixty,
        line is not None,
        bool(line and line.losers),
    )
    number |= sum(flag << at for flag, at in zip(flags, FLAGS, strict=True))
    return number.to_bytes(GAME) + (b"" if line is None else _pack_ramsch(line))


def _pack_ramsch(line: RamschLine) -> bytes:
    if line.losers:
        lost = sum(1 << seat + 2 for seat in line.losers) | line.virgins
        return bytes([lost, NOTHING if line.lost_with is None else line.lost_with, line.pushes, line.knocks])
    seats = max(len(line.card_points or ()), len(line.tricks or ()))
    columns = (column or (None,) * seats for column in (line.card_points, line.tricks))
    packed = (NOTHING if number is None else number for pair in zip(*columns, strict=True) for number in pair)
    return bytes([seats, line.last_trick or 0, line.pushes, line.knocks, *packed])


def unpack_beside(content: bytes, profile: str) -> tuple[Beside, bytes]:
    """Return the house rules that bytes begin with, and what follows.

    :raises Unreadable: if they begin with none.
    """
    if len(content) < GAME:
        raise Unreadable("length")
    word, rest = int.from_bytes(content[:GAME]), content[GAME:]
    if word >> 15 & 7 >= len(KINDS) or word & SPARE:
        raise Unreadable("house rules")
    kind = KINDS[word >> 15 & 7]
    spitze, revolution, opened, has_sixty, has_ramsch, is_short = (bool(word >> at & 1) for at in FLAGS)
    if is_short and not has_ramsch:
        raise Unreadable("house rules")
    unpack = _unpack_short if is_short else _unpack_ramsch
    ramsch, rest = unpack(rest, kind) if has_ramsch else (None, rest)
    beside = Beside(
        profile=profile,
        stakes=word >> 21,
        contra_by=word >> 18 & 7 or None,
        kind=None if has_ramsch else kind,
        announced=word >> 13 & 3,
        schenken=word >> 11 & 3,
        spitze=spitze,
        revolution=revolution,
        opened=opened,
        has_sixty=has_sixty,
        ramsch=ramsch,
    )
    return beside, rest


def _unpack_ramsch(content: bytes, kind: ContractKind | None) -> tuple[RamschLine, bytes]:
    if len(content) < HEAD or content[0] > AT_MOST_SEATS or len(content) < HEAD + 2 * content[0]:
        raise Unreadable("length")
    seats, last, pushes, knocks = content[:HEAD]
    numbers = [None if number == NOTHING else number for number in content[HEAD : HEAD + 2 * seats]]
    points, tricks = tuple(numbers[::2]), tuple(numbers[1::2])
    line = RamschLine(
        card_points=None if set(points) <= {None} else points,
        tricks=None if set(tricks) <= {None} else tricks,
        last_trick=last or None,
        pushes=pushes,
        knocks=knocks,
        kind=kind,
    )
    return line, content[HEAD + 2 * seats :]


def _unpack_short(content: bytes, kind: ContractKind | None) -> tuple[RamschLine, bytes]:
    if len(content) < HEAD:
        raise Unreadable("length")
    lost, lost_with, pushes, knocks = content[:HEAD]
    if not lost >> 3:
        raise Unreadable("losers")
    line = RamschLine(
        losers=tuple(seat for seat in range(1, AT_MOST_SEATS + 1) if lost >> seat + 2 & 1),
        lost_with=None if lost_with == NOTHING else lost_with,
        virgins=lost & 7,
        pushes=pushes,
        knocks=knocks,
        kind=kind,
    )
    return line, content[HEAD:]


def readable_name(letters: bytes) -> str:
    """Return the name of a profile.

    :raises Unreadable: if nothing has this name.
    """
    try:
        return read_house({"profile": letters.decode("ascii")}).profile
    except (UnicodeDecodeError, NoHouseRules) as error:
        raise Unreadable("profile") from error

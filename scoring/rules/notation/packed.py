"""A whole list in a few bytes, as a phone without a network shows it in a code: four bytes a deal (SkWO 7.2)."""

import base64
import binascii
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import AT_MOST_SEATS, HOUSE_SEATS, SEATS, NoHouseRules, Unreadable, read_house
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK
from scoring.rules.valuation import Played

KINDS: Final = (None, *ContractKind)
"""A kind's number is its place here."""

GAME: Final = 3
HOUSE_HEAD: Final = 4
HOUSE_FLAGS: Final = range(10, 4, -1)
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
    number |= sum(flag << at for flag, at in zip(flags, HOUSE_FLAGS, strict=True))
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
    """Return the house rules that bytes begin with, and what follows. Raise Unreadable if they begin with none."""
    if len(content) < GAME:
        raise Unreadable("length")
    word, rest = int.from_bytes(content[:GAME]), content[GAME:]
    if word >> 15 & 7 >= len(KINDS) or word & SPARE:
        raise Unreadable("house rules")
    kind = KINDS[word >> 15 & 7]
    spitze, revolution, opened, has_sixty, has_ramsch, is_short = (bool(word >> at & 1) for at in HOUSE_FLAGS)
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
    if len(content) < HOUSE_HEAD or content[0] > AT_MOST_SEATS or len(content) < HOUSE_HEAD + 2 * content[0]:
        raise Unreadable("length")
    seats, last, pushes, knocks = content[:HOUSE_HEAD]
    numbers = [None if number == NOTHING else number for number in content[HOUSE_HEAD : HOUSE_HEAD + 2 * seats]]
    points, tricks = tuple(numbers[::2]), tuple(numbers[1::2])
    line = RamschLine(
        card_points=None if set(points) <= {None} else points,
        tricks=None if set(tricks) <= {None} else tricks,
        last_trick=last or None,
        pushes=pushes,
        knocks=knocks,
        kind=kind,
    )
    return line, content[HOUSE_HEAD + 2 * seats :]


def _unpack_short(content: bytes, kind: ContractKind | None) -> tuple[RamschLine, bytes]:
    if len(content) < HOUSE_HEAD:
        raise Unreadable("length")
    lost, lost_with, pushes, knocks = content[:HOUSE_HEAD]
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
    return line, content[HOUSE_HEAD:]


def readable_name(letters: bytes) -> str:
    """Return the name of a profile. Raise Unreadable if nothing has this name."""
    try:
        return read_house({"profile": letters.decode("ascii")}).profile
    except (UnicodeDecodeError, NoHouseRules) as error:
        raise Unreadable("profile") from error


FORMAT: Final = 2
OF_A_HOUSE: Final = 3
"""The format of a list of house rules: it names them, and adds to each deal what they do."""

WITHOUT_SEATS: Final = 1
"""The format before: it does not name who sat at the table."""

GAMES: Final = ("", *Game)
"""A game's number is its place here; 0 is a deal that was passed in."""

FLAGS: Final = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
    "won",
    "overbid",
    "overruled",
)
HEAD: Final = 6
SEAT: Final = 2
DEAL: Final = 4
CHECK: Final = 4
NO_MATADORS: Final = 0
ZERO_MATADORS: Final = 16
MOST_BID: Final = 511


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedList:
    """What a phone shows of its list."""

    series: int
    table: int
    second: bool = False
    sits: tuple[int, ...] = ()
    """Start numbers of those who sat there when the deals were written, from seat 1 on; empty if nobody is named."""

    deals: tuple[Deal, ...] = ()
    """Numbered from 1 on, without a gap."""

    profile: str = BY_THE_BOOK
    """Name of the profile it is kept by."""


def pack(packed: PackedList) -> bytes:
    """Return a list as bytes: a head, how many sit there and two bytes for each, four bytes a deal, a checksum.

    >>> len(pack(PackedList(series=1, table=7, deals=tuple(Deal(number=n) for n in range(1, 49))))) - HEAD - CHECK
    193
    """
    is_of_a_house = packed.profile != BY_THE_BOOK
    head = (
        bytes([OF_A_HOUSE if is_of_a_house else FORMAT, packed.second, packed.series])
        + packed.table.to_bytes(2)
        + bytes([len(packed.deals)])
    )
    seats = bytes([len(packed.sits)]) + b"".join(number.to_bytes(SEAT) for number in packed.sits)
    if is_of_a_house:
        seats += bytes([len(packed.profile)]) + packed.profile.encode("ascii")
        deals = b"".join(_pack_deal(deal).to_bytes(DEAL) + pack_beside(deal.house) for deal in packed.deals)
    else:
        deals = b"".join(_pack_deal(deal).to_bytes(DEAL) for deal in packed.deals)
    content = head + seats + deals
    return content + crc32(content).to_bytes(CHECK)


def unpack(content: bytes) -> PackedList:
    """Return the list that bytes stand for. Raise Unreadable if they stand for none, or a byte of them is wrong."""
    body, check = content[:-CHECK], content[-CHECK:]
    if len(body) < HEAD or body[0] not in (FORMAT, WITHOUT_SEATS, OF_A_HOUSE) or crc32(body).to_bytes(CHECK) != check:
        raise Unreadable("checksum")
    if body[0] == OF_A_HOUSE:
        sits, entries = _seats(body[HEAD:], sizes=HOUSE_SEATS)
        profile, deals = _house_deals(entries, body[5])
    else:
        sits, entries = ((), body[HEAD:]) if body[0] == WITHOUT_SEATS else _seats(body[HEAD:], sizes=SEATS)
        profile, deals = BY_THE_BOOK, _deals(entries, body[5])
    return PackedList(
        second=bool(body[1]), series=body[2], table=int.from_bytes(body[3:5]), sits=sits, deals=deals, profile=profile
    )


def _deals(entries: bytes, count: int) -> tuple[Deal, ...]:
    if len(entries) != DEAL * count:
        raise Unreadable("length")
    words = (int.from_bytes(entries[at : at + DEAL]) for at in range(0, len(entries), DEAL))
    return tuple(_unpack_deal(number, word) for number, word in enumerate(words, start=1))


def _house_deals(entries: bytes, count: int) -> tuple[str, tuple[Deal, ...]]:
    end = 1 + entries[0] if entries else 0
    profile, rest = readable_name(entries[1:end]), entries[end:]
    deals = []
    for number in range(1, count + 1):
        if len(rest) < DEAL:
            raise Unreadable("length")
        word, rest = int.from_bytes(rest[:DEAL]), rest[DEAL:]
        house, rest = unpack_beside(rest, profile)
        deals.append(replace(_unpack_deal(number, word, seats=HOUSE_SEATS), house=house))
    if rest:
        raise Unreadable("length")
    return profile, tuple(deals)


def _seats(rest: bytes, *, sizes: range) -> tuple[tuple[int, ...], bytes]:
    end = 1 + SEAT * rest[0] if rest else 0
    if not 1 <= end <= len(rest) or rest[0] > max(sizes):
        raise Unreadable("seats")
    return tuple(int.from_bytes(rest[at : at + SEAT]) for at in range(1, end, SEAT)), rest[end:]


def packed_text(packed: PackedList) -> str:
    """Return a list as it stands in the address that the code holds."""
    return base64.urlsafe_b64encode(pack(packed)).decode().rstrip("=")


def read_packed(text: str) -> PackedList:
    """Return the list that stands in such an address. Raise Unreadable if none does, or it was damaged on its way."""
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unreadable("letters") from error
    return unpack(content)


def _pack_deal(deal: Deal) -> int:
    """Return a deal as a number: 3 bits declarer, 3 game, 5 matadors, 9 bid, 9 flags, 3 to spare."""
    played = deal.played
    if played is None:
        return _joined(0, 0, NO_MATADORS, 0, 1 if deal.overruled else 0)
    contract = played.contract
    values = {flag: getattr(contract if hasattr(contract, flag) else played, flag) for flag in FLAGS[:-1]}
    flags = sum(bool(value) << (len(FLAGS) - 1 - at) for at, value in enumerate((*values.values(), deal.overruled)))
    matadors = NO_MATADORS if played.matadors is None else played.matadors + ZERO_MATADORS
    return _joined(deal.declarer or 0, GAMES.index(contract.game), matadors, played.bid or 0, flags)


def _joined(declarer: int, game: int, matadors: int, bid: int, flags: int) -> int:
    return declarer << 29 | game << 26 | matadors << 21 | bid << 12 | flags << 3


def _unpack_deal(number: int, word: int, *, seats: range = SEATS) -> Deal:
    declarer, game, matadors, bid = word >> 29, word >> 26 & 7, word >> 21 & 31, word >> 12 & MOST_BID
    set_flags = {flag: bool(word >> (len(FLAGS) + 2 - at) & 1) for at, flag in enumerate(FLAGS)}
    overruled = set_flags.pop("overruled")
    if game >= len(GAMES) or (declarer in seats) is not (game > 0):
        raise Unreadable("declarer or game")
    if game == 0:
        return Deal(number=number, overruled=overruled)
    announced = {flag: set_flags.pop(flag) for flag in ("hand", "schneider_announced", "schwarz_announced", "ouvert")}
    try:
        contract = Contract(game=Game(GAMES[game]), **announced)
    except IllegalContract as error:
        raise Unreadable(error.code) from error
    played = Played(
        contract=contract,
        matadors=None if matadors == NO_MATADORS else matadors - ZERO_MATADORS,
        bid=bid or None,
        **set_flags,
    )
    return Deal(number=number, declarer=declarer, played=played, overruled=overruled)

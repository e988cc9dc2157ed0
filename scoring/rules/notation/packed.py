"""A whole list in a few bytes, as a phone without a network shows it in a code: four bytes a deal (SkWO 7.2)."""

import base64
import binascii
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import HOUSE_SEATS, SEATS, Unreadable
from scoring.rules.notation.packed_house import pack_beside, readable_name, unpack_beside
from scoring.rules.profiles.naming import BY_THE_BOOK
from scoring.rules.valuation import Played

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
    """Whether it is the second list of the table."""

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
    """Return the list that bytes stand for.

    :raises Unreadable: if they stand for none, or a byte of them is wrong.
    """
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
        second=bool(body[1]),
        series=body[2],
        table=int.from_bytes(body[3:5]),
        sits=sits,
        deals=deals,
        profile=profile,
    )


def _deals(entries: bytes, count: int) -> tuple[Deal, ...]:
    if len(entries) != DEAL * count:
        raise Unreadable("length")
    words = (int.from_bytes(entries[at : at + DEAL]) for at in range(0, len(entries), DEAL))
    return tuple(_unpack_deal(number, word) for number, word in enumerate(words, start=1))


def _house_deals(entries: bytes, count: int) -> tuple[str, tuple[Deal, ...]]:
    """Return the name of a list's house rules and its deals."""
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
    """Return who sat there, and what follows."""
    end = 1 + SEAT * rest[0] if rest else 0
    if not 1 <= end <= len(rest) or rest[0] > max(sizes):
        raise Unreadable("seats")
    return tuple(int.from_bytes(rest[at : at + SEAT]) for at in range(1, end, SEAT)), rest[end:]


def packed_text(packed: PackedList) -> str:
    """Return a list as it stands in the address that the code holds."""
    return base64.urlsafe_b64encode(pack(packed)).decode().rstrip("=")


def read_packed(text: str) -> PackedList:
    """Return the list that stands in such an address.

    :raises Unreadable: if none does, or it was damaged on its way.
    """
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

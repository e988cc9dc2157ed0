"""One act of a phone, read and checked (ISkO 5.5.3; SkWO 7.2.2, 7.2.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError

from scoring.disputes.forms import LONGEST as LONGEST_OBJECTION
from scoring.lists.forms.house import typed_deal
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.notation.messages import HOUSE_SEATS, SEATS, Unreadable, read_line
from scoring.signing.drawings import LONGEST as LONGEST_DRAWING
from scoring.table.services.deciding import (
    Accept,
    Act,
    Close,
    Correct,
    Disagree,
    Dismiss,
    Dispute,
    Enter,
    Ring,
    Sign,
    TakeBack,
)
from tables.acts.forms import Paragraphs
from tables.intake.outcome import MOST_ENTRANTS

MOST: Final = 999
"""More than deals of a list and than deals that wait on a phone."""

LONGEST: Final = 500
"""Characters of what is said to the direction."""

LONGEST_CODE: Final = 12

LONGEST_WORD: Final = 1000
"""Far more than a word of ours."""

LONGEST_LIST: Final = 10_000
"""More than the longest list packed: 255 deals of house rules, each with all that is written beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """An act that cannot be read, told by as much of it as can be."""

    key: str
    number: int
    because: IllegalContract | Unreadable | ValidationError


def read_act(act: Any, *, game_list: GameList) -> Act | Unread:
    """Return what a phone brings to a list as one act; what cannot be read spoils no other."""
    if not isinstance(act, dict):
        return Unread(key="", number=0, because=Unreadable("no act"))
    key, value = str(act.get("key", ""))[:36], act.get("number")
    number = value if type(value) is int and 1 <= value <= MOST else 0
    try:
        _check_seats(act, game_list)
        reads = BESIDE.get(str(act.get("do")))
        if not number and (value is not None or reads is None):
            raise Unreadable("number")
        if reads:
            return reads(act, key=_uuid(key), number=number, sits=sits(act.get("sits"), game_list))
        return _about_deal(act, _uuid(key), number, game_list)
    except (Unreadable, IllegalContract, ValidationError) as because:
        return Unread(key=key, number=number, because=because)


def _about_deal(act: Mapping[str, Any], key: UUID, number: int, game_list: GameList) -> Act:
    is_agreed = act.get("agreed") is True
    match act.get("do"):
        case "enter":
            return Enter(key=key, deal=_deal(number, act.get("line"), game_list), sits=sits(act.get("sits"), game_list))
        case "take-back":
            return TakeBack(key=key, number=number, of=_uuid(act.get("of")), agreed=is_agreed)
        case "correct":
            return Correct(
                key=key,
                deal=read_line(number, act.get("line")),
                of=_uuid(act.get("of")),
                because=_said(act.get("because"), LONGEST),
                agreed=is_agreed,
                sits=sits(act.get("sits"), game_list),
            )
        case "accept":
            return Accept(
                key=key,
                number=number,
                of=_uuid(act.get("of")),
                seen=_uuid(act["seen"]) if act.get("seen") else None,
                agreed=is_agreed,
                declarer=act.get("declarer"),
                sits=sits(act.get("sits"), game_list),
            )
        case "dismiss":
            return Dismiss(key=key, number=number, of=_uuid(act.get("of")))
    raise Unreadable("to do")


def _deal(number: int, line: Any, game_list: GameList) -> Deal:
    """Return a deal from its line; by house rules, which only the site knows, from the form as it was typed."""
    if not game_list.is_of_a_house or not isinstance(line, dict) or "form" not in line:
        return read_line(number, line)
    typed = line["form"]
    if not isinstance(typed, dict) or not all(isinstance(value, str) for value in typed.values()):
        raise Unreadable("form")
    # Who plays may be said anew, of a deal that was typed while others sat there.
    again = {"declarer": str(line["declarer"])} if "declarer" in line else {}
    return typed_deal(typed | again, number=number, game_list=game_list)


def _ring(act: Mapping[str, Any], **about: Any) -> Act:
    text = _said(act.get("text"), LONGEST)
    return Ring(kind=_word(act.get("kind")), place=act.get("place"), text=text, **about)


def _dispute(act: Mapping[str, Any], **about: Any) -> Act:
    text = _said(act.get("text"), LONGEST_OBJECTION)
    return Dispute(kind=_word(act.get("kind")), place=act.get("place"), text=text, **about)


def _disagree(act: Mapping[str, Any], **about: Any) -> Act:
    return Disagree(place=_player(act), text=_said(act.get("text"), LONGEST), **about)


def _sign(act: Mapping[str, Any], **about: Any) -> Act:
    return Sign(
        place=_player(act),
        shown=_list(act.get("shown")),
        drawing=_word(act.get("drawing"), most=LONGEST_DRAWING),
        heard_by=act.get("heard_by"),
        code=_said(act.get("code"), LONGEST_CODE),
        **about,
    )


def _close(act: Mapping[str, Any], **about: Any) -> Act:
    return Close(shown=_list(act.get("shown")), **about)


BESIDE: Final[Mapping[str, Callable[..., Act]]] = {
    "call": _ring,
    "object": _dispute,
    "disagree": _disagree,
    "sign": _sign,
    "close": _close,
}
"""How what is said beside the deals is read."""


def sits(value: Any, game_list: GameList) -> tuple[int, ...]:
    """Return the start numbers of those who sat at the table; who names nobody says nothing.

    :raises Unreadable: if they are no seats of a table.
    """
    if value is None:
        return ()
    is_short = isinstance(value, list) and len(value) <= max(_seats_of(game_list))
    if not is_short or any(type(number) is not int or not 0 < number <= MOST_ENTRANTS for number in value):
        raise Unreadable("seats")
    return tuple(value)


def _seats_of(game_list: GameList) -> range:
    """Return the seats of any table by such rules; whether this one has them is for others to say."""
    return HOUSE_SEATS if game_list.is_of_a_house else SEATS


def _check_seats(act: Mapping[str, Any], game_list: GameList) -> None:
    seats = _seats_of(game_list)
    for name in ("place", "heard_by", "declarer"):
        seat = act.get(name)
        if seat is not None and (type(seat) is not int or seat not in seats):
            raise Unreadable("seat")


def _player(act: Mapping[str, Any]) -> int:
    if act.get("place") is None:
        raise Unreadable("seat")
    return int(act["place"])


def _uuid(text: object) -> UUID:
    try:
        return UUID(str(text))
    except ValueError as error:
        raise Unreadable("key") from error


def _word(value: Any, *, most: int = LONGEST_WORD) -> str:
    """Return something that the page wrote itself."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > most or not (value.isascii() and value.isprintable()):
        raise Unreadable("word")
    return value.strip()


def _list(value: Any) -> str:
    """Return the list that a page showed, packed; whether it is that of the site is for others to say."""
    if not (packed := _word(value, most=LONGEST_LIST)):
        raise Unreadable("list")
    return packed


def _said(value: Any, most: int) -> str:
    """Return what somebody typed, cleaned as in a form."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unreadable("text")
    try:
        return str(Paragraphs(max_length=most).clean(value))
    except ValidationError as error:
        raise Unreadable("text") from error

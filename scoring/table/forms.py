"""What a phone and the direction send: acts (ISkO 5.5.3; SkWO 7.2.2, 7.2.3), calls and answers, words and seats."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.forms import LONGEST as LONGEST_OBJECTION
from scoring.lists.forms.house import typed_deal
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
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
from tables.acts.forms import EntryKey, Paragraphs, offer
from tables.draw import codewords
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
        for seat in map(act.get, ("place", "heard_by", "declarer")):
            if seat is not None and (type(seat) is not int or seat not in _seats_of(game_list)):
                raise Unreadable("seat")
        reads = BESIDE.get(str(act.get("do")))
        if not number and (value is not None or reads is None):
            raise Unreadable("number")
        if reads:
            return reads(act, key=_uuid(key), number=number, sits=sits(act.get("sits"), game_list))
        if act.get("do") == "enter":
            seats = act.get("sits")
            return Enter(key=_uuid(key), deal=_deal(number, act.get("line"), game_list), sits=sits(seats, game_list))
        return _about_deal(act, _uuid(key), number, game_list)
    except (Unreadable, IllegalContract, ValidationError) as because:
        return Unread(key=key, number=number, because=because)


def _about_deal(act: Mapping[str, Any], key: UUID, number: int, game_list: GameList) -> Act:
    is_agreed = act.get("agreed") is True
    match act.get("do"):
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


class CallAnswerForm(forms.Form):
    """What becomes of something a table called for."""

    call = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(
        choices=[("done", gettext_lazy("Settled")), ("grant", gettext_lazy("Yes")), ("no", gettext_lazy("No"))]
    )


class ProposalForm(forms.Form):
    """What becomes of a deal that waits to be accepted."""

    proposal = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(
        choices=[
            ("accept", gettext_lazy("Accept it")),
            ("allow", gettext_lazy("It had begun in time")),
            ("dismiss", gettext_lazy("Dismiss it")),
        ],
        required=False,
    )

    def clean_action(self) -> str:
        """Take the button that says for whom a deal counts as accepting it."""
        if not self.cleaned_data["action"] and "for_seat" not in self.data:
            raise forms.ValidationError(self.fields["action"].error_messages["required"], code="required")
        return self.cleaned_data["action"] or "accept"


class AcceptForm(forms.Form):
    """How a proposed deal counts: for which seat, where others sat there then; instead of which entry of the list."""

    for_seat = forms.IntegerField(min_value=1, max_value=HOUSE_SEATS[-1], required=False)
    seen = forms.UUIDField(required=False)
    agreed = forms.BooleanField(label=gettext_lazy("All players of this deal agree (ISkO 5.5.3)."), required=False)

    def chosen(self) -> dict[str, Any]:
        """Return what was chosen, as ``accept`` takes it; nothing where it is no answer."""
        if not self.is_valid():
            return {}
        data = self.cleaned_data
        return {"declarer": data["for_seat"], "seen": data["seen"], "agreed": data["agreed"]}


AS_TYPED: Final = {"autocapitalize": "none", "autocomplete": "off", "autocorrect": "off", "spellcheck": "false"}
"""What keeps a phone from changing words as they are typed."""


class CodeForm(forms.Form):
    """The four words that stand on a table's card."""

    beside: ClassVar = dict.fromkeys(("no-such-words", "too-many-guesses"), "words")

    words = forms.CharField(
        label=gettext_lazy("The four words"),
        max_length=120,
        help_text=gettext_lazy("They are on the card of your table, below the QR code. Capitals do not matter."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )

    def clean_words(self) -> str:
        """Return the words as they are stored; what can be no code is said at once and counts as no attempt."""
        words = codewords.read(self.cleaned_data["words"]).split()
        if len(words) != codewords.LENGTH:
            raise forms.ValidationError(_("A code has four words with spaces between them."))
        for word in words:
            if word not in codewords.WORDS:
                raise forms.ValidationError(_unknown(word))
        return " ".join(words)


def _unknown(word: str) -> str:
    meant = codewords.meant(word)
    if meant is None:
        return _("“%(word)s” is none of the words used here. Please look at that word again.") % {"word": word}
    return _("“%(word)s” is none of the words used here. Is it “%(meant)s”?") % {"word": word, "meant": meant}


class SeatsForm(forms.Form):
    """Everybody at the table says that they sit where the list has them; ``sits`` holds the seats."""

    sits = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Please confirm every seat, or say who sits wrong.")},
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {str(place): name for place, name in enumerate(names, start=1)}
        offer(self.fields["sits"], list(self.names.items()))

    def clean_sits(self) -> list[str]:
        """Refuse while a seat is not confirmed."""
        sits: list[str] = self.cleaned_data["sits"]
        open_names = [name for place, name in self.names.items() if place not in sits]
        if open_names:
            raise forms.ValidationError(_("Not confirmed yet: %(names)s.") % {"names": ", ".join(open_names)})
        return sits


class CallForm(forms.Form):
    """What the table calls the direction for."""

    entry_key = EntryKey()
    place = forms.TypedChoiceField(
        label=gettext_lazy("Whom is it about?"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=gettext_lazy("Subject"), required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, names: list[str], nobody: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["place"], [("", nobody), *((str(place), name) for place, name in enumerate(names, start=1))])


class WhoLeavesForm(forms.Form):
    """Who leaves the table, or is back; ``away`` are the seats left free."""

    place = forms.TypedChoiceField(
        label=gettext_lazy("Who?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Who is it? Give a name, an account or a start number.")},
    )

    def __init__(self, *args: Any, names: list[str], away: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.away = away
        values = {True: _("%(name)s is back"), False: _("%(name)s leaves")}
        # Skat takes three: of no more nobody else leaves.
        may_leave = len(names) - len(away) > PLAYERS_PER_DEAL
        shown = [place for place in range(1, len(names) + 1) if may_leave or place in away]
        offer(
            self.fields["place"], [(str(place), values[place in away] % {"name": names[place - 1]}) for place in shown]
        )

    @property
    def kind(self) -> str:
        """What becomes of them: ``leaves`` or ``returns``."""
        return "returns" if self.cleaned_data["place"] in self.away else "leaves"


class LeavingForm(WhoLeavesForm):
    """Who leaves the table, or is back, as the table asks the direction for it."""

    entry_key = EntryKey()

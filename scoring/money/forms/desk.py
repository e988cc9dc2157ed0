"""Taking in and paying out: who it is, how much, by which way; prizes given out; boxes counted (SkWO 4.1, 7.4.3)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.money.models import LARGEST
from scoring.money.reckon.ledger import PIECES, counted
from scoring.money.selectors.lines import Boxes
from scoring.money.services.booking import Count
from scoring.money.services.paying import Way
from scoring.money.wording import called, euros
from tables.acts.forms import ActName, Cents, EntryKey, TextLine, offer
from tables.desk.forms import CheckInForm

MOST_PIECES: Final = 10_000
PUT_OFF: Final = "put-off"  # the act that is no payment: they play on the cuff

AT_ONCE, SHOW = "at-once", "show"
"""The acts that take what somebody owes, and show it; of whom it is not clear, or who owes nothing, is shown too."""

ACTS: Final = frozenset({PUT_OFF, *(way.value for way in Way)})
BACK: Final = "cash-back"  # the answer where more is handed over than is owed: the rest goes back

AS_TYPED: Final = {f"{way.value}-as-typed": way for way in Way}
"""The answers where another amount is meant than what is owed: a part, or more, which is then due to them."""

INCOMPLETE: Final = _("This form did not arrive completely. Please reload the page and try again.")
SEEN: Final = r"^\d{1,6}:\d{1,9}(?: \d{1,6}:\d{1,9})*$"


def number_input(**attrs: Any) -> forms.TextInput:
    """Return an input for a whole number."""
    return forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off", **attrs})


def whole(*, required: bool = False, most: int = 10_000, too_many: Any = None, **kwargs: Any) -> forms.IntegerField:
    """Return a field for a small number from 1 on."""
    messages = {
        **dict.fromkeys(("required", "invalid"), _("Type a whole number.")),
        "min_value": _("It counts from 1."),
        "max_value": too_many or _("That is surely a slip of the pen."),
    }
    more = {"widget": number_input(), "error_messages": messages, **kwargs}
    return forms.IntegerField(required=required, min_value=1, max_value=most, **more)


START_NUMBER: Final = _("Start number")


def start_number(label: Any = START_NUMBER, **kwargs: Any) -> forms.IntegerField:
    """Return a field for a start number."""
    messages = {"invalid": _("Type a start number."), **kwargs.pop("error_messages", {})}
    more = {"label": label, "widget": number_input(), "error_messages": messages, **kwargs}
    return forms.IntegerField(min_value=1, max_value=1_000_000, **more)


class FromBox(forms.Form):
    """Cash goes into a box or comes out of it: that of whoever types, unless they choose another."""

    box = forms.ChoiceField(label=_("Cash box"), required=False)

    def __init__(self, *args: Any, boxes: Boxes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boxes = boxes
        offer(self.fields["box"], [(box.name, called(box)) for box in boxes.all])
        self.fields["box"].initial = boxes.mine
        if boxes.is_one:
            self.fields["box"].widget = forms.HiddenInput()

    def clean_box(self) -> str:
        """Return the name of the box."""
        return str(self.cleaned_data["box"]) or self.boxes.mine


class ChangeForm(forms.Form):
    """The organiser's money put into a box, or taken out of it."""

    beside: ClassVar = dict.fromkeys(("amount-missing", "amount-too-large", "box-has-less"), "cents")

    entry_key = EntryKey()
    cents = Cents(label=_("Amount in euros"))
    because = TextLine(label=_("What for"), max_length=200, required=False)


class CountForm(forms.Form):
    """A box as it was counted. Under ``cleaned_data["count"]`` it ends in a ``Count``."""

    beside: ClassVar = {"difference-unexplained": "because", "no-such-user": "to"}

    entry_key = EntryKey()
    to = forms.ChoiceField(label=_("Handed over to"), required=False)
    witness = TextLine(label=_("Counted together with"), max_length=80, required=False)
    because = TextLine(label=_("Why it differs"), max_length=200, required=False)

    def __init__(self, *args: Any, box: str, users: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.box = box
        offer(self.fields["to"], [("", gettext("nobody: it stays where it is")), *((name, name) for name in users)])
        for piece in PIECES:
            self.fields[f"of_{piece}"] = forms.IntegerField(
                label=euros(piece),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                widget=number_input(),
                error_messages={
                    "invalid": _("Type a whole number."),
                    "min_value": _("There cannot be less than none."),
                    "max_value": _("That is surely a slip of the pen."),
                },
            )

    @property
    def pieces(self) -> list[forms.BoundField]:
        """A field for each note and coin, the largest first."""
        return [self[f"of_{piece}"] for piece in PIECES]

    def clean(self) -> dict[str, Any]:
        """Make the count."""
        data = super().clean() or {}
        if not self.errors:
            pieces = {piece: data[f"of_{piece}"] for piece in PIECES if data[f"of_{piece}"]}
            values = {name: data[name] for name in ("because", "witness", "to")}
            data["count"] = Count(box=self.box, pieces=pieces, **values)
            if counted(pieces) > LARGEST:
                self.add_error(None, _("That is surely a slip of the pen."))
        return data


class WhoForm(CheckInForm):
    """Whose money it is: a number or a scanned card means one entrant, words may fit several."""

    who = TextLine(label=_("Start number, start card or name"), max_length=300)


class AtOnceForm(WhoForm):
    """Who pays what they owe, in cash, with nothing more to be typed."""

    entry_key = EntryKey()

    def __init__(self, *args: Any, is_next: bool = True, is_nobody: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attrs = {"id": "who", "class": "input", "autocomplete": "off", "enterkeyhint": "done", "data-select": True}
        wrong = {"aria-invalid": "true", "aria-describedby": "nobody"} if is_nobody else {}
        self.fields["who"].widget.attrs.update(attrs | wrong | {"autofocus": is_next})


class ActForm(FromBox):
    """What a button of the desk does, once however often it is sent."""

    entry_key = EntryKey()
    act = ActName()
    because = TextLine(label=_("Note"), max_length=200, required=False)

    beside: ClassVar = {"amount-missing": "cents", "amount-too-large": "cents", "reason-missing": "because"}
    acts: ClassVar = ACTS  # what its buttons do

    def clean_act(self) -> str:
        """Return what is to be done; Enter pays in cash."""
        act = str(self.cleaned_data["act"]) or Way.CASH.value
        if act not in self.acts:
            raise forms.ValidationError(INCOMPLETE)
        return act

    def see(self, name: str, value: Any) -> None:
        """Let the form, shown again, say that this is owed: what was typed stays."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        self.data = data
        data[name] = str(value)

    @property
    def way(self) -> Way:
        """How they pay."""
        act = self.cleaned_data["act"]
        return Way.CASH if act == BACK else AS_TYPED.get(act) or Way(act)


class PayForm(ActForm):
    """What one entrant pays: what they owe, a part of it, or more."""

    number = start_number(widget=forms.HiddenInput)
    owed = forms.IntegerField(widget=forms.HiddenInput, min_value=-(10**9), max_value=10**9)
    cents = Cents(label=_("Amount in euros"), required=False)
    acts = ACTS | {BACK, *AS_TYPED}
    asked: tuple[tuple[str, str], ...] = ()  # what may be meant by another amount than is owed, by act

    def __init__(self, *args: Any, owed: int = 0, **kwargs: Any) -> None:
        kwargs["initial"] = {"owed": owed, "cents": owed if owed > 0 else None, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["cents"].widget.attrs.update({"autofocus": True, "data-select": True, "enterkeyhint": "done"})

    def clean(self) -> dict[str, Any]:
        """Ask for an amount where something is paid, and what is meant where it is another than what is owed."""
        data = super().clean() or {}
        if data.get("act") not in {None, PUT_OFF} and data.get("cents") is None and "cents" not in self.errors:
            self.add_error("cents", self.fields["cents"].error_messages["required"])
        if not self.errors and data["act"] in {way.value for way in Way} and data["cents"] not in (0, data["owed"]):
            self._ask(data["act"], data["cents"], max(0, data["owed"]))
        return data

    @property
    def takes(self) -> int:
        """How much is taken, in cents."""
        data = self.cleaned_data
        return int(min(data["owed"], data["cents"]) if data["act"] == BACK else data["cents"])

    @property
    def goes_back(self) -> int:
        """How much of what was handed over goes back, in cents."""
        return int(self.cleaned_data["cents"]) - self.takes

    def _ask(self, act: str, cents: int, owed: int) -> None:
        facts = {"cents": euros(cents), "owed": euros(owed), "differs": euros(abs(cents - owed))}
        as_typed = f"{act}-as-typed"
        if cents < owed:
            self.asked = ((as_typed, gettext("Take %(cents)s, %(differs)s stay open") % facts),)
        else:
            back = ((BACK, gettext("Take %(owed)s, %(differs)s back") % facts),) if owed and act == Way.CASH else ()
            self.asked = (*back, (as_typed, gettext("Take %(cents)s, %(differs)s are due to them") % facts))
        self.add_error("cents", gettext("%(owed)s are owed. What is meant?") % facts)


class SeveralForm(ActForm):
    """What one pays for several: each of them what they owe."""

    seen = forms.RegexField(
        SEEN, widget=forms.HiddenInput, error_messages={"required": INCOMPLETE, "invalid": INCOMPLETE}
    )

    def __init__(self, *args: Any, owed: Mapping[int, int], **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": packed(owed)}
        super().__init__(*args, **kwargs)

    def clean_act(self) -> str:
        """Return by which way it is paid: each puts off for themselves."""
        act = super().clean_act()
        if act == PUT_OFF:
            raise forms.ValidationError(INCOMPLETE)
        return act

    @property
    def owed(self) -> dict[int, int]:
        """What each owes by the page that was looked at, in cents by start number."""
        pairs = (pair.split(":") for pair in self.cleaned_data["seen"].split())
        return {int(number): int(cents) for number, cents in pairs}


PAYS: Final = {"pay-cash": Way.CASH, "pay-transfer": Way.TRANSFER}
MOVE_OVER: Final = "move-over"  # the act by which what is due to one goes over to another
HAND_OVER, FALL_BACK, CARD_BACK, AWARD = "hand-over", "fall-back", "card-back", "award"
NOT_HANDED_OVER, NOT_FALLEN_BACK, CARD_KEPT = "not-handed-over", "not-fallen-back", "card-kept"
OF_AWARD: Final = frozenset({HAND_OVER, FALL_BACK, NOT_HANDED_OVER, NOT_FALLEN_BACK})
CARD_SCANNED: Final = "card"  # the act that takes a card back by its code, whoever it belongs to


class CardForm(WhoForm):
    """A start card that comes back: its code is scanned, or its number typed."""

    beside: ClassVar = {"no-such-entrant": "who"}

    who = TextLine(label=_("Card that comes back: scan it, or type its start number"), max_length=300)


class PayOutForm(FromBox):
    """What is due to somebody: paid out, or gone over to somebody else."""

    beside: ClassVar = {
        "more-than-due": "cents",
        "amount-missing": "cents",
        "no-such-entrant": "to",
        "goes-to-themselves": "to",
    }

    entry_key = EntryKey()
    act = ActName("pay-cash")
    number = start_number(widget=forms.HiddenInput)
    cents = Cents(label=_("Amount in euros"))
    because = TextLine(label=_("Note"), max_length=200, required=False)
    to = start_number(required=False)

    def clean(self) -> dict[str, Any]:
        """Ask to whom it goes over."""
        data = super().clean() or {}
        if data.get("act") == MOVE_OVER and not data.get("to") and "to" not in self.errors:
            self.add_error("to", self.fields["to"].error_messages["invalid"])
        return data


class PrizeForm(forms.Form):
    """What a button beside a prize does."""

    act = forms.CharField()
    number = start_number(required=False)
    award = start_number(required=False)
    because = TextLine(max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse what names no prize, or nobody."""
        data = super().clean() or {}
        act = data.get("act", "")
        needed = "award" if act in OF_AWARD else "act" if act == AWARD else "number"
        if not data.get(needed):
            raise forms.ValidationError(INCOMPLETE)
        return data


def packed(owed: Mapping[int, int]) -> str:
    """Return what each owes, as a form carries it."""
    return " ".join(f"{number}:{cents}" for number, cents in owed.items())

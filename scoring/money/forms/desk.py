"""Taking money at the desk: who it is, how much, by which way; for several at once; taken back (SkWO 4.1)."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.money.forms.boxes import FromBox
from scoring.money.services.paying import Way
from scoring.money.wording.amounts import euros
from tables.acts.forms import Cents, EntryKey, Line
from tables.desk.forms import CheckInForm

PUT_OFF: Final = "put-off"
"""The act that is no payment: they play on the cuff."""

ACTS: Final = frozenset({PUT_OFF, *(way.value for way in Way)})

BACK: Final = "cash-back"
"""The answer where more is handed over than is owed: what is owed is taken, the rest goes back."""

AS_TYPED: Final = {f"{way.value}-as-typed": way for way in Way}
"""The answers where another amount is meant than what is owed: a part, or more, which is then due to them."""

FIELD_OF: Final = {"amount-missing": "cents", "amount-too-large": "cents", "reason-missing": "because"}
"""Beside which field each refusal stands."""

INCOMPLETE: Final = _("This form did not arrive completely. Please reload the page and try again.")

SEEN: Final = r"^\d{1,6}:\d{1,9}(?: \d{1,6}:\d{1,9})*$"
"""Start numbers, each with the cents that the page said they owe."""


class WhoForm(CheckInForm):
    """Whose money it is: a number or a scanned card means one entrant, words may fit several."""

    who = Line(label=_("Start number, start card or name"), max_length=300)


class ActForm(FromBox):
    """What a button of the desk does, once however often it is sent."""

    entry_key = EntryKey()
    act = forms.CharField(widget=forms.HiddenInput, required=False)
    because = Line(
        label=_("Note"),
        max_length=200,
        required=False,
        help_text=_("For example whose voucher, or of which day the transfer."),
    )

    acts: ClassVar = ACTS
    """What its buttons do."""

    def clean_act(self) -> str:
        """Return what is to be done; Enter pays in cash."""
        act = str(self.cleaned_data["act"]) or Way.CASH.value
        if act not in self.acts:
            raise forms.ValidationError(INCOMPLETE)
        return act

    @property
    def way(self) -> Way:
        """How they pay."""
        act = self.cleaned_data["act"]
        return Way.CASH if act == BACK else AS_TYPED.get(act) or Way(act)

    @property
    def puts_off(self) -> bool:
        """Whether nothing is paid, but later."""
        return bool(self.cleaned_data["act"] == PUT_OFF)


class PayForm(ActForm):
    """What one entrant pays: what they owe, a part of it, or more."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    owed = forms.IntegerField(widget=forms.HiddenInput, min_value=-(10**9), max_value=10**9)
    cents = Cents(label=_("Amount in euros"), required=False)
    acts = ACTS | {BACK, *AS_TYPED}
    asked: tuple[tuple[str, str], ...] = ()
    """Where another amount was typed than is owed: what may be meant, by the act of its button."""

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

    def see(self, owed: int) -> None:
        """Let the form, shown again, say that this is owed: what was typed stays."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        self.data = data
        data["owed"] = str(owed)


class SeveralForm(ActForm):
    """What one pays for several: each of them what they owe."""

    seen = forms.RegexField(
        SEEN, widget=forms.HiddenInput, error_messages={"required": INCOMPLETE, "invalid": INCOMPLETE}
    )

    def __init__(self, *args: Any, owed: Mapping[int, int], **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": _packed(owed)}
        super().__init__(*args, **kwargs)

    def clean_act(self) -> str:
        """Return by which way it is paid: each puts off for themselves."""
        act = super().clean_act()
        if act == PUT_OFF:
            raise forms.ValidationError(INCOMPLETE)
        return act

    def see(self, owed: Mapping[int, int]) -> None:
        """Let the form, shown again, say that this is owed."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        self.data = data
        data["seen"] = _packed(owed)

    @property
    def owed(self) -> dict[int, int]:
        """What each owes by the page that was looked at, in cents by start number."""
        pairs = (pair.split(":") for pair in self.cleaned_data["seen"].split())
        return {int(number): int(cents) for number, cents in pairs}


class TakeBackForm(forms.Form):
    """Taking a payment back, with the reason."""

    entry_key = EntryKey()
    because = Line(
        label=_("Reason"), max_length=200, error_messages={"required": _("Say why; it stands in the journal of money.")}
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["because"].widget.attrs.update(autofocus=True)


def _packed(owed: Mapping[int, int]) -> str:
    return " ".join(f"{number}:{cents}" for number, cents in owed.items())

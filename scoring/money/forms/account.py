"""The account: gifts and jackpots, refunds, what the organiser carries, taken back, closed (SkWO 3.3, 3.4, 4.3)."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.money.forms.desk import number_input
from scoring.money.forms.tariffs import ANOTHER, ChoosesPot
from scoring.money.models import MovementRow
from scoring.money.models.movements import LONGEST_ACCOUNT
from scoring.money.wording.amounts import euros
from tables.acts.forms import Cents, EntryKey, Line, TakeBackForm, offer

BECAUSE: Final = {"required": gettext_lazy("Say why; it stands in the journal of money.")}

WON_BY: Final = (
    ("grand-ouvert", gettext_lazy("Grand ouvert won, and it could not be lost")),
    ("highest-series", gettext_lazy("the highest series")),
    ("2000-points", gettext_lazy("2,000 points in a series")),
    ("other", pgettext_lazy("how a jackpot was won", "something else")),
)
"""What jackpots are announced for."""

OWN_WORDS: Final = "other"


class GiftForm(ChoosesPot):
    """Something a pot gets of the organiser."""

    field_order = ("act", "entry_key", "pot", "new_pot")
    beside: ClassVar = {
        "pot-missing": "pot",
        "amount-missing": "cents",
        "amount-too-large": "cents",
        "reason-missing": "because",
    }

    act = forms.CharField(initial="gift", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    pot = forms.ChoiceField(
        label=gettext_lazy("Into which pot"), error_messages={"required": gettext_lazy("Say into which pot.")}
    )
    cents = Cents(label=gettext_lazy("Amount in euros"))
    because = Line(
        label=gettext_lazy("Where it comes from"),
        max_length=200,
        help_text=gettext_lazy("For example: the jackpot of April that nobody won, or who gave it."),
        error_messages={"required": gettext_lazy("Say where it comes from; it stands in the journal of money.")},
    )

    def __init__(self, *args: Any, pots: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_pots(list(pots), "pot")

    def clean(self) -> dict[str, Any]:
        """Name the pot that is meant."""
        data = super().clean() or {}
        if data.get("pot") == ANOTHER and not data.get("new_pot"):
            self.add_error("new_pot", self.fields["pot"].error_messages["required"])
        elif "pot" in data:
            data["pot"] = self.pot_of(data["pot"], data.get("new_pot", ""))
        return data


class CarryOverForm(forms.Form):
    """What is left in a pot of the last evening, brought over."""

    entry_key = EntryKey()
    pot = forms.CharField(max_length=LONGEST_ACCOUNT)


class JackpotForm(forms.Form):
    """A jackpot somebody won: with which deal, and who saw it."""

    beside: ClassVar = {
        "no-such-entrant": "number",
        "pot-has-less": "cents",
        "amount-missing": "cents",
        "amount-too-large": "cents",
        "reason-missing": "deal",
    }

    act = forms.CharField(initial="jackpot", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    pot = forms.ChoiceField(label=pgettext_lazy("of money", "Pot"))
    cents = Cents(label=gettext_lazy("Amount in euros"))
    number = forms.IntegerField(
        label=gettext_lazy("Start number of the winner"),
        min_value=1,
        max_value=1_000_000,
        widget=number_input(),
        error_messages={"required": gettext_lazy("Who won it?"), "invalid": gettext_lazy("Type a start number.")},
    )
    won_by = forms.ChoiceField(label=gettext_lazy("Won by"), choices=WON_BY)
    of_list = forms.ChoiceField(label=gettext_lazy("In which list"), required=False)
    deal = Line(
        label=gettext_lazy("The deal, and how it was checked"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For a Grand ouvert: number of the deal, and that all cards were looked at."),
    )
    witnesses = Line(label=gettext_lazy("Witnesses"), max_length=120, required=False)

    def __init__(
        self, *args: Any, pots: Sequence[tuple[str, str]], lists: Sequence[tuple[int, int]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["pot"], pots)
        named = [
            (f"{series}-{table}", _("series %(series)s, table %(table)s") % {"series": series, "table": table})
            for series, table in lists
        ]
        offer(self.fields["of_list"], [("", _("in none")), *named])

    def clean(self) -> dict[str, Any]:
        """Put together what stands in the journal: how it was won, the deal, the witnesses."""
        data = super().clean() or {}
        won_by, deal, witnesses = (data.get(name, "") for name in ("won_by", "deal", "witnesses"))
        if won_by == "grand-ouvert" and "deal" not in self.errors:
            for name in ("deal", "witnesses"):
                if not data.get(name):
                    self.add_error(name, _("A Grand ouvert is given with its deal and its witnesses."))
        if won_by == OWN_WORDS and not deal:
            self.add_error("deal", _("Say what it is given for."))
        words = [] if won_by == OWN_WORDS else [str(dict(WON_BY).get(won_by, ""))]
        if deal:
            words.append(deal)
        if witnesses:
            words.append(_("witnesses: %(names)s") % {"names": witnesses})
        data["because"] = "; ".join(words)
        return data

    @property
    def list_key(self) -> tuple[int, int] | None:
        """Series and table of the list it was won in."""
        series, _sign, table = str(self.cleaned_data["of_list"]).partition("-")
        return (int(series), int(table)) if table else None


class RefundForm(forms.Form):
    """Given back because series are not played: of ``promised`` as many as really were ``played``, or fewer."""

    beside: ClassVar = {"series-not-planned": "series_played", "reason-missing": "because"}

    act = forms.CharField(initial="refund", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    series_played = forms.TypedChoiceField(
        label=gettext_lazy("How many series were played"),
        coerce=int,
        help_text=gettext_lazy("Fewer only where one was broken off and is not to count."),
    )
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)

    def __init__(self, *args: Any, promised: int, played: int, **kwargs: Any) -> None:
        most = min(played, promised - 1)
        super().__init__(*args, **{"initial": {"series_played": most}, **kwargs})
        field: Any = self.fields["series_played"]
        some, none = _("%(played)s of %(planned)s"), _("%(played)s of %(planned)s (called off)")
        field.choices = [(n, (some if n else none) % {"played": n, "planned": promised}) for n in range(most + 1)]


class RefundBackForm(forms.Form):
    """What was given back for series not played is taken back."""

    beside: ClassVar = {"reason-missing": "because"}

    act = forms.CharField(initial="refund-back", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)


class CarryForm(forms.Form):
    """What is open with somebody is carried by the organiser: a debt nobody pays, or what they forfeit."""

    beside: ClassVar = {"nothing-open": "number", "reason-missing": "because"}

    act = forms.CharField(initial="carry", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    number = forms.IntegerField(
        label=gettext_lazy("Start number"),
        min_value=1,
        max_value=1_000_000,
        widget=number_input(),
        error_messages={"required": gettext_lazy("Whose?"), "invalid": gettext_lazy("Type a start number.")},
    )
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)


class CloseForm(forms.Form):
    """The account closed by two people."""

    beside: ClassVar = {"second-missing": "second"}

    act = forms.CharField(initial="close", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    second = Line(
        label=gettext_lazy("Who signs besides you"),
        max_length=80,
        error_messages={"required": gettext_lazy("Two people sign the account. Say who the second one is.")},
    )


class ReopenForm(forms.Form):
    """The account opened again."""

    beside: ClassVar = {"reason-missing": "because"}

    act = forms.CharField(initial="reopen", widget=forms.HiddenInput, required=False)
    because = Line(label=gettext_lazy("Reason"), max_length=300, error_messages=BECAUSE)


class MovementBackForm(TakeBackForm):
    """What somebody typed taken back, with the reason."""

    act = forms.CharField(initial="take-back", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    because = Line(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)
    whole = forms.BooleanField(required=False)

    def __init__(self, *args: Any, act: Sequence[MovementRow] = (), **kwargs: Any) -> None:
        """Take what was moved in one act and not taken back: where that is more than one thing, all of it may be."""
        super().__init__(*args, **kwargs)
        self.fields["because"].widget.attrs.update(autofocus=True)
        if len(act) > 1:
            facts = {"count": len(act), "amount": euros(sum(row.cents for row in act))}
            self.fields["whole"].label = _("All %(count)s payments of this act, %(amount)s together") % facts
        else:
            del self.fields["whole"]

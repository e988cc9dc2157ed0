"""Something given to a pot besides what is charged, and a jackpot given out of one (practice)."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.money.models.movements import LONGEST_ACCOUNT
from scoring.money.wording.presets import POTS
from tables.acts.forms import Cents, EntryKey, Line, offer
from tables.intake.names import plain

GIFT_FIELD_OF: Final = {
    "pot-missing": "pot",
    "amount-missing": "cents",
    "amount-too-large": "cents",
    "reason-missing": "because",
}
JACKPOT_FIELD_OF: Final = {
    "no-such-entrant": "number",
    "pot-has-less": "cents",
    "amount-missing": "cents",
    "amount-too-large": "cents",
    "reason-missing": "deal",
}
"""Beside which field each refusal stands."""

WON_BY: Final = (
    ("grand-ouvert", gettext_lazy("Grand ouvert won, and it could not be lost")),
    ("highest-series", gettext_lazy("the highest series")),
    ("2000-points", gettext_lazy("2,000 points in a series")),
    ("other", pgettext_lazy("how a jackpot was won", "something else")),
)
"""What jackpots are announced for."""

OWN_WORDS: Final = "other"


ANOTHER: Final = " another"
"""The choice that is none of the pots there are; no name begins with a blank."""


class ChoosesPot(forms.Form):
    """A form in which pots are chosen; one that there is not yet is named once."""

    new_pot = Line(label=gettext_lazy("Name of the other pot"), max_length=LONGEST_ACCOUNT, required=False)

    def offer_pots(self, there: Iterable[str], *names: str) -> None:
        """Let fields choose among the pots there are, those that clubs have, and another one."""
        self.known_pots = {plain(pot): pot for pot in (*map(str, POTS), *there)}
        known = sorted(self.known_pots.values(), key=lambda pot: pot not in there)
        choices = [("", "–"), *((pot, pot) for pot in known), (ANOTHER, _("another pot"))]
        for name in names:
            offer(self.fields[name], choices)

    def pot_of(self, chosen: str, new: str) -> str:
        """Return the pot that is meant; one that is named like one there is, is that one."""
        return self.known_pots.get(plain(new), new) if chosen == ANOTHER else chosen


class GiftForm(ChoosesPot):
    """Something a pot gets of the organiser."""

    field_order = ("act", "entry_key", "pot", "new_pot")

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


class JackpotForm(forms.Form):
    """A jackpot somebody won: with which deal, and who saw it."""

    act = forms.CharField(initial="jackpot", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    pot = forms.ChoiceField(label=pgettext_lazy("of money", "Pot"))
    cents = Cents(label=gettext_lazy("Amount in euros"))
    number = forms.IntegerField(
        label=gettext_lazy("Start number of the winner"),
        min_value=1,
        max_value=1_000_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
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

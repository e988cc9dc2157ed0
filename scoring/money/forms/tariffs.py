"""One tariff as it is typed: what it is called, who pays less, where it goes; each ends in a ``Wanted`` (SkWO 6.2)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.pots import ANOTHER, ChoosesPot
from scoring.money.mapping import to_tariff
from scoring.money.models import TariffRow
from scoring.money.models.tariffs import LONGEST_NAME
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.pots import ALL, GoesTo, check_shares
from scoring.money.reckon.tariffs import Kind
from scoring.money.services.tariffs import Wanted
from scoring.money.wording.tariffs import said
from tables.acts.forms import NOTHING, Cents, Line, SeesRow
from tables.intake.classes import Classes

MOST_POTS: Final = 5

FIELD_OF: Final = {
    "charged-already": "openly",
    "reason-missing": "because",
    "tariff-nameless": "name",
    "tariff-impossible": "share_1",
}
"""Beside which field each refusal stands."""


class OpenForm(SeesRow):
    """What changes openly only, with a reason, once somebody was charged."""

    openly = forms.BooleanField(
        label=gettext_lazy("Change it openly: everybody is charged anew, and can read the reason"), required=False
    )
    because = Line(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, was_charged: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.was_charged = was_charged
        if not was_charged:
            del self.fields["openly"], self.fields["because"]

    def label_of(self, name: str) -> str:
        """Return what a value is called on the page."""
        return _("Tariffs") if name == "tariffs" else super().label_of(name)

    def words_of(self, name: str, value: Any) -> str:
        """Return a value in words: of all that is charged, what is charged."""
        if name != "tariffs":
            return super().words_of(name, value)
        rows = [TariffRow(**columns) for columns in value or ()]
        return "; ".join(f"{row.name}: {said(to_tariff(row).kind)}" for row in rows) or NOTHING


class RemovalForm(OpenForm):
    """Charging something no longer."""

    act = forms.CharField(initial="remove", widget=forms.HiddenInput, required=False)


class TariffForm(ChoosesPot, OpenForm):
    """What every tariff has. Under ``cleaned_data["wanted"]`` it ends in a ``Wanted``."""

    act = forms.CharField(initial="change", widget=forms.HiddenInput, required=False)
    name = Line(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("What is it called?")},
    )
    free = forms.MultipleChoiceField(
        label=gettext_lazy("These classes do not pay it"), required=False, widget=forms.CheckboxSelectMultiple
    )
    of_kind: ClassVar[tuple[str, ...]] = ()
    """The fields that say how much."""

    of_each: ClassVar = gettext_lazy("per person and list")
    """How often a pot gets a sum that is not for once."""

    has_pairs: ClassVar = False
    """Whether two of them belong together."""

    def __init__(self, *args: Any, code: str, classes: Classes, pots: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code, self.classes = code, classes
        choices: Any = self.fields["free"]
        choices.choices = [(one.code, one.name) for one in classes]
        if not classes:
            del self.fields["free"]
        for number in range(1, MOST_POTS + 1):
            self.fields[f"pot_{number}"] = forms.ChoiceField(
                label=_("Pot %(number)s") % {"number": number}, required=False
            )
            self.fields[f"share_{number}"] = forms.IntegerField(
                label=_("Share in %"),
                required=False,
                localize=True,
                widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
                error_messages={"invalid": _("Type a whole number of per cent.")},
            )
            self.fields[f"sum_{number}"] = Cents(label=_("or a sum in euros"), required=False)
            self.fields[f"often_{number}"] = forms.ChoiceField(
                label=_("How often"), required=False, choices=[("each", self.of_each), ("once", _("once"))]
            )
        self.offer_pots(pots, *(f"pot_{number}" for number in range(1, MOST_POTS + 1)))

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The fields that say how much."""
        return [self[name] for name in self.of_kind]

    @property
    def pots(self) -> list[tuple[forms.BoundField, ...]]:
        """The rows that say where it goes."""
        return [
            (self[f"pot_{n}"], self[f"share_{n}"], self[f"sum_{n}"], self[f"often_{n}"])
            for n in range(1, MOST_POTS + 1)
        ]

    def kind_of(self, data: Mapping[str, Any]) -> Kind | None:
        """Return what is charged; where nothing can be charged so, say why at its field."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Make what is wanted."""
        data = super().clean() or {}
        goes_to = self._goes_to(data)
        if self.errors:
            return data
        kind = self.kind_of(data)
        if kind and not self.errors:
            data["wanted"] = Wanted(
                code=self.code, name=data["name"], kind=kind, free=frozenset(data.get("free", ())), goes_to=goes_to
            )
        return data

    def _goes_to(self, data: Mapping[str, Any]) -> list[GoesTo]:
        rows = [
            (n, data.get(f"pot_{n}"), data.get(f"share_{n}"), data.get(f"sum_{n}")) for n in range(1, MOST_POTS + 1)
        ]
        said = [row for row in rows if any(part not in (None, "") for part in row[1:])]
        entries: list[GoesTo] = []
        shares = 0
        for number, pot, share, cents in said:
            is_last = number == said[-1][0]
            if {f"pot_{number}", f"share_{number}", f"sum_{number}"} & self.errors.keys():
                continue
            pot = self.pot_of(pot or "", data.get("new_pot", ""))
            if not pot:
                named = data.get(f"pot_{number}") == ANOTHER
                self.add_error("new_pot" if named else f"pot_{number}", _("Which pot?"))
            elif share is not None and cents is not None:
                self.add_error(f"sum_{number}", _("Give either a share or a sum."))
            elif share is None and cents is None and not is_last:
                missing = _("Give a share or a sum. Only the last pot can do without: it takes the rest.")
                self.add_error(f"share_{number}", missing)
            elif share is not None and share < 0:
                self.add_error(f"share_{number}", _("A share cannot be below zero."))
            else:
                shares += share or 0
                often = "cents" if data.get(f"often_{number}") == "once" else "each"
                entries.append(
                    GoesTo(pot=pot, share=share or 0) if cents is None else GoesTo(pot=pot, **{often: cents})
                )
        try:
            check_shares([entry.share or 0 for entry in entries])
        except Impossible:
            last = next(number for number, _pot, share, _cents in reversed(said) if share)
            self.add_error(
                f"share_{last}",
                _("Shares are %(all)s %% together at most; these are %(found)s %%.") % {"all": ALL, "found": shares},
            )
        return entries


def initial_of_pots(goes_to: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the rows that say where a tariff goes, as fields: what the last one takes anyway is left out."""
    initial: dict[str, Any] = {}
    for number, entry in enumerate(goes_to, start=1):
        initial |= {
            f"pot_{number}": entry["pot"],
            f"share_{number}": entry.get("share"),
            f"sum_{number}": entry.get("cents", entry.get("each")),
            f"often_{number}": "once" if "cents" in entry else "each",
        }
        if not entry.get("share") and number == len(goes_to):
            initial[f"share_{number}"] = None
    return initial

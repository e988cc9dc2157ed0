"""A usual evening set at once; where transfers go, and on what a prize waits (SkWO 6.2, 7.4.3, 9.13)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.prizes import Amounts, Shares
from scoring.money.forms.tariffs import OpenForm
from scoring.money.models import MoneyTerms
from scoring.money.reckon import plans
from scoring.money.reckon.faults import Impossible
from scoring.money.reckon.pots import ALL, GoesTo
from scoring.money.reckon.tariffs import PerEntrant
from scoring.money.selectors.played import ENTRY
from scoring.money.services.prizes import WantedPrizes
from scoring.money.services.tariffs import Wanted
from scoring.money.wording.presets import JACKPOT, LOST, POTS, PRESETS, PRIZES
from tables.acts.forms import Cents, Line, SeesRow, offer

ONE_IN: Final = 4
"""One prize for so many entrants."""

KINDS: Final = (
    ("share", gettext_lazy("shares of the pot, in %")),
    ("steps", gettext_lazy("one prize for every fourth, in euros")),
    ("fixed", gettext_lazy("sums, in euros")),
)


class EveningForm(OpenForm):
    """A usual evening: what is charged, into which pots it goes, what there is to win; ends in tariffs and prizes."""

    beside: ClassVar = {**OpenForm.beside, "tariff-impossible": "jackpot"}

    act = forms.CharField(initial="evening", widget=forms.HiddenInput, required=False)
    entry = Cents(label=gettext_lazy("Entry fee in euros"))
    jackpot = Cents(
        label=gettext_lazy("of it into the jackpot, per person"),
        required=False,
        help_text=gettext_lazy("The rest are prizes of the day."),
    )
    loss = forms.ChoiceField(label=gettext_lazy("Fee for lost games"), required=False)
    loss_to = forms.ChoiceField(label=gettext_lazy("It goes to"), choices=[(pot, pot) for pot in POTS])
    kind = forms.ChoiceField(label=gettext_lazy("Prizes"), choices=KINDS)
    amounts = forms.CharField(
        label=gettext_lazy("The prizes"),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("A line for each, the first one first; “10 x 25” are ten alike."),
        error_messages={"required": Amounts.default_error_messages["required"]},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["loss"], [("", _("none")), *((name, str(PRESETS[name].about)) for name in LOST)])
        # The names of pots are those of the language in which they are chosen.
        offer(self.fields["loss_to"], [(str(pot), str(pot)) for pot in POTS])

    def clean(self) -> dict[str, Any]:
        """Make what is wanted."""
        data = super().clean() or {}
        if self.errors:
            return data
        jackpot, pot = str(JACKPOT), str(PRIZES)
        try:
            read: Any = Shares() if data["kind"] == "share" else Amounts()
            said = read.clean(data["amounts"])
            plan = _plan(data["kind"], said, pot)
        except forms.ValidationError as wrong:
            self.add_error("amounts", wrong)
            return data
        except Impossible:
            facts = {"all": ALL, "found": sum(said)}
            told = _("Shares are %(all)s %% together at most; these are %(found)s %%.") % facts
            self.add_error("amounts", told)
            return data
        goes_to = [GoesTo(pot=pot, share=ALL)]
        if data["jackpot"]:
            goes_to.insert(0, GoesTo(pot=jackpot, each=data["jackpot"]))
        data["tariffs"] = [
            Wanted(code=ENTRY, name=str(PRESETS["entry"].name), kind=PerEntrant(cents=data["entry"]), goes_to=goes_to)
        ]
        if data["loss"]:
            preset, to = PRESETS[data["loss"]], [GoesTo(pot=data["loss_to"], share=ALL)]
            data["tariffs"].append(Wanted(code=preset.code, name=str(preset.name), kind=preset.kind, goes_to=to))
        data["lists"] = [WantedPrizes(name=_("Overall"), group=_("Main prizes"), plan=plan)]
        return data


def _plan(kind: str, said: Sequence[int], pot: str) -> plans.Plan:
    """Return what there is to win of a pot.

    :raises Impossible: if that cannot be.
    """
    if kind == "share":
        return plans.Shares(pot=pot, shares=said)
    if kind == "steps":
        return plans.Steps(per=ONE_IN, cents=said, pot=pot)
    return plans.Fixed(cents=said, pot=pot)


class TermsForm(SeesRow):
    """Where transfers go, empty where no account is announced; and on what a prize is given out."""

    beside: ClassVar = {"iban-wrong": "iban", "holder-missing": "holder"}

    act = forms.CharField(initial="terms", widget=forms.HiddenInput, required=False)
    holder = Line(label=MoneyTerms._meta.get_field("holder").verbose_name, max_length=70, required=False)
    iban = Line(
        label="IBAN",
        max_length=60,
        required=False,
        help_text=gettext_lazy("With both, bills and the players’ own pages get a QR code that fills in the transfer."),
    )
    wants_start_card = forms.BooleanField(label=gettext_lazy("Only against the start card (SkWO 9.13)"), required=False)
    wants_presence = forms.BooleanField(label=gettext_lazy("Only to who is present"), required=False)
    fetched_until = forms.DateField(
        label=gettext_lazy("To be fetched until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Empty: prizes wait until they are fetched."),
    )
    unclaimed_to = forms.ChoiceField(label=gettext_lazy("What nobody fetched goes to"), required=False)

    def __init__(self, *args: Any, pots: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["unclaimed_to"], [("", _("the organiser")), *((pot, pot) for pot in pots)])
        for name in ("holder", "iban"):
            self.fields[name].widget.attrs.update(autocomplete="off", spellcheck="false")

"""Forms about how the public sees a name."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import Line, offer
from tables.acts.forms.seen import SeesRow
from tables.people.models import Entrant
from tables.people.services.naming import NameChoice, chosen
from tables.tournaments.forms.publishing import EXAMPLE, looks_like
from tables.tournaments.models import Shown, Tournament

BESIDE_NAMES = dict.fromkeys(
    (
        "pseudonym-like-a-number",
        "pseudonym-missing",
        "pseudonym-taken",
        "pseudonym-too-long",
        "pseudonym-without-letters",
    ),
    "pseudonym",
)
"""Beside which field a refusal of another name is said."""


class NameChoiceForm(forms.Form):
    """How one entrant wants to be named. Under ``cleaned_data["choice"]`` it ends in a ``NameChoice``."""

    shown_as = forms.ChoiceField(
        label=_("How others see your name"), required=False, widget=forms.RadioSelect, choices=Shown.choices
    )
    pseudonym = Line(
        label=_("Other name"),
        required=False,
        help_text=_("Needed if you choose to be shown by another name; nobody else here may have it."),
    )

    def __init__(self, *args: Any, tournament: Tournament, entrant: Entrant | None = None, **kwargs: Any) -> None:
        known = {}
        name, number = EXAMPLE
        if entrant:
            name, number = entrant.name or name, entrant.number
            known = asdict(chosen(entrant))
            known["seen"] = known.copy()
        super().__init__(*args, **{"initial": known, **kwargs})
        offer(self.fields["shown_as"], choices(tournament, name=name, number=number))
        self.fields["pseudonym"].widget.attrs.update(autocomplete="nickname")

    def clean(self) -> dict[str, Any]:
        """Make the choice."""
        data = super().clean() or {}
        data["choice"] = NameChoice(shown_as=data.get("shown_as", ""), pseudonym=data.get("pseudonym", ""))
        return data


class OwnNameForm(SeesRow, NameChoiceForm):
    """How somebody registered wants to be named: they say so themselves, on the page of their start card."""


class DeskNameForm(OwnNameForm):
    """The same at the desk, for somebody who asks for it there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["shown_as"].label = _("How the public sees the name")
        self.fields["pseudonym"].help_text = _("Needed for another name; nobody else here may have it.")


def choices(tournament: Tournament, *, name: str, number: int) -> list[tuple[str, str]]:
    """Return how somebody can be named here: as the event has it, or one of the four ways, each with an example."""
    event = looks_like(tournament.names_shown, name=name, number=number)
    as_event = gettext("as the event has it: %(how)s") % {"how": event}
    return [("", as_event), *((value, looks_like(value, name=name, number=number)) for value in Shown.values)]

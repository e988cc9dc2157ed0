"""Forms about how the public sees a name, and what else it sees of an event."""

from dataclasses import asdict
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.forms.fields import Line, offer
from tables.forms.seen import SeesRow
from tables.models import Entrant, Shown, Tournament
from tables.models.names import public_name
from tables.selectors.keeping import kept_at_least
from tables.services.naming import NameChoice, chosen
from tables.services.publishing import Publishing
from tables.services.seen import values_of

EXAMPLE = ("Anna-Maria von Berg", 7)
"""Whose name and start number show how names look."""

SUGGESTED = timedelta(days=183)
"""How long after the last day results stay to be looked at, if nobody says otherwise: half a year."""

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

BESIDE_DAYS = {"unpublished-too-early": "unpublish_on", "kept-too-short": "kept_until"}


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
    """How somebody registered wants to be named: he says so himself, on the page of his start card."""


class DeskNameForm(OwnNameForm):
    """The same at the desk, for somebody who asks for it there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["shown_as"].label = _("How the public sees the name")
        self.fields["pseudonym"].help_text = _("Needed for another name; nobody else here may have it.")


class PublishingForm(SeesRow):
    """What the public sees of an event. Under ``cleaned_data["publishing"]`` it ends in a ``Publishing``."""

    names_shown = forms.ChoiceField(
        label=_("Names are shown as"),
        widget=forms.RadioSelect,
        help_text=_("Holds for everybody who has not chosen one. The office always sees full names."),
    )
    unpublish_on = forms.DateField(
        label=_("Not shown any more from"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
        help_text=_("From this day on only the officials see the event; empty: it stays."),
    )
    kept_until = forms.DateField(
        label=_("Names are kept until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
        help_text=_("Then names, signatures and what people wrote are deleted; empty: after six months (SkWO 7.4.4)."),
    )
    hides_live = forms.BooleanField(
        label=_("Ranks stay hidden while a series is played"),
        required=False,
        help_text=_("What is played counts in public only when its series is closed. The office sees everything."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, seen=values_of(tournament, Publishing), **kwargs)
        name, number = EXAMPLE
        offer(self.fields["names_shown"], [(one, looks_like(one, name=name, number=number)) for one in FOR_EVERYBODY])
        self.fields["kept_until"].widget.attrs["min"] = f"{kept_at_least(tournament):%Y-%m-%d}"
        self.fields["unpublish_on"].widget.attrs["min"] = f"{tournament.ends_on + timedelta(days=1):%Y-%m-%d}"

    def clean(self) -> dict[str, Any]:
        """Make what is to be published."""
        data = super().clean() or {}
        if not self.errors:
            data["publishing"] = Publishing(
                names_shown=Shown(data["names_shown"]),
                unpublish_on=data["unpublish_on"],
                kept_until=data["kept_until"],
                hides_live=data["hides_live"],
            )
        return data


FOR_EVERYBODY = (Shown.FULL, Shown.INITIALS, Shown.NUMBER)
"""What an event can say of all names: another name everybody has to choose himself."""


def suggested_end(tournament: Tournament) -> date:
    """Return the day from which an event is usually not shown any more."""
    return tournament.ends_on + SUGGESTED


def choices(tournament: Tournament, *, name: str, number: int) -> list[tuple[str, str]]:
    """Return how somebody can be named here: as the event has it, or one of the four ways, each with an example."""
    event = looks_like(tournament.names_shown, name=name, number=number)
    as_event = gettext("as the event has it: %(how)s") % {"how": event}
    return [("", as_event), *((one, looks_like(one, name=name, number=number)) for one in Shown.values)]


def looks_like(shown: str, *, name: str, number: int) -> str:
    """Return one of the ways to show a name with what becomes of a name by it: "initials (A. B.)"."""
    label = str(Shown(shown).label)
    if shown == Shown.PSEUDONYM:
        return label
    return f"{label} ({public_name(number=number, name=name, pseudonym='', shown=shown)})"

"""What the public sees of an event, and until when."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms.fields import offer
from tables.acts.forms.seen import SeesRow
from tables.acts.services.seen import values_of
from tables.tournaments.models import Shown, Tournament, public_name
from tables.tournaments.selectors.retention import kept_at_least
from tables.tournaments.services.publishing import Publishing

BESIDE_DAYS = {"unpublished-too-early": "unpublish_on", "kept-too-short": "kept_until"}


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
        offer(
            self.fields["names_shown"],
            [(shown, looks_like(shown, name=name, number=number)) for shown in FOR_EVERYBODY],
        )
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


def suggested_end(tournament: Tournament) -> date:
    """Return the day from which an event is usually not shown any more."""
    return tournament.ends_on + SUGGESTED


EXAMPLE = ("Anna-Maria von Berg", 7)
"""Whose name and start number show how names look."""


SUGGESTED = timedelta(days=183)
"""How long after the last day results stay to be looked at, if nobody says otherwise: half a year."""


FOR_EVERYBODY = (Shown.FULL, Shown.INITIALS, Shown.NUMBER)
"""What an event can say of all names: any other is for each person to choose."""


def looks_like(shown: str, *, name: str, number: int) -> str:
    """Return one of the ways to show a name with what becomes of a name by it: "initials (A. B.)"."""
    label = str(Shown(shown).label)
    if shown == Shown.PSEUDONYM:
        return label
    return f"{label} ({public_name(number=number, name=name, pseudonym='', shown=shown)})"

"""A season, the events and people that belong to it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.season.models import Season
from scoring.season.services.seasons import SeasonDetails
from tables.acts.forms.fields import EntryKey, Line, offer
from tables.acts.forms.seen import SeesRow
from tables.tournaments.models import Shown

MOST_TICKED = 1_900
"""Fewer than the fields a form may send."""

DAY = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class SeasonForm(forms.Form):
    """What a season is. Under ``cleaned_data["details"]`` it ends in ``SeasonDetails``."""

    act = forms.CharField(initial="change", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    name = Line(label=_("Name"), max_length=120, help_text=_("For example: Club championship 2026"))
    starts_on = forms.DateField(label=_("First day"), widget=DAY)
    ends_on = forms.DateField(label=_("Last day"), widget=DAY)
    visibility = forms.ChoiceField(
        label=_("Who may look"), choices=Season.Visibility.choices, initial=Season.Visibility.PUBLIC
    )
    names_shown = forms.ChoiceField(
        label=_("Names are shown as"),
        choices=Shown.choices,
        initial=Shown.FULL,
        help_text=_("Who wants to be named with more care, in the book or in an event, is named so here too."),
    )

    def clean_name(self) -> str:
        """Return a name with a letter or digit in it, or an address could not be made of it."""
        name = str(self.cleaned_data["name"])
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(_("Please give the season a name."))
        return name

    def clean(self) -> dict[str, Any]:
        """Make the details."""
        data = super().clean() or {}
        if not self.errors:
            data["details"] = SeasonDetails(
                name=data["name"],
                starts_on=data["starts_on"],
                ends_on=data["ends_on"],
                visibility=Season.Visibility(data["visibility"]),
                names_shown=Shown(data["names_shown"]),
            )
        return data


class NewSeasonForm(SeasonForm):
    """What a season is to be, and which one it is like."""

    like = forms.TypedChoiceField(
        label=_("Members and competitions"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("They can be changed afterwards. Events are not taken over."),
    )

    field_order = ["act", "entry_key", "name", "like"]

    def __init__(self, *args: Any, before: Iterable[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = {one.pk: one for one in before}
        if self.before:
            names = [(key, gettext("as in %(season)s") % {"season": one.name}) for key, one in self.before.items()]
            offer(self.fields["like"], [("", gettext("none yet")), *names])
        else:
            del self.fields["like"]

    @property
    def season_before(self) -> Season | None:
        """Return the season that it is like."""
        return self.before.get(self.cleaned_data.get("like") or 0)


class ChangedSeasonForm(SeesRow, SeasonForm):
    """What a season there is, is."""


class EventsForm(forms.Form):
    """Which events of the club are to count."""

    act = forms.CharField(initial="add-events", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    event = forms.TypedMultipleChoiceField(
        label=_("Events"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick which events count."),
            "invalid_choice": _("One of these events is not the club’s any more. Please look again."),
        },
    )
    kind = Line(
        label=_("Kind"),
        max_length=40,
        required=False,
        help_text=_("A word for what is counted together, for example: cup. A competition can count the best of each."),
    )

    def __init__(self, *args: Any, events: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["event"], [(one.pk, f"{one.starts_on:%d.%m.%Y} {one.name}") for one in events])


class MembersForm(forms.Form):
    """Who of the club's book competes."""

    act = forms.CharField(initial="add-members", widget=forms.HiddenInput, required=False)
    entry_key = EntryKey()
    person = forms.TypedMultipleChoiceField(
        label=_("Members"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick who is a member."),
            "invalid_choice": _("Somebody has merged or removed one of them in the meantime. Please look again."),
        },
    )

    def __init__(self, *args: Any, people: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(one.pk, one.name) for one in people])

    def clean_person(self) -> list[int]:
        """Return no more than a list may have."""
        return list(self.cleaned_data["person"])[:MOST_TICKED]


class OneForm(forms.Form):
    """One event or one member that goes, by its number."""

    number = forms.IntegerField(min_value=1, max_value=2**31, widget=forms.HiddenInput)


class SureForm(forms.Form):
    """Deleting for good."""

    act = forms.CharField(initial="delete", widget=forms.HiddenInput, required=False)
    sure = forms.BooleanField(
        label=_("Yes, delete it for good"),
        error_messages={"required": _("Tick that you mean it. Nothing was changed.")},
    )


class ReleaseForm(forms.Form):
    """Releasing the table of a competition as it is now."""

    act = forms.CharField(initial="release", widget=forms.HiddenInput, required=False)

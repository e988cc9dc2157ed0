"""Forms about one entrant, the marks set in the list, and who is here."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms import EntryKey, SeesRow, TextLine, offer
from tables.acts.wording.intake import intake_problem
from tables.draw.forms import StartNumbers, TableNumber
from tables.draw.services.wishes import as_stated
from tables.intake.classes import with_proposed_class
from tables.intake.optional import OPTIONAL
from tables.intake.registration import STATED, Registration, problems
from tables.people.forms import ClassesForm, LetInBecause, NameChoiceForm, OptionalFieldsForm, optional_values
from tables.people.models import Entrant

OWN_PAGE: Final = re.compile(r"/p/([\w-]+)/?\s*$")
"""What the code on a start card ends with: the key of its entrant."""


class CheckInForm(forms.Form):
    """Who is there. A number or a scanned card means one entrant, words may fit several."""

    who = TextLine(label=_("Check in: start number, start card or name"), max_length=300)

    @property
    def number(self) -> int | None:
        """The start number, where one was typed."""
        typed = self.cleaned_data["who"].removeprefix("#").strip()
        return int(typed) if typed.isdecimal() and len(typed) < 7 else None

    @property
    def key(self) -> str:
        """The key of the start card that was scanned, or nothing."""
        match = OWN_PAGE.search(self.cleaned_data["who"])
        return match[1] if match else ""


FIELD_OF = {
    "name-too-long": "name",
    "name-without-letters": "name",
    "no-name": "name",
    "club-too-long": "club",
    "team-too-long": "team",
    "two-ages": "classes",
}


class RegistrationForm(ClassesForm, OptionalFieldsForm):
    """What is known of an entrant. Under ``cleaned_data["registration"]`` it ends in a ``Registration``."""

    name = TextLine(label=_("Name"), required=False)
    club = TextLine(label=_("Club"), required=False)
    team = TextLine(label=_("Team"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        stated = {name: value for name, value in data.items() if name in STATED}
        stated["classes"] = frozenset(stated.get("classes", ()))
        filling = data.get("fills_in", False)
        registration = Registration(**stated, optional=optional_values(data), fills_in=filling)
        for problem in problems(registration, self.offered):
            self.add_error(FIELD_OF.get(problem.code), intake_problem(problem))
        data["registration"] = registration
        return data


class DeskForm(RegistrationForm):
    """Registering at the desk: everything may be left out, the start number comes at once."""

    source = Entrant.Source.DESK
    paid = forms.BooleanField(label=_("Paid"), required=False)
    present = forms.BooleanField(label=_("Present"), required=False, initial=True)
    fills_in = forms.BooleanField(label=_("Fills in"), required=False)
    because = LetInBecause()
    entry_key = EntryKey()

    def __init__(self, *args: Any, has_focus: bool = True, **kwargs: Any) -> None:
        """Take whether the hand goes on here, or to whoever is checked in next."""
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(
            autofocus=has_focus, autocomplete="off", enterkeyhint="done", list="people"
        )
        self.fields["club"].widget.attrs.update(list="clubs", autocomplete="off")
        self.fields["team"].widget.attrs.update(autocomplete="off")

    @property
    def says_nothing(self) -> bool:
        """Whether an empty form was sent, with Enter by mistake; a number without a name has a button of its own."""
        values = (self.data.get(name, "") for name in ("nameless", "name", "club", "team", *OPTIONAL))
        return self.is_bound and not any(text.strip() for text in values)


class EntrantForm(SeesRow, RegistrationForm):
    """Changing what is known of an entrant, and what they need of the draw."""

    beside: ClassVar = {"no-such-entrants": "apart", "apart-from-oneself": "apart"}

    paid = forms.BooleanField(label=_("Paid"), required=False)
    present = forms.BooleanField(label=_("Present"), required=False)
    apart = StartNumbers(
        label=_("Keep apart from"), required=False, help_text=_("Start numbers, with commas or spaces between them.")
    )
    table = TableNumber(label=_("Fixed table"), required=False)

    def __init__(self, *args: Any, entrant: Entrant, **kwargs: Any) -> None:
        super().__init__(*args, seen=as_stated(entrant), **kwargs)
        self._year = entrant.tournament.starts_on.year
        self.fields["club"].widget.attrs.update(list="clubs", autocomplete="off")
        if entrant.withdrawn_at or entrant.excluded_at:
            del self.fields["present"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        registration = data["registration"]
        if registration.optional.get("birth_year") != (data.get("seen") or {}).get("birth_year"):
            born = registration.optional.get("birth_year")
            proposed = with_proposed_class(registration.classes, born=born, year=self._year, classes=self.offered)
            data["registration"] = replace(registration, classes=proposed)
        return data


class SelfRegistrationForm(NameChoiceForm, RegistrationForm):
    """Registering oneself; a second entrant of one name is asked about, ``choice`` is how they are named."""

    is_public = True
    entry_key = EntryKey()
    agrees = forms.BooleanField(
        label=_("My name may stay in the table of the year"),
        required=False,
        help_text=_(
            "It comes into the club’s address book. Otherwise it is deleted six months after the "
            "event, and your points stay under a number."
        ),
    )
    sure = forms.BooleanField(label=_("Yes, register me anyway"), required=False)

    def __init__(self, *args: Any, number_of: Callable[..., int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._number_of = number_of
        self.fields["name"].required = True

        self.fields["name"].widget.attrs.update(autocomplete="name", autofocus=True)
        self.fields["club"].widget.attrs.update(list="clubs", autocomplete="organization")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors or data["sure"]:
            return data
        number = self._number_of(name=data["registration"].name, but=data["entry_key"])
        if number:
            question = _("Somebody of this name is registered already as no. %(number)s. If that is you, all is done.")
            self.add_error("sure", question % {"number": number})
        return data

    @property
    def asks_whether_sure(self) -> bool:
        """Test whether the question is to be shown."""
        return self.is_bound and ("sure" in self.errors or bool(self.data.get("sure")))


class MarksForm(SeesRow):
    """One button of the list: whom it is about, which mark, on or off."""

    mark = forms.RegexField(r"^(\d{1,6}|all) (present|paid) (on|off)$")
    sure = forms.BooleanField(required=False)
    back = forms.CharField(required=False)
    """The question part of the address that the list was shown under."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A button about one entrant says by what it sets what was seen.
        self.fields["seen"].required = False

    def label_of(self, name: str) -> str:
        return gettext("Present") if name == "present" else gettext("Paid")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "mark" in data:
            whom, name, state = data["mark"].split()
            data["number"] = None if whom == "all" else int(whom)
            data["marks"] = {name: state == "on"}
            if whom == "all" and not data["sure"]:
                self.add_error("sure", _("Tick that you mean it. Nothing was changed."))
            if whom == "all" and data.get("seen") is None:
                self.add_error("seen", self.fields["seen"].error_messages["required"])
        return data


class RangeForm(forms.Form):
    """Which start numbers are ticked to begin with: nobody ticks a hundred one by one."""

    first = forms.IntegerField(label=_("From no."), min_value=1, max_value=999_999, required=False)
    last = forms.IntegerField(label=_("to no."), min_value=1, max_value=999_999, required=False)

    def ticked(self, entrants: Iterable[Entrant]) -> frozenset[int]:
        """Return the start numbers of the range; nobody who is present or has paid is ticked unasked."""
        if not self.is_valid() or not (first := self.cleaned_data["first"]):
            return frozenset()
        last = self.cleaned_data["last"] or first
        return frozenset(
            entrant.number
            for entrant in entrants
            if first <= entrant.number <= last and not (entrant.present or entrant.paid)
        )


class WithdrawManyForm(forms.Form):
    """Who is withdrawn."""

    number = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Nothing is ticked, so nothing was changed."),
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again."),
        },
    )

    def __init__(self, *args: Any, entrants: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["number"], [(entrant.number, entrant.name) for entrant in entrants])


class PublicFormSwitch(forms.Form):
    """The switch of the public form."""

    is_open = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes")

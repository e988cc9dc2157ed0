"""Who is in charge: appointing, making an account, dismissing; and the classes of a tournament."""

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import to_be_typed
from tables.acts.forms import ActName, SeesRow, TextLine, offer
from tables.tournaments.models import LONGEST_MARK, LONGEST_NAME, LONGEST_WORDS, Role
from tables.tournaments.services.officials import StatedClass


class OfficeForm(forms.Form):
    """Giving an office to somebody."""

    beside: ClassVar = {"no-such-user": "username", "user-exists": "username", "no-such-entrant": "plays_as"}

    username = TextLine(label=_("User name"), max_length=150)
    kind = forms.ChoiceField(
        label=pgettext_lazy("held by a person", "Office"), choices=Role.Kind.choices, initial=Role.Kind.JUDGE
    )
    plays_as = forms.IntegerField(label=_("Plays as start number"), min_value=1, max_value=100_000, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class AppointForm(SeesRow, OfficeForm):
    """Giving an office to somebody who has an account; who holds it may play as somebody else from now on."""

    act = ActName("appoint")

    def label_of(self, name: str) -> str:
        kind, _space, username = name.partition(" ")
        office = {"office": Role.Kind(kind).label, "name": username}
        return gettext("%(office)s %(name)s plays as start number") % office

    def words_of(self, name: str, value: Any) -> str:
        return gettext("does not hold the office") if value is None else str(value or gettext("does not play"))


class EngageForm(OfficeForm):
    """Making an account for somebody who has none, with an office at once."""

    act = ActName("engage")
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        max_length=200,
        help_text=_("Empty: a password is made and shown."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    name = TextLine(label=_("Name"), max_length=80, required=False)
    field_order = ("act", "name", "username", "password", "kind", "plays_as")

    def clean_username(self) -> str:
        username = str(self.cleaned_data["username"])
        UnicodeUsernameValidator()(username)
        return username

    def clean_password(self) -> str:
        typed = str(self.cleaned_data["password"])
        if typed:
            validate_password(typed)
        return typed or to_be_typed(groups=3)


class VenueBackupForm(forms.Form):
    """With what password the direction signs in at the venue."""

    password = forms.CharField(
        label=_("Password at the venue"),
        initial=partial(to_be_typed, groups=3),
        strip=False,
        max_length=200,
        help_text=_("Write it down now: it is in no other place, and opens nothing on this site."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password


class DismissForm(forms.Form):
    """Taking away one of the offices that are held in this tournament."""

    act = ActName("dismiss")
    role = forms.TypedChoiceField(
        coerce=int,
        widget=forms.HiddenInput,
        error_messages={
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again.")
        },
    )

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["role"], [(role.pk, str(role.pk)) for role in roles])


OLDEST = 120


class ClassForm(forms.Form):
    """What is stated of a class. Under ``cleaned_data["stated"]`` it ends in a ``StatedClass``."""

    beside: ClassVar = {"class-name-taken": "name", "ages-out-of-order": "oldest"}

    act = ActName("state")
    name = TextLine(label=_("Name"), max_length=LONGEST_NAME)
    mark = TextLine(label=_("Mark"), max_length=LONGEST_MARK, required=False)
    youngest = forms.IntegerField(label=_("From the age of"), min_value=0, max_value=OLDEST, required=False)
    oldest = forms.IntegerField(label=_("Up to the age of"), min_value=0, max_value=OLDEST, required=False)
    position = forms.IntegerField(label=_("Place in the list"), min_value=1, max_value=99)
    words = TextLine(
        label=_("Called in lists"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("With commas: guest, visitor. Whoever has this word in a list is taken into the class."),
    )
    headings = TextLine(
        label=_("Headings and abbreviations"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("With commas: guests, g. They count above a column, or in a column of marks."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "mark", "words", "headings"):
            self.fields[name].widget.attrs.update(autocomplete="off")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["stated"] = StatedClass(**{name: data[name] for name in StatedClass.__dataclass_fields__})
        return data


class NewClassForm(ClassForm):
    """A class that an event is to have, mostly with a ranking of its own."""

    is_ranked = forms.BooleanField(label=_("Then switch on its ranking"), initial=True, required=False)


class ChangedClassForm(SeesRow, ClassForm):
    """What is stated of a class there is."""


class ClassRemovalForm(SeesRow):
    """Taking a class out of an event."""

    act = ActName("remove")
    sure = forms.BooleanField(
        label=_("Yes, remove the class"), error_messages={"required": _("Tick that you mean it. Nothing was changed.")}
    )

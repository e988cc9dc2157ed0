"""How a table lets another phone keep its list: the words of the one that keeps it, or everybody's tap (SkWO 7.2.2)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.selectors.keeping import WORDS
from scoring.table.forms.getting_in import AS_TYPED, known_words
from tables.acts.forms.fields import offer


class WordsForm(forms.Form):
    """The words of the phone that keeps the list, typed where it is to go on."""

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    words = forms.CharField(
        label=gettext_lazy("This is my list. The two words of the phone that keeps it:"),
        max_length=60,
        widget=forms.TextInput(attrs=AS_TYPED),
        error_messages={"required": gettext_lazy("Please type the two words of the phone that keeps the list.")},
    )

    def clean_words(self) -> str:
        """Return the words as they are shown; what can be none is said at once and counts as no attempt."""
        return known_words(self.cleaned_data["words"], WORDS, _("A phone has two words with a space between them."))


class AgreedForm(forms.Form):
    """Everybody who answers for the list says that this phone keeps it from now on; ``agrees`` holds their seats."""

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    agrees = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={"required": gettext_lazy("Every player of the table taps their own name first.")},
    )

    def __init__(self, *args: Any, names: Sequence[str], answering: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = dict(enumerate(names, start=1))
        self.answering = answering
        offer(self.fields["agrees"], [(str(place), name) for place, name in self.names.items()])

    @property
    def players(self) -> list[tuple[int, str, bool]]:
        """Everybody who is asked: seat, name, and whether they agreed before the page was shown again."""
        said = {str(place) for place in self["agrees"].value() or ()}
        return [(place, self.names[place], str(place) in said) for place in self.answering]

    def clean_agrees(self) -> list[int]:
        """Refuse while somebody does not agree."""
        agrees: list[int] = self.cleaned_data["agrees"]
        if open_names := [self.names[place] for place in self.answering if place not in agrees]:
            raise forms.ValidationError(_("Not agreed yet: %(names)s.") % {"names": ", ".join(open_names)})
        return agrees


def ways(
    *, names: Sequence[str], answering: Collection[int], posted: Mapping[str, Any] | None = None
) -> tuple[WordsForm, AgreedForm]:
    """Return the two forms, the one that was posted as it was."""
    action = posted.get("action") if posted else ""
    return (
        WordsForm(posted if action == "by-words" else None, auto_id="id_take_%s"),
        AgreedForm(posted if action == "agreed" else None, names=names, answering=answering, auto_id="id_take_%s"),
    )

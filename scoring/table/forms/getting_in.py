"""What a table says before it plays and when it needs the direction: its four words, its seats, its calls."""

from collections.abc import Collection
from typing import Any, ClassVar, Final
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
from tables.acts.forms import offer
from tables.draw import codewords

AS_TYPED: Final = {"autocapitalize": "none", "autocomplete": "off", "autocorrect": "off", "spellcheck": "false"}
"""What keeps a phone from changing words as they are typed."""


class CodeForm(forms.Form):
    """The four words that stand on a table's card."""

    beside: ClassVar = dict.fromkeys(("no-such-words", "too-many-guesses"), "words")

    words = forms.CharField(
        label=gettext_lazy("The four words"),
        max_length=120,
        help_text=gettext_lazy("They are on the card of your table, below the QR code. Capitals do not matter."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )

    def clean_words(self) -> str:
        """Return the words as they are stored; what can be no code is said at once and counts as no attempt."""
        words = codewords.read(self.cleaned_data["words"]).split()
        if len(words) != codewords.LENGTH:
            raise forms.ValidationError(_("A code has four words with spaces between them."))
        for word in words:
            if word not in codewords.WORDS:
                raise forms.ValidationError(_unknown(word))
        return " ".join(words)


def _unknown(word: str) -> str:
    meant = codewords.meant(word)
    if meant is None:
        return _("“%(word)s” is none of the words used here. Please look at that word again.") % {"word": word}
    return _("“%(word)s” is none of the words used here. Is it “%(meant)s”?") % {"word": word, "meant": meant}


class SeatsForm(forms.Form):
    """Everybody at the table says that they sit where the list has them; ``sits`` holds the seats."""

    sits = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Please confirm every seat, or say who sits wrong.")},
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {str(place): name for place, name in enumerate(names, start=1)}
        offer(self.fields["sits"], list(self.names.items()))

    def clean_sits(self) -> list[str]:
        """Refuse while a seat is not confirmed."""
        sits: list[str] = self.cleaned_data["sits"]
        open_names = [name for place, name in self.names.items() if place not in sits]
        if open_names:
            raise forms.ValidationError(_("Not confirmed yet: %(names)s.") % {"names": ", ".join(open_names)})
        return sits


class CallForm(forms.Form):
    """What the table calls the direction for."""

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)
    place = forms.TypedChoiceField(
        label=gettext_lazy("Whom is it about?"), required=False, coerce=int, empty_value=None, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=gettext_lazy("Subject"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, names: list[str], nobody: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["place"], [("", nobody), *((str(place), name) for place, name in enumerate(names, start=1))])


class WhoLeavesForm(forms.Form):
    """Who leaves the table, or is back; ``away`` are the seats left free."""

    place = forms.TypedChoiceField(
        label=gettext_lazy("Who?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Who is it? Give a name, an account or a start number.")},
    )

    def __init__(self, *args: Any, names: list[str], away: Collection[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.away = away
        values = {True: _("%(name)s is back"), False: _("%(name)s leaves")}
        # Skat takes three: of no more nobody else leaves.
        may_leave = len(names) - len(away) > PLAYERS_PER_DEAL
        shown = [place for place in range(1, len(names) + 1) if may_leave or place in away]
        offer(
            self.fields["place"],
            [(str(place), values[place in away] % {"name": names[place - 1]}) for place in shown],
        )

    @property
    def kind(self) -> str:
        """What becomes of them: ``leaves`` or ``returns``."""
        return "returns" if self.cleaned_data["place"] in self.away else "leaves"


class LeavingForm(WhoLeavesForm):
    """Who leaves the table, or is back, as the table asks the direction for it."""

    entry_key = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)

"""What a club page shows of the standings, and as what."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

USUAL_ROWS = 10
MOST_ROWS = 200


class EmbedForm(forms.Form):
    """The choices of the fragment for club pages; each is a parameter of its address."""

    ranking = forms.IntegerField(label=_("Which ranking"), required=False, min_value=1, max_value=10_000)
    competition = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    """Of a season."""

    series = forms.IntegerField(label=_("Only series"), required=False, min_value=1, max_value=1_000)
    rows = forms.IntegerField(label=_("Lines"), required=False, min_value=1, max_value=MOST_ROWS)
    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[("", _("as the visitor’s device")), ("light", _("light")), ("dark", _("dark"))],
    )
    lang = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("as the visitor’s browser")), *settings.LANGUAGES]
    )

    def chosen(self) -> dict[str, Any]:
        """Return what was chosen; what nobody understands counts as not chosen, for nobody is there to be told."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}


class ShareForm(EmbedForm):
    """The same choices where they are made."""

    def __init__(
        self, *args: Any, series: list[tuple[int, str]], rankings: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        names = [("", _("Total")), *((f"series:{n}", name) for n, name in series)]
        names += [(f"ranking:{n}", name) for n, name in rankings]
        self.fields = {
            "what": forms.ChoiceField(label=_("What is shown"), required=False, choices=names),
            "rows": self.fields["rows"],
            "theme": self.fields["theme"],
            "lang": self.fields["lang"],
        }
        self.fields["rows"].initial = USUAL_ROWS

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the fragment's address."""
        chosen = self.chosen()
        kind, _colon, number = str(chosen.pop("what", "")).partition(":")
        return ({kind: number} if number else {}) | chosen

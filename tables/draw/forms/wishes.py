"""What the draw is to take into account: the policy, pairs kept apart, fixed tables."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.forms.seen import SeesRow
from tables.acts.services.seen import Overtaken
from tables.draw.services.wishes import Wishes
from tables.tournaments.models import Tournament

MOST_NUMBERS = 100
"""Start numbers typed into one field."""

LAST_TABLE = 2_000
"""No event has a table of a higher number."""

NO_NUMBER = gettext_lazy("Please type a start number.")
NO_TABLE = gettext_lazy("Please type the number of a table, from 1 on.")


class StartNumbers(forms.CharField):
    """Start numbers, with commas, semicolons or spaces between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs.update(autocomplete="off")

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed; what was typed stays as it is."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> tuple[int, ...]:  # type: ignore[override]
        """Return the numbers, each once, in the order in which they were typed.

        :raises ValidationError: naming what is no number.
        """
        parts = str(value or "").replace(",", " ").replace(";", " ").split()
        if wrong := [part for part in parts if not _is_number(part)]:
            shown = ", ".join(part[:20] for part in wrong[:5])
            raise forms.ValidationError(_("No start number: %(wrong)s.") % {"wrong": shown})
        if len(parts) > MOST_NUMBERS:
            raise forms.ValidationError(_("At most %(most)s start numbers.") % {"most": MOST_NUMBERS})
        return tuple(dict.fromkeys(int(part) for part in parts))

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Test whether other numbers are meant than those the form was opened with."""
        try:
            return set(self.to_python(self.prepare_value(initial))) != set(self.to_python(data))
        except forms.ValidationError:
            return True


def _said(sentence: Promise) -> dict[str, Any]:
    """Return one sentence for everything that can be wrong with a number."""
    return dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)


class StartNumber(forms.IntegerField):
    """One start number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=999_999, **{"error_messages": _said(NO_NUMBER), **kwargs})
        self.widget.attrs.update(autocomplete="off")


class TableNumber(forms.IntegerField):
    """The number of a table in the hall."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LAST_TABLE, **{"error_messages": _said(NO_TABLE), **kwargs})
        self.widget.attrs.update(autocomplete="off")


class WishesForm(SeesRow):
    """The policy. Under ``cleaned_data["wishes"]`` it ends in ``Wishes``."""

    clubs_apart = forms.BooleanField(
        label=gettext_lazy("Club mates are kept apart"),
        required=False,
        help_text=gettext_lazy(
            "In draws by lot, as far as that is possible. Where seats are set by standing, clubs do not count."
        ),
    )
    teams = forms.ChoiceField(label=gettext_lazy("Members of a team are"), choices=Tournament.Teams.choices)
    strictly_by_standing = forms.BooleanField(
        label=gettext_lazy("By standing, the next four always share a table"),
        required=False,
        help_text=gettext_lazy(
            "Even if they have met before. Otherwise neighbours in the standing change places so that nobody meets"
            " again, as far as that is possible."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Make the wishes."""
        data = super().clean() or {}
        if not self.errors:
            data["wishes"] = Wishes(
                clubs_apart=data["clubs_apart"],
                teams=Tournament.Teams(data["teams"]),
                strictly_by_standing=data["strictly_by_standing"],
            )
        return data


class ApartForm(forms.Form):
    """Two who are not to share a table."""

    one = StartNumber(label=gettext_lazy("Start number"))
    other = StartNumber(label=gettext_lazy("must not meet start number"))

    @property
    def numbers(self) -> tuple[int, int]:
        """Return the two."""
        return self.cleaned_data["one"], self.cleaned_data["other"]


class SeesFixedTables(SeesRow):
    """A form about the fixed table of one of all who have one."""

    def label_of(self, name: str) -> str:
        """Return whose fixed table it is."""
        return _("Fixed table of no. %(number)s") % {"number": name}

    def overtake(self, refused: Overtaken) -> None:
        """Remember besides the one that was changed what was seen of the others."""
        others = self.cleaned_data["seen"]
        super().overtake(refused)
        self.see({**others, **refused.now})


class FixedTableForm(SeesFixedTables):
    """Somebody who needs a table of their own choice."""

    number = StartNumber(label=gettext_lazy("Start number"))
    table = TableNumber(label=gettext_lazy("always sits at table"))


class NoFixedTableForm(SeesFixedTables):
    """Somebody who does not need it any more."""

    number = StartNumber()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7

"""How to draw, and what the draw is to take into account: the policy, pairs kept apart, fixed tables."""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.acts.forms import SeesRow, TextLine, offer
from tables.acts.services import Overtaken
from tables.acts.wording.refusals import REASON_MISSING
from tables.draw.services.seats import as_seated
from tables.draw.services.wishes import Wishes
from tables.tournaments.models import Tournament

if TYPE_CHECKING:
    from tables.draw.models import Seat, Table


def proposed() -> str:
    """Return a number to draw with where nobody has dice."""
    return f"{secrets.randbelow(10**12):012d}"


def reason(label: Any) -> TextLine:
    """Return the field for why something is done; it has to be said."""
    return TextLine(label=label, max_length=300, error_messages={"required": REASON_MISSING})


class DrawForm(forms.Form):
    """What the hall adds to a draw, and for how many series it is made."""

    public = TextLine(
        label=_("Numbers diced in the hall"),
        max_length=64,
        initial=proposed,
        help_text=_(
            "Somebody in the hall throws dice or calls a number: with the direction's sealed number it makes the draw."
        ),
    )
    scope = forms.ChoiceField(
        label=_("Series to be drawn"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_("With fewer than about 48 players, all at once: fewer meet again."),
    )

    def __init__(self, *args: Any, series: int = 1, later: int = 0, together: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["public"].widget.attrs.update(autocomplete="off", spellcheck="false")
        if not later:
            del self.fields["scope"]
            return
        all_left = gettext("Series %(first)s to %(last)s") % {"first": series, "last": series + later}
        scope = self.fields["scope"]
        offer(scope, [("this", gettext("Only this series")), ("all", all_left)])
        scope.initial = "all" if together else "this"

    @property
    def all_left(self) -> bool:
        """Return whether the series after it are drawn together with it."""
        return self.cleaned_data.get("scope") == "all"


class SeesSeats(SeesRow):
    """A form about the seats of a series that were looked at."""

    def label_of(self, name: str) -> str:
        return gettext("Table %(number)s") % {"number": name}


class DiscardForm(SeesSeats):
    """Why a draw is thrown away."""

    beside: ClassVar = {"reason-missing": "because"}

    because = reason(_("Reason"))


DISCARD: Final = "id_discard_%s"
"""How the fields of the form are marked, which stands beside others that ask for a reason."""


def discarding(seating: "Iterable[tuple[Table, Sequence[Seat]]]") -> DiscardForm:
    """Return the form that throws the seats shown away."""
    return DiscardForm(seen=as_seated(seating), auto_id=DISCARD)


class TickedNumbers(forms.Field):
    """Start numbers that were ticked."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers, leaving out what is none."""
        ticked = [str(number) for number in value or ()]
        return tuple(int(text) for text in ticked if text.isascii() and text.isdigit() and len(text) < 7)


class LookForm(forms.Form):
    """Two who might change seats."""

    beside: ClassVar = dict.fromkeys(("nothing-to-swap", "not-seated", "play-began"), "swap")

    swap = TickedNumbers(label=_("Swapped players"), required=False)

    def clean_swap(self) -> tuple[int, int]:
        numbers = self.cleaned_data["swap"]
        if len(numbers) != 2:
            raise forms.ValidationError(_("Choose two different start numbers."))
        return numbers[0], numbers[1]

    @property
    def ticked(self) -> frozenset[int]:
        """Return the start numbers ticked so far."""
        return frozenset(TickedNumbers().to_python(self["swap"].data)) if self.is_bound else frozenset()


class SwapForm(SeesSeats, LookForm):
    """Two who change seats, and why. Whether they may, the service says."""

    beside: ClassVar = {**LookForm.beside, **DiscardForm.beside}

    because = reason(_("Reason"))


MOST_NUMBERS = 100

LAST_TABLE = 2_000
"""No event has a table of a higher number."""

BETWEEN: Final = str.maketrans(",;.", "   ")


class StartNumbers(forms.CharField):
    """Start numbers, with commas, semicolons, points or spaces between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs.update(autocomplete="off")

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed; what was typed stays as it is."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> tuple[int, ...]:  # type: ignore[override]
        """Return the numbers, each once, as typed. Raise ValidationError naming what is no number."""
        parts = str(value or "").translate(BETWEEN).split()
        if wrong := [part for part in parts if not _is_number(part)]:
            shown = ", ".join(part[:20] for part in wrong[:5])
            raise forms.ValidationError(gettext("No start number: %(wrong)s.") % {"wrong": shown})
        if len(parts) > MOST_NUMBERS:
            raise forms.ValidationError(gettext("At most %(most)s start numbers.") % {"most": MOST_NUMBERS})
        return tuple(dict.fromkeys(int(part) for part in parts))

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Test whether other numbers are meant than those the form was opened with."""
        try:
            return set(self.to_python(self.prepare_value(initial))) != set(self.to_python(data))
        except forms.ValidationError:
            return True


class StartNumber(forms.IntegerField):
    """One start number."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=999_999, **kwargs)
        self.widget.attrs.update(autocomplete="off")


class TableNumber(forms.IntegerField):
    """The number of a table in the hall."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=LAST_TABLE, **kwargs)
        self.widget.attrs.update(autocomplete="off")


class WishesForm(SeesRow):
    """The policy. Under ``cleaned_data["wishes"]`` it ends in ``Wishes``."""

    clubs_apart = forms.BooleanField(label=_("Club mates are kept apart"), required=False)
    teams = forms.ChoiceField(label=_("Members of a team are"), choices=Tournament.Teams.choices)
    strictly_by_standing = forms.BooleanField(
        label=_("By standing, the next four always share a table"), required=False
    )

    def clean(self) -> dict[str, Any]:
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

    one = StartNumber(label=_("Start number"))
    other = StartNumber(label=_("Keep apart from"))

    @property
    def numbers(self) -> tuple[int, int]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


class SeesFixedTables(SeesRow):
    """A form about the fixed table of one of all who have one."""

    def label_of(self, name: str) -> str:
        return gettext("Fixed table of no. %(number)s") % {"number": name}

    def overtake(self, refused: Overtaken) -> None:
        """Remember besides the one that was changed what was seen of the others."""
        others = self.cleaned_data["seen"]
        super().overtake(refused)
        self.see({**others, **refused.now})


class FixedTableForm(SeesFixedTables):
    """Somebody who needs a table of their own choice."""

    number = StartNumber(label=_("Start number"))
    table = TableNumber(label=_("always sits at table"))


class NoFixedTableForm(SeesFixedTables):
    """Somebody who does not need it any more."""

    number = StartNumber()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7

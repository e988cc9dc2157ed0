"""A season, its competitions, and with whom the work is shared."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.season.models import Competition, Season, SeasonHelper
from scoring.season.rules.lists import Count, Tie
from scoring.season.selectors.seasons import Terms
from scoring.season.services.seasons import SeasonDetails
from scoring.season.wording import COUNTS, TIES
from tables.acts.forms import ActName, EntryKey, SeesRow, TextLine, offer
from tables.clubs.forms import KeeperForm
from tables.intake.text import clean_text
from tables.tournaments.models import Shown

if TYPE_CHECKING:
    from tables.clubs.models import Club


MOST_LISTS = 1_000
MOST_POINTS = 100_000
MOST_NUMBERS = 200
MOST_OF_KIND = 40  # letters of a kind of event


class Numbers(forms.CharField):
    """Whole numbers, with commas or spaces between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the numbers, or raise ValidationError if something else stands there."""
        typed = (super().to_python(value) or "").replace(",", " ").replace(";", " ").split()
        return [_whole(text) for text in typed[: MOST_NUMBERS + 1]]

    def validate(self, value: Any) -> None:
        """Refuse more numbers than anybody means."""
        super().validate(value)
        if len(value) > MOST_NUMBERS:
            raise forms.ValidationError(gettext("These are more numbers than anybody needs here."))

    def run_validators(self, value: Any) -> None:
        """Ask nothing more: what is no number was refused."""


class Steps(forms.CharField):
    """Lists played and the points for them: "30 500", one step a line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        """Return steps as they are typed."""
        return "\n".join(f"{lists} {points}" for lists, points in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the steps, or raise ValidationError if a line is not two numbers."""
        steps = []
        for line in (super().to_python(value) or "").splitlines()[:MOST_NUMBERS]:
            words = line.replace(":", " ").replace("=", " ").split()
            if not words:
                continue
            if len(words) != 2:
                raise forms.ValidationError(gettext("Each line is two numbers: lists played, then the points."))
            steps.append([_whole(word) for word in words])
        if any(lists < 0 for lists, _points in steps):
            raise forms.ValidationError(gettext("Enter a number of 0 or more."))
        return steps

    def run_validators(self, value: Any) -> None:
        """Ask nothing more: what is no number was refused."""


class Quotas(Steps):
    """Kinds of event and how many of each count: "cup 3", one a line."""

    def to_python(self, value: Any) -> Any:
        """Return the quotas, or raise ValidationError if a line is not a kind and a number."""
        quotas = []
        for line in (forms.CharField.to_python(self, value) or "").splitlines()[:MOST_NUMBERS]:
            words = clean_text(line.replace(":", " ").replace("=", " ")).split()
            if not words:
                continue
            kind = " ".join(words[:-1])
            if not 1 <= len(kind) <= MOST_OF_KIND:
                raise forms.ValidationError(gettext("Each line is a kind of event, then how many of it count."))
            quotas.append([kind, _whole(words[-1])])
        return quotas


def _whole(word: str) -> int:
    text = word.replace("−", "-")
    is_whole = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 7
    if not is_whole or abs(int(text)) > MOST_POINTS:
        raise forms.ValidationError(gettext("“%(word)s” is no whole number that can be counted with.") % {"word": word})
    return int(text)


def _number(label: Any, *, most: int = MOST_LISTS, least: int | None = 0, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, widget=widget, **kwargs)


class CompetitionForm(forms.Form):
    """What a competition is called and how it counts. Under ``cleaned_data["terms"]`` it ends in ``Terms``."""

    beside: ClassVar = {
        "competition-exists": "name",
        "together-needs-a-number": "of_each",
        "number-needs-a-team": "together",
        "best-needs-a-number": "best",
        "less-than-one-counts": "best",
        "places-need-points": "points",
        "group-needs-a-number": "best_of_group",
        "number-needs-a-group": "grouping",
        "a-step-twice": "bonus",
        "a-group-twice": "quotas",
        "quotas-need-kinds": "grouping",
    }

    act = ActName("change")
    entry_key = EntryKey()
    name = TextLine(label=_("Name"), max_length=80)
    count = forms.ChoiceField(label=_("What counts"), choices=[(str(count), COUNTS[count]) for count in Count])
    together = forms.ChoiceField(label=_("Who is ranked"), choices=Competition.Together.choices, required=False)
    of_each = _number(_("Of a team or club so many count in each series"), least=1)
    best = _number(_("Only so many of the best"), least=None, help_text=_("Empty: all count."))
    best_of_group = _number(_("At most so many"), least=None)
    grouping = forms.ChoiceField(label=_("within"), choices=Competition.Grouping.choices, required=False)
    quotas = Quotas(
        label=_("At most so many of each kind"),
        required=False,
        help_text=_("Kind of event and how many of it count at most, one a line: cup 3. Only within a kind of event."),
    )
    points = Numbers(
        label=_("Points by place"),
        required=False,
        help_text=_("From the first place of an evening on: 10, 8, 6. Only where points by place count."),
    )
    last_points = Numbers(
        label=_("Points from the last place up"),
        required=False,
        help_text=_("Of the last place of an evening, the last but one and so on, besides those from the first."),
    )
    whole_evenings = forms.BooleanField(label=_("An evening counts as one result"), required=False)
    by_rounds = forms.BooleanField(
        label=_("In an average a short series counts by its rounds"),
        required=False,
        help_text=_("6 rounds are half a list. Otherwise it counts as one list."),
    )
    parts = Numbers(label=_("Only these series of an evening"), required=False, help_text=_("Empty: all count."))
    minimum = _number(_("Ranked from so many lists on"))
    minimum_evenings = _number(_("Ranked from so many evenings on"))
    absent = _number(
        _("Points for a missing list"),
        most=MOST_POINTS,
        least=-MOST_POINTS,
        help_text=_("With an average: lists missing to the minimum count so much, and everybody is ranked."),
    )
    bonus = Steps(
        label=_("Bonus"),
        required=False,
        help_text=_("Lists played and points for them, one step a line: 30 500. The highest step reached counts."),
    )
    guests = forms.BooleanField(label=_("Guests are ranked with the members"), required=False)
    ties = forms.MultipleChoiceField(
        label=_("Among equals decides, after games won and lost"),
        choices=[(str(tie), TIES[tie]) for tie in Tie],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    only_class = forms.ChoiceField(label=_("Only this class"), required=False)

    def __init__(self, *args: Any, classes: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["only_class"], [("", gettext("everybody")), *classes])

    def clean_parts(self) -> list[int]:
        """Return the numbers of series, in order and each once."""
        parts = self.cleaned_data["parts"]
        if any(not 1 <= part <= 99 for part in parts):
            raise forms.ValidationError(gettext("It counts from 1."))
        return sorted(set(parts))

    def clean(self) -> dict[str, Any]:
        """Make the terms."""
        data = super().clean() or {}
        if not self.errors:
            data["minimum"], data["minimum_evenings"] = data["minimum"] or 0, data["minimum_evenings"] or 0
            data["terms"] = Terms(**{name: data[name] for name in Terms.__dataclass_fields__})
        return data


class ChangedCompetitionForm(SeesRow, CompetitionForm):
    """A competition there is."""


class AimForm(forms.Form):
    """Which place somebody would like to reach."""

    aim = forms.IntegerField(
        label=_("Which place?"),
        min_value=1,
        max_value=9_999,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
    )


MOST_TICKED = 1_900  # fewer than the fields a form may send
DAY = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class SeasonForm(forms.Form):
    """What a season is. Under ``cleaned_data["details"]`` it ends in ``SeasonDetails``."""

    beside: ClassVar = {"season-exists": "name", "season-ends-first": "ends_on"}

    act = ActName("change")
    entry_key = EntryKey()
    name = TextLine(label=_("Name"), max_length=120)
    starts_on = forms.DateField(label=_("First day"), widget=DAY)
    ends_on = forms.DateField(label=_("Last day"), widget=DAY)
    visibility = forms.TypedChoiceField(
        label=_("Who may look"),
        coerce=Season.Visibility,
        choices=Season.Visibility.choices,
        initial=Season.Visibility.PUBLIC,
    )
    names_shown = forms.TypedChoiceField(
        label=_("Names are shown as"),
        coerce=Shown,
        choices=Shown.choices,
        initial=Shown.FULL,
        help_text=_("Who wants to be named with more care, in the book or in an event, is named so here too."),
    )

    def clean_name(self) -> str:
        """Return a name with a letter or digit in it, or an address could not be made of it."""
        name = str(self.cleaned_data["name"])
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name

    def clean(self) -> dict[str, Any]:
        """Make the details."""
        data = super().clean() or {}
        if not self.errors:
            data["details"] = SeasonDetails(**{name: data[name] for name in SeasonDetails.__dataclass_fields__})
        return data


USUAL_BEST = 30
USUAL_POINTS = [10, 8, 6, 5, 4, 3, 2, 1]


class NewSeasonForm(SeasonForm):
    """What a season is to be, how it counts first of all, or which one it is like: then as that one does."""

    beside: ClassVar = SeasonForm.beside | {
        "best-needs-a-number": "best",
        "less-than-one-counts": "best",
        "places-need-points": "points",
    }

    count = forms.ChoiceField(
        label=_("What counts"),
        choices=[(str(count), COUNTS[count]) for count in Count],
        initial=Count.SUM,
        required=False,
        widget=forms.RadioSelect,
    )
    best = _number(_("Only so many of the best"), least=1, initial=USUAL_BEST)
    points = Numbers(
        label=_("Points by place"),
        required=False,
        initial=USUAL_POINTS,
        help_text=_("From the first place of an evening on: 10, 8, 6. Only where points by place count."),
    )
    like = forms.TypedChoiceField(
        label=_("Members and competitions"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("They can be changed afterwards. Events are not taken over. It counts as that season does then."),
    )

    field_order = ["act", "entry_key", "name", "like", "count"]
    folded = ("starts_on", "ends_on", "visibility", "names_shown")

    def __init__(self, *args: Any, before: Iterable[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = {season.pk: season for season in before}
        if self.before:
            names = [
                (key, gettext("as in %(season)s") % {"season": season.name}) for key, season in self.before.items()
            ]
            offer(self.fields["like"], [("", gettext("none yet")), *names])
        else:
            del self.fields["like"]

    @property
    def terms(self) -> Terms | None:
        """Return how it counts first of all; None where nobody says so, or where it counts as the one it is like."""
        values = self.cleaned_data
        if not values.get("count") or values.get("like"):
            return None
        count = Count(values["count"])
        return Terms(
            name=str(COUNTS[count]),
            count=values["count"],
            best=values.get("best") if count is Count.BEST else None,
            points=values.get("points", []) if count is Count.PLACES else [],
        )

    @property
    def is_fold_refused(self) -> bool:
        """Test whether something is wrong in what is folded away."""
        return any(name in self.errors for name in self.folded)

    @property
    def season_before(self) -> Season | None:
        """Return the season that it is like."""
        return self.before.get(self.cleaned_data.get("like") or 0)


class ChangedSeasonForm(SeesRow, SeasonForm):
    """What a season there is, is."""


class EventsForm(forms.Form):
    """Which events of the club are to count."""

    act = ActName("add-events")
    entry_key = EntryKey()
    event = forms.TypedMultipleChoiceField(
        label=_("Events"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Please choose."),
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again."),
        },
    )
    kind = TextLine(
        label=_("Kind"),
        max_length=40,
        required=False,
        help_text=_("A word for what is counted together, for example: cup. A competition can count the best of each."),
    )

    def __init__(self, *args: Any, events: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["event"], [(event.pk, f"{event.starts_on:%d.%m.%Y} {event.name}") for event in events])


class MembersForm(forms.Form):
    """Who of the club's book competes."""

    act = ActName("add-members")
    entry_key = EntryKey()
    person = forms.TypedMultipleChoiceField(
        label=_("Members"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Please choose."),
            "invalid_choice": _("Somebody has merged or removed one of them in the meantime. Please look again."),
        },
    )

    def __init__(self, *args: Any, people: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(person.pk, person.name) for person in people])

    def clean_person(self) -> list[int]:
        """Return no more than a list may have."""
        return list(self.cleaned_data["person"])[:MOST_TICKED]


class OneForm(forms.Form):
    """One event or one member that goes, by its number."""

    number = forms.IntegerField(min_value=1, max_value=2**31, widget=forms.HiddenInput)


class SureForm(forms.Form):
    """Deleting for good."""

    act = ActName("delete")
    sure = forms.BooleanField(
        label=_("Yes, delete it for good"),
        error_messages={"required": _("Tick that you mean it. Nothing was changed.")},
    )


class ReleaseForm(forms.Form):
    """Releasing the table of a competition as it is now."""

    act = ActName("release")


class FurtherClubForm(forms.Form):
    """Which further club counts in a season."""

    beside: ClassVar = {"no-such-club": "club", "too-many-clubs": "club"}

    act = ActName("add-club")
    club = forms.TypedChoiceField(
        label=_("Club"),
        coerce=int,
        error_messages={
            "required": _("Please choose."),
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again."),
        },
    )

    def __init__(self, *args: Any, clubs: Iterable["Club"], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["club"], [("", "—"), *((club.pk, club.name) for club in clubs)])


class HelperForm(KeeperForm):
    """Letting somebody who has an account do a part of a season."""

    beside: ClassVar = {"no-such-user": "username", "too-many-helpers": "username"}

    may = forms.TypedChoiceField(
        label=_("May do"),
        coerce=SeasonHelper.May,
        choices=SeasonHelper.May.choices,
        initial=SeasonHelper.May.ENTER,
        error_messages={"required": _("Please choose.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["act"].initial = "add-helper"
        del self.fields["entry_key"]

"""The terms of a ranking, its substitutes, its draw; and teams as lines of text."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.results.forms.team_lines import TeamLine, TeamReader
from scoring.results.models import Ranking, Team
from scoring.results.services.ranking_teams import LONGEST_NAME, as_assigned, names_of
from scoring.results.services.rankings import Terms, as_agreed
from scoring.results.wording.competitors import numbered
from tables.acts.forms import EntryKey, SeesRow, TableFile, TextLine, offer
from tables.acts.wording import refusals
from tables.acts.wording.intake import intake_refused
from tables.intake.headings import SEARCHED
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.intake.outcome import Line as Row
from tables.intake.sources.files import MOST_BYTES, read_cells
from tables.intake.sources.lines import rows_of
from tables.people.models import Entrant

Kind = Ranking.Kind
MOST_TEXT = 200_000
MOST_SIZE = 20
PAIR = 2
TEAM = 4  # how many play for a pair; for a team unless the plan says otherwise


OWN_WORDS = {"key-reused": refusals.REFUSED["sent-otherwise"]}


class TermsForm(forms.Form):
    """How a ranking of one kind is counted. It asks only for what that kind needs."""

    own_words = OWN_WORDS
    beside = {
        "ranking-name-missing": "name",
        "ranking-size-out-of-range": "size",
        "ranking-name-taken": "name",
        "ranking-series-unknown": "series",
        "ranking-best-of-too-many": "best_of",
    }

    entry_key = EntryKey()
    name = TextLine(label=_("Name"), max_length=80, error_messages={"required": _("Enter a name for the ranking.")})
    series = forms.TypedMultipleChoiceField(
        label=_("In which series?"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("All, unless you tick some."),
    )
    best_of = forms.IntegerField(
        label=_("Number that counts"),
        help_text=_("The best ones. Leave it empty if all count."),
        min_value=1,
        max_value=99,
        required=False,
    )
    size = forms.IntegerField(min_value=1, max_value=MOST_SIZE, initial=TEAM)
    scaled = forms.BooleanField(
        label=_("Scale up what a team earned where somebody is missing"),
        help_text=_("Only if the plan says so: three of four count as if they were four, to the hundredth."),
        required=False,
    )

    def __init__(self, *args: Any, kind: str, series: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        if len(series) > 1:
            offer(
                self.fields["series"],
                [(number, gettext("Series %(number)s") % {"number": number}) for number in series],
            )
        else:
            del self.fields["series"], self.fields["best_of"]
        self.every = set(series)
        if self.kind not in (Kind.TEAM, Kind.CLUB):
            del self.fields["size"]
        elif self.kind == Kind.TEAM:
            self.fields["size"].label = gettext("Players in a team")
        else:
            self.fields["size"].label = gettext("Most of one club")
        if self.kind not in (Kind.TEAM, Kind.TANDEM, Kind.MIXED):
            del self.fields["scaled"]

    def clean_size(self) -> int:
        """Demand two at least for a team."""
        size = int(self.cleaned_data["size"])
        if self.kind == Kind.TEAM and size < PAIR:
            raise forms.ValidationError(gettext("A team has two players at least."))
        return size

    def terms(self) -> Terms:
        """Return the terms as the direction wants them."""
        data = self.cleaned_data
        chosen = set(data.get("series") or ())
        return Terms(
            kind=self.kind,
            name=data["name"],
            # All of them means also one that is still to come.
            series=() if chosen == self.every else tuple(sorted(chosen)),
            best_of=data.get("best_of"),
            size=data.get("size") or (PAIR if self.kind in (Kind.TANDEM, Kind.MIXED) else 1),
            scaled=bool(data.get("scaled")),
        )


class ChangedTermsForm(SeesRow, TermsForm):
    """The terms of a ranking there is."""

    def __init__(self, *args: Any, ranking: Ranking, **kwargs: Any) -> None:
        super().__init__(*args, kind=ranking.kind, seen=as_agreed(ranking), **kwargs)


def suggested_name(usual: str, taken: Collection[str]) -> str:
    """Return the usual name of a ranking, with a number behind it if there is one of that name."""
    names = {name.casefold() for name in taken}
    if usual.casefold() not in names:
        return usual
    return next(name for number in range(2, len(names) + 3) if (name := f"{usual} {number}").casefold() not in names)


class SwitchForm(forms.Form):
    """Which ranking is switched on or off."""

    ranking = forms.IntegerField(min_value=1, max_value=2**31)
    action = forms.ChoiceField(choices=[("on", _("Switch on")), ("off", _("Switch off"))])


class SubstitutionForm(forms.Form):
    """Who counts for whom in which series."""

    own_words = OWN_WORDS
    beside = {
        "no-such-member": "out",
        "not-a-substitute": "by_whom",
        "replaced-already": "out",
        "substitutes-already": "by_whom",
    }

    entry_key = EntryKey()
    series = forms.TypedChoiceField(label=_("In which series?"), coerce=int)
    out = forms.TypedChoiceField(label=_("Replaced player"), coerce=int)
    by_whom = forms.TypedChoiceField(label=_("Substitute"), coerce=int)

    def __init__(self, *args: Any, series: Sequence[tuple[int, int]], teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["series"], [(key, gettext("Series %(number)s") % {"number": n}) for key, n in series])
        able = [team for team in teams if any(member.substitute for member in team.members.all())]
        offer(self.fields["out"], [_group(team, substitutes=False) for team in able])
        offer(self.fields["by_whom"], [_group(team, substitutes=True) for team in able])
        self.is_possible = bool(able and series)


def _group(team: Team, *, substitutes: bool) -> tuple[object, Any]:
    people = [member.entrant for member in team.members.all() if member.substitute is substitutes]
    return team.name, [(entrant.number, numbered(entrant)) for entrant in people]


class SubstitutionBackForm(forms.Form):
    """Which substitution is taken back."""

    substitution = forms.IntegerField(min_value=1, max_value=2**62)


class TeamsForm(SeesRow):
    """The teams of a ranking as text, one a line."""

    own_words = OWN_WORDS
    beside = {
        "team-member-unknown": "teams",
        "team-member-twice": "teams",
        "team-name-twice": "teams",
        "team-too-large": "teams",
        "pair-not-mixed": "teams",
        "nothing-to-assign": "teams",
    }

    teams = forms.CharField(
        label=_("One team a line"),
        strip=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(
            attrs={"rows": 12, "spellcheck": "false", "autocapitalize": "none", "class": "list-text"}
        ),
        error_messages={
            "required": _("There is no team in this list."),
            "max_length": _("This is too long for a list of teams."),
        },
    )

    def __init__(self, *args: Any, ranking: Ranking, **kwargs: Any) -> None:
        initial = {"seen": partial(as_assigned, ranking), **kwargs.get("initial", {})}
        super().__init__(*args, **{**kwargs, "initial": initial})

    def clean_teams(self) -> list[Row]:
        """Return the rows of the text: at least one that is not blank, and no more than there can be teams."""
        try:
            rows = rows_of(self.cleaned_data["teams"], limit=MOST_ENTRANTS)
        except IntakeRefused as error:
            raise forms.ValidationError(intake_refused(error)) from error
        if not rows:
            raise forms.ValidationError(self.fields["teams"].error_messages["required"])
        return rows

    @classmethod
    def begun(cls, text: str, ranking: Ranking) -> "TeamsForm":
        """Return the form that takes a text as if it had been typed into the page of this moment."""
        return cls({"teams": text, "seen": cls(ranking=ranking)["seen"].value()}, ranking=ranking)

    def read(self, ranking: Ranking, entrants: Iterable[Entrant]) -> tuple[TeamLine, ...]:
        """Return what is in the box, row by row."""
        unnamed = gettext("Team %(number)s")
        return TeamReader(ranking, entrants).read(self.cleaned_data["teams"], unnamed=unnamed)


class TeamFileForm(forms.Form):
    """A workbook or a text with a table of teams. Clean, it has its rows as text under ``cleaned_data["teams"]``."""

    file = TableFile(
        help_text=_(
            "A file of Excel (.xlsx) or LibreOffice (.ods), or text (.csv): a player a row, with the headings Team,"
            " Start number or Name, and Substitute (x)."
        )
    )

    def clean(self) -> dict[str, Any]:
        """Read the file, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                rows = read_cells(upload.read(MOST_BYTES + 1), most_rows=MOST_ENTRANTS + SEARCHED)
                # A tab in every line: nothing else stands between cells then.
                data["teams"] = "\n".join("\t".join((*row.cells, "")) for row in rows)
            except IntakeRefused as error:
                self.add_error("file", intake_refused(error))
            else:
                if not rows:
                    self.add_error("file", _("There is no team in this file. Its first column is to name the team."))
        return data


class TeamNameForm(SeesRow):
    """Which team of a ranking is called otherwise."""

    beside = {"team-name-missing": "name", "team-name-twice": "name"}

    number = forms.TypedChoiceField(label=_("Team"), coerce=int)
    name = TextLine(label=_("New name"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        named = names_of(teams)
        super().__init__(*args, seen=named, **kwargs)
        offer(self.fields["number"], [*named.items()])


SORT = re.compile(r"-?(?:rank|moved|number|name|club|total|won|lost|others_lost|average|deals|series_\d{1,2})")


class MarkForm(forms.Form):
    """A player by start number, or a club by name."""

    player = forms.IntegerField(min_value=1, max_value=2**31, required=False)
    club = forms.CharField(max_length=80, required=False)
    sort = forms.RegexField(regex=rf"^{SORT.pattern}$", required=False)

    def found(self, name: str) -> str:
        """Return what was asked for; nothing where it makes no sense."""
        self.is_valid()
        return str(self.cleaned_data.get(name) or "")


class SearchForm(forms.Form):
    """Whom to look for in a ranking."""

    q = forms.CharField(label=_("Name, club or start number"), max_length=80, required=False)

    @property
    def wanted(self) -> str:
        """What to look for, or nothing."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""

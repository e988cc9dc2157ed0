"""The plan of a tournament, of what SkWO 6.2 wants, which events are looked for, and publishing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date, timedelta
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.acts.forms import EntryKey, Money, Paragraphs, SeesRow, TextLine, offer
from tables.acts.services import values_of
from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.names import plain
from tables.intake.outcome import MOST_ENTRANTS
from tables.intake.text import clean_text
from tables.tournaments.models import Series, Shown, Tournament, public_name
from tables.tournaments.selectors.events import Wanted
from tables.tournaments.selectors.tournaments import kept_at_least
from tables.tournaments.services.tournaments import Details, Publishing, as_stated

MOST_SERIES = 12
MOST_WHOM = 40_000
"""Characters of a list of those whom entry is restricted to: some thousand names."""

FIRST_YEAR, LAST_YEAR = 2000, 2100

GENERAL = ("costs", "use_of_money", "exclusion", "tribunal")
CONDITIONS = ("rules", "supervision", "penalties", "list_keeping", "stake", "material")
SEATINGS = frozenset(f"seating_{number}" for number in range(2, MOST_SERIES + 1))
EMPTY: Mapping[str, Any] = MappingProxyType({})


def _day(**kwargs: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), **kwargs)


class PlanForm(forms.Form):
    """Everything about a tournament. Under ``cleaned_data["details"]`` it ends in ``Details``."""

    is_new = False
    name = TextLine(label=_("Name"), max_length=120)
    place = TextLine(label=_("Place"), max_length=120)
    starts_on = _day(label=_("First day"))
    ends_on = _day(label=_("Last day"), required=False)
    organiser = TextLine(label=_("Organiser"), max_length=120)
    direction = TextLine(label=_("Direction"), max_length=200, required=False)
    club_id = forms.TypedChoiceField(label=_("Club on this site"), coerce=int, empty_value=None, required=False)
    outside_seasons = forms.BooleanField(label=_("It counts in no season"), required=False)
    series = forms.TypedChoiceField(
        label=_("Number of series"), coerce=int, choices=[(n, n) for n in range(1, MOST_SERIES + 1)]
    )
    rounds = forms.IntegerField(label=_("Rounds per series"), min_value=1, max_value=24)
    drawn_together = forms.BooleanField(label=_("All series are drawn at once"), required=False)
    time_limit = forms.IntegerField(
        label=_("Time limit in minutes"),
        min_value=10,
        max_value=600,
        required=False,
        help_text=_("For a series; empty: none."),
    )
    strikes_at_limit = forms.BooleanField(label=_("Deals not begun at the time limit are struck"), required=False)
    query_window = forms.IntegerField(
        label=_("Minutes for mistakes in a posted result"),
        min_value=5,
        max_value=2_880,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": 60}),
    )
    most_entrants = forms.IntegerField(
        label=_("Places"),
        min_value=3,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text=_("Whoever registers when all are taken stands on the waiting list; empty: as many as come."),
    )
    moves_up = forms.BooleanField(label=_("Whoever waits moves up by themselves"), required=False, initial=True)
    open_to = forms.ChoiceField(
        label=_("Open to"), choices=[("", _("everybody")), *Tournament.OpenTo.choices], required=False
    )
    open_to_whom = Paragraphs(
        label=_("Which ones"),
        max_length=MOST_WHOM,
        help_text=_("The clubs (of an association: its clubs), the classes or the names, a line each."),
    )
    entry_fee = Money(label=_("Entry fee in euros"))
    costs = Paragraphs(label=_("Further costs"))
    use_of_money = Paragraphs(label=_("Use of the money"))
    exclusion = Paragraphs(label=_("Right to exclude"))
    tribunal = Paragraphs(label=_("Tribunal"))
    rules = Paragraphs(label=_("Rules that hold"))
    supervision = Paragraphs(label=_("Control and supervision"))
    penalties = Paragraphs(label=_("Penalties"))
    list_keeping = Paragraphs(label=_("Keeping the list"))
    stake = Paragraphs(label=_("Stake per point"))
    material = Paragraphs(label=_("Cards"))

    def __init__(
        self, *args: Any, clubs: Sequence[tuple[int, str]] = (), classes: Classes = NO_CLASSES, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.classes = classes
        if self.initial.get("open_to") == Tournament.OpenTo.CLASSES:
            names = {player_class.code: player_class.name for player_class in classes}
            lines = self.initial["open_to_whom"].splitlines()
            self.initial["open_to_whom"] = "\n".join(names.get(code, code) for code in lines)
        if clubs:
            offer(self.fields["club_id"], [("", str(_("none"))), *clubs])
        else:
            del self.fields["club_id"]
        if not clubs or (self.initial.get("club_id") and not self.is_new):
            # It is in its seasons, or was taken out of them.
            del self.fields["outside_seasons"]
        for number in range(2, MOST_SERIES + 1):
            self.fields[f"seating_{number}"] = forms.ChoiceField(
                label=_("Series %(number)s") % {"number": number},
                choices=Series.Seating.choices,
                initial=Series.Seating.DRAWN,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on") or data.get("starts_on")
        if first and not FIRST_YEAR <= first.year <= LAST_YEAR:
            self.add_error("starts_on", _("Please look at the year."))
        elif first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        elif last and last.year > LAST_YEAR:
            self.add_error("ends_on", _("Please look at the year."))
        if "open_to_whom" in data:
            data["open_to_whom"] = self._whom(data.get("open_to", ""), data["open_to_whom"])
        if not self.errors:
            names = {field.name for field in fields(Details)}
            stated = {name: value for name, value in data.items() if name in names}
            # Without a limit nobody waits, and it is all the same.
            stated["moves_up"] = data["moves_up"] or not data["most_entrants"]
            data["details"] = Details(**{**stated, "ends_on": last})
            data.setdefault("outside_seasons", False)
            chosen = (data[f"seating_{number}"] for number in range(2, data["series"] + 1))
            data["seatings"] = [
                Series.Seating.DRAWN.value,
                *(seating or Series.Seating.DRAWN.value for seating in chosen),
            ]
        return data

    def _whom(self, open_to: str, typed: str) -> str:
        """Return whom entry is restricted to, a line each; classes by their codes."""
        lines = [*dict.fromkeys(filter(None, typed.splitlines()))] if open_to else []
        if open_to and not lines:
            self.add_error("open_to_whom", self.fields["open_to_whom"].error_messages["required"])
        if open_to != Tournament.OpenTo.CLASSES:
            return "\n".join(lines)
        codes = {
            plain(word): known_class.code
            for known_class in self.classes
            for word in (*known_class.spelled, known_class.code)
        }
        if unknown := [line for line in lines if plain(line) not in codes]:
            sentence = _("The event has no class “%(name)s”. It has these: %(names)s.")
            names = ", ".join(known_class.name for known_class in self.classes) or "–"
            self.add_error("open_to_whom", sentence % {"name": unknown[0], "names": names})
        return "\n".join(dict.fromkeys(codes[plain(line)] for line in lines if plain(line) in codes))

    @property
    def seatings(self) -> list[tuple[forms.BoundField, list[forms.BoundField]]]:
        """Return the choices of seating from series 2 on, each with its own rounds and time where those are asked."""
        own = {n: (f"rounds_{n}", f"time_limit_{n}") for n in range(2, MOST_SERIES + 1)}
        return [(self[f"seating_{n}"], [self[name] for name in own[n] if name in self.fields]) for n in own]

    @property
    def general(self) -> list[forms.BoundField]:
        """Return the texts of part A (SkWO 6.2)."""
        return [self[name] for name in GENERAL]

    @property
    def conditions(self) -> list[forms.BoundField]:
        """Return the texts of part B (SkWO 6.2)."""
        return [self[name] for name in CONDITIONS]

    @property
    def texts_are_refused(self) -> bool:
        """Test whether the folded part has to be shown because something in it is wrong."""
        return any(name in self.errors for name in (*GENERAL, *CONDITIONS))


class ChangedPlanForm(SeesRow, PlanForm):
    """The plan of a tournament there is."""

    beside: ClassVar = {
        "rounds-are-played": "rounds",
        "series-are-drawn": "series",
        "series-have-seats": "series",
        "event-ended": "series",
        "window-promised": "query_window",
    }


class NewTournamentForm(PlanForm):
    """A plan that becomes a tournament."""

    is_new = True
    entry_key = EntryKey()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update(autofocus=True)
        for number in range(2, MOST_SERIES + 1):
            self.fields[f"rounds_{number}"] = forms.IntegerField(
                label=_("Rounds of series %(number)s") % {"number": number},
                min_value=1,
                max_value=24,
                required=False,
                widget=forms.NumberInput(attrs={"class": "short", "placeholder": _("as in the plan")}),
            )
            self.fields[f"time_limit_{number}"] = forms.IntegerField(
                label=_("Minutes of series %(number)s") % {"number": number},
                min_value=10,
                max_value=600,
                required=False,
                widget=forms.NumberInput(attrs={"class": "short", "placeholder": _("as in the plan")}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        data["own_lengths"] = {
            number: {
                f"own_{name}": own
                for name in ("rounds", "time_limit")
                if (own := data.get(f"{name}_{number}")) and own != data.get(name)
            }
            for number in range(2, (data.get("series") or 0) + 1)
        }
        return data


def stated(tournament: Tournament, series: Iterable[Series]) -> dict[str, Any]:
    """Return a tournament's plan as the form takes it."""
    ordered = list(series)
    own = {
        f"{name}_{each_series.number}": getattr(each_series, f"own_{name}")
        for each_series in ordered
        for name in ("rounds", "time_limit")
    }
    values = as_stated(tournament, ordered) | own
    return values | ({"ends_on": None} if tournament.ends_on == tournament.starts_on else {})


OF_ONE_EVENT = (Tournament.OpenTo.NAMES, Tournament.OpenTo.QUALIFIED)
"""Restrictions of entry that say who may take part in that one event, and are not suggested for the next."""


def suggested(
    *, today: date, person: str, texts: dict[str, Any], last: dict[str, Any] | None, preset: Mapping[str, Any] = EMPTY
) -> dict[str, Any]:
    """Return a plan that needs few changes: the last event's, else a club evening's, or a preset's but its name."""
    name = _("Skat evening %(day)s") % {"day": f"{today:%d.%m.%Y}"}
    evening = {"direction": person, "series": 3, "rounds": 12, "time_limit": 120, "entry_fee": "10.00", **texts}
    if last and last.get("open_to") in OF_ONE_EVENT:
        last = {**last, "open_to": "", "open_to_whom": ""}
    values = {name: value for name, value in preset.items() if name in PlanForm.base_fields or name in SEATINGS}
    if values:
        before = {name: value for name, value in (last or {}).items() if name not in SEATINGS}
        return {**evening, **before, "drawn_together": False, **values, "name": "", "starts_on": today, "ends_on": None}
    return {**evening, **(last or {}), "name": name, "starts_on": today, "ends_on": None}


class PublishingForm(SeesRow):
    """What the public sees of an event. Under ``cleaned_data["publishing"]`` it ends in a ``Publishing``."""

    beside: ClassVar = {"unpublished-too-early": "unpublish_on", "kept-too-short": "kept_until"}

    names_shown = forms.ChoiceField(label=_("Names are shown as"), widget=forms.RadioSelect)
    unpublish_on = forms.DateField(
        label=_("Not shown to the public any more from"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
        help_text=_("From this day on only the officials see the event; empty: it stays."),
    )
    kept_until = forms.DateField(
        label=_("Names are kept until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d"),
        help_text=_("Then names, signatures and what people wrote are deleted; empty: after six months (SkWO 7.4.4)."),
    )
    hides_live = forms.BooleanField(label=_("Ranks stay hidden while a series is played"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, seen=values_of(tournament, Publishing), **kwargs)
        name, number = EXAMPLE
        offer(
            self.fields["names_shown"],
            [(shown, looks_like(shown, name=name, number=number)) for shown in FOR_EVERYBODY],
        )
        self.fields["kept_until"].widget.attrs["min"] = f"{kept_at_least(tournament):%Y-%m-%d}"
        self.fields["unpublish_on"].widget.attrs["min"] = f"{tournament.ends_on + timedelta(days=1):%Y-%m-%d}"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["publishing"] = Publishing(
                names_shown=Shown(data["names_shown"]),
                unpublish_on=data["unpublish_on"],
                kept_until=data["kept_until"],
                hides_live=data["hides_live"],
            )
        return data


EXAMPLE = ("Anna-Maria von Berg", 7)
"""Whose name and start number show how names look."""

SUGGESTED = timedelta(days=183)
"""How long after the last day results stay to be looked at, if nobody says otherwise: half a year."""

FOR_EVERYBODY = (Shown.FULL, Shown.INITIALS, Shown.NUMBER)
"""What an event can say of all names: any other is for each person to choose."""


def looks_like(shown: str, *, name: str, number: int) -> str:
    """Return one of the ways to show a name with what becomes of a name by it: "initials (A. B.)"."""
    label = str(Shown(shown).label)
    if shown == Shown.PSEUDONYM:
        return label
    return f"{label} ({public_name(number=number, name=name, pseudonym='', shown=shown)})"


MOST_WORDS = 8
LONGEST = 100


class Cut(TextLine):
    """One line of an address: what is too long is cut, as nobody typed it."""

    def to_python(self, value: Any) -> str:
        """Return the cleaned text."""
        return clean_text(str(value or "")[:LONGEST])


class EventsForm(forms.Form):
    """What a link or the search of the start page asks for. What is no date is said, and not asked for."""

    q = Cut(label=_("Name, place, organiser or club"), required=False)
    place = Cut(label=_("Place"), required=False)
    club = Cut(label=_("Club"), required=False)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["q"].widget = forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search", "maxlength": LONGEST}
        )
        self.fields["place"].widget.attrs.update(list="places", autocomplete="off")
        self.fields["club"].widget = forms.Select(choices=[("", _("All")), *clubs])

    @property
    def wanted(self) -> Wanted:
        self.is_valid()
        asked = self.cleaned_data
        return Wanted(
            words=tuple(asked.get("q", "").split()[:MOST_WORDS]),
            place=asked.get("place", ""),
            club=asked.get("club", ""),
            since=asked.get("since"),
            until=asked.get("until"),
        )

    @property
    def asks_for_more(self) -> bool:
        """Test whether something besides words is asked for, or could not be understood."""
        wanted = self.wanted
        return bool(wanted.place or wanted.club or wanted.since or wanted.until or self.errors)

"""A club and who keeps its address book, and the people in that: typed, listed, ticked."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

import django_tables2 as dt2
from django import forms
from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from tables import intake
from tables.acts.forms import NOTHING, ActName, EntryKey, SeesRow, TextLine, in_words, offer
from tables.acts.listings import NAME, NUMBER, WIDE_TEXT, ActionColumn, CellColumn
from tables.acts.wording.intake import intake_problem
from tables.clubs import selectors
from tables.clubs.models import ClubKeeper, Person
from tables.clubs.services.books import PersonDetails
from tables.clubs.services.clubs import ClubDetails
from tables.intake.classes import Classes
from tables.intake.outcome import Row
from tables.intake.registration import Code, Registration, problems
from tables.people.forms import ClassesForm
from tables.people.services.naming import LONGEST as LONGEST_PSEUDONYM
from tables.tournaments.models import Shown, Tournament

FIELD_OF = {
    Code.NAME_TOO_LONG: "name",
    Code.NAME_WITHOUT_LETTERS: "name",
    Code.CLUB_TOO_LONG: "plays_for",
    Code.TEAM_TOO_LONG: "team",
    Code.TWO_AGES: "classes",
}

LONGEST_CONTACT = 200
MOST_TICKED = 1_900
"""Fewer than the fields a form may send."""


class PersonForm(ClassesForm):
    """What a book says of somebody. Under ``cleaned_data["details"]`` it ends in ``PersonDetails``."""

    act = ActName("person")
    entry_key = EntryKey()
    name = TextLine(label=_("Name"), error_messages={"required": _("Please say who it is.")})
    plays_for = TextLine(label=_("Club"), required=False)
    team = TextLine(label=_("Team"), required=False)
    contact = TextLine(label=_("Contact"), max_length=LONGEST_CONTACT, required=False)
    shown_as = forms.ChoiceField(
        label=_("In results this person is named by"),
        choices=[("", _("what the event has")), *Shown.choices],
        required=False,
    )
    pseudonym = TextLine(label=_("Other name"), max_length=LONGEST_PSEUDONYM, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "plays_for", "team", "contact", "pseudonym"):
            self.fields[name].widget.attrs.update(autocomplete="off")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        registration = Registration(
            name=data.get("name", ""),
            club=data.get("plays_for", ""),
            team=data.get("team", ""),
            classes=frozenset(data.get("classes", ())),
        )
        for problem in problems(registration, self.offered):
            self.add_error(FIELD_OF.get(problem.code), intake_problem(problem))
        if data.get("shown_as") == Shown.PSEUDONYM and not data.get("pseudonym") and "pseudonym" not in self.errors:
            self.add_error("pseudonym", _("Please say by which other name you are to be shown."))
        if not self.errors:
            data["details"] = PersonDetails(**{name: data[name] for name in PersonDetails.__dataclass_fields__})
        return data


class ChangedPersonForm(SeesRow, PersonForm):
    """What a book says of somebody who is in it."""


def details_of(row: Row) -> PersonDetails:
    """Return what a row of a list says for a book."""
    registration = row.registration
    return PersonDetails(
        name=registration.name,
        plays_for=registration.club,
        team=registration.team,
        classes=sorted(registration.classes),
        contact=row.entry.contact[:LONGEST_CONTACT],
    )


class RemovalForm(SeesRow):
    """Taking somebody out of the book."""

    act = ActName("remove")
    sure = forms.BooleanField(
        label=_("Yes, delete it for good"),
        error_messages={"required": _("Tick that you mean it. Nothing was changed.")},
    )

    def label_of(self, name: str) -> str:
        return str(PersonForm.base_fields[name].label)


class TakeOverForm(forms.Form):
    """Taking the entrants of one of the club's events into the book."""

    act = ActName("take-over")
    entry_key = EntryKey()
    event = forms.TypedChoiceField(label=_("Event"), coerce=int)

    def __init__(self, *args: Any, events: Sequence[tuple[Tournament, int]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (tournament.pk, f"{tournament.name}, {tournament.starts_on:%d.%m.%Y} ({left})")
            for tournament, left in events
        ]
        offer(self.fields["event"], choices)


class MergeForm(SeesRow):
    """Which entries of the book are one person, and which of them stays; or that each is somebody else."""

    act = forms.ChoiceField(choices=[(act, "") for act in ("preview", "merge", "apart", "again")])
    entry_key = EntryKey()
    stays = forms.TypedChoiceField(coerce=int)
    person = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Tick at least two who are the same.")}
    )

    def __init__(self, *args: Any, people: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What merging would do is looked at before anything is seen of it.
        self.fields["seen"].required = False
        choices = [(person.pk, person.name) for person in people]
        offer(self.fields["stays"], choices)
        offer(self.fields["person"], choices)
        gone = _("Somebody has merged or removed one of them in the meantime. Please look again.")
        self.fields["stays"].error_messages["invalid_choice"] = gone
        self.fields["person"].error_messages["invalid_choice"] = gone
        self.names = {str(person.pk): person.name for person in people}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("act") == "merge" and data.get("seen") is None:
            self.add_error("seen", self.fields["seen"].error_messages["required"])
        return data

    def label_of(self, name: str) -> str:
        return self.names.get(name, name)

    def words_of(self, name: str, value: Any) -> str:
        texts = [in_words(detail) for detail in (value or {}).values() if detail not in ("", False, None)]
        return ", ".join(texts) or NOTHING


class ComingForm(forms.Form):
    """Who of the book comes to an event."""

    entry_key = EntryKey()
    person = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Nothing is ticked, so nothing was changed.")}
    )

    def __init__(self, *args: Any, people: Iterable[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["person"], [(person.pk, person.name) for person in people])

    def clean_person(self) -> list[int]:
        return list(self.cleaned_data["person"])[:MOST_TICKED]


class ClubForm(forms.Form):
    """What a club says of itself. Under ``cleaned_data["details"]`` it ends in ``ClubDetails``."""

    beside: ClassVar = {"club-exists": "name"}

    act = ActName("change")
    entry_key = EntryKey()
    name = TextLine(label=_("Name"), max_length=120)
    place = TextLine(label=_("Place"), max_length=120, required=False)
    website = forms.URLField(
        label=_("Website"), max_length=200, required=False, assume_scheme="https", widget=forms.TextInput
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["website"].widget.attrs.update(inputmode="url", autocomplete="url", autocapitalize="none")

    def clean_name(self) -> str:
        """Return a name with a letter in it, or an address could not be made of it."""
        name = str(self.cleaned_data["name"])
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name

    def clean_website(self) -> str:
        """Return the address of pages, not of anything else."""
        website = str(self.cleaned_data["website"])
        if website and not website.startswith(("https://", "http://")):
            raise forms.ValidationError(self.fields["website"].error_messages["invalid"])
        return website

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["details"] = ClubDetails(**{name: data[name] for name in ClubDetails.__dataclass_fields__})
        return data


class ChangedClubForm(SeesRow, ClubForm):
    """What a club there is says of itself."""


class KeeperForm(forms.Form):
    """Letting somebody who has an account keep the book."""

    beside: ClassVar = {"no-such-user": "username"}

    act = ActName("add-keeper")
    entry_key = EntryKey()
    username = TextLine(label=_("User name"), max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class KeeperGoesForm(forms.Form):
    """Taking the book out of somebody's hands."""

    keeper = forms.TypedChoiceField(
        coerce=int,
        widget=forms.HiddenInput,
        error_messages={
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again.")
        },
    )

    def __init__(self, *args: Any, keepers: Iterable[ClubKeeper], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["keeper"], [(keeper.pk, str(keeper.pk)) for keeper in keepers])


GROUPS_A_PAGE = 25
MOST_TO_TICK = 1_000
"""More people at once nobody ticks; the search finds the others."""


class BookListing(dt2.Table):  # type: ignore[misc]
    """People of a book to look for and to tick; of those of a page it is counted in how many events they took part."""

    same = ActionColumn(
        "tables/clubs/books/_same.html",
        verbose_name=gettext_lazy("The same person"),
        attrs={"cell": {"class": "book-tick"}},
    )
    name = CellColumn("tables/clubs/books/_name.html", order_by="order", verbose_name=gettext_lazy("Name"), attrs=NAME)
    plays_for = dt2.Column(verbose_name=gettext_lazy("Club"), default="", attrs=WIDE_TEXT)
    team = dt2.Column(verbose_name=gettext_lazy("Team"), default="", attrs=WIDE_TEXT)
    events = dt2.Column(verbose_name=gettext_lazy("Events"), empty_values=(), orderable=False, attrs=NUMBER)

    class Meta:
        attrs = {"class": "listing desk-list"}

    @cached_property
    def counts(self) -> dict[int, int]:
        return selectors.events_counted(row.record for row in self.paginated_rows)

    def render_events(self, record: Person) -> int:
        return self.counts.get(record.pk, 0)


def groups(people: Sequence[tuple[Person, ...]], *, page: str | None) -> tuple[Page[Any], list[list[dict[str, Any]]]]:
    """Return a page of groups that seem to be one person each; of each group the one of most events comes first."""
    shown = Paginator(people, GROUPS_A_PAGE).get_page(page)
    counts = selectors.events_counted(person for group in shown for person in group)
    return shown, [
        [
            {"person": person, "events": counts.get(person.pk, 0)}
            for person in sorted(group, key=lambda person: (-counts.get(person.pk, 0), person.pk))
        ]
        for group in shown
    ]


Numbers = tuple[Mapping[int, int], Mapping[str, int]]
"""The start numbers of those who take part already: by the key of the person, and by that of the name."""


def to_tick(people: Sequence[Person], pair: Numbers, *, search: str, ticked: Collection[str]) -> dict[str, Any]:
    """Return who may be ticked, as many as are shown at once; whoever takes part already says under which number."""
    by_person, by_name = pair
    matching = selectors.matching(people, search)
    rows = []
    for person in matching[:MOST_TO_TICK]:
        number = by_person.get(person.pk, by_name.get(intake.name_key(person.name)))
        is_known = number is None or person.pk in by_person
        is_ticked = str(person.pk) in ticked
        # Who is known by name alone may be somebody else.
        rows.append({"person": person, "number": number, "by_name": not is_known, "is_ticked": is_ticked})
    return {"rows": rows, "more": max(0, len(matching) - MOST_TO_TICK), "search": search}


def as_of_a_book(former: Sequence[selectors.Former], pair: Numbers) -> tuple[list[Person], Numbers, set[str]]:
    """Return who came before as a book would have them, who is in already, and the keys of who usually comes."""
    by_person, by_name = pair
    people, numbers, usual = [], {}, set()
    for each_former in former:
        person = selectors.as_person(each_former.entrant, None, now=each_former.entrant.registered_at)
        person.pk = each_former.entrant.pk
        people.append(person)
        if number := by_person.get(each_former.entrant.person_id or 0):
            numbers[person.pk] = number
        elif each_former.is_usual and intake.name_key(person.name) not in by_name:
            usual.add(str(person.pk))
    return people, (numbers, by_name), usual


def merging(people: Sequence[Person], *, stays: int, classes: Classes) -> dict[str, Any]:
    """Return what merging people would do; ``twice`` is an event two took part in: they are two people."""
    kept_person = next(person for person in people if person.pk == stays)
    goes = [person for person in people if person.pk != stays]
    return {
        "stays": kept_person,
        "goes": goes,
        "becomes": Person(name=kept_person.name, **asdict(selectors.merged(kept_person, goes, classes))),
        "events": [entrant for person in people for entrant in selectors.took_part(person)],
        "twice": selectors.played_twice(people),
    }


def known_people(people: Sequence[Person]) -> dict[str, str]:
    """Return for the key of each name in an address book, who that is."""
    return {intake.name_key(person.name): ", ".join(filter(None, (person.name, person.plays_for))) for person in people}

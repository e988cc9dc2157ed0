"""What is stored about a person: for themselves, for the desk they ask, for the keeper of the book they stand in."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scoring.privacy import selectors as personal
from tables.acts.addresses import BOOK, OFFICE, OWN
from tables.acts.views import private
from tables.clubs.access import kept_club, person_of
from tables.intake.optional import OPTIONAL
from tables.people import access
from tables.tournaments.access import offices
from tables.tournaments.selectors.tournaments import keep_at_latest, keep_until
from tables.tournaments.views.frames import frame

KINDS: Final[Mapping[str, Any]] = {
    "tables.Seat": _("Seats"),
    "tables.Seeding": _("places after a series"),
    "tables.Role": _("offices"),
    "scoring.DealRow": _("deals as declarer"),
    "scoring.SecondDealRow": _("deals as declarer in a second list"),
    "scoring.TotalsRow": _("results typed from paper"),
    "scoring.SeatResult": _("results of lists"),
    "scoring.Confirmation": _("signatures under lists"),
    "scoring.Call": _("calls from the table"),
    "scoring.Objection": _("Objections"),
    "scoring.Statement": _("what a judge found about them"),
    "scoring.Ruling": _("decisions about the lists"),
    "scoring.Correction": _("corrections in your lists"),
    "scoring.Appeal": _("Appeals"),
    "scoring.ResultQuery": _("Queries about results"),
    "scoring.Measure": _("Measures of the direction"),
    "scoring.Lot": _("Lots"),
    "scoring.TeamMember": _("Teams"),
    "scoring.Substitution": _("substitutions"),
    "scoring.TribunalMember": _("seats in the tribunal"),
    "tables.Draw": _("draws"),
    "tables.JournalEntry": _("lines of the journal about the person and the tables"),
}

FACTS: Final = (*("number", "name", "club", "team", *OPTIONAL, "classes", "paid", "present", "fixed_table"),)
IN_BOOK: Final = ("name", "plays_for", "team", "classes", "contact")
WORDS: Final = ("text", "facts", "claim", "answer", "sentence", "reason", "reasons", "lifted_because")


def parts(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a record of one person as their page shows it: by book and event, with facts, counts and words."""
    rows = []
    if "book" in values:
        rows.append({"title": values["book"], "facts": list(_facts(values, "tables.Person", IN_BOOK))})
    return [*rows, *(_of_event(value) for value in values.get("events") or ([values] if "event" in values else []))]


def _of_event(values: Mapping[str, Any]) -> dict[str, Any]:
    kinds = [(capfirst(KINDS[label]), values[label]) for label in KINDS if values.get(label)]
    return {
        "title": values["event"]["name"],
        "facts": list(_facts(values, "tables.Entrant", FACTS)),
        "counts": [(kind, len(rows)) for kind, rows in kinds],
        "words": [(kind, row[name]) for kind, rows in kinds for row in rows for name in WORDS if row.get(name)],
    }


def _facts(values: Mapping[str, Any], label: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    fields = apps.get_model(label)._meta
    for name in names:
        value = values[label][0].get(name)
        if value not in (None, "", False, []):
            text = ", ".join(value) if isinstance(value, list) else gettext("yes") if value is True else str(value)
            yield capfirst(str(fields.get_field(name).verbose_name)), text


@require_safe
@private
def own(request: HttpRequest, *, slug: str, number: int, ending: str = "") -> HttpResponse:
    """Show a player what is stored about them, or give it as a file."""
    entrant = access.own_entrant(request, slug=slug, number=number)
    values = personal.alone(entrant)
    if ending:
        return _file(values, f"{slug}-{number}")
    context = frame(request, entrant.tournament, "my-seat", entrant=entrant, parts=parts(values))
    return render(request, "scoring/privacy/own.html", context | retention(entrant.tournament))


@require_safe
@private
def file_at_desk(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Give the director what is stored about an entrant as a file."""
    return _file(personal.alone(access.directed_entrant(request, slug=slug, number=number)), f"{slug}-{number}")


@require_safe
@private
def in_book(request: HttpRequest, *, club: str, number: int, ending: str = "") -> HttpResponse:
    """Show the keeper of an address book what is stored about somebody in it, or give it as a file."""
    found_club = kept_club(request, slug=club)
    person = person_of(found_club, number=number)
    values = personal.of_person(person, reads=lambda event: offices(request, event).reader.and_play)
    if ending:
        return _file(values, f"{club}-{number}")
    context = {"club": found_club, "person": person, "parts": parts(values)}
    return render(request, "scoring/privacy/book.html", context)


def retention(tournament: Any) -> dict[str, date]:
    """Return until when names are kept, and until when where something is open."""
    return {"until": keep_until(tournament), "latest": keep_at_latest(tournament)}


def _file(values: Mapping[str, Any], name: str) -> HttpResponse:
    content = json.dumps(values, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder)
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}-personal-data.json"'
    return answer


urlpatterns = [
    path(f"{OWN}data/", own, name="own-data"),
    path(f"{OWN}data.json", own, {"ending": "json"}, name="own-data-json"),
    path(f"{OFFICE}entrants/<int:number>/data.json", file_at_desk, name="entrant-data-json"),
    path(f"{BOOK}<int:number>/data/", in_book, name="book-data"),
    path(f"{BOOK}<int:number>/data.json", in_book, {"ending": "json"}, name="book-data-json"),
]

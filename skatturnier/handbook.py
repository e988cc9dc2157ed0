"""The handbook: five chapters, in the program and on paper; what is on a page leads to its place in it.

The chapters are templates (``templates/handbook``), their words in the catalogues like all others. Their pictures are
taken by ``make handbook``; ``tests/browser/test_handbook.py`` says when a page does not look like its picture any more.
"""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.paper.typesetting.document import Document
from scoring.paper.views.responses import answer

CHAPTERS: Final = ("first", "table", "money", "judges", "more", "laptop", "trouble")

ROOMS: Final = {
    "tables.tournaments": "setup",
    "tables.desk": "registration",
    "tables.clubs": "registration",
    "tables.draw": "draw",
    "tables.hall": "draw",
    "tables.accounts": "start",
    "tables.journal": "end",
    "scoring.office": "lists",
    "scoring.paper_desk": "lists",
    "scoring.table": "deals",
    "scoring.lists": "deals",
    "scoring.houses": "houses",
    "scoring.pub": "deals",
    "scoring.signing": "signing",
    "scoring.money": "desk",
    "scoring.disputes": "calls",
    "scoring.paper": "printing",
    "scoring.public": "end",
    "scoring.results": "end",
    "scoring.statistics": "end",
    "scoring.archive": "end",
    "scoring.venues": "lists",
    "scoring.history": "end",
    "scoring.season": "season",
    "scoring.league": "league",
    "scoring.privacy": "backups",
    "skatturnier.demo": "start",
    "skatturnier.phones": "phones",
    "skatturnier.https": "phones",
    "skatturnier.laptop": "backups",
    "skatturnier.backups": "backups",
}
"""What the handbook has of each room: the place where it stands."""

PAGES: Final = {
    "appeal": "appeals",
    "tribunal": "appeals",
    "entrants": "registration",
    "keys": "phones",
    "money-plan": "prizes",
    "money-account": "account",
    "own-name": "registration",
    "plan-pdf": "printing",
    "settings": "setup",
    "seat-plan": "draw",
    "seated": "changes",
    "self-registration": "alone",
    "start-cards": "cards",
    "share": "end",
}
"""Pages that are about something else than their room: with what their name, or kind of case, begins."""


def place_of(match: ResolverMatch | None) -> str:
    """Return the place that a page is about; "" for the beginning of the handbook."""
    if match is None:
        return ""
    for start, place in PAGES.items():
        if (match.kwargs.get("kind") or match.url_name or "").startswith(start):
            return place
    return ROOMS.get(".".join(match.func.__module__.split(".")[:2]), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """What is for one kind of people."""

    place: str
    title: str

    @property
    def template(self) -> str:
        return f"handbook/{self.place}.html"


def chapters() -> tuple[Chapter, ...]:
    """Return the chapters in the language of the page."""
    titles = {
        "first": _("Your first Preisskat in 30 minutes"),
        "table": _("Keeping the list"),
        "money": _("Treasurer"),
        "judges": _("For judges"),
        "more": _("The year, and what else there is"),
        "laptop": _("For whoever sets up the laptop"),
        "trouble": _("When something does not work"),
    }
    return tuple(Chapter(place=place, title=titles[place]) for place in CHAPTERS)


def on_paper() -> Document:
    """Return the handbook to print."""
    return Document(
        template="handbook/paper.html",
        title=_("Handbook"),
        author=_("Skatturnier"),
        filename=pgettext("file name", "handbook"),
        context={"chapters": chapters()},
    )


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """Show the handbook."""
    return render(request, "handbook/handbook.html", {"chapters": chapters()})


@require_safe
def handbook_to_print(request: HttpRequest) -> HttpResponse:
    """Print the handbook."""
    return answer(request, on_paper())

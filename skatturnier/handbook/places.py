"""Where the handbook says something of a page."""

from typing import Final

from django.urls import ResolverMatch

CHAPTERS: Final = ("first", "table", "money", "judges", "more", "laptop", "trouble")
"""The chapters in their order; each is a template of this name."""

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

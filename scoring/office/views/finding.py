"""The search box in the head of an office: what is typed leads to a person, a table, or the decisions on a clause."""

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.templatetags.office import series_of
from tables.desk.listings import matching
from tables.intake.text import clean_text
from tables.people.selectors import entrants
from tables.tournaments import access

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament

LONGEST: Final = 100
CLAUSE: Final = re.compile(r"(?:isko|skwo)?\s*\d{1,2}(?:\.\d{1,2}){1,3}", re.IGNORECASE)
"""A clause of the rule book, with or without its book: "4.5.10", "SkWO 7.3"."""

OF_SERIES: Final = re.compile(r"(\d{1,2})\s*/\s*(\d{1,4})")
"""A table of a series: "2/14"."""


@require_safe
@never_cache
def find(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Lead to what is meant: an entrant, a table, decisions; to a list where several may be."""
    tournament = access.officiated_tournament(request, slug=slug)
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    if not typed:
        return redirect("scoring:office", slug=slug)
    if table := _table_meant(tournament, typed):
        return redirect("scoring:list", slug=slug, series=table[0], table=table[1])
    if CLAUSE.fullmatch(typed):
        return _with_words(reverse("scoring:bench", args=[slug]), typed)
    if not access.offices(request, tournament).director:
        return _with_words(reverse("scoring:standings", args=[slug]), typed)
    meant = matching(list(entrants(tournament)), typed)
    by_number = [entrant for entrant in meant if str(entrant.number) == typed.removeprefix("#")]
    if len(meant) == 1 or by_number:
        return redirect("scoring:entrant", slug=slug, number=(by_number or meant)[0].number)
    return _with_words(reverse("tables:desk", args=[slug]), typed)


def _table_meant(tournament: "Tournament", typed: str) -> tuple[int, int] | None:
    """Return series and table, where such a table has a list: "2/14", or "table 14" of the series the hall is at."""
    words = "|".join(re.escape(word) for word in ("table", _("Table")))
    at_hand = series_of(tournament).at_hand
    if pair := OF_SERIES.fullmatch(typed):
        place = int(pair[1]), int(pair[2])
    elif at_hand and (single := re.fullmatch(rf"(?:{words})\s*(\d{{1,4}})", typed, re.IGNORECASE)):
        place = at_hand.number, int(single[1])
    else:
        return None
    is_there = tournament.series.filter(number=place[0], tables__number=place[1]).exists()
    return place if is_there else None


def _with_words(address: str, typed: str) -> HttpResponse:
    return redirect(f"{address}?{urlencode({'q': typed})}")

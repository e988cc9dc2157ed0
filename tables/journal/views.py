"""The page of a journal: of an event, of a club, of the site. Each topic lets in who may read its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.accounts import access
from tables.acts.listings import arranged
from tables.journal import chain, selectors
from tables.journal.listings import JournalListing
from tables.journal.selectors import OWNER, Reader

MOST_CHECKED_AT_ONCE = 20_000
"""Lines of a journal that are checked with every look at it; more only when asked for."""


@require_safe
@never_cache
def site(request: HttpRequest) -> HttpResponse:
    """Show what was done to the accounts of the site to whoever owns it."""
    access.owner(request)
    lead = _("Every act in its order, the latest first.")
    return journal_page(request, None, reader=OWNER, lead=lead, named="--site")


def journal_page(
    request: HttpRequest, of: chain.Owner, *, reader: Reader, lead: str, named: str, **context: Any
) -> HttpResponse:
    """Show the journal and whether its chain is whole; ``named`` tells ``manage.py verify`` whose it is."""
    listing = arranged(request, JournalListing.of(selectors.journal_of(of), reader=reader))
    checks = listing.paginator.count <= MOST_CHECKED_AT_ONCE or "check" in request.GET
    context |= {
        "lead": lead,
        "named": named,
        "listing": listing,
        "checked": checks,
        "broken_line": chain.first_broken_line(of) if checks else None,
        "head": selectors.head_of(of),
    }
    return render(request, "tables/journal/journal.html", context)


urlpatterns = [path("journal/", site, name="site-journal")]

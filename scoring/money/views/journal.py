"""The journal of money: every movement, newest first; to be kept as a table; and what all this is and is not."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.money.listings.journal import MoneyJournalListing, journal_sheet
from scoring.money.selectors.journal import movements, names
from tables.acts.listings import arranged
from tables.acts.views import as_tables, written
from tables.tournaments import access
from tables.tournaments.views.frames import frame
from tables.tournaments.wording import above


@require_safe
def journal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show every movement with what takes it back."""
    tournament = access.treasured_tournament(request, slug=slug)
    listing = arranged(request, MoneyJournalListing(movements(tournament), names=names(tournament), slug=slug))
    caption = {"caption": _("Journal of money"), "is_caption_hidden": True}
    context = frame(request, tournament, "money", listing=listing, **caption)
    return render(request, "scoring/money/journal.html", context)


@require_safe
@never_cache
def journal_file(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send every movement as a table."""
    tournament = access.treasured_tournament(request, slug=slug)
    sheet = journal_sheet(movements(tournament).iterator(), names(tournament))
    content = written([sheet], ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{slug}-{pgettext('file name', 'money')}", ending)


@require_safe
def about(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Say what these pages are and what they are not."""
    tournament = access.treasured_tournament(request, slug=slug)
    return render(request, "scoring/money/about.html", frame(request, tournament, "money"))

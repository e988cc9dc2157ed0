"""A list, pasted or from a file, on its way into the address book of a club."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tables.acts.views.attempts import attempt
from tables.acts.wording.intake import intake_refused
from tables.clubs.access import kept_club
from tables.clubs.forms.books import details_of
from tables.clubs.listings.books import known_people
from tables.clubs.selectors import books
from tables.clubs.services import books as services
from tables.intake.headings import Field
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.people.forms.intake import FileForm, ListForm
from tables.people.forms.review import Review
from tables.people.views.reviewing import Looked, left_over, look
from tables.tournaments.selectors.classes import classes_of_club

NOT_OFFERED = (Field.PAID, Field.PRESENT, Field.NUMBER, Field.COUNT, *OPTIONAL)
OFFERED = [field for field in Field if field not in NOT_OFFERED]
"""What a column can hold: a book knows nothing of one event."""


@never_cache
@require_POST
def review(request: HttpRequest, *, club: str) -> HttpResponse:
    """Look through a list once more with what was said about it; on a second word add who is in order."""
    found = kept_club(request, slug=club)
    try:
        sent = Review.sent(request.POST, offered=OFFERED, classes=classes_of_club(found.pk))
    except IntakeRefused as refused:
        messages.error(request, intake_refused(refused))
        return redirect("tables:book", club=club)
    looked = _looked(found, sent, sent=request.POST)
    if request.POST.get("act") != "take":
        return _shown(request, found, looked)
    return _take(request, found, looked) if looked.is_ready else _shown(request, found, looked, status=422)


def shown(request: HttpRequest, club: Any, form: ListForm | FileForm, *, is_file: bool) -> HttpResponse:
    """Show the preview of a list that came just now."""
    begun = Review.of(form.cleaned_data["rows"], offered=OFFERED, classes=form.classes, is_file=is_file)
    return _shown(request, club, _looked(club, begun, because=form.cleaned_data.get("because", "")))


def added_in_words(added: int, known: int) -> str:
    """Return what came of adding people to a book."""
    said = ngettext("%(count)s person is new in the book.", "%(count)s people are new in the book.", added)
    more = ngettext("%(count)s was in it already.", "%(count)s were in it already.", known)
    return " ".join([said % {"count": added}, *([more % {"count": known}] if known else [])])


def _looked(club: Any, begun: Review, **more: Any) -> Looked:
    return look(begun, limit=MOST_ENTRANTS, known=known_people(books.people_of(club)), **more)


def _shown(request: HttpRequest, club: Any, looked: Looked, *, status: int = 200) -> HttpResponse:
    status = 422 if looked.because or looked.form.errors else status
    context = looked.context(action=reverse("tables:book-list", kwargs={"club": club.slug}), club=club, here="book")
    return render(request, "tables/clubs/books/list.html", context, status=status)


def _take(request: HttpRequest, club: Any, looked: Looked) -> HttpResponse:
    """Add the people; rows still to be looked at stay on the page."""
    seen = looked.preview
    rows = seen.new_rows if looked.form.cleaned_data["leave_out"] else seen.rows
    people = [details_of(row) for row in rows]
    added = attempt(looked.form, lambda: services.add_people(club_id=club.pk, people=people, now=timezone.now()))
    if added is None:
        return _shown(request, club, looked, status=422)
    messages.success(request, added_in_words(added, len(seen.rows) - added))
    if not seen.bad:
        return redirect("tables:book", club=club.slug)
    return _shown(request, club, left_over(looked, limit=MOST_ENTRANTS, known=known_people(books.people_of(club))))

"""Clubs and their address books: events, calendar, people, lists of them, and who keeps the book."""

from functools import partial
from typing import Any

import django_tables2 as dt2
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.accounts.access import acting, official, signed_in
from tables.acts.listings import NAME, NUMBER, WIDE_TEXT, CellColumn, arranged
from tables.acts.views import done, refusals_as_messages, refusals_at, show
from tables.clubs import forms, selectors
from tables.clubs.access import keeps_club, kept_club, person_of, public_club
from tables.clubs.services import books as services
from tables.clubs.services import clubs as services_clubs
from tables.intake.headings import Field
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_ENTRANTS
from tables.intake.text import clean_text
from tables.journal.selectors import KEEPER
from tables.journal.views import journal_page
from tables.people.forms import FileForm, ListForm, Review
from tables.people.views import Looked, left_over, look
from tables.tournaments import listings as listings_home
from tables.tournaments.selectors import events
from tables.tournaments.selectors.tournaments import classes_of_club
from tables.tournaments.views.frames import FormAct, acted, site, typed
from tables.tournaments.views.public import several

NOT_OFFERED = (Field.PAID, Field.PRESENT, Field.NUMBER, Field.COUNT, *OPTIONAL)
OFFERED = [field for field in Field if field not in NOT_OFFERED]
"""What a column can hold: a book knows nothing of one event."""


@require_POST
def review(request: HttpRequest, *, club: str) -> HttpResponse:
    """Look through a list once more with what was said about it; on a second word add who is in order."""
    found_club = kept_club(request, slug=club)
    with refusals_as_messages(request):
        sent = Review.sent(request.POST, offered=OFFERED, classes=classes_of_club(found_club.pk))
        looked = _looked(found_club, sent, sent=request.POST)
        if request.POST.get("act") != "take":
            return _shown(request, found_club, looked)
        return (
            _take(request, found_club, looked) if looked.is_ready else _shown(request, found_club, looked, status=422)
        )
    return redirect("tables:book", club=club)


def shown(request: HttpRequest, club: Any, form: ListForm | FileForm, *, is_file: bool) -> HttpResponse:
    """Show the preview of a list that came just now."""
    begun = Review.of(form.cleaned_data["read"], offered=OFFERED, classes=form.classes, is_file=is_file)
    return _shown(request, club, _looked(club, begun, because=form.cleaned_data.get("because", "")))


def added_in_words(added: int, number: int) -> str:
    """Return what came of adding people to a book."""
    text = ngettext("%(count)s person is new in the book.", "%(count)s people are new in the book.", added)
    more = ngettext("%(count)s was in it already.", "%(count)s were in it already.", number)
    return " ".join([text % {"count": added}, *([more % {"count": number}] if number else [])])


def _looked(club: Any, begun: Review, **more: Any) -> Looked:
    return look(begun, limit=MOST_ENTRANTS, registered=forms.known_people(selectors.people_of(club)), **more)


def _shown(request: HttpRequest, club: Any, looked: Looked, *, status: int = 200) -> HttpResponse:
    status = 422 if looked.because or looked.form.errors else status
    context = looked.context(action=reverse("tables:book-list", kwargs={"club": club.slug}), club=club, here="book")
    return render(request, "tables/clubs/books/list.html", context, status=status)


def _take(request: HttpRequest, club: Any, looked: Looked) -> HttpResponse:
    seen = looked.preview
    rows = seen.new_rows if looked.form.cleaned_data["leave_out"] else seen.rows
    people = [forms.details_of(row) for row in rows]
    with refusals_at(looked.form):
        added = services.add_people(club_id=club.pk, people=people, **acting(request))
        messages.success(request, added_in_words(added, len(seen.rows) - added))
        if not seen.bad:
            return redirect("tables:book", club=club.slug)
        values = forms.known_people(selectors.people_of(club))
        return _shown(request, club, left_over(looked, limit=MOST_ENTRANTS, registered=values))
    return _shown(request, club, looked, status=422)


LONGEST_SEARCH = 100


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show the people of a club; add one, a list that is pasted or from a file, or the entrants of an event."""
    found_club = kept_club(request, slug=club)
    act = request.POST.get("act", "")
    classes = classes_of_club(found_club.pk)
    form = forms.PersonForm(typed(request, "person"), offered=classes)
    several = ListForm(typed(request, "paste"), auto_id="list_%s", classes=classes)
    data, files = (request.POST, request.FILES) if act == "file" else (None, None)
    file = FileForm(data, files, auto_id="file_%s", classes=classes)
    events = selectors.events_to_take_over(found_club)
    event = forms.TakeOverForm(typed(request, "take-over"), events=events, auto_id="event_%s")
    if several.is_valid():
        return shown(request, found_club, several, is_file=False)
    if file.is_valid():
        return shown(request, found_club, file, is_file=True)
    if answer := acted(
        request,
        FormAct(form, services.add_person, "details entry_key", _("Saved.")),
        FormAct(event, lambda event, **who: services.take_over(tournament_id=event, **who), "event", _taken_over),
        club_id=found_club.pk,
    ):
        return answer
    search, people = request.GET.get("q", "").strip()[:LONGEST_SEARCH], selectors.people_of(found_club)
    context = {
        "club": found_club,
        "here": "book",
        "classes": classes,
        "caption": _("Everybody in the book"),
        "is_caption_hidden": True,
        "book": arranged(request, forms.BookListing(selectors.matching(people, search))),
        "people": people,
        "doubles": len(selectors.doubles_in(found_club, [*people, *selectors.guests_of(found_club)])),
        "search": search,
        "one": form,
        "several": several,
        "file": file,
        "event": event if events else None,
    }
    return show(request, "tables/clubs/books/book.html", context, refused=request.method == "POST")


@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, *, club: str, number: int) -> HttpResponse:
    """Show somebody of the book and their events; change them or take them out."""
    found_club = kept_club(request, slug=club)
    who = person_of(found_club, number=number)
    if who.merged_into_id:
        return redirect("tables:book-person", club=club, number=who.merged_into_id)
    seen = services.as_booked(who)
    form = forms.ChangedPersonForm(typed(request, "person"), seen=seen, offered=classes_of_club(found_club.pk))
    removal = forms.RemovalForm(typed(request, "remove"), seen=seen, auto_id="removal_%s")
    deleted, to = _("“%(name)s” is deleted.") % {"name": who.name}, reverse("tables:book", args=[club])
    if answer := acted(
        request,
        FormAct(form, services.change_person, "details seen", _("Saved.")),
        FormAct(removal, partial(services.remove_person, club_id=found_club.pk), "seen", deleted, to),
        person_id=who.pk,
    ):
        return answer
    context = {
        "club": found_club,
        "here": "book",
        "person": who,
        "form": form,
        "removal": removal,
        "played": list(selectors.took_part(who)),
    }
    return show(request, "tables/clubs/books/person.html", context, refused=request.method == "POST")


@require_http_methods(["GET", "HEAD", "POST"])
def doubles(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show who seems to be in the book twice; merge them on a second word, or tell them apart."""
    found_club = kept_club(request, slug=club)
    people, classes = (
        [*selectors.people_of(found_club), *selectors.guests_of(found_club)],
        classes_of_club(found_club.pk),
    )
    form = forms.MergeForm(typed(request), people=people)
    preview = None
    if form.is_valid():
        stays, ticked = form.cleaned_data["stays"], {*form.cleaned_data["person"], form.cleaned_data["stays"]}
        act = form.cleaned_data["act"]
        if act in {"apart", "again"} and len(ticked) > 1:
            stated = {"people": ticked, "are_apart": act == "apart"}
            services_clubs.tell_apart(club_id=found_club.pk, **stated, **acting(request))
            return done(request, _("Saved."), request.path)
        if act == "merge":
            goes, seen = ticked - {stays}, form.cleaned_data["seen"]
            with refusals_at(form):
                merged = services.merge(club_id=found_club.pk, stays=stays, goes=goes, seen=seen, **acting(request))
                return done(request, _("Done."), "tables:book-person", club=club, number=merged.pk)
            people = [*selectors.people_of(found_club), *selectors.guests_of(found_club)]
        if len(ticked) > 1 and (form.conflicts or not form.errors):
            chosen_people = [each_person for each_person in people if each_person.pk in ticked]
            preview = forms.merging(chosen_people, stays=stays, classes=classes)
            form.see(services.as_merged(chosen_people))
        elif not form.errors:
            form.add_error("person", _("Tick at least two who are the same."))
    chosen = set(request.GET.getlist("person")[:20])
    by_hand = [tuple(each_person for each_person in people if str(each_person.pk) in chosen)] if chosen else []
    page, groups = forms.groups(by_hand or selectors.doubles_in(found_club, people), page=request.GET.get("page"))
    context = {
        "club": found_club,
        "here": "doubles",
        "classes": classes,
        "form": form,
        "preview": preview,
        "page": page,
        "groups": [group for group in groups if len(group) > 1],
        "by_hand": bool(by_hand),
        "apart": [] if by_hand else selectors.told_apart(found_club, people),
    }
    return show(request, "tables/clubs/books/doubles.html", context)


def _taken_over(taken_over: services.TakenOver) -> str:
    texts = [added_in_words(taken_over.added, taken_over.in_book)]
    if taken_over.unclear:
        numbers = ", ".join(map(str, taken_over.unclear))
        texts.append(
            _("Of these several people could be meant, so they were left out: no. %(numbers)s.") % {"numbers": numbers}
        )
    return " ".join(texts)


@require_safe
def club_calendar(request: HttpRequest, *, club: str) -> HttpResponse:
    """Give the events of a club."""
    found_club, today = public_club(slug=club), timezone.localdate()
    tournaments = events.for_calendar(selectors.events_of(found_club, today=today), ended_since=today - events.KEPT)
    return several(request, tournaments, name=found_club.name)


class ClubsListing(dt2.Table):  # type: ignore[misc]
    """Clubs with how many of their events the public may see."""

    name = CellColumn("tables/clubs/_name.html", order_by="order", verbose_name=gettext_lazy("Name"), attrs=NAME)
    place = dt2.Column(verbose_name=gettext_lazy("Place"), default="", attrs=WIDE_TEXT)
    events = dt2.Column(verbose_name=gettext_lazy("Events"), attrs=NUMBER)


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the site, one's own first."""
    user = official(request)
    search = clean_text(request.GET.get("q", ""))[:100]
    shown = selectors.clubs_like(search.split()[:8], today=timezone.localdate())
    context = {
        "listing": arranged(request, ClubsListing(shown)),
        "caption": _("All clubs"),
        "is_caption_hidden": True,
        "kept": selectors.kept_by(user) if user else [],
        "search": search,
    }
    return render(request, "tables/clubs/clubs.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Create a club; whoever does keeps its address book."""
    signed_in(request)
    form = forms.ClubForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            made = services_clubs.found_club(details=form.cleaned_data["details"], **acting(request))
            return done(request, _("Saved."), "tables:club", club=made.slug)
    return show(request, "tables/clubs/new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show a club and its events; let those who keep its book change what it says and who keeps it."""
    found_club = kept_club(request, slug=club) if request.method == "POST" else public_club(slug=club)
    keeps = keeps_club(request, found_club)
    keepers = selectors.keepers_of(found_club) if keeps else []
    change = forms.ChangedClubForm(typed(request, "change"), seen=services_clubs.as_described(found_club))
    add = forms.KeeperForm(typed(request, "add-keeper"), auto_id="keeper_%s")
    goes = forms.KeeperGoesForm(typed(request, "remove-keeper"), keepers=keepers)
    # Who took the book out of their own hands sees the page as everybody does.
    if answer := acted(
        request,
        FormAct(change, services_clubs.change_club, "details seen", _("Saved.")),
        FormAct(add, services_clubs.add_keeper, "username", _("Saved.")),
        FormAct(
            goes, lambda keeper, **who: services_clubs.remove_keeper(keeper_id=keeper, **who), "keeper", _("Done.")
        ),
        club_id=found_club.pk,
    ):
        return answer
    today = timezone.localdate()
    context = {
        "club": found_club,
        "keeps": keeps,
        "keepers": keepers,
        "change": change,
        "add": add,
        "goes": goes,
        "parts": listings_home.parts(selectors.events_of(found_club, today=today), request.GET.dict(), today=today),
        "site": site(request),
    }
    return show(request, "tables/clubs/club.html", context, refused=request.method == "POST")


@require_safe
def journal(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show the journal of a club, its seasons and leagues in it, to those who keep its book."""
    found_club = kept_club(request, slug=club)
    lead = _("Every act in its order, the latest first.")
    context = {"club": found_club, "keeps": True, "here": "journal", "nav": "tables/clubs/_nav.html"}
    return journal_page(request, found_club, reader=KEEPER, lead=lead, named=f"--club {found_club.slug}", **context)


urlpatterns = [
    path("clubs/", clubs, name="clubs"),
    path("clubs/new/", new, name="club-new"),
    path("clubs/<slug:club>/", club, name="club"),
    path("clubs/<slug:club>/journal/", journal, name="club-journal"),
    path("clubs/<slug:club>/events.ics", club_calendar, name="club-calendar"),
    path("clubs/<slug:club>/book/", book, name="book"),
    path("clubs/<slug:club>/book/<int:number>/", person, name="book-person"),
    path("clubs/<slug:club>/book/doubles/", doubles, name="book-doubles"),
    path("clubs/<slug:club>/book/list/", review, name="book-list"),
]

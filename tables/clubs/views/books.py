"""The address book of a club: its players across events, doubles merged."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tables.accounts import access as accounts_access
from tables.acts.listings.columns import arranged
from tables.acts.views.attempts import attempt, status_of
from tables.clubs.access import kept_club, person_of
from tables.clubs.forms.books import ChangedPersonForm, ComingForm, MergeForm, PersonForm, RemovalForm, TakeOverForm
from tables.clubs.listings import books as lists
from tables.clubs.selectors import books, site_clubs
from tables.clubs.services import book_entrants
from tables.clubs.services import books as services
from tables.clubs.views import book_lists
from tables.people.forms.intake import FileForm, ListForm
from tables.tournaments import access
from tables.tournaments.selectors.classes import classes_of_club, known_classes
from tables.tournaments.views.frames import frame, typed

LONGEST_SEARCH = 100


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show the people of a club; add one, a list that is pasted or from a file, or the entrants of an event."""
    found = kept_club(request, slug=club)
    act = request.POST.get("act", "")
    classes = classes_of_club(found.pk)
    form = PersonForm(request.POST if act == "person" else None, known=classes)
    several = ListForm(request.POST if act == "paste" else None, auto_id="list_%s", classes=classes)
    data, files = (request.POST, request.FILES) if act == "file" else (None, None)
    file = FileForm(data, files, auto_id="file_%s", classes=classes)
    events = books.events_to_take_over(found)
    event = TakeOverForm(request.POST if act == "take-over" else None, events=events, auto_id="event_%s")
    if several.is_valid():
        return book_lists.shown(request, found, several, is_file=False)
    if file.is_valid():
        return book_lists.shown(request, found, file, is_file=True)
    if said := _added(request, found.pk, form, event):
        messages.success(request, said)
        return redirect(request.path)
    search, people = _searched(request), books.people_of(found)
    context = {
        "club": found,
        "here": "book",
        "classes": classes,
        "caption": _("List of people"),
        "is_caption_hidden": True,
        "book": arranged(request, lists.BookListing(books.matching(people, search))),
        "people": people,
        "doubles": len(books.doubles_in(people)),
        "search": search,
        "one": form,
        "several": several,
        "file": file,
        "event": event if events else None,
    }
    return render(request, "tables/clubs/books/book.html", context, status=422 if request.method == "POST" else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, *, club: str, number: int) -> HttpResponse:
    """Show somebody of the book and their events; change them or take them out."""
    found = kept_club(request, slug=club)
    who = person_of(found, number=number)
    if who.merged_into_id:
        return redirect("tables:book-person", club=club, number=who.merged_into_id)
    act = request.POST.get("act", "")
    seen = services.as_booked(who)
    form = ChangedPersonForm(request.POST if act == "person" else None, seen=seen, known=classes_of_club(found.pk))
    removal = RemovalForm(request.POST if act == "remove" else None, seen=seen, auto_id="removal_%s")
    if form.is_valid() and attempt(form, lambda: _changed(who.pk, form)):
        messages.success(request, _("%(name)s is changed.") % {"name": form.cleaned_data["name"]})
        return redirect(request.path)
    if removal.is_valid() and attempt(removal, lambda: _removed(request, found.pk, who.pk, removal)):
        messages.success(request, _("%(name)s is out of the book.") % {"name": who.name})
        return redirect("tables:book", club=club)
    context = {
        "club": found,
        "here": "book",
        "person": who,
        "form": form,
        "removal": removal,
        "played": list(books.took_part(who)),
    }
    status = status_of(form, removal, refused=request.method == "POST")
    return render(request, "tables/clubs/books/person.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def doubles(request: HttpRequest, *, club: str) -> HttpResponse:
    """Show who seems to be in the book twice; say what merging would do, and do it on a second word."""
    found = kept_club(request, slug=club)
    people, classes = books.people_of(found), classes_of_club(found.pk)
    form = MergeForm(typed(request), people=people)
    preview = None
    if form.is_valid():
        stays, ticked = form.cleaned_data["stays"], {*form.cleaned_data["person"], form.cleaned_data["stays"]}
        if form.cleaned_data["act"] == "merge":
            merged = attempt(form, lambda: _merged(request, found.pk, stays, ticked, form))
            if merged:
                messages.success(request, _("%(name)s is one person now.") % {"name": merged.name})
                return redirect("tables:book-person", club=club, number=merged.pk)
            people = list(books.people_of(found))
        if len(ticked) > 1 and (form.conflicts or not form.errors):
            chosen_people = [one for one in people if one.pk in ticked]
            preview = lists.merging(chosen_people, stays=stays, classes=classes)
            form.see(services.as_merged(chosen_people))
        elif not form.errors:
            form.add_error("person", _("Tick at least two who are the same."))
    chosen = set(request.GET.getlist("person")[:20])
    by_hand = [tuple(one for one in people if str(one.pk) in chosen)] if chosen else []
    page, groups = lists.groups(by_hand or books.doubles_in(people), page=request.GET.get("page"))
    context = {
        "club": found,
        "here": "doubles",
        "classes": classes,
        "form": form,
        "preview": preview,
        "page": page,
        "groups": [group for group in groups if len(group) > 1],
        "by_hand": bool(by_hand),
    }
    return render(request, "tables/clubs/books/doubles.html", context, status=status_of(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def taken(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let the desk tick who of one's address books takes part."""
    tournament = access.directed_tournament(request, slug=slug)
    user = accounts_access.signed_in(request)
    clubs = site_clubs.kept_by(user)
    chosen = next((club for club in clubs if club.slug == request.GET.get("club")), None)
    people = books.people_of(chosen) if chosen else books.by_name(books.offered_to(user))
    form = ComingForm(typed(request), people=people)
    if form.is_valid():
        entrants = attempt(
            form,
            lambda: book_entrants.register_people(
                tournament_id=tournament.pk,
                people=form.cleaned_data["person"],
                entry_key=form.cleaned_data["entry_key"],
                by=user,
                now=timezone.now(),
            ),
        )
        if entrants:
            messages.success(request, _registered(entrants[0].number, len(entrants)))
            return redirect("tables:desk", slug=slug)
    ticked = set(request.POST.getlist("person"))
    rows = lists.to_tick(people, books.numbers_in(tournament), search=_searched(request), ticked=ticked)
    context = frame(
        request,
        tournament,
        "entrants",
        kept=clubs,
        chosen=chosen,
        to_tick=rows,
        form=form,
        classes=known_classes(tournament),
    )
    return render(request, "tables/clubs/books/coming.html", context, status=422 if form.errors else 200)


def _added(request: HttpRequest, club_id: int, form: PersonForm, event: TakeOverForm) -> str:
    """Add what was sent; return what is said of it, or nothing if it was refused or nothing was sent."""
    now = timezone.now()
    if form.is_valid():
        details, key = form.cleaned_data["details"], form.cleaned_data["entry_key"]
        made = attempt(form, lambda: services.add_person(club_id=club_id, details=details, entry_key=key, now=now))
        return _("%(name)s is in the book.") % {"name": made.name} if made else ""
    if event.is_valid():
        chosen, by = event.cleaned_data["event"], accounts_access.signed_in(request)
        taken_over = attempt(
            event, lambda: book_entrants.take_over(club_id=club_id, tournament_id=chosen, by=by, now=now)
        )
        return _taken_over(taken_over) if taken_over else ""
    return ""


def _changed(person_id: int, form: ChangedPersonForm) -> Any:
    details, seen = form.cleaned_data["details"], form.cleaned_data["seen"]
    return services.change_person(person_id=person_id, details=details, seen=seen)


def _removed(request: HttpRequest, club_id: int, person_id: int, form: RemovalForm) -> bool:
    by, seen = accounts_access.signed_in(request), form.cleaned_data["seen"]
    services.remove_person(club_id=club_id, person_id=person_id, seen=seen, by=by, now=timezone.now())
    return True


def _merged(request: HttpRequest, club_id: int, stays: int, ticked: set[int], form: MergeForm) -> Any:
    act = partial(services.merge, club_id=club_id, stays=stays, goes=ticked - {stays})
    return act(seen=form.cleaned_data["seen"], by=accounts_access.signed_in(request), now=timezone.now())


def _searched(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_SEARCH]


def _taken_over(taken_over: book_entrants.TakenOver) -> str:
    said = [book_lists.added_in_words(taken_over.added, taken_over.known)]
    if taken_over.unclear:
        numbers = ", ".join(map(str, taken_over.unclear))
        said.append(
            _("Of these several people could be meant, so they were left out: no. %(numbers)s.") % {"numbers": numbers}
        )
    return " ".join(said)


def _registered(first: int, count: int) -> str:
    said = ngettext(
        "%(count)s entrant of the book is registered, as no. %(first)s.",
        "%(count)s entrants of the book are registered, from no. %(first)s on.",
        count,
    )
    return said % {"count": count, "first": first}

"""What a club does with its seasons: begins them, changes them, chooses their events and members."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms import seasons as forms
from scoring.season.forms.following import following
from scoring.season.selectors import seasons
from scoring.season.services import belonging
from scoring.season.services import seasons as services
from scoring.season.views.frames import frame
from tables.accounts.access import signed_in
from tables.acts.views.attempts import attempt, status_of
from tables.clubs.access import kept_club
from tables.tournaments.views.frames import site, typed

FIELD_OF = {"season-exists": "name", "season-ends-first": "ends_on"}
"""Beside which field a refusal is said."""

KEPT = frozenset({"change", "delete", "renew-key"})
"""What only whoever keeps the season does."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, club: str) -> HttpResponse:
    """Begin a season of a club."""
    found = kept_club(request, slug=club)
    before = list(found.seasons.filter(forgotten_at=None))
    form = forms.NewSeasonForm(typed(request), before=before, initial=following(before, year=timezone.localdate().year))
    if form.is_valid():
        made = attempt(
            form,
            lambda: services.begin_season(
                club_id=found.pk,
                details=form.cleaned_data["details"],
                entry_key=form.cleaned_data["entry_key"],
                like=form.season_before,
                now=timezone.now(),
            ),
            beside=FIELD_OF,
        )
        if made:
            messages.success(request, _("%(name)s has begun. Choose its events now.") % {"name": made.name})
            return redirect("scoring:season-office", season=made.slug)
    context = {"club": found, "keeps": True, "here": "season", "form": form}
    return render(request, "scoring/season/new.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show a season to whoever does a part of it; change what it is, which events and people belong to it."""
    found, may = access.helped_season(request, slug=season)
    act = request.POST.get("act", "")
    if act in KEPT:
        access.kept_season(request, slug=season)
    entries, members = seasons.events_of(found), seasons.members_of(found, may.removes)
    # What is in it already is offered as well: whoever sends it twice is told so.
    events = [*seasons.events_to_add(found, may.enters), *(one.tournament for one in entries)]
    people = [*seasons.people_to_add(found, may.enters), *members]
    change = forms.ChangedSeasonForm(typed(request, "change"), seen=services.as_described(found))
    add_events = forms.EventsForm(typed(request, "add-events"), events=events, auto_id="events_%s")
    add_members = forms.MembersForm(typed(request, "add-members"), people=people, auto_id="members_%s")
    goes = forms.OneForm(request.POST if act in {"remove-event", "remove-member", "renew-key"} else None)
    delete = forms.SureForm(typed(request, "delete"), auto_id="delete_%s")
    who: dict[str, Any] = {"by": signed_in(request), "now": timezone.now()}
    gone = partial(services.delete_season, season_id=found.pk, **who)
    deleted = attempt(delete, gone) if delete.is_valid() else None
    if deleted:
        messages.success(request, _("%(name)s is deleted. Its events stay.") % {"name": deleted})
        return redirect("tables:club", club=found.club.slug)
    if said := _done(request, found.pk, may.removes, change, add_events, add_members, goes, act):
        messages.success(request, said)
        return redirect(request.path)
    inside, known = {one.tournament_id for one in entries}, {one.pk for one in members}
    context = frame(request, found, "office", competitions=seasons.competitions_of(found))
    context |= {
        "entries": entries,
        "members": members,
        "change": change,
        "add_events": add_events,
        "add_members": add_members,
        "goes": goes,
        "delete": delete,
        "has_events": len(events) > len(inside),
        "has_people": len(people) > len(known),
        "offered_events": [one for one in events if one.pk not in inside],
        "offered_people": [one for one in people if one.pk not in known],
        "ticked": {*request.POST.getlist("event"), *request.POST.getlist("person")},
        "key_address": site(request) + reverse("scoring:season-key", args=[found.slug, found.key]),
    }
    status = status_of(change, add_events, add_members, goes, delete, refused=request.method == "POST")
    return render(request, "scoring/season/office.html", context, status=status)


def _done(
    request: HttpRequest,
    season_id: int,
    clubs: Collection[int] | None,
    change: Any,
    add_events: Any,
    add_members: Any,
    goes: Any,
    act: str,
) -> str:
    """Do what was asked for; return what is said of it, or nothing if it was refused or nothing was asked."""
    who: dict[str, Any] = {"by": signed_in(request), "now": timezone.now()}
    if change.is_valid():
        data = change.cleaned_data
        acted = partial(services.change_season, season_id=season_id, details=data["details"], seen=data["seen"], **who)
        return _("The season is changed.") if attempt(change, acted, beside=FIELD_OF) else ""
    if add_events.is_valid():
        chosen, kind = add_events.cleaned_data["event"], add_events.cleaned_data["kind"]
        adding = partial(belonging.add_events, season_id=season_id, tournaments=chosen, kind=kind, **who)
        added = attempt(add_events, adding)
        return _counted_events(len(added)) if added else ""
    if add_members.is_valid():
        chosen = add_members.cleaned_data["person"]
        joined = attempt(add_members, lambda: belonging.add_members(season_id=season_id, people=chosen, now=who["now"]))
        return _counted_members(len(joined)) if joined else ""
    if goes.is_valid():
        return _gone(season_id, clubs, goes, act, who)
    return ""


def _gone(season_id: int, clubs: Collection[int] | None, goes: Any, act: str, who: dict[str, Any]) -> str:
    number = goes.cleaned_data["number"]

    def leave() -> bool:
        if act == "remove-event":
            belonging.remove_event(season_id=season_id, tournament_id=number, clubs=clubs, **who)
        elif act == "remove-member":
            belonging.remove_member(season_id=season_id, person_id=number, clubs=clubs)
        else:
            services.renew_key(season_id=season_id)
        return True

    said = {
        "remove-event": _("The event counts in this season no longer."),
        "remove-member": _("From now on this is a guest."),
        "renew-key": _("The members have a new key; the old one opens nothing any more."),
    }
    return said[act] if attempt(goes, leave) else ""


def _counted_events(count: int) -> str:
    said = ngettext("%(count)s event counts in it now.", "%(count)s events count in it now.", count)
    return said % {"count": count}


def _counted_members(count: int) -> str:
    return ngettext("%(count)s member more.", "%(count)s members more.", count) % {"count": count}

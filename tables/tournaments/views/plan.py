"""Creating a tournament; its plan, its classes and what the public sees of it, as sections of its settings."""

from typing import TYPE_CHECKING, Any

import django_tables2 as dt2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.accounts.access import acting, signed_in
from tables.acts.addresses import section
from tables.acts.listings import NAME, NUMBER, WIDE, ActionColumn, CellColumn, arranged
from tables.acts.views import NOT_INDEXED, cleaned, done, refusals_as_messages, refusals_at, show
from tables.journal.selectors import DIRECTION
from tables.journal.views import journal_page
from tables.tournaments import access
from tables.tournaments.forms.officials import (
    AppointForm,
    ChangedClassForm,
    ClassRemovalForm,
    DismissForm,
    EngageForm,
    NewClassForm,
)
from tables.tournaments.forms.plan import (
    SUGGESTED,
    ChangedPlanForm,
    NewTournamentForm,
    PublishingForm,
    stated,
    suggested,
)
from tables.tournaments.listings import NO_COSTS
from tables.tournaments.selectors import events
from tables.tournaments.selectors import tournaments as selectors
from tables.tournaments.selectors.tournaments import is_withdrawn
from tables.tournaments.services import officials as services
from tables.tournaments.services import tournaments
from tables.tournaments.services.tournaments import delete_event, publish, reinstate_event, withdraw_event
from tables.tournaments.views.frames import FormAct, acted, frame, site, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Role


class OfficialsListing(dt2.Table):  # type: ignore[misc]
    """The offices of an event, each with a button that takes it away."""

    user = CellColumn(
        "tables/tournaments/people/_account.html", order_by="order", verbose_name=gettext_lazy("User name"), attrs=NAME
    )
    kind = dt2.Column(verbose_name=pgettext_lazy("held by a person", "Office"))
    plays_as = dt2.Column(order_by="plays_as__number", verbose_name=gettext_lazy("Plays as"), default="–", attrs=WIDE)
    dismiss = ActionColumn("tables/tournaments/people/_dismiss.html", verbose_name=gettext_lazy("Action"), attrs=NUMBER)

    def render_kind(self, record: "Role") -> str:
        if record.plays_as is None:
            return record.get_kind_display()
        plays = _("plays as no. %(n)s") % {"n": record.plays_as.number}
        return format_html('{}<span class="narrow-only entrant-line">{}</span>', record.get_kind_display(), plays)

    def render_plays_as(self, record: Any) -> str:
        number = _("No. %(n)s") % {"n": record.plays_as.number}
        return f"{number} {record.plays_as.name}"


def people(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show who is in charge; appoint, engage and dismiss."""
    roles = selectors.roles_of(tournament)
    appoint = AppointForm(typed(request, "appoint", at="people"), seen=services.as_held(roles), auto_id="appoint_%s")
    engage = EngageForm(typed(request, "engage", at="people"), auto_id="new_%s")
    dismiss = DismissForm(typed(request, "dismiss", at="people"), roles=roles, auto_id="dismiss_%s")
    given = FormAct(
        appoint, services.appoint, "username kind plays_as seen", _("Saved."), section(tournament.slug, "people")
    )
    answer = acted(request, given, tournament_id=tournament.pk)
    if engage.is_valid():
        answer = _engage(request, tournament.pk, engage)
    elif dismiss.is_valid():
        answer = _dismiss(request, dismiss, slug=tournament.slug)
    if answer:
        return answer
    listing = arranged(request, OfficialsListing(roles))
    words = {"caption": _("Helpers and rights"), "is_caption_hidden": True}
    return {"appoint": appoint, "engage": engage, "dismiss": dismiss, "officials": listing, **words}


def _engage(request: HttpRequest, tournament_id: int, form: EngageForm) -> HttpResponse | None:
    """Make the account and show its password: this page is the only place where it can ever be read."""
    entered = {name: form.cleaned_data[name] for name in ("username", "password", "name", "kind", "plays_as")}
    with refusals_at(form):
        role = services.engage(tournament_id=tournament_id, **entered, **acting(request))
        facts = {"role": role, "password": entered["password"], "site": site(request)}
        context = frame(request, role.tournament, "settings", **facts)
        return render(request, "tables/tournaments/people/engaged.html", context)
    return None


def _dismiss(request: HttpRequest, form: DismissForm, *, slug: str) -> HttpResponse | None:
    tournament = access.directed_tournament(request, slug=slug)
    with refusals_at(form):
        services.dismiss(tournament_id=tournament.pk, role_id=form.cleaned_data["role"], **acting(request))
        # Whoever has given up their own office has no page here to go back to.
        still_directs = access.offices(request, tournament).director
        to = section(slug, "people") if still_directs else reverse("tables:tournament", args=[slug])
        return done(request, _("Done."), to)
    return None


@require_safe
def journal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the journal of an event to its direction."""
    tournament = access.directed_tournament(request, slug=slug)
    lead = _("Every act in its order, the latest first.")
    context = frame(request, tournament, "settings", nav="components/office_nav.html", lead=lead, named=slug)
    return journal_page(request, tournament, reader=DIRECTION, **context)


def plan_texts() -> dict[str, str]:
    """Return a text for every part of the plan, in the language of the request."""
    return {
        "costs": str(NO_COSTS),
        "use_of_money": _("All entry fees are paid out as prizes. The organiser accounts for them after the event."),
        "exclusion": _(
            "Whoever breaks the rules on purpose can be excluded; their entry fee is forfeited. The organiser may"
            " refuse an entry without giving a reason (SkWO 4.3)."
        ),
        "tribunal": _(
            "The direction and its judges decide at the table. An appeal against that goes to the tribunal in writing:"
            " before the next series begins, after the last series within 15 minutes of the end of the event. The"
            " tribunal decides finally (ISkO 4.5.10, SkWO 7.3.3, 9.10)."
        ),
        "rules": _(
            "The International Skat Order (ISkO) and the Skat Tournament Order (SkWO) hold for everything in play."
        ),
        "supervision": _(
            "The direction and the judges may look at every list at any time (SkWO 9.8). Onlookers are not admitted to"
            " the tables (SkWO 9.9)."
        ),
        "penalties": _(
            "Seats may be changed by the direction only; whoever changes theirs is excluded (SkWO 7.1.2). A passed-in"
            " deal is not dealt again; a table that does so is excluded (SkWO 9.4). Lists kept badly can be declared"
            " void (SkWO 7.2.4)."
        ),
        "list_keeping": _(
            "Seat 1 keeps the list. All players of the table answer for it, check it after every deal and sign it at"
            " the end of the series (SkWO 7.2, 9.11)."
        ),
        "stake": _("Played without a stake, unless everybody at the table agrees on one (SkWO 9.2)."),
        "material": _(
            "New cards, handed out by the organiser only (SkWO 6.2, 9.1). At the end of a series the pack is handed in"
            " with the list; whoever kept the list then gets it, unless the organiser decides otherwise (SkWO 7.4.1,"
            " 9.12)."
        ),
    }


EMPTY = "empty"


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Create a tournament; its plan is filled in as far as it can be guessed."""
    user = signed_in(request)
    if selectors.is_demo():
        return render(request, "tables/tournaments/plan/not_in_demo.html", status=422 if request.POST else 200)
    start = _start(request, user)
    if start is None and request.method != "POST":
        return render(request, "tables/tournaments/plan/choose.html", _choices(user))
    like = start if "copy" in request.GET else None
    last = like or selectors.last_tournament(of=user)
    suggestion = suggested(
        today=timezone.localdate(),
        person=user.get_full_name() or user.get_username(),
        texts=plan_texts(),
        last=stated(last, selectors.series_of(last)) if last else None,
        preset=start.plan if start and "preset" in request.GET else {},
    )
    is_quick = start is not None and start != EMPTY
    if like:
        suggestion["name"], suggestion["starts_on"] = events.next_of(like, of=user, today=timezone.localdate())
        # Of one day nothing is said: whoever chooses another day has not to choose it twice.
        longer = like.ends_on - like.starts_on
        suggestion["ends_on"] = suggestion["starts_on"] + longer if longer else None
    elif is_quick:
        suggestion["name"] = ""
    form = NewTournamentForm(
        typed(request),
        initial=suggestion,
        clubs=selectors.clubs_it_may_be_of(user),
        classes=selectors.known_classes(like),
    )
    if form.is_valid():
        with refusals_at(form):
            stated_in = ("details", "seatings", "own_lengths", "outside_seasons", "entry_key")
            made = tournaments.create_tournament(like=like, **cleaned(form, *stated_in), **acting(request))
            message = _("%(name)s is created. Now the entrants can come.") % {"name": made.name}
            if other := events.same_day(made, of=user):
                message += " " + _("On the same day there is %(name)s already.") % {"name": other.name}
            if like:
                return done(request, message, f"{reverse('tables:add', kwargs={'slug': made.slug})}?at=book&before=1")
            return done(request, message, "tables:desk", slug=made.slug)
    is_quick = is_quick and not form.errors.keys() - {"name", "place", "organiser"}
    context = {"form": form, "start": start, "is_quick": is_quick}
    return show(request, "tables/tournaments/plan/new.html", context)


def _start(request: HttpRequest, user: Any) -> Any:
    """Return what a new event begins with: a preset, an event of before, "empty"; None where that is still open."""
    if slug := request.GET.get("copy"):
        return events.event_to_copy(user, slug)
    if key := request.GET.get("preset"):
        return next((preset for preset in _choices(user)["presets"] if preset.key == key), None)
    return EMPTY if EMPTY in request.GET else None


def _choices(user: Any) -> dict[str, Any]:
    try:
        return {"presets": events.presets(), "events": events.events_to_copy(user)}
    except events.UnreadablePresets as unreadable:
        return {"presets": (), "events": events.events_to_copy(user), "unreadable": str(unreadable)}


def edit(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Change the plan of a tournament."""
    series = list(selectors.series_of(tournament))
    offered = selectors.clubs_it_may_be_of(signed_in(request), tournament)
    form = ChangedPlanForm(
        typed(request, at="plan"),
        initial=stated(tournament, series),
        seen=tournaments.as_stated(tournament, series),
        clubs=offered,
        classes=selectors.known_classes(tournament),
    )
    stated_in, here = "details seatings outside_seasons seen", section(tournament.slug, "plan")
    change = FormAct(form, tournaments.change_tournament, stated_in, _("Saved."), here)
    if answer := acted(request, change, tournament_id=tournament.pk):
        return answer
    begun = [each_series for each_series in series if each_series.status != each_series.Status.PLANNED]
    return {"form": form, "begun": begun, "is_withdrawn": is_withdrawn(tournament)}


def classes(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show the classes of an event; add one, or change and remove the one whose number is asked for."""
    rows = selectors.in_office(tournament)
    asked = request.GET.get("class")
    row = next((player_class for player_class, _count, _ranking in rows if str(player_class.number) == asked), None)
    if asked and row is None:
        raise Http404
    answer = _one_class(request, tournament, row) if row else _new_class(request, tournament)
    if isinstance(answer, HttpResponse):
        return answer
    return {**answer, "row": row, "rows": rows, "is_released": tournament.released_at is not None}


def _new_class(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    sent, slug = typed(request, at="classes"), tournament.slug
    form = NewClassForm(sent, initial={"position": selectors.next_position(tournament)}, auto_id="class_%s")
    if form.is_valid():
        stated = form.cleaned_data["stated"]
        with refusals_at(form):
            made = services.add_class(tournament_id=tournament.pk, stated=stated, **acting(request))
            message = _("Saved.")
            ranking = f"{reverse('scoring:rankings', kwargs={'slug': slug})}?{urlencode({'kind': made.code})}#new"
            return done(request, message, ranking if form.cleaned_data["is_ranked"] else section(slug, "classes"))
    return {"form": form}


def _one_class(request: HttpRequest, tournament: Any, row: Any) -> HttpResponse | dict[str, Any]:
    seen = services.as_stated(row)
    form = ChangedClassForm(typed(request, "state", at="classes"), seen=seen, auto_id="class_%s")
    removal = ClassRemovalForm(typed(request, "remove", at="classes"), seen=seen, auto_id="removal_%s")
    facts: dict[str, Any] = {"tournament_id": tournament.pk, "number": row.number}
    change = FormAct(form, services.change_class, "stated seen", _("Saved."), section(tournament.slug, "classes"))
    if answer := acted(request, change, **facts):
        return answer
    if removal.is_valid():
        with refusals_at(removal):
            if services.remove_class(seen=removal.cleaned_data["seen"], **facts, **acting(request)):
                return done(
                    request, _("“%(name)s” is deleted.") % {"name": row.called}, section(tournament.slug, "classes")
                )
    return {"form": form, "removal": removal}


ROBOTS = "User-agent: *\n" + "".join(f"Disallow: {address}\n" for address in NOT_INDEXED)
"""Search engines find the site, and nobody by name."""


def publishing(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Change what the public sees of a tournament."""
    form = PublishingForm(typed(request, at="publishing"), tournament=tournament, auto_id="public_%s")
    change = FormAct(form, publish, "publishing seen", _("Saved."), section(tournament.slug, "publishing"))
    if answer := acted(request, change, tournament_id=tournament.pk):
        return answer
    chosen = tournament.entrants.filter(chose_name=True).count()
    return {"form": form, "suggested": tournament.ends_on + SUGGESTED, "chosen": chosen}


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines to leave every tournament and every season alone."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_POST
def withdraw(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Withdraw an event, take that back, or delete what was withdrawn."""
    tournament = access.directed_tournament(request, slug=slug)
    act = request.POST.get("act", "")
    with refusals_as_messages(request, slug=slug):
        if act == "delete":
            name = delete_event(tournament_id=tournament.pk, by=signed_in(request))
            return done(request, _("“%(name)s” is deleted.") % {"name": name}, "tables:home")
        if act == "reinstate":
            reinstate_event(tournament_id=tournament.pk, **acting(request))
            return done(request, _("Done."), section(slug, "plan"))
        withdraw_event(tournament_id=tournament.pk, **acting(request))
        return done(request, _("Done."), section(slug, "plan"))
    return redirect(section(slug, "plan"))

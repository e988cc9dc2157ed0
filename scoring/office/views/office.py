"""The direction's day and the end of the event, the board of a series, the settings (SkWO 4, 6.2, ISkO 4.5.10)."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import urlsplit

from django import forms
from django.conf import settings as site_settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.archive.views import ArchiveForm
from scoring.lists import listings
from scoring.lists.forms.fields import ClockForm
from scoring.lists.selectors import boards
from scoring.lists.selectors.boards import ListState
from scoring.lists.services.clock import end_clock, undo_end
from scoring.lists.views import house_rules
from scoring.money.selectors import accounts
from scoring.office import listings as office_board
from scoring.office.listings import Tile
from scoring.office.selectors import day as office_selectors
from scoring.office.selectors import waiting as waits
from scoring.office.selectors.day import Day, Step
from scoring.office.services import end
from scoring.results.listings.standings_cells import PODIUM
from scoring.results.selectors import standings
from scoring.results.services import series as series_acts
from scoring.venues import views as venues
from tables.accounts.access import acting
from tables.acts.forms import SeesRow, TakeBackForm
from tables.acts.views import done, refusals_at, said_by, show
from tables.acts.wording.moments import moment
from tables.draw import selectors
from tables.draw.services.reseating import may_be_reseated
from tables.draw.services.seats import start_series, take_start_back
from tables.draw.views import drawing
from tables.hall import views as halls
from tables.hall.services import pause_clock, resume_clock
from tables.hall.views import announcements
from tables.journal.selectors import taken_back_after
from tables.tournaments import access
from tables.tournaments.views import frames, plan
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Series

RELEASES = {"release": end.release_final_ranking, "unopposed": end.release_unopposed}
TAKEN_BACK = {
    "take-end-back": (end.take_end_back, gettext_lazy("Saved.")),
    "take-release-back": (series_acts.take_release_back, gettext_lazy("Saved.")),
}
WITH_REASON = {
    "drop": (end.drop_unplayed, gettext_lazy("Saved.")),
    "take-drop-back": (end.take_drop_back, gettext_lazy("Saved.")),
    **TAKEN_BACK,
}
END = "?end#end"  # what follows the address of the office where it shows the end of the event


class LengthForm(SeesRow):
    """How long a series is, as long as nobody has played a deal of it."""

    beside: ClassVar = {"reason-missing": "because"}

    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=24)
    own_time_limit = forms.IntegerField(
        label=gettext_lazy("Time limit in minutes"), min_value=10, max_value=600, required=False
    )
    because = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Needed once a deal of the event is played; the plan shows it (SkWO 2.2)."),
    )


class DropForm(forms.Form):
    """Why the series that nobody has begun to play are not played at all."""

    since = forms.IntegerField(label=gettext_lazy("Given up are"), required=False, min_value=1, widget=forms.Select)
    because = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    def offer(self, unplayed: "Sequence[Series]", *, since: str) -> None:
        """Let it be chosen from which series on: all that are not played, unless it is said ``since`` which."""
        numbers = [series.number for series in unplayed]
        self.fields["since"].widget.choices = [
            (number, gettext_lazy("Series %(number)s") % {"number": ", ".join(map(str, numbers[at:]))})
            for at, number in enumerate(numbers)
        ]
        self.initial["since"] = since

    def clean_since(self) -> int:
        """Return the first of the series that are given up; without one it is every series that is not played."""
        return self.cleaned_data["since"] or 1


class EndForm(ClockForm):
    """When the event ended. Of two readings one that is still to come is not meant."""

    def meant(self, moments: Sequence[datetime]) -> Sequence[datetime]:
        """Return the readings that have passed, or all while none has."""
        return [moment for moment in moments if moment <= self.now] or moments[:1]


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def office(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is next and how far everything is, announce, and where it is asked for, end the event."""
    acts = request.method == "POST"
    find = access.directed_tournament if acts else access.officiated_tournament
    tournament = find(request, slug=slug)
    day = office_selectors.day(tournament, now=timezone.now())
    is_over = day.current is None and bool(day.series)
    is_part = "HX-Request" in request.headers and not acts
    ends = is_over or "end" in request.GET or (acts and "act" not in request.POST)
    context = frame(request, tournament, day=day, ends=ends, is_part=is_part)
    directs = context["offices"].director
    for shown, build in ((ends and not is_part, _end), (directs and not is_part, announcements)):
        made = build(request, tournament) if shown else {}
        if isinstance(made, HttpResponse):
            return made
        context |= made
    context |= {
        "phases": _phases(day, directs=directs),
        "waiting": waits.waiting(tournament),
        "came_last": waits.came_in_last(tournament),
        **_open_money(day),
    }
    return show(request, f"scoring/office/{'_office' if is_part else 'office'}.html", context, refused=acts)


def _end(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    form: EndForm | None = None
    action = request.POST.get("action", "")
    drop = DropForm(typed(request, "drop", under="action"))
    resuming = TakeBackForm(typed(request, "take-drop-back", under="action"), auto_id="resuming_%s")
    back = TakeBackForm(request.POST if action in TAKEN_BACK else None)
    button = forms.Form(typed(request))
    here = f"{reverse('scoring:office', args=[tournament.slug])}{END}"
    if request.method == "POST" and action in WITH_REASON:
        with_reason = {"drop": drop, "take-drop-back": resuming}.get(action, back)
        if with_reason.is_valid():
            service, message = WITH_REASON[action]
            with refusals_at(with_reason):
                service(tournament_id=tournament.pk, **with_reason.cleaned_data, **acting(request))
                return done(request, message, here)
    elif request.method == "POST":
        form = None if action in RELEASES else EndForm(request.POST, now=timezone.now())
        if form is None or form.is_valid():
            with refusals_at(button):
                return done(request, _act(request, tournament.pk, form), here)
    now = timezone.now()
    unplayed = office_selectors.unplayed(tournament)
    drop.offer(unplayed, since=request.GET.get("since", ""))
    lines = standings.standings(tournament).lines if tournament.released_at else ()
    return {
        "form": form or EndForm(now=now),
        "unplayed": unplayed,
        "given_up": office_selectors.given_up_last(tournament),
        "drop": drop,
        "resuming": resuming,
        "returning": back,
        "papers": office_selectors.papers_since(tournament, tournament.released_at) if tournament.released_at else (),
        "refused": said_by(button, slug=tournament.slug),
        "reviewed_at": taken_back_after(tournament) if tournament.released_at else None,
        "podium": [line for line in lines if line.rank <= PODIUM],
    }


def _act(request: HttpRequest, tournament_id: int, form: EndForm | None) -> str:
    if form is None:
        release = RELEASES[request.POST["action"]]
        release(tournament_id=tournament_id, lot_seed=secrets.token_hex(8), **acting(request))
        return _("The final ranking is released.")
    stated = end.state_end(tournament_id=tournament_id, ended_at=form.cleaned_data["moment"], **acting(request))
    return _("End of the event stated: %(moment)s") % {"moment": moment(stated.ended_at)}


def _open_money(day: Day) -> dict[str, Decimal]:
    owed = accounts.open_with_entrants(day.tournament)
    if owed is None:
        entering = day.tournament.entry_fee * (day.counts.entrants - day.counts.paid)
        return {"fees_due": entering, "lists_due": Decimal(0)}
    return {"fees_due": Decimal(owed.entering).scaleb(-2), "lists_due": Decimal(owed.lists).scaleb(-2)}


def _phases(day: Day, *, directs: bool) -> list[dict[str, object]]:
    slug = day.tournament.slug
    at = day.series.index(day.current) if day.current else len(day.series)
    gathers = day.step in {Step.PLAN, Step.GATHER} and at == 0
    ends = day.current is None and day.step != Step.PLAN
    places = [
        (_("Entrants"), "current" if gathers else "done", reverse("tables:desk", args=[slug]) if directs else ""),
        *(
            (
                _("Series %(number)s") % {"number": line.series.number},
                "done" if number < at else "current" if number == at and not gathers else "todo",
                reverse("scoring:board", args=[slug, line.series.number]),
            )
            for number, line in enumerate(day.series)
        ),
        (
            _("End of the event"),
            "done" if day.tournament.ended_at else "current" if ends else "todo",
            reverse("scoring:office", args=[slug]) + END,
        ),
        (
            _("Final ranking"),
            "done" if day.step == Step.DONE else "current" if ends and day.tournament.ended_at else "todo",
            reverse("scoring:standings", args=[slug]),
        ),
    ]
    return [{"label": label, "state": state, "url": url} for label, state, url in places]


PUBLISHED: Final = gettext_lazy("The seats of series %(series)s are published, and every table has its list.")
ACTS: Final[dict[str, tuple[Callable[..., Any], Any, tuple[str, ...]]]] = {
    "publish": (series_acts.publish_series, PUBLISHED, ()),
    "publish-all": (series_acts.publish_together, PUBLISHED, ()),
    "unpublish": (series_acts.take_publication_back, gettext_lazy("Saved."), ()),
    "start": (start_series, gettext_lazy("Series %(series)s has started. Good cards to everybody!"), ()),
    "pause-clock": (pause_clock, gettext_lazy("Saved."), ()),
    "resume-clock": (resume_clock, gettext_lazy("Saved."), ()),
    "end-clock": (end_clock, gettext_lazy("Saved."), ()),
    "undo-end": (undo_end, gettext_lazy("Saved."), ()),
    "close": (
        series_acts.close_series,
        gettext_lazy("Series %(series)s is closed; its results are official."),
        ("lot_seed",),
    ),
    "take-start-back": (take_start_back, gettext_lazy("Saved."), ("because",)),
    "take-closing-back": (series_acts.take_closing_back, gettext_lazy("Saved."), ("because",)),
}


class SeriesActForm(forms.Form):
    """What the director does with a series."""

    action = forms.ChoiceField(
        choices=[(name, name) for name in ACTS],
        error_messages={"required": gettext_lazy("Please choose."), "invalid_choice": gettext_lazy("Please choose.")},
    )
    because = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)


TILES_KEPT_FOR: Final = 600  # seconds that what a board has drawn is kept for the next one
SEEN = "X-Seen"


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def board(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show how far every table of a series is; publish, start and close the series, say how long it is."""
    form, length = None, None
    if request.POST.get("action") == "set-length":
        directed = access.directed_series(request, slug=slug, number=series)
        length = LengthForm(request.POST, seen=series_acts.length_of(directed))
        if length.is_valid():
            with refusals_at(length):
                series_acts.set_length(series_id=directed.pk, **length.cleaned_data, **acting(request))
                return done(request, _("Saved."), "scoring:board", slug=slug, series=series)
    elif request.method == "POST":
        directed = access.directed_series(request, slug=slug, number=series)
        form = SeriesActForm(request.POST)
        if form.is_valid():
            with refusals_at(form):
                action, because = form.cleaned_data["action"], form.cleaned_data["because"]
                service, text, asked = ACTS[action]
                facts = {"lot_seed": secrets.token_hex(8), "because": because}
                made = service(series_id=directed.pk, **{name: facts[name] for name in asked}, **acting(request))
                numbers = ", ".join(str(value.number) for value in made) if action == "publish-all" else series
                messages.success(request, text % {"series": numbers})
                return _led_on(directed, action)
    tournament = access.officiated_tournament(request, slug=slug)
    held = access.series_of(tournament, number=series)
    now = timezone.now()
    seen = boards.board_version(held, now=now)
    length = length or LengthForm(seen=series_acts.length_of(held))
    if request.headers.get(SEEN) == seen and not (form or length.is_bound):
        return HttpResponse(status=204)
    context = frame(request, tournament, series=held)
    line = office_selectors.series_line(held, now=now)
    lines = boards.board(held)
    tiles = office_board.tiles(lines, now=now)
    drawn = zip(tiles, _drawn(tiles, context), strict=True)
    unsigned = [row.table.number for row in lines if row.state != ListState.SIGNED and not row.counts_for_nobody]
    context |= {
        "line": line,
        "tiles": [html for tile, html in drawn if not tile.is_signed or "open" not in request.GET],
        "unsigned": unsigned,
        "on_paper": not any(row.phones for row in lines),
        "unfinished": any(row.state in {ListState.WAITING, ListState.OPEN} for row in lines),
        "not_begun": not any(row.table.play_began_at for row in lines),
        "calling": [tile for tile in tiles if tile.calls],
        "only_open": "open" in request.GET,
        # The page asks before the time is called.
        "asks_time": form is None
        and "time" in request.GET
        and held.status == held.Status.RUNNING
        and not line.clock.called,
        "seen": seen,
        "form": form,
        "length": length,
        "now": now,
        "following": office_selectors.following(held),
        "rests": office_selectors.rests_on(held, now=now) if held.status == held.Status.CLOSED else None,
        "waits_for": selectors.open_before(held) if held.status == held.Status.PUBLISHED else None,
        "together": office_selectors.previews_together(held) if held.status == held.Status.DRAWN else (),
        # Play has not begun everywhere: somebody missing or late can still be reckoned with.
        "mismatch": office_selectors.mismatch(held)
        if may_be_reseated(held) and (not lines or any(not row.table.play_began_at for row in lines))
        else None,
    }
    template = "_board" if "HX-Request" in request.headers and not (form or length.is_bound) else "board"
    return show(request, f"scoring/office/series/{template}.html", context, refused=form is not None)


def _drawn(tiles: Sequence[Tile], context: dict[str, Any]) -> list[str]:
    """A board of 250 tables is asked for every ten seconds, in which a dozen of them change."""
    series, slug, is_director = context["series"], context["tournament"].slug, context["offices"].director
    key = f"tiles:{slug}:{series.pk}:{bool(series.closed_at)}:{get_language()}:{is_director}"
    before: dict[str, str] = cache.get(key, {})
    template = get_template("scoring/office/series/_tile.html")
    now = {repr(tile): tile for tile in tiles}
    drawn = {name: before.get(name) or template.render({**context, "tile": tile}) for name, tile in now.items()}
    cache.set(key, drawn, TILES_KEPT_FOR)
    return list(drawn.values())


@require_safe
def keys(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show a card for every table with the key of its list, as a QR code and in letters, to be printed."""
    directed = access.directed_series(request, slug=slug, number=series)
    site, lists = frames.site(request), frames.lists_site(request)
    context = frame(
        request,
        directed.tournament,
        series=directed,
        cards=listings.key_cards(selectors.seating_of(directed), site=lists),
        site=site,
        lists=lists,
        warns=bool(site_settings.HTTPS_AUTHORITY) and lists == site_settings.HTTPS_URL,
        unreachable=listings.reaches_only_this_machine(site),
    )
    return render(request, "scoring/office/series/keys.html", context)


def _led_on(series: Any, action: str) -> HttpResponse:
    slug, following = series.tournament.slug, office_selectors.following(series)
    if action != "close" or (following and following.status != following.Status.PLANNED):
        return redirect("scoring:board", slug=slug, series=series.number)
    if following is None:
        return redirect(reverse("scoring:office", args=[slug]) + END)
    return redirect("scoring:seat-plan", slug=slug, series=following.number)


@require_safe
def waiting(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show how many calls, conflicts and disputes wait; nothing to a page that shows just that."""
    tournament = access.officiated_tournament(request, slug=slug)
    found_waiting = waits.waiting(tournament)
    if request.headers.get(SEEN) == found_waiting.version:
        return HttpResponse(status=204)
    # Only the office has a line about the door.
    asked_by = urlsplit(request.headers.get("HX-Current-URL", "")).path
    is_office = asked_by == reverse("scoring:office", kwargs={"slug": slug})
    came_last = waits.came_in_last(tournament) if is_office else None
    context = frame(request, tournament, waiting=found_waiting, came_last=came_last, is_office=is_office, oob=True)
    return render(request, "components/waiting.html", context)


def _record(_request: HttpRequest, _tournament: Any) -> dict[str, Any]:
    return {"form": ArchiveForm(auto_id="archive_%s")}


SECTIONS: Final = {
    "plan": (gettext_lazy("Tournament plan"), "tables/tournaments/plan/edit.html", plan.edit),
    "classes": (gettext_lazy("Classes"), "tables/tournaments/classes/classes.html", plan.classes),
    "hall": (gettext_lazy("Hall and times"), "tables/hall/hall.html", halls.hall),
    "rules": (gettext_lazy("Rules of the lists"), "scoring/lists/house_rules.html", house_rules),
    "publishing": (gettext_lazy("Publication"), "tables/tournaments/publishing/publishing.html", plan.publishing),
    "people": (gettext_lazy("Helpers and rights"), "tables/tournaments/people/people.html", plan.people),
    "wishes": (gettext_lazy("Wishes for the draw"), "tables/draw/wishes/wishes.html", drawing.wished),
    "venues": (gettext_lazy("Several venues"), "scoring/venues/venues.html", venues.page),
    "record": (gettext_lazy("Journal and archive"), "scoring/archive/record.html", _record),
}


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
@vary_on_headers("HX-Request")
def event_settings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show all sections, that of the address open; let it act."""
    tournament = access.directed_tournament(request, slug=slug)
    at = request.GET.get("at", "")
    page = frame(request, tournament, "settings", at=at)
    acted: dict[str, Any] = {}
    bodies = {}
    # The one that acts goes first: what it does is true for all others.
    for name in sorted(SECTIONS, key=lambda name: name != at):
        _title, template, build = SECTIONS[name]
        made = build(request, tournament)
        if isinstance(made, HttpResponse):
            return made
        bodies[name] = render_to_string(template, page | made, request)
        acted = made if name == at else acted
    is_refused = request.method == "POST" and acted.get("refused", True)
    sections = [(name, title, bodies[name]) for name, (title, *_how) in SECTIONS.items()]
    return show(request, "scoring/office/settings.html", acted | page | {"sections": sections, "refused": is_refused})

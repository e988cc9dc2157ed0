"""What a club does with its seasons: begins and changes them, their events, members, helpers, competitions, results."""

import re
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms as fields
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access, forms
from scoring.season.forms import DAY, OneForm
from scoring.season.reading import Read, by_day, read_results
from scoring.season.rules.lists import Count, Rule, SeasonList
from scoring.season.rules.standings import standings
from scoring.season.selectors import seasons
from scoring.season.services import competitions
from scoring.season.services import seasons as services
from scoring.season.views.public import frame
from scoring.season.wording import FAULTS, rule_sentences
from tables.accounts.access import acting
from tables.acts.forms import TableFile
from tables.acts.views import done, refusals_at, show
from tables.acts.wording.intake import intake_refused
from tables.clubs.access import kept_club
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.intake.sources.files import MOST_BYTES, read_file
from tables.intake.sources.lines import rows_of
from tables.tournaments.views.frames import FormAct, acted, site, typed

YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")

if TYPE_CHECKING:
    from scoring.season.models import Season


def following(before: Sequence["Season"], *, year: int) -> dict[str, Any]:
    """Return what a new season of a club begins with; ``before`` has the latest season first."""
    if not before:
        return {"starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}
    last = before[0]
    return {
        "name": YEARS.sub(lambda match: str(int(match[0]) + 1), last.name),
        "like": last.pk,
        # The 29th of February becomes the 28th.
        **{
            name: day.replace(year=day.year + 1, day=28 if (day.month, day.day) == (2, 29) else day.day)
            for name, day in (("starts_on", last.starts_on), ("ends_on", last.ends_on))
        },
        "visibility": last.visibility,
        "names_shown": last.names_shown,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, club: str) -> HttpResponse:
    """Begin a season of a club."""
    found_club = kept_club(request, slug=club)
    before = list(found_club.seasons.filter(forgotten_at=None))
    form = forms.NewSeasonForm(typed(request), before=before, initial=following(before, year=timezone.localdate().year))
    if form.is_valid():
        with refusals_at(form):
            made = services.begin_season(
                club_id=found_club.pk,
                details=form.cleaned_data["details"],
                entry_key=form.cleaned_data["entry_key"],
                like=form.season_before,
                terms=form.terms,
                **acting(request),
            )
            message = gettext(
                "%(name)s has begun. New events of the club count in it; earlier ones can be ticked here."
            ) % {"name": made.name}
            return done(request, message, "scoring:season-office", season=made.slug)
    # While it is chosen how the season counts, the example follows.
    asked = forms.NewSeasonForm(request.GET, before=before) if "count" in request.GET else form
    context = {"club": found_club, "keeps": True, "here": "season", "form": form, "example": example_of(asked)}
    return show(request, "scoring/season/new.html", context)


EXAMPLE = {
    "Anna": ((812, 1034), (655, 921), ()),
    "Bert": ((900, 700), (850, 880), (760, 640)),
    "Carl": ((1005, 400), (), (990, 1010)),
}
BEST_OF_EXAMPLE = 4


def example_of(form: forms.NewSeasonForm) -> dict[str, Any]:
    """Return the table of the example as the form counts, reckoned by the rules; as usual where it says nothing."""
    form.is_valid()
    typed = getattr(form, "cleaned_data", {})
    count = Count(typed.get("count") or Count.SUM)
    best = min(typed.get("best") or BEST_OF_EXAMPLE, BEST_OF_EXAMPLE) if count is Count.BEST else None
    points = tuple(typed.get("points") or forms.USUAL_POINTS) if count is Count.PLACES else ()
    rule = Rule(count=count, best=best, points=points)
    names = dict(enumerate(EXAMPLE))
    lists = [
        SeasonList(player=player, evening=evening, series=10 * evening + part, part=part, performance=performance)
        for player, name in names.items()
        for evening, played in enumerate(EXAMPLE[name], start=1)
        for part, performance in enumerate(played, start=1)
    ]
    rows = [
        (standing.place, names[standing.account.entrant], EXAMPLE[names[standing.account.entrant]], standing.account)
        for standing in standings(rule, lists)
    ]
    return {"rules": rule_sentences(rule), "rows": rows}


KEPT = frozenset({"change", "delete", "renew-key"})  # what only whoever keeps the season does


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show a season to whoever does a part of it; change what it is, which events and people belong to it."""
    chosen, may = access.helped_season(request, slug=season)
    act = request.POST.get("act", "")
    if act in KEPT:
        access.kept_season(request, slug=season)
    entries, members = seasons.events_of(chosen), seasons.members_of(chosen, may.removes)
    # What is in it already is offered as well: whoever sends it twice is told so.
    events = [*seasons.events_to_add(chosen, may.enters), *(entry.tournament for entry in entries)]
    people = [*seasons.people_to_add(chosen, may.enters), *members]
    change = forms.ChangedSeasonForm(typed(request, "change"), seen=services.as_described(chosen))
    add_events = forms.EventsForm(typed(request, "add-events"), events=events, auto_id="events_%s")
    add_members = forms.MembersForm(typed(request, "add-members"), people=people, auto_id="members_%s")
    goes = OneForm(request.POST if act in {"remove-event", "remove-member", "renew-key"} else None)
    delete = forms.SureForm(typed(request, "delete"), auto_id="delete_%s")

    def gone(number: int, **who: Any) -> str:
        if act == "remove-event":
            services.remove_event(tournament_id=number, clubs=may.removes, **who)
        elif act == "remove-member":
            services.remove_member(person_id=number, clubs=may.removes, **who)
        else:
            services.renew_key(**who)
            return gettext("There is a new key; the old one opens nothing any more.")
        return gettext("Saved.")

    if answer := acted(
        request,
        FormAct(
            delete,
            services.delete_season,
            "",
            lambda name: gettext("“%(name)s” is deleted.") % {"name": name},
            reverse("tables:club", args=[chosen.club.slug]),
        ),
        FormAct(change, services.change_season, "details seen", gettext("Saved.")),
        FormAct(
            add_events,
            lambda event, **stated: services.add_events(tournaments=event, **stated),
            "event kind",
            gettext("Saved."),
        ),
        FormAct(
            add_members,
            lambda person, **stated: services.add_members(people=person, **stated),
            "person",
            gettext("Saved."),
        ),
        FormAct(goes, gone, "number", str),
        season_id=chosen.pk,
    ):
        return answer
    inside, numbers = {entry.tournament_id for entry in entries}, {person.pk for person in members}
    context = frame(request, chosen, "office", competitions=seasons.competitions_of(chosen))
    context |= {
        "entries": entries,
        "guests": any(entry.guests for entry in entries),
        "members": members,
        "change": change,
        "alike": seasons.probably_same(chosen) if may.keeps else [],
        "add_events": add_events,
        "add_members": add_members,
        "goes": goes,
        "delete": delete,
        "offered_events": [event for event in events if event.pk not in inside],
        "offered_people": [person for person in people if person.pk not in numbers],
        "ticked": {*request.POST.getlist("event"), *request.POST.getlist("person")},
        "key_address": site(request) + reverse("scoring:season-key", args=[chosen.slug, chosen.key]),
    }
    return show(request, "scoring/season/office.html", context, refused=request.method == "POST")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest, *, season: str) -> HttpResponse:
    """Show who else does a part of a season to whoever keeps it; add and remove them."""
    chosen = access.kept_season(request, slug=season)
    act = request.POST.get("act", "")
    clubs, further = seasons.clubs_to_add(chosen), seasons.further_clubs(chosen)
    # Those that count already are taken as well: whoever sends one twice has it once.
    club = forms.FurtherClubForm(
        typed(request, "add-club"), clubs=[*clubs, *(season_club.club for season_club in further)], auto_id="club_%s"
    )
    helper = forms.HelperForm(typed(request, "add-helper"), auto_id="helper_%s")
    goes = OneForm(request.POST if act in {"remove-club", "remove-helper"} else None)

    def gone(number: int, **who: Any) -> str:
        if act == "remove-club":
            services.remove_club(club_id=number, **who)
        else:
            services.remove_helper(helper_id=number, **who)
        return gettext("Saved.")

    if answer := acted(
        request,
        FormAct(club, lambda club, **who: services.add_club(club_id=club, **who), "club", gettext("Saved.")),
        FormAct(helper, services.add_helper, "username may", gettext("Saved.")),
        FormAct(goes, gone, "number", str),
        season_id=chosen.pk,
    ):
        return answer
    context = frame(request, chosen, "office", further=further, helpers=chosen.helpers.select_related("user"))
    context |= {"add_club": club, "add_helper": helper, "goes": goes, "has_clubs": bool(clubs)}
    return show(request, "scoring/season/shared.html", context, refused=request.method == "POST")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_competition(request: HttpRequest, *, season: str) -> HttpResponse:
    """Make a competition."""
    chosen = access.kept_season(request, slug=season)
    form = forms.CompetitionForm(typed(request), classes=seasons.classes_in(chosen))
    made = FormAct(
        form,
        competitions.make_competition,
        "terms entry_key",
        gettext("Saved."),
        reverse("scoring:season-office", args=[season]),
    )
    page = frame(request, chosen, "office", form=form)
    return acted(request, made, season_id=chosen.pk) or show(request, "scoring/season/competition.html", page)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def competition(request: HttpRequest, *, season: str, number: int) -> HttpResponse:
    """Change how a competition counts, release its table, delete it."""
    released = access.released_season(request, slug=season)
    chosen = access.competition_of(released, number=number)
    if request.POST.get("act", "") in {"change", "delete"}:
        access.kept_season(request, slug=season)
    form = forms.ChangedCompetitionForm(
        typed(request, "change"), seen=competitions.as_agreed(chosen), classes=seasons.classes_in(released)
    )
    delete = forms.SureForm(typed(request, "delete"), auto_id="delete_%s")
    release = forms.ReleaseForm(typed(request, "release"), auto_id="release_%s")
    if answer := acted(
        request,
        FormAct(
            delete,
            competitions.delete_competition,
            "",
            lambda name: gettext("“%(name)s” is deleted.") % {"name": name},
            reverse("scoring:season-office", args=[season]),
        ),
        FormAct(form, competitions.change_competition, "terms seen", gettext("Saved.")),
        FormAct(release, competitions.release_table, "", gettext("Saved.")),
        competition_id=chosen.pk,
    ):
        return answer
    context = frame(request, released, "office", form=form, competition=chosen, delete=delete, release=release)
    context["releases"] = [
        (season_release, seasons.outdated_since(season_release))
        for season_release in chosen.releases.order_by("-number")
    ]
    return show(request, "scoring/season/competition.html", context, refused=request.method == "POST")


MOST_FAULTS = 12  # so many sentences at once are read


class EarlierForm(fields.Form):
    """A table as text or as a file, which becomes text. Clean, what it says is under ``cleaned_data["read"]``."""

    beside: ClassVar = {"earlier-name-unclear": "lines"}

    lines = fields.CharField(
        label=_("Results of earlier evenings"),
        strip=False,
        required=False,
        widget=fields.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "list-text"}),
    )
    file = TableFile(label=_("or a file"), required=False)
    sure = fields.BooleanField(label=_("The sums in the table are wrong, its results are right"), required=False)

    def __init__(self, *args: Any, season: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season

    def clean(self) -> dict[str, Any]:
        """Read the table, or say line by line what is wrong with it."""
        data = super().clean() or {}
        try:
            if data.get("file"):
                sheet = read_file(data["file"].read(MOST_BYTES + 1), most_rows=MOST_ENTRANTS).sheet
                # From here on it is text, which can be mended.
                text = "\n".join("\t".join(line.cells) for line in sheet.lines)
                self.data = {**self.data.dict(), "lines": text}  # type: ignore[attr-defined]
            lines = rows_of(self.data.get("lines", ""), limit=MOST_ENTRANTS)
        except IntakeRefused as refused:
            self.add_error("lines", intake_refused(refused))
            return data
        dates = {"starts": self.season.starts_on, "ends": self.season.ends_on}
        data["read"] = read_results([(line.number, line.cells) for line in lines], **dates)
        for fault in self.faults(data["read"], is_sure=data.get("sure", False)):
            self.add_error("lines", fault)
        return data

    def faults(self, read: Read, *, is_sure: bool) -> list[str]:
        """Return what is wrong with a table, in words."""
        wrong = read.wrong if is_sure else read.faults
        texts = [
            str(FAULTS[fault.flaw])
            % {
                "line": fault.line,
                **{
                    name: date_format(day, "SHORT_DATE_FORMAT") if isinstance(day, date) else day
                    for name, day in fault.facts.items()
                },
            }
            for fault in wrong
        ]
        more = len(texts) - MOST_FAULTS
        rest = ngettext("%(n)s more line is wrong.", "%(n)s more lines are wrong.", more) % {"n": more}
        return [*texts[:MOST_FAULTS], *([rest] if more > 0 else [])]

    @property
    def asks_whether_sure(self) -> bool:
        """Whether sums differ from what they add up."""
        read = self.cleaned_data.get("read") if self.is_bound else None
        return read is not None and len(read.wrong) < len(read.faults)


class GoneForm(fields.Form):
    """An evening that is taken out again."""

    day = fields.DateField(widget=DAY)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def earlier(request: HttpRequest, *, season: str) -> HttpResponse:
    """Enter what a club played before, as a table; show which evenings are entered, and take one out again."""
    chosen = access.kept_season(request, slug=season)
    act = request.POST.get("act", "")
    goes = GoneForm(typed(request, "remove"))
    sent = () if goes.is_bound else (request.POST or None, request.FILES or None)
    form = EarlierForm(*sent, season=chosen)
    # It is shown beside why it was refused, too.
    read = by_day(form.cleaned_data["read"].results) if form.is_valid() else {}
    take = FormAct(
        form if act == "take" else EarlierForm(season=chosen),
        lambda read, **who: competitions.add_earlier(results=read.results, **who),
        "read",
        gettext("Saved."),
        reverse("scoring:season-office", args=[season]),
    )
    remove = FormAct(goes, competitions.remove_earlier, "day", gettext("Saved."))
    if answer := acted(request, take, remove, season_id=chosen.pk):
        return answer
    evenings = [(day, len(results), sum(result.points for result in results)) for day, results in read.items()]
    context = frame(request, chosen, "office", form=form, evenings=evenings, entered=seasons.earlier_of(chosen))
    return show(request, "scoring/season/earlier.html", context, refused=goes.is_bound)

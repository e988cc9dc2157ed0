"""The rankings of an event on one page, and the final made of one: who goes on, declines, moves up (SkWO 1.4, 5.2)."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.history.views import ranking_then
from scoring.office.services.end import call_next, decline, first_called, make_final, ranking_of
from scoring.results.selectors.advancing import (
    CLASSES,
    CLUBS,
    DISTRICTS,
    TABLES,
    AdvancingTerms,
    Final,
    Ranked,
    final_of,
    rankings_of_players,
)
from scoring.results.views import ranking_office
from scoring.rules.results.advancing import AtBorder
from scoring.season.selectors.tables import years_to_go_on_from
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, TextLine, offer
from tables.acts.views import cleaned, done, refusals_at, show
from tables.draw.forms import StartNumbers
from tables.intake.outcome import MOST_ENTRANTS
from tables.people.wording import who
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def rankings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the direction all rankings and let it make and switch them; show every official one as it was."""
    opened = access.directed_tournament if request.method == "POST" else access.officiated_tournament
    tournament = opened(request, slug=slug)
    page = frame(request, tournament, "rankings")
    for build in (ranking_then, *((ranking_office.rankings,) if page["offices"].director else ())):
        made = build(request, tournament)
        if isinstance(made, HttpResponse):
            return made
        page |= made
    return show(request, "scoring/office/rankings.html", page)


LONGEST_NAME = 120
USUAL_PLACES = 16
BEST, OTHERS = "best", "others"


class FinalForm(forms.Form):
    """How many go on to a final, and from where. Under ``cleaned_data["terms"]`` it ends in ``Terms``."""

    beside: ClassVar = {
        "too-few-ranked": "places",
        "border-not-settled": "at_border",
        "no-such-entrant": "kept",
        "nobody-left": "whom",
    }

    name = TextLine(label=_("Name"), max_length=LONGEST_NAME)
    starts_on = forms.DateField(
        label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "short"})
    )
    whom = forms.ChoiceField(
        label=_("Who goes on"),
        choices=[
            (BEST, _("the best of the ranking, to a final")),
            (OTHERS, _("all others, to a consolation round that is open to everybody")),
        ],
    )
    ranking = forms.ChoiceField(label=_("Ranking"), required=False)
    places = forms.IntegerField(
        label=_("Places"),
        min_value=0,
        max_value=MOST_ENTRANTS,
        help_text=_("So many of the best go on; 0 where further places alone are given."),
    )
    kept = StartNumbers(
        label=_("Kept places"),
        required=False,
        help_text=_("Start numbers of those who go on besides, such as hosts or the last winner."),
    )
    within = forms.TypedChoiceField(
        label=_("Kept places count"),
        coerce=bool,
        required=False,
        choices=[("", _("on top: as many of the best go on")), ("1", _("within: so many fewer of the best go on"))],
    )
    with_points = forms.BooleanField(
        label=_("With their points"),
        required=False,
        help_text=_("Everybody starts with the points they have in this ranking; else with none."),
    )
    at_border = forms.TypedChoiceField(
        label=_("Equal at the border"),
        coerce=AtBorder,
        choices=[
            (AtBorder.LOT.value, _("the lot of the ranking decides (SkWO 5.2)")),
            (AtBorder.ALL.value, _("all who are equal go on")),
        ],
    )
    further = forms.IntegerField(label=_("Further places"), min_value=1, max_value=MOST_ENTRANTS, required=False)
    further_of = forms.ChoiceField(label=_("Further places for"), required=False)
    entry_key = EntryKey()

    def __init__(self, *args: Any, tournament: Any, years: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rankings = [(f"ranking:{ranking.number}", ranking.name) for ranking in rankings_of_players(tournament)]
        tables = [(f"year:{year.pk}", f"{year.season.name}: {year.name}") for year in years]
        offer(self.fields["ranking"], [("", gettext("all players")), *rankings, *tables])
        classes = [(player_class.code, player_class.name) for player_class in known_classes(tournament)]
        groups = [
            ("", "–"),
            (CLUBS, gettext("each club")),
            (DISTRICTS, gettext("each district")),
            (CLASSES, gettext("each class")),
            (TABLES, gettext("each table of the last series, by that series alone")),
        ]
        offer(self.fields["further_of"], [*groups, *classes])

    def clean(self) -> dict[str, Any]:
        """Make the terms."""
        data = super().clean() or {}
        if data.get("further") and not data.get("further_of"):
            self.add_error("further_of", _("Please choose."))
        is_for_others = data.get("whom") == OTHERS
        if not (data.get("places", 1) or data.get("further") or data.get("kept") or is_for_others):
            self.add_error("places", _("Please say how many go on."))
        of_this_event = (data.get("with_points"), data.get("kept"), data.get("further_of") == TABLES, is_for_others)
        if str(data.get("ranking")).startswith("year:") and any(of_this_event):
            self.add_error(
                "ranking",
                _("The table of a year knows no points of an event, kept places, tables or consolation round."),
            )
        if not self.errors:
            data["terms"] = AdvancingTerms(
                places=0 if is_for_others else data["places"],
                further=data["further"] or 0 if data["further_of"] else 0,
                further_of=data["further_of"] if data["further"] else "",
                at_border=data["at_border"],
                kept=() if is_for_others else data["kept"],
                within=bool(data["within"]),
                others=is_for_others,
                with_points=data["with_points"],
                **{which: int(number) for which, _colon, number in [data["ranking"].partition(":")] if which},
            )
        return data


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who would go on from a ranking to a final; make it a new event."""
    tournament = access.directed_tournament(request, slug=slug)
    name = gettext("%(name)s: final") % {"name": tournament.name}
    suggested = {"name": name[:LONGEST_NAME], "starts_on": timezone.localdate(), "places": USUAL_PLACES}
    suggested |= {"at_border": AtBorder.LOT.value, "whom": BEST}
    years = years_to_go_on_from(tournament, of=signed_in(request))
    form = FinalForm(typed(request), tournament=tournament, years=years, initial=suggested)
    called: Sequence[Ranked] = ()
    if form.is_valid():
        terms = form.cleaned_data["terms"]
        with refusals_at(form):
            if request.POST.get("act") == "make":
                stated = cleaned(form, "terms", "name", "starts_on", "entry_key")
                made = make_final(tournament_id=tournament.pk, **stated, **acting(request))
                return done(request, gettext("Saved."), "scoring:final-called", slug=made.slug)
            called = first_called(tournament, terms)
    finals = list(tournament.finals.order_by("pk"))
    context = frame(request, tournament, "office", form=form, called=called, finals=finals)
    return show(request, "scoring/office/final_new.html", context)


class DecliningForm(forms.Form):
    """Who declines, by their start number in the final; nobody where only the next ones are called."""

    number = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def called(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show who is called to a final; mark somebody as declining, call the next of the ranking."""
    tournament = access.directed_tournament(request, slug=slug)
    form = DecliningForm(typed(request))
    if form.is_valid():
        number = form.cleaned_data["number"]
        with refusals_at(form):
            values = {"tournament_id": tournament.pk, **acting(request)}
            numbers = decline(number=number, **values) if number else call_next(**values)
            return done(request, _moved_up(tournament, numbers), "scoring:final-called", slug=slug)
    final = final_of(tournament)
    lines = _lines(final) if final else []
    context = frame(request, tournament, "entrants", form=form, final=final, lines=lines)
    return show(request, "scoring/office/final_called.html", context, refused=request.method == "POST")


def _moved_up(tournament: Any, numbers: Sequence[int]) -> str:
    if not numbers:
        return gettext("Nobody is called: all places are taken, or the ranking has nobody left.")
    called = tournament.entrants.filter(number__in=numbers).order_by("number")
    names = ", ".join(who(entrant.number, entrant.name) for entrant in called)
    return ngettext("Called as the next one: %(names)s.", "Called as the next ones: %(names)s.", len(numbers)) % {
        "names": names
    }


def _lines(final: Final) -> list[dict[str, Any]]:
    ranks = {line.candidate.number: line.rank for line in ranking_of(final.source, final.terms)}
    return [
        {"number": number, "entrant": final.entrants.get(number), "rank": ranks.get(before)}
        for number, before in sorted(final.called.items())
    ]

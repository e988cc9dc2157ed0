"""What is it worth, dealing again, the house rules of a list, and what its table sees of it (ISkO 5)."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.forms.entry import RedealForm
from scoring.lists.forms.fields import LOST, WON, LineForm, StakeField, contradictions_in, played_of
from scoring.lists.forms.house import PROFILE, CannotPlay, no_choice, read_house
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.house import as_chosen, begun_of, choices, is_for_a_hall
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.services.entry import deal_again as deal_anew
from scoring.lists.services.house_rules import choose_rules
from scoring.lists.wording import games
from scoring.lists.wording import refusals as wording_refusals
from scoring.lists.wording.house import rules_or_book
from scoring.rules.clauses import Edition
from scoring.rules.codes import PROBLEM
from scoring.rules.game_list.deals import Redealing, void_deals
from scoring.rules.judging import Worth, clause_of, worth
from scoring.rules.profiles.naming import BY_THE_BOOK, name_of
from tables.accounts.access import acting, official
from tables.acts.addresses import TABLE, section
from tables.acts.forms import SeesRow, TextLine
from tables.acts.views import cleaned, done, refusals_at, show
from tables.draw import access as draw_access
from tables.hall import access
from tables.tournaments import access as tournaments_access
from tables.tournaments.views.frames import typed

if TYPE_CHECKING:
    from tables.tournaments.models import Series, Tournament


def directed_sheet(request: HttpRequest, *, slug: str, series: int, table: int) -> Sheet:
    """Return the list of a table that the request directs.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises PermissionDenied: unless a director is signed in.
    """
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    return sheets.sheet(boards.list_of(directed))


def sheet_context(request: HttpRequest, sheet: Sheet) -> dict[str, object]:
    """Return what every page about one list of the desk shows."""
    return {**table_context(request, sheet.row.table), "sheet": sheet}


def table_context(request: HttpRequest, table: Any) -> dict[str, Any]:
    """Return what every page about a table in a series shows."""
    series, tournament = table.series, table.series.tournament
    offices = tournaments_access.offices(request, tournament)
    return {"tournament": tournament, "offices": offices, "series": series, "table": table}


@require_http_methods(["GET", "POST"])
def deal_again(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Ask what went wrong, show what would be void, and on a second word void it."""
    kept_table = access.kept_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(kept_table))
    typed = request.POST if request.method == "POST" else request.GET if "mistake" in request.GET else None
    form = RedealForm(
        typed, initial={"version": sheet.row.version}, entered=len(sheet.lines), length=sheet.game_list.length
    )
    redealing = None
    if typed is not None and form.is_valid():
        mistake, value = form.cleaned_data["mistake"], form.cleaned_data["found"]
        with refusals_at(form):
            if request.method == "POST":
                result = deal_anew(
                    list_id=sheet.row.pk,
                    mistake=mistake,
                    last_begun=value,
                    version=form.cleaned_data["version"],
                    because=gettext("The wrong player had dealt (ISkO 3.2.11)."),
                    by=official(request),
                    now=timezone.now(),
                    device=access.device(request, kept_table),
                )
                return done(request, _said(result), "scoring:list", slug=slug, series=series, table=table)
            redealing = void_deals(sheet.game_list, mistake=mistake, last_begun=value)
    context = sheet_context(request, sheet) | {"form": form, "shown": redealing, "dealer": _dealer(sheet, redealing)}
    return show(request, "scoring/table/entry/deal_again.html", context)


def _said(result: Redealing) -> str:
    if not result.void:
        return gettext("Nothing is void: the round is finished, so all its deals stay (ISkO 3.2.13).")
    return gettext("Deal %(deal)s and those after it are void and dealt again.") % {"deal": result.number}


def _dealer(sheet: Sheet, redealing: Redealing | None) -> str:
    """Return who deals next."""
    if redealing is None or redealing.dealer is None:
        return ""
    return str(sheet.seats[redealing.dealer - 1].entrant.called)


class HouseRulesForm(SeesRow):
    """Whether an event is an official tournament, and the rules of each series; ``cleaned_data["rules"]`` by number."""

    by_the_book = forms.BooleanField(
        label=_("This is an official tournament"),
        required=False,
        help_text=_(
            "Every list is kept by the official rules; SkWO 9.4 knows no house rules. A club "
            "evening that is no official tournament may choose."
        ),
    )

    stake = StakeField(
        label=_("Cents a point"),
        help_text=_("Under each list stands who pays whom. Empty: no stake. Fractions are fine: 1/2."),
    )

    def __init__(self, *args: Any, tournament: "Tournament", series: Sequence["Series"], **kwargs: Any) -> None:
        super().__init__(*args, seen=as_chosen(tournament, series), **kwargs)
        self.series = series
        begun = begun_of(series)
        self.open = [each_series for each_series in series if each_series not in begun]
        """Series whose rules can be chosen yet."""

        for each_series in series:
            # What a table chose elsewhere, with switches of its own, stays on offer.
            names = list(dict.fromkeys((*choices(), each_series.profile)))
            self.fields[f"rules_{each_series.number}"] = forms.ChoiceField(
                label=gettext("Series %(number)s") % {"number": each_series.number},
                choices=[(name, rules_or_book(name)) for name in names],
                required=False,
                disabled=each_series not in self.open,
                help_text=gettext("Deals are written down already: these rules stay.")
                if each_series not in self.open
                else "",
            )
        for each_series in self.open:
            label = gettext("Series %(series)s: the address of your rules")
            self.fields[f"address_{each_series.number}"] = TextLine(
                label=label % {"series": each_series.number}, required=False
            )

    @property
    def rules_fields(self) -> list[forms.BoundField]:
        """The rules of each series."""
        return [self[f"rules_{series.number}"] for series in self.series]

    @property
    def address_fields(self) -> list[forms.BoundField]:
        """Where rules of one's own are named instead."""
        return [self[f"address_{series.number}"] for series in self.open]

    @property
    def has_address(self) -> bool:
        """Whether one is named."""
        return any(field.value() for field in self.address_fields)

    def clean(self) -> dict[str, Any]:
        """Collect the rules by series, those of an address before those that stand chosen beside it."""
        data = super().clean() or {}
        data["rules"] = {each_series.number: data.get(f"rules_{each_series.number}", "") for each_series in self.series}
        for series in self.open:
            if address := data.get(f"address_{series.number}"):
                data["rules"][series.number] = self._named_by(address, f"address_{series.number}")
        return data

    def _named_by(self, address: str, field: str) -> str:
        """Return the name of the rules of an address; whatever is wrong with it is said at its field."""
        query = QueryDict(address.partition("?")[2].partition("#")[0])
        if PROFILE not in query:
            self.add_error(field, gettext("This is not the address of a page of rules."))
            return BY_THE_BOOK
        try:
            house = read_house(query).house
        except CannotPlay as cannot:
            for sentence in cannot.errors.values():
                self.add_error(field, sentence)
            return BY_THE_BOOK
        if not is_for_a_hall(house.profile):
            self.add_error(field, gettext("These rules are not for tables of three and four, as a draw makes them."))
        return name_of(house.profile.code, house.settings)


def house_rules(request: HttpRequest, tournament: "Tournament") -> HttpResponse | dict[str, Any]:
    """Choose by which rules the lists of each series are kept."""
    series = list(tournament.series.order_by("number"))
    form = HouseRulesForm(typed(request, at="rules"), tournament=tournament, series=series, auto_id="list_%s")
    if form.is_valid():
        with refusals_at(form):
            choose_rules(
                tournament_id=tournament.pk, **cleaned(form, "by_the_book", "rules", "stake", "seen"), **acting(request)
            )
            message = gettext("Saved.")
            return done(request, message, section(tournament.slug, "rules"))
    return {"form": form}


class WorthForm(LineForm):
    """A game with its outcome; asked by address, so it has no key and changes nothing.

    Clean, it holds the ``Worth`` under ``cleaned_data["worth"]``.
    """

    outcome = forms.TypedChoiceField(
        label=_("How did it end?"),
        choices=[(WON, _("Won")), (LOST, _("Lost"))],
        widget=forms.RadioSelect,
        initial=WON,
        empty_value=WON,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="ask_%s", **kwargs)

    def clean(self) -> dict[str, Any]:
        """Ask the rules; whatever they refuse is part of their answer."""
        data = super().clean() or {}
        if self.errors:
            return data
        instead = self.read_otherwise(data)
        if data["game"] is None and instead is None:
            # A bid without a game is play without an announcement: the cheapest reading answers it (ISkO 4.1.1).
            instead = self.readings[0] if self.readings else None
            if instead is None:
                self.add_error("game", _("Which game?"))
                return data
        if instead:
            data["worth"] = worth(instead)
            return data
        broken = tuple(PROBLEM[code] for code in contradictions_in(data))
        asked = worth(played_of(data))
        data["worth"] = replace(asked, booking=None, problems=(*broken, *asked.problems)) if broken else asked
        return data


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def page(request: HttpRequest) -> HttpResponse:
    """Show the question, and the answer to what was ticked."""
    form = WorthForm(request.GET) if request.GET else WorthForm()
    worth = form.cleaned_data["worth"] if form.is_valid() else None
    is_swapped = "HX-Request" in request.headers
    template = "scoring/lists/worth/_answer.html" if is_swapped else "scoring/lists/worth/worth.html"
    context = {"form": form, "worth": worth, "asked": request.GET.urlencode(), "is_swapped": is_swapped}
    return show(request, template, context)


@require_safe
@vary_on_headers("Cookie", "Accept-Language")
def as_json(request: HttpRequest) -> JsonResponse:
    """Answer the same question to a program."""
    form = WorthForm(request.GET)
    if unknown := [name for name in request.GET if name not in form.fields]:
        # What is misspelt is no answer to something else: "won=lost" would be a game that was won.
        response = JsonResponse({"errors": {name: [no_choice(name)] for name in unknown}}, status=400)
    elif form.is_valid():
        response = JsonResponse(_as_data(form.cleaned_data["worth"]))
    else:
        response = JsonResponse({"errors": form.errors}, status=400)
    # Any page may ask: there is nothing to protect in what a game is worth.
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _as_data(worth: Worth) -> dict[str, Any]:
    """Return the answer as plain data; the sentences are in the language of the request."""
    line, booking = worth.line, worth.booking
    contract = asdict(line.contract)
    values = {
        "line": contract | {name: part for name, part in asdict(line).items() if name != "contract"},
        "name": games.played_name(line),
        "edition": Edition.NOVEMBER_2002,
        "problems": [asdict(problem) | {"text": wording_refusals.sentence(problem)} for problem in worth.problems],
    }
    if booking is None:
        return values | {"points": None, "value": None, "steps": []}
    return values | {
        "points": booking.points,
        "value": booking.value,
        "computation": games.computation(booking),
        "steps": [
            asdict(step) | {"text": games.step_line(step), "clause": clause_of(step, contract=line.contract)}
            for step in booking.steps
        ],
    }


urlpatterns = [path(f"{TABLE}deal-again/", deal_again, name="deal-again")]

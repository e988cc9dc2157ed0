"""Opening a table, asking the others to it, players who leave, stopping before the last deal, taking its list along."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.archive.packing.record import as_json
from scoring.archive.packing.record import record as packed
from scoring.lists.forms.fields import StakeField
from scoring.lists.forms.house import CannotPlay, rules_of_address
from scoring.lists.listings import reaches_only_this_machine
from scoring.lists.selectors import boards, sheets, sitting
from scoring.lists.selectors.sheets import kitty_of, settlement_of
from scoring.lists.views import table_context
from scoring.lists.wording.games import names_at
from scoring.lists.wording.house import rules_or_book
from scoring.paper import workbooks
from scoring.pub import services
from scoring.pub.services import Company, called
from scoring.rules.profiles.naming import BY_THE_BOOK, NAMED, house, name_of, named
from scoring.rules.profiles.presets import PROFILES
from scoring.table.forms import WhoLeavesForm
from tables.accounts.access import address_of
from tables.acts.addresses import TABLE
from tables.acts.forms import EntryKey, TextLine, offer
from tables.acts.views import as_file, as_tables, refusals_at, show, written
from tables.acts.wording.intake import intake_problem
from tables.hall import access
from tables.hall.access import device, take_key
from tables.intake.names import filed
from tables.intake.registration import Registration, problems
from tables.qr_codes import qr_code
from tables.tournaments.selectors.tournaments import keep_until
from tables.tournaments.views.frames import lists_site, typed
from tables.tournaments.wording import above


def pub_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Any:
    """Return a pub table, or raise Http404 if there is none, or KeyNeeded if the request does not hold its key."""
    found_table = access.kept_table(request, slug=slug, series=series, table=table)
    if not found_table.series.tournament.is_pub_table:
        raise Http404
    return found_table


SEATS: Final = range(1, 6)
FEWEST: Final = 2
ROUNDS: Final = (3, 6, 8, 10, 12)  # rounds that are offered; a round is as many deals as there are players
USUAL: Final = 12


class RulesSelect(forms.Select):
    """Rules to choose from, each with how many can play by it, for the page's script."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return an option as Django makes it, with its numbers of players."""
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = " ".join(map(str, sorted(named(value).seats)))
        return option


class CompanyForm(forms.Form):
    """Who sits down. ``remembered`` is what this browser played last, and fills the form."""

    beside: ClassVar = {
        "names-alike": "name_1",
        "not-so-many-seats": "profile",
        "no-such-profile": "profile",
        "stake-too-high": "stake",
    }

    entry_key = EntryKey()
    profile = forms.ChoiceField(label=gettext_lazy("Rules"), required=False, widget=RulesSelect)
    stake = StakeField(label=gettext_lazy("Cents a point"))
    rounds = forms.TypedChoiceField(
        label=gettext_lazy("Rounds"), coerce=int, choices=[(rounds, rounds) for rounds in ROUNDS], initial=USUAL
    )

    def __init__(
        self, *args: Any, remembered: Mapping[str, Any] | None = None, chosen: str | None = None, **kwargs: Any
    ) -> None:
        initial = {**(remembered or {}), **({} if chosen is None else {"profile": chosen})}
        super().__init__(*args, **{"initial": initial, **kwargs})
        offer(self.fields["profile"], list(_rules(initial.get("profile", BY_THE_BOOK))))
        first = _name(SEATS[0])
        for seat in SEATS:
            has_focus = _name(seat) == first and not self.is_bound and first not in self.initial
            self.fields[_name(seat)] = TextLine(
                label=_("Seat %(place)s") % {"place": seat},
                required=False,
                widget=forms.TextInput(
                    attrs={
                        "autocomplete": "off",
                        "autocapitalize": "words",
                        "enterkeyhint": "next",
                        "autofocus": has_focus,
                    }
                ),
            )

    def names(self) -> list[forms.BoundField]:
        """Return the fields of the names, from seat 1 on."""
        return [self[_name(seat)] for seat in SEATS]

    def clean(self) -> dict[str, Any]:
        """Make the company, or say everything that is wrong with it."""
        data = super().clean() or {}
        names = [data.get(_name(seat), "") for seat in SEATS]
        for seat, name in zip(SEATS, names, strict=True):
            for problem in problems(Registration(name=name)) if name else ():
                self.add_error(_name(seat), intake_problem(problem))
        given = [name for name in names if name]
        if len(given) < FEWEST and not any(self.has_error(_name(seat)) for seat in SEATS):
            first_free = next(seat for seat, name in zip(SEATS, names, strict=True) if not name)
            self.add_error(_name(first_free), _("Skat takes at least two. Who else plays?"))
        if not self.errors:
            data["company"] = Company(names=given, profile=data["profile"], stake=data["stake"], rounds=data["rounds"])
        return data

    def to_remember(self) -> dict[str, Any]:
        """Return what fills this form the next time."""
        names = self.cleaned_data["company"].names
        typed = {name: self.cleaned_data[name] for name in ("profile", "rounds")}
        # What a fraction was typed as is what is typed again.
        return {**typed, "stake": self["stake"].value(), **{_name(at): name for at, name in enumerate(names, start=1)}}


class AgreedForm(forms.Form):
    """What all players of a table agree on, having looked at its list as it stands."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    agreed = forms.BooleanField(
        label=gettext_lazy("All of us agree."),
        error_messages={"required": gettext_lazy("This counts only if all players agree.")},
    )


class PubPlayersForm(WhoLeavesForm, AgreedForm):
    """All players let one of them leave the table, or come back to it."""


def _name(seat: int) -> str:
    return f"name_{seat}"


def _rules(brought: str) -> Iterator[tuple[str, str]]:
    houses = (*NAMED.values(), *map(house, PROFILES))
    for name in dict.fromkeys(
        (*(name_of(each_house.profile.code, each_house.settings) for each_house in houses), brought)
    ):
        seats = sorted(named(name).seats)
        text = "" if seats == [3, 4] else f" ({seats[0]}–{seats[-1]})" if seats[1:] else f" ({seats[0]})"
        yield name, f"{rules_or_book(name)}{text}"


REMEMBERED: Final = "company"  # where a session keeps who played last, so that nobody types it twice


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_table(request: HttpRequest) -> HttpResponse:
    """Let some people open a list for themselves, by the rules of the address if it names any, and lead them to it."""
    try:
        chosen = rules_of_address(request.GET)
    except CannotPlay:
        # That page says what is wrong with them.
        return redirect(f"{reverse('scoring:house')}?{request.GET.urlencode()}")
    form = CompanyForm(typed(request), remembered=request.session.get(REMEMBERED), chosen=chosen)
    if form.is_valid():
        now = timezone.now()
        with refusals_at(form):
            table = services.open_table(
                company=form.cleaned_data["company"],
                called=called(timezone.localdate(now)),
                entry_key=form.cleaned_data["entry_key"],
                now=now,
                address=address_of(request),
            )
            request.session[REMEMBERED] = form.to_remember()
            take_key(request, key=table.key)
            return redirect("scoring:pub-others", slug=table.series.tournament.slug, series=1, table=1)
    return show(request, "scoring/pub/open.html", {"form": form})


@require_safe
@never_cache
def others(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the link of a table for the others, until when it is kept, and how to take it along."""
    value = pub_table(request, slug=slug, series=series, table=table)
    link = f"{lists_site(request)}{reverse('scoring:list-key', kwargs={'key': value.key})}"
    context = table_context(request, value) | {
        "sheet": sheets.sheet(boards.list_of(value)),
        "link": link,
        "qr": qr_code(link).svg,
        "unreachable": reaches_only_this_machine(link),
        "until": keep_until(value.series.tournament),
    }
    return render(request, "scoring/pub/others.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def players(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player leave the table or come back to it, from the next round on, if all of them agree."""
    value = pub_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(value)
    form = PubPlayersForm(typed(request), names=names_at(sheets.sheet(row).seats), away=sitting.away(row))
    if form.is_valid():
        act = {"leaves": services.let_leave, "returns": services.let_return}[form.kind]
        with refusals_at(form):
            act(
                list_id=row.pk,
                place=form.cleaned_data["place"],
                version=form.cleaned_data["version"],
                device=device(request, value),
                now=timezone.now(),
            )
            return redirect("scoring:list", slug=slug, series=series, table=table)
        row.refresh_from_db()
    first = None if row.signed_at else sitting.first_round(row)
    context = table_context(request, value) | {"row": row, "form": form, "first_round": first}
    return show(request, "scoring/pub/players.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show how the list would end if everybody stopped now; let it end there, and lead them to their signatures."""
    value = pub_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(value))
    form = AgreedForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            services.stop(
                list_id=sheet.row.pk,
                version=form.cleaned_data["version"],
                because=_("all players agreed"),
                device=device(request, value),
                now=timezone.now(),
            )
            return redirect("scoring:sign", slug=slug, series=series, table=table)
    settled = {"settlement": settlement_of(sheet), "kitty": kitty_of(sheet)}
    context = table_context(request, value) | {"sheet": sheet, "form": form, **settled}
    return show(request, "scoring/pub/stop.html", context)


@require_safe
@never_cache
def workbook(request: HttpRequest, *, slug: str, series: int, table: int, ending: str) -> HttpResponse:
    """Send the list as a workbook."""
    value = pub_table(request, slug=slug, series=series, table=table)
    tournament, lists = value.series.tournament, [(value.series, list(sheets.sheets(value.series)))]
    content = written(
        [workbooks.deals_sheet(lists), workbooks.corrections_sheet(lists)],
        ending,
        above=above(tournament, at=timezone.now()),
    )
    return as_tables(content, f"{tournament.slug}-{filed(gettext('Deals'))}", ending)


@require_safe
@never_cache
def record(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Send everything that is stored of the table, as its archive has it."""
    tournament = pub_table(request, slug=slug, series=series, table=table).series.tournament
    content = as_json(packed(tournament, made_at=timezone.now()))
    return as_file(content, f"{tournament.slug}.json", "application/json", is_attached=True)


urlpatterns = [
    path("table/", open_table, name="pub-table"),
    path(f"{TABLE}others/", others, name="pub-others"),
    path(f"{TABLE}players/", players, name="pub-players"),
    path(f"{TABLE}stop/", stop, name="pub-stop"),
    path(f"{TABLE}deals.xlsx", workbook, {"ending": "xlsx"}, name="pub-xlsx"),
    path(f"{TABLE}deals.json", record, name="pub-json"),
]

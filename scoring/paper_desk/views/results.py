"""The paper desk of a series: the results of every table, typed one after the other (SkWO 7.2)."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.forms.fields import FigureField, TotalsForm, sits_in
from scoring.lists.mapping import to_game_list
from scoring.lists.selectors import boards
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.selectors.sitting import entrants_of
from scoring.lists.services.entry import as_typed
from scoring.lists.services.lists import EntryRefused
from scoring.lists.views import directed_sheet
from scoring.lists.wording import games
from scoring.lists.wording import refusals as problems
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.money.forms.desk import SeveralForm
from scoring.money.selectors.accounts import Owed, owed_by_kind
from scoring.money.selectors.lines import boxes_of
from scoring.money.services.paying import DeskPayment, pay_for_several
from scoring.money.wording import euros
from scoring.paper_desk import services
from scoring.rules.game_list.totals import Totals
from tables.accounts.access import acting, signed_in
from tables.acts.forms import SeesRow, TextLine
from tables.acts.services import Overtaken, Refused
from tables.acts.views import refusals_at, status_of
from tables.acts.wording import refusals
from tables.draw import access as draw_access
from tables.tournaments import access
from tables.tournaments.views.frames import frame


def said_of(taken: services.Taken, *, table: int) -> str:
    """Return what became of a table's list, in one sentence or two."""
    if taken.is_closed:
        return _("Table %(table)s is closed as signed on paper.") % {"table": table}
    entered = _("Table %(table)s is entered, but not closed yet.") % {"table": table}
    return f"{entered} {refusals.refusal(taken.left)}" if taken.left else entered


def onward(request: HttpRequest, taken: services.Taken, sheet: Sheet) -> HttpResponse:
    """Say what became of a list, and lead on to the next table of the desk; to the list where it is not closed."""
    table = sheet.row.table
    series = table.series
    text = said_of(taken, table=table.number)
    if not taken.is_closed:
        messages.warning(request, text)
        return _to_list(sheet)
    messages.success(request, text)
    following = services.next_table(services.paper_desk(series), after=table.number)
    desk = reverse("scoring:paper-desk", args=[series.tournament.slug, series.number])
    return redirect(f"{desk}?at={following or ''}")


def typed_elsewhere(request: HttpRequest, sheet: Sheet) -> HttpResponse | None:
    """Lead to the page of a list that is kept by house rules: short lines and workbooks know those of the book."""
    if not sheet.row.profile:
        return None
    messages.info(request, _("A list by house rules is typed deal by deal, on this page."))
    return _to_list(sheet)


def _to_list(sheet: Sheet) -> HttpResponse:
    series = sheet.row.table.series
    return redirect("scoring:list", slug=series.tournament.slug, series=series.number, table=sheet.row.table.number)


class LookedAtForm(SeesRow):
    """What stood there before the results were typed, and how many deals were passed in."""

    passed = FigureField(label=gettext_lazy("Passed in"), min_value=0, max_value=100, required=False)

    saw = TextLine(label=gettext_lazy("Who else saw the paper?"), max_length=80, required=False)

    def label_of(self, name: str) -> str:
        """Return whose figure it is."""
        if name in self.fields:
            return super().label_of(name)
        place, _dash, figure = name.partition("-")
        label = TotalsForm.base_fields[figure].label
        return ": ".join((_("Seat %(place)s") % {"place": place.removeprefix("s")}, str(label)))


class ResultsForm:
    """Game points, games won and lost of each seat of a table, with what stood there before."""

    def __init__(
        self,
        posted: Mapping[str, str] | None = None,
        *,
        table: int,
        seats: int,
        totals: Sequence[Totals] = (),
        passed: int | None = None,
        asks: bool = False,
    ) -> None:
        self.posted = posted
        stands: list[Totals | None] = [*totals, *[None] * (seats - len(totals))]
        self.players = [
            TotalsForm(
                posted,
                prefix=f"s{place}",
                auto_id=f"t{table}-%s",
                initial={} if own is None else {"game_points": own.game_points, "won": own.won, "lost": own.lost},
            )
            for place, own in enumerate(stands, start=1)
        ]
        for place, form in enumerate(self.players, start=1):
            for field in form.fields.values():
                field.widget.attrs["aria-describedby"] = f"t{table}-s{place}-troubles"
        # What follows from the results is not typed, so that it follows them where they are mended.
        values = {"passed": passed if asks else None}
        seen = as_typed(totals, passed=passed)
        self.looked_at = LookedAtForm(posted, auto_id=f"t{table}-%s", seen=seen, initial=values)
        typed: list[forms.Form] = [*self.players, self.looked_at]
        for part in typed:
            for name in part.fields.keys() - {"seen"}:
                stored = part.get_initial_for_field(part.fields[name], name)
                part.fields[name].widget.attrs["data-stored"] = "" if stored is None else stored
        self.refusals: list[str] = []  # what is wrong with the table as a whole
        self.asks_passed = False

    def is_valid(self) -> bool:
        """Test every part, so that each shows what is wrong in it."""
        return min(form.is_valid() for form in (*self.players, self.looked_at))

    @property
    def totals(self) -> tuple[Totals, ...]:
        """The results that were typed, once they are valid."""
        return tuple(form.totals() for form in self.players)

    @property
    def typed(self) -> tuple[Totals | None, ...]:
        """The results as far as they are typed."""
        return tuple(form.totals() if form.is_valid() else None for form in self.players)

    @property
    def passed(self) -> int | None:
        """How many deals were passed in, as far as it is typed."""
        self.looked_at.is_valid()
        number: int | None = self.looked_at.cleaned_data.get("passed")
        return number

    @property
    def has_errors(self) -> bool:
        """Whether anything was refused."""
        return bool(self.refusals) or any(form.errors for form in (*self.players, self.looked_at))

    def troubles(self) -> list[list[str]]:
        """Return what is wrong with each seat, from seat 1 on, in sentences."""
        return [_troubles(form) for form in self.players]

    def refuse(self, refused: Refused) -> None:
        """Say what was refused beside the seat it is about, or above the table."""
        if isinstance(refused, Overtaken):
            # Of what changed only that is a conflict which is not typed here just so.
            changed = {name for name in refused.changed if refused.now.get(name) != refused.wanted.get(name)}
            self.looked_at.overtake(Overtaken(changed=frozenset(changed), now=refused.now, wanted=refused.wanted))
            return
        self.asks_passed = refused.code in {"passed-unsaid", "passed-differs"}
        findings = refused.findings if isinstance(refused, EntryRefused) else ()
        for finding in findings:
            if finding.seat:
                self.players[finding.seat - 1].add_error(None, problems.problem(finding.problem))
            else:
                self.refusals.append(problems.finding(finding))
        if not findings:
            self.refusals.append(refusals.refusal(refused))


def _troubles(form: TotalsForm) -> list[str]:
    missing = [str(name) for name in form.fields if form.has_error(name, "required")]
    texts = [
        f"{form.fields[name].label}: {error}"
        for name in form.fields
        if name not in missing
        for error in form.errors.get(name, ())
    ]
    if missing:
        fields = ", ".join(str(form.fields[name].label) for name in missing)
        texts.append(_("Missing: %(fields)s.") % {"fields": fields})
    return [*texts, *map(str, form.non_field_errors())]


SEEN = "X-Seen"


@require_safe
@vary_on_headers("HX-Request")
def desk(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Show every table of a series, with twelve numbers to be typed; to an open desk only what others changed."""
    directed = access.directed_series(request, slug=slug, number=series)
    if directed.published_at is None:
        raise Http404
    seen = boards.board_version(directed, now=timezone.now())
    if request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    tables = services.paper_desk(directed)
    context = _context(request, directed, tables, at=request.GET.get("at", ""))
    template = "_news" if "HX-Request" in request.headers else "desk"
    return render(request, f"scoring/paper_desk/{template}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def results(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take the results of one table from its paper and go on to the next; asked for, show that table alone."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    tables = services.paper_desk(directed.series)
    at = next(paper_table for paper_table in tables if paper_table.table.pk == directed.pk)
    if request.POST.get("act") == COLLECT:
        return _collect(request, directed.series, at)
    if request.method != "POST":
        context = _context(request, directed.series, tables, at=str(table))
        alone = {"rows": [row for row in context["rows"] if row["is_here"]]}
        return render(request, "scoring/paper_desk/desk.html", context | alone)
    form, taken = _form(at, request), None
    if form.is_valid():
        with refusals_at(form):
            taken = services.take_results(
                list_id=at.line.game_list.pk,
                totals=form.totals,
                passed=form.passed,
                seen=form.looked_at.cleaned_data["seen"],
                sits=sits_in(request.POST),
                saw=form.looked_at.cleaned_data["saw"],
                because=services.slip_mended(form.looked_at.cleaned_data["saw"]),
                **acting(request),
            )
    if taken is None:
        return _refused(request, directed.series, tables, refused=form, at=table)
    return _taken(request, directed.series, said_of(taken, table=table), table=table, is_done=taken.is_closed)


def _taken(request: HttpRequest, series: Any, text: str, *, table: int, is_done: bool) -> HttpResponse:
    tables = services.paper_desk(series)
    following = services.next_table(tables, after=table)
    if "HX-Request" not in request.headers:
        (messages.success if is_done else messages.warning)(request, text)
        desk = reverse("scoring:paper-desk", args=[series.tournament.slug, series.number])
        return redirect(f"{desk}?at={following or ''}")
    context = _context(request, series, tables, at="")
    row = next(row for row in context["rows"] if row["at"].table.number == table)
    shown = {"row": row | {"is_here": False}, "said": text, "is_done": is_done}
    response = render(request, "scoring/paper_desk/_taken.html", context | shown)
    response["HX-Trigger-After-Settle"] = json.dumps({"paper:next": {"table": following}})
    return response


COLLECT: Final = "collect"


def _collect(request: HttpRequest, series: Any, at: services.PaperTable) -> HttpResponse:
    table, sits = at.table.number, {seat.entrant.number for seat in at.line.seats}
    form = SeveralForm(request.POST, boxes=_boxes(request, series), owed={}, prefix=COLLECT)
    text = ""
    if form.is_valid():
        payments = [
            DeskPayment(number=number, cents=cents, way=form.way, owed=cents, box=form.cleaned_data["box"])
            for number, cents in form.owed.items()
            if number in sits
        ]
        with refusals_at(form):
            key = form.cleaned_data["entry_key"]
            moved = pay_for_several(
                tournament_id=series.tournament_id, payments=payments, entry_key=key, **acting(request)
            )
            facts = {"table": table, "amount": euros(sum(row.cents for row in moved))}
            text = _("Table %(table)s: %(amount)s collected in cash.") % facts
    return _taken(request, series, text or " ".join(map(str, form.non_field_errors())), table=table, is_done=bool(text))


def _boxes(request: HttpRequest, series: Any) -> Any:
    return boxes_of(series.tournament, of=signed_in(request).get_username())


def _pay(
    request: HttpRequest, series: Any, owed: Mapping[int, Owed], tables: Sequence[services.PaperTable]
) -> dict[int, Any]:
    due = {
        table.table.number: {
            number: owed[number].owes
            for number in (seat.entrant.number for seat in table.line.seats)
            if number in owed and owed[number].owes > 0
        }
        for table in tables
        if table.is_signed
    }
    boxes = _boxes(request, series) if any(due.values()) else None
    return {
        table: SeveralForm(boxes=boxes, owed=those, prefix=COLLECT, auto_id=f"pay{table}-%s")
        for table, those in due.items()
        if those
    }


@require_safe
def reckon(request: HttpRequest, *, slug: str, series: int, table: int) -> JsonResponse:
    """Answer what the numbers typed so far come to; nothing is entered."""
    row = directed_sheet(request, slug=slug, series=series, table=table).row
    form = ResultsForm(request.GET, table=table, seats=row.table.size)
    return JsonResponse(_reckoned(form.typed, passed=form.passed, row=row))


def _reckoned(typed: Sequence[Any], *, passed: int | None, row: Any) -> dict[str, Any]:
    reckoning = services.reckoned(typed, rounds=row.rounds, passed=passed, is_short=bool(row.short_because))
    troubles: dict[int, list[str]] = {place: [] for place in range(len(typed) + 1)}
    for finding in reckoning.findings:
        troubles[finding.seat or 0].append(problems.problem(finding.problem))
    return {
        "seats": [
            {
                "own": "" if own is None else games.points(rating.own_games),
                "bonus": "" if own is None else games.points(rating.bonus),
                "total": "" if own is None else games.points(rating.performance),
                "troubles": troubles[place] if own else [],
            }
            for place, (own, rating) in enumerate(zip(typed, reckoning.ratings, strict=True), start=1)
        ],
        "sums": [
            games.points(sum(own.game_points for own in reckoning.totals_list.totals)),
            str(sum(own.won for own in reckoning.totals_list.totals)),
            str(sum(own.lost for own in reckoning.totals_list.totals)),
            games.points(sum(own.performance for own in reckoning.ratings)),
        ],
        "whole": None not in typed,
        "deals": _deals(reckoning, whole=None not in typed),
        "passed": "" if reckoning.asks or None in typed else str(reckoning.totals_list.passed),
        "asks": reckoning.asks,
        "troubles": troubles[0],
    }


def _deals(reckoning: services.Reckoned, *, whole: bool) -> str:
    totals = reckoning.totals_list
    facts = {"played": totals.played, "passed": totals.passed, "rest": totals.rest, "length": totals.length}
    if reckoning.asks:
        return _("%(played)s played, %(rest)s missing of %(length)s: passed in?") % facts
    if not whole:
        return _("%(played)s of %(length)s played") % facts if totals.played else ""
    facts["deals"] = totals.played + (totals.passed or 0)
    text = _("%(played)s played, %(passed)s passed in = %(deals)s") % facts
    return text if facts["deals"] == totals.length else _("%(said)s of %(length)s") % {**facts, "said": text}


def _refused(
    request: HttpRequest, series: Any, tables: list[services.PaperTable], *, refused: ResultsForm, at: int
) -> HttpResponse:
    context = _context(request, series, tables, at=str(at), refused=refused)
    status = status_of(refused.looked_at, refused=True)
    if "HX-Request" not in request.headers:
        return render(request, "scoring/paper_desk/desk.html", context, status=status)
    context["row"] = next(row for row in context["rows"] if row["at"].table.number == at)
    return HttpResponse(render_to_string("scoring/paper_desk/_table.html", context, request=request), status=status)


def _context(
    request: HttpRequest, series: Any, tables: list[services.PaperTable], *, at: str, refused: ResultsForm | None = None
) -> dict[str, Any]:
    own = entrants_of(series.tournament, signed_in(request))
    number = int(at) if at.isascii() and at.isdecimal() and len(at) < 6 else 0
    here = number if any(table.table.number == number for table in tables) else services.next_table(tables, after=0)
    owed = owed_by_kind(series.tournament)
    pays = _pay(request, series, owed, tables)
    return frame(
        request,
        series.tournament,
        series=series,
        rows=[
            _row(
                table,
                refused if refused and table.table.number == number else _form(table),
                is_here=table.table.number == here,
                own=own,
            )
            | {"pay": pays.get(table.table.number)}
            for table in tables
        ],
        closed=sum(table.is_signed for table in tables),
        count=len(tables),
        seen=boards.board_version(series, now=timezone.now()),
        owed=owed,
    )


def _form(at: services.PaperTable, request: HttpRequest | None = None) -> ResultsForm:
    posted = request.POST if request else None
    row = at.line.game_list
    asks = bool(at.totals) and (bool(row.short_because) or services.reckoned(at.totals, rounds=row.rounds).asks)
    return ResultsForm(
        posted, table=at.table.number, seats=at.table.size, totals=at.totals, passed=row.passed, asks=asks
    )


def _row(at: services.PaperTable, form: ResultsForm, *, own: Collection[int], is_here: bool = False) -> dict[str, Any]:
    typed = form.typed if form.looked_at.is_bound else (*at.totals, *[None] * (at.table.size - len(at.totals)))
    row = at.line.game_list
    values = _reckoned(typed, passed=form.passed if form.looked_at.is_bound else row.passed, row=row)
    return {
        "at": at,
        "form": form,
        "is_here": is_here,
        "plays_here": any(seat.entrant_id in own for seat in at.line.seats),
        "players": list(zip(at.line.seats, form.players, values["seats"], form.troubles(), strict=True)),
        "results": list(zip(at.line.seats, at.results, strict=False)),
        "sits": tuple(seat.entrant.number for seat in at.line.seats),
        "reckoned": values,
        "presence": " ".join(comings_and_goings(to_game_list(at.line.game_list, ()), names_at(at.line.seats))),
    }

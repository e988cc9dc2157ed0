"""A query about a result: read by everybody in office, answered by the direction, once (SkWO 7.2.5, 7.4.3)."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.queries import AnswerForm, WhichListForm, WitnessForm
from scoring.disputes.selectors import queries
from scoring.disputes.services.queries import answer_query
from scoring.disputes.services.signed_corrections import Mended, preview_correction
from scoring.disputes.views.signed_corrections import MendedDealForm, mended_form_of
from scoring.lists.forms.house import house_initial_of
from scoring.lists.forms.lines import TotalsForm
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games as lists_names
from scoring.results.listings import effects
from scoring.results.listings.effects import ShownEffect
from tables.accounts import access as accounts_access
from tables.accounts.access import acting
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_at, status_of
from tables.acts.wording import refusals
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


class PuttingRight:
    """The fields of one list: its deal of a number, or where only results were typed those of every seat."""

    def __init__(self, posted: QueryDict | None, *, sheet: Sheet, deal: int | None) -> None:
        names = lists_names.names_at(sheet.seats)
        self.sheet = sheet
        self.witnesses = WitnessForm(posted, names=names)
        self.deal: MendedDealForm | None = None
        self.totals: list[TotalsForm] = []
        if sheet.is_totals_only:
            self.totals = [
                TotalsForm(posted, prefix=f"s{score.seat.place}", initial=_figures(score.tally))
                for score in sheet.scores
            ]
        elif deal is not None:
            line = next((one for one in sheet.lines if one.number == deal), None)
            shown: Mapping[str, object] = house_initial_of(line.deal) if line else {"number": deal}
            form = mended_form_of(sheet.game_list)
            self.deal = form(posted, game_list=sheet.game_list, number=deal, names=names, initial=shown)

    @property
    def is_whole(self) -> bool:
        """Whether it is known what is put right."""
        return self.deal is not None or bool(self.totals)

    @property
    def players(self) -> list[tuple[object, TotalsForm]]:
        """Everybody at the table with the form of their results."""
        return list(zip(self.sheet.seats, self.totals, strict=True)) if self.totals else []

    def is_valid(self) -> bool:
        """Test every field, so that each shows its errors."""
        forms = [self.witnesses, *([self.deal] if self.deal else []), *self.totals]
        return self.is_whole and min([form.is_valid() for form in forms])

    def mended(self, *, reason: str) -> Mended:
        """Return what is put right, for this reason."""
        witnesses = self.witnesses.cleaned_data["witnesses"]
        if self.deal is not None:
            return Mended(reason=reason, witnesses=witnesses, deal=self.deal.cleaned_data["deal"])
        return Mended(reason=reason, witnesses=witnesses, totals=[form.totals() for form in self.totals])


def _figures(tally: object) -> dict[str, object]:
    return {name: getattr(tally, name) for name in ("game_points", "won", "lost")}


@require_http_methods(["GET", "HEAD", "POST"])
def query(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a query; the direction answers it, and puts a list right with the answer where that is needed."""
    reads = access.directed_tournament if request.method == "POST" else access.officiated_tournament
    tournament = reads(request, slug=slug)
    raised = queries.query_of(tournament, number)
    if raised is None:
        raise Http404
    posted = typed(request)
    form = AnswerForm(posted)
    which, mending = _to_put_right(request, raised)
    effect = None
    if posted is not None and _all_valid(form, mending):
        mended = mending.mended(reason=form.cleaned_data["reasons"]) if mending else None
        with refusals_at(form):
            effect = _unseen_effect(request, raised, form, mending, mended)
            if effect is None and request.POST.get("action") == "answer":
                list_id = mending.sheet.row.pk if mending else None
                answer_query(
                    query_id=raised.pk,
                    list_id=list_id,
                    mended=mended,
                    **cleaned(form, "verdict", "reasons", "entry_key"),
                    **acting(request),
                )
                message = _("Query no. %(number)s is answered.") % {"number": number}
                return done(request, message, "scoring:query", slug=slug, number=number)
    context = frame(
        request,
        tournament,
        query=raised,
        seats=queries.seats_meant(raised),
        window=queries.window_of(tournament, raised.series, now=timezone.now()),
        form=form,
        which=which,
        mending=mending,
        effect=effect,
    )
    has_errors = bool(form.errors) or (posted is not None and mending is not None and not mending.is_valid())
    status = status_of(form, refused=has_errors)
    return render(request, "scoring/disputes/queries/query.html", context, status=status)


def _to_put_right(request: HttpRequest, raised: Any) -> tuple[WhichListForm, PuttingRight | None]:
    """Return the choice of a list, and the fields of the one that the address names."""
    is_open = raised.series is None
    which = WhichListForm(request.GET if "table" in request.GET else None, asks_for_series=is_open)
    if not which.is_bound or not which.is_valid():
        return which, None
    chosen = which.cleaned_data
    series = raised.series or raised.tournament.series.filter(number=chosen["series"]).first()
    row = boards.list_at(series, chosen["table"]) if series else None
    if row is None:
        which.add_error("table", _("There is no such table in this series."))
        return which, None
    sheet = sheets.sheet(boards.list_of(row.table))
    if chosen["deal"] is None and not sheet.is_totals_only:
        which.add_error("deal", _("Choose the deal of this list that is wrong."))
        return which, None
    if not sheet.is_totals_only and chosen["deal"] > len(sheet.lines) + 1:
        which.add_error("deal", refusals.refusal(Refused("no-such-deal", deal=chosen["deal"])))
        return which, None
    return which, PuttingRight(typed(request), sheet=sheet, deal=chosen["deal"])


def _all_valid(form: AnswerForm, mending: PuttingRight | None) -> bool:
    """Test every field, so that each shows its errors, not only the first wrong one."""
    return min([form.is_valid(), *([mending.is_valid()] if mending else [])])


def _unseen_effect(
    request: HttpRequest, raised: Any, form: AnswerForm, mending: PuttingRight | None, mended: Mended | None
) -> ShownEffect | None:
    """Return what the answer would do if that has to be shown first; None where it was, or where no list changes.

    :raises Refused: whatever ``correct_signed`` refuses.
    """
    # An answer sent again is known by its key; what it did is not to be done once more.
    if mending is None or mended is None or raised.verdict:
        return None
    if form.cleaned_data["verdict"] != "upheld":
        raise Refused("dismissed-corrects-nothing")
    effect = preview_correction(list_id=mending.sheet.row.pk, mended=mended, by=accounts_access.signed_in(request))
    shown_effect = effects.shown_effect(effect, of=(form.cleaned_data["verdict"], mended))
    is_seen = request.POST.get("action") == "answer" and form.cleaned_data["shown"] == shown_effect.seen
    return None if is_seen else shown_effect

"""What the draws of a tournament are to take into account."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables import seating
from tables.accounts.access import acting
from tables.acts.services import values_of
from tables.acts.views import refusals_at, show
from tables.draw import selectors as draw_wishes
from tables.draw.forms import ApartForm, FixedTableForm, NoFixedTableForm, WishesForm
from tables.draw.services import wishes
from tables.people import selectors, wording
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTable:
    """Somebody who has a table of their own."""

    entrant: "Entrant"
    missing: bool
    """Whether those present make fewer tables, so that a draw would be refused."""


def fixed_tables(entrants: Iterable["Entrant"], *, present: int) -> list[FixedTable]:
    """Return the fixed tables; ``present`` is how many would be drawn now."""
    try:
        tables = len(seating.table_sizes(present))
    except seating.CannotSeat:
        tables = 0
    return [
        FixedTable(
            entrant=entrant,
            missing=entrant.present and 0 < tables < (entrant.fixed_table or 0),
        )
        for entrant in entrants
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def wished(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show and change the policy of the draws, the pairs kept apart, and the fixed tables."""
    tournament = access.directed_tournament(request, slug=slug)
    act = request.POST.get("act", "")
    tables = list(draw_wishes.at_fixed_tables(tournament))
    seated = {str(entrant.number): entrant.fixed_table for entrant in tables}
    forms: dict[str, Form] = {
        "policy": WishesForm(typed(request, "policy"), seen=values_of(tournament, wishes.Wishes)),
        "apart": ApartForm(typed(request, "apart")),
        "meet": ApartForm(typed(request, "meet")),
        "table": FixedTableForm(typed(request, "table"), seen=seated),
        "no-table": NoFixedTableForm(typed(request, "no-table"), seen=seated),
    }
    if act in forms and forms[act].is_valid() and _done(request, tournament.pk, act, forms[act]):
        return redirect(request.path)
    present = selectors.entrants_to_seat(tournament).count()
    context = frame(
        request,
        tournament,
        "entrants",
        policy=forms["policy"],
        apart=forms["apart"],
        meet=forms["meet"],
        table=forms["table"],
        no_table=forms["no-table"],
        pairs=draw_wishes.apart_pairs(tournament),
        fixed=fixed_tables(tables, present=present),
    )
    return show(request, "tables/draw/wishes/wishes.html", context, refused=request.method == "POST")


def _done(request: HttpRequest, tournament_id: int, act: str, form: Any) -> bool:
    """Ask the service for what the button says, and say that it was done; tell whether it was."""
    facts: dict[str, Any] = {"tournament_id": tournament_id, **acting(request)}
    data = form.cleaned_data

    def policy() -> str:
        wishes.change_wishes(wishes=data["wishes"], seen=data["seen"], **facts)
        return _("Saved. It holds from the next draw on.")

    def apart() -> str:
        one, other = wishes.keep_apart(numbers=form.numbers, **facts)
        return _("%(one)s and %(other)s are kept apart from the next draw on.") % {
            "one": wording.who(one.number, one.name),
            "other": wording.who(other.number, other.name),
        }

    def meet() -> str:
        wishes.let_meet(numbers=form.numbers, **facts)
        return _("The two are not kept apart any more.")

    def table() -> str:
        entrant = wishes.fix_table(**data, **facts)
        return _("%(who)s sits at table %(table)s from the next draw on.") % {
            "who": wording.who(entrant.number, entrant.name),
            "table": entrant.fixed_table,
        }

    def no_table() -> str:
        wishes.fix_table(number=data["number"], table=None, seen=data["seen"], **facts)
        return _("No. %(number)s has no fixed table any more.") % {"number": data["number"]}

    acts: dict[str, Callable[[], str]] = {
        "policy": policy,
        "apart": apart,
        "meet": meet,
        "table": table,
        "no-table": no_table,
    }
    with refusals_at(form):
        messages.success(request, acts[act]())
        return True
    return False

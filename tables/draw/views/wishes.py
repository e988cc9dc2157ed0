"""What the draws of a tournament are to take into account."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.accounts import access as accounts_access
from tables.acts.services.seen import values_of
from tables.acts.views.attempts import attempt, status_of
from tables.draw.forms.wishes import ApartForm, FixedTableForm, NoFixedTableForm, WishesForm
from tables.draw.listings.wishes import fixed_tables
from tables.draw.selectors import wishes as draw_wishes
from tables.draw.services import wishes
from tables.people import selectors
from tables.people.wording import entrants
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


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
    status = status_of(*forms.values(), refused=request.method == "POST")
    return render(request, "tables/draw/wishes/wishes.html", context, status=status)


def _done(request: HttpRequest, tournament_id: int, act: str, form: Any) -> bool:
    """Ask the service for what the button says, and say that it was done; tell whether it was."""
    facts: dict[str, Any] = {
        "tournament_id": tournament_id,
        "by": accounts_access.signed_in(request),
        "now": timezone.now(),
    }
    data = form.cleaned_data

    def policy() -> str:
        wishes.change_wishes(wishes=data["wishes"], seen=data["seen"], **facts)
        return _("Saved. It holds from the next draw on.")

    def apart() -> str:
        one, other = wishes.keep_apart(numbers=form.numbers, **facts)
        return _("%(one)s and %(other)s are kept apart from the next draw on.") % {
            "one": entrants.who(one.number, one.name),
            "other": entrants.who(other.number, other.name),
        }

    def meet() -> str:
        wishes.let_meet(numbers=form.numbers, **facts)
        return _("The two are not kept apart any more.")

    def table() -> str:
        entrant = wishes.fix_table(**data, **facts)
        return _("%(who)s sits at table %(table)s from the next draw on.") % {
            "who": entrants.who(entrant.number, entrant.name),
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
    said = attempt(form, acts[act])
    if said:
        messages.success(request, said)
    return bool(said)

"""Taking what one pays for several: a club, a table, those who were ticked (SkWO 4.1)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.money.forms.desk import SeveralForm
from scoring.money.listings import owing
from scoring.money.selectors import desk as selectors
from scoring.money.selectors.boxes import boxes_of
from scoring.money.selectors.lines import dues
from scoring.money.services import paying
from scoring.money.services.paying import Payment
from scoring.money.wording.amounts import euros
from tables.accounts.access import signed_in
from tables.accounts.views import perform
from tables.acts.views import status_of
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed


@require_http_methods(["GET", "HEAD", "POST"])
def several(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what some owe together; take it."""
    tournament = access.treasured_tournament(request, slug=slug)
    rows = _asked(request, tournament)
    boxes = boxes_of(tournament, of=signed_in(request).get_username())
    form = SeveralForm(typed(request), boxes=boxes, owed={row.entrant.number: row.due.owes for row in rows})
    if form.is_valid():
        told = {name: form.cleaned_data[name] for name in ("box", "because")}
        payments = [
            Payment(number=number, cents=cents, way=form.way, owed=cents, **told) for number, cents in form.owed.items()
        ]
        done: dict[str, Any] = {"tournament_id": tournament.pk, "payments": payments}
        if moved := perform(request, form, paying.pay_for_several, "entry_key", **done):
            said = ngettext(
                "%(amount)s taken for %(count)s entrant.", "%(amount)s taken for %(count)s entrants.", len(moved)
            )
            amount = euros(sum(row.cents for row in moved))
            messages.success(request, said % {"amount": amount, "count": len(moved)})
            return redirect("scoring:money-desk", slug=slug)
        form.see({row.entrant.number: row.due.owes for row in rows})
    total = sum(row.due.owes for row in rows)
    context = frame(request, tournament, "money", form=form, rows=rows, total=total)
    return render(request, "scoring/money/desk/several.html", context, status=status_of(form))


def _asked(request: HttpRequest, tournament: Any) -> tuple[owing.Row, ...]:
    """Return those of whom it is asked who owe something: who is ticked, or who fits the question of the list."""
    rows = owing.cut(owing.rows_of(list(people.entrants(tournament)), dues(tournament)), owing.Wanted())
    if request.method == "POST":
        numbers = {pair.partition(":")[0] for pair in request.POST.get("seen", "").split()}
    elif "all" not in request.GET:
        numbers = set(request.GET.getlist("n"))
    else:
        wanted = owing.Wanted.from_query(request.GET)
        at_table = selectors.numbers_at(tournament, wanted.table) if wanted.table is not None else ()
        return owing.cut(rows, wanted, at_table=at_table)
    return tuple(row for row in rows if str(row.entrant.number) in numbers)

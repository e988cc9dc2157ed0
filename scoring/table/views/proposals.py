"""Deals that a phone brought and the list did not take, settled by the direction (SkWO 7.2.2)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.services import proposals
from scoring.lists.services.clock import allow_until
from scoring.lists.views.directed import table_context
from scoring.table.forms.calls import AcceptForm, ProposalForm
from scoring.table.listings import proposals as table_proposals
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.draw import access as draw_access


@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the deals that wait at a table; accept them, let struck ones count, dismiss them."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    row = get_object_or_404(boards.lists_of(directed.series), table=directed)
    form = ProposalForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        try:
            messages.success(request, _act(request, row, form))
            return redirect("scoring:proposals", slug=slug, series=series, table=table)
        except Refused as refused:
            messages.error(request, refusals.refusal(refused))
    elif form is not None:
        messages.error(request, _("This is not known here. Look at what waits, then choose."))
    book = books.book(boards.list_of(directed))
    context = table_context(request, directed) | {
        "sits": book.sits,
        "consent": AcceptForm(auto_id=False),
        "waiting": table_proposals.proposed(book, device=""),
    }
    return render(request, "scoring/office/series/proposals.html", context, status=422 if form else 200)


def _act(request: HttpRequest, row: Any, form: ProposalForm) -> str:
    """Do with a deal what the direction decided; return what was done.

    :raises Refused: whatever the services refuse.
    """
    found = get_object_or_404(row.proposals, pk=form.cleaned_data["proposal"])
    by, now = accounts_access.signed_in(request), timezone.now()
    action = form.cleaned_data["action"]
    if action == "accept":
        proposals.accept(
            proposal_id=found.pk,
            by=by,
            now=now,
            sits=sits_in(request.POST),
            **AcceptForm(request.POST).chosen(),
        )
        return _("Deal %(deal)s is in the list.") % {"deal": found.number}
    if action == "allow":
        allow_until(list_id=row.pk, deal=found.number, by=by, now=now)
        return _("Deals up to no. %(deal)s may be accepted now.") % {"deal": found.number}
    proposals.dismiss(proposal_id=found.pk, by=by, now=now)
    return _("Deal %(deal)s is dismissed. It stays on record.") % {"deal": found.number}

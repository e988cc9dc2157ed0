"""The direction takes over a list that a phone without a network shows as a code (SkWO 7.2)."""

from itertools import zip_longest
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sitting import called_at
from scoring.lists.services.entry import enter_list
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import comparison, games, names, problems
from scoring.lists.wording.house_rules import rules_or_book
from scoring.rules.comparison import difference
from scoring.rules.notation.packed import PackedList
from scoring.table.forms.handover import UNREADABLE, HandoverForm
from scoring.table.selectors import handover as table_handover
from scoring.table.selectors.handover import Handover
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals as lists_refusals
from tables.draw import access as draw_access
from tables.tournaments import access

PERSONS, SEATS = "persons", "seats"


@require_http_methods(["GET", "POST"])
def handover(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what a code holds beside what the site has; take over the deals that the site lacks."""
    tournament = access.directed_tournament(request, slug=slug)
    given = request.POST if request.method == "POST" else request.GET
    form = HandoverForm(given if "packed" in given else None)
    found, refusals = None, []
    if form.is_valid():
        found = _found(request, form, slug=slug)
        if found is not None and request.method == "POST":
            try:
                _take(request, found)
            except EntryRefused as refused:
                refusals = problems.findings(refused.findings)
            except Refused as refused:
                refusals = [lists_refusals.refusal(refused)]
            else:
                table = found.sheet.row.table
                return redirect("scoring:list", slug=slug, series=table.series.number, table=table.number)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "form": form,
        "found": found,
        "seats": _seats(found) if found else (),
        "deals": _lines(found) if found else (),
        "refusals": refusals,
    }
    status = 422 if refusals or (form.is_bound and form.errors) else 200
    return render(request, "scoring/table/handover/handover.html", context, status=status)


def _seats(found: Handover) -> list[tuple[int, str, str]]:
    """Return who sat on each seat when the list was written and who sits there now, where that is not the same."""
    if found.is_seated:
        return []
    now = names.names_at(found.sheet.seats)
    then = called_at(found.sheet.row.table, found.then)
    pairs = zip_longest(then, now, fillvalue="–")
    return [(place, one, other) for place, (one, other) in enumerate(pairs, start=1)]


def _lines(found: Handover) -> list[dict[str, Any]]:
    """Return deal by deal what the phone has and what stands here, in words, and in what they differ."""
    now = names.names_at(found.sheet.seats)
    then = now if found.is_seated else called_at(found.sheet.row.table, found.then)

    return [
        {
            "line": line,
            "brought": games.deal_line(line.brought, then) if line.brought else "",
            "here": games.deal_line(line.here, now) if line.here else "",
            "differs": comparison.in_words(one, names=now)
            if line.brought and line.here and (one := difference(line.here, line.brought))
            else "",
        }
        for line in found.lines
    ]


def _found(request: HttpRequest, form: HandoverForm, *, slug: str) -> Handover | None:
    """Return the list beside the site's; none, and why beside the form, where the site has no such list."""
    packed: PackedList = form.cleaned_data["packed"]
    try:
        table = draw_access.directed_table(request, slug=slug, series=packed.series, table=packed.table)
        row = boards.list_of(table)
    except Http404:
        form.add_error("packed", _("This tournament has no such table: the code belongs to another one."))
        return None
    if packed.second:
        form.add_error("packed", _("This is the second list of the table. Only the first can be taken over like this."))
        return None
    if packed.profile != row.profile:
        words = _("The code holds a list kept by: %(theirs)s. This table’s list is kept by: %(ours)s (SkWO 9.4).")
        facts = {"theirs": rules_or_book(packed.profile), "ours": rules_or_book(row.profile)}
        form.add_error("packed", words % facts)
        return None
    if any((deal.declarer or 0) > table.size for deal in packed.deals):
        form.add_error("packed", UNREADABLE)
        return None
    return table_handover.handover(sheets.sheet(row), packed)


def _take(request: HttpRequest, found: Handover) -> None:
    """Enter the deals that are missing; read again, the same code changes nothing.

    :raises EntryRefused: if the list would break a rule with them.
    :raises ListSigned: if the list is signed.
    :raises Refused: if the list takes no entries, or nothing is missing.
    """
    row = found.sheet.row
    chosen = request.POST.get("counts_for", "")
    if not found.is_seated and chosen not in {PERSONS, SEATS}:
        raise Refused("seats-unnamed", now=names.names_at(found.sheet.seats))
    deals = found.for_persons if chosen == PERSONS and not found.is_seated else found.missing
    enter_list(
        list_id=row.pk,
        deals=deals or [],
        entry_key=uuid5(NAMESPACE_URL, f"handover:{row.pk}:{found.text}"),
        by=accounts_access.signed_in(request),
        now=timezone.now(),
        sits=sits_in(request.POST),
    )
    taken = len(found.missing)
    said = ngettext("%(taken)s deal was taken over.", "%(taken)s deals were taken over.", taken) % {"taken": taken}
    messages.success(request, said)

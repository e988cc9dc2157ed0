"""Getting into a table by its code or its words, and a list brought to the direction as a code (SkWO 7.2.2)."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from scoring.lists.forms.fields import sits_in
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sitting import called_at
from scoring.lists.services.entry import enter_list
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import comparison, games
from scoring.lists.wording import refusals as problems
from scoring.lists.wording.house import rules_or_book
from scoring.rules.comparison import difference
from scoring.rules.notation.messages import Unreadable
from scoring.rules.notation.packed import PackedList, read_packed
from scoring.table import selectors as table_handover
from scoring.table.forms import CodeForm
from scoring.table.selectors import Handover, following_series
from tables.accounts.access import acting, address_of
from tables.acts.services import Refused
from tables.acts.views import refusals_at, show, status_of
from tables.acts.wording import refusals as lists_refusals
from tables.draw import access as draw_access
from tables.hall import access
from tables.hall.services import table_by_words
from tables.tournaments import access as tournaments_access
from tables.tournaments.views.frames import frame


@require_GET
@never_cache
def take_key(request: HttpRequest, *, key: str) -> HttpResponse:
    """Let whoever shows a table's key see and keep its list, and lead them there; the key of a signed list is over."""
    return _opened(request, key)


@require_http_methods(["GET", "POST"])
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Take the four words of a table from whoever cannot scan its key."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        with refusals_at(form):
            table = table_by_words(typed=form.cleaned_data["words"], address=address_of(request), now=timezone.now())
            return _opened(request, table.key)
    return show(request, "scoring/table/entry/getting_in.html", {"form": form})


def _opened(request: HttpRequest, key: str) -> HttpResponse:
    """Return the way to the list a key opens; who holds the key from before sees a signed list still."""
    table = access.keyed_table(key=key)
    row = boards.list_of(table)
    knows_it = access.device(request, table) or tournaments_access.offices(request, table.series.tournament).any
    if row.signed_at and not knows_it:
        context = {
            "tournament": table.series.tournament,
            "series": table.series,
            "table": table,
            "row": row,
            "following": following_series(table.series),
        }
        return render(request, "scoring/table/entry/closed.html", context, status=403)
    access.take_key(request, key=key)
    page = "scoring:sign" if "sign" in request.GET else "scoring:list"
    return redirect(page, slug=table.series.tournament.slug, series=table.series.number, table=table.number)


MOST_LETTERS = 2000
UNREADABLE = _("This is not a list, or it was misread. Scan the code once more.")


class HandoverForm(forms.Form):
    """What stood behind the # of the address in the code; ends in a packed list."""

    packed = forms.CharField(
        label=_("Content of the code"),
        help_text=_("The whole address of the code, or what follows its #."),
        max_length=MOST_LETTERS,
    )

    refusals: Sequence[str] = ()
    """Everything that keeps its deals from being taken over."""

    def refuse(self, refused: Exception) -> None:
        """Say each thing that the rules find in the list, or the one that keeps it out."""
        findings = refused.findings if isinstance(refused, EntryRefused) else ()
        self.refusals = problems.findings(findings) or [lists_refusals.refusal(refused)]

    def clean_packed(self) -> PackedList:
        """Read the list."""
        try:
            return read_packed(self.cleaned_data["packed"].rpartition("#")[2])
        except Unreadable as unreadable:
            raise ValidationError(_("This is not a list, or it was misread. Scan the code once more.")) from unreadable


PERSONS, SEATS = "persons", "seats"


@require_http_methods(["GET", "POST"])
def handover(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what a code holds beside what the site has; take over the deals that the site lacks."""
    tournament = tournaments_access.directed_tournament(request, slug=slug)
    given = request.POST if request.method == "POST" else request.GET
    form = HandoverForm(given if "packed" in given else None)
    found_handover = None
    if form.is_valid():
        found_handover = _found(request, form, slug=slug)
        if found_handover is not None and request.method == "POST":
            with refusals_at(form):
                _take(request, found_handover)
                table = found_handover.sheet.row.table
                return redirect("scoring:list", slug=slug, series=table.series.number, table=table.number)
    context = frame(
        request,
        tournament,
        form=form,
        found=found_handover,
        seats=_seats(found_handover) if found_handover else (),
        deals=_lines(found_handover) if found_handover else (),
        refusals=form.refusals,
    )
    status = status_of(form, refused=bool(form.refusals or form.errors))
    return render(request, "scoring/table/handover/handover.html", context, status=status)


def _seats(found_handover: Handover) -> list[tuple[int, str, str]]:
    """Return who sat on each seat when the list was written and who sits there now, where that is not the same."""
    if found_handover.is_seated:
        return []
    now = games.names_at(found_handover.sheet.seats)
    then = called_at(found_handover.sheet.row.table, found_handover.then)
    pairs = zip_longest(then, now, fillvalue="–")
    return [(place, text, other) for place, (text, other) in enumerate(pairs, start=1)]


def _lines(found_handover: Handover) -> list[dict[str, Any]]:
    """Return deal by deal what the phone has and what stands here, in words, and in what they differ."""
    now = games.names_at(found_handover.sheet.seats)
    then = now if found_handover.is_seated else called_at(found_handover.sheet.row.table, found_handover.then)

    return [
        {
            "line": line,
            "brought": games.deal_line(line.brought, then) if line.brought else "",
            "here": games.deal_line(line.here, now) if line.here else "",
            "differs": comparison.in_words(this_difference, names=now)
            if line.brought and line.here and (this_difference := difference(line.here, line.brought))
            else "",
        }
        for line in found_handover.lines
    ]


def _found(request: HttpRequest, form: HandoverForm, *, slug: str) -> Handover | None:
    """Return the list beside the site's; none, and why beside the form, where the site has no such list."""
    packed: PackedList = form.cleaned_data["packed"]
    try:
        table = draw_access.directed_table(request, slug=slug, series=packed.series, table=packed.table)
        row = boards.list_of(table)
    except Http404:
        form.add_error("packed", gettext("This tournament has no such table: the code belongs to another one."))
        return None
    if packed.second:
        form.add_error(
            "packed", gettext("This is the second list of the table. Only the first can be taken over like this.")
        )
        return None
    if packed.profile != row.profile:
        words = gettext("The code holds a list kept by: %(theirs)s. This table’s list is kept by: %(ours)s (SkWO 9.4).")
        facts = {"theirs": rules_or_book(packed.profile), "ours": rules_or_book(row.profile)}
        form.add_error("packed", words % facts)
        return None
    if any((deal.declarer or 0) > table.size for deal in packed.deals):
        form.add_error("packed", UNREADABLE)
        return None
    return table_handover.handover(sheets.sheet(row), packed)


def _take(request: HttpRequest, found_handover: Handover) -> None:
    """Enter the deals that are missing; read again, the same code changes nothing.

    :raises EntryRefused: if the list would break a rule with them.
    :raises ListSigned: if the list is signed.
    :raises Refused: if the list takes no entries, or nothing is missing.
    """
    row = found_handover.sheet.row
    chosen = request.POST.get("counts_for", "")
    if not found_handover.is_seated and chosen not in {PERSONS, SEATS}:
        raise Refused("seats-unnamed", now=games.names_at(found_handover.sheet.seats))
    deals = found_handover.for_persons if chosen == PERSONS and not found_handover.is_seated else found_handover.missing
    enter_list(
        list_id=row.pk,
        deals=deals or [],
        entry_key=uuid5(NAMESPACE_URL, f"handover:{row.pk}:{found_handover.text}"),
        **acting(request),
        sits=sits_in(request.POST),
    )
    taken = len(found_handover.missing)
    text = ngettext("%(taken)s deal was taken over.", "%(taken)s deals were taken over.", taken) % {"taken": taken}
    messages.success(request, text)

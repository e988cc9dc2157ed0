"""The desk: whose money it is, what they owe and why, paid by Enter; and who still owes (SkWO 4.1)."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.money.forms.desk import FIELD_OF, PayForm, WhoForm
from scoring.money.listings import owing
from scoring.money.selectors import desk as selectors
from scoring.money.selectors.boxes import boxes_of
from scoring.money.selectors.lines import Due, account_of, dues, with_removed
from scoring.money.selectors.played import tariff_rows
from scoring.money.services import paying
from scoring.money.services.paying import Payment, Way
from scoring.money.views.meant import meant
from scoring.money.views.taking_back import with_way_back
from scoring.money.wording.amounts import euros
from tables.accounts.access import signed_in
from tables.accounts.views import perform
from tables.acts.listings import arranged
from tables.acts.views import status_of
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

MOST_ASKED = 12
"""So many are offered where words typed mean several."""


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take what somebody pays; show what they owe, and who else does."""
    tournament = access.treasured_tournament(request, slug=slug)
    there = dues(tournament)
    everybody = with_removed(tournament, people.entrants(tournament), there)
    boxes = boxes_of(tournament, of=signed_in(request).get_username())
    form = PayForm(typed(request), boxes=boxes)
    if form.is_valid():
        paid = _take(request, tournament, form)
        if paid:
            messages.success(request, paid)
            return redirect(request.path)
    who = WhoForm(request.GET if "who" in request.GET and not form.is_bound else None)
    found = meant(everybody, who) if who.is_valid() else []
    if form.is_bound:
        found = [one for one in everybody if str(one.number) == request.POST.get("number", "")]
    payer = found[0] if len(found) == 1 else None
    account = account_of(tournament, payer.number) if payer else None
    if payer and account:
        if form.is_bound:
            form.see(account.owes)
        else:
            form = PayForm(boxes=boxes, owed=account.owes, initial={"number": payer.number})
    context = frame(
        request,
        tournament,
        "money",
        who=who,
        typed=request.GET.get("who", "")[:300],
        form=form,
        payer=payer,
        account=account,
        by_hand=paying.BY_HAND,
        asked=found[:MOST_ASKED] if len(found) > 1 else [],
        asked_more=len(found) > MOST_ASKED,
        is_nobody=who.is_bound and not found,
        **_list(request, tournament, everybody, there),
    )
    status = status_of(form) if form.is_bound else 200
    return render(request, "scoring/money/desk/desk.html", context, status=status)


def _take(request: HttpRequest, tournament: Any, form: PayForm) -> str | None:
    """Take what the form says; return what was done, as a sentence, or None where it was refused."""
    data = form.cleaned_data
    facts = {"tournament_id": tournament.pk, "entry_key": data["entry_key"]}
    who = {"number": data["number"]}
    if form.puts_off:
        row = perform(request, form, paying.put_off, **facts, **who, because=data["because"], beside=FIELD_OF)
        return _("No. %(number)s pays %(amount)s later.") % {**who, "amount": euros(row.cents)} if row else None
    told = {name: data[name] for name in ("box", "because", "owed")}
    back = euros(form.goes_back) if form.goes_back else ""
    payment = Payment(way=form.way, cents=form.takes, **told, **who)
    moved = perform(request, form, paying.pay, payment=payment, beside=FIELD_OF, **facts)
    if moved is None:
        return None
    said = {
        Way.CASH: _("No. %(number)s paid %(amount)s in cash."),
        Way.TRANSFER: _("No. %(number)s paid %(amount)s by transfer."),
        Way.VOUCHER: _("No. %(number)s paid %(amount)s by voucher."),
    }[form.way] % {**who, "amount": euros(moved.cents)}
    if back:
        said = _("%(said)s %(back)s back.") % {"said": said, "back": back}
    return with_way_back(said, tournament.slug, moved)


def _list(request: HttpRequest, tournament: Any, everybody: list[Any], there: Mapping[int, Due]) -> dict[str, Any]:
    """Return what the list of who owes is drawn from."""
    wanted = owing.Wanted.from_query(request.GET)
    rows = owing.rows_of(everybody, there)
    at_table = selectors.numbers_at(tournament, wanted.table) if wanted.table is not None else ()
    shown = owing.cut(rows, wanted, at_table=at_table)
    return {
        "wanted": wanted,
        "choices": owing.choices(rows),
        "shown": shown,
        "listing": arranged(request, owing.OwingListing(shown)),
        "taken": selectors.taken(tournament, there.values()),
        "caption": _("Entrants"),
        "is_caption_hidden": True,
        "is_charging": bool(tariff_rows(tournament)),
    }

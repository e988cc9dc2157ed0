"""The account: what came in, gifts and jackpots, given back, taken back, closed (SkWO 3.3, 3.4, 4.3)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.money.forms.account import (
    CarryForm,
    CloseForm,
    GiftForm,
    JackpotForm,
    MovementBackForm,
    RefundBackForm,
    RefundForm,
    ReopenForm,
)
from scoring.money.listings import MoneyJournalListing, journal_sheet
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors import boxes as selectors
from scoring.money.selectors.accounts import owed
from scoring.money.selectors.lines import movements, names, with_removed
from scoring.money.selectors.played import series_played
from scoring.money.selectors.pots import gifts_of, jackpots_of, lists_played, refunds_of
from scoring.money.selectors.statement import statement_of
from scoring.money.services import ending, paying, pots
from scoring.money.wording.amounts import euros
from scoring.money.wording.movements import why
from tables.accounts.access import acting
from tables.acts.listings import arranged
from tables.acts.views import as_tables, cleaned, done, refusals_at, show, written
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.views.frames import frame, typed
from tables.tournaments.wording import above


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the account and what it lacks; put into a pot, give a jackpot or money back, close it, open it again."""
    tournament = access.treasured_tournament(request, slug=slug)
    if "back" in request.GET:
        return _take_back(request, tournament)
    found = statement_of(tournament)
    there = found.pots.pots
    gift = GiftForm(typed(request, "gift"), pots=[pot.name for pot in there], auto_id="gift_%s")
    choices = [(pot.name, _("%(pot)s: %(amount)s") % {"pot": pot.name, "amount": euros(pot.holds)}) for pot in there]
    jackpot = JackpotForm(typed(request, "jackpot"), auto_id="jackpot_%s", pots=choices, lists=lists_played(tournament))
    looks = request.POST.get("act") == "look"
    refund = RefundForm(
        typed(request, "look" if looks else "refund"),
        promised=series_promised(tournament),
        played=series_played(tournament),
    )
    refund_back = RefundBackForm(typed(request, "refund-back"), auto_id="back_%s")
    carry = CarryForm(typed(request, "carry"), auto_id="carry_%s")
    close, reopen = CloseForm(typed(request, "close")), ReopenForm(typed(request, "reopen"))
    told = {"tournament_id": tournament.pk, **acting(request)}
    if answer := _given_back(request, None if looks else refund, refund_back, carry, told):
        return answer
    if gift.is_valid():
        with refusals_at(gift):
            moved = pots.give_to_pot(**cleaned(gift, "pot", "cents", "because", "entry_key"), **told)
            facts: dict[str, Any] = {"amount": euros(moved.cents), "pot": moved.source_name}
            return done(request, _("%(amount)s given to the pot “%(pot)s”.") % facts, request.path)
    elif jackpot.is_valid():
        with refusals_at(jackpot):
            of = cleaned(jackpot, "pot", "number", "cents", "because", "entry_key")
            moved = pots.give_jackpot(of_list=jackpot.list_key, **of, **told)
            facts = {"amount": euros(moved.cents), "number": moved.entrant}
            return done(request, _("%(amount)s are due to no. %(number)s.") % facts, request.path)
    elif close.is_valid():
        with refusals_at(close):
            ending.close_account(**cleaned(close, "second", "entry_key"), **told)
            return done(request, _("The account is closed."), request.path)
    elif reopen.is_valid():
        with refusals_at(reopen):
            ending.reopen_account(**cleaned(reopen, "because"), **told)
            return done(request, _("The account is open again."), request.path)
    # What was refused because somebody else was quicker stands above the form there is now.
    form, other = (reopen, close) if found.closing else (close, reopen)
    rows = MoneyJournalListing(movements(tournament), names=names(tournament), slug=slug)
    context = frame(
        request,
        tournament,
        "money",
        found=found,
        form=form,
        other=other,
        gift=gift,
        jackpot=jackpot,
        jackpots=jackpots_of(tournament),
        gifts=gifts_of(tournament),
        refund=refund,
        refund_back=refund_back,
        carry=carry,
        listing=arranged(request, rows),
        caption=_("Journal of money"),
        is_caption_hidden=True,
        **_refunds(tournament, refund, looks=looks and refund.is_valid()),
    )
    return show(request, "scoring/money/account/account.html", context)


def _given_back(
    request: HttpRequest,
    refund: RefundForm | None,
    refund_back: RefundBackForm,
    carry: CarryForm,
    told: dict[str, Any],
) -> HttpResponse | None:
    """Give back to everybody, take that back, or let the organiser carry what is open; None where nothing was done."""
    if refund and refund.is_valid():
        with refusals_at(refund):
            back = ending.refund(**cleaned(refund, "series_played", "because", "entry_key"), **told)
            count = len({row.entrant for row in back})
            said = ngettext(
                "%(amount)s are given back to %(count)s entrant.",
                "%(amount)s are given back to %(count)s entrants.",
                count,
            )
            facts: dict[str, Any] = {"amount": euros(sum(row.cents for row in back)), "count": count}
            return done(request, said % facts, request.path)
    elif refund_back.is_valid():
        with refusals_at(refund_back):
            ending.take_refund_back(**cleaned(refund_back, "because", "entry_key"), **told)
            return done(request, _("The refund is taken back."), request.path)
    elif carry.is_valid():
        with refusals_at(carry):
            row = ending.let_organiser_carry(**cleaned(carry, "number", "because", "entry_key"), **told)
            facts = {"n": row.entrant, "amount": euros(row.cents)}
            return done(request, _("Settled with no. %(n)s: %(amount)s.") % facts, request.path)
    return None


def _refunds(tournament: Any, form: RefundForm, *, looks: bool) -> dict[str, Any]:
    """Return what was given back, what everybody would get, and with whom it is not settled."""
    due = ending.refunds_due(tournament, form.cleaned_data["series_played"]) if looks else []
    given, unsettled = refunds_of(tournament), sorted(owed(tournament).items())
    there = with_removed(tournament, tournament.entrants.all(), [number for number, _cents in (*given, *unsettled)])
    entrants = {entrant.number: entrant for entrant in there}
    return {
        "is_looked_at": looks,
        "due": [(entrants[one.number], one) for one in due if one.counted],
        "due_together": sum(one.cents for one in due),
        "given": [(entrants[number], cents) for number, cents in given],
        "together": sum(cents for _number, cents in given),
        "unsettled": [(entrants[number], cents) for number, cents in unsettled],
    }


def _take_back(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Take back what somebody typed by a counter-movement, with the reason: a payment, a gift, a jackpot, change.

    :raises Http404: if there is no such movement.
    """
    asked = request.GET["back"]
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
    row = selectors.payment(tournament, number, among=paying.BY_HAND)
    if row is None:
        raise Http404
    numbers = [] if row.entrant is None else [row.entrant]
    payer = next(iter(with_removed(tournament, tournament.entrants.filter(number__in=numbers), numbers)), None)
    back, amount = _where_it_was(tournament.slug, row), euros(row.cents)
    act = selectors.still_of_act(tournament, row, among=paying.BY_HAND)
    form = MovementBackForm(typed(request), act=act, initial={"whole": "whole" in request.GET})
    if form.is_valid():
        with refusals_at(form):
            told = {"tournament_id": tournament.pk, "movement": row.number, **acting(request)}
            whole = form.cleaned_data.get("whole", False)
            moved = paying.take_back(whole=whole, **cleaned(form, "because", "entry_key"), **told)
            is_one = payer and len(moved) == 1
            said = _("%(amount)s of no. %(number)s are taken back.") if is_one else _("%(amount)s are taken back.")
            facts = {"amount": euros(sum(one.cents for one in moved)), "number": row.entrant}
            return done(request, said % facts, back)
    context = frame(request, tournament, "money", form=form, row=row, payer=payer, amount=amount, back=back)
    context |= {"reason": why(row), "was_taken_back": hasattr(row, "reversed_by")}
    return show(request, "scoring/money/account/take_back.html", context)


def _where_it_was(slug: str, row: Any) -> str:
    desk = reverse("scoring:money-desk", kwargs={"slug": slug})
    if row.entrant is not None:
        return f"{desk}?{urlencode({'who': row.entrant})}"
    is_of_box = Purpose.BOX in (row.source, row.target)
    return f"{desk}?box=" if is_of_box else reverse("scoring:money-account", kwargs={"slug": slug})


@require_safe
@never_cache
def journal_file(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send every movement as a table."""
    tournament = access.treasured_tournament(request, slug=slug)
    sheet = journal_sheet(movements(tournament).iterator(), names(tournament))
    content = written([sheet], ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{slug}-{pgettext('file name', 'money')}", ending)

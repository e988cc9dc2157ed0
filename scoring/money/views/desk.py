"""Taking in and paying out: who owes what, prizes given out, the boxes counted (SkWO 4.1, 7.4.1, 9.13)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.money import listings as owing
from scoring.money.forms import desk as forms
from scoring.money.selectors import boxes as selectors
from scoring.money.selectors.lines import account_of, dues, with_removed
from scoring.money.selectors.payout import fallen_back, payout_of
from scoring.money.selectors.played import series_played, tariff_rows
from scoring.money.services import boxes, paying, payout, prizes
from scoring.money.services.paying import Payment, Way
from scoring.money.wording.amounts import euros
from tables.accounts.access import acting, signed_in
from tables.acts.listings import arranged
from tables.acts.views import cleaned, done, refusals_at, show
from tables.desk.listings import meant
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

MOST_ASKED = 12
"""So many are offered where words typed mean several."""

NEXT_CARD = "cards"
"""In the address after a card was scanned: the next one is scanned there."""

CHANGES = {"put-in": boxes.put_in, "take-out": boxes.take_out}
PRIZE_ACTS = frozenset({*forms.OF_AWARD, forms.CARD_BACK, forms.CARD_KEPT, forms.AWARD})
TAKES_BACK = {
    forms.NOT_HANDED_OVER: payout.take_hand_over_back,
    forms.NOT_FALLEN_BACK: payout.take_fall_back_back,
}
"""What takes back what was done with a prize."""

PAYS_OUT = frozenset({*forms.PAYS, forms.MOVE_OVER})


@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Take what somebody pays, alone or for several; give out what is due; count a box and hand it over."""
    tournament = access.treasured_tournament(request, slug=slug)
    mine = selectors.boxes_of(tournament, of=signed_in(request).get_username())
    if "box" in request.GET:
        return _box(request, tournament, mine)
    if "several" in request.GET:
        return _several(request, tournament, mine)
    act = request.POST.get("act", "")
    ways = {
        PAYS_OUT: _pay_out,
        PRIZE_ACTS: _prize,
        frozenset({forms.CARD_SCANNED}): _card,
        frozenset({forms.AT_ONCE, forms.SHOW}): _at_once,
    }
    for acts, does in ways.items():
        if act in acts:
            return does(request, tournament, mine)
    return _take(request, tournament, mine)


def _at_once(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Take in cash what whoever is meant owes; who may be several, owes nothing or is nobody is shown."""
    form = forms.AtOnceForm(request.POST)
    shown = f"{request.path}?{urlencode({'who': request.POST.get('who', '')[:300]})}"
    if request.POST["act"] == forms.SHOW or not form.is_valid():
        return redirect(shown)
    there = dues(tournament)
    found = meant(_everybody(tournament, there), form)
    owed = there[found[0].number].owes if len(found) == 1 and found[0].number in there else 0
    if owed <= 0:
        return redirect(shown)
    payment = Payment(number=found[0].number, cents=owed, owed=owed, box=mine.mine)
    pay = forms.PayForm({**request.POST.dict(), "act": "", "number": payment.number, "owed": owed}, boxes=mine)
    with refusals_at(pay):
        moved = paying.pay(
            payment=payment, tournament_id=tournament.pk, **cleaned(form, "entry_key"), **acting(request)
        )
        who = f"{found[0].number} {found[0].name}".strip()
        said = _("No. %(number)s paid %(amount)s in cash.") % {"number": who, "amount": euros(moved.cents)}
        return done(request, _with_way_back(said, tournament.slug, moved), "scoring:money-desk", slug=tournament.slug)
    return _page(request, tournament, mine, pay=pay)


def _everybody(tournament: Any, there: Mapping[int, Any]) -> Sequence[Any]:
    """Return everybody registered, and who was removed and owes or gets something still, by what each owes."""
    unsettled = [number for number, due in there.items() if due.owes]
    return list(with_removed(tournament, people.entrants(tournament), unsettled))


def _take(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Take what somebody pays; Enter takes what is owed, in cash."""
    form = forms.PayForm(typed(request), boxes=mine)
    if form.is_valid():
        with refusals_at(form):
            return _taken(request, tournament, form)
    return _page(request, tournament, mine, pay=form)


def _taken(request: HttpRequest, tournament: Any, form: forms.PayForm) -> HttpResponse:
    told: dict[str, Any] = {"tournament_id": tournament.pk, **cleaned(form, "entry_key"), **acting(request)}
    number = {"number": form.cleaned_data["number"]}
    if form.puts_off:
        row = paying.put_off(**told, **number, **cleaned(form, "because"))
        said = _("No. %(number)s pays %(amount)s later.") % {**number, "amount": euros(row.cents)}
        return done(request, said, "scoring:money-desk", slug=tournament.slug)
    payment = Payment(way=form.way, cents=form.takes, **number, **cleaned(form, "box", "because", "owed"))
    moved = paying.pay(payment=payment, **told)
    said = {
        Way.CASH: _("No. %(number)s paid %(amount)s in cash."),
        Way.TRANSFER: _("No. %(number)s paid %(amount)s by transfer."),
        Way.VOUCHER: _("No. %(number)s paid %(amount)s by voucher."),
    }[form.way] % {**number, "amount": euros(moved.cents)}
    if form.goes_back:
        said = _("%(said)s %(back)s back.") % {"said": said, "back": euros(form.goes_back)}
    return done(request, _with_way_back(said, tournament.slug, moved), "scoring:money-desk", slug=tournament.slug)


def _pay_out(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Pay out what is due to somebody, or let it go over to somebody else."""
    form = forms.PayOutForm(typed(request), boxes=mine)
    if form.is_valid():
        data, told = form.cleaned_data, {"tournament_id": tournament.pk, **acting(request)}
        with refusals_at(form):
            if data["act"] == forms.MOVE_OVER:
                payout.move_over(**cleaned(form, "number", "to", "cents", "entry_key"), **told)
                said = _("%(amount)s of no. %(number)s go over to no. %(to)s.") % {
                    **data,
                    "amount": euros(data["cents"]),
                }
            else:
                names = ("number", "cents", "box", "entry_key", "because")
                moved = payout.pay_out(way=forms.PAYS[data["act"]], **cleaned(form, *names), **told)
                said = _("%(amount)s paid out to no. %(number)s.") % {**data, "amount": euros(moved.cents)}
                said = _with_way_back(said, tournament.slug, moved)
            return done(request, said, "scoring:money-desk", slug=tournament.slug)
    return _page(request, tournament, mine, gives=form)


def _prize(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Hand over a thing, let a prize fall back, note that a start card is back, give the prizes that are settled."""
    form = forms.PrizeForm(typed(request))
    if form.is_valid():
        act, number = form.cleaned_data["act"], form.cleaned_data["number"]
        told = {"tournament_id": tournament.pk, **acting(request)}
        with refusals_at(form):
            if act == forms.AWARD:
                prizes.award_prizes(**told)
                said = _("The prizes that are settled are given.")
            elif act == forms.CARD_BACK:
                payout.give_card_back(number=number, **told)
                said = _("No. %(number)s gave the start card back.") % {"number": number}
            elif act == forms.CARD_KEPT:
                payout.take_card_back(number=number, **cleaned(form, "because"), **told)
                said = _("No. %(number)s has the start card still.") % {"number": number}
            elif act in TAKES_BACK:
                row = TAKES_BACK[act](**cleaned(form, "award", "because"), **told)
                said = _("Taken back for no. %(number)s.") % {"number": row.entrant}
            else:
                does = payout.hand_over if act == forms.HAND_OVER else payout.let_fall_back
                row = does(award=form.cleaned_data["award"], **told)
                facts = {"what": row.good or euros(row.cents), "number": row.entrant}
                handed, fell = (
                    _("%(what)s handed over to no. %(number)s."),
                    _("Not fetched by no. %(number)s: %(what)s"),
                )
                said = (handed if act == forms.HAND_OVER else fell) % facts
            return done(request, said, "scoring:money-desk", slug=tournament.slug)
    return _page(request, tournament, mine, prize=form)


def _card(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Note whose start card was scanned."""
    form = forms.CardForm(typed(request))
    if form.is_valid():
        found = meant(list(people.entrants(tournament)), form)
        if len(found) == 1:
            number = found[0].number
            with refusals_at(form):
                payout.give_card_back(number=number, tournament_id=tournament.pk, **acting(request))
                said = _("No. %(number)s gave the start card back.") % {"number": number}
                return done(request, said, f"{request.path}?{NEXT_CARD}=1")
        else:
            nobody = _("Nobody registered has this card.")
            form.add_error("who", _("That may be several: scan the card, or type its number.") if found else nobody)
    return _page(request, tournament, mine, cards=form)


def _page(
    request: HttpRequest,
    tournament: Any,
    mine: Any,
    *,
    pay: forms.PayForm | None = None,
    gives: forms.PayOutForm | None = None,
    prize: forms.PrizeForm | None = None,
    cards: forms.CardForm | None = None,
) -> HttpResponse:
    """Show who was asked for, and everybody; a form that was refused with it."""
    there, is_sent = dues(tournament), request.method == "POST"
    everybody = _everybody(tournament, there)
    asked = None if is_sent else request.GET.get("who")
    who = forms.WhoForm(None if asked is None else request.GET)
    is_next = not (asked or is_sent or cards or NEXT_CARD in request.GET)
    found = meant(everybody, who) if who.is_valid() else []
    if is_sent:
        found = [one for one in everybody if str(one.number) == request.POST.get("number", "")]
    payer, is_nobody = found[0] if len(found) == 1 else None, asked is not None and not found
    given = payout_of(tournament, on=timezone.localdate())
    context = frame(
        request,
        tournament,
        "money",
        typed=(asked or "")[:300],
        at_once=forms.AtOnceForm(initial={"who": (asked or "")[:300]}, is_next=is_next, is_nobody=is_nobody),
        asked=found[:MOST_ASKED] if len(found) > 1 else [],
        asked_more=len(found) > MOST_ASKED,
        is_nobody=is_nobody,
        payer=payer,
        pay=pay if pay and pay.is_bound else None,
        gives=gives,
        prize=prize,
        cards=cards or forms.CardForm(),
        is_card_next=bool(cards) or NEXT_CARD in request.GET,
        payout=given,
        unfetched=fallen_back(tournament),
        may_award=not tournament.released_at and tournament.prize_lists.exists() and series_played(tournament),
        by_hand=paying.BY_HAND,
        boxes=mine,
        **_list(request, tournament, everybody, there, given),
    )
    if payer:
        account = account_of(tournament, payer.number)
        context["account"] = account
        context["winner"] = next((one for one in given.winners if one.entrant.number == payer.number), None)
        if context["pay"]:
            context["pay"].see(account.owes)
        elif account.owes >= 0:
            context["pay"] = forms.PayForm(boxes=mine, owed=account.owes, initial={"number": payer.number})
        elif not gives:
            initial = {"number": payer.number, "cents": -account.owes}
            context["gives"] = forms.PayOutForm(boxes=mine, initial=initial)
    return show(request, "scoring/money/desk/desk.html", context)


def _list(request: HttpRequest, tournament: Any, everybody: Sequence[Any], there: Any, given: Any) -> dict[str, Any]:
    """Return what the list of everybody is drawn from."""
    wanted = owing.Wanted.from_query(request.GET)
    rows = owing.rows_of(everybody, there, given)
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


def _several(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Take what one pays for several: a club, a table, those who were ticked."""
    rows = _asked(request, tournament)
    owed = {row.entrant.number: row.due.owes for row in rows}
    form = forms.SeveralForm(typed(request), boxes=mine, owed=owed)
    if form.is_valid():
        told = cleaned(form, "box", "because")
        payments = [
            Payment(number=number, cents=cents, way=form.way, owed=cents, **told) for number, cents in form.owed.items()
        ]
        with refusals_at(form):
            key = cleaned(form, "entry_key")
            moved = paying.pay_for_several(tournament_id=tournament.pk, payments=payments, **key, **acting(request))
            said = ngettext(
                "%(amount)s taken for %(count)s entrant.", "%(amount)s taken for %(count)s entrants.", len(moved)
            )
            facts = {"amount": euros(sum(row.cents for row in moved)), "count": len(moved)}
            said = _with_way_back(said % facts, tournament.slug, moved[0], whole=True)
            return done(request, said, "scoring:money-desk", slug=tournament.slug)
        form.see(owed)
    context = frame(request, tournament, "money", form=form, rows=rows, total=sum(owed.values()))
    return show(request, "scoring/money/desk/several.html", context)


def _asked(request: HttpRequest, tournament: Any) -> tuple[owing.Row, ...]:
    """Return those of whom it is asked who owe something: who is ticked, or who fits the question of the list."""
    wanted = owing.Wanted.from_query(request.GET) if "all" in request.GET else owing.Wanted()
    at_table = selectors.numbers_at(tournament, wanted.table) if wanted.table is not None else ()
    rows = owing.cut(
        owing.rows_of(list(people.entrants(tournament)), dues(tournament)), wanted.of_who_owes, at_table=at_table
    )
    if request.method == "POST":
        numbers = {pair.partition(":")[0] for pair in request.POST.get("seen", "").split()}
    elif "all" in request.GET:
        return rows
    else:
        numbers = set(request.GET.getlist("n"))
    return tuple(row for row in rows if str(row.entrant.number) in numbers)


def _box(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    """Show what should be in a box; take change in and out; count it and hand it over.

    :raises Http404: if there is no such box, and it is not the one that could be opened next.
    """
    chosen = mine.named(request.GET["box"] or mine.mine)
    if chosen is None:
        raise Http404
    act = request.POST.get("act", "")
    change = forms.ChangeForm(typed(request) if act in CHANGES else None)
    users = selectors.who_may_have_it(tournament)
    count = forms.CountForm(typed(request, "count"), box=chosen.name, users=users, auto_id="count_%s")
    told = {"tournament_id": tournament.pk, **acting(request)}
    if change.is_valid():
        with refusals_at(change):
            moved = CHANGES[act](box=chosen.name, **change.cleaned_data, **told)
            said = _("%(amount)s put into the box.") if act == "put-in" else _("%(amount)s taken out of the box.")
            return done(request, said % {"amount": euros(moved.cents)}, request.get_full_path())
    elif count.is_valid():
        with refusals_at(count):
            row = boxes.count_box(**cleaned(count, "count", "entry_key"), **told)
            facts = {"amount": euros(row.found), "name": row.to.get_username() if row.to else ""}
            said = _("Counted: %(amount)s. %(name)s has the box now.") if row.to else _("Counted: %(amount)s.")
            return done(request, said % facts, request.get_full_path())
    counts = selectors.counts_of(tournament)
    context = frame(request, tournament, "money", change=change, count=count, chosen=chosen, boxes=mine, counts=counts)
    return show(request, "scoring/money/desk/box.html", context, refused=request.method == "POST")


def _with_way_back(said: str, slug: str, row: Any, *, whole: bool = False) -> str:
    """Return what was done, as a sentence with the way to where it is taken back: one movement, or its whole act."""
    asked = {"back": row.number, **({"whole": ""} if whole else {})}
    way = f"{reverse('scoring:money-account', kwargs={'slug': slug})}?{urlencode(asked)}"
    return format_html('{} <a href="{}">{}</a>', said, way, _("Take it back"))

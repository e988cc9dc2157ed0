"""Taking in and paying out: who owes what, prizes given out, the boxes counted (SkWO 4.1, 7.4.1, 9.13)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring.money import listings as owing
from scoring.money.forms import desk as forms
from scoring.money.selectors import lines as selectors
from scoring.money.selectors.accounts import series_played, tariff_rows
from scoring.money.selectors.lines import account_of, dues, fallen_back, payout_of, with_removed
from scoring.money.services import booking, ending, paying, prizes
from scoring.money.services.paying import DeskPayment, Way
from scoring.money.wording import IN_EUROS, euros, paid
from tables.accounts.access import acting, signed_in
from tables.acts.listings import arranged
from tables.acts.views import cleaned, done, refusals_at, show
from tables.desk.listings import meant
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

MOST_ASKED = 12  # so many are offered where words typed mean several
NEXT_CARD = "cards"  # in the address after a card was scanned: the next one is scanned there
CHANGES = {
    "put-in": (booking.put_in, IN_EUROS["money.put-in"]),
    "take-out": (booking.take_out, IN_EUROS["money.taken-out"]),
}
PRIZE_ACTS: Final[Mapping[str, tuple[Callable[..., Any], Sequence[str], Promise]]] = {
    forms.AWARD: (prizes.award_prizes, (), gettext_lazy("Saved.")),
    forms.CARD_BACK: (ending.give_card_back, ["number"], gettext_lazy("Start card given back: no. %(card)s")),
    forms.CARD_KEPT: (*(ending.take_card_back, ["number", "because"]), gettext_lazy("Saved.")),
    forms.HAND_OVER: (ending.hand_over, ["award"], gettext_lazy("Handed over to no. %(number)s: %(good)s")),
    forms.FALL_BACK: (ending.let_fall_back, ["award"], gettext_lazy("Not fetched by no. %(number)s: %(what)s")),
    forms.NOT_HANDED_OVER: (*(ending.take_hand_over_back, ["award", "because"]), gettext_lazy("Saved.")),
    forms.NOT_FALLEN_BACK: (*(ending.take_fall_back_back, ["award", "because"]), gettext_lazy("Saved.")),
}
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
    if act in PAYS_OUT:
        return _pay_out(request, tournament, mine)
    if act in PRIZE_ACTS:
        return _prize(request, tournament, mine)
    ways = {forms.CARD_SCANNED: _card, forms.AT_ONCE: _at_once, forms.SHOW: _at_once}
    return ways.get(act, _take)(request, tournament, mine)


def _at_once(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    form = forms.AtOnceForm(request.POST)
    shown = f"{request.path}?{urlencode({'who': request.POST.get('who', '')[:300]})}"
    if request.POST["act"] == forms.SHOW or not form.is_valid():
        return redirect(shown)
    values = dues(tournament)
    entrants = meant(_everybody(tournament, values), form)
    owed = values[entrants[0].number].owes if len(entrants) == 1 and entrants[0].number in values else 0
    if owed <= 0:
        return redirect(shown)
    payment = DeskPayment(number=entrants[0].number, cents=owed, owed=owed, box=mine.mine)
    pay = forms.PayForm({**request.POST.dict(), "act": "", "number": payment.number, "owed": owed}, boxes=mine)
    with refusals_at(pay):
        moved = paying.pay(
            payment=payment, tournament_id=tournament.pk, **cleaned(form, "entry_key"), **acting(request)
        )
        who = f"{entrants[0].number} {entrants[0].name}".strip()
        return _done(request, tournament, paid(who, moved.cents, Way.CASH), moved)
    return _page(request, tournament, mine, pay=pay)


def _everybody(tournament: Any, values: Mapping[int, Any]) -> Sequence[Any]:
    unsettled = [number for number, due in values.items() if due.owes]
    return list(with_removed(tournament, people.everybody(tournament), unsettled))


def _take(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    form = forms.PayForm(typed(request), boxes=mine)
    if form.is_valid():
        values: dict[str, Any] = {"tournament_id": tournament.pk, **cleaned(form, "entry_key"), **acting(request)}
        number = {"number": form.cleaned_data["number"]}
        with refusals_at(form):
            if form.cleaned_data["act"] == forms.PUT_OFF:
                row = paying.put_off(**values, **number, **cleaned(form, "because"))
                later = _("No. %(number)s pays %(amount)s later") % {**number, "amount": euros(row.cents)}
                return _done(request, tournament, later)
            payment = DeskPayment(way=form.way, cents=form.takes, **number, **cleaned(form, "box", "because", "owed"))
            moved = paying.pay(payment=payment, **values)
            text = paid(form.cleaned_data["number"], moved.cents, form.way)
            if form.goes_back:
                text = _("%(said)s; %(back)s back") % {"said": text, "back": euros(form.goes_back)}
            return _done(request, tournament, text, moved)
    return _page(request, tournament, mine, pay=form)


def _done(request: HttpRequest, tournament: Any, value: Any, row: Any = None, *, whole: bool = False) -> HttpResponse:
    if row:
        asked = {"back": row.number, **({"whole": ""} if whole else {})}
        way = f"{reverse('scoring:money-account', kwargs={'slug': tournament.slug})}?{urlencode(asked)}"
        value = format_html('{} <a href="{}">{}</a>', value, way, _("Take it back"))
    return done(request, value, "scoring:money-desk", slug=tournament.slug)


def _pay_out(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    form = forms.PayOutForm(typed(request), boxes=mine)
    if form.is_valid():
        data, values = form.cleaned_data, {"tournament_id": tournament.pk, **acting(request)}
        with refusals_at(form):
            facts = {**data, "amount": euros(data["cents"])}
            if data["act"] == forms.MOVE_OVER:
                (moved, _to) = ending.move_over(**cleaned(form, "number", "to", "cents", "entry_key"), **values)
                text = _("Of no. %(number)s to no. %(to)s: %(amount)s")
            else:
                names = ("number", "cents", "box", "entry_key", "because")
                moved = ending.pay_out(way=forms.PAYS[data["act"]], **cleaned(form, *names), **values)
                text = _("Paid out to no. %(number)s: %(amount)s")
            return _done(request, tournament, text % facts, moved)
    return _page(request, tournament, mine, gives=form)


def _prize(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    form = forms.PrizeForm(typed(request))
    if form.is_valid():
        act, names, promise = PRIZE_ACTS[form.cleaned_data["act"]]
        with refusals_at(form):
            row = act(**cleaned(form, *names), tournament_id=tournament.pk, **acting(request))
            number = form.cleaned_data["number"] or getattr(row, "entrant", None)
            what = (row.good or euros(row.cents)) if hasattr(row, "good") else ""
            return _done(request, tournament, promise % {"number": number, "card": number, "what": what, "good": what})
    return _page(request, tournament, mine, prize=form)


def _card(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    form = forms.CardForm(typed(request))
    if form.is_valid():
        entrants = meant(list(people.entrants(tournament)), form)
        if len(entrants) == 1:
            number = entrants[0].number
            with refusals_at(form):
                ending.give_card_back(number=number, tournament_id=tournament.pk, **acting(request))
                text = _("Start card given back: no. %(card)s") % {"card": number}
                return done(request, text, f"{request.path}?{NEXT_CARD}=1")
        else:
            nobody = _("Nobody registered has this card.")
            form.add_error("who", _("That may be several: scan the card, or type its number.") if entrants else nobody)
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
    values, is_sent = dues(tournament), request.method == "POST"
    everybody = _everybody(tournament, values)
    asked = None if is_sent else request.GET.get("who")
    who = forms.WhoForm(None if asked is None else request.GET)
    is_next = not (asked or is_sent or cards or NEXT_CARD in request.GET)
    entrants = meant(everybody, who) if who.is_valid() else []
    if is_sent:
        entrants = [value for value in everybody if str(value.number) == request.POST.get("number", "")]
    payer, is_nobody = entrants[0] if len(entrants) == 1 else None, asked is not None and not entrants
    given = payout_of(tournament, on=timezone.localdate())
    context = frame(
        request,
        tournament,
        "money",
        typed=(asked or "")[:300],
        at_once=forms.AtOnceForm(initial={"who": (asked or "")[:300]}, is_next=is_next, is_nobody=is_nobody),
        asked=entrants[:MOST_ASKED] if len(entrants) > 1 else [],
        asked_more=len(entrants) > MOST_ASKED,
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
        boxes=mine,
        **_list(request, tournament, everybody, values, given),
    )
    if payer:
        account = account_of(tournament, payer.number)
        context["account"] = account
        context["winner"] = next((winner for winner in given.winners if winner.entrant.number == payer.number), None)
        if context["pay"]:
            context["pay"].see("owed", account.owes)
        elif account.owes >= 0:
            context["pay"] = forms.PayForm(boxes=mine, owed=account.owes, initial={"number": payer.number})
        elif not gives:
            initial = {"number": payer.number, "cents": -account.owes}
            context["gives"] = forms.PayOutForm(boxes=mine, initial=initial)
    return show(request, "scoring/money/desk/desk.html", context)


def _list(request: HttpRequest, tournament: Any, everybody: Sequence[Any], value: Any, given: Any) -> dict[str, Any]:
    wanted = owing.WantedAccounts.from_query(request.GET)
    rows = owing.rows_of(everybody, value, given)
    at_table = selectors.numbers_at(tournament, wanted.table) if wanted.table is not None else ()
    shown = owing.cut(rows, wanted, at_table=at_table)
    return {
        "wanted": wanted,
        "choices": owing.choices(rows),
        "shown": shown,
        "listing": arranged(request, owing.OwingListing(shown)),
        "taken": selectors.taken(tournament, value.values()),
        "caption": _("Entrants"),
        "is_caption_hidden": True,
        "is_charging": bool(tariff_rows(tournament)),
    }


def _several(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    rows = _asked(request, tournament)
    owed = {row.entrant.number: row.due.owes for row in rows}
    form = forms.SeveralForm(typed(request), boxes=mine, owed=owed)
    if form.is_valid():
        values = cleaned(form, "box", "because")
        payments = [
            DeskPayment(number=number, cents=cents, way=form.way, owed=cents, **values)
            for number, cents in form.owed.items()
        ]
        with refusals_at(form):
            key = cleaned(form, "entry_key")
            moved = paying.pay_for_several(tournament_id=tournament.pk, payments=payments, **key, **acting(request))
            text = ngettext(
                "%(amount)s taken for %(count)s entrant.", "%(amount)s taken for %(count)s entrants.", len(moved)
            )
            facts = {"amount": euros(sum(row.cents for row in moved)), "count": len(moved)}
            return _done(request, tournament, text % facts, moved[0], whole=True)
        form.see("seen", forms.packed(owed))
    context = frame(request, tournament, "money", form=form, rows=rows, total=sum(owed.values()))
    return show(request, "scoring/money/desk/several.html", context)


def _asked(request: HttpRequest, tournament: Any) -> tuple[owing.AccountRow, ...]:
    wanted = owing.WantedAccounts.from_query(request.GET) if "all" in request.GET else owing.WantedAccounts()
    at_table = selectors.numbers_at(tournament, wanted.table) if wanted.table is not None else ()
    rows = owing.rows_of(list(people.entrants(tournament)), dues(tournament))
    rows = owing.cut(rows, replace(wanted, only="owes"), at_table=at_table)
    if request.method == "POST":
        numbers = {pair.partition(":")[0] for pair in request.POST.get("seen", "").split()}
    elif "all" in request.GET:
        return rows
    else:
        numbers = set(request.GET.getlist("n"))
    return tuple(row for row in rows if str(row.entrant.number) in numbers)


def _box(request: HttpRequest, tournament: Any, mine: Any) -> HttpResponse:
    chosen = mine.named(request.GET["box"] or mine.mine)
    if chosen is None:
        raise Http404
    act = request.POST.get("act", "")
    change = forms.ChangeForm(typed(request) if act in CHANGES else None)
    users = selectors.who_may_have_it(tournament)
    count = forms.CountForm(typed(request, "count"), box=chosen.name, users=users, auto_id="count_%s")
    values = {"tournament_id": tournament.pk, **acting(request)}
    if change.is_valid():
        with refusals_at(change):
            move, moved_so = CHANGES[act]
            moved = move(box=chosen.name, **change.cleaned_data, **values)
            return done(
                request, str(moved_so) % {"amount": euros(moved.cents), "box": chosen.name}, request.get_full_path()
            )
    elif count.is_valid():
        with refusals_at(count):
            row = booking.count_box(**cleaned(count, "count", "entry_key"), **values)
            text = _("Box %(box)s counted: %(found)s") % {"box": row.box, "found": euros(row.found)}
            if row.to:
                text = _("%(said)s; from now on %(user)s has it") % {"said": text, "user": row.to.get_username()}
            return done(request, text, request.get_full_path())
    counts = tournament.box_counts.select_related("counted_by", "to").order_by("-number")
    context = frame(request, tournament, "money", change=change, count=count, chosen=chosen, boxes=mine, counts=counts)
    return show(request, "scoring/money/desk/box.html", context, refused=request.method == "POST")

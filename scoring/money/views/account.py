"""The account: gifts and jackpots, refunds, what the organiser carries, taken back, closed (SkWO 3.3, 3.4, 4.3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.money.forms.desk import start_number
from scoring.money.forms.tariffs import ANOTHER, ChoosesPot
from scoring.money.listings import MoneyJournalListing, journal_sheet
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors import lines as selectors
from scoring.money.selectors.accounts import owed, series_played
from scoring.money.selectors.lines import account_of, movements, names, with_removed
from scoring.money.selectors.planning import terms_of
from scoring.money.selectors.statement import gifts_of, jackpots_of, lists_played, refunds_of, statement_of
from scoring.money.services import ending, paying, prizes
from scoring.money.wording import euros, transfer_of, why
from tables.accounts.access import acting
from tables.acts.forms import ActName, Cents, EntryKey, TextLine, offer
from tables.acts.listings import arranged
from tables.acts.views import as_tables, cleaned, done, private, refusals_at, show, written
from tables.intake.names import filed
from tables.people import access as people
from tables.qr_codes import transfer_code
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.views.frames import frame, typed
from tables.tournaments.wording import above

BECAUSE: Final = {"required": gettext_lazy("Please give the reason; it is kept in the journal.")}


class ActForm(forms.Form):
    """One act of the page: its name goes with it, and the key by which it counts once."""

    beside: ClassVar = {"reason-missing": "because"}
    does: ClassVar = ""
    for_itself: ClassVar = frozenset({"act", "new_pot", "won_by", "deal", "witnesses"})
    act = ActName()
    entry_key = EntryKey()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["act"].initial = self.does


class WithReason(ActForm):
    """An act that needs a reason."""

    because = TextLine(label=gettext_lazy("Reason"), max_length=200, error_messages=BECAUSE)


WON_BY: Final = (
    ("grand-ouvert", gettext_lazy("Grand ouvert won, and it could not be lost")),
    ("highest-series", gettext_lazy("the highest series")),
    ("2000-points", gettext_lazy("2,000 points in a series")),
    ("other", pgettext_lazy("how a jackpot was won", "something else")),
)
OWN_WORDS: Final = "other"


class GiftForm(ChoosesPot, ActForm):
    """Something a pot gets of the organiser."""

    field_order = ("act", "entry_key", "pot", "new_pot")
    beside: ClassVar = {
        "pot-missing": "pot",
        "amount-missing": "cents",
        "amount-too-large": "cents",
        "reason-missing": "because",
    }

    does = "gift"
    pot = forms.ChoiceField(
        label=gettext_lazy("It goes to"), error_messages={"required": gettext_lazy("Please choose.")}
    )
    cents = Cents(label=gettext_lazy("Amount in euros"))
    because = TextLine(
        label=gettext_lazy("Where it comes from"),
        max_length=200,
        error_messages={"required": gettext_lazy("Please give the reason; it is kept in the journal.")},
    )

    def __init__(self, *args: Any, pots: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer_pots(list(pots), "pot")

    def clean(self) -> dict[str, Any]:
        """Name the pot that is meant."""
        data = super().clean() or {}
        if data.get("pot") == ANOTHER and not data.get("new_pot"):
            self.add_error("new_pot", self.fields["pot"].error_messages["required"])
        elif "pot" in data:
            data["pot"] = self.pot_of(data["pot"], data.get("new_pot", ""))
        return data


class JackpotForm(ActForm):
    """A jackpot somebody won: with which deal, and who saw it."""

    beside: ClassVar = {
        "no-such-entrant": "number",
        "pot-has-less": "cents",
        "amount-missing": "cents",
        "amount-too-large": "cents",
        "reason-missing": "deal",
    }

    does = "jackpot"
    pot = forms.ChoiceField(label=pgettext_lazy("of money", "Pot"))
    cents = Cents(label=gettext_lazy("Amount in euros"))
    number = start_number(gettext_lazy("Start number"))
    won_by = forms.ChoiceField(label=gettext_lazy("Won by"), choices=WON_BY)
    of_list = forms.ChoiceField(label=gettext_lazy("In which list"), required=False)
    deal = TextLine(label=gettext_lazy("The deal, and how it was checked"), max_length=200, required=False)
    witnesses = TextLine(label=gettext_lazy("Witnesses"), max_length=120, required=False)

    def __init__(
        self, *args: Any, pots: Sequence[tuple[str, str]], lists: Sequence[tuple[int, int]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["pot"], pots)
        named = [
            (f"{series}-{table}", _("Series %(series)s, table %(table)s") % {"series": series, "table": table})
            for series, table in lists
        ]
        offer(self.fields["of_list"], [("", _("in none")), *named])

    def clean(self) -> dict[str, Any]:
        """Put together what stands in the journal: how it was won, the deal, the witnesses."""
        data = super().clean() or {}
        won_by, deal, witnesses = (data.get(name, "") for name in ("won_by", "deal", "witnesses"))
        if won_by == "grand-ouvert" and "deal" not in self.errors:
            for name in ("deal", "witnesses"):
                if not data.get(name):
                    self.add_error(name, _("A Grand ouvert is given with its deal and its witnesses."))
        if won_by == OWN_WORDS and not deal:
            self.add_error("deal", _("Please give the reason; it is kept in the journal."))
        words = ["" if won_by == OWN_WORDS else str(dict(WON_BY).get(won_by, "")), deal]
        words.append(f"{_('Witnesses')}: {witnesses}" if witnesses else "")
        data["because"] = "; ".join(filter(None, words))
        series, _sign, table = str(data.get("of_list", "")).partition("-")
        data["of_list"] = (int(series), int(table)) if table else None
        return data


class RefundForm(WithReason):
    """Given back because series are not played: of ``promised`` as many as really were ``played``, or fewer."""

    beside: ClassVar = {"series-not-planned": "series_played", "reason-missing": "because"}

    does = "refund"
    field_order = ("series_played", "because")
    series_played = forms.TypedChoiceField(
        label=gettext_lazy("How many series were played"),
        coerce=int,
        help_text=gettext_lazy("Fewer only where one was broken off and is not to count."),
    )

    def __init__(self, *args: Any, promised: int, played: int, **kwargs: Any) -> None:
        most = min(played, promised - 1)
        super().__init__(*args, **{"initial": {"series_played": most}, **kwargs})
        field: Any = self.fields["series_played"]
        some, none = _("%(played)s of %(planned)s"), _("%(played)s of %(planned)s (called off)")
        field.choices = [(n, (some if n else none) % {"played": n, "planned": promised}) for n in range(most + 1)]


class RefundBackForm(WithReason):
    """What was given back for series not played is taken back."""

    does = "refund-back"


class CarryForm(WithReason):
    """What is open with somebody is carried by the organiser: a debt nobody pays, or what they forfeit."""

    beside: ClassVar = {"nothing-open": "number", "reason-missing": "because"}

    does = "carry"
    field_order = ("number", "because")
    number = start_number()


class CloseForm(ActForm):
    """The account closed by two people."""

    beside: ClassVar = {"second-missing": "second"}

    does = "close"
    second = TextLine(
        label=gettext_lazy("Who signs besides you"),
        max_length=80,
        error_messages={"required": gettext_lazy("Two people sign the account. Say who the second one is.")},
    )


class ReopenForm(WithReason):
    """The account opened again."""

    does = "reopen"
    entry_key = None  # type: ignore[assignment]
    because = TextLine(label=gettext_lazy("Reason"), max_length=300, error_messages=BECAUSE)


class MovementBackForm(WithReason):
    """What somebody typed taken back, with the reason."""

    does = "take-back"
    whole = forms.BooleanField(required=False)

    def __init__(self, *args: Any, act: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["because"].widget.attrs.update(autofocus=True)
        if len(act) > 1:
            facts = {"count": len(act), "amount": euros(sum(row.cents for row in act))}
            self.fields["whole"].label = _("All %(count)s payments of this act, %(amount)s together") % facts
        else:
            del self.fields["whole"]


def _said(sentence: Promise, row: Any) -> str:
    return str(sentence) % {"amount": euros(row.cents), "pot": row.source_name, "number": row.entrant}


ACTS: Final[Mapping[str, tuple[Callable[..., Any], Callable[[Any], str]]]] = {
    "refund": (ending.refund, lambda rows: _("Saved.")),
    "refund-back": (ending.take_refund_back, lambda rows: _("Saved.")),
    "carry": (ending.let_organiser_carry, partial(_said, gettext_lazy("Everything is settled with no. %(number)s."))),
    "gift": (prizes.give_to_pot, partial(_said, gettext_lazy("Given to the pot “%(pot)s”: %(amount)s"))),
    "jackpot": (prizes.give_jackpot, lambda row: _("Saved.")),
    "close": (ending.close_account, lambda closing: _("Saved.")),
    "reopen": (ending.reopen_account, lambda closing: _("Saved.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the account and what it lacks; put into a pot, give a jackpot or money back, close it, open it again."""
    tournament = access.treasured_tournament(request, slug=slug)
    if "back" in request.GET:
        return _take_back(request, tournament)
    statement = statement_of(tournament)
    pots = statement.pots.pots
    gift = GiftForm(typed(request, "gift"), pots=[pot.name for pot in pots], auto_id="gift_%s")
    choices = [(pot.name, f"{pot.name}: {euros(pot.holds)}") for pot in pots]
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
    for sent in (*(() if looks else (refund,)), refund_back, carry, gift, jackpot, close, reopen):
        if sent.is_valid():
            act, says = ACTS[sent.does]
            with refusals_at(sent):
                asked = {name: value for name, value in sent.cleaned_data.items() if name not in sent.for_itself}
                row = act(**asked, tournament_id=tournament.pk, **acting(request))
                return done(request, says(row), request.path)
    # What was refused because somebody else was quicker stands above the form there is now.
    form, other = (reopen, close) if statement.closing else (close, reopen)
    rows = MoneyJournalListing(movements(tournament), names=names(tournament), slug=slug)
    context = frame(
        request,
        tournament,
        "money",
        found=statement,
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


def _refunds(tournament: Any, form: RefundForm, *, looks: bool) -> dict[str, Any]:
    due = ending.refunds_due(tournament, form.cleaned_data["series_played"]) if looks else []
    given, unsettled = refunds_of(tournament), sorted(owed(tournament).items())
    entrant_rows = with_removed(
        tournament, tournament.entrants.all(), [number for number, _cents in (*given, *unsettled)]
    )
    entrants = {entrant.number: entrant for entrant in entrant_rows}
    return {
        "is_looked_at": looks,
        "due": [(entrants[each_due.number], each_due) for each_due in due if each_due.counted],
        "due_together": sum(each_due.cents for each_due in due),
        "given": [(entrants[number], cents) for number, cents in given],
        "together": sum(cents for _number, cents in given),
        "unsettled": [(entrants[number], cents) for number, cents in unsettled],
    }


def _take_back(request: HttpRequest, tournament: Any) -> HttpResponse:
    asked = request.GET["back"]
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
    typed_there = selectors.typed_act(tournament, number)
    if typed_there is None:
        raise Http404
    row, act = typed_there
    numbers = [] if row.entrant is None else [row.entrant]
    payer = next(iter(with_removed(tournament, tournament.entrants.filter(number__in=numbers), numbers)), None)
    back, amount = reverse("scoring:money-desk", kwargs={"slug": tournament.slug}), euros(row.cents)
    if row.entrant is not None:
        back += f"?{urlencode({'who': row.entrant})}"
    elif Purpose.BOX in (row.source, row.target):
        back += "?box="
    else:
        back = reverse("scoring:money-account", kwargs={"slug": tournament.slug})
    form = MovementBackForm(typed(request), act=act, initial={"whole": "whole" in request.GET})
    if form.is_valid():
        with refusals_at(form):
            values = {"tournament_id": tournament.pk, "movement": row.number, **acting(request)}
            whole = form.cleaned_data.get("whole", False)
            moved = paying.take_back(whole=whole, **cleaned(form, "because", "entry_key"), **values)
            amount = euros(sum(movement.cents for movement in moved)) if whole else amount
            return done(
                request,
                _("Movement %(movement)s of %(amount)s taken back") % {"movement": row.number, "amount": amount},
                back,
            )
    context = frame(request, tournament, "money", form=form, row=row, payer=payer, amount=amount, back=back)
    context |= {"reason": why(row), "was_taken_back": hasattr(row, "reversed_by")}
    return show(request, "scoring/money/account/take_back.html", context)


@require_safe
@never_cache
def journal_file(request: HttpRequest, *, slug: str, ending: str) -> HttpResponse:
    """Send every movement as a table."""
    tournament = access.treasured_tournament(request, slug=slug)
    sheet = journal_sheet(movements(tournament).iterator(), names(tournament))
    content = written([sheet], ending, above=above(tournament, at=timezone.now()))
    return as_tables(content, f"{slug}-{filed(gettext('Journal of money'))}", ending)


@require_safe
@private
def own_money(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show a player what they owe and why, and how to transfer it."""
    entrant = people.own_entrant(request, slug=slug, number=number)
    tournament = entrant.tournament
    account = account_of(tournament, number)
    transfer = transfer_of(terms_of(tournament), tournament, account)
    context = frame(request, tournament, "my-seat", entrant=entrant, account=account, transfer=transfer)
    if transfer:
        context["code"] = transfer_code(
            name=transfer.holder, iban=transfer.iban, cents=transfer.cents, text=transfer.reference
        )
    return render(request, "scoring/money/own.html", context)

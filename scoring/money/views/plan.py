"""Entry fee and prizes: what an event charges, into which pots it goes, what there is to win (SkWO 1.5, 6.2, 7.4.3)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.money import listings
from scoring.money.forms import prizes as prize_forms
from scoring.money.forms import tariffs as tariff_forms
from scoring.money.forms.prizes import Amounts, Shares, above_all
from scoring.money.forms.tariffs import OpenForm
from scoring.money.reckon.tariffs import ALL, GoesTo, Impossible, PerEntrant, Tariff
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import ENTRY, PLANS, charged_by, tariff_rows
from scoring.money.selectors.planning import ahead_of, missing, new_code, prize_lists_of, terms_of
from scoring.money.selectors.statement import left_before, pot_names, pots_of
from scoring.money.services import charging as services
from scoring.money.services import prizes as prize_services
from scoring.money.services.charging import TransferTerms
from scoring.money.services.prizes import WantedPrizes
from scoring.money.wording import euros
from scoring.money.wording import plan as wording
from scoring.money.wording.plan import JACKPOT, LOST, POTS, PRESETS, PRIZES
from scoring.money.wording.plan import PRIZES as PRIZES_OF_THE_DAY
from scoring.results.selectors.rankings import rankings_of
from tables.accounts.access import acting, signed_in
from tables.acts.forms import ActName, Cents, EntryKey, SeesRow, TextLine, offer
from tables.acts.views import cleaned, done, refusals_at, show
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

ONE_IN: Final = 4  # one prize for so many entrants
KINDS_OF_PRIZES: Final = (
    ("share", gettext_lazy("Shares of the pot in %")),
    ("steps", gettext_lazy("one prize for every fourth, in euros")),
    ("fixed", gettext_lazy("sums, in euros")),
)


class EveningForm(OpenForm):
    """A usual evening: what is charged, into which pots it goes, what there is to win; ends in tariffs and prizes."""

    beside: ClassVar = {**OpenForm.beside, "tariff-impossible": "jackpot"}

    act = ActName("evening")
    entry = Cents(label=gettext_lazy("Entry fee in euros"))
    jackpot = Cents(
        label=gettext_lazy("of it into the jackpot, per person"),
        required=False,
        help_text=gettext_lazy("The rest are prizes of the day."),
    )
    loss = forms.ChoiceField(label=gettext_lazy("Loss fees"), required=False)
    loss_to = forms.ChoiceField(label=gettext_lazy("It goes to"), choices=[(pot, pot) for pot in POTS])
    kind = forms.ChoiceField(label=gettext_lazy("Prizes"), choices=KINDS_OF_PRIZES)
    amounts = forms.CharField(
        label=gettext_lazy("Prizes"),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("A line for each prize, the first one first; “10 x 25” are ten alike."),
        error_messages={"required": Amounts.default_error_messages["required"]},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["loss"], [("", _("none")), *((name, PRESETS[name].about) for name in LOST)])
        # The names of pots are those of the language in which they are chosen.
        offer(self.fields["loss_to"], [(str(pot), str(pot)) for pot in POTS])

    def clean(self) -> dict[str, Any]:
        """Make what is wanted."""
        data = super().clean() or {}
        if self.errors:
            return data
        jackpot, pot = str(JACKPOT), str(PRIZES)
        try:
            read: Any = Shares() if data["kind"] == "share" else Amounts()
            prizes = read.clean(data["amounts"])
            stated: dict[str, Any] = {"shares" if data["kind"] == "share" else "cents": prizes}
            stated |= {"per": ONE_IN} if data["kind"] == "steps" else {}
            plan = PLANS[data["kind"]](pot=pot, **stated)
        except forms.ValidationError as wrong:
            self.add_error("amounts", wrong)
            return data
        except Impossible:
            self.add_error("amounts", above_all(prizes))
            return data
        goes_to = [GoesTo(pot=pot, share=ALL)]
        if data["jackpot"]:
            goes_to.insert(0, GoesTo(pot=jackpot, each=data["jackpot"]))
        data["tariffs"] = [
            Tariff(code=ENTRY, name=str(PRESETS["entry"].name), kind=PerEntrant(cents=data["entry"]), goes_to=goes_to)
        ]
        if data["loss"]:
            preset, to = PRESETS[data["loss"]], [GoesTo(pot=data["loss_to"], share=ALL)]
            data["tariffs"].append(Tariff(code=preset.code, name=str(preset.name), kind=preset.kind, goes_to=to))
        data["lists"] = [WantedPrizes(name=_("Total"), group=_("Main prizes"), plan=plan)]
        return data


class TermsForm(SeesRow):
    """Where transfers go, empty where no account is announced; and on what a prize is given out."""

    beside: ClassVar = {"iban-wrong": "iban", "holder-missing": "holder"}

    act = ActName("terms")
    holder = TextLine(label=gettext_lazy("Account holder"), max_length=70, required=False)
    iban = TextLine(
        label="IBAN",
        max_length=60,
        required=False,
        help_text=gettext_lazy("With both, bills and the players’ own pages get a QR code that fills in the transfer."),
    )
    wants_start_card = forms.BooleanField(label=gettext_lazy("Only against the start card (SkWO 9.13)"), required=False)
    wants_presence = forms.BooleanField(label=gettext_lazy("Only to who is present"), required=False)
    fetched_until = forms.DateField(
        label=gettext_lazy("Prizes can be fetched until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    unclaimed_to = forms.ChoiceField(label=gettext_lazy("What nobody fetched goes to"), required=False)

    def __init__(self, *args: Any, pots: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["unclaimed_to"], [("", _("Organiser")), *((pot, pot) for pot in pots)])
        for name in ("holder", "iban"):
            self.fields[name].widget.attrs.update(autocomplete="off", spellcheck="false")


class CarryOverForm(forms.Form):
    """What is left in a pot of the last evening, brought over."""

    entry_key = EntryKey()
    pot = forms.CharField()


KINDS: Final = {
    "fixed": (gettext_lazy("Fixed prizes"), gettext_lazy("1,000, 500, 250 …; guaranteed, or for so many entrants")),
    "share": (gettext_lazy("Shares of a pot"), gettext_lazy("50 %, 30 %, 20 %; never more than there is")),
    "steps": (
        gettext_lazy("Prizes by the size of the field"),
        gettext_lazy("one for each table, for every fourth entrant"),
    ),
    "goods": (gettext_lazy("Things to win"), gettext_lazy("a ham, a basket, tickets; the best chooses first")),
}


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show what is charged and what there is to win; set a usual evening, a tariff, a list of prizes, the terms."""
    states = {"tariff": _tariff, "preset": _new_tariff, "prizes": _prizes, "kind": _new_prizes, "evening": _evening}
    state = next((does for name, does in states.items() if name in request.GET), None)
    opens = access.directed_tournament if state or request.method == "POST" else access.treasured_tournament
    tournament = opens(request, slug=slug)
    if state:
        return state(request, tournament)
    terms = terms_of(tournament)
    stated = {field.name: getattr(terms, field.name) for field in fields(TransferTerms)}
    pots = [*played_pots(tournament), *filter(None, [terms.unclaimed_to])]
    form = TermsForm(typed(request, "terms"), pots=list(dict.fromkeys(pots)), seen=stated)
    carries = CarryOverForm(typed(request, "carry-over"))
    if form.is_valid():
        with refusals_at(form):
            values = {**cleaned(form, "seen"), **acting(request)}
            services.set_terms(tournament_id=tournament.pk, terms=TransferTerms(**cleaned(form, *stated)), **values)
            return done(request, _("Saved."), request.path)
    elif carries.is_valid():
        left = left_before(tournament, signed_in(request)).get(carries.cleaned_data["pot"])
        if left is None:
            # It was brought over already, or the account of the last evening was opened again.
            return redirect(request.path)
        with refusals_at(carries):
            values = {"tournament_id": tournament.pk, **cleaned(carries, "pot", "entry_key"), **acting(request)}
            prize_services.give_to_pot(cents=left.cents, because=left.event, **values)
            facts = {"amount": euros(left.cents), "pot": left.pot}
            return done(request, _("Given to the pot “%(pot)s”: %(amount)s") % facts, request.path)
    return _page(request, tournament, terms_form=form, carries=carries, terms=terms)


def played_pots(tournament: Any) -> Sequence[str]:
    """Return the pots of an event, by their names."""
    return [pot.name for pot in pots_of(tournament).pots]


def _evening(request: HttpRequest, tournament: Any) -> HttpResponse:
    rows = tariff_rows(tournament)
    fee = next((row.amounts for row in rows if row.code == ENTRY), 1000)
    form = EveningForm(
        typed(request),
        was_charged=charged_by(tournament, [row.code for row in rows]),
        seen={"tariffs": services.as_seen(tournament)},
        initial={
            "entry": fee,
            "jackpot": 100,
            "loss": "lost-usual",
            "loss_to": str(PRIZES_OF_THE_DAY),
            "amounts": "50\n30\n20",
        },
    )
    if form.is_valid() and "look" not in request.POST:
        with refusals_at(form):
            names = ("tariffs", "lists", "seen", *(name for name in ("openly", "because") if name in form.fields))
            prize_services.set_evening(tournament_id=tournament.pk, **cleaned(form, *names), **acting(request))
            return _planned(request, tournament)
    values = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return _page(
        request,
        tournament,
        editor="evening",
        form=form,
        title=_("A usual evening"),
        tariffs=values.get("tariffs"),
        lists=values.get("lists"),
    )


def _new_tariff(request: HttpRequest, tournament: Any) -> HttpResponse:
    preset = PRESETS.get(request.GET["preset"], PRESETS["entry"])
    rows = tariff_rows(tournament)
    start_money = next((row for row in rows if row.code == preset.code == ENTRY), None)
    if start_money and request.method != "POST":
        # There is one start money only, that of the plan.
        return redirect(f"{request.path}?tariff={start_money.number}")
    initial = {"name": preset.name, **tariff_forms.initial_of(preset.kind)}
    form = _tariff_form(request, tournament, preset.kind, code=new_code(rows, preset.code), initial=initial)
    # Sent twice it finds what it made itself, and is refused.
    context = {"title": _("Charge something more"), "about": preset.about}
    return _set_tariffs(request, tournament, form, _with(rows, None, accounts.to_tariff, form), **context)


def _tariff(request: HttpRequest, tournament: Any) -> HttpResponse:
    rows = tariff_rows(tournament)
    row = next((tariff for tariff in rows if str(tariff.number) == request.GET["tariff"]), None)
    if row is None:
        raise Http404
    kind, was_charged = accounts.to_tariff(row).kind, charged_by(tournament, [row.code])
    initial = {"name": row.name, "free": row.free, **tariff_forms.initial_of(kind)}
    initial |= tariff_forms.initial_of_pots(row.goes_to)
    form = _tariff_form(request, tournament, kind, code=row.code, was_charged=was_charged, initial=initial)
    seen = {"tariffs": services.as_seen(tournament)}
    removal = tariff_forms.RemovalForm(
        typed(request, "remove"), was_charged=was_charged, seen=seen, auto_id="removal_%s"
    )
    sent = removal if removal.is_bound else form
    wanted = _with(rows, row, accounts.to_tariff, sent)
    context = {"removal": removal, "title": row.name, "editing": row}
    return _set_tariffs(request, tournament, sent, wanted, form=form, **context)


def _with(rows: Sequence[Any], row: Any, as_it_is: Callable[[Any], Any], sent: Any) -> list[Any]:
    new = [sent.cleaned_data["wanted"]] if sent.is_valid() and "wanted" in sent.cleaned_data else []
    values = [value for other in rows for value in (new if other is row else [as_it_is(other)])]
    return values if row else [*values, *new]


def _tariff_form(
    request: HttpRequest, tournament: Any, kind: Any, *, was_charged: bool = False, **more: Any
) -> tariff_forms.TariffForm:
    return tariff_forms.FORMS[type(kind)](
        typed(request, "change"),
        classes=known_classes(tournament),
        pots=played_pots(tournament),
        was_charged=was_charged,
        seen={"tariffs": services.as_seen(tournament)},
        **more,
    )


def _set_tariffs(
    request: HttpRequest, tournament: Any, sent: Any, wanted: list[Tariff], **context: Any
) -> HttpResponse:
    context = {"form": sent, **context}
    if sent.is_valid() and "look" not in request.POST:
        with refusals_at(sent):
            values = {name: value for name, value in sent.cleaned_data.items() if name in {"openly", "because"}}
            values |= {"seen": sent.cleaned_data["seen"]["tariffs"], **acting(request)}
            services.set_tariffs(tournament_id=tournament.pk, tariffs=wanted, **values)
            return _planned(request, tournament)
    return _page(request, tournament, editor="tariff", tariffs=wanted if sent.is_valid() else None, **context)


def _new_prizes(request: HttpRequest, tournament: Any) -> HttpResponse:
    asked = request.GET["kind"]
    kind = asked if asked in prize_forms.FORMS else next(iter(prize_forms.FORMS))
    rows, goes_to = prize_lists_of(tournament), [entry for row in tariff_rows(tournament) for entry in row.goes_to]
    # Prizes are paid from what takes a share, and not from the jackpot that takes its sum first.
    pot = next((entry["pot"] for entry in goes_to if not {"cents", "each"} & entry.keys()), "")
    initial = {"group": _("Main prizes"), "pot": pot, "round_to": 1}
    form = _prizes_form(request, tournament, kind, rows, seen={"number": None}, initial=initial)
    wanted, (title, about) = _with(rows, None, _prizes_as_they_are, form), KINDS[kind]
    context: dict[str, Any] = {"title": title, "about": about}
    return _set_prizes(request, tournament, form, wanted, **context)


def _prizes(request: HttpRequest, tournament: Any) -> HttpResponse:
    rows = prize_lists_of(tournament)
    row = next((prize_list for prize_list in rows if str(prize_list.number) == request.GET["prizes"]), None)
    if row is None:
        raise Http404
    others = [prize_list for prize_list in rows if prize_list is not row]
    seen = prize_services.as_seen(tournament)[rows.index(row)]
    initial = prize_forms.initial_of(row, accounts.to_plan(row.plan))
    form = _prizes_form(request, tournament, row.plan["kind"], others, seen=seen, initial=initial)
    removal = prize_forms.PrizeRemovalForm(typed(request, "remove"), seen=seen, auto_id="removal_%s")
    sent = removal if removal.is_bound else form
    wanted = _with(rows, row, _prizes_as_they_are, sent)
    context = {"form": form, "removal": removal, "title": row.name, "editing": row}
    return _set_prizes(request, tournament, sent, wanted, seen=seen, **context)


def _set_prizes(
    request: HttpRequest,
    tournament: Any,
    sent: Any,
    wanted: list[WantedPrizes],
    *,
    seen: Mapping[str, Any] | None = None,
    **context: Any,
) -> HttpResponse:
    context = {"form": sent, **context}
    if sent.is_valid() and "look" not in request.POST:
        with refusals_at(sent):
            # Of this one what the page showed; of all others what is there now.
            rows = prize_services.as_seen(tournament)
            shown = [sent.cleaned_data["seen"] if other == seen else other for other in rows]
            values = {"tournament_id": tournament.pk, "lists": wanted, "seen": shown, **acting(request)}
            prize_services.set_prize_lists(**values)
            return _planned(request, tournament)
        if seen:
            sent.see(seen)
    return _page(request, tournament, editor="prizes", lists=wanted if sent.is_valid() else None, **context)


def _prizes_form(
    request: HttpRequest, tournament: Any, kind: str, others: Sequence[Any], **more: Any
) -> prize_forms.PrizesForm:
    ahead = ahead_of(tournament)
    whom = [
        *((f"class:{known_class.code}", known_class.name) for known_class in known_classes(tournament)),
        *((f"ranking:{ranking.number}", ranking.name) for ranking in rankings_of(tournament)),
    ]
    return prize_forms.FORMS[kind](
        typed(request, "change"),
        whom=whom,
        series=list(tournament.series.values_list("number", flat=True)),
        pots=pot_names(tariff_rows(tournament)),
        groups=sorted({value.group for value in others}),
        missing=lambda wanted: missing(ahead, others, wanted.columns),
        **more,
    )


def _planned(request: HttpRequest, tournament: Any) -> HttpResponse:
    return done(request, _("Saved."), reverse("scoring:money-plan", kwargs={"slug": tournament.slug}))


def _page(
    request: HttpRequest,
    tournament: Any,
    *,
    tariffs: Sequence[Tariff] | None = None,
    lists: Sequence[WantedPrizes] | None = None,
    **context: Any,
) -> HttpResponse:
    looks = {} if tariffs is None else {"tariffs": [accounts.of_tariff(tariff) for tariff in tariffs]}
    looks |= {} if lists is None else {"lists": [wanted_prizes.columns for wanted_prizes in lists]}
    sizes = request.POST.get("entrants", request.GET.get("entrants", ""))
    context |= {"typed": sizes[:60], "previews": listings.ahead(tournament, sizes, **looks)}
    if "look" in request.POST and request.headers.get("HX-Request"):
        # While somebody types, what cannot be read yet is no error.
        values = {name: context[name] for name in ("previews", "typed")}
        return show(request, "scoring/money/plan/_ahead.html", {**values, "is_unread": not looks})
    rows, classes = tariff_rows(tournament), known_classes(tournament)
    shown = prize_lists_of(tournament)
    context = frame(
        request,
        tournament,
        "money",
        rows=[
            (row, wording.kind_in_words(accounts.to_tariff(row).kind), wording.less(row, classes), wording.goes_to(row))
            for row in rows
        ],
        lists=[(row, wording.whom(row, classes), wording.winnings(accounts.to_plan(row.plan))) for row in shown],
        presets=PRESETS,
        kinds=KINDS,
        won=listings.won_if_over(tournament, shown),
        is_given=tournament.awards.exists(),
        left=left_before(tournament, signed_in(request)).values(),
        **context,
    )
    return show(request, "scoring/money/plan/plan.html", context)


def _prizes_as_they_are(row: Any) -> WantedPrizes:
    names = ("name", "group", "series", "of_class", "winners", "round_to", "floor")
    return WantedPrizes(
        plan=accounts.to_plan(row.plan),
        ranking=row.ranking.number if row.ranking else None,
        sharing=accounts.to_prize_list(row, []).sharing,
        **{name: getattr(row, name) for name in names},
    )

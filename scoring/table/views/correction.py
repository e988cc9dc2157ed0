"""One deal put right: by consent, where two lists differ, or as a phone proposed it; and who pays whom (ISkO 5.5.3)."""

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.disputes.selectors import rulings
from scoring.lists.forms.entry import CorrectionForm, SeenEntryForm
from scoring.lists.forms.fields import sits_in
from scoring.lists.forms.house import correction_form_of, house_initial_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.history import history_of_deal, may_undo
from scoring.lists.selectors.sheets import DealLine, Sheet, kitty_of, settlement_of
from scoring.lists.selectors.sitting import entrants_of
from scoring.lists.services import phones, proposals
from scoring.lists.services.clock import allow_until
from scoring.lists.services.entry import correct_deal, take_back_deal
from scoring.lists.views import sheet_context, table_context
from scoring.lists.wording import comparison, games
from scoring.lists.wording.comparison import Side
from scoring.paper_desk.services import is_mendable, mend_deal, slip_mended
from scoring.rules.notation.messages import written
from scoring.signing.forms import ReasonForm
from scoring.table import listings as table_proposals
from scoring.table import selectors as table_differences
from scoring.table import wording
from scoring.table.forms import AcceptForm, ProposalForm
from scoring.table.selectors import Disagreement
from tables.accounts.access import acting, official, signed_in
from tables.acts.forms import EntryKey
from tables.acts.services import Refused
from tables.acts.views import done, refusals_as_messages, refusals_at, refused_for, said_by, status_of
from tables.acts.wording import refusals
from tables.draw import access as draw_access
from tables.hall import access
from tables.intake.text import clean_text
from tables.journal import selectors
from tables.journal.listings import JournalLine, lines_for_players
from tables.tournaments import access as tournaments_access
from tables.tournaments.access import offices
from tables.tournaments.views.frames import typed


@require_http_methods(["GET", "POST"])
def deal(request: HttpRequest, *, slug: str, series: int, table: int, deal: int) -> HttpResponse:
    """Show one deal with its computation and history; correct it, or take it back if it is the last."""
    opens = access.kept_table if request.method == "POST" else access.seen_table
    kept_table = opens(request, slug=slug, series=series, table=table)
    keeps = access.keeps(request, kept_table)
    sheet = sheets.sheet(boards.list_of(kept_table))
    line = next((line for line in sheet.lines if line.number == deal), None)
    if line is None and not any(version.row.number == deal for version in sheet.taken_back):
        raise Http404
    form, mends = None, _mends(request, sheet)
    if line is not None and keeps:
        form = correction_form_of(sheet.game_list)(
            request.POST if request.method == "POST" and "outcome" in request.POST else None,
            game_list=sheet.game_list,
            number=deal,
            names=games.names_at(sheet.seats),
            initial=house_initial_of(line.deal) | {"seen": rulings.entry_key_of(sheet.row, deal)},
        )
    button = forms.Form(typed(request) if form is None or not form.is_bound else None)
    if request.method == "POST":
        with refusals_at(button if form is None or button.is_bound else form):
            if _act(request, sheet, form, number=deal):
                return redirect("scoring:list", slug=slug, series=series, table=table)
    is_overtaken = "deal-corrected" in {refused_for(button), refused_for(form)}
    if is_overtaken and form is not None and form.is_bound:
        # The page shows both: what stands there now, and in its history what was looked at.
        form.overtake(rulings.entry_key_of(sheet.row, deal))
    if button.errors:
        messages.error(request, said_by(button))
    context = table_context(request, kept_table) | {
        "sheet": sheet,
        "form": form,
        "keeps": keeps,
        "line": line,
        "number": deal,
        "call_key": uuid4(),
        "acts": _acts(sheet, number=deal),
        "rulings": rulings.rulings_by_deal(sheet.row).get(deal, ()),
        "is_last": deal == len(sheet.lines),
        "may_undo": line is not None and may_undo(sheet.row, number=deal, device=access.device(request, kept_table)),
        "mends": mends,
        "plays_here": mends and _plays(request, sheet),
        "saw": request.POST.get("saw", ""),
        # The script of a correction knows the book alone.
        "boot": _boot(sheet, line)
        if line and form is not None and not form.is_of_a_house and (mends or not sheet.row.signed_at)
        else None,
    }
    status = 409 if is_overtaken else status_of(*filter(None, [form]))
    return render(request, "scoring/table/entry/deal.html", context, status=status)


def _acts(sheet: Sheet, *, number: int) -> list[JournalLine]:
    """Return what the journal tells of the deal, the latest first."""
    tournament = sheet.row.table.series.tournament
    values: list[Any] = selectors.as_far_as_readable(tournament, lambda: history_of_deal(sheet.row, number), nothing=[])
    return lines_for_players(values[::-1], tournament=tournament)


def _act(request: HttpRequest, sheet: Sheet, form: CorrectionForm | None, *, number: int) -> bool:
    """Do what was posted about a deal; return whether it was done."""
    by, device = official(request), access.device(request, sheet.row.table)
    if request.POST.get("action") == "take-back":
        looked_at = SeenEntryForm(request.POST)
        if not looked_at.is_valid():
            raise Refused("deal-corrected", deal=number)
        take_back_deal(
            list_id=sheet.row.pk,
            number=number,
            because="",
            by=by,
            device=device,
            now=timezone.now(),
            agreed="agreed" in request.POST,
            seen=looked_at.cleaned_data["seen"],
        )
        messages.success(request, gettext("Saved."))
        return True
    is_valid = form is not None and form.is_valid()
    if form is not None and form.is_unchanged:
        messages.info(request, refusals.refusal(Refused("nothing-changed", deal=number)))
        return True
    if form is None or not is_valid:
        return False
    entered = {name: form.cleaned_data[name] for name in ("deal", "because", "entry_key", "seen")}
    if by and sheet.row.signed_at and _mends(request, sheet):
        saw = clean_text(request.POST.get("saw", ""))[:80]
        entered["because"] = slip_mended(saw, because=entered["because"].strip())
        mend_deal(list_id=sheet.row.pk, by=by, now=timezone.now(), saw=saw, **entered)
    else:
        correct_deal(list_id=sheet.row.pk, by=by, device=device, now=timezone.now(), **entered)
    messages.success(request, gettext("Saved."))
    return True


def _mends(request: HttpRequest, sheet: Sheet) -> bool:
    """Tell whether the direction may mend what was typed of a list that is closed as signed on its paper."""
    directs = offices(request, sheet.row.table.series.tournament).director
    return bool(sheet.row.signed_at) and directs and is_mendable(sheet.row)


def _plays(request: HttpRequest, sheet: Sheet) -> bool:
    """Tell whether the director plays at the table, so that somebody else has to have seen the paper."""
    own = entrants_of(sheet.row.table.series.tournament, signed_in(request))
    return any(seat.entrant_id in own for seat in sheet.seats)


def _boot(sheet: Sheet, line: DealLine) -> dict[str, object]:
    """Return what the script of a correction begins with."""
    return {
        "turn": {
            "number": line.number,
            "dealer": line.dealer,
            "players": sheet.game_list.players_of(line.number),
            "seats": sheet.row.table.size,
        },
        "line": written(line.deal),
        "lines": static("skatturnier/table/lines.json"),
        "phrases": wording.phrases(),
        "words": wording.page_words(is_directed=not sheet.row.table.series.tournament.is_pub_table),
    }


FIRST, SECOND = "first", "second"


class SettleForm(forms.Form):
    """One deal: the entry that stands, those that were shown, and the consent of the players.

    Clean, it gives what ``settle`` takes.
    """

    entry_key = EntryKey()
    number = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    seen_first = forms.UUIDField(widget=forms.HiddenInput)
    seen_second = forms.UUIDField(widget=forms.HiddenInput)
    right = forms.ChoiceField(choices=[(FIRST, _("The first list is right")), (SECOND, _("The second list is right"))])
    agreed = forms.BooleanField(
        label=_("All players of this deal agree (ISkO 5.5.3)."),
        error_messages={"required": _("A correction needs the consent of all players of the deal (ISkO 5.5.3).")},
    )

    because = forms.CharField(label=_("What was wrong?"), max_length=200, required=False)

    def settlement(self) -> dict[str, Any]:
        """Return what was decided."""
        data = self.cleaned_data
        return {
            "number": data["number"],
            "right": data["right"],
            "seen": (data["seen_first"], data["seen_second"]),
            "entry_key": data["entry_key"],
            "because": data["because"],
        }


def both_sides(disagreement: Disagreement, book: Book, *, device: str, may_settle: bool) -> tuple[Side, ...]:
    """Return what either list has of a deal; ``may_settle``, with what it means to say that it is right."""
    titles = {books.FIRST: gettext("In the first list"), books.SECOND: gettext("In the second list")}
    names = games.names_at(book.seats)
    difference = disagreement.difference
    return tuple(
        Side(
            title=titles[copy],
            written=comparison.entered(entry, here=device, keeper=book.keeper_of(copy)),
            lines=comparison.read(deal, names=names, differing=difference.cells),
            does=str(copy) if may_settle else "",
            effect=gettext("The other list is corrected to it; what stood there stays in the history.")
            if may_settle
            else "",
        )
        for copy, entry, deal in zip(
            (books.FIRST, books.SECOND), disagreement.entries, (difference.first, difference.second), strict=True
        )
    )


@require_http_methods(["GET", "POST"])
@never_cache
def differences(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show where both lists of a table differ; settle a deal by saying which of them is right."""
    reach = access.kept_table if request.method == "POST" else access.seen_table
    kept_table = reach(request, slug=slug, series=series, table=table)
    device = (
        ""
        if tournaments_access.offices(request, kept_table.series.tournament).director
        else access.device(request, kept_table)
    )
    refused: SettleForm | None = None
    if request.method == "POST":
        refused = _settle(request, boards.list_of(kept_table).pk, device=device)
        if refused is None:
            return redirect(request.path)
    book = books.book(boards.list_of(kept_table))
    context = _context(request, book, refused, device=device)
    return render(
        request, "scoring/table/differences/differences.html", context, status=status_of(*filter(None, [refused]))
    )


@require_POST
def give_up(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do without the second list of a table."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    form = ReasonForm(request.POST)
    because = form.cleaned_data["because"] if form.is_valid() else ""
    with refusals_as_messages(request):
        phones.give_up(list_id=boards.list_of(directed).pk, because=because, **acting(request))
        messages.success(request, gettext("The second list does not count any more; its entries stay in the history."))
    return redirect("scoring:differences", slug=slug, series=series, table=table)


def _settle(request: HttpRequest, list_id: int, *, device: str) -> SettleForm | None:
    """Settle what was sent; return the form if it is refused."""
    form = SettleForm(request.POST)
    if form.is_valid():
        with refusals_at(form):
            by, now = official(request), timezone.now()
            phones.settle(list_id=list_id, by=by, now=now, device=device, **form.settlement())
            messages.success(request, gettext("Saved."))
            return None
    return form


def _may_settle(request: HttpRequest, book: Book, *, device: str) -> bool:
    """Test whether whoever looks may settle: the direction, or a phone that keeps one of both lists."""
    if book.row.signed_at:
        return False
    phone = book.phone(device) if device else None
    return bool(phone and phone.keeps) or tournaments_access.offices(request, book.row.table.series.tournament).director


def _context(request: HttpRequest, book: Book, refused: SettleForm | None, *, device: str) -> dict[str, object]:
    both = table_differences.both_lists(book)
    disagreements = both.disagreements if both else ()
    forms = [_form(disagreement, refused) for disagreement in disagreements]
    may_settle = _may_settle(request, book, device=device)
    return table_context(request, book.row.table) | {
        "row": book.row,
        "both": both,
        "may_settle": may_settle,
        # What was refused about a deal that looks otherwise now stands above them all.
        "stray": refused if refused not in forms else None,
        "deals": [
            {
                "number": disagreement.difference.number,
                "sides": both_sides(disagreement, book, device=device, may_settle=may_settle),
                "form": form,
            }
            for disagreement, form in zip(disagreements, forms, strict=True)
        ],
    }


def _form(disagreement: Disagreement, refused: SettleForm | None) -> SettleForm:
    """Return the form of a deal: the one that was refused, with its errors, or a fresh one."""
    number, seen = disagreement.difference.number, disagreement.seen
    is_same = refused is not None and str(refused["number"].value()) == str(number)
    if refused is not None and is_same and str(refused["seen_first"].value()) == str(seen[0]):
        return refused
    initial = {"number": number, "seen_first": seen[0], "seen_second": seen[1]}
    return SettleForm(initial=initial, auto_id=f"id_%s_{number}")


@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the deals that wait at a table; accept them, let struck ones count, dismiss them."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    row = get_object_or_404(boards.lists_of(directed.series), table=directed)
    form = ProposalForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        with refusals_as_messages(request):
            _proposals_act(request, row, form)
            return done(request, gettext("Saved."), "scoring:proposals", slug=slug, series=series, table=table)
    elif form is not None:
        messages.error(request, gettext("Please choose."))
    book = books.book(boards.list_of(directed))
    context = table_context(request, directed) | {
        "sits": book.sits,
        "consent": AcceptForm(auto_id=False),
        "waiting": table_proposals.proposed(book, device=""),
    }
    return render(request, "scoring/office/series/proposals.html", context, status=422 if form else 200)


def _proposals_act(request: HttpRequest, row: Any, form: ProposalForm) -> None:
    """Do with a deal what the direction decided.

    :raises Refused: whatever the services refuse.
    """
    proposal = get_object_or_404(row.proposals, pk=form.cleaned_data["proposal"])
    action, who = form.cleaned_data["action"], acting(request)
    if action == "accept":
        sits = sits_in(request.POST)
        proposals.accept(proposal_id=proposal.pk, sits=sits, **who, **AcceptForm(request.POST).chosen())
    elif action == "allow":
        allow_until(list_id=row.pk, deal=proposal.number, **who)
    else:
        proposals.dismiss(proposal_id=proposal.pk, **who)


@require_safe
@never_cache
def settlement(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show what everybody gets and pays; there is no such page where nobody plays for money."""
    sheet = sheets.sheet(boards.list_of(access.seen_table(request, slug=slug, series=series, table=table)))
    if not sheet.is_for_money:
        raise Http404
    context = sheet_context(request, sheet) | {"settlement": settlement_of(sheet), "kitty": kitty_of(sheet)}
    return render(request, "scoring/table/settlement/settlement.html", context)

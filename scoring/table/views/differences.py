"""Both lists of a table held against each other, and settled deal by deal (ISkO 5.5.3, SkWO 7.2)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import Book
from scoring.lists.services import second_lists
from scoring.lists.views.directed import table_context
from scoring.signing.forms import ReasonForm
from scoring.table.forms.differences import SettleForm
from scoring.table.listings import differences as table_listings
from scoring.table.selectors import differences as table_differences
from scoring.table.selectors.differences import Disagreement
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.draw import access as draw_access
from tables.hall import access
from tables.tournaments import access as tournaments_access


@require_http_methods(["GET", "POST"])
@never_cache
def differences(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show where both lists of a table differ; settle a deal by saying which of them is right."""
    reach = access.kept_table if request.method == "POST" else access.seen_table
    kept = reach(request, slug=slug, series=series, table=table)
    device = (
        "" if tournaments_access.offices(request, kept.series.tournament).director else access.device(request, kept)
    )
    refused: SettleForm | None = None
    if request.method == "POST":
        refused = _settle(request, boards.list_of(kept).pk, device=device)
        if refused is None:
            return redirect(request.path)
    book = books.book(boards.list_of(kept))
    context = _context(request, book, refused, device=device)
    return render(request, "scoring/table/differences/differences.html", context, status=422 if refused else 200)


@require_POST
def give_up(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Do without the second list of a table."""
    directed = draw_access.directed_table(request, slug=slug, series=series, table=table)
    if directed.series.published_at is None:
        raise Http404
    form = ReasonForm(request.POST)
    try:
        second_lists.give_up(
            list_id=boards.list_of(directed).pk,
            because=form.cleaned_data["because"] if form.is_valid() else "",
            by=accounts_access.signed_in(request),
            now=timezone.now(),
        )
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
    else:
        messages.success(request, _("The second list does not count any more; its entries stay in the history."))
    return redirect("scoring:differences", slug=slug, series=series, table=table)


def _settle(request: HttpRequest, list_id: int, *, device: str) -> SettleForm | None:
    """Settle what was sent; return the form if it is refused."""
    form = SettleForm(request.POST)
    if form.is_valid():
        try:
            second_lists.settle(
                list_id=list_id,
                by=accounts_access.official(request),
                now=timezone.now(),
                device=device,
                **form.settlement(),
            )
        except Refused as refused:
            form.add_error(None, refusals.refusal(refused))
        else:
            number = form.cleaned_data["number"]
            messages.success(request, _("Deal %(deal)s is settled: both lists say the same.") % {"deal": number})
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
                "sides": table_listings.both_sides(disagreement, book, device=device, may_settle=may_settle),
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

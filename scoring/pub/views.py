"""Opening a table, asking the others to it, stopping before the last deal, taking its list along."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.archive.packing.record import as_json
from scoring.archive.packing.record import record as packed
from scoring.lists.forms.house_address import CannotPlay, rules_of_address
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.settlement import kitty_of, settlement_of
from scoring.lists.views.directed import table_context
from scoring.paper.workbooks import deals as workbooks
from scoring.pub import services
from scoring.pub.access import pub_table
from scoring.pub.forms import CompanyForm, StopForm
from scoring.pub.wording import called
from tables.accounts.access import address_of
from tables.acts.views.attempts import attempt, status_of
from tables.acts.views.files import as_file, as_tables, written
from tables.hall.access import device, take_key
from tables.qr_codes import qr_code
from tables.tournaments.selectors.retention import keep_until
from tables.tournaments.views.frames import lists_site, typed
from tables.tournaments.wording.above import above

REMEMBERED: Final = "company"
"""Where a session keeps who played last, so that nobody types it twice."""

BESIDE: Final = {
    "names-alike": "name_1",
    "not-so-many-seats": "profile",
    "no-such-profile": "profile",
    "stake-too-high": "stake",
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_table(request: HttpRequest) -> HttpResponse:
    """Let some people open a list for themselves, by the rules of the address if it names any, and lead them to it."""
    try:
        chosen = rules_of_address(request.GET)
    except CannotPlay:
        # That page says what is wrong with them.
        return redirect(f"{reverse('scoring:house')}?{request.GET.urlencode()}")
    form = CompanyForm(typed(request), remembered=request.session.get(REMEMBERED), chosen=chosen)
    if form.is_valid():
        now = timezone.now()
        table = attempt(
            form,
            lambda: services.open_table(
                company=form.cleaned_data["company"],
                called=called(timezone.localdate(now)),
                entry_key=form.cleaned_data["entry_key"],
                now=now,
                address=address_of(request),
            ),
            beside=BESIDE,
        )
        if table:
            request.session[REMEMBERED] = form.to_remember()
            take_key(request, key=table.key)
            return redirect("scoring:pub-others", slug=table.series.tournament.slug, series=1, table=1)
    return render(request, "scoring/pub/open.html", {"form": form}, status=status_of(form))


@require_safe
@never_cache
def others(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show the link of a table for the others, until when it is kept, and how to take it along."""
    found = pub_table(request, slug=slug, series=series, table=table)
    link = f"{lists_site(request)}{reverse('scoring:list-key', kwargs={'key': found.key})}"
    context = table_context(request, found) | {
        "sheet": sheets.sheet(boards.list_of(found)),
        "link": link,
        "qr": qr_code(link).svg,
        "until": keep_until(found.series.tournament),
    }
    return render(request, "scoring/pub/others.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def stop(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Show how the list would end if everybody stopped now; let it end there, and lead them to their signatures."""
    found = pub_table(request, slug=slug, series=series, table=table)
    sheet = sheets.sheet(boards.list_of(found))
    form = StopForm(typed(request))
    if form.is_valid():
        done = attempt(
            form,
            lambda: services.stop(
                list_id=sheet.row.pk,
                version=form.cleaned_data["version"],
                because=_("all players agreed"),
                device=device(request, found),
                now=timezone.now(),
            ),
        )
        if done:
            return redirect("scoring:sign", slug=slug, series=series, table=table)
    settled = {"settlement": settlement_of(sheet), "kitty": kitty_of(sheet)}
    context = table_context(request, found) | {"sheet": sheet, "form": form, **settled}
    return render(request, "scoring/pub/stop.html", context, status=status_of(form))


@require_safe
@never_cache
def workbook(request: HttpRequest, *, slug: str, series: int, table: int, ending: str) -> HttpResponse:
    """Send the list as a workbook."""
    found = pub_table(request, slug=slug, series=series, table=table)
    tournament, lists = found.series.tournament, [(found.series, list(sheets.sheets(found.series)))]
    content = written(
        [workbooks.deals_sheet(lists), workbooks.corrections_sheet(lists)],
        ending,
        above=above(tournament, at=timezone.now()),
    )
    return as_tables(content, f"{tournament.slug}-{pgettext('file name', 'deals')}", ending)


@require_safe
@never_cache
def record(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Send everything that is stored of the table, as its archive has it."""
    tournament = pub_table(request, slug=slug, series=series, table=table).series.tournament
    content = as_json(packed(tournament, made_at=timezone.now()))
    return as_file(content, f"{tournament.slug}.json", "application/json", is_attached=True)

"""Late and missing: seats change, and as few as possible are disturbed (SkWO 7.1.2)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.office.forms.reseating import ChangeForm, ReseatForm
from scoring.office.listings import reseating
from scoring.office.selectors import attendance
from scoring.results.services.series import reseat_series
from tables.accounts import access as accounts_access
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.draw.services.reseating import may_be_reseated, reseated
from tables.seating import CannotSeat
from tables.tournaments import access

REFUSALS = (CannotSeat, Refused)


@require_http_methods(["GET", "HEAD", "POST"])
def reseat(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Ask who is missing and who is late, show who would be disturbed, and change the seats when that is wanted."""
    found = access.directed_series(request, slug=slug, number=series)
    here = attendance.attendance(found)
    form = ReseatForm(request.POST if request.method == "POST" else None, attendance=here, series=series)
    preview = _preview(found, form) if form.is_valid() else None
    wanted = preview is not None and request.POST.get("act") == "change"
    change = ChangeForm(request.POST if wanted else None)
    if preview and change.is_valid() and _done(request, found.pk, form, change):
        messages.success(request, _said(series, preview))
        return redirect("scoring:board" if found.published_at else "tables:draw", slug=slug, series=series)
    context = {
        "tournament": found.tournament,
        "offices": access.offices(request, found.tournament),
        "series": found,
        "attendance": here,
        "form": form,
        "change": change,
        "preview": preview,
        "blocked": "" if may_be_reseated(found) else refusals.refusal(Refused("not-drawn", series=series)),
    }
    return render(request, "scoring/office/series/reseat.html", context, status=_status(form, change))


def _preview(series: Any, form: ReseatForm) -> reseating.Preview | None:
    """Return what would come of what was sent; None when nothing can, then the form says why."""
    data = form.cleaned_data
    try:
        plan = reseated(series, absent=data["absent"], late=data["comers"], public=data["public"])
    except REFUSALS as refused:
        form.add_error(None, refusals.refusal(refused))
        return None
    return reseating.preview_of(series, plan, form.attendance)


def _done(request: HttpRequest, series_id: int, form: ReseatForm, change: ChangeForm) -> bool:
    """Change the seats as they were shown; return whether that was done, else the form says why."""
    data = form.cleaned_data
    try:
        reseat_series(
            series_id=series_id,
            absent=data["absent"],
            late=data["comers"],
            public=data["public"],
            by=accounts_access.signed_in(request),
            now=timezone.now(),
            **change.cleaned_data,
        )
    except REFUSALS as refused:
        change.add_error(None, refusals.refusal(refused))
        return False
    return True


def _status(form: ReseatForm, change: ChangeForm) -> int:
    """Return 409 where the hall is another one than the page showed, 422 where something typed is wrong."""
    if change.non_field_errors():
        return 409
    return 422 if form.errors or change.errors else 200


def _said(series: int, preview: reseating.Preview) -> str:
    facts = {"series": series, "tables": ", ".join(map(str, preview.changed))}
    if not preview.changed:
        return _("The seats of series %(series)s are changed.") % facts
    return _("The seats of series %(series)s are changed; other sheets are needed at table %(tables)s.") % facts

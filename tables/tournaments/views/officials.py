"""Who is in charge of a tournament, and its journal."""

from typing import TYPE_CHECKING, Any

import django_tables2 as dt2
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from tables.accounts.access import acting
from tables.acts.addresses import section
from tables.acts.listings import NAME, NUMBER, WIDE, ActionColumn, CellColumn, arranged
from tables.acts.views import done, refusals_at
from tables.journal.selectors import DIRECTION
from tables.journal.views import journal_page
from tables.tournaments import access
from tables.tournaments.forms.officials import AppointForm, DismissForm, EngageForm
from tables.tournaments.selectors import tournaments
from tables.tournaments.services import officials as offices
from tables.tournaments.views.frames import frame, site, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Role


class OfficialsListing(dt2.Table):  # type: ignore[misc]
    """The offices of an event, each with a button that takes it away."""

    user = CellColumn(
        "tables/tournaments/people/_account.html",
        order_by="order",
        verbose_name=gettext_lazy("User name"),
        attrs=NAME,
    )
    kind = dt2.Column(verbose_name=pgettext_lazy("held by a person", "Office"))
    plays_as = dt2.Column(order_by="plays_as__number", verbose_name=gettext_lazy("Plays as"), default="–", attrs=WIDE)
    dismiss = ActionColumn("tables/tournaments/people/_dismiss.html", verbose_name=gettext_lazy("Action"), attrs=NUMBER)

    def render_kind(self, record: "Role") -> str:
        """Return the office; on a phone with the number they play as."""
        if record.plays_as is None:
            return record.get_kind_display()
        plays = _("plays as no. %(n)s") % {"n": record.plays_as.number}
        return format_html('{}<span class="narrow-only entrant-line">{}</span>', record.get_kind_display(), plays)

    def render_plays_as(self, record: Any) -> str:
        """Return start number and name."""
        number = _("No. %(n)s") % {"n": record.plays_as.number}
        return f"{number} {record.plays_as.name}"


def people(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show who is in charge; appoint, engage and dismiss."""
    roles = tournaments.roles_of(tournament)
    appoint = AppointForm(typed(request, "appoint", at="people"), seen=offices.as_held(roles), auto_id="appoint_%s")
    engage = EngageForm(typed(request, "engage", at="people"), auto_id="new_%s")
    dismiss = DismissForm(typed(request, "dismiss", at="people"), roles=roles, auto_id="dismiss_%s")
    answer = None
    if appoint.is_valid():
        answer = _appoint(request, tournament, appoint)
    elif engage.is_valid():
        answer = _engage(request, tournament.pk, engage)
    elif dismiss.is_valid():
        answer = _dismiss(request, dismiss, slug=tournament.slug)
    if answer:
        return answer
    listing = arranged(request, OfficialsListing(roles))
    words = {"caption": _("Helpers and rights"), "is_caption_hidden": True}
    return {"appoint": appoint, "engage": engage, "dismiss": dismiss, "officials": listing, **words}


def _appoint(request: HttpRequest, tournament: Any, form: AppointForm) -> HttpResponse | None:
    entered = {name: form.cleaned_data[name] for name in ("username", "kind", "plays_as", "seen")}
    with refusals_at(form):
        offices.appoint(tournament_id=tournament.pk, **entered, **acting(request))
        message = _("Saved.")
        return done(request, message, section(tournament.slug, "people"))
    return None


def _engage(request: HttpRequest, tournament_id: int, form: EngageForm) -> HttpResponse | None:
    """Make the account and show its password: this page is the only place where it can ever be read."""
    entered = {name: form.cleaned_data[name] for name in ("username", "password", "name", "kind", "plays_as")}
    with refusals_at(form):
        role = offices.engage(tournament_id=tournament_id, **entered, **acting(request))
        facts = {"role": role, "password": entered["password"], "site": site(request)}
        context = frame(request, role.tournament, "settings", **facts)
        return render(request, "tables/tournaments/people/engaged.html", context)
    return None


def _dismiss(request: HttpRequest, form: DismissForm, *, slug: str) -> HttpResponse | None:
    tournament = access.directed_tournament(request, slug=slug)
    with refusals_at(form):
        offices.dismiss(tournament_id=tournament.pk, role_id=form.cleaned_data["role"], **acting(request))
        # Whoever has given up their own office has no page here to go back to.
        still_directs = access.offices(request, tournament).director
        to = section(slug, "people") if still_directs else reverse("tables:tournament", args=[slug])
        return done(request, _("Done."), to)
    return None


@require_safe
def journal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the journal of an event to its direction."""
    tournament = access.directed_tournament(request, slug=slug)
    lead = _("Every act in its order, the latest first.")
    context = frame(request, tournament, "settings", nav="components/office_nav.html", lead=lead, named=slug)
    return journal_page(request, tournament, reader=DIRECTION, **context)

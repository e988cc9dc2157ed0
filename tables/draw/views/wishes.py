"""What the draws of a tournament are to take into account."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tables import seating
from tables.accounts.access import acting
from tables.acts.addresses import section
from tables.acts.services import values_of
from tables.acts.views import cleaned, done, refusals_at
from tables.draw import selectors as draw_wishes
from tables.draw.forms import ApartForm, FixedTableForm, NoFixedTableForm, WishesForm
from tables.draw.services import wishes
from tables.people import selectors
from tables.tournaments.views.frames import typed

if TYPE_CHECKING:
    from tables.people.models import Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedTable:
    """Somebody who has a table of their own."""

    entrant: "Entrant"
    missing: bool
    """Whether those present make fewer tables, so that a draw would be refused."""


def fixed_tables(entrants: Iterable["Entrant"], *, present: int) -> list[FixedTable]:
    """Return the fixed tables; ``present`` is how many would be drawn now."""
    try:
        tables = len(seating.table_sizes(present))
    except seating.CannotSeat:
        tables = 0
    return [
        FixedTable(
            entrant=entrant,
            missing=entrant.present and 0 < tables < (entrant.fixed_table or 0),
        )
        for entrant in entrants
    ]


def wished(request: HttpRequest, tournament: Any) -> HttpResponse | dict[str, Any]:
    """Show and change the policy of the draws, the pairs kept apart, and the fixed tables."""
    tables = list(draw_wishes.at_fixed_tables(tournament))
    seated = {str(entrant.number): entrant.fixed_table for entrant in tables}
    wanted = values_of(tournament, wishes.Wishes)
    policy = WishesForm(typed(request, "policy", at="wishes"), seen=wanted, auto_id="policy_%s")
    apart = ApartForm(typed(request, "apart", at="wishes"), auto_id="apart_%s")
    meet = ApartForm(typed(request, "meet", at="wishes"))
    table = FixedTableForm(typed(request, "table", at="wishes"), seen=seated, auto_id="table_%s")
    no_table = NoFixedTableForm(typed(request, "no-table", at="wishes"), seen=seated, auto_id="")
    here = section(tournament.slug, "wishes")
    facts: dict[str, Any] = {"tournament_id": tournament.pk, **acting(request)} if request.method == "POST" else {}
    if policy.is_valid():
        with refusals_at(policy):
            wishes.change_wishes(**cleaned(policy, "wishes", "seen"), **facts)
            return done(request, _("Saved."), here)
    if apart.is_valid():
        with refusals_at(apart):
            wishes.keep_apart(numbers=apart.numbers, **facts)
            return done(request, _("Saved."), here)
    if meet.is_valid():
        with refusals_at(meet):
            wishes.let_meet(numbers=meet.numbers, **facts)
            return done(request, _("Done."), here)
    if table.is_valid():
        with refusals_at(table):
            wishes.fix_table(**table.cleaned_data, **facts)
            return done(request, _("Saved."), here)
    if no_table.is_valid():
        with refusals_at(no_table):
            wishes.fix_table(**cleaned(no_table, "number", "seen"), table=None, **facts)
            return done(request, _("Done."), here)
    fixed = fixed_tables(tables, present=selectors.entrants_to_seat(tournament).count())
    shown = {"policy": policy, "apart": apart, "meet": meet, "table": table, "no_table": no_table}
    return {**shown, "pairs": draw_wishes.apart_pairs(tournament), "fixed": fixed}

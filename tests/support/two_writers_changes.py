"""Forms that are opened, changed by somebody else behind one's back, and sent."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.disputes.models import Panel
from scoring.lists.services import entry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.access_matrix.hall import DRAWN, OPEN_TABLE, OWN, RUNNING
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST

Change = Callable[[], object]


def event() -> Tournament:
    return Tournament.objects.get(slug=OWN)


def changed(model: Any, *, filters: Mapping[str, Any], **values: Any) -> Change:
    """Return somebody else's change of a row."""
    return lambda: model.objects.filter(**filters).update(**values)


def entrant(number: int, **values: Any) -> Change:
    return changed(Entrant, filters={"tournament__slug": OWN, "number": number}, **values)


def of_event(**values: Any) -> Change:
    return changed(Tournament, filters={"slug": OWN}, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A form that is opened, changed by somebody else behind one's back, and sent."""

    address: str
    """The name of the address it is sent to, with the button."""

    page: str
    press: str = ""
    has: str = ""
    """A field that tells the form from others of the page, where no button does."""

    other: Change
    typed: Mapping[str, Any] = field(default_factory=dict)
    both: tuple[str, str]
    """What was seen and what stands there now, in words."""

    first: tuple[str, Mapping[str, Any]] | None = None
    """The button, and what is filled in with it, before the form stands on the page."""


def first_deal() -> object:
    """Correct deal 1 of the open list."""
    row = factories.list_of(event().series.get(number=RUNNING), OPEN_TABLE)
    deal = entry.Deal(number=1, declarer=3, played=GRAND_LOST)
    phone = row.phones.filter(keeps="first").first()
    return entry.correct_deal(
        list_id=row.pk,
        deal=deal,
        because="",
        entry_key=entry.uuid5(row.deals.first().entry_key, "x"),
        by=None,
        now=EVENING,
        device=phone.device if phone else "",
    )


def next_deal() -> object:
    """Enter a deal of the open list."""
    return factories.enter(factories.list_of(event().series.get(number=RUNNING), OPEN_TABLE), (3, factories.GRAND))


def typed_totals() -> object:
    row = factories.list_of(event().series.get(number=RUNNING), 2)
    lines = [(72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    return entry.enter_totals(list_id=row.pk, totals=factories.totals(*lines), by=factories.user(), now=EVENING)


def other_teams() -> object:
    return event().rankings.get(name="Mannschaften").teams.filter(name="Grand Hand").update(name="Null Ouvert")


def other_panel() -> object:
    panel = Panel.objects.filter(tournament=event()).order_by("-number").first()
    return panel.members.remove(panel.members.order_by("number").first())


def seats() -> object:
    series = event().series.get(number=DRAWN)
    first, other = series.seats.order_by("table__number", "place")[0:5:4]
    mine, theirs = first.entrant, other.entrant
    spare = Entrant.objects.create(tournament=event(), number=99, registered_at=EVENING)
    for seat, who in ((first, spare), (other, mine), (first, theirs)):
        type(seat).objects.filter(pk=seat.pk).update(entrant=who)
    return None

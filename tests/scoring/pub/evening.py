"""A table that some people opened for themselves, and deals on it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.lists.services.entry import enter_deal
from scoring.pub.services import Company, open_table
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tables.draw.models import Table
from tests.scoring.answers import text
from tests.support.remembered_worlds import remembered_step

NOW = datetime(2026, 11, 25, 19, 0, tzinfo=UTC)
HALF = Fraction(1, 2)
ENGLISH = {"accept-language": "en"}
NAMES = ("Anna Abend", "Bernd Bube", "Clara Card", "Dora Dame", "Emil Eichel")


@remembered_step
def opened(seats: int = 3, *, now: datetime = NOW, entry_key: UUID | None = None, **agreed: Any) -> Table:
    """Open a table of so many."""
    company = Company(names=NAMES[:seats], **{"rounds": 1, **agreed})
    return open_table(company=company, called="Skat", entry_key=entry_key or uuid4(), now=now)


def row_of(table: Table) -> GameListRow:
    """Return its list."""
    return GameListRow.objects.select_related("table__series__tournament").get(table=table)


def page(table: Table, name: str) -> str:
    """Return the address of one of its pages."""
    slug = table.series.tournament.slug
    return reverse(f"scoring:{name}", kwargs={"slug": slug, "series": 1, "table": 1})


def holder_of(table: Table) -> Client:
    """Return a phone that opened its link."""
    client = Client(headers=ENGLISH)
    client.get(f"/l/{table.key}/")
    return client


def said(client: Client, table: Table, name: str) -> str:
    """Return one of its pages, with single blanks."""
    response = client.get(page(table, name))
    assert response.status_code == 200, name
    return text(response)


@remembered_step
def play(table: Table, games: Sequence[tuple[int, Played]]) -> GameListRow:
    """Enter deals one after the other: the declarer's seat and what they played."""
    row = row_of(table)
    for number, (declarer, played) in enumerate(games, start=1):
        deal = Deal(number=number, declarer=declarer, played=played)
        enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=NOW)
    return row_of(table)

"""What the tests of the judges share: raising, ruling, correcting in a line."""

from uuid import uuid4

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import raise_objection
from scoring.disputes.services.rulings import Draft, rule
from scoring.lists.models import DealRow, GameListRow
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step

PHONE = "a" * 32


@remembered_step
def raised(row: GameListRow, **fields) -> Objection:
    """Raise an objection about a list; with nothing said it is a call for a judge."""
    said = {"list_id": row.pk, "device": PHONE, "entry_key": uuid4(), "by": None, "now": EVENING}
    return raise_objection(**{"series_id": row.table.series_id} | said | fields)


def seen(row: GameListRow, number: int):
    """Return the key of the entry that counts for a deal."""
    return row.deals.filter(number=number, voided_at=None).values_list("entry_key", flat=True).first()


def draft(row: GameListRow, correction: Deal | None = None, **fields) -> Draft:
    """Return a decision that rests on the clause on revokes."""
    said = {"sentence": "Das Spiel ist einfach verloren.", "reasons": "Nicht bedient.", "clauses": ["ISkO 4.2.3"]}
    key = seen(row, correction.number) if correction else None
    return Draft(**said | {"correction": correction, "seen": key} | fields)


@remembered_step
def ruled(
    row: GameListRow, by, correction: Deal | None = None, *, objection: Objection | None = None, **fields
) -> Ruling:
    """Rule about a list, or about an objection at its table."""
    about = {"objection_id": objection.pk} if objection else {"list_id": row.pk}
    key = fields.pop("entry_key", None) or uuid4()
    now = fields.pop("now", EVENING)
    return rule(draft=draft(row, correction, **fields), entry_key=key, by=by, now=now, **about)


def deal(number: int, declarer: int | None = None, played: Played | None = None, *, overruled: bool = False) -> Deal:
    """Return a deal; without a declarer it was passed in."""
    return Deal(number=number, declarer=declarer, played=played, overruled=overruled)


def points(row: GameListRow) -> list[int]:
    """Return what counts for each seat, from seat 1 on."""
    return list(row.results.order_by("seat__place").values_list("performance", flat=True))


def state(row: GameListRow) -> tuple:
    """Return everything a ruling might write."""
    tournament = row.table.series.tournament
    row.refresh_from_db()
    deals = list(DealRow.objects.order_by("pk").values())
    return row.version, row.signed_hash, deals, points(row), tournament.journal.count(), tournament.rulings.count()

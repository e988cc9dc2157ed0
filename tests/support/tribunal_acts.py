"""Naming members and panels, appealing, deciding; what judges have done."""

from uuid import uuid4

from scoring.disputes.models import Appeal, Measure, ResultQuery
from scoring.disputes.services import appeals, queries
from scoring.disputes.services.appeals import decide_appeal, file_appeal
from scoring.disputes.services.rulings import Draft
from scoring.rules.game_list.deals import Deal
from tables.tournaments.models import Tournament
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.objections_and_rulings import seen
from tests.support.remembered_worlds import remembered_step


@remembered_step
def named(cup, **fields):
    who = {"tournament_id": cup.pk, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return appeals.name_member(**who | fields)


def appeal_against(ruling, **fields) -> Appeal:
    return appeal(**{"series_id": ruling.series_id, "ruling_id": ruling.pk} | fields)


def appeal_about(row, **fields) -> Appeal:
    return appeal(**{"series_id": row.table.series_id, "list_id": row.pk} | fields)


@remembered_step
def appeal(**fields) -> Appeal:
    """File an appeal about a series; with nothing said no. 1 does, about nothing in particular."""
    said = {"list_id": None, "deal": None, "text": "Bedient war.", "by": None, "appellant": 1, "now": EVENING}
    return file_appeal(**said | {"entry_key": uuid4()} | fields)


@remembered_step
def panel(appeal, *members: int, **fields):
    said = {"appeal_id": appeal.pk, "members": members, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return appeals.name_panel(**said | fields)


@remembered_step
def decide(appeal, corrected=None, *, verdict=Appeal.Verdict.UPHELD, by=None, now=EVENING, **fields) -> Appeal:
    said = {
        "sentence": "Der Grand ist gewonnen.",
        "reasons": "Der Stich lag offen.",
        "clauses": ["ISkO 4.2.5"],
        "seen": seen(appeal.game_list, corrected.number if corrected else 2) if appeal.game_list else None,
    }
    return decide_appeal(
        appeal_id=appeal.pk,
        verdict=verdict,
        draft=Draft(**said | {"correction": corrected} | fields),
        entry_key=uuid4(),
        by=by or factories.user(),
        now=now,
    )


LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente" * 2


@remembered_step
def judged(made: Tournament) -> None:
    """Leave one objection ruled and one open, a measure, a corrected list, an answered query, a tribunal and a panel.

    Series 1 is closed and series 2 at play; an appeal is filed.
    """
    first, running = made.series.get(number=1), made.series.get(number=2)
    row, judge = factories.list_of(running), factories.user("richterin")
    factories.judge(made, "richterin")
    over = disputes.raised(row, kind="revoke", deal=1, place=2, text=LONG)
    disputes.ruled(row, judge, Deal(number=1, declarer=2, played=GRAND_LOST), objection=over, facts=LONG)
    disputes.raised(factories.list_of(running, 2))
    directing.ordered(made, directing.order(Measure.Kind.WARNING, entrant=1, series=2, reason=LONG))
    signed = factories.list_of(first)
    deal = signed.deals.filter(voided_at=None).order_by("number").first()
    directing.corrected(signed, directing.mend(deal.number, None, None))
    queries.post_result(tournament_id=made.pk, series=1, by=factories.user(), now=EVENING)
    asked = {"entrant": 1, "text": LONG, "by": None, "now": EVENING}
    one = queries.raise_query(tournament_id=made.pk, series=1, entry_key=uuid4(), **asked)
    queries.answer_query(
        query_id=one.pk,
        verdict=ResultQuery.Verdict.DISMISSED,
        reasons=LONG,
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )
    queries.raise_query(tournament_id=made.pk, series=1, entry_key=uuid4(), **asked)
    named = {"tournament_id": made.pk, "by": factories.user(), "now": EVENING}
    members = [appeals.name_member(name=name, entry_key=uuid4(), **named).number for name in ("Wirth", LONG[:60])]
    appeal = made.appeals.order_by("number").first()
    appeals.name_panel(appeal_id=appeal.pk, members=members, entry_key=uuid4(), by=factories.user(), now=EVENING)

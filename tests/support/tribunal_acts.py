"""Naming members and panels, appealing and deciding in a line."""

from uuid import uuid4

from scoring.disputes.models import Appeal
from scoring.disputes.services import appeals
from scoring.disputes.services.appeals import decide_appeal, file_appeal
from scoring.disputes.services.rulings import Draft
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.objections_and_rulings import seen
from tests.support.remembered_worlds import remembered_step


@remembered_step
def named(cup, **fields):
    who = {"tournament_id": cup.pk, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return appeals.name_member(**who | fields)


def appeal_against(ruling, **fields) -> Appeal:
    return _appeal(**{"series_id": ruling.series_id, "ruling_id": ruling.pk} | fields)


def appeal_about(row, **fields) -> Appeal:
    return _appeal(series_id=row.table.series_id, list_id=row.pk, **fields)


@remembered_step
def _appeal(**fields) -> Appeal:
    said = {"list_id": None, "deal": None, "text": "Bedient war.", "by": None, "appellant": 1, "now": EVENING}
    return file_appeal(**said | {"entry_key": uuid4()} | fields)


@remembered_step
def panel(appeal, *members: int, **fields):
    said = {"appeal_id": appeal.pk, "members": members, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return appeals.name_panel(**said | fields)


@remembered_step
def decide(appeal, corrected=None, *, verdict=Appeal.Verdict.UPHELD, by=None, **fields) -> Appeal:
    said = {
        "sentence": "Der Grand ist gewonnen.",
        "reasons": "Der Stich lag offen.",
        "clauses": ["ISkO 4.2.5"],
        "seen": seen(appeal.game_list, 2) if appeal.game_list else None,
    }
    return decide_appeal(
        appeal_id=appeal.pk,
        verdict=verdict,
        draft=Draft(**said | {"correction": corrected} | fields),
        entry_key=uuid4(),
        by=by or factories.user(),
        now=EVENING,
    )

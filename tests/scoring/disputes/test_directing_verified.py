"""Whatever the direction did is in order for ``manage.py verify``; what is bent behind its back is found."""

import json
from uuid import uuid4

import pytest

from scoring.archive.packing.record import as_json, record
from scoring.disputes.models import Correction, Measure
from scoring.disputes.selectors import measures
from scoring.disputes.services.queries import answer_query, post_result, raise_query
from scoring.disputes.services.signed_corrections import Mended
from scoring.history.selectors.verification import verified
from scoring.lists.models import SeatResult
from scoring.lists.services import entry
from scoring.signing import services as signing
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.directing import (
    EXCLUSION,
    EXPULSION,
    PENALTY,
    REPLACEMENT,
    VOID,
    WARNING,
    ZERO,
    closed,
    corrected,
    lifted,
    mend,
    ordered,
    row_of,
)

pytestmark = pytest.mark.django_db


def doubts(made) -> list[str]:
    return [f"{one.doubt}: {one.stored} / {one.computed}" for one in verified(made).discrepancies]


@pytest.mark.thorough(after=5)
@pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXPULSION, EXCLUSION, WARNING, REPLACEMENT])
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_measure_and_its_lifting_are_in_order(made, wanted, is_closed):
    if is_closed and wanted != REPLACEMENT:
        closed(made)
    measure = ordered(made, wanted)
    assert doubts(made) == []

    lifted(measure)

    assert doubts(made) == []


def test_a_measure_about_an_empty_list_is_in_order():
    made = factories.running_list().table.series.tournament
    ordered(made, ZERO)
    ordered(made, PENALTY)

    assert doubts(made) == []


def test_corrections_of_signed_lists_are_in_order(made):
    closed(made)
    post_result(tournament_id=made.pk, series=1, by=factories.user(), now=EVENING)
    row = row_of(made)
    corrected(row, mend(2, 1, GRAND))
    corrected(row, mend(1, 2, GRAND_LOST, witnesses=(1, 2, 3, 4)))
    corrected(row, mend(2, None, None, witnesses=(1,)))
    ordered(made, ZERO)

    assert doubts(made) == []


def test_a_deal_added_is_in_order():
    row = factories.running_list(seats=3)
    factories.enter(row, None, None)
    signing.accept_short(list_id=row.pk, because="Zeit", by=factories.user(), now=EVENING)
    factories.confirm_and_sign(row)

    corrected(row, mend(3, 1, GRAND, witnesses=(1, 2, 3)))

    assert doubts(row.table.series.tournament) == []


def test_results_corrected_in_a_list_of_results_are_in_order():
    row = factories.running_list(seats=3)
    lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)
    signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)

    corrected(row, Mended(reason="Verschrieben", totals=factories.totals((48, 1, 0), (48, 1, 0), (0, 0, 0))))

    assert doubts(row.table.series.tournament) == []


def test_a_measure_made_up_or_taken_away_behind_the_services_is_found(made):
    ordered(made, ZERO)
    Measure.objects.update(
        lifted_at=EVENING, lifted_by=factories.user(), lift_key=made.measures.get().entry_key, lifted_because="x"
    )
    assert doubts(made)

    measures.measures_of(made).delete()
    assert doubts(made)


@pytest.mark.parametrize("change", [{"counts": "void"}, {"penalty": 5}])
def test_a_result_that_says_otherwise_why_it_counts_so_is_found(made, change):
    SeatResult.objects.filter(seat__place=1).update(**change)

    assert doubts(made)


def test_a_testimony_made_up_is_found(made):
    corrected(row_of(made), mend(2, 1, GRAND))
    Correction.objects.update(testified=True)

    assert doubts(made)


def test_an_exclusion_nobody_ordered_is_found(made):
    Entrant.objects.filter(number=2).update(excluded_at=EVENING, present=False)

    assert doubts(made)


def test_everything_the_direction_did_is_in_the_record_of_the_event(made):
    closed(made)
    lifted(ordered(made, ZERO))
    ordered(made, EXPULSION)
    corrected(row_of(made), mend(2, 1, GRAND, witnesses=(3,)))
    query = raise_query(
        tournament_id=made.pk, series=1, entrant=4, text="Falsch", entry_key=uuid4(), by=None, now=EVENING
    )
    answer = {"verdict": "upheld", "reasons": "Stimmt", "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    answer_query(query_id=query.pk, **answer)

    made.refresh_from_db()
    kept = json.loads(as_json(record(made, made_at=EVENING)))

    assert [(one["kind"], one["entrant"], one["lifted_because"]) for one in kept["measures"]] == [
        ("zeroed", 1, "Irrtum"),
        ("expulsion", 2, ""),
    ]
    assert [(one["table"], one["deal"], one["witnesses"]) for one in kept["corrections"]] == [(1, 2, [3])]
    assert [(one["entrant"], one["verdict"], one["counts_from"]) for one in kept["queries"]] == [(4, "upheld", 2)]
    assert [one["entrant"] for one in kept["ranking"]["excluded"]] == [2]

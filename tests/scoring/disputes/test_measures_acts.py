"""What holds of any measure: its preview, its key, its journal line, its lifting, who may not order it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.disputes.models import Measure
from scoring.disputes.selectors import measures
from scoring.disputes.services.measures import preview_lifting
from scoring.lists.models import SeatResult
from scoring.lists.services.lists import KeyReused
from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.rules.results.ranking import tied
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.wording import acts
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import (
    EXCLUSION,
    EXPULSION,
    PENALTY,
    REPLACEMENT,
    VOID,
    WARNING,
    ZERO,
    Kind,
    closed,
    lifted,
    moved,
    order,
    ordered,
    previewed,
    shown,
    two_tables,
)

pytestmark = pytest.mark.django_db


def stored() -> list[object]:
    return [JournalEntry.objects.count(), list(SeatResult.objects.values()), list(Entrant.objects.values())]


class TestAnyMeasure:
    @pytest.mark.parametrize(
        ("wanted", "code"),
        [
            (order(Kind.WARNING, entrant=3, reason="  "), "reason-missing"),
            (order(Kind.WARNING, entrant=3, clause="SkWO 99.9"), "unknown-clause"),
            (order(Kind.WARNING, entrant=3, clause=""), "unknown-clause"),
            (order(Kind.WARNING, entrant=77), "no-such-entrant"),
            (order(Kind.WARNING), "no-such-entrant"),
            (order(Kind.EXPULSION, entrant=1, series=9), "series-unknown"),
            (order(Kind.ZEROED, entrant=1), "series-unknown"),
            (order(Kind.ZEROED, entrant=1, series=2), "nothing-played-yet"),
            (order(Kind.VOID, series=1, table=3), "no-such-list"),
            (order(Kind.VOID, series=1), "no-such-list"),
            (order(Kind.PENALTY, series=1, entrant=1), "points-missing"),
            (order(Kind.PENALTY, series=1, entrant=1, points=0), "points-missing"),
            (order(Kind.PENALTY, series=1, entrant=1, points=10_000), "points-missing"),
            (order(Kind.PENALTY, series=1, entrant=9, points=10), "not-seated"),
            (order(Kind.REPLACEMENT, series=1, entrant=3, from_deal=5, substitute_name="E"), "no-such-deal"),
            (order(Kind.REPLACEMENT, series=1, entrant=3, substitute_name="E"), "no-such-deal"),
        ],
    )
    def test_is_refused_with_what_does_not_fit_and_so_is_its_preview(self, made, wanted, code):
        Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
        lines = JournalEntry.objects.count()

        with pytest.raises(Refused, match=code):
            previewed(made, wanted)
        with pytest.raises(Refused, match=code):
            ordered(made, wanted)

        assert (Measure.objects.count(), JournalEntry.objects.count()) == (0, lines)

    @pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXPULSION, EXCLUSION, WARNING, REPLACEMENT])
    def test_sent_twice_is_one(self, made, wanted):
        key = uuid4()

        first = ordered(made, wanted, key=key)
        lines = JournalEntry.objects.count()

        assert ordered(made, wanted, key=key) == first
        assert (Measure.objects.count(), JournalEntry.objects.count()) == (1, lines)
        with pytest.raises(KeyReused):
            ordered(made, order(Kind.WARNING, entrant=4), key=key)

    @pytest.mark.parametrize("wanted", [ZERO, VOID, EXPULSION, EXCLUSION])
    def test_that_holds_is_not_ordered_again_until_it_is_lifted(self, made, wanted):
        first = ordered(made, wanted)
        with pytest.raises(Refused, match="measure-holds"):
            ordered(made, wanted)

        lifted(first)

        assert ordered(made, wanted).number == 2

    @pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXPULSION, EXCLUSION])
    def test_preview_says_what_comes_and_writes_nothing(self, made, wanted):
        before = shown(made)
        state = stored()

        effect = previewed(made, wanted)

        assert [
            JournalEntry.objects.count(),
            list(SeatResult.objects.values()),
            list(Entrant.objects.values()),
        ] == state
        assert shown(made) == before
        ordered(made, wanted)
        after = shown(made)
        assert moved(effect) == {
            number: ((before[number][0], before[number][2]), (after[number][0], after[number][2]))
            for number in before
            if before[number] != after[number]
        }

    @pytest.mark.parametrize("wanted", [ZERO, VOID, PENALTY, EXPULSION, EXCLUSION])
    def test_is_lifted_to_where_it_was_and_the_preview_says_so(self, made, wanted):
        before = shown(made)
        measure = ordered(made, wanted)
        between = shown(made)

        effect = preview_lifting(measure_id=measure.pk, by=factories.user())
        lifted(measure)

        assert shown(made) == before
        assert set(moved(effect)) == {number for number in before if before[number] != between[number]}

    def test_is_lifted_once_with_its_reason_and_stays_to_be_read(self, made):
        measure, key = ordered(made, ZERO), uuid4()
        with pytest.raises(Refused, match="reason-missing"):
            lifted(measure, because=" ")

        assert lifted(measure, key=key) == lifted(measure, key=key)

        with pytest.raises(KeyReused):
            lifted(measure, key=key, because="anders")
        with pytest.raises(Refused, match="lifted-before"):
            lifted(measure)
        stored = measures.measure_of(made, 1)
        assert (stored.reason, stored.lifted_because, stored.holds) == ("Wiederholt ermahnt", "Irrtum", False)

    def test_is_not_ordered_by_somebody_of_that_table_or_about_himself(self, made):
        judge = factories.judge(made, plays_as=3)

        for wanted in (ZERO, EXCLUSION, PENALTY, order(Kind.WARNING, entrant=3)):
            with pytest.raises(Refused, match="own-table"):
                ordered(made, wanted, by=judge)
        measure = ordered(made, ZERO)
        with pytest.raises(Refused, match="own-table"):
            lifted(measure, by=judge)

        assert ordered(made, VOID, by=judge).number == 2

    def test_is_too_late_when_the_ranking_is_released(self, made):
        measure = ordered(made, ZERO)
        made.ended_at = made.released_at = EVENING
        made.save()

        with pytest.raises(Refused, match="released-before"):
            ordered(made, VOID)
        with pytest.raises(Refused, match="released-before"):
            lifted(measure)

    def test_of_a_clock_set_back_is_not_before_what_happened(self, made):
        measure = ordered(made, ZERO, now=EVENING - timedelta(hours=3))

        assert measure.ordered_at == EVENING
        assert journal.first_broken_line(made) is None

    @pytest.mark.parametrize(
        ("wanted", "said"),
        [
            (ZERO, "series 1 counts zero for no. 1 (SkWO 7.1.2 (2002))"),
            (VOID, "series 1, table 2: the list is void (SkWO 7.2.4 (2002))"),
            (
                PENALTY,
                "50 penalty points for no. 2 in series 1 (SkWO 4.2 (2002))",
            ),
            (EXPULSION, "no. 2 expelled (SkWO 4.3 (2002))"),
            (
                EXCLUSION,
                "series 1, table 1: all its players excluded (SkWO 9.4 (2002))",
            ),
            (WARNING, "no. 3 warned (SkWO 9.9 (2002))"),
            (
                REPLACEMENT,
                "a substitute plays for no. 3 in series 1 from deal 4 on (SkWO 4.4 (2002))",
            ),
        ],
    )
    def test_is_one_line_of_the_journal_and_so_is_its_lifting(self, made, wanted, said):
        lines = JournalEntry.objects.count()

        lifted(ordered(made, wanted))

        ordering, lifting = JournalEntry.objects.order_by("number")[lines:]
        assert acts.journal_line(ordering) == f"Measure 1: {said}, because: Wiederholt ermahnt"
        assert acts.journal_line(lifting).startswith("Measure 1 lifted (")
        assert journal.first_broken_line(made) is None

    def test_is_found_by_entrant(self, made):
        ordered(made, ZERO)
        ordered(made, EXCLUSION)
        ordered(made, VOID)
        ordered(made, WARNING)

        def numbers(found):
            return [one.number for one in found]

        assert numbers(measures.measures_of(made)) == [1, 2, 3, 4]
        assert numbers(measures.measures_about(made.entrants.get(number=3))) == [2, 4]


class TestAnySequence(TestCase):
    @settings(max_examples=4, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from([ZERO, VOID, PENALTY, EXPULSION, EXCLUSION]), st.booleans()), max_size=6))
    def test_of_measures_leaves_no_tie_undrawn_and_lifted_again_everything_as_it_was(self, steps):
        made = two_tables(slug=f"cup-{uuid4().hex}")
        closed(made)
        before = {number: (place, points) for number, (place, _shared, points) in shown(made).items()}
        for wanted, is_lifted in steps:
            holding = made.measures.filter(kind=wanted.kind, lifted_at=None).first()
            if is_lifted and holding:
                lifted(holding)
            elif wanted.kind == Kind.PENALTY or not holding:
                ordered(made, wanted)
            series = made.series.get(number=1)
            series.tournament = made
            groups = {entrant for group in tied(standings.results_of([series])) for entrant in group}
            assert groups <= set(Lot.objects.filter(tournament=made).values_list("entrant_id", flat=True))
        for measure in made.measures.filter(lifted_at=None).order_by("-number"):
            lifted(measure)

        assert {number: (place, points) for number, (place, _shared, points) in shown(made).items()} == before

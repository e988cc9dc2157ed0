"""What holds of any measure, and what everybody sees of it (SkWO 4.3, 7.2)."""

import csv
import io
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.archive.packing.record import report_of
from scoring.disputes.models import Measure
from scoring.disputes.selectors import rulings
from scoring.disputes.services.measures import preview_lifting
from scoring.history.selectors import as_of
from scoring.history.selectors.verification import verified
from scoring.lists.models import SeatResult
from scoring.paper import selectors
from scoring.report.checks import check
from tables.acts.services import KeyReused, Refused
from tables.journal import chain as journal
from tables.journal import wording
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.scoring.public.standings_read import TOTAL, page, rows
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.direction_measures import NEW, PENALTY, ZERO, Kind, lifted, order, ordered, previewed, shown, text
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.objections_and_rulings import ruled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def stored() -> list[object]:
    return [JournalEntry.objects.count(), list(SeatResult.objects.values()), list(Entrant.objects.values())]


class TestPointsAwarded:
    """They come to what a series gave by the plan or a decision, and touch nothing of the list."""

    def test_stand_in_a_column_of_their_own_and_are_verified_and_lifted(self, made, director):
        ruled(directing.row_of(made), factories.user("richterin"))
        before = shown(made)
        wanted = order(Kind.AWARD, series=1, entrant=3, points=30, clause="Entscheidung Nr. 1")

        effect, award = previewed(made, wanted), ordered(made, wanted)

        assert effect.moves
        after = shown(made)
        assert after[3][2] == before[3][2] + 30
        result = SeatResult.objects.get(seat__entrant__number=3, seat__series__number=1)
        played = SeatResult.objects.exclude(pk=result.pk).values_list("penalty", flat=True)
        assert (result.penalty, set(played), award.clause) == (-30, {0}, "Entscheidung Nr. 1")
        row = lines_of_results(director)["3"]
        assert (row["Points by the direction"], row["Remarks"]) == ("30", "30 points awarded")
        assert (verified(made).discrepancies, check(json.loads(json.dumps(report_of(made))))) == ((), ())
        assert "30 points awarded" in wording.journal_line(made.journal.get(action="measure.ordered"))
        then = as_of.standings_after(made, made.journal.count())
        assert {line.entrant.number: (line.rank, line.shared, line.total) for line in then.lines} == after

        lifted(award)

        assert (shown(made), verified(made).discrepancies) == (before, ())

    def test_without_words_of_the_plan_or_a_decision_are_refused(self, made):
        fields = {"series": 1, "entrant": 3, "points": 30}
        for clause in ("SkWO 4.2", "decision 9", "", "§ 7", "x", "§ 5 fairness"):
            with pytest.raises(Refused, match="award-cites-nothing"):
                previewed(made, order(Kind.AWARD, clause=clause, **fields))
        made.penalties = "A: Zuspätkommen.\n§ 5  Fairness: 30 Punkte"
        made.save()

        assert previewed(made, order(Kind.AWARD, clause="§ 5 fairness", **fields)).moves


class TestAnyMeasure:
    def test_is_refused_with_what_does_not_fit_and_so_is_its_preview(self, made):
        Entrant.objects.create(tournament=made, number=9, name="Neun", present=True, registered_at=EVENING)
        lines = JournalEntry.objects.count()
        for wanted, code in (
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
        ):
            for act in (previewed, ordered):
                with pytest.raises(Refused, match=code):
                    act(made, wanted)

        assert (Measure.objects.count(), JournalEntry.objects.count()) == (0, lines)

    def test_is_told_by_the_journal_with_what_it_is_about(self, made):
        lines = JournalEntry.objects.count()
        for wanted, said in (
            (ZERO, "Series at zero, No. 1, Series 1, table 1 (SkWO 7.1.2 (2002))"),
            (directing.VOID, "List void, Series 1, table 2 (SkWO 7.2.4 (2002))"),
            (PENALTY, "Penalty points, No. 2, Series 1, table 1, 50 penalty points off (SkWO 4.2 (2002))"),
            (directing.EXPULSION, "Expulsion, No. 2 (SkWO 4.3 (2002))"),
            (directing.WARNING, "Warning, No. 3 (SkWO 9.9 (2002))"),
            (directing.REPLACEMENT, "Replacement, No. 3, Series 1, table 1, from deal 4 on (SkWO 4.4 (2002))"),
            (directing.EXCLUSION, "Exclusion of a table, Series 1, table 1 (SkWO 9.4 (2002))"),
        ):
            number = ordered(made, wanted).number

            line = JournalEntry.objects.order_by("number").last()
            assert wording.journal_line(line) == f"Measure {number}: {said}, because: Wiederholt ermahnt"
        assert JournalEntry.objects.count() == lines + 7
        assert journal.first_broken_line(made) is None
        assert [one.number for one in rulings.measures_of(made)] == [1, 2, 3, 4, 5, 6, 7]
        assert [one.number for one in rulings.measures_about(made.entrants.get(number=3))] == [5, 6, 7]

    def test_sent_twice_is_one_and_lifted_once_with_its_reason_it_stays_to_be_read(self, made):
        key, lines = uuid4(), JournalEntry.objects.count()

        first = ordered(made, ZERO, key=key)

        assert ordered(made, ZERO, key=key) == first
        assert (Measure.objects.count(), JournalEntry.objects.count()) == (1, lines + 1)
        with pytest.raises(KeyReused):
            ordered(made, order(Kind.WARNING, entrant=4), key=key)
        # One that holds is not ordered again until it is lifted.
        with pytest.raises(Refused, match="measure-holds"):
            ordered(made, ZERO)
        with pytest.raises(Refused, match="reason-missing"):
            lifted(first, because=" ")
        assert lifted(first, key=key) == lifted(first, key=key)
        with pytest.raises(KeyReused):
            lifted(first, key=key, because="anders")
        with pytest.raises(Refused, match="lifted-before"):
            lifted(first)
        assert wording.journal_line(JournalEntry.objects.order_by("number").last()).startswith("Measure 1 lifted: ")
        stored = rulings.measures_of(made).get(number=1)
        assert (stored.reason, stored.lifted_because, stored.holds) == ("Wiederholt ermahnt", "Irrtum", False)
        assert ordered(made, ZERO).number == 2

    def test_preview_says_what_comes_and_writes_nothing_and_lifted_it_is_as_before(self, made):
        before = shown(made)
        for wanted in (ZERO, PENALTY, directing.EXPULSION):
            state, effect = stored(), previewed(made, wanted)
            assert stored() == state
            measure = ordered(made, wanted)
            after = shown(made)
            changed = [number for number in before if before[number] != after[number]]
            assert directing.moved(effect) == {
                number: tuple((line[number][0], line[number][2]) for line in (before, after)) for number in changed
            }
            effect = preview_lifting(measure_id=measure.pk, by=factories.user())
            lifted(measure)
            assert shown(made) == before
            assert set(directing.moved(effect)) == {*changed}

    def test_is_not_ordered_by_somebody_of_that_table_or_about_himself_nor_after_the_release(self, made):
        judge = factories.judge(made, plays_as=3)
        for wanted in (ZERO, directing.EXCLUSION, PENALTY, order(Kind.WARNING, entrant=3)):
            with pytest.raises(Refused, match="own-table"):
                ordered(made, wanted, by=judge)
        # Of a clock set back it is not before what happened.
        measure = ordered(made, ZERO, now=EVENING - timedelta(hours=3))
        assert measure.ordered_at == EVENING
        with pytest.raises(Refused, match="own-table"):
            lifted(measure, by=judge)
        assert ordered(made, directing.VOID, by=judge).number == 2
        assert journal.first_broken_line(made) is None

        made.ended_at = made.released_at = EVENING
        made.save()
        for act in (lambda: ordered(made, PENALTY), lambda: lifted(measure)):
            with pytest.raises(Refused, match="released-before"):
                act()


DESK, BOARD = "/t/cup/office/entrants/", "/t/cup/office/series/1/"


def lines_of_results(director: Client) -> dict[str, dict[str, str]]:
    text = director.get("/t/cup/office/results.csv").content.decode("utf-8-sig")
    dialect = csv.Sniffer().sniff(text.splitlines()[0])
    return {line["Start number"]: line for line in csv.DictReader(io.StringIO(text), dialect=dialect)}


class TestTheStandings:
    def test_show_the_excluded_last_without_a_place_until_it_is_lifted(self, client, made):
        before = rows(client)
        measure = ordered(made, directing.EXPULSION)

        lines = rows(client)

        assert (len(lines), lines[-1][3], lines[-1][0]) == (8, "2", "–")
        assert [line[1].count("excluded") for line in lines] == [0] * 7 + [1]
        assert 'class="excluded"' in page(client)
        # However the others are sorted, and they are found.
        for query in ("sort=name", "sort=-total", "sort=-rank", "sort=lost"):
            assert [line[0] for line in rows(client, f"{TOTAL}?{query}")].index("–") == 7, query
        assert [line[3] for line in rows(client, f"{TOTAL}?q=2")] == ["2"]
        assert "1 of 8 fits" in page(client, f"{TOTAL}?q=2")

        lifted(measure)
        assert rows(client) == before

    def test_take_the_penalty_off_and_say_what_counts_and_why(self, client, made, django_assert_num_queries):
        before = shown(made)
        for wanted in (PENALTY, ZERO, directing.VOID):
            ordered(made, wanted)
        directing.corrected(directing.row_of(made), directing.mend(1, 2, GRAND_LOST))

        with django_assert_num_queries(9):
            lines = {line[3]: line for line in rows(client)}

        assert before[2][2] - 72 - 50 - 144 - 50 - 50 == -184
        assert (lines["2"][2], "50 penalty points off" in lines["2"][1]) == ("−184", True)
        assert [lines["1"][2], *lines["1"][4:7]] == ["0", "0", "0", "0"]
        assert "the series counts zero" in lines["1"][1]
        text = page(client)
        told = ("penalty points off", "the lower score counts (SkWO 7.2.5)", "The list is void (SkWO 7.2.4).")
        assert [text.count(said) for said in told] == [1, 2, 4]

    def test_of_several_series_name_the_one(self, client, made):
        directing.closed(made)
        ordered(made, ZERO)
        factories.running_series(made, 2)

        assert "Series 1: the series counts zero" in page(client)
        first, second = page(client, f"{TOTAL}1/"), page(client, f"{TOTAL}2/")
        assert ("Series 1:" in first, "counts zero" in first, "counts zero" in second) == (False, True, False)


def test_who_is_out_is_marked_on_board_and_desk_and_left_out_of_the_draw_and_of_start_cards(client, director, made):
    ordered(made, directing.EXPULSION)
    directing.closed(made)
    ordered(made, directing.VOID)

    board = page(director, BOARD)
    assert (board.count("The list is void (SkWO 7.2.4)."), board.count(">excluded<")) == (1, 1)
    assert page(client, "/t/cup/entrants/").count(">excluded<") == 1
    desk = page(director, DESK)
    assert (desk.count("excluded</span>"), 'id="present-2"' in desk, 'id="present-3"' in desk) == (1, False, True)
    found = page(director, f"{DESK}?only=excluded")
    assert ("entrant-2" in found, "entrant-3" in found, "only=absent" in found) == (True, False, False)
    drawing = page(director, "/t/cup/office/series/2/draw/")
    assert ("Excluded: 1" in drawing, "absent" in drawing) == (True, False)

    # A start card is printed for whoever is out only if asked for.
    for asked, numbers in (({}, [1, 3, 4, 5, 6, 7, 8]), ({"first": 2, "last": 2}, [2])):
        assert [card.entrant.number for card in selectors.start_cards(made, ahead=False, **asked)] == numbers


def test_files_of_results_have_everything_and_the_excluded_last(director, made):
    for wanted in (PENALTY, ZERO, directing.EXPULSION):
        ordered(made, wanted)

    found = lines_of_results(director)

    assert (list(found)[-1], found["2"]["Rank"], found["2"]["Remarks"]) == ("2", "", "excluded")
    assert (found["1"]["Total"], found["1"]["Remarks"]) == ("0", "the series counts zero")
    lifted(made.measures.get(kind="expulsion"))
    again = lines_of_results(director)["2"]
    assert (again["Points by the direction"], again["Remarks"]) == ("-50", "50 penalty points off")
    assert again["Rank"] != ""


def test_ways_lead_there_from_the_list_the_board_and_the_entrant(director, made):
    for address, link in (
        ("/t/cup/series/1/table/1/", "/correct/"),
        ("/t/cup/series/1/table/1/", f"{NEW}?series=1&amp;table=1"),
        ("/t/cup/office/series/1/", f"{NEW}?series=1"),
        ("/t/cup/office/entrants/3/", f"{NEW}?entrant=3"),
    ):
        assert link in text(director.get(address)), address


def test_lists_that_nobody_signs_keep_their_series_open_until_they_count_for_nobody(director):
    made = factories.tournament(entrants=12)
    factories.play_series(factories.running_series(made), skip=[2, 3])

    directing.done(director, f"{NEW}?kind=void", directing.wanted(series=1, table=2))
    shown_then = text(director.get(BOARD))
    assert ("The list of table 3 is not." in shown_then, 'value="close"' in shown_then) == (True, False)
    directing.done(director, f"{NEW}?kind=exclusion", directing.wanted(series=1, table=3))

    assert 'value="close"' in text(director.get(BOARD))
    assert director.post(BOARD, {"action": "close"}).status_code == 302
    assert {number for number, line in shown(made).items() if line[2]} <= {1, 2, 3, 4}

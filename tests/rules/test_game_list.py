"""ISkO 3.2, 5.5, SkWO 4.4, 5, 8.11: lists of a table, honest and otherwise."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import control_sums, running, tallies
from scoring.rules.valuation import book
from tests.support.strategies import game_lists, line, lines, lost

GRAND = line("grand", 2)
LOST = lost("clubs", 1)


def deal(number, declarer=None, played=None, **more):
    return Deal(number=number, declarer=declarer, played=played, **more)


def found(game_list, **how):
    return [(finding.deal, finding.problem.code, finding.problem.severity) for finding in findings(game_list, **how)]


def at_four(*deals, rounds=12):
    return GameList(seats=4, rounds=rounds, deals=deals)


class TestTable:
    @pytest.mark.parametrize(
        ("seats", "rounds", "length"), [(4, 12, 48), (3, 12, 36), (4, 10, 40), (3, 8, 24), (4, 5, 20), (3, 1, 3)]
    )
    def test_a_series_is_counted_in_rounds(self, seats, rounds, length):
        """Show SkWO 6.2."""
        assert GameList(seats=seats, rounds=rounds).length == length

    def test_twelve_rounds_are_the_norm(self):
        assert GameList(seats=4) == GameList(seats=4, rounds=12, deals=())

    @pytest.mark.parametrize("seats", [3, 4])
    def test_seat_1_deals_first_and_then_in_turn_3_2_1(self, seats):
        game_list = GameList(seats=seats, rounds=2)

        dealers = [game_list.dealer_of(number) for number in range(1, game_list.length + 1)]

        assert dealers == [*range(1, seats + 1)] * 2

    def test_at_four_the_dealer_sits_out_3_2_7(self):
        game_list = GameList(seats=4)

        assert [game_list.players_of(number) for number in (1, 2, 4, 48)] == [
            (2, 3, 4),
            (1, 3, 4),
            (1, 2, 3),
            (1, 2, 3),
        ]

    def test_at_three_the_dealer_plays(self):
        assert {GameList(seats=3).players_of(number) for number in range(1, 37)} == {(1, 2, 3)}

    @pytest.mark.parametrize(("seats", "rounds"), [(2, 12), (5, 12), (4, 0), (3, -1)])
    def test_other_tables_do_not_exist(self, seats, rounds):
        """Show SkWO 7.1.1."""
        with pytest.raises(ValueError, match=r"a table has|a series has"):
            GameList(seats=seats, rounds=rounds)


class TestBooking:
    def test_a_deal_passed_in_is_written_down_and_earns_nothing_3_3_7(self):
        """Show ISkO 3.2.16 and SkWO 9.4."""
        passed = deal(1)

        assert passed.passed
        assert booked(passed) == 0
        assert booking(passed) is None

    def test_a_played_deal_is_booked_like_its_line(self):
        played = deal(1, 2, LOST)

        assert not played.passed
        assert booked(played) == -48
        assert booking(played) == book(LOST)

    def test_half_an_entry_is_no_deal_passed_in(self):
        assert not deal(1, 2).passed
        assert not deal(1, None, GRAND).passed
        assert booked(deal(1, 2)) == 0

    def test_what_a_judge_calls_won_is_won(self):
        below = line("hearts", 1, bid=50, overbid=True)

        assert booked(deal(1, 2, below)) == -100
        assert booked(deal(1, 2, below, overruled=True)) == 20

    def test_what_a_judge_calls_lost_is_charged_by_the_rules(self):
        below = lost("hearts", 1, bid=50)

        assert booked(deal(1, 2, below, overruled=True)) == -100

    @given(lines, st.booleans())
    def test_a_ruling_stands_as_written(self, played, overruled):
        won = booked(deal(1, 2, played, overruled=overruled)) > 0

        assert won is (played.won if overruled else book(played).won)


class TestFindings:
    def test_an_honest_beginning_has_none(self):
        assert findings(at_four(deal(1, 2, GRAND), deal(2), deal(3, 1, LOST))) == ()

    @pytest.mark.parametrize(
        ("deals", "expected"),
        [
            pytest.param([deal(1, 1, GRAND)], [(1, Code.DEALER_PLAYED, "error")], id="3.2.7"),
            pytest.param([deal(1), deal(2), deal(3, 3, LOST)], [(3, Code.DEALER_PLAYED, "error")], id="3.2.7-later"),
            pytest.param([deal(1, 0, GRAND)], [(1, Code.UNKNOWN_SEAT, "error")], id="7.1.1-seat-0"),
            pytest.param([deal(1, 5, GRAND)], [(1, Code.UNKNOWN_SEAT, "error")], id="7.1.1-seat-5"),
            pytest.param([deal(1, 2)], [(1, Code.HALF_ENTRY, "error")], id="7.2.1-no-game"),
            pytest.param([deal(1, None, GRAND)], [(1, Code.HALF_ENTRY, "error")], id="7.2.1-no-declarer"),
            pytest.param([deal(2)], [(2, Code.WRONG_NUMBER, "error")], id="5.5.1-starts-late"),
            pytest.param([deal(0)], [(0, Code.WRONG_NUMBER, "error")], id="5.5.1-starts-early"),
            pytest.param([deal(1), deal(1)], [(1, Code.WRONG_NUMBER, "error")], id="5.5.1-twice"),
            pytest.param([deal(1), deal(3), deal(4)], [(3, Code.WRONG_NUMBER, "error")], id="5.5.1-gap"),
            pytest.param(
                [deal(2), deal(1)],
                [(2, Code.WRONG_NUMBER, "error"), (1, Code.WRONG_NUMBER, "error")],
                id="5.5.1-swapped",
            ),
            pytest.param(
                [deal(1, 2, line("clubs", 5))], [(1, Code.MANY_MATADORS, "warning")], id="a-question-is-asked"
            ),
        ],
    )
    def test_a_deal_that_does_not_fit_is_named(self, deals, expected):
        """Show ISkO 3.2.16."""
        assert found(at_four(*deals)) == expected

    def test_at_three_seat_4_does_not_exist_and_the_dealer_plays(self):
        game_list = GameList(seats=3, deals=(deal(1, 1, GRAND), deal(2, 4, GRAND)))

        assert found(game_list) == [(2, Code.UNKNOWN_SEAT, "error")]

    def test_a_series_has_no_more_deals_than_its_rounds(self):
        """Show SkWO 6.2."""
        game_list = at_four(*(deal(number) for number in range(1, 6)), rounds=1)

        assert found(game_list) == [(5, Code.TOO_MANY_DEALS, "error")]
        assert found(replace(game_list, deals=game_list.deals[:4]), final=True) == []

    def test_only_a_finished_list_must_be_complete_4_4(self):
        game_list = at_four(*(deal(number) for number in range(1, 4)), rounds=1)

        assert found(game_list) == []
        assert found(game_list, final=True) == [(None, Code.INCOMPLETE, "error")]

    def test_everything_is_said_at_once(self):
        """Show SkWO 7.2.1."""
        game_list = at_four(
            deal(2, 2, line("grand", 5, bid=19)),
            deal(9, 7),
            rounds=2,
        )

        assert found(game_list, final=True) == [
            (2, Code.WRONG_NUMBER, "error"),
            (2, Code.DEALER_PLAYED, "error"),
            (2, Code.UNKNOWN_BID, "error"),
            (2, Code.TOO_MANY_MATADORS, "error"),
            (9, Code.WRONG_NUMBER, "error"),
            (9, Code.TOO_MANY_DEALS, "error"),
            (9, Code.HALF_ENTRY, "error"),
            (9, Code.UNKNOWN_SEAT, "error"),
            (None, Code.INCOMPLETE, "error"),
        ]

    def test_what_a_judge_overrides_stays_visible(self):
        """Show SkWO 7.3.2."""
        entry = deal(2, 2, line("grand", 5, bid=19), overruled=True)

        assert found(at_four(entry)) == [
            (2, Code.WRONG_NUMBER, "warning"),
            (2, Code.DEALER_PLAYED, "warning"),
            (2, Code.UNKNOWN_BID, "warning"),
            (2, Code.TOO_MANY_MATADORS, "warning"),
        ]

    def test_a_ruling_touches_no_other_deal(self):
        ruled = deal(1, 1, GRAND, overruled=True)

        assert found(at_four(ruled, deal(2, 2, GRAND))) == [
            (1, Code.DEALER_PLAYED, "warning"),
            (2, Code.DEALER_PLAYED, "error"),
        ]

    def test_even_a_judge_must_say_who_played_what(self):
        assert found(at_four(deal(1, 2, overruled=True), deal(2, 6, GRAND, overruled=True))) == [
            (1, Code.HALF_ENTRY, "error"),
            (2, Code.UNKNOWN_SEAT, "error"),
        ]

    def test_a_finding_names_its_clause(self):
        (finding,) = findings(at_four(deal(1, 1, GRAND)))

        assert isinstance(finding, Finding)
        assert finding.problem.clause == "ISkO 3.2.7"
        assert finding.seat is None

    @given(game_lists())
    def test_an_honest_list_is_never_refused(self, game_list):
        assert all(severity == "warning" for _, _, severity in found(game_list))

    @given(game_lists(whole=True))
    def test_a_whole_honest_list_can_be_signed(self, game_list):
        """Show SkWO 9.11."""
        assert all(severity == "warning" for _, _, severity in found(game_list, final=True))

    @given(st.data())
    def test_no_list_is_too_wrong_to_be_read(self, data):
        """Show SkWO 9.8."""
        entries = st.builds(
            Deal,
            number=st.integers(-1, 50),
            declarer=st.none() | st.integers(-1, 6),
            played=st.none() | lines,
            overruled=st.booleans(),
        )
        deals = tuple(data.draw(st.lists(entries, max_size=6)))
        game_list = GameList(seats=data.draw(st.sampled_from([3, 4])), rounds=1, deals=deals)

        findings(game_list, final=True)

        assert len(running(game_list)) == len(deals)
        assert len(tallies(game_list)) == game_list.seats
        assert control_sums(game_list).deals == len(deals)

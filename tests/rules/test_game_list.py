"""ISkO 3.2, 5.5, SkWO 4.4, 5, 8.11, 8.12: lists of a table, honest and otherwise, and what they add up to."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import Code
from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import ControlSums, Tally, control_sums, rating, running, running_performance, tallies
from scoring.rules.valuation import book
from tests.support.strategies import game_lists, honest_lines, line, lines, lost

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
        game_list = at_four(deal(2, 2, line("grand", 5, bid=19)), deal(9, 7), rounds=2)

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


def plain_deal(number, declarer=None, played=None):
    return Deal(number=number, declarer=declarer, played=played)


def test_a_short_list_is_added_up_by_hand():
    game_list = at_four(
        plain_deal(1, 2, GRAND), plain_deal(2), plain_deal(3, 4, LOST), plain_deal(4, 2, LOST), rounds=1
    )

    assert running(game_list) == ((0, 72, 0, 0), (0, 72, 0, 0), (0, 72, 0, -48), (0, 24, 0, -48))
    assert tallies(game_list) == (
        Tally(game_points=0, won=0, lost=0, opponents_lost=2),
        Tally(game_points=24, won=1, lost=1, opponents_lost=1),
        Tally(game_points=0, won=0, lost=0, opponents_lost=2),
        Tally(game_points=-48, won=0, lost=1, opponents_lost=1),
    )
    # 60 + (24 + 30) + 60 + (-48 - 50 + 30) = -24 + 50 * (1 - 2) + 90 * 2
    assert control_sums(game_list) == ControlSums(
        deals=4, won=1, lost=2, passed=1, game_points=-24, totals=106, expected=106, agree=True
    )


def test_at_three_both_others_get_40():
    game_list = GameList(seats=3, rounds=1, deals=(plain_deal(1, 1, LOST), plain_deal(2), plain_deal(3, 3, GRAND)))

    sums = control_sums(game_list)

    assert tallies(game_list)[1] == Tally(opponents_lost=1)
    assert (sums.totals, sums.expected, sums.agree) == (-48 + 72 + 80, 104, True)


def test_an_empty_list_adds_up():
    assert tallies(GameList(seats=3)) == (Tally(),) * 3
    assert running(GameList(seats=3)) == ()
    assert control_sums(GameList(seats=3)).agree


@pytest.mark.parametrize("entry", [plain_deal(1, 5, GRAND), plain_deal(1, 2), plain_deal(1, None, GRAND)])
def test_the_control_sums_notice_an_entry_for_nobody(entry):
    assert not control_sums(at_four(entry)).agree


@pytest.mark.parametrize("seat", [-1, 0, 5])
def test_a_game_of_nobody_at_the_table_changes_no_column(seat):
    game_list = at_four(plain_deal(1, seat, LOST))

    assert running(game_list) == ((0, 0, 0, 0),)
    assert tallies(game_list) == (Tally(),) * 4


def test_a_declarer_without_a_game_changes_no_column():
    assert running(at_four(plain_deal(1, 2))) == ((0, 0, 0, 0),)


@given(game_lists())
def test_the_last_running_totals_are_the_game_points_8_11(game_list):
    """Show ISkO 5.5.1."""
    rows = running(game_list)

    if rows:
        assert rows[-1] == tuple(tally.game_points for tally in tallies(game_list))
    assert [sum(row) for row in rows] == list(accumulate(booked(plain_deal) for plain_deal in game_list.deals))


@given(game_lists())
def test_every_deal_changes_only_its_declarers_column(game_list):
    """Show ISkO 5.5.1."""
    before = (0,) * game_list.seats

    for plain_deal, after in zip(game_list.deals, running(game_list), strict=True):
        changed = {seat for seat, (a, b) in enumerate(zip(before, after, strict=True), start=1) if a != b}
        assert changed == ({plain_deal.declarer} if plain_deal.declarer else set())
        before = after


@given(game_lists())
def test_the_control_sums_of_an_honest_list_agree(game_list):
    """Show SkWO 9.4."""
    sums = control_sums(game_list)

    assert sums.agree
    assert sums.totals == sums.expected
    assert sums.deals == sums.won + sums.lost + sums.passed == len(game_list.deals)


@given(game_lists())
def test_every_loss_is_somebodys_and_everybody_elses_bonus(game_list):
    all_tallies = tallies(game_list)
    losses = sum(tally.lost for tally in all_tallies)

    assert all(tally.opponents_lost == losses - tally.lost for tally in all_tallies)


@given(game_lists(seats=4, rounds=2, whole=True), st.data())
def test_the_order_of_correction_does_not_matter(game_list, data):
    """Show ISkO 5.5.3."""
    numbers = data.draw(st.lists(st.integers(1, game_list.length), min_size=1, max_size=4, unique=True))
    corrections = [plain_deal(number, game_list.players_of(number)[0], data.draw(honest_lines())) for number in numbers]

    def corrected(order):
        rows = {row.number: row for row in game_list.deals} | {row.number: row for row in order}
        return replace(game_list, deals=tuple(rows[number] for number in sorted(rows)))

    there, back = corrected(corrections), corrected(corrections[::-1])

    assert tallies(there) == tallies(back)
    assert control_sums(there).agree


@given(game_lists(seats=3, rounds=2, whole=True), st.randoms())
def test_the_order_of_the_deals_does_not_change_the_tallies(game_list, random):
    shuffled = list(game_list.deals)
    random.shuffle(shuffled)

    assert tallies(replace(game_list, deals=tuple(shuffled))) == tallies(game_list)


def test_a_short_list_is_followed_by_hand():
    """72 and 50; passed in; 48 and 50 off for the loser, 30 for each of the others, the dealer too."""
    deals = (Deal(number=1, declarer=2, played=GRAND), Deal(number=2), Deal(number=3, declarer=4, played=LOST))
    game_list = GameList(seats=4, rounds=1, deals=deals)

    assert running_performance(game_list) == ((0, 122, 0, 0), (0, 122, 0, 0), (30, 152, 30, -98))


def test_at_a_table_of_three_a_lost_game_brings_the_others_40():
    game_list = GameList(seats=3, rounds=1, deals=(Deal(number=1, declarer=2, played=LOST),))

    assert running_performance(game_list) == ((40, -98, 40),)


def test_before_the_first_deal_there_is_no_course():
    assert running_performance(GameList(seats=4)) == ()


def test_a_seat_that_does_not_exist_earns_nothing():
    game_list = GameList(seats=3, rounds=1, deals=(Deal(number=1, declarer=4, played=GRAND),))

    assert running_performance(game_list) == ((0, 0, 0),)


@given(game_list=game_lists() | game_lists(changing=True))
def test_it_ends_with_what_the_list_adds_up_to(game_list):
    course = running_performance(game_list)

    assert len(course) == len(game_list.deals)
    if course:
        expected = tuple(rating(tally, seats=game_list.seats).performance for tally in tallies(game_list))
        assert course[-1] == expected


@given(game_list=game_lists(), cut=st.integers(0, 48))
def test_what_came_before_stays_whatever_follows(game_list, cut):
    shorter = replace(game_list, deals=game_list.deals[:cut])

    assert running_performance(shorter) == running_performance(game_list)[:cut]

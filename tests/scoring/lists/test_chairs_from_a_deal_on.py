"""Two on each other's chairs, always or from some deal on, have the deals they sat; the lists stay (SkWO 7.1.2)."""

import json
import random

import pytest
from django.urls import reverse

from scoring.archive.packing.record import as_json, record, report_of
from scoring.disputes.selectors.rulings import preview_wrong_dealer
from scoring.history.selectors import as_of
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors import history
from scoring.lists.selectors.sheets import sheet
from scoring.lists.services import entry
from scoring.lists.wording.games import names_at, on_other_chairs
from scoring.paper.sheets import entries as notes
from scoring.privacy import selectors as personal
from scoring.report.checks import check
from scoring.results.selectors import standings
from scoring.results.services.series import recount_results
from scoring.rules.game_list.deals import booked
from scoring.signing import services as signing
from scoring.statistics.selectors.players import player
from scoring.statistics.selectors.statistics import event_statistics
from tables.acts.services import Refused
from tables.journal import wording
from tables.tournaments.models import Tournament
from tests.scoring.houses import evening
from tests.scoring.public.standings_read import with_card, words
from tests.support import factories
from tests.support.direction_measures import Kind, corrected, mend, order, ordered, preview_mended, previewed
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OFFICE = "/t/cup/office/series/1/table/1/"
LIST = "/t/cup/series/1/table/1/"


@remembered_step
def played(*, entrants=8, rounds=2, seed=1, **fields):
    """Return a series of two tables with lists full of games won, lost and passed in."""
    series = factories.running_series(factories.tournament(entrants=entrants, rounds=rounds, **fields))
    dice = random.Random(seed)
    for row in GameListRow.objects.filter(table__series=series).order_by("table__number"):
        blank = sheet(row).game_list
        for number in range(1, blank.length + 1):
            play = dice.choice([GRAND, GRAND, GRAND_LOST, GRAND_LOST, None])
            factories.enter(row, play and (dice.choice(blank.players_of(number)), play))
    return series


@remembered_step
def exchange(series, number, from_deal=None, *, place=1, table=1, **more):
    """Let the player at a place of a table and another have sat on each other's chairs."""
    facts = {"because": "vertauscht", "by": factories.user(), "now": EVENING} | more
    facts |= {} if from_deal is None else {"from_deal": from_deal}
    return signing.exchange(list_id=factories.list_of(series, table).pk, place=place, number=number, **facts)


@remembered_step
def take_back(series, *, place=1, table=1, because="doch nicht"):
    facts = {"because": because, "by": factories.user(), "now": EVENING}
    return signing.take_exchange_back(list_id=factories.list_of(series, table).pk, place=place, **facts)


def earned(series):
    """Return what counts by start number: total, games won, lost, lost by the others."""
    lines = standings.standings(Tournament.objects.get(pk=series.tournament_id)).lines
    return {line.entrant.number: (line.total, line.won, line.lost, line.others_lost) for line in lines}


def chair_in(series, table, place, deals):
    """Return the same of one chair in some deals alone, reckoned here by the clauses (SkWO 5.1)."""
    row = factories.list_of(series, table)
    for_a_loss = {3: 40, 4: 30}[row.table.size]
    total = won = lost = others = 0
    for line in sheet(row).lines:
        if line.number not in deals or line.deal.played is None:
            continue
        is_own, is_won = line.deal.declarer == place, line.deal.played.won
        won, lost = won + (is_own and is_won), lost + (is_own and not is_won)
        others += not is_own and not is_won
        total += is_own * (booked(line.deal) + (50 if is_won else -50)) + (not is_own and not is_won) * for_a_loss
    return total, won, lost, others


def added(*parts):
    return tuple(map(sum, zip(*parts, strict=True)))


def number_at(series, table, place):
    return series.seats.get(table__number=table, place=place).entrant.number


def points_of(moves):
    """Return whose points a preview changes, and to what."""
    return {move.entrant.number: move.after.points for move in moves if move.before.points != move.after.points}


def changed(before, after):
    """Return whose points changed, and to what."""
    return {number: after[number][0] for number in after if after[number][0] != before[number][0]}


def must_agree(series):
    """Hold the ranking against everything that reckons it anew."""
    made = Tournament.objects.get(pk=series.tournament_id)
    assert verified(made).discrepancies == ()
    then = as_of.standings_after(made, made.journal.count()).lines
    totals = {number: figures[0] for number, figures in earned(series).items()}
    assert {line.entrant.number: line.total for line in then} == totals
    assert recount_results(tournament_id=made.pk, by=None, now=EVENING).wrong == {}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("entrants", "other", "deals", "signed"), [(8, 6, (4, 3), True), (7, 6, (6, 1), False), (8, 2, (4, 4), False)]
)
def test_each_has_the_deals_they_sat(entrants, other, deals, signed):
    series = played(entrants=entrants)
    seat = series.seats.get(entrant__number=other)
    at, mine = (seat.table.number, seat.place), number_at(series, 1, 1)
    before = earned(series)
    if signed:
        for table in {1, at[0]}:
            factories.confirm_and_sign(factories.list_of(series, table))
    k, there = deals if at[0] != 1 else (deals[0], deals[0])

    exchange(series, other, k, from_deal_there=there)

    after = earned(series)
    assert after[mine] == added(chair_in(series, 1, 1, range(1, k)), chair_in(series, *at, range(there, 99)))
    assert after[other] == added(chair_in(series, *at, range(1, there)), chair_in(series, 1, 1, range(k, 99)))
    assert added(after[mine], after[other]) == added(before[mine], before[other])
    assert set(changed(before, after)) <= {mine, other}
    assert number_at(series, 1, 1) == mine
    assert not GameListRow.objects.exclude(signed_at=None).exists()
    # The list stays with the chair: it is what it was, and is signed as such.
    for table in {1, at[0]}:
        row = factories.list_of(series, table)
        chairs = [chair_in(series, table, place, range(1, 99))[0] for place in range(1, row.table.size + 1)]
        assert [score.performance for score in sheet(row).scores] == chairs
        factories.confirm_and_sign(row)
    must_agree(series)
    assert earned(series) == after


def test_all_is_as_if_they_had_sat_right_and_signed_lists_are_opened_again_in_the_same_act():
    series = factories.running_series(factories.tournament(entrants=8))
    one, two = (factories.list_of(series, table) for table in (1, 2))
    for row in (one, two):
        factories.fill(row, seat=row.table.number, lost=row is two)
    before = earned(series)
    factories.confirm(factories.list_of(series), 3)
    factories.confirm_and_sign(two)
    mine, other = (number_at(series, table, 1) for table in (1, 2))
    deals = list(DealRow.objects.values_list("pk", "number", "declarer", "game_list"))

    exchange(series, other)

    assert earned(series) == before | {mine: before[other], other: before[mine]}
    assert (number_at(series, 2, 1), number_at(series, 1, 1)) == (mine, other)
    assert not one.confirmations.exists()
    assert list(DealRow.objects.values_list("pk", "number", "declarer", "game_list")) == deals
    assert not GameListRow.objects.exclude(signed_at=None).exists()
    assert series.tournament.journal.filter(action="list.reopened").count() == 1
    must_agree(series)


def test_the_journal_and_the_list_say_who_sat_where_and_taken_back_all_is_as_it_was():
    series = played(entrants=7)
    before_all, was = earned(series), history.list_hash(factories.list_of(series))
    exchange(series, 6, 3, from_deal_there=4)
    assert history.list_hash(factories.list_of(series)) != was

    one, other = series.tournament.journal.filter(action="list.chairs-exchanged").order_by("number")
    assert [(line.data["table"], line.data["from_deal"]) for line in (one, other)] == [(1, 3), (2, 4)]
    assert "from deal 3 on no. 1 and no. 6 on each other’s chairs" in wording.journal_line(one)
    at_one, at_two = (sheet(factories.list_of(series, table)) for table in (1, 2))
    assert on_other_chairs(at_one.seats) == ["From deal 3 on Spieler 6 of table 2 sat on chair 1."]
    assert on_other_chairs(at_two.seats) == ["From deal 4 on Spieler 1 of table 1 sat on chair 2."]
    assert names_at(at_one.seats)[0] == "Spieler 1 / Spieler 6"
    assert [names_at(at_one.seats, deal=deal)[0] for deal in (2, 3)] == ["Spieler 1", "Spieler 6"]
    for line, said in ((series.tournament.journal.count(), on_other_chairs(at_one.seats)), (one.number - 1, [])):
        assert on_other_chairs(as_of.sheet_after(factories.list_of(series), line).seats) == said

    # It is one exchange, which can be taken back at either chair.
    factories.confirm_and_sign(factories.list_of(series, 2))
    take_back(series, table=2, place=series.seats.get(entrant__number=6).place)

    assert (earned(series), history.list_hash(factories.list_of(series))) == (before_all, was)
    assert not GameListRow.objects.exclude(chairs=[]).exists()
    must_agree(series)
    actions = list(series.tournament.journal.values_list("action", flat=True))
    assert (actions.count("list.chairs-taken-back"), actions.count("list.reopened")) == (2, 1)
    with pytest.raises(Refused, match="chair-not-exchanged"):
        take_back(series)


class TestWhatIsRefused:
    def test_what_cannot_be(self):
        series = played()
        for number, place, here, there, code in (
            *((6, 9, None, None, "no-such-seat"), (99, 1, None, None, "not-seated")),
            *((1, 1, None, None, "nothing-to-swap"), (1, 1, 3, None, "nothing-to-swap"), (2, 1, 3, 4, "chairs-differ")),
            *((number, 1, *deals, "no-such-deal") for number, *deals in ((2, 0, None), (2, 9, None), (6, 3, 9))),
        ):
            with pytest.raises(Refused, match=code):
                exchange(series, number, here, place=place, from_deal_there=there)
        for number, here in ((2, 3), (6, None)):
            with pytest.raises(Refused, match="reason-missing"):
                exchange(series, number, here, because=" ")
        ordered(series.tournament, order(Kind.WARNING, entrant=6, series=1))
        with pytest.raises(Refused, match="measure-holds"):
            exchange(series, 6)
        assert not GameListRow.objects.exclude(chairs=[]).exists()

    def test_a_second_exchange_of_a_chair_and_a_void_list_or_one_that_would_be(self):
        series = played()
        measure = order(Kind.VOID, series=1, table=2, clause="SkWO 7.2.4")
        exchange(series, 6, 3)
        for number, place in ((2, 1), (6, 3)):
            with pytest.raises(Refused, match="chairs-exchanged"):
                exchange(series, number, 4, place=place)
        for act in (ordered, previewed):
            with pytest.raises(Refused, match="chairs-exchanged"):
                act(series.tournament, measure)
        take_back(series)
        ordered(series.tournament, measure)
        with pytest.raises(Refused, match="list-void"):
            exchange(series, 6, 3)
        exchange(series, 2, 3)
        exchange(series, 4, 4, place=3)

    def test_a_list_of_results_only_and_results_typed_later(self):
        series = played()
        row, other = factories.list_of(series), factories.list_of(series, 2)

        def typed(row):
            row.deals.update(voided_at=EVENING, voided_because="neu")
            factories.type_totals(row, (48, 1, 0), (-96, 0, 1), (24, 1, 0), (0, 0, 0))

        typed(other)
        with pytest.raises(Refused, match="chairs-need-deals"):
            exchange(series, 6, 2)
        exchange(series, 2, 3)
        with pytest.raises(Refused, match="chairs-exchanged"):
            typed(row)

    def test_a_list_by_house_rules(self):
        row = evening.house_list("kneipe")
        evening.enter(row, *(evening.deal(number, 1, evening.played(), profile="kneipe") for number in (1, 2)))
        with pytest.raises(Refused, match="chairs-by-the-book"):
            exchange(row.table.series, 2, 2)

    def test_a_corrected_list_without_testimony_where_two_tables_hang_together(self):
        series = played()
        exchange(series, 6, 3)
        for table in (1, 2):
            factories.confirm_and_sign(factories.list_of(series, table))
        row = factories.list_of(series)
        old = row.deals.get(number=6, voided_at=None)
        declarer = next(place for place in sheet(row).game_list.players_of(6) if place != old.declarer)
        mended, testified = mend(6, declarer, GRAND), mend(6, declarer, GRAND, witnesses=(1, 2, 3, 4))
        for act in (preview_mended, corrected):
            with pytest.raises(Refused, match="chairs-testimony-needed"):
                act(row, mended)
        effect, before = preview_mended(row, testified), earned(series)
        corrected(row, testified)
        assert points_of(effect.moves) == changed(before, earned(series))
        must_agree(series)


class TestWhatIsOrderedAfterwards:
    """What the direction and judges order goes to the person, wherever they sat."""

    def test_a_series_at_zero_is_all_that_they_played(self):
        series = played(entrants=7)
        exchange(series, 6, 3, from_deal_there=4)
        before, zeroed = earned(series), order(Kind.ZEROED, entrant=6, series=1)

        effect = previewed(series.tournament, zeroed)
        ordered(series.tournament, zeroed)

        assert earned(series) == before | {6: (0, 0, 0, 0)}
        assert {move.entrant.number: move.after.points for move in effect.moves}[6] == 0
        must_agree(series)

    def test_dealing_again_is_previewed_for_the_player_of_the_other_table(self):
        series = played(seed=2)
        exchange(series, 6, 3)
        by = {"list_id": factories.list_of(series).pk, "because": "x", "by": factories.user(), "now": EVENING}
        entry.take_back_deal(number=8, agreed=True, **by)
        row, before = factories.list_of(series), earned(series)

        shown = preview_wrong_dealer(row, mistake=6, last_begun=8)
        entry.deal_again(mistake=6, last_begun=8, version=row.version, **by)

        assert points_of(shown.moves) == changed(before, earned(series))


def test_statistics_and_what_is_stored_of_a_person_are_theirs():
    series = played(entrants=7)
    exchange(series, 6, 3, from_deal_there=4)
    factories.close_series(series)
    with pytest.raises(Refused, match="series-closed"):
        exchange(series, 5, 3, place=2)
    made = Tournament.objects.get(pk=series.tournament_id)
    for number in (1, 6):
        entrant = made.entrants.get(number=number)
        (listed,) = player(made, entrant).lists
        result = (listed.result.won, listed.result.performance)
        assert (sum(game.booking.won for game in listed.own), listed.running[-1]) == result
        assert listed.moved.table == {1: 2, 6: 1}[number]
        assert len(personal.of_entrant(entrant)["scoring.DealRow"]) == len(listed.own)
    sat = {(1, 1): (3, 6), (2, 2): (4, 1)}
    declarers = set()
    for table in (1, 2):
        for deal in factories.list_of(series, table).deals.exclude(declarer=None):
            from_deal, other = sat.get((table, deal.declarer), (99, 0))
            number = other if deal.number >= from_deal else number_at(series, table, deal.declarer)
            declarers.add((number, deal.number))
    assert {(game.seat.entrant.number, game.deal.number) for game in event_statistics(made).dearest} <= declarers


@pytest.mark.thorough
def test_report_and_archive_hold_it():
    series = played(entrants=7)
    exchange(series, 6, 3, from_deal_there=4)
    factories.close_series(series)
    made = Tournament.objects.get(pk=series.tournament_id)

    report = json.loads(json.dumps(report_of(made)))
    stored = json.loads(as_json(record(made, made_at=EVENING)))

    assert check(report) == ()
    ranked = {row["number"]: (row["total"], row["won"], row["lost"]) for row in report["ranking"]}
    assert ranked == {number: figures[:3] for number, figures in earned(series).items()}
    chairs = [table["list"]["chairs"] for table in stored["series"][0]["tables"]]
    assert chairs == [[[1, 3, 2, 2, 4]], [[2, 4, 1, 1, 3]]]


@pytest.mark.thorough
def test_the_page_of_the_list_offers_it_and_takes_it_back(director):
    series = played()

    def sends(**sent):
        return post_seen(director, OFFICE, sent, page=LIST, follow=True).text

    page = director.get(LIST).text
    # By the book the measure comes first.
    assert page.index("kind=zeroed") < page.index('value="exchange"')
    shown = sends(action="exchange", place=1, number=6, from_deal=3, from_deal_there=4, because="vertauscht")
    assert factories.list_of(series).chairs == [[1, 3, 2, 2, 4]]
    assert "From deal 3 on Spieler 6 of table 2 sat on chair 1." in shown
    assert "Spieler 6" in director.get(LIST).text
    sends(action="take-exchange-back", place=1, because="doch nicht")
    assert factories.list_of(series).chairs == []
    assert "There is no deal 13 in this list." in sends(action="exchange", place=1, number=2, from_deal=13, because="x")


@pytest.mark.thorough
def test_every_page_and_paper_of_the_two_lists_says_it(director):
    series = played(entrants=7)
    exchange(series, 6, 3, from_deal_there=4)
    said = "From deal 3 on Spieler 6 of table 2 sat on chair 1."
    sign = director.get(f"{LIST}sign/").text
    assert not [one for one in (said, "1 · Spieler 1 / Spieler 6") if one not in sign]
    assert said in words(with_card(series.tournament, 1).get(reverse("scoring:own-list", args=["cup", 1, 1])))
    assert said in director.get(f"{LIST}history/{series.tournament.journal.count()}/").text
    assert said in [note.full for note in notes.notes(sheet(factories.list_of(series)))]
    factories.close_series(series)

    assert "Spieler 1 / Spieler 6" in director.get(f"{LIST}statistics/").text
    assert "From deal 4 on: table 1, seat 1" in director.get("/t/cup/players/6/").text
    for address in (f"{LIST}sheet.pdf", "/t/cup/statistics/", "/t/cup/standings/1/", f"{LIST}history/"):
        assert director.get(address).status_code == 200

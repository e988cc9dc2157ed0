"""Services of entry: one deal, a correction, a whole list, results from paper, a second list (SkWO 7.2).

What the database itself refuses about entries; two lists held against each other, settled, one of them given up.
"""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.selectors import book as phone
from scoring.lists.services import entry, phones
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from scoring.table import selectors
from tables.acts.services import KeyReused, Refused
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.scoring.table import phones_seen
from tests.scoring.table.phones_seen import Phone
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import points

pytestmark = pytest.mark.django_db


def enter(row: GameListRow, deal: Deal, key: UUID | None = None) -> DealRow:
    return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key or uuid4(), by=None, now=EVENING)


def played_by(seat: int, number: int = 1, played: Played = GRAND) -> Deal:
    return Deal(number=number, declarer=seat, played=played)


def passed(number: int) -> Deal:
    return Deal(number=number, declarer=None, played=None)


def take_back(row: GameListRow, number: int) -> None:
    entry.take_back_deal(list_id=row.pk, number=number, because="", by=None, now=EVENING, agreed=True)


class TestEnterDeal:
    def test_writes_the_deal_the_results_and_one_journal_line_and_the_first_one_starts_the_series(self):
        series = factories.running_series(factories.tournament(entrants=4), published_only=True)
        row = factories.list_of(series)

        enter(row, played_by(2))

        assert (row.deals.get().points, SeatResult.objects.get(seat__place=2).performance) == (72, 72 + 50)
        told = JournalEntry.objects.get(action="list.deal-entered").data
        assert (told["deal"], told["points"]) == (1, 72)
        series.refresh_from_db()
        assert (series.status, series.started_at) == (Series.Status.RUNNING, EVENING)
        lines = JournalEntry.objects.count()
        enter(row, passed(2))
        assert JournalEntry.objects.count() == lines + 1

    def test_a_lost_game_gives_forty_to_everyone_else_at_three_and_thirty_at_four_the_dealer_included(self):
        series = factories.running_series(factories.tournament(entrants=7))
        lists = [factories.list_of(series, table) for table in (1, 2)]
        for row in lists:
            enter(row, played_by(2, played=GRAND_LOST))

        assert [points(row) for row in lists] == [[30, -144 - 50, 30, 30], [40, -194, 40]]

    @pytest.mark.slow
    def test_sent_twice_is_written_once_even_after_the_list_was_signed_which_takes_nothing_else(self):
        row, key = factories.running_list(), uuid4()
        first = enter(row, played_by(2), key)
        assert (enter(row, played_by(2), key), DealRow.objects.count()) == (first, 1)
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert enter(row, played_by(2), key) == first
        for act in (
            lambda: enter(row, passed(5)),
            lambda: settle(row, seen=(uuid4(), uuid4())),
            lambda: phones.give_up(list_id=row.pk, because="x", by=factories.user(), now=EVENING),
        ):
            with pytest.raises(ListSigned):
                act()

    def test_refuses_a_key_that_came_with_another_deal_or_list_and_a_second_entry_for_a_number(self):
        series, key = factories.running_series(factories.tournament(entrants=8)), uuid4()
        row, other = (factories.list_of(series, table) for table in (1, 2))
        enter(row, passed(1), key)

        for there, deal in ((row, played_by(2)), (other, passed(1))):
            with pytest.raises(KeyReused):
                enter(there, deal, key)
        with pytest.raises(Refused, match="number-taken"):
            enter(row, played_by(2))


class TestCorrections:
    def test_the_old_entry_stays_in_the_history_and_confirmations_lapse(self):
        row = factories.running_list()
        factories.fill(row)
        row.refresh_from_db()
        factories.confirm(row, 1)
        was = row.deals.get(number=1).declarer
        for deal, refused in ((played_by(1), "dealer-played"), (passed(9), "no-such-deal")):
            with pytest.raises((EntryRefused, Refused), match=refused):
                factories.correct(row, deal, because="verschrieben")
        assert (row.deals.count(), row.deals.get(number=1).declarer, row.confirmations.count()) == (4, was, 1)

        factories.correct(row, played_by(3, played=GRAND_LOST), because="verschrieben")

        old, new = row.deals.filter(number=1).order_by("pk")
        assert (old.voided_at, old.voided_because, old.declarer) == (EVENING, "verschrieben", was)
        assert (new.voided_at, new.points, SeatResult.objects.get(seat__place=3).game_points) == (None, -144, -144)
        assert not row.confirmations.exists()

    def test_only_the_last_deal_can_be_taken_back(self):
        row = factories.running_list()
        factories.enter(row, None, (3, GRAND))

        with pytest.raises(Refused, match="not-the-last-deal"):
            take_back(row, 1)
        take_back(row, 2)

        assert (row.deals.filter(voided_at=None).count(), points(row)) == (1, [0, 0, 0, 0])


@pytest.mark.database
class TestPaper:
    def test_totals_become_results_and_typed_again_replace_the_old_ones_which_are_kept(self):
        row = factories.running_list(seats=4, rounds=12)
        three = ((937, 18, 3), (-60, 5, 5), (-144, 4, 5))
        with pytest.raises(EntryRefused):
            factories.type_totals(row, *three, (-48, 4, 5))

        factories.type_totals(row, *three, (-48, 4, 4))
        assert points(row)[0] == 2107
        factories.type_totals(row, (0, 0, 0), (0, 0, 0), (100, 2, 0), (48, 1, 0))

        assert (row.totals.count(), SeatResult.objects.get(seat__place=3).game_points) == (8, 100)

    def test_a_list_kept_deal_by_deal_takes_no_totals_and_the_other_way_round(self):
        row = factories.running_list(seats=3)
        factories.enter(row, (1, GRAND))
        lines = ((72, 1, 0), (0, 0, 0), (0, 0, 0))
        with pytest.raises(Refused, match="kept-deal-by-deal"):
            factories.type_totals(row, *lines)
        take_back(row, 1)
        factories.type_totals(row, *lines)

        with pytest.raises(Refused, match="kept-as-totals"):
            enter(row, played_by(1))
        entry.drop_totals(list_id=row.pk, by=factories.user(), now=EVENING)

        assert enter(row, played_by(1)).points == 72

    def test_a_whole_list_is_entered_at_once_or_not_at_all(self):
        row = factories.running_list(seats=3)
        good = [played_by(1), played_by(2, number=2), passed(3)]
        how = {"list_id": row.pk, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}

        with pytest.raises(EntryRefused):
            entry.enter_list(deals=[*good[:2], played_by(4, number=3)], **how)
        assert not row.deals.exists()
        for _again in range(2):
            entry.enter_list(deals=good, **how)

        assert row.deals.count() == 3


@pytest.mark.database
class TestTheDatabaseItself:
    def test_refuses_two_valid_entries_for_one_deal_and_one_that_cannot_be(self):
        row = factories.running_list()
        factories.enter(row, None)
        for nonsense in (
            *({"number": 1}, {"number": 0}, {"declarer": 2}, {"game": "grand"}),
            {"declarer": 5, "game": "grand", "matadors": 1, "points": 48, "won": True},
            {"declarer": 2, "game": "poker", "matadors": 1, "points": 48, "won": True},
            {"declarer": 2, "game": "null", "matadors": 1, "points": 23, "won": True},
            {"declarer": 2, "game": "grand", "points": 48, "won": True},
            {"declarer": 2, "game": "grand", "matadors": 1, "points": -48, "won": True},
            {"declarer": 2, "game": "grand", "matadors": 1, "points": 0},
            *({"points": 5}, {"won": True}, {"voided_because": "x"}),
        ):
            fields = {"game_list": row, "number": 2, "entry_key": uuid4(), "entered_at": EVENING, **nonsense}
            with pytest.raises(IntegrityError), transaction.atomic():
                DealRow.objects.create(**fields)


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=1)


@pytest.fixture
def lists(row) -> tuple[Phone, Phone]:
    """Two phones whose lists differ in deal 2, which is passed in or a Grand."""
    both = Phone(row), Phone(row, copy="second")
    for one, line in zip(both, (phones_seen.PASSED, phones_seen.GRAND | {"declarer": 3}), strict=True):
        assert one.states(one.deal(1), one.deal(2, line)) == ["saved"] * 2
    return both


def seen(row: GameListRow, number: int = 2) -> tuple[UUID, UUID]:
    first, second = (rows.get(number=number, voided_at=None) for rows in (row.deals, row.second_deals))
    return first.entry_key, second.entry_key


def settle(row: GameListRow, **fields: object) -> None:
    asked = {"list_id": row.pk, "number": 2, "right": "first", "because": "verschrieben", "by": None, "now": EVENING}
    shown = {"seen": fields.pop("seen", None) or seen(row), "entry_key": uuid4()}
    phones.settle(**asked | shown | fields)


def told(row: GameListRow) -> selectors.BothLists:
    found = selectors.both_lists(phone.book(row))
    assert found is not None
    return found


def test_both_lists_are_told_deal_by_deal_and_who_keeps_the_first_writes_nothing_into_the_second(lists, row):
    lists[0].send(lists[0].deal(3))
    how = {"list_id": row.pk, "deal": Deal(number=3), "entry_key": uuid4(), "by": None, "now": EVENING}
    with pytest.raises(Refused, match="kept-by-other"):
        entry.enter_deal(copy="second", device=lists[0].device, **how)

    found = told(row)

    assert [one.difference.number for one in found.disagreements] == [2]
    assert (found.entered, found.lacking, found.agree) == ((3, 2), ((), (3,)), False)


@pytest.mark.parametrize("right", ["first", "second"])
def test_settled_it_is_seen_by_every_phone_and_sent_twice_it_is_settled_once(lists, row, right):
    before, key, shown = lists[0].ask(), uuid4(), seen(row)

    for _ in range(2):
        settle(row, right=right, entry_key=key, seen=shown)

    after = lists[0].ask()
    assert (told(row).agree, before["differences"], after["differences"]) == (True, [2], [])
    assert after["version"] > before["version"]
    assert row.deals.count() + row.second_deals.count() == 5
    assert JournalEntry.objects.filter(action="second.settled").count() == 1
    assert journal.first_broken_line(row.table.series.tournament) is None
    # What was wrong follows, and keeps what it had.
    games = [
        list(rows.filter(number=2).order_by("pk").values_list("game", "voided_because"))
        for rows in (row.deals, row.second_deals)
    ]
    if right == "first":
        assert games == [[("", "")], [("grand", "verschrieben"), ("", "")]]
    else:
        assert games == [[("", "verschrieben"), ("grand", "")], [("grand", "")]]
        assert SeatResult.objects.get(seat__place=3).game_points == 72


def test_only_who_keeps_one_of_the_lists_settles_what_differs_as_it_was_seen(lists, row):
    shown = seen(row)
    for fields, code in (
        ({"number": 1, "seen": seen(row, 1)}, "nothing-changed"),
        ({"seen": (uuid4(), shown[1])}, "list-changed"),
        ({"device": "f" * 32}, "kept-by-other"),
    ):
        with pytest.raises(Refused, match=code):
            settle(row, **fields)
    second = row.second_deals.filter(number=2)
    matadors = second.get().matadors
    second.update(matadors=9)
    with pytest.raises(EntryRefused):
        settle(row, right="second")
    second.update(matadors=matadors)
    assert row.deals.get(number=2).voided_at is None

    settle(row, right="second", device=lists[1].device)

    assert told(row).agree
    with pytest.raises(Refused, match="list-changed"):
        settle(row, seen=shown)


def test_lists_that_differ_are_not_signed(row):
    first, second = Phone(row), Phone(row, copy="second")
    for phone_at, deals in ((first, range(1, 5)), (second, range(1, 4))):
        phone_at.send(*(phone_at.deal(n, {**phones_seen.GRAND, "declarer": n % 4 + 1}) for n in deals))

    # It is shorter, then different.
    with pytest.raises(Refused, match="lists-differ"):
        factories.confirm_and_sign(row)
    second.send(second.deal(4, phones_seen.LOST))
    with pytest.raises(Refused, match="lists-differ"):
        factories.confirm_and_sign(row)
    settle(row, number=4, seen=seen(row, 4))
    factories.confirm_and_sign(row)


def test_a_second_list_given_up_for_a_reason_does_not_count_any_more_and_stays_to_be_read(lists, row):
    giving_up = {"list_id": row.pk, "by": factories.user(), "now": EVENING}
    with pytest.raises(Refused, match="reason-missing"):
        phones.give_up(because=" ", **giving_up)

    for _ in range(2):
        phones.give_up(because="Handy leer", **giving_up)

    assert selectors.both_lists(phone.book(row)) is None
    assert row.second_deals.filter(voided_because="Handy leer", voided_by=factories.user()).count() == 2
    assert phone.book(row).keeper("second") is None
    assert JournalEntry.objects.filter(action="second.given-up").count() == 1

"""The table itself lets another phone keep the list: by the words of the one that keeps it, or because all agree."""

import json
from contextlib import suppress
from datetime import timedelta
from itertools import combinations
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.lists.models import Call, DealRow, GameListRow, Proposal
from scoring.lists.models import Phone as PhoneRow
from scoring.lists.selectors.sitting import words_of
from scoring.lists.services import phones, presence
from scoring.lists.services.lists import KeyReused, ListSigned
from tables.accounts.models import Guess
from tables.accounts.services.codes import WITHIN
from tables.acts.services import Refused
from tables.draw import codewords
from tables.journal import wording
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import ALL, LOST, PASSED, Phone, agreed, by_words, keeper
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


@pytest.fixture
def phone(row) -> Phone:
    """The phone that keeps the list."""
    made = Phone(row)
    made.send(made.deal(1))
    return made


@pytest.fixture
def other(row) -> Phone:
    return Phone(row)


def lines() -> list[JournalEntry]:
    return list(JournalEntry.objects.filter(action="phone.took-over"))


class TestItsWords:
    def test_are_two_of_the_list_and_others_on_every_phone_and_list(self, row):
        devices = [f"{number:032x}" for number in range(200)]
        found = [words_of(row, device) for device in devices]

        assert all(len(words.split()) == 2 and set(words.split()) <= set(codewords.WORDS) for words in found)
        assert len(set(found)) == 200
        assert words_of(row, devices[0]) == found[0]
        assert words_of(GameListRow(pk=row.pk + 1), devices[0]) != found[0]

    def test_are_told_to_the_phone_that_keeps_or_may_keep_the_list(self, row, other):
        assert other.ask()["words"] == words_of(row, other.device)
        other.send(other.deal(1))
        assert other.ask()["words"] == words_of(row, other.device)

    def test_are_told_to_no_phone_that_watches_and_stand_nowhere(self, row, phone, other):
        words = words_of(row, phone.device)
        by_words(row, third := Phone(row), words)
        told = [other.ask(), other.send(other.deal(2, PASSED)), phone.ask(), phone.send(phone.deal(2, LOST))]

        assert [one.get("words", one.get("list", {}).get("words")) for one in told] == [""] * 4
        for secret in (words, words_of(row, third.device)):
            assert secret not in json.dumps(told)
            assert secret not in json.dumps([line.data for line in JournalEntry.objects.all()])

    def test_are_over_with_the_signature(self, row, phone):
        factories.fill(row)
        factories.confirm_and_sign(row)

        assert phone.ask()["words"] == ""


class TestByItsWords:
    def test_another_phone_keeps_the_list_at_once_and_the_old_one_is_told(self, row, phone, other):
        by_words(row, other, words_of(row, phone.device))

        assert keeper(row) == other.device
        told = phone.ask()
        assert (told["kept_by_other"], told["keeps"]) == (True, "")
        assert told["kept"].startswith("Another phone has kept the list since ")
        assert "it had the words of the one before" in told["kept"]
        assert other.states(other.deal(2, PASSED)) == ["saved"]
        assert phone.states(phone.deal(2, LOST), phone.deal(3)) == ["proposed", "proposed"]

    def test_the_second_list_goes_on_by_those_of_its_phone_whatever_page_was_open(self, row, phone, other):
        second = Phone(row, copy="second")
        second.send(second.deal(1))

        by_words(row, other, words_of(row, second.device))

        assert (keeper(row), keeper(row, "second")) == (phone.device, other.device)
        assert "the second list" in second.ask()["kept"]

    def test_those_of_a_phone_that_only_watches_open_nothing(self, row, phone, other):
        by_words(row, other, words_of(row, phone.device))

        for watching in (phone, Phone(row)):
            with pytest.raises(Refused, match="wrong-phone-words"):
                by_words(row, Phone(row), words_of(row, watching.device))
        assert keeper(row) == other.device

    def test_they_are_asked_for_in_vain_after_ten_wrong_ones_for_a_quarter_of_an_hour(self, row, phone):
        words = words_of(row, phone.device)
        for number in range(10):
            with pytest.raises(Refused, match="wrong-phone-words"):
                # Another phone each time: it is the list that counts.
                by_words(row, Phone(row), f"apfel {codewords.WORDS[number]}")
        with pytest.raises(Refused, match="too-many-guesses"):
            by_words(row, Phone(row), words)
        assert keeper(row) == phone.device

        by_words(row, later := Phone(row), words, now=EVENING + WITHIN + timedelta(minutes=1))
        assert keeper(row) == later.device

    def test_a_phone_that_keeps_the_list_already_goes_on(self, row, phone):
        by_words(row, phone, words_of(row, phone.device))

        assert (keeper(row), Call.objects.count(), lines()) == (phone.device, 0, [])

    def test_a_phone_that_keeps_the_other_list_keeps_that_one(self, row, phone):
        second = Phone(row, copy="second")
        second.send(second.deal(1))

        with pytest.raises(Refused, match="keeps-the-other"):
            by_words(row, second, words_of(row, phone.device))


class TestWhenAllAgree:
    def test_another_phone_keeps_the_list_at_once_and_takes_it_back_the_same_way(self, row, phone, other):
        agreed(row, other)
        assert keeper(row) == other.device
        assert "all players agreed" in phone.ask()["kept"]

        agreed(row, phone, now=EVENING + timedelta(minutes=1))
        assert keeper(row) == phone.device
        assert (phone.ask()["kept"], phone.ask()["kept_by_other"]) == ("", False)
        assert "all players agreed" in other.ask()["kept"]

    @pytest.mark.parametrize("places", [p for n in range(4) for p in combinations(ALL, n)], ids=str)
    def test_as_long_as_one_does_not_nothing_happens(self, row, phone, other, places):
        with pytest.raises(Refused, match="not-all-agree") as refused:
            agreed(row, other, places)

        assert refused.value.facts["places"] == [place for place in ALL if place not in places]
        assert keeper(row) == phone.device

    def test_who_left_the_table_is_not_asked(self, row, phone, other):
        presence.leave(list_id=row.pk, place=3, by=factories.user(), now=EVENING)
        rest = [phone.deal(number, PASSED) for number in range(2, 6)]
        phone.send(*rest)

        agreed(row, other, [1, 2, 4])

        assert keeper(row) == other.device
        assert lines()[-1].data["places"] == [1, 2, 4]

    def test_those_who_sat_there_before_agree_to_nothing(self, row, phone, other):
        with pytest.raises(Refused, match="seated-otherwise"):
            agreed(row, other, sits=(11, 12, 13, 14))

    def test_the_second_list_goes_over_alone(self, row, phone, other):
        second = Phone(row, copy="second")
        second.send(second.deal(1))

        agreed(row, other, copy="second")

        assert (keeper(row), keeper(row, "second")) == (phone.device, other.device)

    def test_a_list_that_nobody_keeps_is_simply_taken(self, row, other):
        agreed(row, other)

        assert keeper(row) == other.device
        assert (Call.objects.count(), lines()) == (0, [])

    def test_what_this_phone_asked_the_direction_for_is_settled(self, row, phone, other):
        phones.ask_to_take_over(list_id=row.pk, device=other.device, copy="first", entry_key=uuid4(), now=EVENING)

        agreed(row, other)

        assert not Call.objects.filter(settled_at=None).exists()


def by_its_words(row, phone: Phone, other: Phone, **more) -> None:
    by_words(row, other, words_of(row, phone.device), **more)


def by_all(row, phone: Phone, other: Phone, **more) -> None:
    agreed(row, other, **more)


both = pytest.mark.parametrize("way", [by_its_words, by_all])


class TestEitherWay:
    @both
    def test_sent_again_it_counts_once_even_when_the_list_went_back_meanwhile(self, row, phone, other, way):
        key = uuid4()
        way(row, phone, other, entry_key=key)
        way(row, other, phone)
        way(row, phone, other, entry_key=key)

        assert keeper(row) == phone.device
        assert len(lines()) == 2

    @both
    def test_a_key_of_another_list_is_none(self, row, phone, other, way):
        elsewhere = factories.list_of(factories.running_series(factories.tournament(slug="other", entrants=4)))
        kept, key = Phone(elsewhere), uuid4()
        kept.send(kept.deal(1))
        way(elsewhere, kept, Phone(elsewhere), entry_key=key)

        with pytest.raises(KeyReused):
            way(row, phone, other, entry_key=key)
        assert keeper(row) == phone.device

    @both
    def test_a_signed_list_is_taken_over_by_nobody(self, row, phone, other, way):
        factories.fill(row)
        factories.confirm_and_sign(row)

        with pytest.raises(ListSigned):
            way(row, phone, other)

    @both
    def test_the_direction_reads_it_in_the_journal(self, row, phone, other, way):
        way(row, phone, other)

        (line,) = lines()
        said = {by_its_words: "it had the words of the one before", by_all: "seats 1, 2, 3, 4 agreed"}[way]
        assert wording.journal_line(line).endswith(f"another phone keeps the list from now on: {said}")

    @both
    def test_nothing_that_the_old_phone_still_has_is_lost(self, row, phone, other, way):
        late = [phone.deal(2, LOST), phone.deal(3, PASSED)]
        way(row, phone, other)
        other.send(other.deal(2, PASSED))

        answer = phone.send(*late)

        assert {receipt["state"] for receipt in answer["receipts"]} == {"proposed"}
        assert {str(one.entry_key) for one in Proposal.objects.all()} == {one["key"] for one in late}

    @both
    def test_and_a_dead_battery_keeps_nobody_from_signing(self, row, phone, other, way):
        way(row, phone, other)
        factories.fill(row)
        factories.confirm_and_sign(row)

        row.refresh_from_db()
        assert row.signed_at


ACTS = {
    "words": lambda row, phone, _at: by_words(row, phone, words_of(row, keeper(row))),
    "wrong words": lambda row, phone, at: by_words(row, phone, "apfel apfel", now=EVENING + timedelta(days=at)),
    "all": lambda row, phone, _at: agreed(row, phone),
    "some": lambda row, phone, _at: agreed(row, phone, [1, 2, 4]),
    "deal": lambda row, phone, _at: phone.send(phone.deal(row.deals.count() + 1, PASSED)),
}
TAKES = {"words", "all"}


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acted=st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 3)), max_size=8))
def test_however_it_goes_one_phone_keeps_the_list_and_no_deal_is_lost(row, acted):
    for model in (Proposal, DealRow, Call, PhoneRow, Guess):
        model._base_manager.all().delete()
    come = [Phone(row) for _ in range(4)]
    come[0].send(come[0].deal(1, PASSED))

    for at, (act, number) in enumerate(acted):
        before = keeper(row)
        with suppress(Refused):
            ACTS[act](row, come[number], at)
        assert keeper(row) == (come[number].device if act in TAKES else before)

    sent = 1 + [act for act, _number in acted].count("deal")
    assert row.deals.count() + row.proposals.count() == sent

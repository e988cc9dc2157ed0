"""Draws, deals, books and what phones say at the same moment: once, in order, under the list that was shown."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from scoring.disputes.models import Objection
from scoring.lists.models import Call, DealRow, DoneAct, GameListRow, Proposal
from scoring.lists.services import entry
from scoring.lists.services import phones as keeping
from scoring.office.services import end as results
from scoring.results.services import series as lists
from scoring.rules.game_list.deals import Deal
from tables.accounts.services.floods import clear_wrong_tries
from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import tournaments
from tests.concurrency.conftest import chain_holds, refused
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone, Sayer
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs import club_books

pytestmark = pytest.mark.database

TIMES = 50
"""How often is tried what has to hold each time."""


def by():
    return {"by": factories.user(), "now": EVENING}


def line(number: int) -> dict[str, object]:
    return {**GRAND, "declarer": number % 4 + 1}


def enter(row, deal, key):
    return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key, by=None, now=EVENING)


def test_the_same_deal_sent_by_eight_at_once_counts_once(at_once):
    row, key = factories.running_list(), uuid4()
    deal = Deal(number=1, declarer=2, played=factories.GRAND)

    assert at_once(*[partial(enter, row, deal, key)] * 8) == [DealRow.objects.get()] * 8
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 1
    assert chain_holds(row)


def test_of_two_deals_for_one_line_the_second_is_refused(at_once):
    row = factories.running_list()
    deals = [Deal(number=1, declarer=seat, played=factories.GRAND) for seat in (2, 3)]

    outcomes = at_once(*(partial(enter, row, deal, uuid4()) for deal in deals))

    assert refused(outcomes) == ["number-taken"]
    kept = next(outcome for outcome in outcomes if isinstance(outcome, DealRow))
    assert DealRow.objects.get().declarer == kept.declarer
    assert GameListRow.objects.get().version == 1
    assert chain_holds(row)


ROUNDS = 4


def unexpected(outcomes):
    return [one for one in outcomes if isinstance(one, Exception) and not isinstance(one, Refused)]


@pytest.mark.thorough
def test_somebody_removed_from_his_book_or_made_one_with_another_while_he_is_registered(at_once):
    club = club_books.club()
    for number in range(ROUNDS):
        goes, merged, stays = (club_books.person(club, f"Erna Schulz {number}") for _ in range(3))
        for person, action, act in (
            (goes, "book.removed", partial(books.remove_person, person_id=goes.pk)),
            (merged, "book.merged", partial(books.merge, stays=stays.pk, goes=[merged.pk])),
        ):
            made = club_books.event(club, slug=f"cup-{person.pk}")
            told = {"tournament_id": made.pk, "people": [person.pk], "entry_key": uuid4()}

            outcomes = at_once(partial(books.register_people, **told, **by()), partial(act, club_id=club.pk, **by()))

            assert unexpected(outcomes) == []
            connection.check_constraints()
            # Either he came too late, or the event tells of it.
            lines = JournalEntry.objects.filter(tournament=made, action=action).count()
            assert made.entrants.count() == lines
            assert set(made.entrants.values_list("person", flat=True)) <= {None, stays.pk}
            assert journal.first_broken_line(made) is None
        assert not Person.objects.filter(pk=goes.pk).exists()


def test_an_event_given_to_another_club_while_its_entrants_come_into_the_book(at_once):
    clubs = [club_books.club("SC Herz Dame"), club_books.club("SC Karo")]
    made = club_books.event(clubs[0], *(f"Spieler {n}" for n in range(8)))
    plan = tournaments.Details(
        **{name: getattr(made, name) for name in ("name", "place", "starts_on", "ends_on", "organiser", "rounds")}
    )
    for number in range(ROUNDS):
        give = replace(plan, club_id=clubs[number % 2].pk)
        change = partial(tournaments.change_tournament, tournament_id=made.pk, details=give, seatings=["drawn"], **by())
        take = [partial(books.take_over, club_id=one.pk, tournament_id=made.pk, **by()) for one in clubs]

        assert unexpected(at_once(change, *take)) == []
    assert Entrant.objects.exclude(person=None).count() == 8
    assert journal.first_broken_line(made) is None


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
class TestSentTwice:
    def test_whatever_is_said_five_times_at_once_is_done_once(self, at_once, prove):
        row = factories.running_list(rounds=13)
        phones = [Sayer(row, device="a" * 32) for _ in range(5)]

        for number in range(1, TIMES + 1):
            deal = phones[0].deal(number, line(number))
            phones[0].send(deal)
            acts = [
                phones[0].corrects(deal, PASSED),
                phones[0].act("call", kind="help", text=f"Karten {number}"),
                phones[0].act("object", kind="claim", text=f"Spiel {number}"),
            ]
            answers = at_once(*(partial(phone.send, *acts) for phone in phones))
            assert [[one["state"] for one in answer["receipts"]] for answer in answers] == [["saved"] * 3] * 5
            Call.objects.update(settled_at=EVENING)
            Objection.objects.update(outcome="settled", ended_at=EVENING)
            # No table calls and objects so often in a minute.
            clear_wrong_tries()

        assert DealRow.objects.filter(voided_at=None).count() == TIMES
        made = (DealRow.objects.count(), Objection.objects.count(), Call.objects.filter(kind="help").count())
        assert made == (2 * TIMES, TIMES, TIMES)
        assert DoneAct.objects.count() == 3 * TIMES
        assert chain_holds(row)
        prove(f"correction, call and objection: 3 acts done in {TIMES} of {TIMES}")

    def test_with_every_other_answer_lost_what_is_said_among_the_deals_is_done_once_and_in_order(self, at_once, prove):
        made = factories.tournament(entrants=32, rounds=3)
        series = factories.running_series(made)
        rows = [factories.list_of(series, table) for table in range(1, 9)]

        def plays(row) -> None:
            phone, chance, waiting = Sayer(row), random.Random(row.pk), []
            for number in range(1, 13):
                deal = phone.deal(number, line(number))
                waiting += [deal, phone.corrects(deal, PASSED)] if number % 3 == 0 else [deal]
                waiting += [phone.act("object", kind="lead", text=f"Spiel {number}")] if number == 5 else []
                for _lost in range(chance.randint(0, 2)):
                    phone.send(*waiting)
                if chance.random() < 0.5:
                    assert {receipt["state"] for receipt in phone.send(*waiting)["receipts"]} == {"saved"}
                    waiting.clear()
            phone.send(*waiting)

        assert at_once(*(partial(plays, row) for row in rows)) == [None] * 8

        for row in rows:
            standing = list(row.deals.filter(voided_at=None).order_by("number").values_list("number", "declarer"))
            assert standing == [(n, None if n % 3 == 0 else n % 4 + 1) for n in range(1, 13)]
            assert row.deals.count() == 16
            assert row.objections.count() == 1
        assert journal.first_broken_line(made) is None
        prove("8 tables, answers lost at random: 96 deals, 32 corrections, 8 objections, each once")

    def test_the_same_key_with_another_deal_is_refused_even_at_the_same_moment(self, at_once, prove):
        row = factories.running_list(rounds=13)
        phones = [Phone(row, device="a" * 32) for _ in range(5)]

        for number in range(1, TIMES + 1):
            key = phones[0].key()
            sent = [
                phone.deal(number, one, key=key)
                for phone, one in zip(phones, [line(number), *[PASSED] * 4], strict=True)
            ]
            answers = at_once(*(partial(phone.send, deal) for phone, deal in zip(phones, sent, strict=True)))
            states = sorted(answer["receipts"][0]["state"] for answer in answers)
            assert states in (["refused"] * 4 + ["saved"], ["refused"] + ["saved"] * 4)
            assert [phone.status for phone in phones].count(422) == states.count("refused")

        assert (DealRow.objects.count(), Proposal.objects.count()) == (TIMES, 0)
        prove(f"other content 422 in {TIMES} of {TIMES}")


@pytest.mark.thorough
def test_a_signature_and_a_correction_at_once_leave_nobody_signed_under_what_was_not_shown(at_once):
    for number in range(1, TIMES + 1):
        made = factories.tournament(entrants=3, slug=f"cup-{number}")
        row = factories.list_of(factories.running_series(made))
        phone = Sayer(row)
        phone.send(*(phone.deal(deal, GRAND | {"declarer": deal}) for deal in (1, 2, 3)))
        signatures = [phone.signs(place) for place in (1, 2, 3)]
        told = {"list_id": row.pk, "deal": Deal(number=2), "because": "", "entry_key": phone.key()}
        corrects = partial(entry.correct_deal, **told, **by())

        answer, _corrected = at_once(partial(phone.send, *signatures, phone.closes()), corrects)

        states = [(one["state"], one["code"]) for one in answer["receipts"]]
        row.refresh_from_db()
        if row.signed_at:
            assert states == [("saved", "")] * 4
            assert row.deals.get(number=2, voided_at=None).declarer == 2
        else:
            assert not row.confirmations.exists()
            assert row.deals.get(number=2, voided_at=None).declarer is None
            assert states[-1] == ("refused", "list-changed")


Pair = tuple[Callable[[], object], Callable[[], object]]


def draw(made: Tournament) -> Pair:
    act = partial(draws.draw_series, series_id=made.series.get().pk, **by())
    return partial(act, public="mine"), partial(act, public="yours")


def drawn(made: Tournament) -> Series:
    return draws.draw_series(series_id=made.series.get().pk, public="ours", **by())


def publish(made: Tournament) -> Pair:
    return (partial(lists.publish_series, series_id=drawn(made).pk, **by()),) * 2


def discard(made: Tournament) -> Pair:
    act = partial(draws.discard_draw, series_id=drawn(made).pk, **by())
    return partial(act, because="mine"), partial(act, because="yours")


def close(made: Tournament) -> Pair:
    series = factories.running_series(made)
    factories.play_series(series)
    act = partial(lists.close_series, series_id=series.pk, **by())
    return partial(act, lot_seed="mine"), partial(act, lot_seed="yours")


def release(made: Tournament) -> Pair:
    factories.close_series(factories.running_series(made))
    results.state_end(tournament_id=made.pk, ended_at=EVENING, **by())
    later = {"by": factories.user(), "now": EVENING + timedelta(hours=3)}
    return (partial(results.release_final_ranking, tournament_id=made.pk, **later),) * 2


def start(made: Tournament) -> Pair:
    series = factories.running_series(made, published_only=True)
    return (partial(hall.start_series, series_id=series.pk, **by()),) * 2


@pytest.mark.thorough(after=1)
@pytest.mark.proof("two-directors")
@pytest.mark.parametrize(
    ("act", "action", "refusal"),
    [
        (draw, "series.drawn", "already-drawn"),
        (publish, "series.published", "not-a-preview"),
        (discard, "series.draw-discarded", "not-a-preview"),
        (close, "series.closed", "closed-before"),
        (release, "ranking.released", None),
        (start, "series.started", None),
    ],
)
def test_what_two_directors_do_at_once_is_done_once(at_once, prove, is_thorough, act, action, refusal):
    rounds = TIMES if is_thorough else 2
    for attempt in range(rounds):
        made = factories.tournament(entrants=4, slug=f"cup-{attempt}", name=str(uuid4()))

        outcomes = at_once(*act(made))

        assert refused(outcomes) == ([refusal] if refusal else []), outcomes
        assert unexpected(outcomes) == []
        assert JournalEntry.objects.filter(tournament=made, action=action).count() == 1
        assert journal.first_broken_line(made) is None
    prove(f"{action}: {rounds} of {rounds} once")


@pytest.mark.thorough
@pytest.mark.proof("two-writers")
def test_of_two_writers_with_one_version_one_gets_both_values(at_once, prove):
    row = factories.running_list(rounds=13)
    phones = [Phone(row, device="a" * 32) for _ in range(2)]

    for number in range(1, TIMES + 1):
        sent = [phone.deal(number, one) for phone, one in zip(phones, (line(number), PASSED), strict=True)]
        answers = at_once(*(partial(phone.send, deal) for phone, deal in zip(phones, sent, strict=True)))
        assert sorted(phone.status for phone in phones) == [200, 409]
        (receipt,), (kept,) = sorted((one["receipts"] for one in answers), key=lambda one: one[0]["state"])
        assert (kept["state"], receipt["state"]) == ("saved", "conflict")
        assert sorted(side["lines"][-1][-1][1] for side in receipt["sides"]) == ["72", "passed in"]
        assert Proposal.objects.filter(entry_key=receipt["key"]).exists()

    assert DealRow.objects.count() == TIMES
    assert chain_holds(row)
    prove(f"one 200, one 409 with both values, {TIMES} of {TIMES}")


def test_a_take_over_while_the_old_phone_sends_mixes_nothing(at_once):
    row = factories.running_list(rounds=13)
    old, new = Phone(row), Phone(row)
    old.send(old.deal(1, line(1)))
    late = [old.deal(number, line(number)) for number in range(2, 13)]
    hand_over = partial(keeping.hand_over, list_id=row.pk, device=new.device, copy="first", **by())

    brought, _ = at_once(lambda: [old.send(deal)["receipts"][0]["state"] for deal in late], hand_over)

    saved = brought.count("saved")
    assert brought == ["saved"] * saved + ["proposed"] * (11 - saved)
    assert DealRow.objects.count() == 1 + saved
    assert Proposal.objects.count() == 11 - saved
    assert chain_holds(row)

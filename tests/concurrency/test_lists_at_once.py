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
from scoring.lists.models import Call, DealRow, DoneAct, GameListRow
from scoring.lists.services import entry
from scoring.office.services import end as results
from scoring.results.services import series as lists
from scoring.rules.game_list.deals import Deal
from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.clubs.services.books import PersonDetails
from tables.draw.models import Table
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import tournaments
from tests.scoring.table.phones_seen import GRAND, PASSED, Sayer
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs import club_books

pytestmark = pytest.mark.database


def enter(row, deal, key):
    return entry.enter_deal(list_id=row.pk, deal=deal, entry_key=key, by=None, now=factories.EVENING)


def refused(outcomes):
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]


def chain_holds(row):
    return journal.first_broken_line(row.table.series.tournament) is None


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_two_directors_drawing_at_once_get_one_draw(at_once, attempt):
    made = factories.tournament(entrants=14)
    planned = made.series.get()
    both = [
        partial(draws.draw_series, series_id=planned.pk, public=seed, by=factories.user(), now=factories.EVENING)
        for seed in ("mine", "yours")
    ]

    outcomes = at_once(*both)

    assert refused(outcomes) == ["already-drawn"]
    drawn = next(outcome for outcome in outcomes if isinstance(outcome, Series))
    assert Series.objects.get().draw == drawn.draw
    assert [table.size for table in planned.tables.order_by("number")] == [4, 4, 3, 3]
    assert planned.seats.count() == 14
    assert JournalEntry.objects.filter(action="series.drawn").count() == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_the_same_deal_sent_by_eight_at_once_counts_once(at_once, attempt):
    row, key = factories.running_list(), uuid4()
    deal = Deal(number=1, declarer=2, played=factories.GRAND)

    outcomes = at_once(*[partial(enter, row, deal, key)] * 8)

    assert outcomes == [DealRow.objects.get()] * 8
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 1
    assert chain_holds(row)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(3))
def test_of_two_deals_for_one_line_the_second_is_refused(at_once, attempt):
    row = factories.running_list()
    deals = [Deal(number=1, declarer=seat, played=factories.GRAND) for seat in (2, 3)]

    outcomes = at_once(*(partial(enter, row, deal, uuid4()) for deal in deals))

    assert refused(outcomes) == ["number-taken"]
    kept = next(outcome for outcome in outcomes if isinstance(outcome, DealRow))
    assert DealRow.objects.get().declarer == kept.declarer
    assert GameListRow.objects.get().version == 1
    assert chain_holds(row)


@pytest.mark.thorough
def test_eight_tables_entering_at_once_all_get_through(at_once):
    made = factories.tournament(entrants=32, rounds=2)
    factories.running_series(made)
    rows = list(GameListRow.objects.select_related("table__series__tournament").order_by("table__number"))

    def six_deals(row):
        return [enter(row, Deal(number=n, declarer=n % 4 + 1, played=factories.GRAND), uuid4()) for n in range(1, 7)]

    outcomes = at_once(*(partial(six_deals, row) for row in rows))

    assert [len(outcome) for outcome in outcomes] == [6] * 8
    assert DealRow.objects.count() == 48
    assert JournalEntry.objects.filter(action="list.deal-entered").count() == 48
    assert chain_holds(rows[0])


@pytest.mark.thorough
def test_a_key_renewed_while_the_draw_is_thrown_away_is_renewed_before_or_not_at_all(at_once):
    made = factories.tournament(entrants=8)
    by = {"by": factories.user(), "now": factories.EVENING}
    series = made.series.get()
    for attempt in range(10):
        draws.draw_series(series_id=series.pk, public=str(attempt), **by)
        renew = partial(hall.renew_key, table_id=series.tables.first().pk, **by)

        outcomes = at_once(renew, partial(draws.discard_draw, series_id=series.pk, because="noch einmal", **by))

        assert [type(one) for one in outcomes] in ([Table, Series], [Table.DoesNotExist, Series])
    assert journal.first_broken_line(made) is None


@pytest.mark.thorough
def test_entrants_registered_at_once_have_different_numbers(at_once):
    made = factories.tournament()
    register = partial(
        registration.register,
        tournament_id=made.pk,
        registration=Registration(name="Erna Schulz"),
        source=Entrant.Source.DESK,
        by=factories.user(),
        now=factories.EVENING,
    )

    outcomes = at_once(*(partial(register, entry_key=uuid4()) for _ in range(8)))

    assert sorted(outcome.number for outcome in outcomes) == list(range(1, 9))


@pytest.mark.thorough
def test_a_series_closed_by_two_at_once_is_closed_once(at_once):
    series = factories.running_series(factories.tournament(entrants=4, series=2))
    factories.play_series(series)
    close = partial(lists.close_series, series_id=series.pk, by=factories.user(), now=factories.EVENING)

    outcomes = at_once(partial(close, lot_seed="mine"), partial(close, lot_seed="yours"))

    assert refused(outcomes) == ["closed-before"]
    assert JournalEntry.objects.filter(action="series.closed").count() == 1
    assert list(series.seedings.values_list("rank", flat=True)) == [1, 2, 3, 4]


ROUNDS = 10


def by():
    return {"by": factories.user(), "now": EVENING}


def unexpected(outcomes):
    return [one for one in outcomes if isinstance(one, Exception) and not isinstance(one, Refused)]


@pytest.mark.thorough
def test_somebody_removed_from_his_book_while_he_is_registered(at_once):
    club = club_books.club()
    for number in range(ROUNDS):
        person = club_books.person(club, f"Erna Schulz {number}")
        made = club_books.event(club, slug=f"cup-{number}")
        register = partial(books.register_people, tournament_id=made.pk, people=[person.pk], entry_key=uuid4(), **by())

        outcomes = at_once(register, partial(books.remove_person, club_id=club.pk, person_id=person.pk, **by()))

        assert unexpected(outcomes) == []
        connection.check_constraints()
        assert not Person.objects.filter(pk=person.pk).exists()
        # Either he came too late, or the event tells that he was taken out of the book.
        came, told = made.entrants.count(), JournalEntry.objects.filter(tournament=made, action="book.removed").count()
        assert came == told
        assert journal.first_broken_line(made) is None


@pytest.mark.thorough
def test_two_made_one_while_one_of_them_is_registered(at_once):
    club = club_books.club()
    for number in range(ROUNDS):
        stays, goes = (club_books.person(club, f"Erna Schulz {number}") for _ in range(2))
        made = club_books.event(club, slug=f"cup-{number}")
        register = partial(books.register_people, tournament_id=made.pk, people=[goes.pk], entry_key=uuid4(), **by())

        outcomes = at_once(register, partial(books.merge, club_id=club.pk, stays=stays.pk, goes=[goes.pk], **by()))

        assert unexpected(outcomes) == []
        assert list(made.entrants.values_list("person", flat=True)) in ([], [stays.pk])
        told = JournalEntry.objects.filter(tournament=made, action="book.merged").count()
        assert made.entrants.count() == told


def test_an_event_given_to_another_club_while_its_entrants_come_into_the_book(at_once):
    clubs = [club_books.club("SC Herz Dame"), club_books.club("SC Karo")]
    made = club_books.event(clubs[0], *(f"Spieler {n}" for n in range(30)))
    plan = tournaments.Details(
        **{name: getattr(made, name) for name in ("name", "place", "starts_on", "ends_on", "organiser", "rounds")}
    )
    for number in range(ROUNDS):
        give = replace(plan, club_id=clubs[number % 2].pk)
        change = partial(tournaments.change_tournament, tournament_id=made.pk, details=give, seatings=["drawn"], **by())
        take = [partial(books.take_over, club_id=one.pk, tournament_id=made.pk, **by()) for one in clubs]

        outcomes = at_once(change, *take)

        assert unexpected(outcomes) == []
    assert Entrant.objects.exclude(person=None).count() == 30
    assert journal.first_broken_line(made) is None


@pytest.mark.thorough
def test_people_of_the_same_events_removed_merged_and_changed_at_once(at_once):
    club, other = club_books.club("SC Herz Dame"), club_books.club("SC Karo")
    first, second = (club_books.event(club, slug=slug) for slug in ("first", "second"))
    for number in range(ROUNDS):
        mine = [club_books.person(club, f"Erna {number}-{n}") for n in range(3)]
        theirs = club_books.person(other, f"Karl {number}")
        for made, group in ((first, [mine[0], theirs]), (second, [mine[1], theirs])):
            books.register_people(tournament_id=made.pk, people=[one.pk for one in group], entry_key=uuid4(), **by())

        outcomes = at_once(
            partial(books.merge, club_id=club.pk, stays=mine[2].pk, goes=[mine[0].pk, mine[1].pk], **by()),
            partial(books.remove_person, club_id=other.pk, person_id=theirs.pk, **by()),
            partial(
                books.change_person,
                person_id=mine[2].pk,
                details=PersonDetails(name="Erna", team="Erste"),
                by=factories.user(),
                now=EVENING,
            ),
            partial(
                books.change_person,
                person_id=theirs.pk,
                details=PersonDetails(name="Karl"),
                by=factories.user(),
                now=EVENING,
            ),
        )

        assert unexpected(outcomes) == []
        assert not Person.objects.filter(pk=theirs.pk).exists()
        # Nobody overwrote what the other had just written.
        assert Person.objects.get(pk=mine[2].pk).team == "Erste"
    assert journal.first_broken_line(first) is None
    assert journal.first_broken_line(second) is None


@pytest.fixture
def rounds(is_thorough: bool) -> int:
    return 50 if is_thorough else 6


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_whatever_is_said_five_times_at_once_is_done_once(at_once, prove, rounds):
    row = factories.running_list(rounds=13)
    phones = [Sayer(row, device="a" * 32) for _ in range(5)]

    for number in range(1, rounds + 1):
        deal = phones[0].deal(number, GRAND | {"declarer": number % 4 + 1})
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

    assert DealRow.objects.filter(voided_at=None).count() == rounds
    assert (DealRow.objects.count(), Objection.objects.count(), Call.objects.filter(kind="help").count()) == (
        2 * rounds,
        rounds,
        rounds,
    )
    assert DoneAct.objects.count() == 3 * rounds
    assert chain_holds(row)
    prove(f"correction, call and objection: 3 acts done in {rounds} of {rounds}")


@pytest.mark.thorough
def test_of_two_who_correct_the_same_entry_at_once_one_hears_that_it_changed(at_once, rounds):
    row = factories.running_list(rounds=13)
    phones = [Sayer(row, device="a" * 32) for _ in range(2)]

    for number in range(1, rounds + 1):
        deal = phones[0].deal(number, GRAND | {"declarer": number % 4 + 1})
        phones[0].send(deal)
        lines = (PASSED, {**deal["line"], "won": False})
        sent = [phone.corrects(deal, line) for phone, line in zip(phones, lines, strict=True)]
        answers = at_once(*(partial(phone.send, act) for phone, act in zip(phones, sent, strict=True)))
        codes = sorted(answer["receipts"][0]["code"] for answer in answers)
        assert codes == ["", "deal-corrected"]

    assert DealRow.objects.filter(voided_at=None).count() == rounds
    assert chain_holds(row)


@pytest.mark.thorough
def test_a_signature_and_a_correction_at_once_leave_nobody_signed_under_what_was_not_shown(at_once, rounds):
    for number in range(1, rounds + 1):
        made = factories.tournament(entrants=3, slug=f"cup-{number}")
        row = factories.list_of(factories.running_series(made))
        phone = Sayer(row)
        phone.send(*(phone.deal(deal, GRAND | {"declarer": deal}) for deal in (1, 2, 3)))
        signatures = [phone.signs(place) for place in (1, 2, 3)]
        corrects = partial(
            entry.correct_deal,
            list_id=row.pk,
            deal=Deal(number=2),
            because="",
            entry_key=phone.key(),
            by=factories.user(),
            now=EVENING,
        )

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


@pytest.mark.thorough
@pytest.mark.proof("sent-twice")
def test_with_every_other_answer_lost_what_is_said_among_the_deals_is_done_once_and_in_order(at_once, prove):
    made = factories.tournament(entrants=32, rounds=3)
    series = factories.running_series(made)
    rows = [factories.list_of(series, table) for table in range(1, 9)]

    def plays(row) -> None:
        phone, chance, waiting = Sayer(row), random.Random(row.pk), []
        for number in range(1, 13):
            deal = phone.deal(number, GRAND | {"declarer": number % 4 + 1})
            waiting += [deal, phone.corrects(deal, PASSED)] if number % 3 == 0 else [deal]
            waiting += [phone.act("object", kind="lead", text=f"Spiel {number}")] if number == 5 else []
            for _lost in range(chance.randint(0, 2)):
                phone.send(*waiting)
            if chance.random() < 0.5:
                answer = phone.send(*waiting)
                assert {receipt["state"] for receipt in answer["receipts"]} == {"saved"}
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


Pair = tuple[Callable[[], object], Callable[[], object]]


def draw(made: Tournament) -> Pair:
    series = made.series.get()
    act = partial(draws.draw_series, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, public="mine"), partial(act, public="yours")


def publish(made: Tournament) -> Pair:
    series = made.series.get()
    draws.draw_series(series_id=series.pk, public="ours", by=factories.user(), now=EVENING)
    return (partial(lists.publish_series, series_id=series.pk, by=factories.user(), now=EVENING),) * 2


def discard(made: Tournament) -> Pair:
    series = made.series.get()
    draws.draw_series(series_id=series.pk, public="ours", by=factories.user(), now=EVENING)
    act = partial(draws.discard_draw, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, because="mine"), partial(act, because="yours")


def close(made: Tournament) -> Pair:
    series = factories.running_series(made)
    factories.play_series(series)
    act = partial(lists.close_series, series_id=series.pk, by=factories.user(), now=EVENING)
    return partial(act, lot_seed="mine"), partial(act, lot_seed="yours")


def release(made: Tournament) -> Pair:
    factories.close_series(factories.running_series(made))
    results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
    later = EVENING + timedelta(hours=3)
    return (partial(results.release_final_ranking, tournament_id=made.pk, by=factories.user(), now=later),) * 2


def start(made: Tournament) -> Pair:
    series = factories.running_series(made, published_only=True)
    return (partial(hall.start_series, series_id=series.pk, by=factories.user(), now=EVENING),) * 2


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
    rounds = 50 if is_thorough else 2
    for attempt in range(rounds):
        made = factories.tournament(entrants=4, slug=f"cup-{attempt}", name=str(uuid4()))

        outcomes = at_once(*act(made))

        refused = [outcome.code for outcome in outcomes if isinstance(outcome, Refused)]
        assert refused == ([refusal] if refusal else []), outcomes
        assert [type(one) for one in outcomes if isinstance(one, Exception) and not isinstance(one, Refused)] == []
        assert JournalEntry.objects.filter(tournament=made, action=action).count() == 1
        assert journal.first_broken_line(made) is None
    prove(f"{action}: {rounds} of {rounds} once")

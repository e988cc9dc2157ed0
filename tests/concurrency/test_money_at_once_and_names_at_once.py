"""Two at the desk, one entrant: a payment counts once, and no account loses a cent (SkWO 4.1).

What has no row yet that could be held: a new event, a new club, a new account, made by several at once.
"""

from functools import partial
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.money.models import MovementRow
from scoring.money.selectors import accounts
from scoring.money.services import paying
from scoring.money.services.paying import Payment
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.clubs.models import Club
from tables.clubs.services import clubs
from tables.clubs.services.clubs import ClubDetails
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.database


def paid(made, key, **fields):
    payment = Payment(**{"number": 1, "cents": 1000, **fields})
    return partial(paying.pay, payment=payment, entry_key=key, **desk.told(made))


def test_the_same_payment_sent_by_eight_at_once_counts_once(at_once):
    made, key = factories.tournament(entrants=1), uuid4()
    desk.charge(made)

    outcomes = at_once(*[paid(made, key)] * 8)

    assert len({row.pk for row in outcomes if isinstance(row, MovementRow)}) == 1
    assert accounts.owed(made) == {}


def test_two_at_the_desk_do_not_both_take_it(at_once):
    made = factories.tournament(entrants=1)
    desk.charge(made)

    outcomes = at_once(*[paid(made, uuid4(), owed=1000) for _ in range(4)])

    assert [one.code for one in outcomes if isinstance(one, Refused)] == ["owes-otherwise"] * 3
    assert accounts.owed(made) == {}


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("attempt", range(2))
def test_many_paying_at_once_lose_no_cent(at_once, attempt):
    made = factories.tournament(entrants=8)
    desk.charge(made)

    at_once(*[paid(made, uuid4(), number=number, cents=250 * number) for number in range(1, 9)])

    assert sum(accounts.balances(made).values()) == 0
    assert accounts.balances(made)[paying.account_of(paying.Way.CASH, "1")] == 250 * 36
    assert not verified(made).discrepancies


DAY = EVENING.date()


PLAN = tournaments.Details(name="Preisskat", place="Altenburg", starts_on=DAY, ends_on=DAY, organiser="SC Herz Dame")


def create(**more):
    return partial(tournaments.create_tournament, details=PLAN, seatings=["drawn"], now=EVENING, **more)


def test_a_form_sent_by_eight_at_once_makes_one_event(at_once):
    for _ in range(5):
        before = Tournament.objects.count()
        act = create(by=factories.user(), entry_key=uuid4())

        outcomes = at_once(*[act] * 8)

        assert outcomes == [outcomes[0]] * 8
        assert isinstance(outcomes[0], Tournament)
        assert Tournament.objects.count() == before + 1


def test_events_of_one_name_made_at_once_have_addresses_of_their_own(at_once):
    users = [factories.user(f"user-{n}") for n in range(8)]

    outcomes = at_once(*(create(by=user, entry_key=uuid4()) for user in users))

    assert sorted(made.slug for made in outcomes) == ["preisskat", *(f"preisskat-{n}" for n in range(2, 9))]
    assert [journal.first_broken_line(made) for made in outcomes] == [None] * 8


def test_a_club_founded_by_two_at_once_is_one_of_theirs(at_once):
    users = [factories.user("eine"), factories.user("anderer")]
    for number in range(10):
        details = ClubDetails(name=f"SC Karo {number}")

        outcomes = at_once(*(partial(clubs.found_club, details=details, by=user, now=EVENING) for user in users))

        assert [one.code for one in outcomes if isinstance(one, Refused)] == ["club-exists"]
        assert Club.objects.filter(name=details.name).count() == 1


def test_two_clubs_that_take_one_name_at_once_do_not_both_get_it(at_once):
    one, other = (clubs.found_club(details=ClubDetails(name=n), by=factories.user(), now=EVENING) for n in "AB")

    outcomes = at_once(
        *(partial(clubs.change_club, club_id=club.pk, details=ClubDetails(name="SC Pik")) for club in (one, other))
    )

    assert [one.code for one in outcomes if isinstance(one, Refused)] == ["club-exists"]
    assert Club.objects.filter(name="SC Pik").count() == 1


def test_an_account_made_at_two_events_at_once_is_made_once(at_once):
    events = [factories.tournament(slug=slug) for slug in ("one", "other")]
    engage = partial(people.engage, username="neu", password="neu" * 4, kind="judge", plays_as=None, now=EVENING)

    outcomes = at_once(*(partial(engage, tournament_id=made.pk, by=factories.user()) for made in events))

    assert [one.code for one in outcomes if isinstance(one, Refused)] == ["user-exists"]
    assert User.objects.filter(username="neu").count() == 1
    assert JournalEntry.objects.filter(action="role.given").count() == 1

"""One person's name goes at their own wish, when the event is over and nothing of his is open."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring.disputes.services.appeals import file_appeal
from scoring.history.selectors.verification import verified
from scoring.lists.models import Confirmation
from scoring.privacy.services.erasing import erase_entrant
from scoring.results.selectors import standings
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.tournaments.models import Shown, Tournament
from tests.privacy import world
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def over() -> Tournament:
    """An event of one series that is played, its final ranking released."""
    made = factories.tournament(entrants=4)
    made.entrants.filter(number=2).update(name="Quaxinda Petersilie", club="SC Quaxi", fixed_table=1)
    factories.close_series(factories.running_series(made))
    return made


def release(made: Tournament) -> None:
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)


def erase(made: Tournament, number: int = 2) -> None:
    erase_entrant(entrant_id=made.entrants.get(number=number).pk, by=factories.user(), now=EVENING)


def test_he_is_his_start_number_and_everything_he_played_stays(over):
    release(over)
    before = [(line.entrant.number, line.total) for line in standings.standings(over).lines]
    key = over.entrants.get(number=2).key
    erase(over)
    one = over.entrants.get(number=2)
    assert (one.name, one.called, one.shown_as, one.public_club, one.fixed_table) == (
        "",
        "No. 2",
        Shown.NUMBER,
        "",
        None,
    )
    assert one.key != key
    assert [(line.entrant.number, line.total) for line in standings.standings(over).lines] == before
    assert not verified(over).discrepancies
    assert Confirmation.objects.exclude(name="–").count() == 3
    assert not any("Quaxinda" in text for text in world.stored().values())
    assert Tournament.objects.get(pk=over.pk).wipe_due


def test_it_is_written_into_the_journal_once(over):
    release(over)
    erase(over)
    erase(over)
    assert over.journal.filter(action="entrant.erased").count() == 1


def test_not_while_the_event_runs(over):
    with pytest.raises(Refused, match="event-runs"):
        erase(over)


def test_not_while_an_appeal_of_his_is_open(over):
    release(over)
    Tournament.objects.filter(pk=over.pk).update(released_at=None, ended_at=None)
    facts = {"series_id": over.series.get().pk, "list_id": None, "deal": None, "by": None, "now": EVENING}
    file_appeal(appellant=2, text="Quaxinda fand das nicht richtig", entry_key=uuid4(), **facts)
    release(over)
    with pytest.raises(Refused, match="disputes-open") as refused:
        erase(over)
    assert refusals.refusal(refused.value) == "This is still open, so the name is needed: appeal 1."
    erase(over, 3)


class TestAccount:
    def test_is_taken_out_when_it_is_in_charge_of_nothing(self, capsys):
        user = User.objects.create_user("quaxinda", "q@example.org", "x" * 12, first_name="Quaxinda")
        call_command("forget", "--account", "quaxinda")
        # A test is one transaction, in which nothing can be written anew.
        assert "--wipe" in capsys.readouterr().out
        user.refresh_from_db()
        assert (user.username, user.first_name, user.email, user.is_active) == (f"gone-{user.pk}", "", "", False)
        assert not user.has_usable_password()

    def test_stays_while_it_directs_an_event_whose_names_are_kept(self):
        factories.tournament()
        with pytest.raises(CommandError, match="in charge of cup"):
            call_command("forget", "--account", "direktor")
        assert User.objects.get(username="direktor").is_active

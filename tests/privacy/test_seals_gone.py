"""What the journal seals proves itself after names went, and nobody can try names at what it sealed before."""

import pytest
from django.core.management import CommandError, call_command

from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.privacy.services.erasing import erase_entrant
from scoring.privacy.services.forgetting import forget_event
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.privacy import world
from tests.scoring.history import sealed_hall

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def hall():
    made = sealed_hall.event()
    world.settle(made)
    # What was settled by hand is sealed by hand.
    anew = {kind: list(sealing.states(kind, made)) for kind in ("appeal", "objection", "query")}
    journal.record("archive.made", tournament=made, by=None, at=EVENING, sealing=anew, sha256="0")
    return made


def with_salts(subjects=None):
    """Return which seals could still be tried, line by line."""
    return [
        (line.number, name)
        for line in JournalEntry.objects.order_by("number")
        for name, seal in line.data.get("seals", {}).items()
        if seal and len(seal) == 2 and (subjects is None or name in subjects)
    ]


def forgotten(made):
    return forget_event(tournament_id=made.pk, by=None, now=world.LATER)


@pytest.mark.thorough
def test_a_forgotten_event_verifies_and_keeps_no_salt_from_before(hall):
    assert verified(hall).discrepancies == ()
    sealed = len(with_salts())

    made = forgotten(hall)

    looked = verified(made)
    assert looked.discrepancies == ()
    assert journal.first_broken_line(made) is None
    last = made.journal.order_by("number").last().number
    assert {line for line, _name in with_salts()} == {last}
    assert sealed > len(with_salts())


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("change", "doubt"),
    [
        ({"paid": False}, Doubt.SEAL_DIFFERS),
        ({"name": "Quaxi"}, Doubt.SEAL_DIFFERS),
        ({"classes": ["seniors"]}, Doubt.SEAL_DIFFERS),
    ],
)
def test_what_is_bent_after_it_was_forgotten_is_found(hall, change, doubt):
    made = forgotten(hall)
    assert Entrant.objects.exclude(**change).filter(number=5).exists()
    Entrant.objects.filter(number=5).update(**change)

    assert [(one.doubt, one.what) for one in verified(made).discrepancies] == [(doubt, "entrant 5")]


def test_a_salt_taken_out_by_another_hand_is_found(hall, capsys):
    (line,) = [line for line in hall.journal.order_by("-number") if "entrant 12" in line.data.get("seals", {})][:1]
    line.data = journal.without_salts(line.data, of={"entrant 12"})
    line.save(update_fields=["data"])

    assert journal.first_broken_line(hall) is None
    with pytest.raises(CommandError):
        call_command("verify", hall.slug)
    assert f"no. 12: cannot be checked: what belongs to its seal in line {line.number} of the journal" in (
        capsys.readouterr().out
    )


def test_of_one_name_that_went_no_seal_can_be_tried(hall):
    Tournament.objects.filter(pk=hall.pk).update(ended_at=EVENING, released_at=EVENING)
    journal.record("archive.made", tournament=hall, by=None, at=EVENING, sha256="0")
    entrant = hall.entrants.get(number=2)

    erase_entrant(entrant_id=entrant.pk, by=factories.user(), now=world.LATER)

    last = hall.journal.order_by("number").last()
    assert last.action == "entrant.erased"
    assert with_salts({"entrant 2"}) == [(last.number, "entrant 2")]
    assert verified(hall).discrepancies == ()
    assert any(name == "entrant 7" for _line, name in with_salts())

"""Every field that is stored is in the register, and everything in it is told to whom it is about.

What the journal seals proves itself after names went, and nobody can try names at what it sealed before.
"""

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models

from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.privacy.selectors import personal
from scoring.privacy.selectors.held import GONE
from scoring.privacy.selectors.register import REGISTER
from scoring.privacy.services.erasing import erase_entrant
from scoring.privacy.services.forgetting import forget_event
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.privacy import world
from tests.support import factories
from tests.support import world_with_every_kind_of_row as sealed_hall
from tests.support.factories import EVENING

pytestmark = pytest.mark.slow


MODELS = [model for app in ("tables", "scoring") for model in apps.get_app_config(app).get_models()]


SOMEWHERE_ELSE = {
    # The event's own texts, which its pages show; what holds no more than a mark; an account and a book of their own.
    *(
        "tables.Tournament",
        "tables.Announcement",
        "tables.Guess",
        "tables.User",
        "tables.Person",
        "scoring.GameListRow",
        "scoring.SeasonMember",
        "scoring.SeasonRelease",
    ),
    # Whose account the event has, and who counted and signed with an office: nobody who plays.
    *("scoring.MoneyTerms", "scoring.BoxCount", "scoring.Closing"),
    # Told with the entrant: names of teams beside membership, lots of teams, phones, proposals of a table.
    *("scoring.Team", "scoring.RankingLot", "scoring.Phone", "scoring.Proposal", "scoring.Panel"),
}


"""Tables with something personal that is not about one entrant."""


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_field_is_in_the_register(model):
    fields = {
        field.name for field in (*model._meta.concrete_fields, *model._meta.local_many_to_many) if not field.primary_key
    }
    assert REGISTER[model._meta.label].names == fields


def test_no_field_is_in_it_twice_and_no_table_that_is_not_there():
    assert set(REGISTER) == {model._meta.label for model in MODELS}
    for held in REGISTER.values():
        named = [*held.goes, *held.specially, *held.person, *held.accounts, *held.neutral]
        assert len(named) == len(set(named))


@pytest.mark.parametrize("label", [label for label, held in REGISTER.items() if held.of])
def test_every_text_somebody_types_goes_or_is_said_to_stay(label):
    model, held = apps.get_model(label), REGISTER[label]
    stays = set(world.STAYS.get(label, "").split())
    typed = {
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
    }
    said = {"line", "series", "clauses", "witnesses", "because"}
    assert typed - stays - said <= set(held.goes) | set(held.specially)
    assert all(value in ("", None, GONE, False) for value in held.goes.values())


@pytest.mark.django_db
@pytest.mark.proof("export")
def test_a_person_is_told_every_field_that_holds_something_about_him(prove):
    made = world.event()
    told = [personal.alone(entrant) for entrant in made.entrants.select_related("tournament")]
    fields = 0
    for label, held in REGISTER.items():
        wanted = held.personal - personal.SECRETS - {"person", "entry_key", "data", "record", "discarded_because"}
        rows = [row for one in told for row in one.get(label, [])]
        if label in SOMEWHERE_ELSE or not wanted or not apps.get_model(label)._base_manager.exists():
            continue
        assert rows, label
        # What house rules add stands in lists by house rules alone: tests/scoring/houses.
        missing = wanted - set(rows[0]) - {"apart_from", "house"}
        assert not missing, f"{label}: {missing}"
        fields += len(wanted)
    prove(f"{fields} fields of {len(REGISTER)} tables, each in the file of whom it is about: 0 missing")


@pytest.mark.django_db
def test_nobody_is_told_of_seats_that_are_not_published_or_of_anothers_name():
    made = world.event()
    one = made.entrants.select_related("tournament").get(number=1)
    told = repr(personal.alone(one))
    assert "Quaxinda Nr1'" in told
    for other in Entrant.objects.exclude(number=1).values_list("name", flat=True):
        assert f"'{other}'" not in told
    made.series.update(published_at=None)
    told = personal.alone(one)
    assert not told.get("tables.Seat")
    assert not told.get("scoring.DealRow")


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


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
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

"""Every field that is stored is in the register, and everything in it is told to whom it is about."""

import pytest
from django.apps import apps
from django.db import models

from scoring.privacy.selectors import personal
from scoring.privacy.selectors.held import GONE
from scoring.privacy.selectors.register import REGISTER
from tables.people.models import Entrant
from tests.privacy import world

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


@pytest.mark.thorough
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

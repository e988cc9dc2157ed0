"""What the record of an event refers to is told by words, whatever columns come later; the demo shows it whole."""

import json
import zipfile
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models

from scoring.archive.packing import contents, record
from scoring.archive.packing.words import NAMED, word_of
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.privacy.selectors.register import REGISTER
from tables.accounts.models import Guess
from tables.clubs.models import Club
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.slow

OF_AN_EVENT = [apps.get_model(label) for label, held in REGISTER.items() if held.of]

SAMPLES = {
    models.BooleanField: True,
    models.CharField: "x",
    models.DateField: date(2026, 5, 16),
    models.DateTimeField: EVENING,
    models.DecimalField: Decimal("1.50"),
    models.DurationField: timedelta(seconds=1),
    models.IntegerField: 1,
    models.JSONField: [1],
    models.TextField: "x",
    models.TimeField: time(9),
    models.UUIDField: uuid4(),
}


def sample(field):
    """Return what a column may hold, by the nearest kind of it; a kind that is not known here is an error."""
    return next(SAMPLES[kind] for kind in type(field).__mro__ if kind in SAMPLES)


@pytest.mark.parametrize("model", OF_AN_EVENT, ids=lambda model: model.__name__)
def test_whatever_a_row_of_an_event_holds_the_record_can_tell_it(model):
    for field in (*model._meta.concrete_fields, *model._meta.local_many_to_many):
        if field.is_relation:
            assert field.related_model in NAMED, f"{field.name} leads to rows that have no words"
        else:
            assert json.loads(record.as_json({field.name: sample(field)})), field.name


def test_a_row_without_words_is_an_error_that_says_so():
    with pytest.raises(TypeError, match="no words for a Guess"):
        word_of(Guess(address_hash="0", at=EVENING))


@pytest.mark.django_db
def test_the_club_of_an_event_is_its_name():
    made = factories.tournament()
    made.club = Club.objects.create(slug="sc-herz-dame", name="SC Herz-Dame", created_at=EVENING)
    made.save()

    told = json.loads(record.as_json(record.record(Tournament.objects.get(), made_at=EVENING)))

    assert told["tournament"]["club"] == "SC Herz-Dame"


def cannot(_document, **_told):
    raise CannotTypeset


@pytest.mark.thorough
@pytest.mark.django_db
def test_the_demo_is_archived_and_checked_as_it_stands(tmp_path, capsys, settings, monkeypatch):
    """As `make run` loads it; its papers unset, which other tests typeset."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(contents, "typeset", cannot)
    call_command("simulate", verbosity=0)
    (made,) = Tournament.objects.all()
    file = tmp_path / "demo.zip"

    call_command("archive", made.slug, "--to", str(file))
    call_command("check_archive", str(file))

    assert "all right" in capsys.readouterr().out
    with zipfile.ZipFile(file) as packed:
        told = json.loads(packed.read("record.json"))
    assert told["tournament"]["club"] == made.club.name
    assert datetime.fromisoformat(told["made_at"])

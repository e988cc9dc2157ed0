"""What the plan says about deals that had not begun when the time is over (SkWO 6.2).

A new event begins with a preset or as one of before: one click and a name, and one stands at registration.
"""

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tables.tournaments.forms.plan import MOST_SERIES, NewTournamentForm, PlanForm
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.selectors import presets
from tables.tournaments.services.classes import StatedClass, add_class
from tables.tournaments.services.tournaments import Details
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.tournaments.test_plan_pages import filled_in, text

pytestmark = pytest.mark.django_db


EDIT = "/t/cup/office/plan/"


STRUCK = "deals not begun are struck"


def public_plan(client) -> str:
    return client.get("/t/cup/plan/").content.decode()


def sent(client, **fields: object):
    """Send the plan as its page holds it, with some fields changed."""
    page = client.get(EDIT).context["form"]
    held = {name: page[name].value() for name in page.fields} | fields
    return client.post(EDIT, {name: "" if value is None else str(value) for name, value in held.items()})


def test_is_no_unless_the_direction_says_so():
    assert not Details.__dataclass_fields__["strikes_at_limit"].default
    assert not PlanForm.base_fields["strikes_at_limit"].required


def test_is_said_in_the_public_plan(client):
    factories.tournament(time_limit=120, strikes_at_limit=True)

    assert STRUCK in public_plan(client)


def test_is_not_said_without_it(client):
    factories.tournament(time_limit=120)

    assert STRUCK not in public_plan(client)


def test_is_changed_by_the_director_even_while_a_series_is_played(director, client):
    made = factories.tournament(entrants=4, time_limit=120)
    series = factories.running_series(made)

    assert sent(director, strikes_at_limit="on").status_code == 302

    made.refresh_from_db()
    assert made.strikes_at_limit
    assert made.journal.order_by("-number").first().data["changed"] == ["strikes_at_limit"]
    assert Series.objects.get(pk=series.pk).status == Series.Status.RUNNING
    sent(director, strikes_at_limit=False)
    made.refresh_from_db()
    assert not made.strikes_at_limit


NEW = "/new/"


@pytest.fixture
def somebody() -> Client:
    made = Client(headers={"accept-language": "de"})
    made.force_login(factories.user("neuling"))
    return made


@pytest.mark.parametrize("preset", json.loads(presets.SHIPPED.read_text(encoding="utf-8")), ids=lambda one: one["key"])
def test_one_click_and_a_name_lead_to_registration(somebody, preset):
    assert preset["name"]["de"] in text(somebody.get(NEW))
    url = f"{NEW}?preset={preset['key']}"

    answer = somebody.post(url, filled_in(somebody.get(url)) | {"name": "Herbstskat"})

    made = Tournament.objects.get()
    assert answer["Location"] == f"/t/{made.slug}/office/entrants/"
    plan = preset["plan"]
    assert (made.name, made.rounds, made.series.count()) == ("Herbstskat", plan["rounds"], plan["series"])
    assert made.drawn_together == plan.get("drawn_together", False)
    for series in made.series.filter(number__gt=1):
        assert series.seating == plan.get(f"seating_{series.number}", "drawn")


@pytest.mark.parametrize("preset", json.loads(presets.SHIPPED.read_text(encoding="utf-8")), ids=lambda one: one["key"])
def test_what_comes_with_the_program_is_whole(preset):
    fields = {*NewTournamentForm.base_fields, *(f"seating_{number}" for number in range(2, MOST_SERIES + 1))}

    assert preset["name"].keys() == preset["says"].keys() == {"en", "de", "es"}
    assert preset["plan"].keys() <= fields


def test_the_name_is_all_that_is_asked_and_has_the_focus(somebody):
    page = text(somebody.get(f"{NEW}?preset=club-evening"))

    assert 'name="name" maxlength="120" autofocus' in page or "autofocus" in page.split('name="name"')[1][:200]
    assert page.index('name="starts_on"') < page.index("<details") < page.index('name="rounds"')


def test_without_a_name_it_is_asked_for_and_the_rest_is_kept(somebody):
    url = f"{NEW}?preset=club-evening"

    answer = somebody.post(url, filled_in(somebody.get(url)) | {"place": "Gera"})

    assert answer.status_code == 422
    assert 'value="Gera"' in text(answer)
    assert not Tournament.objects.exists()


def test_one_of_before_is_copied_but_nobody_who_took_part(director):
    made = factories.tournament(
        entrants=4, series=3, rounds=9, clubs_apart=False, names_shown="initials", hall_plan="1 2", place="Gera"
    )
    factories.judge(made, plays_as=2)
    stated = StatedClass(name="Gäste")
    add_class(tournament_id=made.pk, stated=stated, by=factories.user(), now=EVENING)
    factories.running_series(made)
    url = f"{NEW}?copy=cup"
    assert "Herz-Dame-Cup" in text(director.get(NEW))

    director.post(url, filled_in(director.get(url)) | {"name": "Cup 2"})

    copied = Tournament.objects.get(name="Cup 2")
    assert (copied.series.count(), copied.rounds, copied.place) == (3, 9, "Gera")
    assert (copied.clubs_apart, copied.names_shown, copied.hall_plan) == (False, "initials", "1 2")
    roles = set(copied.roles.values_list("user__username", "kind", "plays_as"))
    assert roles == {("direktor", Role.Kind.DIRECTOR, None), ("richterin", Role.Kind.JUDGE, None)}
    assert copied.classes.filter(name="Gäste").exists()
    assert not copied.entrants.exists()
    assert not copied.series.exclude(status="planned").exists()


def test_only_who_directs_it_copies_an_event(somebody):
    factories.tournament(name="Geheimer Cup")

    assert "Geheimer Cup" not in text(somebody.get(NEW))
    somebody.post(f"{NEW}?copy=cup", filled_in(somebody.get(f"{NEW}?empty=1")) | {"name": "Kopie"})

    assert not Tournament.objects.get(name="Kopie").roles.filter(user__username="direktor").exists()


@pytest.mark.parametrize("query", ["preset=nothing", "copy=nowhere", "preset=%00", "copy=%27--"])
def test_what_nobody_knows_leads_back_to_the_choice(somebody, query):
    answer = somebody.get(f"{NEW}?{query}")

    assert answer.status_code == 200
    assert "?empty=1" in text(answer)


@pytest.fixture
def own_file():
    file = Path(settings.DATA_DIR) / "presets.json"
    yield file
    file.unlink(missing_ok=True)


def test_a_file_of_the_sites_own_takes_their_place(somebody, own_file):
    own_file.write_text('[{"key": "x", "name": "Unser Dienstag", "plan": {"series": 2, "rounds": 9}}]')

    page = text(somebody.get(NEW))

    assert "Unser Dienstag" in page
    assert "Vereinsabend (2 x 48)" not in page


@pytest.mark.parametrize("content", ["{", "[1]", '[{"key": "x"}]', "3", '[{"key": "x", "name": "y", "plan": 7}]'])
def test_one_that_cannot_be_read_is_named_and_stops_nobody(somebody, own_file, content):
    own_file.write_text(content)

    answer = somebody.get(NEW)

    assert "presets.json" in text(answer)
    assert "?empty=1" in text(answer)

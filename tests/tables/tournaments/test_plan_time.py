"""What the plan says about deals that had not begun when the time is over (SkWO 6.2)."""

import pytest

from tables.tournaments.forms.plan import PlanForm
from tables.tournaments.models import Series
from tables.tournaments.services.tournaments import Details
from tests import factories

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

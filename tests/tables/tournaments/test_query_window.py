"""How long mistakes in a posted result may be reported, as the plan says it."""

import pytest

from scoring.disputes.services.queries import post_result
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import closed, two_tables

pytestmark = pytest.mark.django_db
EDIT = "/t/cup/office/plan/"


def filled_in(answer, **fields: object) -> dict[str, object]:
    form = answer.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in sent.items()} | fields


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_is_said_in_the_plan_and_read_by_everybody(client, director):
    factories.tournament()

    assert director.post(EDIT, filled_in(director.get(EDIT), query_window="30")).status_code == 302

    assert Tournament.objects.get().query_window == 30
    assert "reported for 30 minutes from the posting on" in text(client.get("/t/cup/plan/"))


def test_left_empty_is_the_usual_hour(client, director):
    factories.tournament(query_window=30)

    director.post(EDIT, filled_in(director.get(EDIT), query_window=""))

    assert Tournament.objects.get().query_window is None
    assert "from the posting on" not in text(client.get("/t/cup/plan/"))


@pytest.mark.parametrize("minutes", ["4", "0", "-5", "2881", "soon", "1e3"])
def test_out_of_all_proportion_is_refused(director, minutes):
    factories.tournament()

    answer = director.post(EDIT, filled_in(director.get(EDIT), query_window=minutes))

    assert answer.status_code == 422
    assert answer.context["form"].errors["query_window"]


def test_stays_once_a_result_is_posted(director):
    made = two_tables(query_window=30)
    closed(made)
    post_result(tournament_id=made.pk, series=1, by=factories.user(), now=EVENING)

    answer = director.post(EDIT, filled_in(director.get(EDIT), query_window="10"))

    assert answer.status_code == 422
    assert "stays as it was announced" in text(answer)
    assert Tournament.objects.get().query_window == 30
    assert director.post(EDIT, filled_in(director.get(EDIT), place="Gera")).status_code == 302

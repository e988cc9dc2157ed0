"""Many appeals dismissed in one act, by one panel that is named once; who may not sit on it is refused for each."""

from uuid import uuid4

import pytest

from scoring.disputes.services.clearing import clear
from scoring.disputes.services.tribunal import BiasedInSome
from tables.acts.services.refusals import Refused
from tests import factories
from tests.factories import EVENING
from tests.flows.pages import Visitor
from tests.scoring.disputes.raising import raised
from tests.scoring.disputes.tribunal.steps import appeal_about, named, panel

pytestmark = pytest.mark.django_db

MANY = "/t/cup/office/bench/many/"


@pytest.fixture
def flooded(cup, row):
    """Six appeals, of tables 1, 2 and 3 in turn, an objection, and a tribunal: no. 9, Kurt Wolf, one of Herz Dame."""
    for at in range(6):
        table = at % 3 + 1
        appeal_about(factories.list_of(row.table.series, table), appellant=4 * table - 3)
    raised(row)
    named(cup, plays_as=9)
    named(cup, name="Kurt Wolf")
    named(cup, name="Eva Lang", club="herz dame")
    return cup


def dismiss(cup, *appeals: int, **fields):
    said = {"objections": [], "because": "Unfug", "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return clear(**said | {"tournament_id": cup.pk, "appeals": appeals} | fields)


def test_one_panel_is_named_once_for_all_of_them(flooded):
    office = Visitor()
    office.client.force_login(factories.user())
    form = office.get(MANY).form("because")

    page = form.send(because="Unfug", members=["2"], appeal=[str(n) for n in range(1, 7)], objection=["1"])

    assert page.status == 200
    assert not flooded.appeals.filter(verdict="").exists()
    assert [[m.name for m in one.panels.get().members.all()] for one in flooded.appeals.all()] == [["Kurt Wolf"]] * 6
    assert flooded.rulings.filter(stage="tribunal").count() == 6
    assert flooded.objections.get().outcome == "withdrawn"


def test_which_of_them_it_may_not_decide_is_said_for_each_and_nothing_is_done(flooded):
    office = Visitor()
    office.client.force_login(factories.user())
    form = office.get(MANY).form("because")

    page = form.send(because="Unfug", members=["1", "3"], appeal=[str(n) for n in range(1, 7)], objection=["1"])

    assert page.status == 422
    club = "Eva Lang is of the same club as somebody at the table"
    table = "Spieler 9 plays at this table"
    for number, why in ((1, club), (2, club), (3, table), (4, club), (5, club), (6, table)):
        assert f"appeal {number}: {why}" in page.text
    assert flooded.appeals.filter(verdict="").count() == 6
    assert not flooded.panels.exists()
    assert flooded.objections.get().outcome == ""
    assert page.form("because").holds()["members"] == ["1", "3"]


def test_without_anybody_named_all_that_wait_for_a_panel_are_told(flooded):
    panel(flooded.appeals.get(number=2), 2)

    with pytest.raises(Refused, match="panels-missing") as refused:
        dismiss(flooded, 1, 2, 3)

    assert refused.value.facts == {"appeals": [1, 3]}


def test_a_panel_that_was_named_before_stays(flooded):
    panel(flooded.appeals.get(number=3), 2)

    dismiss(flooded, 1, 3, panel=[2])
    assert flooded.appeals.get(number=3).panels.count() == 1

    panel(flooded.appeals.get(number=2), 1)
    flooded.entrants.filter(number=5).update(club="Solo")
    with pytest.raises(BiasedInSome) as refused:
        dismiss(flooded, 2, 5, panel=[2])
    assert list(refused.value.found) == [2]


def test_only_the_direction_names_a_panel(flooded, client):
    factories.judge(flooded)
    client.force_login(factories.user("richterin"))
    sent = {"entry_key": str(uuid4()), "appeal": ["1"], "because": "Unfug", "members": ["2"]}

    assert not Visitor(client).get(MANY).form("because").has("members")
    assert client.post(MANY, sent).status_code == 422
    assert not flooded.panels.exists()

"""The direction decides where nobody is named as a judge, and says by what where no deal is ruled on (SkWO 7.3.2)."""

import pytest

from scoring.disputes.models import Objection, Ruling
from scoring.disputes.services.objections import raise_objection
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.ruling_pages import AT_TABLE, ON_OBJECTION, disputed, looked, said, uuid4

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OBJECTION = "/t/cup/office/objections/1/"
BENCH = "/t/cup/office/bench/"
STANDS_IN = "No judge is named for this event, so the direction decides: you (SkWO 7.3.2)."


def in_the_hall(series) -> Objection:
    """Raise an objection that is about no table and no deal."""
    return raise_objection(
        series_id=series.pk,
        list_id=None,
        deal=None,
        kind="conduct",
        place=None,
        text="Am Nachbartisch ist es zu laut.",
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )


def order(**fields: object) -> dict[str, object]:
    """Return what is sent about the hall."""
    return said(sentence="Tisch 3 spielt leiser.", reasons="Alle stört es.", clauses="", **fields)


def test_the_objection_says_who_decides_and_why(director, row):
    disputed(row)

    for path in (OBJECTION, BENCH):
        assert STANDS_IN in director.get(path).content.decode()


@pytest.mark.parametrize("url", [ON_OBJECTION, AT_TABLE])
def test_the_direction_rules_without_appointing_itself(director, row, url):
    disputed(row)

    response = director.post(url, looked(director, url, said()))

    assert response.status_code == 302
    assert Ruling.objects.get().decided_by.username == "direktor"


def test_once_a_judge_is_named_it_does_not(director, row):
    disputed(row)
    factories.judge(row.table.series.tournament)

    assert director.post(ON_OBJECTION, said()).status_code == 403
    assert not Ruling.objects.exists()


def test_nor_at_the_table_where_it_plays_itself(director, row):
    disputed(row)
    role = row.table.series.tournament.roles.get(user__username="direktor")
    role.plays_as = row.table.seats.get(place=1).entrant
    role.save()

    page = director.get(OBJECTION).content.decode()

    assert "You play at this table yourself" in page
    assert "/t/cup/office/people/" in page
    assert director.post(ON_OBJECTION, looked_like(said())).status_code == 422
    assert not Ruling.objects.exists()


def looked_like(fields: dict[str, object]) -> dict[str, object]:
    return fields | {"shown": "0" * 16, "seen": "", "action": "decide"}


def test_for_what_is_about_no_deal_a_clause_is_proposed(director, row):
    in_the_hall(row.table.series)

    assert "SkWO 7.3.2</textarea>" in director.get(ON_OBJECTION).content.decode()


def test_and_may_be_struck(director, row):
    in_the_hall(row.table.series)

    director.post(ON_OBJECTION, looked(director, ON_OBJECTION, order()))

    made = Ruling.objects.get()
    assert (made.sentence, made.clauses) == ("Tisch 3 spielt leiser.", [])
    assert director.get("/t/cup/office/decisions/1/").status_code == 200


@pytest.mark.parametrize("fields", [{"deal": "2", "orders": "stays"}, {"deal": "2", "orders": "lost"}])
def test_what_is_decided_about_a_deal_names_its_clauses(director, row, fields):
    disputed(row)

    response = director.post(ON_OBJECTION, said(clauses="", **fields))

    assert response.status_code == 422
    assert "A decision names the clauses it rests on." in response.content.decode()

"""What goes while an act on it is on its way is said to be gone, and nothing is done."""

import pytest

from scoring.office.views import office
from scoring.signing.views import direction as lists
from tables.draw.models import Table
from tables.draw.services.series import renew_key
from tests import factories
from tests.seen import post_seen

LIST = "/t/cup/office/series/1/table/1/"


@pytest.mark.django_db
def test_an_act_on_a_list_that_went_with_other_seats_is_said(director, monkeypatch):
    row = factories.running_list()
    before = row.table.series.tournament.journal.count()

    def too_late(*, table_id, **told):
        # The other director lays new seats between the look at the table and the act on it.
        row.delete()
        Table.objects.filter(pk=table_id).delete()
        return renew_key(table_id=table_id, **told)

    monkeypatch.setattr(lists, "renew_key", too_late)
    answer = post_seen(director, LIST, {"action": "renew-key"}, page="/t/cup/series/1/table/1/")

    assert answer.status_code == 404
    assert "Somebody else changed or deleted it in the same moment." in answer.content.decode()
    assert row.table.series.tournament.journal.count() == before


@pytest.mark.django_db
def test_a_page_that_only_shows_has_no_such_excuse(director, monkeypatch):
    factories.tournament()

    def fail(*_args, **_how):
        raise Table.DoesNotExist("a fault of the program")

    monkeypatch.setattr(office.office_day, "day", fail)
    with pytest.raises(Table.DoesNotExist):
        director.get("/t/cup/office/")

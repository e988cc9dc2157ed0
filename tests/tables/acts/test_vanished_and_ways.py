"""What goes while an act on it is on its way is said to be gone, and nothing is done.

A refusal leads to what it names.
"""

import pytest

from scoring.office.views import office
from scoring.signing.views import direction as lists
from tables.acts.services.refusals import Refused
from tables.acts.wording.ways import ways_out, with_ways
from tables.draw.models import Table
from tables.draw.services.series import renew_key
from tests.support import factories
from tests.support.forms_as_shown import post_seen

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


@pytest.mark.parametrize(
    ("refused", "addresses"),
    [
        (Refused("appeals-open", appeals=[1, 2, 3, 4]), ["appeals/1/", "appeals/2/", "appeals/3/"]),
        (Refused("queries-raised", queries=[7]), ["queries/7/"]),
        (Refused("objection-over", objection=5), ["objections/5/"]),
        (Refused("measure-at-table", measure=2), ["measures/2/"]),
        (Refused("has-a-seat", number=2, series=3, table=4), ["series/3/"]),
        (Refused("series-before-open", series=2, open=1), ["series/1/"]),
        (Refused("reason-missing"), []),
        (ValueError("anything"), []),
    ],
)
def test_to_everything_it_names(refused, addresses):
    found = [address for address, _label in ways_out(refused, "cup")]

    assert found == [f"/t/cup/office/{address}" for address in addresses]


def test_what_is_said_is_escaped():
    assert with_ways("<b>", Refused("reason-missing"), "cup") == "&lt;b&gt;"
    assert (
        with_ways("Nein.", Refused("x", series=1), "cup") == 'Nein. <a href="/t/cup/office/series/1/">To series 1</a>'
    )

"""A publication is taken back before play begins: the seats are a preview again, and can be drawn anew."""

import pytest

from scoring.disputes.services.objections import raise_objection
from scoring.history.selectors.as_of import plans_of
from scoring.history.selectors.replay import OF_SERIES, series_then
from scoring.history.selectors.verification import verified
from scoring.lists.models import Call, GameListRow, Phone
from scoring.results.services.series import publish_series, take_publication_back
from scoring.table.services.calls import call
from tables.acts.services.refusals import Refused
from tables.draw.services import draws
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.raising import uuid4
from tests.scoring.office.reseats import published, reseat, tables_with_lists

pytestmark = pytest.mark.django_db

BOARD = "/t/cup/office/series/1/"


def taken_back(series) -> Series:
    return take_publication_back(series_id=series.pk, by=factories.user(), now=EVENING)


def test_nobody_sees_the_seats_and_no_list_is_left(client):
    series = published()

    taken_back(series)

    assert Series.objects.get(pk=series.pk).status == Series.Status.DRAWN
    assert not GameListRow.objects.exists()
    assert series.tournament.journal.order_by("number").last().action == "series.publication-withdrawn"
    assert client.get("/t/cup/series/1/seats/").status_code == 404
    assert verified(series.tournament).discrepancies == ()


def test_a_phone_that_looked_in_meanwhile_changes_nothing(client):
    series = published()
    table = series.tables.get(number=1)
    client.get(f"/l/{table.key}/", follow=True)
    assert client.get("/t/cup/series/1/table/1/").status_code == 200

    taken_back(series)

    assert not Phone.objects.exists()
    assert client.get("/t/cup/series/1/table/1/").status_code == 404
    publish_series(series_id=series.pk, by=factories.user(), now=EVENING)
    assert client.get("/t/cup/series/1/table/1/").status_code == 200


def test_a_call_from_a_table_goes_with_its_list():
    series = published()
    row = factories.list_of(series)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)

    taken_back(series)

    assert not Call.objects.exists()
    assert verified(series.tournament).discrepancies == ()


def test_missing_players_leave_a_table_that_a_phone_has_opened(client):
    series = published(entrants=9)
    last = series.tables.get(number=3)
    client.get(f"/l/{last.key}/", follow=True)
    gone = list(last.seats.values_list("entrant__number", flat=True))[:1]
    row = factories.list_of(series, 3)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)

    reseat(series, absent=gone)

    assert tables_with_lists(series) == [1, 2]
    assert verified(series.tournament).discrepancies == ()


def test_then_it_can_be_drawn_again():
    series = taken_back(published())

    draws.discard_draw(series_id=series.pk, because="Zwei fehlten", by=factories.user(), now=EVENING)

    again = draws.draw_series(series_id=series.pk, public="6", by=factories.user(), now=EVENING)
    assert again.status == Series.Status.DRAWN
    assert verified(series.tournament).discrepancies == ()


def test_as_it_was_it_is_told_for_every_moment():
    series = published()
    before = series.tournament.journal.order_by("-number").first().number
    taken_back(series)

    assert status_after(series, before) == Series.Status.PUBLISHED
    assert status_after(series, before + 1) == Series.Status.DRAWN


def status_after(series, line: int) -> str:
    lines = series.tournament.journal.filter(number__lte=line, action__in=OF_SERIES).order_by("number")
    return series_then(lines, plans_of(series.tournament))[1].status


def entered(series) -> None:
    factories.enter(factories.list_of(series), None)


def started(series) -> None:
    Series.objects.filter(pk=series.pk).update(status="running", started_at=EVENING)


def objected(series) -> None:
    raise_objection(
        series_id=series.pk,
        list_id=factories.list_of(series).pk,
        deal=None,
        kind="conduct",
        place=1,
        text="Zu eng",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )


@pytest.mark.parametrize(
    ("act", "code"), [(entered, "series-started"), (started, "series-started"), (objected, "dispute-at-table")]
)
def test_what_depends_on_it_refuses(act, code):
    series = published()
    act(series)

    with pytest.raises(Refused, match=code):
        taken_back(series)

    assert GameListRow.objects.exists()


def test_on_the_board_with_one_click(director):
    published()

    assert "Take the publication back" in director.get(BOARD).content.decode()
    page = director.post(BOARD, {"action": "unpublish"}, follow=True).content.decode()

    assert "a preview again" in page
    assert "Drawn, not yet published" in page
    assert director.post(BOARD, {"action": "unpublish"}).status_code == 422

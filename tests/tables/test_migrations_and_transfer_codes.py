"""Databases of before, brought up to date.

Codes by which a banking app fills in a transfer.
"""

import io

import pytest
import zxingcpp
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from PIL import Image

from tables import seating
from tables.draw.services import reseating
from tables.qr_codes import transfer_code
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING


@pytest.fixture
def as_before(transactional_db):
    """Return the models as they were before draws were rows of their own; afterwards everything is up to date."""
    executor = MigrationExecutor(connection)
    executor.migrate([("tables", "0001_initial")])
    yield executor.loader.project_state([("tables", "0001_initial")]).apps
    _up_to_date()


def _up_to_date():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.slow
@pytest.mark.database
@pytest.mark.thorough
def test_seats_given_before_are_kept_and_can_still_be_changed(as_before):
    model = as_before.get_model
    made = model("tables", "Tournament").objects.create(
        slug="cup", name="Cup", place="Gera", organiser="SC", starts_on=EVENING, ends_on=EVENING, created_at=EVENING
    )
    entrants = [
        model("tables", "Entrant").objects.create(tournament=made, number=n, present=True, registered_at=EVENING)
        for n in range(1, 9)
    ]
    for number in (1, 2):
        series = model("tables", "Series").objects.create(
            tournament=made, number=number, status="published", seed="42", drawn_at=EVENING
        )
        model("tables", "DrawRecord").objects.create(series=series, record={"version": 1})
        for at in (0, 1):
            table = model("tables", "Table").objects.create(series=series, number=at + 1, size=4, key=f"{number}{at}")
            for place, entrant in enumerate(entrants[4 * at : 4 * at + 4], start=1):
                model("tables", "Seat").objects.create(series=series, table=table, place=place, entrant=entrant)

    _up_to_date()

    first, second = Series.objects.order_by("number")
    assert first.secret != second.secret
    assert [seating.verify(one.draw.record) for one in (first, second)] == [(), ()]
    assert seating.plan_of(first.draw.record).series == (((1, 2, 3, 4), (5, 6, 7, 8)),)
    assert len(second.draw.record["report"]["repeats"]) == 12
    reseating.reseat_series(
        series_id=first.pk, absent=[8], late=[], public="3", because="ill", by=factories.user(), now=EVENING
    )
    assert first.seats.count() == 7


IBAN = "DE89370400440532013000"


def read(code):
    picture = io.BytesIO()
    code.made.save(picture, kind="png", scale=4, border=4)
    return zxingcpp.read_barcodes(Image.open(picture))[0].text.splitlines()


def test_say_to_whom_how_much_and_what_for():
    for cents, amount in ((1, "EUR0.01"), (350, "EUR3.5"), (1000, "EUR10"), (99999999999, "EUR999999999.99")):
        code = transfer_code(name="Skatclub Grün-Weiß", iban=IBAN, cents=cents, text="Preisskat 2026 Nr. 17")

        found = read(code)

        assert (found[0], found[3]) == ("BCD", "SCT"), cents
        assert found[5:8] == ["Skatclub Grün-Weiß", IBAN, amount]
        assert found[-1] == "Preisskat 2026 Nr. 17"


def test_of_a_name_with_a_line_break_keep_their_fields():
    found = read(transfer_code(name="Skatclub\nDE00", iban=IBAN, cents=1000, text="Nr.\r\n17"))

    assert (found[5], found[6], found[-1]) == ("Skatclub DE00", IBAN, "Nr. 17")


def test_of_what_no_bank_takes_are_refused():
    for bad in ({"cents": 0}, {"cents": -5}, {"cents": 10**11}, {"name": " "}, {"name": "x" * 71}, {"text": "x" * 141}):
        with pytest.raises(ValueError, match=r"Invalid|Either"):
            transfer_code(**{"name": "Club", "iban": IBAN, "cents": 100, "text": "x", **bad})

"""The page of several venues: the file is taken, looked at, and joined on a second word.

Where an event is played at several venues, a series begins before the last is closed; elsewhere it waits.
"""

import gzip
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.lists.models import DealRow
from tables.acts.services.refusals import Refused
from tables.draw.selectors.seats import open_before
from tables.tournaments.models import Series
from tests.scoring.venues.laptops import A, at_tables, away, close, event, joined, list_at, start, wrong
from tests.support import factories
from tests.support import page_reader as pages
from tests.support.factories import GRAND

pytestmark = pytest.mark.django_db


PAGE = "/t/cup/office/venues/"


def read(answer):
    """Return a page as it is read."""
    return pages.read(answer.content.decode())


def brought(content):
    return {"act": "look", "file": SimpleUploadedFile("cup-venue.json.gz", content)}


def test_what_would_come_is_looked_at_first_and_comes_on_a_second_word(director):
    file = away(event(), at_tables(*A))

    page = director.post(PAGE, brought(file))
    text = read(page).text
    assert "4 lists would come:" in text
    assert "Series 2, table 2: 4 deals, signed" in text
    assert not DealRow.objects.exists()

    carried = read(page).all("input", name="carried")[0].attrs["value"]
    answer = director.post(PAGE, {"act": "join", "carried": carried}, follow=True)
    assert "4 lists were joined." in read(answer).text
    assert DealRow.objects.count() == 16

    again = read(director.post(PAGE, brought(file))).text
    assert "There is nothing new in this file: all of it is here." in again


def test_the_file_of_this_laptop_is_taken_here(director):
    made = event()
    joined(made, away(made, at_tables(*A)))

    answer = director.get(f"{PAGE}file/")

    assert answer["Content-Disposition"].startswith('attachment; filename="cup-venue-')
    told = json.loads(gzip.decompress(answer.content))
    assert [(one["series"], one["table"]) for one in told["lists"]] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_no_key_and_no_secret_is_in_a_file(director):
    made = event()
    joined(made, away(made, at_tables(*A)))
    text = gzip.decompress(director.get(f"{PAGE}file/").content).decode()
    secrets = [*made.series.values_list("secret", flat=True)]
    secrets += [one for table in made.series.get(number=1).tables.all() for one in (table.key, table.words)]
    assert not [one for one in secrets if one in text]


def test_what_cannot_come_is_said_and_the_page_stays(director):
    file = away(event(), at_tables(*A))
    for content in (b"", b"x", file[:-9], bytes(3_000_001)):
        answer = director.post(PAGE, brought(content))
        assert answer.status_code == 422
    assert director.post(PAGE, {"act": "join", "carried": "x"}).status_code == 422
    assert director.post(PAGE, {"act": "look"}).status_code == 422


def test_that_venues_play_on_by_themselves_is_said_here_and_taken_back(director):
    made = event()
    page = read(director.get(PAGE)).text
    assert "The event is played at several venues." in page

    director.post(PAGE, {"act": "spread"})
    made.refresh_from_db()
    assert not made.is_spread
    director.post(PAGE, {"act": "spread", "is_spread": "on"})
    director.post(PAGE, {"act": "spread", "is_spread": "on"})
    made.refresh_from_db()
    assert made.is_spread
    assert made.journal.filter(action="venues.set").count() == 3


def test_the_office_leads_here(director):
    event()
    assert PAGE in director.get("/t/cup/office/").content.decode()


def test_a_venue_goes_on_with_the_next_series_by_itself():
    made = event()
    factories.enter(list_at(made, 1, 1), (2, GRAND))
    factories.enter(list_at(made, 2, 1), (2, GRAND))

    assert set(made.series.values_list("status", flat=True)) == {Series.Status.RUNNING}
    assert DealRow.objects.count() == 2


def test_a_series_is_closed_after_one_that_came_later_too():
    made = event()
    for number in (2, 1):
        start(made, number)
        factories.play_series(made.series.get(number=number))
        close(made, number)

    assert set(made.series.values_list("status", flat=True)) == {Series.Status.CLOSED}
    assert wrong(made) == []


def test_elsewhere_the_next_series_waits():
    made = factories.tournament(entrants=16, series=2)
    for number in (1, 2):
        factories.running_series(made, number, published_only=True)

    assert open_before(made.series.get(number=2)).number == 1
    with pytest.raises(Refused) as caught:
        start(made, 2)
    assert caught.value.code == "series-before-open"

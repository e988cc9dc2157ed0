"""What venues played comes together: in any order, as often as one likes, during the evening too, and by its page."""

import gzip
import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis.strategies import data, integers, permutations, sampled_from

from scoring.lists.models import DealRow
from scoring.lists.services import clock, entry
from scoring.lists.services.entry import deal_again
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.draw.selectors import open_before
from tables.tournaments.models import Series
from tests.scoring.venues.laptops import (
    A,
    B,
    all_that_counts,
    at_tables,
    away,
    event,
    joined,
    list_at,
    start,
    wrong,
)
from tests.support import factories
from tests.support import page_reader as pages
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def in_orders(made, *orders):
    """Return what stands after files were joined in each of some orders, all of it sound."""
    found = []
    for order in orders:
        with transaction.atomic():
            for file in order:
                assert not joined(made, file).refused
                assert wrong(made) == []
            found.append(all_that_counts(made))
            transaction.set_rollback(True)
    return found


def test_what_is_played_between_two_files_comes_with_the_second():
    made = event(series=1)

    def begin(there):
        factories.enter(list_at(there, 1, 1), (2, GRAND), None)
        entry.take_back_deal(list_id=list_at(there, 1, 1).pk, number=2, because="", by=None, now=EVENING, agreed=True)

    with transaction.atomic():
        begin(made)
        first = away(made, lambda there: None)
        second = away(made, at_tables(*A, series=(1,)))
        transaction.set_rollback(True)

    whole, mixed = in_orders(made, [second], [first, second, first])
    assert whole == mixed


@pytest.mark.thorough
def test_all_that_can_be_done_at_a_venue_comes():
    made = event(series=1, entrants=16)

    def play(there):
        director = {"by": factories.user(), "now": EVENING}
        row, paper, typed, again = (list_at(there, 1, table) for table in (1, 2, 3, 4))
        factories.enter(row, (2, GRAND), (3, GRAND), (1, GRAND_LOST))
        mended = Deal(number=1, declarer=2, played=GRAND_LOST)
        entry.correct_deal(list_id=row.pk, deal=mended, because="verschrieben", entry_key=uuid4(), **director)
        signing.accept_short(list_id=row.pk, because="Es brannte.", **director)
        factories.confirm_and_sign(row)
        signing.reopen(list_id=row.pk, because="doch noch eins", **director)
        factories.enter(row, None)
        factories.confirm_and_sign(row)
        entry.enter_totals(list_id=paper.pk, totals=factories.totals((96, 1, 0), *[(0, 0, 0)] * 3), **director)
        signing.sign_for_paper(list_id=paper.pk, **director)
        whole = [Deal(number=number, declarer=number % 4 + 1, played=GRAND) for number in (1, 2, 3, 4)]
        entry.enter_list(list_id=typed.pk, deals=whole, entry_key=uuid4(), **director)
        factories.enter(again, (2, GRAND), (3, GRAND), (4, GRAND))
        again.refresh_from_db()
        mistake = {"mistake": 2, "last_begun": 3, "version": again.version, "because": "falscher Geber"}
        deal_again(list_id=again.pk, **mistake, **director)
        factories.enter(again, (3, GRAND_LOST))

    (found,) = in_orders(made, [away(made, play)])
    assert len(found["deals"]) == 5 + 4 + 4
    assert len(found["totals"]) == 4


def test_the_end_of_the_time_comes_with_the_signature_unless_it_was_taken_back():
    made = event(series=1, strikes_at_limit=True)
    start(made, 1)

    def begin(there):
        factories.enter(list_at(there, 1, 1), (2, GRAND))
        clock.end_clock(series_id=there.series.get().pk, by=factories.user(), now=EVENING)

    def sign(there):
        begin(there)
        factories.enter(list_at(there, 1, 1), None)
        factories.confirm_and_sign(list_at(there, 1, 1))

    def take_back(there):
        begin(there)
        clock.undo_end(series_id=there.series.get().pk, by=factories.user(), now=EVENING)
        at_tables(1, series=(1,))(there)

    for play, struck_after in ((begin, None), (take_back, None), (sign, 2)):
        with transaction.atomic():
            joined(made, away(made, play))
            assert list_at(made, 1, 1).struck_after == struck_after
            assert wrong(made) == []
            transaction.set_rollback(True)


@pytest.mark.thorough
@given(data())
@settings(max_examples=12, deadline=None, phases=[Phase.generate])
def test_whatever_is_played_and_whenever_it_is_brought_the_same_stands(drawn):
    with transaction.atomic():
        made = event(series=1)
        files, last = [], {}
        for venue, tables in {"a": A, "b": B}.items():
            with transaction.atomic():
                for _ in range(drawn.draw(integers(1, 4))):
                    for _ in range(drawn.draw(integers(0, 5))):
                        play_on(list_at(made, 1, drawn.draw(sampled_from(tables))), drawn)
                    last[venue] = away(made, lambda there: None)
                    files.append(last[venue])
                transaction.set_rollback(True)
        order = drawn.draw(permutations(files))
        some, whole = in_orders(made, [*order, *last.values()], list(last.values()))
        assert some == whole
        transaction.set_rollback(True)


def play_on(row, drawn):
    entered = row.deals.filter(voided_at=None).count()
    what = drawn.draw(sampled_from(["enter", "enter", "enter", "correct", "take-back", "sign", "reopen"]))
    director = {"list_id": row.pk, "by": factories.user(), "now": EVENING}
    if row.signed_at:
        if what == "reopen":
            signing.reopen(because="doch nicht", **director)
    elif what == "sign" or entered == 4:
        factories.fill(row)
        factories.confirm_and_sign(row)
    elif what == "enter":
        factories.enter(row, (row.table.size if entered == 0 else entered, GRAND))
    elif what == "correct" and entered:
        standing = row.deals.get(voided_at=None, number=1)
        other = GRAND_LOST if standing.won else GRAND
        deal = Deal(number=1, declarer=standing.declarer, played=other)
        entry.correct_deal(deal=deal, because="verhört", entry_key=uuid4(), **director)
    elif what == "take-back" and entered:
        entry.take_back_deal(number=entered, because="", agreed=True, **director)


VENUES = "/t/cup/office/settings/?at=venues"


def page_of(answer):
    return pages.read(answer.content.decode())


def brought(content):
    return {"act": "look", "file": SimpleUploadedFile("cup-venue.json.gz", content)}


def test_what_would_come_is_looked_at_first_and_comes_on_a_second_word_and_what_cannot_is_said(director):
    file = away(event(series=1), at_tables(*A, *B, series=(1,)))
    for content in (b"", b"x", bytes(3_000_001)):
        assert director.post(VENUES, brought(content)).status_code == 422
    for form in ({"act": "join", "carried": "x"}, {"act": "look"}):
        assert director.post(VENUES, form).status_code == 422

    page = director.post(VENUES, brought(file))
    text = page_of(page).text
    assert "2 lists would come:" in text
    assert "Series 1, table 2: 4 deals, signed" in text
    assert not DealRow.objects.exists()

    carried = page_of(page).all("input", name="carried")[0].attrs["value"]
    answer = director.post(VENUES, {"act": "join", "carried": carried}, follow=True)
    assert "2 lists were joined." in page_of(answer).text
    assert DealRow.objects.count() == 8

    again = page_of(director.post(VENUES, brought(file))).text
    assert "There is nothing new in this file: all of it is here." in again


@pytest.mark.thorough
def test_the_file_of_this_laptop_is_taken_here_without_a_key_or_a_secret(director):
    made = event()
    joined(made, away(made, at_tables(*A)))

    answer = director.get("/t/cup/office/venues/file/")

    assert answer["Content-Disposition"].startswith('attachment; filename="cup-venue-')
    told = json.loads(gzip.decompress(answer.content))
    assert [(one["series"], one["table"]) for one in told["lists"]] == [(1, 1), (2, 1)]
    text = gzip.decompress(answer.content).decode()
    secrets = [*made.series.values_list("secret", flat=True)]
    secrets += [one for table in made.series.get(number=1).tables.all() for one in (table.key, table.words)]
    assert not [one for one in secrets if one in text]


def test_that_venues_play_on_by_themselves_is_said_here_and_taken_back(director):
    made = event()
    page = page_of(director.get(VENUES)).text
    assert "The event is played at several venues." in page

    director.post(VENUES, {"act": "spread"})
    made.refresh_from_db()
    assert not made.is_spread
    director.post(VENUES, {"act": "spread", "is_spread": "on"})
    director.post(VENUES, {"act": "spread", "is_spread": "on"})
    made.refresh_from_db()
    assert made.is_spread
    assert made.journal.filter(action="venues.set").count() == 3


def test_a_venue_goes_on_with_the_next_series_by_itself_and_elsewhere_it_waits():
    made = event()
    for number in (1, 2):
        factories.enter(list_at(made, number, 1), (2, GRAND))
    assert set(made.series.values_list("status", flat=True)) == {Series.Status.RUNNING}

    other = factories.tournament(entrants=16, series=2, slug="other", director="other")
    for number in (1, 2):
        factories.running_series(other, number, published_only=True)
    assert open_before(other.series.get(number=2)).number == 1
    with pytest.raises(Refused, match="series-before-open"):
        start(other, 2)

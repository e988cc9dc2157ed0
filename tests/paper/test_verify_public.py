"""The page behind the QR code of a signed list: genuine, corrected, altered, unknown."""

import re

import pytest

from scoring.lists.models import GameListRow
from scoring.lists.selectors.freezing import list_hash
from scoring.lists.services.lists import note
from tests import factories
from tests.factories import EVENING
from tests.paper.sheets_read import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def signed():
    """A signed list, frozen, and noted in the journal."""
    row = factories.running_list(seats=4)
    factories.fill(row, seat=2)
    factories.confirm_and_sign(row)
    return freeze(factories.list_of(row.table.series))


def freeze(row):
    row.signed_hash = list_hash(row)
    row.save(update_fields=["signed_hash"])
    note("list.signed", row, by=None, now=EVENING, hash=row.signed_hash)
    return row


def read(client, hash_, status=200):
    answer = client.get(f"/verify/{hash_}/")
    assert answer.status_code == status
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


def test_a_genuine_list_says_what_it_says(client, signed):
    text = read(client, signed.signed_hash)

    assert "Yes. A list with this hash was signed" in text
    assert "Series 1, table 1" in text
    assert "2 Spieler 2 No. 2 signed: said aloud, heard by No. 1 216 3 0 366" in text
    assert signed.signed_hash in text


def test_whoever_heard_a_signature_is_told_by_number_alone(client, signed):
    hearer = signed.table.seats.get(place=1).entrant
    hearer.shown_as, hearer.pseudonym = "pseudonym", "Kreuzbube"
    hearer.save()

    text = read(client, signed.signed_hash)

    assert "1 Kreuzbube No. 1" in text
    assert "heard by No. 1" in text
    assert "Spieler 1" not in text


def test_a_hash_may_be_typed_as_it_is_printed(client, signed):
    spaced = " ".join(re.findall(".{8}", signed.signed_hash.upper()))

    assert "Yes." in read(client, spaced)


def test_a_list_changed_behind_the_back_of_the_site_is_not_genuine(client, signed):
    signed.deals.filter(voided_at=None, number=1).update(points=240)

    text = read(client, signed.signed_hash)

    assert "No. The list was signed with this hash, but what is stored now does not fit it" in text
    assert "This is what the list says now" in text


def test_nor_is_one_whose_hash_was_changed_with_it(client, signed):
    before = signed.signed_hash
    signed.deals.filter(voided_at=None, number=1).update(points=240)
    GameListRow.objects.update(signed_hash=list_hash(signed))

    assert "no ruling says why" in read(client, before)


def test_a_list_that_judges_corrected_says_so(client, signed):
    before = signed.signed_hash
    signed.deals.filter(voided_at=None, number=1).update(points=48, matadors=1)
    after = freeze(signed).signed_hash

    assert "No longer." in read(client, before)
    assert "Yes." in read(client, after)


def test_a_list_that_was_opened_again_says_so(client, signed):
    before = signed.signed_hash
    GameListRow.objects.update(signed_at=None, signed_hash="")
    note("list.reopened", signed, by=None, now=EVENING, because="x")

    assert "No longer." in read(client, before)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("typed", ["0" * 64, "abc", "ä" * 64, "' OR 1=1", "%00", "f" * 900])
def test_anything_else_is_unknown(client, signed, typed):
    text = read(client, typed, status=404)

    assert "Unknown. No list kept here was ever signed with this hash." in text
    assert "Spieler" not in text


def test_lists_without_a_hash_are_found_by_nothing(client):
    factories.running_list(seats=4)

    assert client.get("/verify//").status_code == 404
    assert "Unknown." in read(client, "-", status=404)


def test_it_needs_few_queries(client, signed, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        read(client, signed.signed_hash)


def test_it_is_only_read(client, signed):
    assert client.post(f"/verify/{signed.signed_hash}/").status_code == 405


def test_hostile_names_stay_text(client, signed):
    entrant = signed.table.seats.get(place=1).entrant
    entrant.name = NASTY[3]
    entrant.save()

    assert b"<script>alert" not in client.get(f"/verify/{signed.signed_hash}/").content

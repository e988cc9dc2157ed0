"""What of a file cannot come is named, list by list, and what is here stays."""

import gzip
import json
import secrets
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction

from scoring.lists.models import DealRow
from scoring.signing import services as signing
from scoring.venues import reading, services
from scoring.venues.reading import FORMAT, NoVenueFile, read_venue_file
from tables.acts.services import Refused
from tables.draw.models import Seat
from tables.tournaments.models import Tournament
from tests.scoring.venues.laptops import (
    A,
    B,
    all_that_counts,
    at_tables,
    away,
    bent,
    close,
    event,
    joined,
    list_at,
    start,
    wrong,
)
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


CODES = {
    *("venue-both-went-on", "venue-other-keys", "venue-closed-here", "venue-no-such-table", "venue-other-rules"),
    *("venue-other-seats", "venue-no-account", "venue-not-published-here", "venue-open-before"),
    *("venue-judged-there", "venue-bent"),
}
"""Why a list does not come."""


def refused(made, file):
    """Return why lists of a file do not come, and that nothing of them did."""
    before = all_that_counts(made)
    found = joined(made, file)
    assert {one.obstacle.code for one in found.refused} <= CODES
    if not found.coming:
        assert all_that_counts(made) == before
    assert wrong(made) == []
    return [services.refused(one) for one in found.refused]


def test_two_that_went_on_with_one_list_or_have_the_same_deal_with_another_key():
    made = event(series=1)
    file = away(made, lambda there: factories.enter(list_at(there, 1, 1), (2, GRAND)))
    with transaction.atomic():
        factories.enter(list_at(made, 1, 1), (2, GRAND_LOST))
        (sentence,) = refused(made, file)
        assert sentence.startswith("Series 1, table 1: Both went on with it. Here: “")
        assert "In the file: “" in sentence
        assert DealRow.objects.get().points < 0
        transaction.set_rollback(True)

    def another_key(told):
        told["lists"][0]["deals"][0]["entry_key"] = "00000000-0000-4000-8000-000000000009"
        told["lists"][0]["acts"].append(told["lists"][0]["acts"][0] | {"at": (EVENING + timedelta(1)).isoformat()})

    joined(made, file)
    (sentence,) = refused(made, bent(file, another_key))
    assert "with another key" in sentence


def test_a_list_that_goes_on_there_after_its_series_was_closed_here():
    made = event(series=1)
    joined(made, away(made, at_tables(*A, *B, series=(1,))))
    told = {"because": "doch nicht", "by": factories.user(), "now": EVENING}
    later = away(made, lambda there: signing.reopen(list_id=list_at(there, 1, 1).pk, **told))
    close(made, 1)

    assert refused(made, later) == ["Series 1, table 1: Series 1 is closed here, so nothing more is entered in it."]


def test_a_table_that_is_not_there_or_has_others_or_other_rules():
    made = event(series=1, entrants=12)
    file = away(made, at_tables(1, 2, 3, series=(1,)))

    def change(told):
        told["lists"][0]["table"] = 99
        told["lists"][1]["agreed"][0] = 12
        told["lists"][2]["seats"].reverse()

    assert refused(made, bent(file, change)) == [
        "Series 1, table 99: There is no such table in this series.",
        "Series 1, table 2: It is kept there by other rules, another stake or another number of rounds.",
        "Series 1, table 3: Others sit there: here nos. 9, 10, 11, 12, in the file 12, 11, 10, 9.",
    ]

    # Somebody else registered under the number.
    seat = Seat.objects.get(table__number=1, place=1)
    type(seat.entrant).objects.filter(pk=seat.entrant_id).update(entry_key="00000000-0000-4000-8000-000000000003")
    only_first = bent(file, lambda told: told.update(lists=told["lists"][:1]))
    (sentence,) = [services.refused(one) for one in joined(made, only_first).refused]
    assert "Others sit there" in sentence


def test_seats_that_are_not_published_here_and_a_series_before_that_is_open():
    made = event(series=2)
    file = away(made, at_tables(1, series=(2,)))
    made.series.filter(number=2).update(published_at=None, status="drawn")
    (sentence,) = [services.refused(one) for one in joined(made, file).refused]
    assert sentence == "Series 2, table 1: The seats of series 2 are not published here."

    made.series.filter(number=2).update(published_at=EVENING, status="published")
    Tournament.objects.update(is_spread=False)
    (sentence,) = [services.refused(one) for one in joined(made, file).refused]
    assert "Series 1 is not closed here." in sentence


BENT = {
    "no deals": lambda one: one["deals"].clear(),
    "a deal of another colour": lambda one: one["deals"][0].update(game="gold"),
    "a column too many": lambda one: one["deals"][0].update(id=1),
    "another list": lambda one: one["deals"][0].update(game_list=1),
    "no number": lambda one: one["deals"][0].update(number="x"),
    "a key that is none": lambda one: one["deals"][0].update(entry_key="x"),
    "a moment without zone": lambda one: one["deals"][0].update(entered_at="2026-05-16T17:00:00"),
    "somebody unknown": lambda one: one["deals"][0].update(entered_by="nobody"),
    "a list of lists": lambda one: one["deals"][0].update(won=[[1]]),
    "another hash": lambda one: one["row"].update(signed_hash="0" * 64),
    "presence of nobody": lambda one: one["row"].update(presence=[[1, [9]]]),
    "presence that is none": lambda one: one["row"].update(presence="x"),
    "an act of another table": lambda one: one["acts"][0]["data"].update(table=2),
    "an act without facts": lambda one: one["acts"][0].update(data={"series": 1, "table": 1}),
    "an act left out": lambda one: one["acts"].pop(0),
    "an act of nobody": lambda one: one["acts"][0].update(by="nobody"),
    "a signature that is a script": lambda one: one["confirmations"][0].update(drawing="<script>"),
    "a signature too many": lambda one: one["confirmations"].append(one["confirmations"][0]),
    "a deal twice": lambda one: one["deals"].append(one["deals"][0]),
    "facts of another kind": lambda one: one["acts"][-1]["data"].update(hash=[1], version={}),
    "a huge number": lambda one: one["deals"][0].update(number=10**11),
}


def test_whatever_is_bent_is_named_and_nothing_of_it_is_written(is_thorough):
    made = event(series=1)
    file = away(made, at_tables(1, series=(1,)))
    for said, bend in [*BENT.items()][: None if is_thorough else 1]:
        found = refused(made, bent(file, lambda told, bend=bend: bend(told["lists"][0])))

        assert len(found) == 1, said
        assert not DealRow.objects.exists(), said


def test_what_is_no_file_of_this_event_is_refused_and_what_judges_changed_there():
    made = event(series=1)
    start(made, 1)
    file = away(made, at_tables(1, series=(1,)))
    other = factories.tournament(entrants=4, slug="other", name="Anderer Cup")
    services.spread(tournament_id=other.pk, is_spread=True, by=factories.user(), now=EVENING)
    with pytest.raises(Refused, match="venue-of-another-event"):
        joined(other, file)

    for wrong_file in (
        *(b"", b"x", b"\x1f\x8b", b"PK\x03\x04", file[:-20], file[: len(file) // 2]),
        bent(file, lambda told: told.update(format="skatturnier-venue-9")),
        bent(file, lambda told: told.update(lists=told["lists"] * 2)),
        bent(file, lambda told: told["lists"][0]["acts"][0].update(at="yesterday")),
        bent(file, lambda told: told["lists"][0].pop("seats")),
    ):
        with pytest.raises(NoVenueFile):
            read_venue_file(wrong_file)

    def judge(told):
        acts = told["lists"][0]["acts"]
        acts.append(acts[-1] | {"action": "list.frozen-anew"})

    (sentence,) = refused(made, bent(file, judge))
    assert "The judges changed it there" in sentence


def packed(told):
    """Return what somebody made of a file of nothing but a few letters, over and over."""
    return gzip.compress(told.encode(), mtime=0)


def a_file(lists, made_at=""):
    return json.dumps({"format": FORMAT, "event": {"name": "", "first": ""}, "made_at": made_at, "lists": lists})


LIST = {"series": 1, "table": 1, "seats": [], "agreed": [], "row": {}, "acts": []}
LIST |= {kind: [] for kind in ("deals", "second_deals", "totals", "confirmations")}

ADVERSARIAL = {
    "lists": lambda: [{**LIST, "table": number} for number in range(1, 20_001)],
    "seats": lambda: [{**LIST, "seats": [[1, ""]] * 100_000}],
    "deals": lambda: [{**LIST, "deals": [{"number": 1}] * 80_000}],
    "totals": lambda: [{**LIST, "totals": [{"place": 1}] * 80_000}],
    "acts": lambda: [{**LIST, "acts": [{"at": "2026-01-01T00:00Z", "action": "", "by": "", "data": {}}] * 40_000}],
    "a long name": lambda: [{**LIST, "agreed": ["x" * 3_000_000]}],
    "a long number": lambda: [{**LIST, "agreed": ["NUMBER"]}],
    "half a character": lambda: [{**LIST, "agreed": ["\ud800" * 200_000]}],
    "nesting": lambda: [{**LIST, "agreed": ["NESTED"]}],
}
"""What 3 kB can be unpacked to: more than is read of them."""


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("kind", ADVERSARIAL)
def test_what_a_small_file_costs_is_bounded_by_its_size(kind, monkeypatch):
    told = a_file(ADVERSARIAL[kind]())
    told = told.replace('"NESTED"', "[" * 1_000_000 + "]" * 1_000_000).replace('"NUMBER"', "9" * 3_000_000)
    content, letters = packed(told), []
    loads = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **how: letters.append(len(text)) or loads(text, **how))

    with pytest.raises(NoVenueFile):
        read_venue_file(content)

    assert sum(letters) <= reading.SPARE + reading.STEEPEST * len(content)


def test_a_list_has_no_more_of_anything_than_any_list():
    rows = {"acts": {"at": "2026-01-01T00:00Z", "action": "", "by": "", "data": {}}, "seats": [1, ""]}
    for kind, most in (
        *(("deals", reading.MOST_ROWS), ("totals", reading.MOST_ROWS), ("acts", reading.MOST_ACTS), ("seats", 4)),
    ):
        for number, is_read in ((most, True), (most + 1, False)):
            lists = [{**LIST, kind: [rows.get(kind, {})] * number}]
            found = None
            with suppress(NoVenueFile):
                # Letters that cannot be packed stand for what a real file has.
                found = read_venue_file(packed(a_file(lists, made_at=secrets.token_hex(20_000))))
            assert (found is not None) is is_read, kind


def test_however_many_lists_are_bent_the_others_are_written_a_few_times_only(monkeypatch):
    made, written = event(series=1, entrants=12), []
    write = services._write_list
    monkeypatch.setattr(services, "_write_list", lambda one, found: written.append(one.place) or write(one, found))

    def bend(told):
        for one in told["lists"][-2:]:
            one["row"].update(unknown=1)

    found = joined(made, bent(away(made, at_tables(1, 2, 3, series=(1,))), bend))

    assert (len(found.coming), len(found.refused)) == (1, 2)
    assert len(written) == 3 + 1

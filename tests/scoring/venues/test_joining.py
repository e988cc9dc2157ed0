"""What venues played comes together: in any order, as often as one likes, and what cannot come is named."""

import pytest
from django.db import transaction

from scoring.lists.models import DealRow
from scoring.venues import wording
from tests.scoring.venues.laptops import A, B, all_that_counts, at_tables, away, close, event, joined, wrong

pytestmark = pytest.mark.django_db


def test_two_venues_join_in_both_orders_with_the_same_result():
    made = event()
    files = {"a": away(made, at_tables(*A)), "b": away(made, at_tables(*B, seat=2))}
    found = []
    for order in ("ab", "ba"):
        with transaction.atomic():
            for venue in order:
                comparison = joined(made, files[venue])
                assert len(comparison.coming) == 4
                assert not comparison.refused
            assert wrong(made) == []
            close(made, 1)
            close(made, 2)
            assert wrong(made) == []
            found.append(all_that_counts(made))
            transaction.set_rollback(True)

    assert found[0] == found[1]
    assert len(found[0]["deals"]) == 2 * 4 * 4


def test_a_file_joined_twice_is_joined_once():
    made = event()
    file = away(made, at_tables(*A))
    joined(made, file)
    before, lines = all_that_counts(made), made.journal.count()

    again = joined(made, file)

    assert not again.coming
    assert not again.refused
    assert all_that_counts(made) == before
    assert made.journal.count() == lines


def test_a_look_writes_nothing():
    made = event()
    file = away(made, at_tables(*A))
    lines = made.journal.count()

    found = joined(made, file, only_look=True)

    assert [wording.coming(one) for one in found.coming][0] == "Series 1, table 1: 4 deals, signed"
    assert made.journal.count() == lines
    assert not DealRow.objects.exists()

"""How long backups stay."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from skatturnier.backups import file_names, retention

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 23, 5, tzinfo=UTC)


def left(moments, *, days=30):
    kept = [(moment, Path(file_names.name_at(moment))) for moment in moments]
    gone = set(retention.to_delete(kept, now=NOW, days=days))
    return [moment for moment, path in kept if path not in gone]


def test_of_ten_minutes_for_forty_days_all_new_ones_stay_then_one_an_hour_then_one_a_day():
    moments = [NOW - timedelta(minutes=10 * step) for step in range(40 * 24 * 6)]

    stay = left(moments)

    ages = [NOW - moment for moment in stay]
    assert sum(age <= timedelta(hours=2) for age in ages) == 13
    assert sum(timedelta(hours=2) < age <= timedelta(days=2) for age in ages) == 46
    assert len(stay) == 13 + 46 + 29
    assert max(ages) <= timedelta(days=30)


def test_of_a_day_the_last_one_stays():
    day = datetime(2026, 11, 3, tzinfo=UTC)

    assert left([day + timedelta(hours=9), day + timedelta(hours=20)]) == [day + timedelta(hours=20)]


@pytest.mark.proof("forgotten")
def test_none_stays_longer_than_names_may_even_if_it_is_the_last():
    assert left([NOW - timedelta(days=30, seconds=1)]) == []
    assert left([NOW - timedelta(days=8)], days=7) == []


def test_doubtful_and_encrypted_ones_go_too_and_other_files_stay(tmp_path):
    old = NOW - timedelta(days=31)
    for name in (
        file_names.name_at(old),
        file_names.name_at(old, is_doubtful=True),
        file_names.name_at(old) + file_names.SEALED,
        "skatturnier-99999999T999999Z.tar.gz",
        "letter.txt",
    ):
        (tmp_path / name).touch()

    gone = retention.tidy(tmp_path, now=NOW, days=30)

    assert len(gone) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "skatturnier-99999999T999999Z.tar.gz"]

"""Public holidays of the Länder, held against printed calendars of 2025 and 2026."""

from datetime import date

import pytest

from scoring.season.rules.holidays import Holiday, Land, easter, holidays, repentance_day

EASTER = {
    2024: (3, 31),
    2025: (4, 20),
    2026: (4, 5),
    2027: (3, 28),
    2028: (4, 16),
    2038: (4, 25),
    2285: (3, 22),
}
COUNTED = {
    "BW": 12, "BY": 13, "BE": 10, "BB": 12, "HB": 10, "HH": 10, "HE": 10, "MV": 11,
    "NI": 10, "NW": 11, "RP": 11, "SL": 12, "SN": 11, "ST": 11, "SH": 10, "TH": 11,
}  # fmt: skip
"""How many each Land has, Sundays of Brandenburg and Assumption Day of Bavaria counted."""

SAXONY = [
    *("2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25"),
    *("2026-10-03", "2026-10-31", "2026-11-18", "2026-12-25", "2026-12-26"),
]
BAVARIA = [
    *("2025-01-01", "2025-01-06", "2025-04-18", "2025-04-21", "2025-05-01", "2025-05-29", "2025-06-09"),
    *("2025-06-19", "2025-08-15", "2025-10-03", "2025-11-01", "2025-12-25", "2025-12-26"),
]


@pytest.mark.parametrize(("year", "at"), EASTER.items())
def test_easter(year, at):
    assert easter(year) == date(year, *at)


@pytest.mark.parametrize(("year", "day"), [(2024, 20), (2025, 19), (2026, 18), (2028, 22)])
def test_the_day_of_repentance(year, day):
    assert repentance_day(year) == date(year, 11, day)


@pytest.mark.parametrize(("code", "many"), COUNTED.items())
@pytest.mark.parametrize("year", [2025, 2026])
def test_each_land_has_as_many_as_its_law_names(code, many, year):
    assert len(holidays(Land(code), year)) == many


def test_two_laender_day_by_day():
    assert [day.isoformat() for day in holidays(Land.SN, 2026)] == SAXONY
    assert [day.isoformat() for day in holidays(Land.BY, 2025)] == BAVARIA


def test_every_holiday_is_one_somewhere():
    assert {one for land in Land for one in holidays(land, 2026).values()} == set(Holiday)

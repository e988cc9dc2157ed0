"""Public holidays of the German Länder: pure dates, by the laws of the Länder as they stand in 2026.

Sources: § 2 EinigVtr and the Feiertagsgesetze of the Länder. Holidays of single municipalities only (Augsburg, parts of
Saxony and Thuringia) are left out; Assumption Day in Bavaria is that of most of its municipalities.
"""

import enum
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final


class Land(enum.StrEnum):
    """The Länder, by their codes (ISO 3166-2:DE)."""

    BW = "BW"
    BY = "BY"
    BE = "BE"
    BB = "BB"
    HB = "HB"
    HH = "HH"
    HE = "HE"
    MV = "MV"
    NI = "NI"
    NW = "NW"
    RP = "RP"
    SL = "SL"
    SN = "SN"
    ST = "ST"
    SH = "SH"
    TH = "TH"


class Holiday(enum.StrEnum):
    """The public holidays there are."""

    NEW_YEAR = "new-year"
    EPIPHANY = "epiphany"
    WOMENS_DAY = "womens-day"
    GOOD_FRIDAY = "good-friday"
    EASTER_SUNDAY = "easter-sunday"
    EASTER_MONDAY = "easter-monday"
    LABOUR_DAY = "labour-day"
    ASCENSION = "ascension"
    WHIT_SUNDAY = "whit-sunday"
    WHIT_MONDAY = "whit-monday"
    CORPUS_CHRISTI = "corpus-christi"
    ASSUMPTION = "assumption"
    CHILDRENS_DAY = "childrens-day"
    UNITY = "unity"
    REFORMATION = "reformation"
    ALL_SAINTS = "all-saints"
    REPENTANCE = "repentance"
    CHRISTMAS = "christmas"
    SECOND_CHRISTMAS = "second-christmas"


EVERYWHERE: Final = frozenset(Land)

WHERE: Final[Mapping[Holiday, frozenset[Land]]] = {
    Holiday.EPIPHANY: frozenset({Land.BW, Land.BY, Land.ST}),
    Holiday.WOMENS_DAY: frozenset({Land.BE, Land.MV}),
    Holiday.EASTER_SUNDAY: frozenset({Land.BB}),
    Holiday.WHIT_SUNDAY: frozenset({Land.BB}),
    Holiday.CORPUS_CHRISTI: frozenset({Land.BW, Land.BY, Land.HE, Land.NW, Land.RP, Land.SL}),
    Holiday.ASSUMPTION: frozenset({Land.BY, Land.SL}),
    Holiday.CHILDRENS_DAY: frozenset({Land.TH}),
    Holiday.REFORMATION: frozenset({Land.BB, Land.HB, Land.HH, Land.MV, Land.NI, Land.SN, Land.ST, Land.SH, Land.TH}),
    Holiday.ALL_SAINTS: frozenset({Land.BW, Land.BY, Land.NW, Land.RP, Land.SL}),
    Holiday.REPENTANCE: frozenset({Land.SN}),
}
"""Where a holiday is one; those that are not named are holidays everywhere."""

FIXED: Final[Mapping[Holiday, tuple[int, int]]] = {
    Holiday.NEW_YEAR: (1, 1),
    Holiday.EPIPHANY: (1, 6),
    Holiday.WOMENS_DAY: (3, 8),
    Holiday.LABOUR_DAY: (5, 1),
    Holiday.ASSUMPTION: (8, 15),
    Holiday.CHILDRENS_DAY: (9, 20),
    Holiday.UNITY: (10, 3),
    Holiday.REFORMATION: (10, 31),
    Holiday.ALL_SAINTS: (11, 1),
    Holiday.CHRISTMAS: (12, 25),
    Holiday.SECOND_CHRISTMAS: (12, 26),
}
"""Month and day."""

BY_EASTER: Final[Mapping[Holiday, int]] = {
    Holiday.GOOD_FRIDAY: -2,
    Holiday.EASTER_SUNDAY: 0,
    Holiday.EASTER_MONDAY: 1,
    Holiday.ASCENSION: 39,
    Holiday.WHIT_SUNDAY: 49,
    Holiday.WHIT_MONDAY: 50,
    Holiday.CORPUS_CHRISTI: 60,
}
"""Days after Easter Sunday."""


def easter(year: int) -> date:
    """Return Easter Sunday (the rule of the Gregorian calendar, in the form of Meeus, Jones and Butcher).

    >>> easter(2026)
    datetime.date(2026, 4, 5)
    """
    golden, century, of_century = year % 19, year // 100, year % 100
    correction = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - moon - of_century % 4) % 7
    shift = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)


def repentance_day(year: int) -> date:
    """Return the Day of Repentance and Prayer: the Wednesday before 23 November.

    >>> repentance_day(2026)
    datetime.date(2026, 11, 18)
    """
    before = date(year, 11, 22)
    return before - timedelta(days=(before.weekday() - 2) % 7)


def holidays(land: Land, year: int) -> dict[date, Holiday]:
    """Return the public holidays of a Land in a year, by day.

    >>> [day.isoformat() for day, one in holidays(Land.SN, 2026).items() if one is Holiday.REPENTANCE]
    ['2026-11-18']
    """
    sunday = easter(year)
    days = {
        **{one: date(year, month, day) for one, (month, day) in FIXED.items()},
        **{one: sunday + timedelta(days=after) for one, after in BY_EASTER.items()},
        Holiday.REPENTANCE: repentance_day(year),
    }
    found = {days[one]: one for one in Holiday if land in WHERE.get(one, EVERYWHERE)}
    return dict(sorted(found.items()))

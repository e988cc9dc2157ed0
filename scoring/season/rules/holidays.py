"""Public holidays of the German Länder, by the laws of their time."""

import enum
from datetime import date


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


def holidays(land: Land, year: int) -> dict[date, str]:
    """Return the public holidays of a Land in a year, by day, as ``scoring.season.wording.HOLIDAYS`` knows them.

    Holidays of single municipalities (Augsburg, parts of Saxony and Thuringia) are left out; Assumption Day in Bavaria
    is that of most of its municipalities. Of two on one day the first stands for both.

    >>> [day.isoformat() for day, name in holidays(Land.SN, 2026).items() if name == "Repentance and Prayer Day"]
    ['2026-11-18']
    """
    # Read here: nothing but the calendar of a season asks for it.
    from holidays import country_holidays

    categories = ("public", "catholic") if land is Land.BY else ("public",)
    of_year = country_holidays("DE", subdiv=str(land), years=year, categories=categories, language="en_US")
    return {day: name.partition("; ")[0] for day, name in sorted(of_year.items())}

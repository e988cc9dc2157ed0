"""What an entrant may say of themselves besides name and club: each field declared once, and followed everywhere.

A field is an entry here and a column of the same name in ``Entrant``, which says what becomes of it with the names. The
forms, the import of lists, the desk's list, the workbooks, the archive and the page of stored data follow from it.
"""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tables.intake.registration import Code, RowProblem

EARLIEST: Final = 1900
LATEST: Final = 2100
ROUNDED: Final = re.compile(r"\d[.,]?\d*E\+?\d+", re.IGNORECASE)
"""How a spreadsheet writes a number too long for its column: the last digits are lost."""

ADDRESS: Final = re.compile(r"[^@\s<>,;:\"()]+@[^@\s<>,;:\"()]+\.[^@\s<>,;:\"()]{2,}")
"""An e-mail address, as far as it can be seen without sending to it."""

YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")


class Holds(enum.StrEnum):
    """What kind of value a field has."""

    TEXT = "text"
    YEAR = "year"
    EMAIL = "email"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalField:
    """A field that may stay empty."""

    words: str
    headings: str
    """The headings by which a list has it, as ``plain`` writes them without spaces."""

    holds: Holds = Holds.TEXT
    longest: int = 40
    is_listed: bool = True
    """Whether the desk's list shows it beside the name."""

    is_asked_in_public: bool = True
    """Whether the form has it on which anybody registers themselves."""

    help: str = ""
    needs_mail: bool = False
    """Whether it is asked for only where the site sends mail."""

    def read(self, text: str, *, until: int = LATEST) -> str | int:
        """Return what a cell says that is not empty, of a date of birth the year.

        :raises ValueError: if it cannot be that: no year after ``until``, no number that a spreadsheet rounded.
        """
        years = [int(year) for year in YEAR.findall(text)]
        if self.holds is Holds.EMAIL and ADDRESS.fullmatch(text) and len(text) <= self.longest:
            return text
        if self.holds is Holds.TEXT and len(text) <= self.longest and not ROUNDED.fullmatch(text):
            return text
        if self.holds is Holds.YEAR and len(years) == 1 and EARLIEST <= years[0] <= until:
            return years[0]
        raise ValueError(text)


def gettext_noop(text: str) -> str:
    """Mark a text to be translated."""
    return text


OPTIONAL: Final[Mapping[str, OptionalField]] = {
    "member_number": OptionalField(
        words=gettext_noop("Member number"),
        headings="mitgliedsnummer mitgliednummer mitgliedsnr mitgliednr mitglnr dskvnummer dskvnr passnummer passnr"
        " spielerpass spielerpassnr spielerpassnummer idnr idno idnumber"
        " membernumber memberno membernr membershipnumber"
        " numerodesocio numerosocio nrodesocio socio",
    ),
    "birth_year": OptionalField(
        words=gettext_noop("Year of birth"),
        headings="geb geburt gebam geburtstag geburtsjahr gebjahr jahrgang geboren geburtsdatum gebdatum gebdat"
        " jg gebj birth birthday bday yearofbirth birthyear born dateofbirth"
        " birthdate anodenacimiento anonacimiento nacimiento fechadenacimiento",
        holds=Holds.YEAR,
    ),
    "district": OptionalField(
        words=gettext_noop("District"),
        headings="verband landesverband verbandsgruppe regionalverband bezirk district regionalassociation distrito",
        is_asked_in_public=False,
    ),
    "email": OptionalField(
        words=gettext_noop("E-mail for seats and announcements"),
        # Not what lists call an address: that it stands in one is no consent.
        headings="emailforseatsandannouncements emailfuersitzplaetzeunddurchsagen correoparaasientosyavisos",
        holds=Holds.EMAIL,
        longest=254,
        is_listed=False,
        help=gettext_noop(
            "Voluntary. Whoever gives it agrees to mail about this event and the next ones. It is deleted with the"
            " name."
        ),
        needs_mail=True,
    ),
}
"""Every optional field by its name: that of its column, of its place in forms and in files."""


def read_optional(texts: Mapping[str, str], *, year: int = LATEST) -> tuple[dict[str, str | int], list[RowProblem]]:
    """Return the values that a line of a list gives, and a problem for each that cannot be one in ``year``."""
    values: dict[str, str | int] = {}
    problems = []
    for name, text in texts.items():
        try:
            if text:
                values[name] = OPTIONAL[name].read(text, until=year)
        except ValueError:
            problems.append(RowProblem(Code.NOT_POSSIBLE, text[: OPTIONAL[name].longest], name))
    return values, problems

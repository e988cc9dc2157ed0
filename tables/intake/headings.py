"""The headings by which a table's columns are known, in German, English and Spanish."""

import enum
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tables.intake.names import plain
from tables.intake.optional import OPTIONAL


class Field(enum.StrEnum):
    """What a column holds. The marks have the names of a registration's fields."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    CLUB = "club"
    TEAM = "team"
    LADY = "lady"
    JUNIOR = "junior"
    SENIOR = "senior"
    PAID = "paid"
    PRESENT = "present"
    GENDER = "gender"
    MARKS = "marks"
    NUMBER = "number"
    """The start number."""

    COUNT = "count"
    """A number that only counts the lines of the list."""

    CONTACT = "contact"
    vars().update({name.upper(): name for name in OPTIONAL})


NAMES: Final = frozenset({Field.NAME, Field.FIRST, Field.LAST})
TICKED: Final = (Field.LADY, Field.JUNIOR, Field.SENIOR, Field.PAID, Field.PRESENT)

HEADINGS: Final = {
    Field.NAME: (
        "name namen spieler spielerin spielername teilnehmer teilnehmerin teilnehmername player participant entrant"
        " fullname nombre jugador jugadora participante nombreyapellido nombreyapellidos nombrecompleto"
        " playername participantname entrantname nombredeljugador nombrejugador nameplayer"
        " namevorname nachnamevorname vornamename vornamenachname vorundnachname vorundzuname apellidosnombre"
    ),
    Field.FIRST: "vorname rufname firstname givenname forename nombredepila",
    Field.LAST: "nachname familienname zuname lastname surname familyname apellido apellidos",
    Field.CLUB: "verein vereinsname club skatclub klub clubname vereinclub clubverein asociacion equipodelclub"
    " sportverein skatverein vereinort sociedad entidad",
    Field.TEAM: "mannschaft mannschaftsname team teamname equipo mannschaftteam",
    Field.LADY: "dame damen lady ladies frau frauen dama damas",
    Field.JUNIOR: "junior junioren juniorin jugend jugendlich youth juvenil juniores",
    Field.SENIOR: "senior senioren seniorin seniors veterano veteranos",
    Field.PAID: "bezahlt gezahlt startgeld startgeldbezahlt paid feepaid pagado pagada",
    Field.PRESENT: "anwesend anwesenheit present checkedin presente",
    Field.GENDER: "geschlecht gender sex mw wm mwd genero sexo",
    Field.MARKS: "kennzeichen merkmal merkmale marke marken marks mark marcas altersklasse klasse category categoria",
    Field.NUMBER: "startnummer startnr stnr snr startno startnumber numerodeinscripcion dorsal",
    Field.COUNT: "nummer nr lfdnr lfd laufendenummer no number numero pos position",
    Field.CONTACT: "telefon tel telnr telefonnummer handy handynummer handynr mobil mobilnummer mobiltelefon festnetz"
    " email mail emailadresse mailadresse kontakt phone phonenumber mobile contact telefono movil correo contacto",
    **{Field(name): one.headings for name, one in OPTIONAL.items()},
}
"""The headings of each field, as ``plain`` writes them without spaces."""

SEARCHED: Final = 10
"""Rows in which headings are looked for: lists begin with a title and a date."""

LONGEST: Final = 60
"""Characters of a heading."""

FIELD_OF: Final = {heading: field for field, headings in HEADINGS.items() for heading in headings.split()}


@lru_cache(maxsize=4096)
def field_of(cell: str) -> Field | None:
    """Return what a cell means as a heading, if it is one."""
    return FIELD_OF.get(plain(cell).replace(" ", "")) if len(cell) <= LONGEST else None


def are_headings(cells: Sequence[str]) -> bool:
    """Test whether a row is made of headings: one for names, or most of its cells any known one.

    "Erna;;;Dame;bezahlt" is somebody with marks: those words alone make no headings.
    """
    known = [field for field in map(field_of, cells) if field]
    if NAMES.intersection(known):
        return True
    return len(known) > 1 and 2 * len(known) > sum(map(bool, cells)) and not {*known} <= {*TICKED}

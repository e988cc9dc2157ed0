"""The headings by which a table's columns are known, in German, English and Spanish."""

import enum
from collections.abc import Sequence
from typing import Final

from tables.intake.names import plain


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
    Field.NUMBER: "startnummer startnr snr nummer nr lfdnr no number startnumber numero numerodeinscripcion dorsal pos",
}
"""The headings of each field, as ``plain`` writes them without spaces."""

LONGEST: Final = 60
"""Characters of a heading."""

FIELD_OF: Final = {heading: field for field, headings in HEADINGS.items() for heading in headings.split()}


def fields(cells: Sequence[str]) -> tuple[Field | None, ...]:
    """Return what each cell means as a heading; None for an unknown one and for a field that was there before.

    >>> fields(["Nr.", "Name", "Vorname", "Ort"])
    (<Field.NUMBER: 'number'>, <Field.NAME: 'name'>, <Field.FIRST: 'first'>, None)
    """
    found: list[Field | None] = []
    for cell in cells:
        field = FIELD_OF.get(plain(cell).replace(" ", "")) if len(cell) <= LONGEST else None
        found.append(None if field in found else field)
    if Field.FIRST in found and Field.LAST in found and Field.NAME in found:
        found[found.index(Field.NAME)] = None
    return tuple(found)


def are_headings(cells: Sequence[str]) -> bool:
    """Test whether a row is made of headings: one for names, or most of its cells any known one."""
    known = [field for field in fields(cells) if field]
    return bool(NAMES.intersection(known)) or 2 * len(known) > sum(map(bool, cells))

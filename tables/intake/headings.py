"""The headings by which a table's columns are known, in German, English and Spanish; and lines that name nobody."""

import enum
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes, code_of_word
from tables.intake.names import plain
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_IN_A_CELL, Kind, Refusal
from tables.intake.remarks import SAID, State


class Field(enum.StrEnum):
    """What a column holds; one for a class of players holds the code of that class instead."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    CLUB = "club"
    TEAM = "team"
    PAID = "paid"
    PRESENT = "present"
    GENDER = "gender"
    MARKS = "marks"
    NUMBER = "number"
    COUNT = "count"
    """A number that only counts the lines of the list."""

    CONTACT = "contact"
    WITH = "with"
    """Another person of the same row."""

    PEOPLE = "people"
    """How many people somebody brings, themselves among them."""

    COMING = "coming"
    """Words that say whether somebody comes."""

    WITHDRAWN = "withdrawn"

    vars().update({name.upper(): name for name in OPTIONAL})


NAMES: Final = frozenset({Field.NAME, Field.FIRST, Field.LAST})
TICKED: Final = (Field.PAID, Field.PRESENT)
"""The marks that every event has; they have the names of a registration's fields."""

HEADINGS: Final = {
    Field.NAME: (
        "name namen spieler spielerin spielername teilnehmer teilnehmerin teilnehmername player participant entrant"
        " fullname nombre jugador jugadora participante nombreyapellido nombreyapellidos nombrecompleto"
        " playername participantname entrantname nombredeljugador nombrejugador nameplayer"
        " spieler1 name1 teilnehmer1 spielera namespieler1 player1 name1 jugador1"
        " teilnehmerinnen spielerinnen namedesspielers namederspielerin namedesteilnehmers"
        " fn namevorname nachnamevorname vornamename vornamenachname vorundnachname vorundzuname apellidosnombre"
    ),
    Field.FIRST: "vorname vornamen rufname firstname givenname forename nombredepila",
    Field.LAST: "nachname familienname zuname lastname surname familyname apellido apellidos",
    Field.CLUB: "verein vereinsname club skatclub klub clubname vereinclub clubverein asociacion equipodelclub"
    " sportverein skatverein stammverein heimatverein nameverein vereinort clubcity clubort sociedad entidad org"
    " namedesvereins vereinszugehoerigkeit homeclub heimatclub stammclub",
    Field.TEAM: "mannschaft mannschaftsname namemannschaft nameteam team teamname equipo mannschaftteam teammannschaft"
    " tandem tandemname duo paar namedermannschaft namedesteams",
    Field.PAID: "bezahlt gezahlt startgeld startgeldbezahlt paid feepaid pagado pagada betrag"
    " einzahlung anzahlung nenngeld startgebuehr teilnahmegebuehr anmeldegebuehr turniergebuehr spielgeld einsatz"
    " entrichtet eingezahlt kassiert gez bez zahlung zahlungseingang ueberwiesen soll ist sollbetrag istbetrag"
    " haben erhalten zahlstatus zahlungsstatus bezahlstatus",
    Field.PRESENT: "anwesend anwesenheit present checkedin presente",
    Field.GENDER: "geschlecht geschl gender sex mw wm mwd genero sexo",
    Field.MARKS: "kennzeichen merkmal merkmale marke marken marks mark marcas altersklasse klasse ak kategorie category"
    " categoria",
    Field.NUMBER: "startnummer startnr stnr snr sno startno startnumber numerodeinscripcion dorsal",
    Field.COUNT: "nummer nr lfdnr lfd laufendenummer no number numero pos position rang platz"
    " platzierung rank platznr pl",
    Field.CONTACT: "telefon tel telnr telefonnummer handy handynummer handynr mobil mobilnummer mobiltelefon festnetz"
    " email mail emailadresse mailadresse kontakt phone phonenumber mobile contact telefono movil correo contacto",
    Field.WITH: "spieler2 spieler3 spieler4 name2 name3 name4 teilnehmer2 teilnehmer3 teilnehmer4 spielerb namespieler2"
    " player2 player3 player4 jugador2 jugador3 partner partnerin mitspieler mitspielerin tandempartner begleitung"
    " begleitperson begleitpersonen weitereteilnehmer weiterepersonen weiterespieler anzahlgaeste gaeste",
    Field.PEOPLE: "personen personenzahl anzahl anzahlpersonen anzahlpers pers plaetze people seats personas",
    Field.COMING: "zusage zusagen zusageabsage rueckmeldung teilnahme anmeldestatus kommt dabei nimmtteil coming rsvp"
    " asistencia",
    Field.WITHDRAWN: "absage abgesagt abgemeldet abmeldung zurueckgezogen ausgeschieden kommtnicht nichtdabei"
    " verhindert entschuldigt storniert withdrawn cancelled canceled retirado cancelado",
    **{Field(name): optional_field.headings for name, optional_field in OPTIONAL.items()},
}
"""The headings of each field, as ``plain`` writes them without spaces."""

SEARCHED: Final = 10
"""Rows in which headings are looked for: lists begin with a title and a date."""

LONGEST_HEADING: Final = 60

ASKS_WHO_COMES: Final = re.compile(
    r"\b(?:kommst|spielst|nimmst|dabei|mitspielen|teilnehmen|zusage|coming|attend\w*|vienes|asiste\w*)\b"
)
SAYS_WHO_COMES: Final = re.compile(
    r"(?:ich )?(?:nehme|nimmt) (?:\w+ ){0,2}teil|ich (?:komme|spiele|bin)(?: (?:mit|dabei))?"
)
IN_BRACKETS: Final = re.compile(r"\([^()]*\)")

WITHOUT_PEOPLE: Final = {
    Refusal.OUR_DEALS: ("alleinspieler reizwert", "declarer bid", "rematador valorderemate"),
    Refusal.OUR_MONEY: ("wofuer betragineuro", "whatfor amountineuros", "concepto importeeneuros"),
    Refusal.OUR_LISTS: ("unterschrieben hash", "signed hash", "firmada hash"),
}
"""Headings by which files of this site are known in which nobody stands to be registered."""

ROUND: Final = re.compile(r"\d{1,2}\.?")
"""What stands above the points of a series."""

ON: Final = re.compile(r"\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?|\d{4}-\d\d-\d\d|20\d\d")
"""What stands above the points of an evening."""

COUNTING: Final = "lfdnr lfd laufendenummer pos position rang platz platzierung rank platznr pl"
COUNTS_ONLY: Final = frozenset(COUNTING.split())
"""Headings of numbers that are nobody's start number."""

DUE_WORDS: Final = (
    "startgeld betrag nenngeld startgebuehr teilnahmegebuehr anmeldegebuehr turniergebuehr spielgeld einsatz"
    " soll sollbetrag"
)
DUE: Final = frozenset(DUE_WORDS.split())
"""Headings of sums that are what was paid only where no other column says so."""

STILL_DUE: Final = frozenset(
    {"offen", "rest", "restbetrag", "offenerbetrag", "nochoffen", "ausstehend", "differenz", "saldo"}
)

ON_A_DAY: Final = re.compile(r" am$|^zahlungseingang$")
AROUND: Final = re.compile(r"^(?:deine?|ihre?|euer|eure|your|tu|su) | am$|(?: in)? (?:euro?)$")
"""What forms write around a heading."""

FIELD_OF: Final = {heading: field for field, headings in HEADINGS.items() for heading in headings.split()}


@lru_cache(maxsize=4096)
def field_of(cell: str, classes: Classes = NO_CLASSES) -> str | None:
    """Return what a cell means as a heading, if it is one: a ``Field``, or the code of a class."""
    word = plain(cell) if len(cell) <= LONGEST_HEADING else ""
    if len(word) > 1 and word in (codes := code_of_word(classes)):
        return codes[word]
    if (ASKS_WHO_COMES.search(word) and cell.rstrip().endswith("?")) or SAYS_WHO_COMES.fullmatch(word):
        return Field.COMING
    bare = plain(IN_BRACKETS.sub("", cell)) if word else ""
    parts = {FIELD_OF.get(plain(part).replace(" ", "")) for part in cell.split("/")} - {None} if word else set()
    words = {*map(FIELD_OF.get, bare.split())}
    return (
        next(filter(None, (FIELD_OF.get(text.replace(" ", "")) for text in (word, bare, AROUND.sub("", bare)))), None)
        # "Skatclub/Ort", "Startgeld entrichtet": only of what is known once.
        or (words.pop() if len(words) == 1 else None)
        or (parts.pop() if len(parts) == 1 else None)
    )


def fields_of(cells: Sequence[str], classes: Classes = NO_CLASSES) -> list[str | None]:
    """Return what each cell means as a heading; "Spieler 1" is one only beside "Spieler 2": people are called so."""
    texts = [field_of(cell, classes) for cell in cells]
    numbered = {at for at, cell in enumerate(cells) if texts[at] in (Field.NAME, Field.WITH) and cell[-1:].isdecimal()}
    if {texts[at] for at in numbered} == {Field.NAME, Field.WITH}:
        return texts
    return [None if at in numbered else text for at, text in enumerate(texts)]


def are_marks_only(texts: Collection[str], classes: Classes) -> bool:
    """Test whether some columns hold nothing but marks."""
    return {*texts} <= {*TICKED, *(player_class.code for player_class in classes)}


def are_headings(cells: Sequence[str], classes: Classes = NO_CLASSES) -> bool:
    """Test for a row of headings: one for names, or most cells known ones; "Erna;;;Dame;bezahlt" is somebody."""
    figures = [cell for cell in cells if any(map(str.isdecimal, cell)) and not any(map(str.isalpha, cell))]
    texts = [field for field in fields_of(cells, classes) if field]
    is_rounds = len(texts) > 1 and all(map(ROUND.fullmatch, figures))
    if figures and not (NAMES.intersection(texts) and (is_rounds or all(map(ON.fullmatch, figures)))):
        return False
    if NAMES.intersection(texts):
        return True
    return len(texts) > 1 and 2 * len(texts) > sum(map(bool, cells)) and not are_marks_only(texts, classes)


# Titles, totals, numbers that nobody filled in -----------------------------------------------------------------------

SECTION_WORDS: Final = (
    "absagen abgesagt abmeldungen abgemeldet entschuldigt warteliste nachruecker vielleicht unsicher zusagen zugesagt"
    " dabei anmeldungen angemeldet bestaetigt evtl eventuell vlt vllt unklar unentschlossen antwort rueckmeldung"
    " nominiert verhindert krank going maybe response pending declined accepted tentative confirmed confirmados"
    " pendientes pueden bajas zuschauer helfer cancelled waitlist ersatz ersatzspieler ersatzleute reserve ja nein"
    " damen herren jugend junioren senioren mitglieder nichtmitglieder gaeste"
)
SECTIONS: Final = frozenset(SECTION_WORDS.split())
"""Titles that say something of those below, with a colon behind them or without."""

NEUTRAL: Final = frozenset({"team", "tandem", "block", "bereich", "halle", "raum", "gut", "stand", "summe", "zahlung"})
"""Words of titles that say nothing of whether somebody plays."""

FILLING: Final = frozenset(
    {"neu", "noch", "auch", "die", "leider", "nicht", "keine", "sind", "haben", "es", "no", "not"}
)
FAREWELL: Final = re.compile(
    r"^(?:(?:viele|liebe|beste|sch(?:ö|oe)ne|herzliche|(?:freund|sport)liche[nm]?|mit) )*"
    r"gr(?:u|ü|ue)(?:ß|ss)(?:en?)?\b(?! [^\W\d]+$)|^(?:lg|mfg|vg)\W*$|^(?:gut blatt|saludos|(?:best |kind )?regards)\b",
    re.IGNORECASE,
)
LONGEST_TOTAL: Final = 60
"""Characters of what stands beside a sum."""

TOTALS: Final = frozenset(
    [
        *("summe", "gesamt", "gesamtsumme", "insgesamt", "zwischensumme", "zusammen", "uebertrag", "anzahl", "kasse"),
        *("davon", "durchschnitt", "mittelwert", "average", "promedio"),
        *("teilnehmerzahl", "spielerzahl", "sum", "total", "totals", "subtotal", "count", "suma", "totales"),
    ]
)
PEOPLE: Final = frozenset(
    ["teilnehmer", "teilnehmerinnen", "spieler", "spielerinnen", "personen", "anmeldungen", "players", "entrants"]
)
TITLES: Final = re.compile(
    r"^(?:von|an|de|para|from|to|b?cc|kopie|antwort an|reply-to|date|subject|betreff|datum|gesendet|sent)\s*:"
    r"|\b(?:(?:hat|hast|wurde|ist) (?:.{0,60} )?(?:hinzugefügt|entfernt|beigetreten|verlassen|gelöscht|erstellt)\W*$"
    r"|einladungslink|nachricht (?:wurde )?gelöscht|ende-zu-ende|medien ausgeschlossen|media omitted)"
    r"|^(?:asunto|fecha|anmeldeschluss|meldeschluss|einlass|beginn|treffpunkt|startgeld|einsatz|nenngeld|preise?|uhrzeit|anfahrt|veranstalter|vorsitzende[r]?|kontakt|ort|wo|wann)\s*:"
    r"|^\W*[-=_#]{3,}.*[^\W\d]|^\W*seite \d+ (?:von|/) \d+\W*$|^\W*-\s*\d+\s*-\W*$|^= ?\d+ \w+\W*$|^\S{1,3} = "
    r"|abbestellen|^von meinem \w+ gesendet|^(?:gedruckt|erstellt|ausgedruckt|aktualisiert|printed|created)\b"
    r"|^(?:(?:um|ab|von|gegen) )?\d[\d:. -]*uhr\b|^am \d|^\d{1,2}:\d\d$"
    r"|^(?:startgeld|nenngeld|beginn|einlass|spielbeginn)\b.*\d|^startgeld\b"
    r"|^(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember) \d{4}\W*$"
    r"|^\W*\d+ (?:personen|spieler|teilnehmer|leute|anmeldungen)\W*$|^macht \d"
    r"|^(?:tel|telefon|mobil|handy|fon|fax|e-?mail)\b[.:]"
    r"|^(?:bitte|danke|wir(?! sind:)|hier|anbei|bis (?:dann|bald|\w+tag))\b(?!,).*"
    r"|^skat\b.*\d|turnier|preisskat|umfrage|(?<!warte)list[ea]\b|sign-?up sheet|anmeldung|teilnehmer\b"
    r"|tournament|\bstand:?\s|spielabend"
    r"|skat(?:abend|runde|treff|termin|nachmittag)|\bwer (?:kommt|ist|hat|spielt|macht|will)\b"
    r"|^\S+(?:\s+\S+){3,}\?+$"
    r"|^\W*(?:mo|di|mi|do|fr|sa|so)[a-z]*\.?,? (?:den )?\d{1,2}\.|^\W*\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?\W*$"
    r"|^(?:hallo|hi|moin|liebe (?:skat\w*|leute|freunde|alle|spieler)|guten (?:tag|morgen|abend)"
    r"|(?:viele |liebe )?gr(?:u|ü|ue)(?:ß|ss)e?|lg|mfg)\b(?!,)",
    re.IGNORECASE,
)
"""Titles, questions to a group, dates, greetings, the fields of a mail, what a group says by itself."""

TABLE: Final = re.compile(
    r"(?:tisch|table|mesa|gruppe|group|grupo|runde|round|serie|block|seite|page)\s*(?:nr\.?\s*)?(?:\d{1,3}|[a-h])\W*",
    re.IGNORECASE,
)
"""What stands above those who sit side by side."""

SO_MANY_HEADINGS: Final = 3
"""Words of headings that are none of a name."""

FIGURES: Final = re.compile(r"[\d\s.,:/€$%()x×*=+-]+(?:eur|euro)?", re.IGNORECASE)


def kind_of(cells: Mapping[str, str], texts: Sequence[str]) -> Kind | None:
    """Return what a line is if it seems to name nobody: a total, a title, a number alone."""
    filled = [text for text in texts if text]
    if any(is_total(text) for text in filled):
        return Kind.TOTAL
    if not any(cells.get(field) for field in NAMES):
        if len(filled) == 1 and filled[0] in (cells.get(Field.NUMBER), cells.get(Field.COUNT)):
            return Kind.BLANK
        if filled and all(FIGURES.fullmatch(text) for text in filled):
            return Kind.TOTAL
    words = filled[0].split() if len(filled) == 1 and len(filled[0]) <= LONGEST_TOTAL else []
    number = sum(field_of(word) is not None for word in words)
    if number > 1 and number >= min(len(words), SO_MANY_HEADINGS) and 2 * number > len(words):
        return Kind.HEAD
    return Kind.TITLE if is_title(texts) else None


def is_section(title: str) -> bool:
    """Test whether a title says something of those below it."""
    words = {*plain(title).split()}
    return not words.isdisjoint(SECTIONS) and words <= SECTIONS | FILLING


def is_title(texts: Sequence[str]) -> bool:
    """Test whether a line says what the list is about, as "Freitag 27.11. Skatabend", and names nobody."""
    filled = [text for text in texts if text]
    if len(filled) == 1 and (filled[0].endswith(":") or TITLES.search(filled[0][:MOST_IN_A_CELL])):
        return True
    if len(filled) == 1 and " " in filled[0] and SAID[State.COMING].search(plain(filled[0])):
        # "Bin dabei": whoever says so stands elsewhere.
        return True
    return bool(filled) and all(map(TABLE.fullmatch, filled))


@lru_cache(maxsize=4096)
def is_total(text: str) -> bool:
    """Test whether a cell says that a sum stands here."""
    words = plain(text).split() if len(text) <= LONGEST_TOTAL else []
    if not words:
        return False
    if words[0] in TOTALS or (len(words) > 1 and words[-1] in TOTALS and any(map(str.isdigit, text))):
        return True
    return len(words) == 2 and words[0].isdigit() and words[1] in PEOPLE

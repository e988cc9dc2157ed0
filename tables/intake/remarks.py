"""What stands beside a name: whether somebody comes, several people in one place, a score, an address, a sum."""

import enum
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tables.intake.classes import NO_CLASSES, Classes
from tables.intake.marks import MONEY, is_mark
from tables.intake.names import plain
from tables.names import ARTICLES, BEFORE, BEHIND, SUFFIXES, parts


class State(enum.StrEnum):
    """What a remark says of somebody."""

    COMING = "coming"
    CANCELLED = "cancelled"
    OPEN = "open"
    """Perhaps, on the waiting list: a person has to say."""

    NOTE = "note"
    """Comes later, brings a cake: the name is cut off from it, and a person has to look."""


SAID: Final = {
    State.CANCELLED: re.compile(
        r"\b(?:abgesagt|abgemeldet|abmeldung\w*|absagen?|storniert|storno|(?:sag|melde)\w* (?:\w+ )?ab|verhindert"
        r"|entschuldigt|zurueckgezogen|zurueckgetreten|abwesend|ausgeschlossen|excluded|excluid[oa]"
        r"|nicht (?:mehr )?(?:dabei|da|kommen|spielen|mit)"
        r"|(?<!weiss )(?:leider|diesmal|heute|doch|sorry|dann|auch|kann) (?:leider |auch |doch )?nicht"
        r"|(?:komm\w*|kann|spielt?|bin|ist) (?:\w+ ){0,2}nicht|keine? (?:zeit|teilnahme)|faellt (?:\w+ )?aus"
        r"|nimmt nicht teil|ohne mich|muss (?:leider )?passen|schaff\w* (?:es |s )?(?:\w+ )?nicht"
        r"|(?:zieh|tritt)\w* zurueck"
        r"|abges|abgem|erkrankt|cancel+ed|gecancel\w*|withdrawn|withdrew|declined|not (?:going|coming|playing)"
        r"|cannot come|can ?t (?:come|make it|play)|no show|out|no pueden?"
        r"|cancelad[oa]|retirad[oa]|no (?:viene|puede|juega))\b"
        r"|^(?:\w+ )?(?:krank|raus|fehlt|fehlen|(?:im )?urlaub|"
        r"(?:leider )?(?:nein|nee|noe|nope|no)|nicht|baja|gestrichen|gesperrt)$"
    ),
    State.OPEN: re.compile(
        r"\b(?:vorbehalt|vorbehaltlich|vielleicht|vlt|vllt|evtl|evt|eventuell|ggf|unsicher|fraglich|unklar|wenn|falls"
        r"|weiss (?:es )?(?:noch )?nicht|warteliste|nachruecker\w*|ersatz\w*|reserve|springer|50 50|wl"
        r"|keine (?:rueckmeldung|antwort)|no response|pending|pendientes?|corona|covid|verstorben|ausgetreten|gesperrt"
        r"|disqualifiziert|nicht (?:nominiert|erschienen)|unentschlossen|ausgeschieden|zuschauer\w*|helfer"
        r"|maybe|perhaps|tentative|waiting list|waitlist|quizas?|tal vez|lista de espera|suplente)\b"
    ),
    State.COMING: re.compile(
        r"^(?:zusagen|(?:ich )?auch|(?:ich |wir |er |sie )?(?:bin|ist|sind)? ?(?:auch |wieder |gerne? |neu )?"
        r"(?:natuerlich )?"
        r"(?:(?:mit )?dabei|am start)|(?:ich )?komm[et]?(?: auch| gerne?| wieder)?|gerne?|(?:hat )?zugesagt|zusage"
        r"|(?:an)?gemeldet"
        r"|ja|ja gerne?|jo|jep|ok|okay|sicher|fest|klar|bestaetigt|yes|coming|confirmed|viene|confirmad[oa]|si)$"
    ),
    State.NOTE: re.compile(
        r"^(?:ich |wir )?(?:komm\w*|kann|spielt|spiele|bringt?|bringe|brauche?t?|muss|moechte|will|faehrt|isst|hat|hab"
        r"|ist|bin|war|wird"
        r"|ab \d+|bis \d|erst|nur|ohne|mit|spaet(?:er)?|bitte|leider|auch|gerne?|wieder|nimmt|zahlt|holt|sitzt"
        r"|vegetarisch|vegan|neu|unter|noch|late|later|arrives|comes|brings|needs|llega|trae)\b"
    ),
}
"""How people say it, in the words of ``plain``; the first that fits counts."""

SIGNS: Final = {
    "❓": "?",
    "❔": "?",
    "❌": "abgesagt",
    "✖": "abgesagt",
    "✗": "abgesagt",
    "✘": "abgesagt",
    "⛔": "abgesagt",
    "🚫": "abgesagt",
    "🤷": "?",
    "👎": "abgesagt",
    "👍": "dabei",
}
"""Signs of telephones for the same."""

LONGEST: Final = 80
"""Characters of a remark; what is longer is another text."""

BEGINS_WORDS: Final = (
    "abgesagt abgemeldet storniert verhindert entschuldigt kommt komme kann sagt bringt bezahlt gezahlt"
    " unbezahlt anwesend vielleicht evtl eventuell zugesagt dabei leider bez vlt vllt unsicher cancelled"
    " canceled withdrawn maybe paid offen spielt cancelado cancelada pagado pagada braucht moechte will hat"
    " ist bin nicht noch schon bereits ok gez"
)
BEGINS: Final = frozenset(BEGINS_WORDS.split())
"""Words with which a remark begins right behind a name, and that nobody is called."""

ENDS_A_SENTENCE: Final = re.compile(r" [^\W\d_]{4,}\.$| [^\W\d_]{4,}[-–]$")
IN_FRONT: Final = re.compile(
    r"^[(\[]?((?:abgesagt|absage|abgemeldet|abmeldung|storniert|entschuldigt|zugesagt|zusage|warteliste|nachrücker|ersatz"
    r"|vielleicht|evtl|eventuell|cancelled)\b\.?)[)\]]?\s*[-–:]?\s+(?:von )?(?!für )(\S.*)$",
    re.IGNORECASE,
)
"""What is said of somebody, in front of the name."""

MARK_UP: Final = re.compile(r"<[^<>]*@[^<>]*>|\[mailto:[^\]]*\]", re.IGNORECASE)
SCORE: Final = re.compile(
    r"^(.*?[^\W\d][.)]?)[\s:;,=–(-]+(?:[+-]?\d{3,5}|-\d{1,5}|\+\d{2,5}|\d{1,2}[.]\d{3}|\d+:\d+|\d+(?= ?(?:p|sp)\b))"
    r"(?:[\s:,/]+[+-]?\d+)*\s*(?:punkte?|pkt|pts|s?p|€)?\.?\)?$",
    re.IGNORECASE,
)
"""A name and the figures behind it: no telephone has so few."""

SUM: Final = re.compile(rf"^(.*?[^\W\d][.)]?)(?:[\s:;,=–-]*[\s:;,=]|[–-])({MONEY.pattern}|\d+,\d\d)$", re.IGNORECASE)
"""A name and what was paid; before a minus nobody knows what is meant."""

APART: Final = re.compile(
    r"^(.*?[^\W\d].*?)\s*(?:\s[-–—/|:]+\s|:\s|\s*\(|\s*\[|\s*\*+|\s*,\s)\s*([^()\[\]]+?)\s*[)\]]?\s*$"
)
"""A name and what stands behind a dash, a colon, a comma or in brackets."""

APARTED: Final = re.compile(r"[-–—/|:(\[*,]")
LONGEST_LINE: Final = 120
"""Characters of a name with what stands beside it; looking through a longer text costs far more than it is worth."""

NUMBERLESS: Final = frozenset({"spieler", "spielerin", "teilnehmer", "teilnehmerin", "gast", "player", "entrant", "nr"})
"""Words that a number belongs to: "Spieler 1001" is called so."""

UNITS: Final = re.compile(r"€|\b(?:euro?|pkt|punkte?|pts|p|x)\b", re.IGNORECASE)


def has_letters(text: str) -> bool:
    """Test whether there is a letter in a text, besides those of units."""
    return any(map(str.isalpha, UNITS.sub("", text)))


@lru_cache(maxsize=8192)
def state_of(text: str) -> State | None:
    """Return what a remark says of somebody, if it is one: "abgesagt", "unter Vorbehalt", "kommt später!!"."""
    if len(text) > LONGEST:
        return None
    text = next((word for sign, word in SIGNS.items() if sign in text), text)
    if not (words := plain(text)):
        return State.OPEN if "?" in text else None
    return next((state for state, pattern in SAID.items() if pattern.search(words)), None)


@dataclass(frozen=True, slots=True)
class Beside:
    """A name, and what stood beside it."""

    name: str
    marks: tuple[str, ...] = ()
    states: tuple[State, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was cut off and is neither."""


@lru_cache(maxsize=8192)
def without_remarks(text: str, classes: Classes = NO_CLASSES) -> Beside:
    """Return the name in a text, parted from what is beside it; the whole text where nothing is recognised."""
    if len(text) > LONGEST_LINE:
        return Beside(text)
    name = IN_FRONT.sub(r"\2 (\1)", text)
    name = MARK_UP.sub(" ", name).strip(" ,;") if "<" in name or "[" in name else name
    marks: list[str] = []
    states: list[State] = []
    remarks: list[str] = []
    while (
        cut := (
            _without_figures(name)
            or _without_sign(name)
            or _without_what_is_apart(name, classes)
            or _without_words(name, classes)
        )
    ) is not None:
        name, word, state = cut
        if state:
            states.append(state)
            remarks.append(word)
        else:
            marks.append(word)
    name = name.strip(" ,;")
    return Beside(
        (name[:-1] if ENDS_A_SENTENCE.search(name) else name) or text,
        (*reversed(marks),),
        (*reversed(states),),
        (*reversed(remarks),),
    )


Cut = tuple[str, str, State | None]
"""A name, what stood beside it, and what that says; None for a mark."""


def _without_figures(text: str) -> Cut | None:
    if match := SUM.match(text):
        return match[1], match[2], None
    if (match := SCORE.match(text)) and plain(match[1]) not in NUMBERLESS:
        return match[1], text[match.end(1) :].strip(), State.NOTE
    return None


def _without_sign(text: str) -> Cut | None:
    for sign in SIGNS:
        if sign in text:
            return re.sub(rf"{sign}[\ufe0f\U0001f3fb-\U0001f3ff]*", " ", text).strip(), sign, state_of(sign)
    if len(text.split()) > 1 and text.endswith(("!!", "?")):
        return text.rstrip("!? "), text[-1], State.OPEN if text.endswith("?") else State.NOTE
    return None


def _without_what_is_apart(text: str, classes: Classes) -> Cut | None:
    match = APART.match(text) if APARTED.search(text) else None
    if match and is_mark(match[2], classes):
        return match[1], match[2], None
    state = state_of(match[2]) if match else None
    return (match[1], match[2], state) if match and state else None


def _begins_a_remark(words: Sequence[str], at: int) -> bool:
    """Test whether a word is no more of a name: one of those, or behind two names a small one, or a sum."""
    word = plain(words[at].strip("(-–"))
    if word in BEGINS and (at > 1 or words[at][:1].islower() or words[at][:1] in "(-–"):
        return True
    is_small = words[at].isalpha() and words[at].islower() and len(word) > 2 and words[0][0].isupper()
    if at > 1 and is_small:
        return word not in BEFORE | BEHIND | ARTICLES | SUFFIXES | JOINING
    return at > 1 and bool(MONEY.match(words[at]))


def _without_words(text: str, classes: Classes) -> Cut | None:
    words = text.split()
    at = next((at for at in range(1, len(words)) if _begins_a_remark(words, at)), None)
    if at is None:
        return None
    rest = " ".join(words[at:]).strip("()-– ")
    name = " ".join(words[:at]).rstrip(" -–,:(")
    return name, rest, None if is_mark(rest, classes) else state_of(rest) or State.NOTE


# Several people in one place ----------------------------------------------------------------------------------------

AND: Final = re.compile(
    r"\s*[/;&+\n]\s*|\s+(?:und|u\.?|sowie|and|y|plus|mit)\s+|\s*,\s*(?:und|u\.|and|y)\s+", re.IGNORECASE
)
MORE: Final = re.compile(
    r"^(?P<name>.*?[^\W\d].*?)\s*(?:\(?(?:\+|\bplus)\s*(?P<more>\d)(?:\s+[^\W\d]+)?\)?|[x×*]\s*(?P<times>\d)|(?P<times2>\d)\s*[x×]"
    r"|\((?P<all>\d|zwei|drei|vier)(?: (?:pers\w*|leute|spieler|plätze))?\.?\)"
    r"|(?:zu|a)\s+(?P<two>zweit|dritt|viert)|(?P<all2>\d)\s+(?:pers\w*|leute|plätze|spieler)\.?)$",
    re.IGNORECASE,
)
"""So many of one name: "Becker 2x", "Hans Meier +1", "Familie Meier (3)"."""

SAYS_HOW_MANY: Final = re.compile(r"\d|zweit|dritt|viert|zwei|drei|vier", re.IGNORECASE)
FIRST: Final = re.compile(r"^(?P<times>\d)\s*[x×]\s+(?P<name>[^\W\d].*)$", re.IGNORECASE)
IN_BRACKETS: Final = re.compile(r"\s*\(\s*(\+|mit|und|u\.|plus)\s+([^()]*)\)$", re.IGNORECASE)
"""A companion in brackets: "Eva Maus (+ Mann)"."""

FAMILY: Final = re.compile(
    r"^(?:familie|fam\.|ehepaar|eheleute|brüder|gebrüder|geschwister|family|herr (?:und|u\.|\+|&) frau)\s+(.+)$",
    re.IGNORECASE,
)
OF_A_FAMILY: Final = re.compile(FAMILY.pattern.replace("(.+)$", r"([^()]+?) \(([^()\d]+)\)$"), re.IGNORECASE)
"""Who of a family comes: "Familie Meier (Hans, Ute)"."""

SALUTATION: Final = re.compile(
    r"(?:^|(?<=, ))(?:herrn?|frau|fräulein|señora?|(?:hr|fr|frl|mr|mrs|ms|sr|sra)\.?) (?=[^\W\d])"
    r"(?!.*(?:\b(?:und|u\.|and|y)|[&+/]) )",
    re.IGNORECASE,
)
"""What is no part of the name behind it; before two people it stays, for it may be one of them."""

IN_WORDS: Final = {"zweit": 2, "dritt": 3, "viert": 4, "zwei": 2, "drei": 3, "vier": 4}
JOINING: Final = frozenset({"und", "mit", "and", "plus", "sowie"})
COMPANIONS_WORDS: Final = (
    "frau mann gattin gatte sohn tochter vater mutter bruder schwester freund gast freundin partner"
    " partnerin begleitung kumpel kollege kollegin opa oma schwager gaeste wife husband son daughter friend"
    " guest esposa marido hijo hija amigo frauen"
)
COMPANIONS: Final = frozenset(COMPANIONS_WORDS.split())
TITLED: Final = frozenset({"frau", "herr", "herrn", "opa", "oma"})
"""Those that also stand before a name of one's own."""

MOST_PEOPLE: Final = 9
WORDS_OF_A_NAME: Final = 4
MOST_WORDS: Final = 7


@lru_cache(maxsize=8192)
def people_in(text: str) -> tuple[str, ...]:
    """Return the people of a text that names several ("Hans und Ute Kurz", "Hans Meier +1"), each with a whole name."""
    if len(text) > LONGEST_LINE:
        return ()
    if several := so_many_in(text):
        return several
    if of_a_family := OF_A_FAMILY.match(text):
        named = [piece for piece in re.split(r"[\s,;/&+]+", of_a_family[2]) if plain(piece) not in JOINING]
        return tuple(f"{piece} {of_a_family[1]}" for piece in named)
    text = IN_BRACKETS.sub(r" \1 \2", text)
    family = FAMILY.match(text)
    pieces = [_without_companion(piece.strip(" ,")) for piece in AND.split(family[1] if family else text)]
    if len(pieces) < 2:
        pieces = _between_commas(text)
    if len(pieces) > 1 and re.search("[/;]", text) and len(pieces[-1].split()) < 2:
        # "Schulz; Erna", "Erna Schulz / Ulm".
        return ()
    if len(pieces) < 2 or not all(map(_may_be_a_name, pieces)):
        return tuple(_numbered(family[1], 2)) if family and _may_be_a_name(family[1]) else ()
    return tuple(_whole(pieces))


def _without_companion(text: str) -> str:
    """Return the name alone of "Sohn Tim"; "Frau Kurz" stays, "Frau Ute Kurz" does not."""
    first, _, rest = text.partition(" ")
    return rest if rest and plain(first) in COMPANIONS - TITLED else SALUTATION.sub("", text) if " " in rest else text


def so_many_in(text: str) -> tuple[str, ...]:
    """Return so many people of one name as a text says in a figure; nothing where it says none."""
    if len(text) > LONGEST_LINE or not SAYS_HOW_MANY.search(text):
        return ()
    match = MORE.match(text.strip()) or FIRST.match(text.strip())
    if not match:
        return ()
    values = match.groupdict()
    figure = next((values[key] for key in ("more", "times", "times2", "all", "all2") if values.get(key)), "0")
    word = (values.get("two") or figure).casefold()
    count = IN_WORDS.get(word) or int(figure) + bool(values.get("more"))
    named = without_remarks(match["name"]).name if ": " in match["name"] else match["name"]
    family = FAMILY.match(named)
    name = (family[1] if family else named).rstrip(" -,(")
    return tuple(_numbered(name, count)) if 1 < count <= MOST_PEOPLE else ()


def _numbered(name: str, count: int) -> Iterator[str]:
    yield name
    yield from (f"{name} {number}" for number in range(2, count + 1))


def _between_commas(text: str) -> list[str]:
    """Return whole names between commas; "Müller, Hans" is one."""
    pieces = [piece.strip() for piece in text.split(",")]
    return (
        pieces
        if all(map(begins_like_a_person, pieces))
        or (len(pieces) > 2 and all(len(piece.split()) > 1 for piece in pieces))
        else []
    )


def _may_be_a_name(text: str) -> bool:
    words = text.split()
    return (
        0 < len(words) <= WORDS_OF_A_NAME
        and all(sign.isalpha() or sign in "-'’., " for sign in text)
        and any(len(word) > 1 for word in words)
        and (text[0].isupper() or plain(words[-1]) in COMPANIONS or text.islower())
        and not {plain(word) for word in words} & {"vom", "zum", "zur", "am", "bei"}
    )


def _whole(pieces: Sequence[str]) -> Iterator[str]:
    """Yield each name with the family name that another one says: "Hans und Ute Kurz", "Kurz, Hans und Ute"."""
    comes_first = "," in pieces[0]
    families = [parts(piece).family for piece in pieces if parts(piece).given or "," in piece]
    for at, piece in enumerate(pieces):
        words = piece.split()
        later = [parts(other).family for other in pieces[at + 1 :] if parts(other).given]
        family = families[0] if comes_first and families else (later or families[-1:] or [""])[0]
        if plain(words[-1]) in COMPANIONS:
            own = parts(pieces[0])
            yield f"{words[-1].capitalize()} {own.family}".strip()
        elif len(words) == 1 and "," not in piece and family and plain(piece) not in BEFORE | BEHIND:
            yield f"{piece} {family}"
        elif comes_first:
            own = parts(piece)
            yield f"{own.given} {own.family}".strip() if own.given else piece
        else:
            yield piece


GIVEN_WORDS: Final = (
    "andrea andreas angelika anja anna anne anton astrid axel barbara bernd bernhard birgit bjoern brigitte"
    " carola christa christian christine christoph claudia daniel detlef dieter dietmar dirk doris eberhard"
    " elke erich erika erna ernst erwin eva frank franz friedrich fritz gabi gabriele georg gerd gerhard"
    " gert gisela guenter guenther gudrun hannelore hans harald hartmut heike heinrich heinz helga helmut"
    " herbert hermann holger horst hubert ida ilse inge ingrid jan jens joachim jochen johann johannes josef"
    " juergen jutta kai karin karl karsten katrin kerstin klaus konrad kurt lars lothar ludwig lutz manfred"
    " manuela maria marion markus martin martina mathias matthias max michael monika norbert olaf otto paul"
    " peter petra rainer ralf regina reinhard reinhold renate richard robert roland rolf rosemarie rudi"
    " rudolf sabine sandra siegfried sigrid silke simone sonja stefan stephan susanne sven thomas torsten"
    " udo ulrich ulrike ursula ute uwe volker waltraud walter werner wilfried wilhelm willi wolfgang juan"
    " jose carmen pedro john mary anke bettina bodo carsten egon gerda guido hartmut gudrun heidi heiner henning irene"
    " joerg marianne margret rita rosi roswitha ruth sebastian stefanie tanja tobias"
)
GIVEN: Final = frozenset(GIVEN_WORDS.split())
"""Names that people have and places and clubs rarely begin with."""


def begins_like_a_person(text: str) -> bool:
    """Test for a given name that many have and one word more: "Ute Kurz", not "Kurz, Ute" or "Bad Nauheim"."""
    words = plain(text).split()
    return len(words) == 2 and (words[0] in GIVEN or ("," in text and words[1] in GIVEN))


NO_NAME_WORDS: Final = (
    "xx xxx tba tbd frei freilos freiplatz leer bye dummy joker offen reserviert platzhalter unbekannt niemand platz"
    " plaetze zwei drei vier fuenf beide beiden schriftfuehrer kassierer kassenwart spielleiter spielwart vorstand"
    " fuer bis bitte danke wir ich ihr uns euch sind habe haben noch wird werden melden gruss gruesse subject betreff"
    " schnitt vs personen leute gegen for please thanks we are and the para por favor sitzt rest alle"
)
NO_NAME: Final = frozenset(NO_NAME_WORDS.split())
"""Words of sentences, and those that keep a place free."""

NO_PERSON: Final = re.compile(
    r"^skat|(?:miete|kosten|pokale?|getraenke|gebuehr|gelder|einnahmen?|ausgaben?|spende|spielkarten|preise|porto)$"
    r"|^(?:newsletter|impressum|datenschutz)"
)
"""With which nobody's name begins: the game, what a cash book is about, the foot of a mail."""

DAYS_WORDS: Final = "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag heute morgen gestern today"
DAYS: Final = frozenset(DAYS_WORDS.split())
ABBREVIATED_CLUBS: Final = frozenset(["sc", "sk", "skc", "sv", "tsv", "tus", "fc", "vfl", "vfb", "skg", "sg", "spvgg"])
ENDS_OPEN: Final = re.compile(r"[\])*!?…]$|\]|\bi\. ?[AV]\.|^\S+ \S*[^\W\dA-Z]\S* [B-DF-HJ-NP-TV-Z]{2,4}$")
"""Signs that are no part of a name; what may be a club in a few capitals behind it."""

BESIDE_LETTERS: Final = frozenset("-'’‘`´., ()\"“”„·")

JOINED: Final = "\u200c\u200d"
"""What joins or parts letters in Persian and in scripts of India."""


def may_be_none(name: str) -> bool:
    """Test whether a name is possibly none: figures, signs, words of a sentence, a club."""
    words = plain(name).split()
    if not words or name.replace(" ", "").upper() in ("N.N.", "NN", "N.N", "N"):
        return bool(name)
    return (
        any(map(str.isdigit, name))
        or len(name) < 2
        or (len(words) == 1 and words[0] in DAYS)
        or len(words) > MOST_WORDS
        or bool(ENDS_OPEN.search(name))
        or not all(unicodedata.category(sign)[0] in "LMN" or sign in BESIDE_LETTERS or sign in JOINED for sign in name)
        or not NO_NAME.isdisjoint(words)
        or (words[0] in COMPANIONS | TITLED and (len(words) == 1 or (words[1] == "von" and words[0] not in TITLED)))
        or (name[0].islower() and words[0] in JOINING | BEGINS)
        or words[0] in ABBREVIATED_CLUBS
        or bool(NO_PERSON.search(words[0]))
    )


BRINGS: Final = re.compile(
    rf"^\d (?:\w+ )?(?:pers|plaetze|gast|gaeste|leute|spieler)|^zu (?:zweit|dritt|viert)$"
    rf"|\b(?:mit|und|plus|bringt) (?:\w+ )?(?:{COMPANIONS_WORDS.replace(' ', '|')}|{GIVEN_WORDS.replace(' ', '|')})\b"
    rf"|\b(?:ehe)?(?:{COMPANIONS_WORDS.replace(' ', '|')}) (?:kommt|spielt|ist)\b"
)


def brings_somebody(text: str) -> bool:
    """Test whether a remark says that more people come: "kommt mit Frau", not "bringt Kuchen mit"."""
    return len(text) <= LONGEST and bool(BRINGS.search(plain(text)))


ADDRESS: Final = re.compile(r"<?(?:mailto:)?([^\s<>,;:\"']+@[^\s<>,;\"']+\.[^\s<>,;\"')]+)>?")

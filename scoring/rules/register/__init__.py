"""Every clause the rules answer for: what it demands, what holds it, what shows it.

``docs/rules.md`` is made from it. The rules themselves do not load it.
"""

from typing import Final

from scoring.rules.register import event, play, values
from scoring.rules.register.clause import Clause

CHAPTERS: Final = {
    "ISkO 1 to 3.1: the game, the cards, the seats": play.BASICS,
    "ISkO 3.2: dealing": play.DEALING,
    "ISkO 3.3: the auction": play.AUCTION,
    "ISkO 3.4: the announcement": play.ANNOUNCEMENT,
    "ISkO 3.5: the two sides": play.SIDES,
    "ISkO 4: the play": play.PLAY,
    "ISkO 5.1: base values": values.BASE_VALUES,
    "ISkO 5.2: levels": values.LEVELS,
    "ISkO 5.3: the value of a game": values.VALUE,
    "ISkO 5.4: overbid": values.OVERBID,
    "ISkO 5.5: the list": values.LIST,
    "ISkO 5.6: the table of values": values.TABLE,
    "SkWO 1 to 3: purpose, law and organiser": event.GENERAL,
    "SkWO 4: participants": event.PARTICIPANTS,
    "SkWO 5: the rating": event.RATING,
    "SkWO 6: the programme": event.PROGRAMME,
    "SkWO 7.1: tables": event.TABLES,
    "SkWO 7.2: lists": event.LISTS,
    "SkWO 7.3: the course of a tournament": event.COURSE,
    "SkWO 7.4: its end": event.CLOSE,
    "SkWO 8: extract of the ISkO": values.EXTRACT,
    "SkWO 9: conditions of play": values.CONDITIONS,
}
"""The clauses by chapter, in the order of the rule text."""

CLAUSES: Final = tuple(clause for chapter in CHAPTERS.values() for clause in chapter)

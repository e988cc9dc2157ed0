"""House rules in words: which a list is kept by, and what they add to a deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.rules.profiles import bock
from scoring.rules.profiles.codes import HouseCode, HouseProblem
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, EVERY_EVENT, NAMED, House, house, settings_of
from scoring.rules.profiles.presets import OFFICIAL
from scoring.rules.profiles.profile import Goal, Target
from scoring.rules.profiles.switches import Setting

PROFILE: Final[dict[str, Promise]] = {
    "isko-2002": gettext_lazy("Tournament (ISkO)"),
    "classic": gettext_lazy("Game points alone"),
    "league-encyclopedia": gettext_lazy("The old league"),
    "grand-20": gettext_lazy("The old Grand"),
    "hand-single": gettext_lazy("A lost Hand counts once"),
    "ramsch": gettext_lazy("Ramsch"),
    "schieberamsch": gettext_lazy("Schieberamsch"),
    "gewinner-ramsch": gettext_lazy("Ramsch with a winner"),
    "contra": gettext_lazy("Contra and Re"),
    "revolution": gettext_lazy("Revolution"),
    "sechserskat": gettext_lazy("Skat with the sixes"),
    "bierlachs": gettext_lazy("Bierlachs"),
    "raeuberskat": gettext_lazy("Räuberskat"),
    "two-officers": gettext_lazy("Officers’ Skat"),
    "two-open": gettext_lazy("For two"),
    "tournee": gettext_lazy("Tournee"),
    "kneipe": gettext_lazy("Kneipe"),
    "idiotenskat": gettext_lazy("Idiotenskat"),
    "oma-skat": gettext_lazy("Oma-Skat"),
    "piloten-skat": gettext_lazy("Piloten-Skat"),
    "strohmann": gettext_lazy("Straw man"),
    "skat-en-deux": gettext_lazy("Skat en deux"),
    "schmegegge": gettext_lazy("Schmegegge"),
}
"""What each profile is called."""

CHOSEN: Final[dict[str, Promise]] = {
    "pub": gettext_lazy("Kneipe as usual"),
    "club-with-ramsch": gettext_lazy("Club with Ramsch"),
    "for-two": gettext_lazy("For two"),
    "bock": gettext_lazy("Kneipe with Bock"),
}
"""Names of what tables mostly choose."""

STAKE: Final = (
    pgettext_lazy("no stake", "none"),
    gettext_lazy("Contra"),
    gettext_lazy("Re"),
    gettext_lazy("Supra"),
    gettext_lazy("Resupra"),
)
"""What the stakes are called, by how often they were doubled."""

KIND: Final[dict[ContractKind, Promise]] = {
    ContractKind.TOURNEE: gettext_lazy("Tournee"),
    ContractKind.PASST_MIR_NICHT: gettext_lazy("Passt mir nicht"),
    ContractKind.SOLO: gettext_lazy("Solo"),
    ContractKind.GUCKSER: gettext_lazy("Guckser"),
    ContractKind.NULL: gettext_lazy("Null"),
    ContractKind.RAMSCH: gettext_lazy("Ramsch"),
}
"""What the contracts of North American Skat are called."""

GIVEN_UP: Final = (
    gettext_lazy("no"),
    gettext_lazy("given up"),
    gettext_lazy("insisted on Schneider"),
    gettext_lazy("insisted on Schwarz"),
)
"""How a game went on that the opponents gave up, by the rules' number for it."""


def name_of(house: House) -> str:
    """Return what a way to play is called: by the name it is mostly chosen under, or by its profile and its target."""
    if chosen := chosen_as(house):
        return str(CHOSEN[chosen])
    name, course = str(PROFILE[house.profile.code]), house.profile.course
    if isinstance(course, Target) and not isinstance(course, Goal):
        return _("%(name)s to %(points)s") % {"name": name, "points": course.points}
    return name


def chosen_as(house: House) -> str | None:
    """Return under which code a way to play is mostly chosen, where it is more than a profile as it is."""
    return next((code for code, named in NAMED.items() if named.settings and named == house), None)


NOT_PLAYED: Final[dict[HouseCode, Promise]] = {
    HouseCode.STAKES_NOT_PLAYED: gettext_lazy("Contra, Re"),
    HouseCode.REVOLUTION_NOT_PLAYED: gettext_lazy("Revolution"),
    HouseCode.SPITZE_NOT_PLAYED: gettext_lazy("Spitze"),
    HouseCode.NO_HAND: gettext_lazy("Hand"),
    HouseCode.SCHENKEN_NOT_PLAYED: gettext_lazy("Schenken"),
    HouseCode.KNOCKS_NOT_PLAYED: gettext_lazy("Klopfen"),
}
"""What a deal has that its rules do not know."""

PROBLEM: Final[dict[HouseCode, Promise]] = {
    HouseCode.OTHER_PROFILE: gettext_lazy("This deal was written down by other rules than this list is kept by."),
    HouseCode.STAKES_TOO_HIGH: gettext_lazy("These rules do not raise the stakes that far."),
    HouseCode.RAMSCH_NOT_PLAYED: gettext_lazy("These rules know no Ramsch: if nobody bids, the deal is passed in."),
    HouseCode.NO_KINDS: gettext_lazy("Only North American Skat has kinds of contract such as Tournee or Solo."),
    HouseCode.NOBODY_PASSES: gettext_lazy("By these rules no deal is passed in: somebody always plays."),
    HouseCode.NO_AUCTION: gettext_lazy("By these rules nobody bids: leave the bid out."),
    HouseCode.NOTHING_ANNOUNCED: gettext_lazy("By these rules nothing is announced beside the game."),
    HouseCode.SPITZE_IN_NULL: gettext_lazy("In Null there is no trump to make a Spitze with."),
    HouseCode.SPITZE_WITH_FOUR_JACKS: gettext_lazy("In a Grand with all four jacks no Spitze is announced."),
    HouseCode.CARD_POINTS_MISSING: gettext_lazy(
        "A Ramsch needs the card points or the tricks of everybody who played."
    ),
    HouseCode.TRICKS_MISSING: gettext_lazy("A Ramsch needs the card points or the tricks of everybody who played."),
    HouseCode.NOT_THE_PLAYERS: gettext_lazy(
        "Card points and tricks belong to those who played this deal, to all of them and to nobody else."
    ),
    HouseCode.NEGATIVE_IN_RAMSCH: gettext_lazy("Nobody has fewer card points or tricks than none."),
    HouseCode.CARD_POINTS_DO_NOT_SUM: gettext_lazy(
        "The card points do not add up to 120. Only where nobody gets the skat may up to 22 be missing."
    ),
    HouseCode.TRICKS_DO_NOT_SUM: gettext_lazy("The tricks do not add up to ten."),
    HouseCode.POINTS_WITHOUT_TRICK: gettext_lazy("Who took no trick has no card points."),
    HouseCode.LAST_TRICK_NOT_TAKEN: gettext_lazy("Who is said to have taken the last trick took none."),
    HouseCode.LOSER_DID_NOT_PLAY: gettext_lazy("Only who played this deal loses the Ramsch."),
    HouseCode.LOST_WITH_MISSING: gettext_lazy("How many card points did the loser have?"),
    HouseCode.LOST_WITH_CANNOT_BE: gettext_lazy(
        "A Ramsch is not lost like this: whoever has most loses, and several only where they have equally many."
    ),
    HouseCode.VIRGINS: gettext_lazy("Whoever lost took a trick: not so many took none."),
    HouseCode.PUSHES: gettext_lazy("By these rules the skat is not passed on unseen so often."),
    HouseCode.COMPULSORY_RAMSCH: gettext_lazy("A compulsory Ramsch is due: only a Ramsch or a Grand Hand is played."),
    HouseCode.KIND_MISSING: gettext_lazy("The kind of contract is missing: Tournee, Solo, Guckser, Null or Ramsch."),
    HouseCode.KIND_AND_GAME: gettext_lazy("This kind of contract is not played with this game."),
    HouseCode.OUVERT_NOT_PLAYED: gettext_lazy("Only a Solo Grand and a Null are played open."),
    HouseCode.SITS_OUT: gettext_lazy("This seat sits out in this deal."),
    HouseCode.NOT_IN_TURN: gettext_lazy("It is not this player’s turn to play alone."),
    HouseCode.CONTRACT_PLAYED_BEFORE: gettext_lazy(
        "This player has had such a game already: everybody plays a suit, a Grand, a Null and a Ramsch once."
    ),
    HouseCode.TARGET_REACHED: gettext_lazy("The list is over: somebody has reached the target."),
    HouseCode.KNOCKS: gettext_lazy("More knock than can: who passed the skat on unseen does not knock as well."),
    HouseCode.CONTRA_BY_WHO_MAY_NOT: gettext_lazy("Contra is said by an opponent who plays this deal."),
    HouseCode.SIXTY_NOT_LOST: gettext_lazy(
        "With 60 card points a suit game or Grand is lost, and nobody is Schneider."
    ),
    HouseCode.NOTHING_TO_GIVE_UP: gettext_lazy(
        "Only a suit game or Grand without any announcement is given up; the declarer insists on Schneider, then on "
        "Schwarz."
    ),
    HouseCode.GIVEN_UP_AND_LOST: gettext_lazy("What the opponents gave up is won."),
    HouseCode.GIVEN_UP_AND_PLAYED: gettext_lazy(
        "A game that was given up has neither Schneider nor Schwarz nor Spitze: it was not played on."
    ),
}
"""A sentence for every other code."""

SECTION: Final[dict[str, Promise]] = {
    "Variants": gettext_lazy("Variants"),
    "Ramsch": gettext_lazy("Ramsch"),
    "Revolution": gettext_lazy("Revolution"),
    "North American Skat": gettext_lazy("North American Skat"),
    "Räuberskat": gettext_lazy("Räuberskat"),
    "Bierskat": gettext_lazy("Bierlachs"),
}
"""What the headings of the encyclopedia are called."""


def sentence(house_problem: HouseProblem) -> str:
    """Return the sentence of what house rules refuse."""
    if house_problem.code in NOT_PLAYED:
        return _("These rules do not know: %(name)s.") % {"name": NOT_PLAYED[house_problem.code]}
    return str(PROBLEM.get(house_problem.code) or _("These rules do not allow that."))


def section(house_problem: HouseProblem) -> str:
    """Return where the rule stands: a clause of the book, or the house rules it is one of."""
    heading = SECTION.get(house_problem.section)
    return f"{_('House rules')}: {heading}" if heading else house_problem.section


EVENTS: Final = "bock_events"
"""The switch whose setting is a sum of bits: an address may name each of them."""

LABEL: Final[dict[str, Promise]] = {
    "ramsch_skat": gettext_lazy("skat of a Ramsch"),
    "ramsch_writes": gettext_lazy("a Ramsch is written by"),
    "ramsch_amount": gettext_lazy("a Ramsch costs"),
    "virgin_doubles": gettext_lazy("jungfrau doubles"),
    "durchmarsch": gettext_lazy("Durchmarsch"),
    "ramsch_tie": gettext_lazy("equal most card points"),
    "bock_events": gettext_lazy("Bock"),
    "bock_ramsch": gettext_lazy("compulsory Ramsch after Bock"),
    "spitze": gettext_lazy("Spitze"),
    "target": gettext_lazy("Minus that ends the list"),
    "dealer_bonus": gettext_lazy("for the dealer"),
    "contra_at_most": gettext_lazy("Stakes"),
    "ramsch_tens": gettext_lazy("tens in a Ramsch"),
    "ramsch_fixed": gettext_lazy("fixed amounts of a Ramsch"),
    "klopfen": gettext_lazy("Klopfen"),
    "equal_costs": gettext_lazy("a price for a Ramsch of equals"),
    "tricks_win": gettext_lazy("all tricks win"),
    "ramsch_reward": gettext_lazy("a Ramsch brings"),
    "ramsch_units": gettext_lazy("a Ramsch costs"),
    "schenken": gettext_lazy("Schenken"),
    "revolution": gettext_lazy("Revolution"),
    "skat_cards": gettext_lazy("Cards in the skat"),
    "exchange": gettext_lazy("exchanged in a Revolution"),
    "dealer_pays": gettext_lazy("the dealer pays"),
    "goal": gettext_lazy("game points that win"),
    "pinke": gettext_lazy("Pinke"),
    "pinke_cents": gettext_lazy("Pinke, cents"),
    "pinke_further_cents": gettext_lazy("Pinke, cents from the fourth on"),
    "pinke_grand_hand": gettext_lazy("Pinke, times for a lost Grand Hand"),
    "pinke_passed_cents": gettext_lazy("Pinke, cents for passing in"),
}
"""What a switch is called, where it is chosen and where a list says in a line by which rules it is kept."""

WORD: Final[dict[tuple[str, Setting], Promise]] = {
    ("ramsch_skat", "last-trick"): gettext_lazy("whoever takes the last trick"),
    ("ramsch_skat", "most-points"): gettext_lazy("whoever has most card points"),
    ("ramsch_skat", "left-out"): gettext_lazy("nobody"),
    ("ramsch_writes", "loser"): gettext_lazy("only the loser"),
    ("ramsch_writes", "everybody"): gettext_lazy("everybody their own"),
    ("ramsch_amount", "points"): gettext_lazy("Card points"),
    ("ramsch_amount", "fixed"): gettext_lazy("a fixed amount"),
    ("ramsch_tie", "all"): gettext_lazy("each of them loses"),
    ("ramsch_tie", "share"): gettext_lazy("they share it"),
    ("ramsch_tie", "last-trick"): gettext_lazy("the one with the last trick loses"),
    ("spitze", 0): gettext_lazy("not played"),
    ("spitze", 1): gettext_lazy("one level more"),
    ("spitze", 2): gettext_lazy("two levels more"),
    ("contra_at_most", 0): gettext_lazy("not at all"),
    ("contra_at_most", 1): gettext_lazy("Contra"),
    ("contra_at_most", 2): gettext_lazy("Contra, Re"),
    ("contra_at_most", 3): gettext_lazy("Contra, Re, Supra"),
    ("contra_at_most", 4): gettext_lazy("Contra, Re, Supra, Resupra"),
    ("ramsch_tens", "as-in-grand"): gettext_lazy("rank as in Grand"),
    ("ramsch_tens", "low"): gettext_lazy("rank above the nine and count ten"),
    ("ramsch_tens", "low-for-one"): gettext_lazy("rank above the nine and count one"),
    ("exchange", "any"): gettext_lazy("as many as they like"),
    ("exchange", "two"): gettext_lazy("two at most"),
    ("pinke", "none"): pgettext_lazy("no kitty", "none"),
    ("pinke", "grand-hand-takes"): gettext_lazy("the next Grand Hand won takes it"),
    ("pinke", "kept"): gettext_lazy("it is kept for all, for a meal or an outing"),
}

AMOUNTS: Final = frozenset({"ramsch_fixed", "ramsch_units", "ramsch_reward"})
"""Switches that are set to several amounts."""

EVENT: Final[dict[int, Promise]] = {
    bock.LOST_WITH_60: gettext_lazy("a game is lost with 60 card points"),
    bock.GRAND_HAND_WON: gettext_lazy("a Grand Hand is won"),
    bock.CONTRA_LOST: gettext_lazy("a game is lost to a Contra"),
    bock.RE: gettext_lazy("there was a Re"),
    bock.THREE_EQUAL_DIGITS: gettext_lazy("somebody’s column ends in three equal digits"),
    bock.FULL_HUNDRED: gettext_lazy("somebody’s column is a full hundred"),
    bock.WORTH_72: gettext_lazy("a game of 72 or more is won"),
    bock.WORTH_96: gettext_lazy("a game of 96 or more is won"),
}
"""What makes the next deals count double."""

EVENT_IN_BRIEF: Final[dict[int, Promise]] = {
    bock.LOST_WITH_60: gettext_lazy("60 card points"),
    bock.GRAND_HAND_WON: gettext_lazy("Grand Hand"),
    bock.CONTRA_LOST: gettext_lazy("Contra lost"),
    bock.RE: gettext_lazy("Re"),
    bock.THREE_EQUAL_DIGITS: gettext_lazy("three equal digits"),
    bock.FULL_HUNDRED: gettext_lazy("full hundreds"),
    bock.WORTH_72: gettext_lazy("72 or more"),
    bock.WORTH_96: gettext_lazy("96 or more"),
}
"""The same in a line."""


def label(name: str) -> str:
    """Return what a switch is about."""
    return capfirst(str(LABEL[name]))


def setting_word(name: str, setting: Setting) -> str:
    """Return how a switch is set."""
    if isinstance(setting, bool):
        return _("yes") if setting else _("no")
    if name in AMOUNTS:
        return str(setting).replace("-", " / ")
    return str(WORD.get((name, setting), setting))


def in_brief(name: str, setting: Setting) -> str:
    """Return how a switch is set, in a few words: "Durchmarsch", "Stakes: Contra, Re", "Bock: Grand Hand, Re"."""
    called = LABEL[name]
    if isinstance(setting, bool):
        return str(called) if setting else _("without: %(switch)s") % {"switch": called}
    return f"{called}: {_events(setting) if name == EVENTS else setting_word(name, setting)}"


def _events(setting: Setting) -> str:
    if setting == EVERY_EVENT:
        return _("all events")
    return ", ".join(str(words) for bit, words in EVENT_IN_BRIEF.items() if bit & int(setting))


IN_ITS_NAME: Final = "target"
"""The switch that the name of a way to play has already."""


def rules_of(name: str) -> str:
    """Return by which rules a list is kept, its switches with them: "Ramsch (Durchmarsch)"; nothing by the book."""
    if name == BY_THE_BOOK:
        return ""
    found_house = house(*settings_of(name))
    switches = (
        ()
        if chosen_as(found_house)
        else [setting for setting in found_house.settings.items() if setting[0] != IN_ITS_NAME]
    )
    text = "; ".join(in_brief(switch, setting) for switch, setting in switches)
    called = name_of(found_house)
    return f"{called} ({text})" if text else called


def rules_called(name: str) -> str:
    """Return what the rules of a list are called, without their switches: "Ramsch"."""
    return name_of(house(*settings_of(name)))


def rules_or_book(name: str) -> str:
    """Return by which rules a list is kept, said of the book too."""
    return rules_of(name) or str(PROFILE[OFFICIAL.code])


ANNOUNCED: Final = {1: gettext_lazy("Schneider announced"), 2: gettext_lazy("Schwarz announced")}


def beside(house_rules: Beside, names: Sequence[str] = ()) -> str:
    """Return what house rules add to a deal: "Contra, Spitze"; of a Ramsch who had how many card points.

    ``names`` are those of the seats; without them it is their numbers.
    """
    if house_rules.ramsch is not None:
        return ramsch(house_rules.ramsch, names)
    return ", ".join(added(house_rules))


def ramsch(line: RamschLine, names: Sequence[str] = ()) -> str:
    """Return a Ramsch in words: "Ramsch: Anna 20 (2 tricks), Bernd 35 (3 tricks), Clara 65 (5 tricks), pushed once".

    In short it is "Ramsch: Clara 65, without a trick: 1, pushed once".
    """
    seats = range(1, 1 + max(len(line.card_points or ()), len(line.tricks or ())))
    texts = [_loser(line, seat, names) for seat in line.losers]
    texts += [_seat(line, seat, names) for seat in seats if _has(line, seat)]
    texts += [without_a_trick(line)] if line.virgins else []
    return ": ".join((_("Ramsch"), ", ".join((*texts, *before_a_ramsch(line)))))


def without_a_trick(line: RamschLine) -> str:
    """Return how many took no trick."""
    return _("without a trick: %(number)s") % {"number": line.virgins}


def before_a_ramsch(line: RamschLine) -> Iterator[str]:
    """Yield what doubled a Ramsch before it was played."""
    if line.pushes:
        yield ngettext("pushed once", "pushed %(count)s times", line.pushes) % {"count": line.pushes}
    if line.knocks:
        yield _("knocked: %(number)s") % {"number": line.knocks}


def added(house_rules: Beside) -> Iterator[str]:
    """Yield what house rules add to a declarer's game."""
    words = (
        house_rules.kind and KIND[house_rules.kind],
        house_rules.revolution and _("Revolution"),
        house_rules.spitze and _("Spitze"),
        ANNOUNCED.get(house_rules.announced),
        house_rules.opened and _("ouvert"),
        house_rules.has_sixty and _("with 60 card points"),
        house_rules.schenken and GIVEN_UP[house_rules.schenken],
        house_rules.stakes and STAKE[house_rules.stakes],
    )
    return (str(word) for word in words if word)


def _has(line: RamschLine, seat: int) -> bool:
    return _at(line.card_points, seat) is not None or _at(line.tricks, seat) is not None


def _called(seat: int, names: Sequence[str]) -> str:
    return names[seat - 1] if seat <= len(names) else _("Seat %(place)s") % {"place": seat}


def _loser(line: RamschLine, seat: int, names: Sequence[str]) -> str:
    name = _called(seat, names)
    return name if line.lost_with is None else f"{name} {line.lost_with}"


def _seat(line: RamschLine, seat: int, names: Sequence[str]) -> str:
    points, tricks, name = _at(line.card_points, seat), _at(line.tricks, seat), _called(seat, names)
    if tricks is None:
        return f"{name} {points}"
    taken = (
        _("jungfrau") if tricks == 0 else ngettext("%(count)s trick", "%(count)s tricks", tricks) % {"count": tricks}
    )
    if points is None:
        return f"{name} {taken}"
    return f"{name} {points} ({taken})"


def _at(seats: Sequence[int | None] | None, seat: int) -> int | None:
    return None if seats is None or seat > len(seats) else seats[seat - 1]

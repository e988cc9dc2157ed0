"""Why an act on the lists was refused, what is wrong with a deal, and by which clause."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import house
from scoring.rules.clauses import Citation, Edition
from scoring.rules.codes import PROBLEM as PROBLEM_OF
from scoring.rules.codes import Code
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.findings import Finding
from scoring.rules.profiles.codes import HouseProblem
from scoring.rules.profiles.games import AnyProblem
from scoring.rules.register.citing import OLD, clauses_about
from scoring.rules.register.clause import Clause
from tables.acts.wording.refusals import Sentence

PROBLEM = {
    Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND: gettext_lazy("Schneider can only be announced in a Hand game."),
    Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER: gettext_lazy(
        "Schwarz can only be announced together with Schneider announced."
    ),
    Code.OUVERT_WITHOUT_ANNOUNCEMENTS: gettext_lazy(
        "A suit game or Grand is played ouvert only as Hand, with Schneider and Schwarz announced."
    ),
    Code.LEVEL_ANNOUNCED_IN_NULL: gettext_lazy("Null has neither Schneider nor Schwarz."),
    Code.MATADORS_MISSING: gettext_lazy("The matadors are missing: with or without how many?"),
    Code.TOO_MANY_MATADORS: gettext_lazy(
        "That many matadors do not exist: there are at most 4 in Grand and 11 in a suit game."
    ),
    Code.MATADORS_IN_NULL: gettext_lazy("Null has no matadors."),
    Code.LEVEL_IN_NULL: gettext_lazy("Null has neither Schneider nor Schwarz."),
    Code.ANNOUNCED_LEVEL_MISSED: gettext_lazy(
        "A level was announced and not reached: then the game is lost, whatever the card points."
    ),
    Code.SCHWARZ_WITHOUT_SCHNEIDER: gettext_lazy("Who is Schwarz is also Schneider: tick both."),
    Code.WON_SCHWARZ_WITHOUT_CLUB_JACK: gettext_lazy(
        "Nobody wins every trick without the jack of clubs: the opponents hold it."
    ),
    Code.WON_SCHNEIDER_WITHOUT_SEVEN: gettext_lazy(
        "Without seven or more, the opponents make more than 30 points for sure: Schneider cannot be won."
    ),
    Code.LOST_SCHNEIDER_WITH_SEVEN: gettext_lazy(
        "With seven or more, the declarer makes more than 30 points for sure: the declarer cannot be Schneider."
    ),
    Code.LOST_SCHWARZ_WITH_THREE: gettext_lazy(
        "With three or more, the declarer makes a trick for sure: the declarer cannot be Schwarz."
    ),
    Code.WON_BELOW_BID: gettext_lazy("The game is worth less than the bid: it is overbid, and lost."),
    Code.OVERBID_THOUGH_COVERED: gettext_lazy("The game covers the bid: it is not overbid."),
    Code.OVERBID_WITHOUT_BID: gettext_lazy("Overbid: how high was the bid?"),
    Code.UNKNOWN_BID: gettext_lazy("Nobody can bid this value: it is not the value of any game."),
    Code.NULL_BELOW_BID: gettext_lazy(
        "This Null is worth less than the bid. It is lost as a suit game or Grand, by the bid and by the matadors held "
        "or missing: enter that game."
    ),
    Code.MANY_MATADORS: gettext_lazy("Five matadors or more are rare."),
    Code.SCHWARZ_ANNOUNCED: gettext_lazy("Schwarz announced is rare."),
    Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK: gettext_lazy(
        "Schwarz announced without the jack of clubs cannot be won."
    ),
    Code.SIMPLE_LOSS_WITH_ELEVEN: gettext_lazy("A game with all eleven matadors was lost?"),
    Code.LOST_SCHWARZ_WITH_ONE_OR_TWO: gettext_lazy(
        "The declarer held the jack of clubs and made no trick? Then it lay in the skat."
    ),
    Code.BELOW_BID_NOT_TICKED: gettext_lazy("The game is worth less than the bid, but “overbid” is not ticked."),
    Code.HALF_ENTRY: gettext_lazy("Choose both the game and its declarer."),
    Code.UNKNOWN_SEAT: gettext_lazy("Nobody sits there."),
    Code.TOO_FEW_PLAYERS: gettext_lazy("A round needs three players or four."),
    Code.ABSENT_DECLARER: gettext_lazy("The declarer was not at the table in this round."),
    Code.DEALER_PLAYED: gettext_lazy("At a table of four the dealer sits out: the dealer cannot be the declarer."),
    Code.WRONG_NUMBER: gettext_lazy("The deals are entered one after the other: this number is not next."),
    Code.TOO_MANY_DEALS: gettext_lazy("The series has fewer deals."),
    Code.INCOMPLETE: gettext_lazy("Deals are still missing: every series is played to its end."),
    Code.NEGATIVE_COUNT: gettext_lazy("Games won and lost: enter 0 or more."),
    Code.TOO_MANY_GAMES: gettext_lazy("The players have more games together than the list has deals."),
    Code.TOO_MANY_OWN_GAMES: gettext_lazy("One player has more games than anybody can have played."),
    Code.IMPOSSIBLE_POINTS: gettext_lazy("These games won and lost cannot give these points."),
}
"""A sentence for every code."""


def sentence(violation: AnyProblem) -> str:
    """Return a problem's sentence alone, where its clause stands beside it."""
    return house.sentence(violation) if isinstance(violation, HouseProblem) else str(PROBLEM[violation.code])


def clause(violation: AnyProblem) -> str:
    """Return where the rule behind a problem stands: a clause, or the house rules it is one of."""
    return house.section(violation) if isinstance(violation, HouseProblem) else violation.clause


def problem(violation: AnyProblem) -> str:
    """Return a problem's sentence with its clause."""
    return f"{sentence(violation)} ({clause(violation)})"


def code(problem_code: Code) -> str:
    """Return a code's sentence with its clause."""
    return problem(PROBLEM_OF[problem_code])


def finding(found_finding: Finding, *, with_deal: bool = True) -> str:
    """Return a finding's sentence, led by the deal or the seat it is about."""
    words = problem(found_finding.problem)
    if found_finding.seat is not None:
        return ": ".join((_("Seat %(place)s") % {"place": found_finding.seat}, words))
    if found_finding.deal is not None and with_deal:
        return ": ".join((_("Deal %(number)s") % {"number": found_finding.deal}, words))
    return words


def findings(all_findings: Iterable[Finding], *, with_deal: bool = True) -> list[str]:
    """Return the sentences of several findings, errors first, none twice."""
    ordered = sorted(all_findings, key=lambda each_finding: each_finding.problem.severity != "error")
    return list(dict.fromkeys(finding(each_finding, with_deal=with_deal) for each_finding in ordered))


def _objections(facts: Mapping[str, Any]) -> str:
    if not facts["places"]:
        return _("The table asks for a judge. Settle that first.")
    text = _("A player does not agree with the list (seat %(places)s). Settle that first.")
    return text % {"places": ", ".join(map(str, facts["places"]))}


def _disputes(facts: Mapping[str, Any]) -> str:
    waiting = map(_waiting, str(facts["open"]).split(", "))
    return _("This is still open, so the name is needed: %(open)s.") % {"open": ", ".join(waiting)}


def _waiting(part: str) -> str:
    """Return what is open, as the hall calls it: "appeal 2"."""
    what, _space, number = part.partition(" ")
    called = {"appeal": _("Appeal %(number)s"), "objection": _("Objection %(number)s"), "query": _("Query %(number)s")}
    return called.get(what, "%(number)s") % {"number": number}


REFUSED: dict[str, Sentence] = {
    "list-signed": gettext_lazy("The list is signed. At the table nothing in it can be changed any more (SkWO 7.2.3)."),
    "key-reused": gettext_lazy(
        "This has been sent already with something else in it. Please look at what is there, then send it anew."
    ),
    "disputes-open": _disputes,
    "event-runs": gettext_lazy("The event is not over yet. Names can be taken out when its final ranking is released."),
    "in-charge": gettext_lazy("This account is in charge of “%(event)s”. Take the office away first."),
    "keeps-a-book": gettext_lazy("This account keeps a club’s address book. Let somebody else keep it first."),
    "kept-until": gettext_lazy("Names of this event are kept until %(day)s (SkWO 7.4.4)."),
    "series-closed": gettext_lazy("Series %(series)s is closed; its lists take no entries any more."),
    "kept-as-totals": gettext_lazy("Only the results of this list were typed. Drop them to enter it deal by deal."),
    "house-deal-by-deal": gettext_lazy("This list is kept by house rules. Enter it deal by deal."),
    "stake-too-high": gettext_lazy("By the official rules a point is worth %(most)s cents at most (ISkO 5.5.4)."),
    "official-by-the-book": gettext_lazy(
        "An official tournament is played by the book alone: house rules such as Ramsch have no place in it "
        "(SkWO 9.4). Say first that this event is none."
    ),
    "rules-are-dealt": gettext_lazy(
        "In series %(series)s deals are written down already. By which rules a list is kept is said before its first "
        "deal, and stays."
    ),
    "rules-need-seats": gettext_lazy("Table %(table)s has %(seats)s seats: these rules are not played by so many."),
    "paper-seen-alone": gettext_lazy(
        "You play at this table. Name a second person who saw the paper, or leave it to another official."
    ),
    "deal-decided": gettext_lazy(
        "Deal %(deal)s stands as a decision or a correction of the signed list put it, so it is no slip of typing."
    ),
    "passed-unsaid": gettext_lazy(
        "%(played)s of %(length)s deals were played. How many of the other %(rest)s were passed in? If some were not "
        "played, accept the list with fewer deals, with a reason, or declare it void. Otherwise look for a slip in the "
        "games won and lost (SkWO 7.2.1, 7.2.4)."
    ),
    "passed-differs": gettext_lazy(
        "%(played)s deals played and %(passed)s passed in are not the %(length)s of the list. If some were not played, "
        "accept the list with fewer deals, with a reason, or declare it void. Otherwise look for a slip in the figures "
        "(SkWO 7.2.1, 7.2.4)."
    ),
    "kept-deal-by-deal": gettext_lazy("This list is kept deal by deal; its results follow from the deals."),
    "seated-otherwise": gettext_lazy(
        "The seats of this table were changed after this was written. Then: %(then)s. Now: %(now)s. "
        "Please say who is meant."
    ),
    "seats-unnamed": gettext_lazy(
        "The seats of this table were changed, and this does not say who sat there when it was written. Now: %(now)s."
    ),
    "undo-over": gettext_lazy(
        "Deal %(deal)s cannot simply be undone any more: it takes the consent of all players of the deal (ISkO 5.5.3)."
    ),
    "not-agreed": gettext_lazy("A correction needs the consent of all players of the deal (ISkO 5.5.3)."),
    "number-taken": gettext_lazy("Deal %(deal)s has been entered already. Look at the list before you go on."),
    "no-such-deal": gettext_lazy("There is no deal %(deal)s in this list."),
    "too-few-stay": gettext_lazy(
        "Only two would stay at table %(table)s, and Skat takes three (ISkO 1.1.1). Let the list end here instead: "
        "accept it with fewer deals."
    ),
    "round-begun": gettext_lazy("Players change when a round begins: choose one from %(first)s to %(last)s."),
    "no-round-left": gettext_lazy("The last round has begun; it is played to the end by those who sit there."),
    "no-chair-free": gettext_lazy(
        "Series %(series)s has no chair that can be given without moving somebody else. See “Late and missing”."
    ),
    "table-full": gettext_lazy("Four sit at table %(table)s already."),
    "players-changed": gettext_lazy(
        "At table %(table)s somebody left or came within the series, so the bonus for lost games follows from the "
        "deals. Please type the whole list."
    ),
    "chairs-exchanged": gettext_lazy(
        "At table %(tables)s two sat on each other’s chairs from a later deal on. Take that exchange back first."
    ),
    "chair-not-exchanged": gettext_lazy("Nobody else sat on chair %(place)s from a later deal on."),
    "chairs-need-deals": gettext_lazy("Only the results of this list were typed. Drop them to enter it deal by deal."),
    "chairs-by-the-book": gettext_lazy(
        "The list of table %(table)s is kept by house rules: its deals cannot be told apart by players."
    ),
    "chairs-differ": gettext_lazy("Both sat at this table, so both changed chairs with the same deal."),
    "chairs-testimony-needed": gettext_lazy(
        "A player of table %(table)s sat at another one from some deal on, so the lower score cannot be told. All "
        "players have to testify; or open the list again and have it signed anew."
    ),
    "list-void": gettext_lazy("The list of table %(table)s is void. Revoke that measure first."),
    "not-struck": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "deal-struck": gettext_lazy(
        "Deal %(deal)s is struck: it had not begun when the time was over. If it had, the direction can let it count."
    ),
    "nothing-changed": gettext_lazy("Nothing is different, so nothing was changed."),
    "not-the-last-deal": gettext_lazy("Only the last deal can be taken back; correct the others."),
    "nothing-to-enter": gettext_lazy("No deal was filled in."),
    "no-such-seat": gettext_lazy("Please choose."),
    "list-changed": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "other-name": gettext_lazy("Seat %(place)s is that of %(name)s. Nobody else’s name can be signed there."),
    "signature-missing": gettext_lazy("Nothing is signed yet: please draw, or say it aloud and choose who heard it."),
    "signed-two-ways": gettext_lazy(
        "This is both drawn and said aloud. Please clear the field, or sign without the other player."
    ),
    "drawing-unreadable": gettext_lazy("This signature could not be read. Please sign once more."),
    "drawing-too-short": gettext_lazy("Please sign with your name; this is hardly more than a dot or a line."),
    "heard-by-yourself": gettext_lazy("Please choose another player who heard it."),
    "no-such-hearer": gettext_lazy("Please choose."),
    "only-with-code": gettext_lazy(
        "Another phone keeps this list. Please type the code that it shows for seat %(place)s."
    ),
    "wrong-code": gettext_lazy("This is not the code of seat %(place)s. The phone that keeps the list shows it."),
    "objection-text-missing": gettext_lazy("Please say what is wrong in the list, so that it can be corrected."),
    "not-all-confirmed": gettext_lazy("Not everyone has confirmed yet: seat %(places)s."),
    "own-list": gettext_lazy(
        "You play at this table yourself, so you do not close its list alone. Either all its players sign it here "
        "first, still missing: seats %(places)s; or another official closes it."
    ),
    "own-list-of-others": gettext_lazy(
        "You play at this table yourself. Please let somebody do this who does not: %(names)s."
    ),
    "not-signed": gettext_lazy("The list is not signed."),
    "closed-before": gettext_lazy("Series %(series)s has been closed already."),
    "lists-open": gettext_lazy("The series cannot be closed: the lists of these tables are not signed: %(tables)s."),
    "series-open": gettext_lazy("Series %(series)s is not closed yet."),
    "end-in-the-future": gettext_lazy("This time is still to come. State the end when the event has ended."),
    "end-before-review": gettext_lazy(
        "The ranking shows other figures than those released, since %(changed)s. Whom that moves may appeal for 15 "
        "minutes: state an end not before that moment, or ask the hall again."
    ),
    "played-on": gettext_lazy(
        "A deal is played at table %(table)s of series %(open)s, so series %(series)s stays closed. The direction can "
        "correct a signed list of it (SkWO 7.2.5)."
    ),
    "ranking-released": gettext_lazy("The final ranking was released at %(released)s. Take the release back first."),
    "end-stated": gettext_lazy("The end of the event has been stated. Take it back first."),
    "refund-given": gettext_lazy("What was not played has been given back. Take the refund back first."),
    "series-played": gettext_lazy(
        "A deal is played at table %(table)s of series %(series)s meanwhile, so it stays on the plan."
    ),
    "length-played": gettext_lazy(
        "Play has begun at table %(table)s of series %(series)s, so its number of rounds and its time limit stay."
    ),
    "series-not-closed": gettext_lazy("Series %(series)s is not closed yet."),
    "end-before-last-series": gettext_lazy(
        "The event cannot have ended before its last series was closed (%(closed)s)."
    ),
    "end-earlier-than-stated": gettext_lazy(
        "The end was stated as %(ended)s already; stating it earlier would take time for appeals away."
    ),
    "released-before": gettext_lazy("The final ranking has been released; it is final."),
    "end-not-stated": gettext_lazy("State the end of the event first: the time for appeals runs from it."),
    "appeals-possible": gettext_lazy(
        "Appeals are possible until %(closes)s (ISkO 4.5.10). The ranking can be released after that."
    ),
    "appeals-open": gettext_lazy("An appeal is not decided yet: no. %(appeals)s. The ranking waits for it."),
    "series-not-begun": gettext_lazy("Series %(series)s has not begun: there is nothing to appeal against."),
    "text-missing": gettext_lazy("An appeal is made in writing: say what it is against, and why (SkWO 7.3.3)."),
    "not-at-this-table": gettext_lazy("No. %(number)s does not play at table %(table)s."),
    "reasons-missing": gettext_lazy("A decision needs its reasons."),
    "nothing-to-correct": gettext_lazy("Only an appeal that is upheld can correct the deal it is about."),
    "appeal-at-table": gettext_lazy(
        "A dispute or a measure is about the list of a table that nobody would sit at any more, so the seats stay."
    ),
    "seats-changed": gettext_lazy(
        "Something has changed in the meantime, so nothing was done. This is what it would mean now."
    ),
    "printing-busy": gettext_lazy("Several other documents are being made. Please wait until one is ready."),
    "kept-by-other": gettext_lazy("Another phone keeps this list."),
    "keeps-the-other": gettext_lazy("This phone keeps the other list of the table; one phone keeps one list."),
    "deal-corrected": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "only-the-direction": gettext_lazy("Only the direction can let another phone keep the list."),
    "no-such-call": gettext_lazy("Please choose."),
    "nobody-directs": gettext_lazy(
        "This table is all yours: nobody can be called to it. Please agree among yourselves."
    ),
    "proposal-settled": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "only-the-keeper": gettext_lazy("Only the phone that keeps the list can do this here."),
    "malformed": gettext_lazy("This form did not arrive completely. Please reload the page and try again."),
    "unreadable": gettext_lazy("This form did not arrive completely. Please reload the page and try again."),
    "too-many-acts": gettext_lazy("The series has fewer deals."),
    "too-many-changes": gettext_lazy(
        "More than %(most)s changes came from this table, and no list needs so many. It takes no more of them: please "
        "go on on paper."
    ),
    "not-saved": gettext_lazy("The server cannot save anything just now. What was entered stays on the phone."),
    "key-needed": gettext_lazy("The code of this table is not valid any more. Please scan the new one."),
    "no-such-table": gettext_lazy("There is no such table here. Please scan the code of your table again."),
    "objections-open": _objections,
    "proposals-open": gettext_lazy(
        "Another phone has entered something too (deal %(deals)s). Accept or dismiss it before the list is signed."
    ),
    "lists-differ": gettext_lazy(
        "The two lists of this table are not the same (deal %(deals)s). Settle that before the list is signed."
    ),
    "own-table": gettext_lazy("Nobody decides about their own table, appeal or decision. Ask another judge."),
}
"""A sentence for every code the services of the lists refuse with."""

SAID: dict[type[Exception], Callable[[Any], str]] = {
    EntryRefused: lambda error: " ".join(findings(error.findings)),
    IllegalContract: lambda error: code(error.code),
}
"""What says why, where a code alone does not."""


def clause_text(clause: Clause) -> str:
    """Return what a clause says."""
    # `manage.py makemessages` finds these texts in the register.
    return _(clause.says)


CARDS_AMISS: Final = gettext_lazy(
    "three cards in the skat, one card in the skat, misdeal, discarded wrongly, eleven cards, nine cards"
)
LOOKED: Final = gettext_lazy("looking into the skat, seeing the skat")
GIVEN_UP: Final = gettext_lazy("shortening the game, giving up")
CLAIMED: Final = gettext_lazy("shortening the game, claiming the rest, laying the cards down, showing the cards")

PLAYERS_WORDS: Final = {
    "ISkO 3.2.9": CARDS_AMISS,
    "ISkO 3.2.14": LOOKED,
    "ISkO 3.3.9": LOOKED,
    "ISkO 3.4.6": CARDS_AMISS,
    "ISkO 4.2.6": CARDS_AMISS,
    "ISkO 4.2.8": LOOKED,
    "ISkO 4.3.1": GIVEN_UP,
    "ISkO 4.3.2": GIVEN_UP,
    "ISkO 4.3.3": GIVEN_UP,
    "ISkO 4.3.4": CLAIMED,
    "ISkO 4.3.5": CLAIMED,
    "ISkO 4.3.6": gettext_lazy("shortening the game, throwing the cards down"),
    "ISkO 4.4.6": gettext_lazy("looking through the tricks, looking back, counting the points"),
    "ISkO 4.5.4": LOOKED,
}
"""What players call what a clause of 2002 is about, where the clause itself has other words."""


def _players_words(clause: Clause) -> str:
    number = clause.number if clause.edition is Edition.NOVEMBER_2002 else OLD[clause.number]
    return str(PLAYERS_WORDS.get(number, ""))


def clauses_found(words: str, *, edition: Edition) -> tuple[tuple[Citation, Clause], ...]:
    """Return the clauses in which all the words occur: in a number, in what they say or what players call it."""
    return clauses_about(
        words, edition=edition, text_of=lambda clause: f"{clause_text(clause)} {_players_words(clause)}"
    )

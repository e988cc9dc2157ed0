"""What the rules refuse or ask about, in words, each with its clause."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.wording import house_problems
from scoring.rules.codes import PROBLEM as PROBLEM_OF
from scoring.rules.codes import Code
from scoring.rules.game_list.findings import Finding
from scoring.rules.profiles.codes import HouseProblem
from scoring.rules.profiles.games import AnyProblem

PROBLEM = {
    Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND: gettext_lazy("Schneider can only be announced in a Hand game."),
    Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER: gettext_lazy(
        "Schwarz can only be announced together with Schneider announced."
    ),
    Code.OUVERT_WITHOUT_ANNOUNCEMENTS: gettext_lazy(
        "A suit game or Grand is played ouvert only as Hand, with Schneider and Schwarz announced."
    ),
    Code.LEVEL_ANNOUNCED_IN_NULL: gettext_lazy("Neither Schneider nor Schwarz can be announced in Null."),
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
    Code.HALF_ENTRY: gettext_lazy("A game needs its declarer, and a declarer a game."),
    Code.UNKNOWN_SEAT: gettext_lazy("Nobody sits there."),
    Code.TOO_FEW_PLAYERS: gettext_lazy("A round needs three players or four."),
    Code.ABSENT_DECLARER: gettext_lazy("The declarer was not at the table in this round."),
    Code.DEALER_PLAYED: gettext_lazy("At a table of four the dealer sits out: the dealer cannot be the declarer."),
    Code.WRONG_NUMBER: gettext_lazy("The deals are entered one after the other: this number is not next."),
    Code.TOO_MANY_DEALS: gettext_lazy("The series has fewer deals."),
    Code.INCOMPLETE: gettext_lazy("Deals are still missing: every series is played to its end."),
    Code.NEGATIVE_COUNT: gettext_lazy("Games won and lost cannot be fewer than none."),
    Code.TOO_MANY_GAMES: gettext_lazy("The players have more games together than the list has deals."),
    Code.TOO_MANY_OWN_GAMES: gettext_lazy("One player has more games than anybody can have played."),
    Code.IMPOSSIBLE_POINTS: gettext_lazy("These games won and lost cannot give these points."),
}
"""A sentence for every code."""


def sentence(found: AnyProblem) -> str:
    """Return a problem's sentence alone, where its clause stands beside it."""
    return house_problems.sentence(found) if isinstance(found, HouseProblem) else str(PROBLEM[found.code])


def clause(found: AnyProblem) -> str:
    """Return where the rule behind a problem stands: a clause, or the house rules it is one of."""
    return house_problems.section(found) if isinstance(found, HouseProblem) else found.clause


def problem(found: AnyProblem) -> str:
    """Return a problem's sentence with its clause."""
    return _("%(sentence)s (%(clause)s)") % {"sentence": sentence(found), "clause": clause(found)}


def code(found: Code) -> str:
    """Return a code's sentence with its clause."""
    return problem(PROBLEM_OF[found])


def finding(found: Finding, *, with_deal: bool = True) -> str:
    """Return a finding's sentence, led by the deal or the seat it is about."""
    words = problem(found.problem)
    if found.seat is not None:
        return _("Seat %(seat)s: %(sentence)s") % {"seat": found.seat, "sentence": words}
    if found.deal is not None and with_deal:
        return _("Deal %(deal)s: %(sentence)s") % {"deal": found.deal, "sentence": words}
    return words


def findings(found: Iterable[Finding], *, with_deal: bool = True) -> list[str]:
    """Return the sentences of several findings, errors first, none twice."""
    ordered = sorted(found, key=lambda one: one.problem.severity != "error")
    return list(dict.fromkeys(finding(one, with_deal=with_deal) for one in ordered))

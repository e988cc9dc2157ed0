"""What house rules refuse, in words, each with the rule it is of."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.profiles.codes import HouseCode, HouseProblem

PROBLEM: Final[dict[HouseCode, Promise]] = {
    HouseCode.OTHER_PROFILE: gettext_lazy("This deal was written down by other rules than this list is kept by."),
    HouseCode.STAKES_NOT_PLAYED: gettext_lazy("These rules know neither Contra nor Re."),
    HouseCode.STAKES_TOO_HIGH: gettext_lazy("These rules do not raise the stakes that far."),
    HouseCode.RAMSCH_NOT_PLAYED: gettext_lazy("These rules know no Ramsch: if nobody bids, the deal is passed in."),
    HouseCode.REVOLUTION_NOT_PLAYED: gettext_lazy("These rules know no Revolution."),
    HouseCode.SPITZE_NOT_PLAYED: gettext_lazy("These rules know no Spitze."),
    HouseCode.NO_KINDS: gettext_lazy("Only North American Skat has kinds of contract such as Tournee or Solo."),
    HouseCode.NOBODY_PASSES: gettext_lazy("By these rules no deal is passed in: somebody always plays."),
    HouseCode.NO_AUCTION: gettext_lazy("By these rules nobody bids: leave the bid out."),
    HouseCode.NO_HAND: gettext_lazy("By these rules there is no Hand game."),
    HouseCode.NOTHING_ANNOUNCED: gettext_lazy("By these rules nothing is announced beside the game."),
    HouseCode.SPITZE_IN_NULL: gettext_lazy("In Null there is no trump to make a Spitze with."),
    HouseCode.SPITZE_WITH_FOUR_JACKS: gettext_lazy("In a Grand with all four jacks no Spitze is announced."),
    HouseCode.CARD_POINTS_MISSING: gettext_lazy("A Ramsch needs the card points of everybody who played."),
    HouseCode.TRICKS_MISSING: gettext_lazy("A Ramsch needs the tricks of everybody who played."),
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
    HouseCode.CONTRA_BY_WHO_MAY_NOT: gettext_lazy("Contra is said by an opponent who plays this deal."),
    HouseCode.TARGET_REACHED: gettext_lazy("The list is over: somebody has reached the target."),
}
"""A sentence for every code."""

SECTION: Final[dict[str, Promise]] = {
    "Variants": gettext_lazy("house rules: variants"),
    "Ramsch": gettext_lazy("house rules: Ramsch"),
    "Revolution": gettext_lazy("house rules: Revolution"),
    "North American Skat": gettext_lazy("house rules: North American Skat"),
    "Räuberskat": gettext_lazy("house rules: Räuberskat"),
    "Bierskat": gettext_lazy("house rules: Bierlachs"),
}
"""What the headings of the encyclopedia are called."""


def sentence(found: HouseProblem) -> str:
    """Return the sentence of what house rules refuse."""
    return str(PROBLEM.get(found.code) or _("These rules do not allow that."))


def section(found: HouseProblem) -> str:
    """Return where the rule stands: a clause of the book, or the house rules it is one of."""
    return str(SECTION.get(found.section, found.section))

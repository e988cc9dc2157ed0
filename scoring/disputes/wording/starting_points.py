"""Texts that a judge may start from in the disputes that occur most; they change them as they like (ISkO 3, 4, 5)."""

import enum
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.disputes.models import DisputeKind
from scoring.rules.clauses import Edition


class Orders(enum.StrEnum):
    """What a decision orders in the list."""

    STAYS = "stays"
    LOST = "lost"  # lost at the simple level unless something else counts (ISkO 4.1.4, 5.2.5)
    WON = "won"
    STATED = "stated"  # the deal is corrected as it is stated
    AGAIN = "again"  # deals out of turn are void (ISkO 3.2.11)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingPoint:
    """A decision as it is often made."""

    title: str | Promise  # what happened, in a few words
    sentence: str | Promise
    reasons: str | Promise
    clauses: tuple[str, ...]  # in the numbers of 2002, unless one names another edition
    orders: Orders = Orders.STATED
    with_levels: str | Promise = ""  # instead, unless no level but that of the game counts (ISkO 4.1.5, 5.2.5)
    edition: Edition | None = None  # under which rules it is so, where these differ: whoever decides chooses


_lost = partial(
    StartingPoint,
    sentence=_("The game is lost at the simple level."),
    with_levels=_("The game is lost; what was announced counts."),
    orders=Orders.LOST,
)
_won = partial(
    StartingPoint,
    sentence=_("The game is won at the simple level."),
    with_levels=_("The game is won, with the level that was announced or that the bid needs."),
    orders=Orders.WON,
)
_stays = partial(StartingPoint, sentence=_("The list stays as it is."), orders=Orders.STAYS)
POINTS = {
    DisputeKind.REVOKE: (
        _lost(
            title=_("The declarer revoked"),
            reasons=_(
                "The declarer did not follow although it was possible. The game was not decided in that trick, so the"
                " declarer’s side loses it."
            ),
            clauses=("ISkO 4.2.3", "ISkO 4.1.4"),
        ),
        _won(
            title=_("An opponent revoked"),
            reasons=_(
                "An opponent did not follow although it was possible. The game was not decided in that trick; both"
                " opponents answer for it."
            ),
            clauses=("ISkO 4.2.3", "ISkO 4.1.4", "ISkO 3.5.2"),
        ),
        StartingPoint(
            title=_("The game was decided before the revoke"),
            sentence=_("The game stays with the side that had won it."),
            reasons=_("When the revoke was made the game had been won; it ends with what was made by then."),
            clauses=("ISkO 4.2.4", "ISkO 4.1.3"),
            orders=Orders.STAYS,
        ),
        _stays(
            title=_("Claimed too late"),
            reasons=_("Both sides had put their cards together when the revoke was claimed."),
            clauses=("ISkO 4.2.5",),
        ),
    ),
    DisputeKind.LEAD: (
        _won(
            title=_("An opponent led out of turn"),
            reasons=_("It happened before the game was decided."),
            clauses=("ISkO 4.1.3", "ISkO 4.1.4"),
        ),
        _lost(
            title=_("The declarer led out of turn"),
            reasons=_("It happened before the game was decided."),
            clauses=("ISkO 4.1.1", "ISkO 4.1.4"),
        ),
        _stays(
            title=_("Noticed after the trick"),
            reasons=_("The trick was complete when the wrong lead was noticed: the lead stands."),
            clauses=("ISkO 4.1.7",),
        ),
    ),
    DisputeKind.CLAIM: (
        StartingPoint(
            title=_("The declarer laid the cards open, and all opponents agreed"),
            sentence=_("The game is won as it was announced; a higher level only if it was claimed with it."),
            reasons=_("By laying the cards open the declarer claimed an undecided game."),
            clauses=("ISkO 4.4.4 (2018/2022)",),
            edition=Edition.SINCE_2018,
        ),
        StartingPoint(
            title=_("The declarer laid the cards open, and an opponent did not agree"),
            sentence=_("Play goes on with the declarer’s cards open; the game counts as it ends."),
            reasons=_("By laying the cards open the declarer claimed an undecided game."),
            clauses=("ISkO 4.4.4 (2018/2022)",),
            edition=Edition.SINCE_2018,
        ),
        _lost(
            title=_("The declarer laid the cards open and does not make every trick"),
            reasons=_(
                "By laying the cards open wordlessly the declarer claimed all further tricks. They were not made."
            ),
            clauses=("ISkO 4.3.4", "ISkO 4.1.4"),
            edition=Edition.NOVEMBER_2002,
        ),
        StartingPoint(
            title=_("An opponent laid the cards open, and the declarer can still get a trick"),
            sentence=_("The remaining tricks are the declarer’s, and the game counts with them."),
            reasons=_(
                "An opponent may play open only if the declarer can get no further trick, whatever that one and the"
                " other opponent play."
            ),
            clauses=("ISkO 4.4.5 (2018/2022)",),
            edition=Edition.SINCE_2018,
        ),
        StartingPoint(
            title=_("An opponent laid the cards open and does not make every trick"),
            sentence=_("The remaining tricks are the declarer’s, and the game counts with them."),
            reasons=_("An opponent may lay their cards open only if they make all further tricks themselves."),
            clauses=("ISkO 4.3.5",),
            edition=Edition.NOVEMBER_2002,
        ),
        StartingPoint(
            title=_("Somebody threw the cards down"),
            sentence=_("The game ends with the tricks and points made so far."),
            reasons=_(
                "Throwing the cards down ends the game. A level counts against whoever did it only if it was not out of"
                " reach in theory."
            ),
            clauses=("ISkO 4.4.6 (2018/2022)",),
            edition=Edition.SINCE_2018,
        ),
        StartingPoint(
            title=_("Somebody threw the cards down"),
            sentence=_("The game ends for their side with the points that it has."),
            reasons=_("Throwing the cards down open ends the game for one’s own side."),
            clauses=("ISkO 4.3.6",),
            edition=Edition.NOVEMBER_2002,
        ),
        _won(
            title=_("An opponent gave the game up"),
            reasons=_("An opponent gave the game up; both opponents answer for it."),
            clauses=("ISkO 4.3.3", "ISkO 3.5.2"),
            edition=Edition.NOVEMBER_2002,
        ),
    ),
    DisputeKind.ANNOUNCEMENT: (
        StartingPoint(
            title=_("Hand was not announced"),
            sentence=_("The game counts without Hand."),
            reasons=_("Hand counts only if it is announced."),
            clauses=("ISkO 3.4.1",),
        ),
        StartingPoint(
            title=_("Something was announced that cannot be"),
            sentence=_("The announcement is corrected; the game counts without it."),
            reasons=_("The announcement contradicted the rules, and everybody saw it. That is not a breach."),
            clauses=("ISkO 3.4.4", "ISkO 3.4.5"),
        ),
        StartingPoint(
            title=_("An announced level was missed"),
            sentence=_("The game is lost; what was announced counts."),
            reasons=_("What is announced has to be reached, and it counts also when it is missed."),
            clauses=("ISkO 5.2.5",),
        ),
        StartingPoint(
            title=_("Play began without an announcement"),
            sentence=_("The game is lost, by the last bid and by the matadors held or missing."),
            reasons=_(
                "The declarer played without having announced a game. What it counts as follows from the bid and the"
                " matadors."
            ),
            clauses=("ISkO 4.1.1",),
        ),
    ),
    DisputeKind.BIDDING: (
        StartingPoint(
            title=_("Overbid"),
            sentence=_("The game is overbid and lost."),
            reasons=_(
                "The value of the game stays below the bid. What is lost is twice the smallest multiple of the base"
                " value that reaches it."
            ),
            clauses=("ISkO 5.4.1",),
        ),
        StartingPoint(
            title=_("A Null below the bid"),
            sentence=_("The game is lost as a suit game or Grand, by the bid and the matadors."),
            reasons=_(
                "The announced Null is worth less than the bid. What it counts as follows from the bid and from the"
                " matadors held or missing."
            ),
            clauses=("ISkO 3.4.4",),
        ),
    ),
    DisputeKind.DEALING: (
        StartingPoint(
            title=_("The wrong player dealt"),
            sentence=_("What was dealt out of turn is void and is dealt again."),
            reasons=_("The mistake was made in this round; all deals since then are void."),
            clauses=("ISkO 3.2.11", "ISkO 3.2.12"),
            orders=Orders.AGAIN,
        ),
        StartingPoint(
            title=_("Too many or too few cards"),
            sentence=_("The game is won at the simple level by the side with the right number of cards."),
            with_levels=_("The game is won by the side with the right number of cards; what was announced counts."),
            reasons=_("The cards were dealt rightly; one side then had a wrong number of them."),
            clauses=("ISkO 4.2.6",),
        ),
        StartingPoint(
            title=_("A misdeal noticed after the bidding: one side has a wrong number of cards"),
            sentence=_("The cards are not dealt again: the side with the right number of them wins."),
            reasons=_(
                "The wrong number of cards was noticed only after the bidding. Cards are dealt again only before it"
                " ends, or where both sides have a wrong number."
            ),
            clauses=("ISkO 3.2.9", "ISkO 4.2.6"),
        ),
        StartingPoint(
            title=_("A misdeal noticed after the bidding: both sides have a wrong number of cards"),
            sentence=_("The cards are dealt again by the same dealer."),
            reasons=_("Both sides had a wrong number of cards, so neither wins by it."),
            clauses=("ISkO 3.2.9",),
            orders=Orders.STAYS,
        ),
    ),
    DisputeKind.LIST: (
        StartingPoint(
            title=_("The deal is written down wrong"),
            sentence=_("The list is corrected."),
            reasons=_("All players of the deal agree on what was played."),
            clauses=("ISkO 5.5.3",),
        ),
    ),
    DisputeKind.CONDUCT: (
        StartingPoint(
            title=_("A remark that betrays cards"),
            sentence=_("The game is lost at the simple level by the side at fault."),
            with_levels=_("The game is lost by the side at fault; what was announced counts."),
            reasons=_("It happened before the game was decided."),
            clauses=("ISkO 4.2.9", "ISkO 4.1.4"),
        ),
        StartingPoint(
            title=_("Somebody looked at the skat during the game"),
            sentence=_("The game is lost at the simple level by the side at fault."),
            with_levels=_("The game is lost by the side at fault; what was announced counts."),
            reasons=_("Looking at the skat ends the game."),
            clauses=("ISkO 4.2.8", "ISkO 4.1.4"),
        ),
        StartingPoint(
            title=_("Somebody looked through the tricks"),
            sentence=_("The game is lost at the simple level by the side at fault."),
            with_levels=_("The game is lost by the side at fault; what was announced counts."),
            reasons=_("Looking through tricks, or counting their points, ends the game."),
            clauses=("ISkO 4.4.6", "ISkO 4.1.4"),
        ),
    ),
}


def points_by_kind(kind: str) -> list[tuple[str, bool, list[tuple[str, StartingPoint]]]]:
    """Return all texts to start from, each with its name: by kind, with that of the dispute first and marked."""
    kinds = sorted(POINTS, key=lambda dispute_kind: dispute_kind != kind)
    return [
        (
            str(dispute_kind.label),
            dispute_kind == kind,
            [(f"{dispute_kind.value}-{at}", point) for at, point in enumerate(POINTS[dispute_kind])],
        )
        for dispute_kind in kinds
    ]


def point_named(name: str) -> StartingPoint | None:
    """Return a text to start from by its name, if there is one."""
    kind, _dash, at = name.partition("-")
    points = POINTS[DisputeKind(kind)] if kind in POINTS else ()
    return points[int(at)] if at.isdecimal() and len(at) < 3 and int(at) < len(points) else None

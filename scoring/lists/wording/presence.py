"""Who left a table or came to it, in words (ISkO 3.1.2, 4.5.9)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.rules.game_list.deals import GameList


def comings_and_goings(game_list: GameList, names: Sequence[str]) -> list[str]:
    """Return a sentence for each who left or came, in the order of the rounds; ``names`` are from seat 1 on."""
    said = []
    before = tuple(range(1, game_list.seats + 1))
    for part in game_list.presence:
        is_first_round = part.from_round == 1
        for seat in range(1, game_list.seats + 1):
            facts = {"name": names[seat - 1], "round": part.from_round}
            if seat in before and seat not in part.seats and not is_first_round:
                said.append(_("From round %(round)s on without %(name)s.") % facts)
            elif seat in before and seat not in part.seats and not any(seat in one.seats for one in game_list.presence):
                said.append(_("Without %(name)s from the start.") % facts)
            elif seat in part.seats and seat not in before:
                said.append(_("From round %(round)s on with %(name)s.") % facts)
        before = part.seats
    return said


def presence_in_brief(game_list: GameList) -> str:
    """Return the same by seats, for where names do not belong; empty where everybody stays."""
    return " ".join(
        comings_and_goings(game_list, [_("seat %(place)s") % {"place": at} for at in range(1, game_list.seats + 1)])
    )

"""What was done at the tables in words: lists, phones, calls, presence, the clock of a series; and how far a
list is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.lists.models import Call, Confirmation
from scoring.lists.selectors.boards import ListState
from scoring.lists.selectors.house import is_to_a_target
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording.games import stake_in_words
from scoring.lists.wording.house import rules_or_book
from scoring.rules.game_list.deals import GameList

PLAIN = {
    "clock.end-undone": gettext_lazy("Series %(series)s: the time taken back, the clock goes on"),
    "clock.ended": gettext_lazy("Series %(series)s: the time called"),
    "clock.paused": gettext_lazy("Series %(series)s: the clock stopped"),
}
"""The acts whose facts fill their sentence as they are."""

_CORRECTED = gettext_lazy("deal %(deal)s corrected to %(points)s points")
_ENTERED = gettext_lazy("deal %(deal)s entered, %(points)s points")
_TAKEN_BACK = gettext_lazy("deal %(deal)s taken back")

AT_TABLE = {
    "deal.proposed": gettext_lazy("deal %(deal)s came and waits to be accepted"),
    "list.accepted-short": gettext_lazy("the list accepted with fewer deals"),
    "list.allowed-until": gettext_lazy("deals up to no. %(deal)s had begun in time"),
    "list.chairs-exchanged": gettext_lazy(
        "from deal %(from_deal)s on no. %(one)s and no. %(other)s on each other’s chairs, each credited with what they "
        "played"
    ),
    "list.chairs-taken-back": gettext_lazy("the exchange of no. %(one)s and no. %(other)s taken back"),
    "list.deal-added": gettext_lazy("deal %(deal)s added with %(points)s points"),
    "list.deal-corrected": _CORRECTED,
    "list.deal-entered": _ENTERED,
    "list.deal-taken-back": _TAKEN_BACK,
    "list.entered": gettext_lazy("deals %(first)s to %(last)s typed from paper"),
    "list.frozen-anew": gettext_lazy("the signed list as it was corrected, fingerprint %(hash).12s"),
    "list.joined": gettext_lazy("no. %(entrant)s joined as the fourth from round %(from_round)s on"),
    "list.joining-taken-back": gettext_lazy("taken back that no. %(entrant)s joined as the fourth"),
    "list.left": gettext_lazy("without seat %(place)s from round %(from_round)s on"),
    "list.reopened": gettext_lazy("the list opened again"),
    "list.returned": gettext_lazy("seat %(place)s is there from round %(from_round)s on"),
    "list.short-withdrawn": gettext_lazy("the list goes on to its last deal"),
    "list.slip-mended": gettext_lazy("a slip of typing put right, as the paper says"),
    "list.totals-dropped": gettext_lazy("the typed results dropped"),
    "list.totals-entered": gettext_lazy("results typed from paper"),
    "phone.clock-off": gettext_lazy("the clock of phone %(phone)s is %(minutes)s minutes off"),
    "phone.keeps": gettext_lazy("a phone keeps the list"),
    "phone.took-over": gettext_lazy("another phone keeps the list from now on"),
    "proposal.accepted": gettext_lazy("the proposed deal %(deal)s accepted"),
    "proposal.dismissed": gettext_lazy("the proposed deal %(deal)s dismissed"),
    "proposal.withdrawn": gettext_lazy("the proposed deal %(deal)s withdrawn"),
    "seats.confirmed": gettext_lazy("everybody sits where they should"),
    "second.deal-corrected": _CORRECTED,
    "second.deal-entered": _ENTERED,
    "second.deal-taken-back": _TAKEN_BACK,
    "second.given-up": gettext_lazy("given up after %(deals)s deals"),
    "table.key-renewed": gettext_lazy("new key for the list"),
}
"""What was done with the list of a table; before it stands which, behind it why."""


def at_table(text: Any, data: Mapping[str, Any], *, second: bool = False) -> str:
    """Return what was done with the list of a table: which one, what, and the reason where one was given."""
    which = _("Series %(series)s, table %(table)s, second list") if second else _("Series %(series)s, table %(table)s")
    first, other = data.get("entrants", (None, None))
    facts = {**data, "one": first, "other": other}
    return with_reason(f"{which % data}: {str(text) % facts}", data)


def with_reason(text: str, data: Mapping[str, Any]) -> str:
    """Return what was done, with the reason where one was given."""
    return _("%(said)s, because: %(because)s") % {**data, "said": text} if data.get("because") else text


def _told(action: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda data: at_table(
        AT_TABLE[action], data, second=action.startswith("second.") or data.get("copy") == "second"
    )


def _dealt_again(data: Mapping[str, Any]) -> str:
    if data["first"] is None:
        return at_table(_("a wrong dealer, noticed too late to deal again"), data)
    return at_table(_("dealt again from no. %(first)s, because of a wrong dealer"), data)


def _call(text: str, data: Mapping[str, Any]) -> str:
    text = at_table(text % {"call": Call.Kind(data["kind"]).label}, data)
    return _("%(said)s, by seat %(place)s") % {**data, "said": text} if data.get("place") else text


def _answered(data: Mapping[str, Any]) -> str:
    if data["kind"] == Call.Kind.TAKE_OVER:
        granted, refused = _("the other phone was given the list"), _("the list stays with the phone that keeps it")
        return at_table(granted if data["granted"] else refused, data)
    return _call(_("call settled: %(call)s"), data)


def _confirmed(data: Mapping[str, Any]) -> str:
    text = at_table(_("seat %(place)s confirmed the list"), data)
    if data.get("way") == Confirmation.Way.ALOUD:
        return _("%(said)s, aloud, heard by seat %(heard_by)s") % {**data, "said": text}
    return f"{text} ({Confirmation.Way(data['way']).label})" if data.get("way") else text


def _resumed(data: Mapping[str, Any]) -> str:
    minutes = round(data["seconds"] / 60)
    text = ngettext(
        "Series %(series)s: the clock goes on after %(minutes)s minute",
        "Series %(series)s: the clock goes on after %(minutes)s minutes",
        minutes,
    )
    return text % {**data, "minutes": minutes}


def _struck(data: Mapping[str, Any]) -> str:
    last = sorted(data["last_deals"].items(), key=lambda value: int(value[0]))
    tables = ", ".join(
        _("table %(table)s after deal %(deal)s") % {"table": table, "deal": deal} for table, deal in last
    )
    return _("Series %(series)s: deals not begun in time struck: %(tables)s") % {**data, "tables": tables}


def _settled(data: Mapping[str, Any]) -> str:
    words = {
        "first": _("deal %(deal)s settled as in the first list, %(points)s points"),
        "second": _("deal %(deal)s settled as in the second list, %(points)s points"),
    }
    return at_table(words[data["right"]], data)


def _signed(data: Mapping[str, Any]) -> str:
    return at_table(_("the list signed, fingerprint %(hash).12s") if "hash" in data else _("the list signed"), data)


def _rules_chosen(data: Mapping[str, Any]) -> str:
    text = _by_which_rules(data)
    return f"{text}; {stake_in_words(data['stake'])}" if "stake" in data else text


def _by_which_rules(data: Mapping[str, Any]) -> str:
    if data["by_the_book"]:
        return _("Official tournament: every list is kept by the book")
    each = _("Series %(number)s: %(what)s")
    text = "; ".join(each % {"number": number, "what": rules_or_book(name)} for number, name in data["rules"].items())
    return _("No official tournament. Lists: %(rules)s") % {"rules": text} if text else _("No official tournament")


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **{action: _told(action) for action in AT_TABLE},
    "call.made": lambda data: _call(_("call: %(call)s"), data),
    "call.settled": _answered,
    "clock.resumed": _resumed,
    "list.confirmed": _confirmed,
    "list.dealt-again": _dealt_again,
    "list.signed": _signed,
    "lists.struck": _struck,
    "rules.chosen": _rules_chosen,
    "second.settled": _settled,
}
"""The acts whose sentence depends on their facts."""


STATE = {
    ListState.WAITING: gettext_lazy("not begun"),
    ListState.OPEN: gettext_lazy("in play"),
    ListState.COMPLETE: gettext_lazy("complete"),
    ListState.SIGNED: gettext_lazy("signed"),
}


def state_name(state: ListState) -> str:
    """Return how far a list is."""
    return str(STATE[state])


def ended_early(sheet: Sheet) -> str:
    """Return after which deal a list ended that has not all of them; nobody knows how many one to a target has."""
    facts = {"deal": len(sheet.lines), "length": sheet.game_list.length}
    if is_to_a_target(sheet.row.profile):
        return _("Ended after deal %(deal)s") % facts
    return _("Ended after deal %(deal)s of %(length)s") % facts


def comings_and_goings(game_list: GameList, names: Sequence[str]) -> list[str]:
    """Return a sentence for each who left or came, in the order of the rounds; ``names`` are from seat 1 on."""
    texts = []
    before = tuple(range(1, game_list.seats + 1))
    for part in game_list.presence:
        is_first_round = part.from_round == 1
        for seat in range(1, game_list.seats + 1):
            facts = {"name": names[seat - 1], "round": part.from_round}
            if seat in before and seat not in part.seats and not is_first_round:
                texts.append(_("From round %(round)s on without %(name)s.") % facts)
            elif (
                seat in before
                and seat not in part.seats
                and not any(seat in presence.seats for presence in game_list.presence)
            ):
                texts.append(_("From round %(round)s on without %(name)s.") % {**facts, "round": 1})
            elif seat in part.seats and seat not in before:
                texts.append(_("From round %(round)s on with %(name)s.") % facts)
        before = part.seats
    return texts


def presence_in_brief(game_list: GameList) -> str:
    """Return the same by seats, for where names do not belong; empty where everybody stays."""
    return " ".join(
        comings_and_goings(game_list, [_("seat %(place)s") % {"place": at} for at in range(1, game_list.seats + 1)])
    )

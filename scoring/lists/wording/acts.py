"""What was done at the tables in words: lists, phones, calls, presence, the clock of a series; and how far a
list is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
    "list.accepted-short": gettext_lazy(
        "Series %(series)s, table %(table)s: the list accepted with fewer deals, because: %(because)s"
    ),
    "list.short-withdrawn": gettext_lazy(
        "Series %(series)s, table %(table)s: the list goes on to its last deal, because: %(because)s"
    ),
    "list.allowed-until": gettext_lazy(
        "Series %(series)s, table %(table)s: deals up to no. %(deal)s had begun in time"
    ),
    "list.deal-corrected": gettext_lazy(
        "Series %(series)s, table %(table)s: deal %(deal)s corrected to %(points)s points, because: %(because)s"
    ),
    "list.deal-entered": gettext_lazy("Series %(series)s, table %(table)s: deal %(deal)s entered, %(points)s points"),
    "list.entered": gettext_lazy("Series %(series)s, table %(table)s: deals %(first)s to %(last)s typed from paper"),
    "list.frozen-anew": gettext_lazy(
        "Series %(series)s, table %(table)s: the signed list as it was corrected, fingerprint %(hash).12s"
    ),
    "list.joined": gettext_lazy(
        "Series %(series)s, table %(table)s: no. %(entrant)s joined as the fourth from round %(from_round)s on"
    ),
    "list.joining-taken-back": gettext_lazy(
        "Series %(series)s, table %(table)s: taken back that no. %(entrant)s joined as the fourth"
    ),
    "list.reopened": gettext_lazy("Series %(series)s, table %(table)s: the list opened again, because: %(because)s"),
    "list.slip-mended": gettext_lazy(
        "Series %(series)s, table %(table)s: a slip of typing put right, as the paper says: %(because)s"
    ),
    "list.totals-dropped": gettext_lazy("Series %(series)s, table %(table)s: the typed results dropped"),
    "list.totals-entered": gettext_lazy("Series %(series)s, table %(table)s: results typed from paper"),
    "deal.proposed": gettext_lazy("Series %(series)s, table %(table)s: deal %(deal)s came and waits to be accepted"),
    "phone.clock-off": gettext_lazy(
        "Series %(series)s, table %(table)s: the clock of phone %(phone)s is %(minutes)s minutes off"
    ),
    "proposal.accepted": gettext_lazy("Series %(series)s, table %(table)s: the proposed deal %(deal)s accepted"),
    "proposal.dismissed": gettext_lazy("Series %(series)s, table %(table)s: the proposed deal %(deal)s dismissed"),
    "proposal.withdrawn": gettext_lazy("Series %(series)s, table %(table)s: the proposed deal %(deal)s withdrawn"),
    "seats.confirmed": gettext_lazy("Series %(series)s, table %(table)s: everybody sits where they should"),
    "second.deal-corrected": gettext_lazy(
        "Series %(series)s, table %(table)s, second list: deal %(deal)s corrected to %(points)s points, "
        "because: %(because)s"
    ),
    "second.deal-entered": gettext_lazy(
        "Series %(series)s, table %(table)s, second list: deal %(deal)s entered, %(points)s points"
    ),
    "second.given-up": gettext_lazy(
        "Series %(series)s, table %(table)s: the second list given up after %(deals)s deals, because: %(because)s"
    ),
    "table.key-renewed": gettext_lazy("Series %(series)s, table %(table)s: new key for the list"),
}
"""The acts whose facts fill their sentence as they are."""


def _taken_back(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s, table %(table)s: deal %(deal)s taken back") % data
    return _("%(said)s, because: %(because)s") % {**data, "said": text} if data["because"] else text


def _second_taken_back(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s, table %(table)s, second list: deal %(deal)s taken back") % data
    return _("%(said)s, because: %(because)s") % {**data, "said": text} if data["because"] else text


def _left(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s, table %(table)s: without seat %(place)s from round %(from_round)s on") % data
    return _("%(said)s, because: %(because)s") % {**data, "said": text} if data["because"] else text


def _returned(data: Mapping[str, Any]) -> str:
    text = _("Series %(series)s, table %(table)s: seat %(place)s is there from round %(from_round)s on") % data
    return _("%(said)s, because: %(because)s") % {**data, "said": text} if data["because"] else text


def _chairs_exchanged(data: Mapping[str, Any]) -> str:
    text = _(
        "Series %(series)s, table %(table)s: from deal %(from_deal)s on no. %(one)s and no. %(other)s on each other’s "
        "chairs, each credited with what they played, because: %(because)s"
    )
    return text % {**data, "one": data["entrants"][0], "other": data["entrants"][1]}


def _chairs_taken_back(data: Mapping[str, Any]) -> str:
    text = _(
        "Series %(series)s, table %(table)s: the exchange of no. %(one)s and no. %(other)s taken back, "
        "because: %(because)s"
    )
    return text % {**data, "one": data["entrants"][0], "other": data["entrants"][1]}


def _dealt_again(data: Mapping[str, Any]) -> str:
    if data["first"] is None:
        return _("Series %(series)s, table %(table)s: a wrong dealer, noticed too late to deal again") % data
    return _("Series %(series)s, table %(table)s: dealt again from no. %(first)s, because of a wrong dealer") % data


def _keeps(data: Mapping[str, Any]) -> str:
    words = {
        "first": _("Series %(series)s, table %(table)s: a phone keeps the list"),
        "second": _("Series %(series)s, table %(table)s: a phone keeps the second list"),
    }
    return words[data["copy"]] % data


def _took_over(data: Mapping[str, Any]) -> str:
    words = {
        "first": _("Series %(series)s, table %(table)s: another phone keeps the list from now on"),
        "second": _("Series %(series)s, table %(table)s: another phone keeps the second list from now on"),
    }
    return words[data["copy"]] % data


def _called(data: Mapping[str, Any]) -> str:
    words = {
        "seat": _("Series %(series)s, table %(table)s calls: somebody sits where they should not"),
        "take-over": _("Series %(series)s, table %(table)s calls: another phone is to keep the list"),
        "objection": _("Series %(series)s, table %(table)s calls: seat %(place)s does not agree with the list"),
        "help": _("Series %(series)s, table %(table)s calls for help"),
        "leaves": _("Series %(series)s, table %(table)s calls: seat %(place)s leaves"),
        "returns": _("Series %(series)s, table %(table)s calls: seat %(place)s is back"),
    }
    return words[data["kind"]] % data


def _confirmed(data: Mapping[str, Any]) -> str:
    words = {
        "drawn": _("Series %(series)s, table %(table)s: seat %(place)s confirmed the list, drawn"),
        "aloud": _(
            "Series %(series)s, table %(table)s: seat %(place)s confirmed the list aloud, heard by seat %(heard_by)s"
        ),
        "phone": _("Series %(series)s, table %(table)s: seat %(place)s confirmed the list on a phone of their own"),
    }
    plain = _("Series %(series)s, table %(table)s: seat %(place)s confirmed the list")
    return words.get(data.get("way", ""), plain) % data


def _answered(data: Mapping[str, Any]) -> str:
    words = {
        "seat": _("Series %(series)s, table %(table)s: the call about the seats is settled"),
        "take-over": _("Series %(series)s, table %(table)s: the list stays with the phone that keeps it"),
        "objection": _("Series %(series)s, table %(table)s: the objection of seat %(place)s is settled"),
        "help": _("Series %(series)s, table %(table)s: the call for help is settled"),
        "leaves": _("Series %(series)s, table %(table)s: the call that seat %(place)s leaves is settled"),
        "returns": _("Series %(series)s, table %(table)s: the call that seat %(place)s is back is settled"),
    }
    if data["kind"] == "take-over" and data["granted"]:
        return _("Series %(series)s, table %(table)s: the other phone was given the list") % data
    return words[data["kind"]] % data


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
        "first": _("Series %(series)s, table %(table)s: deal %(deal)s settled as in the first list, %(points)s points"),
        "second": _(
            "Series %(series)s, table %(table)s: deal %(deal)s settled as in the second list, %(points)s points"
        ),
    }
    return words[data["right"]] % data


def _signed(data: Mapping[str, Any]) -> str:
    if "hash" not in data:
        return _("Series %(series)s, table %(table)s: the list signed") % data
    return _("Series %(series)s, table %(table)s: the list signed, fingerprint %(hash).12s") % data


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
    "call.made": _called,
    "call.settled": _answered,
    "clock.resumed": _resumed,
    "list.chairs-exchanged": _chairs_exchanged,
    "list.chairs-taken-back": _chairs_taken_back,
    "list.confirmed": _confirmed,
    "list.deal-taken-back": _taken_back,
    "list.dealt-again": _dealt_again,
    "list.left": _left,
    "list.returned": _returned,
    "list.signed": _signed,
    "lists.struck": _struck,
    "rules.chosen": _rules_chosen,
    "second.settled": _settled,
    "phone.keeps": _keeps,
    "phone.took-over": _took_over,
    "second.deal-taken-back": _second_taken_back,
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
                texts.append(_("Without %(name)s from the start.") % facts)
            elif seat in part.seats and seat not in before:
                texts.append(_("From round %(round)s on with %(name)s.") % facts)
        before = part.seats
    return texts


def presence_in_brief(game_list: GameList) -> str:
    """Return the same by seats, for where names do not belong; empty where everybody stays."""
    return " ".join(
        comings_and_goings(game_list, [_("Seat %(place)s") % {"place": at} for at in range(1, game_list.seats + 1)])
    )

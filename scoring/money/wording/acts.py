"""What was done with money, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.wording.amounts import euros
from tables.journal.wording import account

PLAIN = {
    "card.given-back": gettext_lazy("Start card given back: no. %(card)s"),
    "card.return-withdrawn": gettext_lazy("Start card of no. %(card)s not given back after all, because: %(because)s"),
    "prize.hand-over-withdrawn": gettext_lazy(
        "Not handed over to no. %(number)s after all: %(good)s, because: %(because)s"
    ),
    "money.refund-withdrawn": gettext_lazy(
        "What was given back for series not played taken back, because: %(because)s"
    ),
    "prize.fall-back-withdrawn": gettext_lazy("Prize of no. %(number)s theirs again, because: %(because)s"),
    "money.closed": gettext_lazy("The account of the event closed"),
    "money.reopened": gettext_lazy("The account of the event opened again, because: %(because)s"),
    "prize.handed-over": gettext_lazy("Handed over to no. %(number)s: %(good)s"),
    "money.terms-set": gettext_lazy("Set: where transfers go, and on what a prize waits"),
}
"""The acts whose facts fill their sentence as they are."""

MOST_NAMED = 6


def _with_reason(said: str, data: Mapping[str, Any]) -> str:
    because = data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": said, "because": because} if because else said


def _tariffs(data: Mapping[str, Any]) -> str:
    names = ", ".join(one["name"] for one in data["tariffs"])
    if not names:
        said = _("Nothing is charged any more")
    elif data["openly"]:
        said = _("Tariffs changed after somebody was charged: %(names)s") % {"names": names}
    else:
        said = _("Tariffs set: %(names)s") % {"names": names}
    return _with_reason(said, data)


def _charged(data: Mapping[str, Any]) -> str:
    owing = data["owing"]
    if not owing:
        return _("The ticks “paid” set to what is owed")
    if len(owing) > MOST_NAMED:
        total = euros(sum(owing.values()))
        said = ngettext("Charged: %(count)s entrant, %(total)s", "Charged: %(count)s entrants, %(total)s", len(owing))
        return said % {"count": len(owing), "total": total}
    said = ", ".join(
        _("no. %(number)s %(amount)s") % {"number": number, "amount": euros(cents)} for number, cents in owing.items()
    )
    return _("Charged: %(who)s") % {"who": said}


def _paid(data: Mapping[str, Any]) -> str:
    amount = euros(data["cents"])
    if "payers" in data:
        numbers = ", ".join(map(str, data["payers"]))
        return {
            "cash": _("Paid together for no. %(numbers)s: %(amount)s in cash"),
            "transfer": _("Paid together for no. %(numbers)s: %(amount)s by transfer"),
            "voucher": _("Paid together for no. %(numbers)s: %(amount)s by voucher"),
        }[data["way"]] % {"numbers": numbers, "amount": amount}
    return {
        "cash": _("No. %(number)s paid %(amount)s in cash"),
        "transfer": _("No. %(number)s paid %(amount)s by transfer"),
        "voucher": _("No. %(number)s paid %(amount)s by voucher"),
    }[data["way"]] % {"number": data["number"], "amount": amount}


def _ticked(data: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, data["payers"]))
    return _("Ticked as paid, no. %(numbers)s: %(amount)s") % {"numbers": numbers, "amount": euros(data["cents"])}


def _unticked(data: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, data["payers"]))
    return _("Not paid after all, no. %(numbers)s: %(amount)s") % {"numbers": numbers, "amount": euros(data["cents"])}


def _put_off(data: Mapping[str, Any]) -> str:
    return _("No. %(number)s pays %(amount)s later") % {"number": data["number"], "amount": euros(data["cents"])}


def _taken_back(data: Mapping[str, Any]) -> str:
    said = _("Movement %(movement)s of %(amount)s taken back")
    if "more" in data:
        said = ngettext(
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            data["more"],
        )
    said %= {"movement": data["of"], "more": data.get("more"), "amount": euros(data["cents"])}
    return _with_reason(said, data)


def _paid_out(data: Mapping[str, Any]) -> str:
    return _("Paid out to no. %(number)s: %(amount)s") % {"number": data["number"], "amount": euros(data["cents"])}


def _moved_over(data: Mapping[str, Any]) -> str:
    said = _("Of no. %(number)s to no. %(to)s: %(amount)s")
    return said % {"number": data["number"], "to": data["to"], "amount": euros(data["cents"])}


def _box(sentence: str, data: Mapping[str, Any]) -> str:
    return _with_reason(sentence % {"box": data["box"], "amount": euros(data["cents"])}, data)


def _put_in(data: Mapping[str, Any]) -> str:
    return _box(_("Box %(box)s: %(amount)s of the organiser put in"), data)


def _taken_out(data: Mapping[str, Any]) -> str:
    return _box(_("Box %(box)s: %(amount)s taken out for the organiser"), data)


def _counted(data: Mapping[str, Any]) -> str:
    facts = {"box": data["box"], "found": euros(data["found"]), "expected": euros(data["expected"])}
    if data["found"] == data["expected"]:
        said = _("Box %(box)s counted: %(found)s, as it should be") % facts
    else:
        said = _("Box %(box)s counted: %(found)s instead of %(expected)s") % facts
    if "user" in data:
        said = _("%(said)s; from now on %(user)s has it") % {"said": said, "user": account(data)}
    return _with_reason(said, data)


def _filled(data: Mapping[str, Any]) -> str:
    return _("What was charged went into the pots: %(amount)s") % {"amount": euros(data["cents"])}


def _given_to_pot(data: Mapping[str, Any]) -> str:
    said = _("Given to the pot “%(pot)s”: %(amount)s") % {"pot": data["pot"], "amount": euros(data["cents"])}
    return _with_reason(said, data)


def _jackpot(data: Mapping[str, Any]) -> str:
    said = _("No. %(number)s wins %(amount)s of the pot “%(pot)s”")
    facts = {"number": data["number"], "pot": data["pot"], "amount": euros(data["cents"])}
    return _with_reason(said % facts, data)


def _planned(data: Mapping[str, Any]) -> str:
    names = ", ".join(one["name"] for one in data["lists"])
    return _("Prizes planned: %(names)s") % {"names": names} if names else _("There are no prizes any more")


def _given(data: Mapping[str, Any]) -> str:
    said = ngettext("%(count)s prize given, %(amount)s", "%(count)s prizes given, %(amount)s", data["given"])
    said = said % {"count": data["given"], "amount": euros(data["cents"])}
    if not data["off"]:
        return said
    off = ngettext("%(said)s; %(count)s taken off again", "%(said)s; %(count)s taken off again", data["off"])
    return off % {"said": said, "count": data["off"]}


def _fell_back(data: Mapping[str, Any]) -> str:
    what = data["good"] or euros(data["cents"])
    return _("Not fetched by no. %(number)s: %(what)s") % {"number": data["number"], "what": what}


def _refunded(data: Mapping[str, Any]) -> str:
    said = _("Given back for %(played)s of %(planned)s series played: %(amount)s")
    facts = {"played": data["played"], "planned": data["planned"], "amount": euros(data["cents"])}
    return _with_reason(said % facts, data)


def _carried(data: Mapping[str, Any]) -> str:
    facts = {"number": data["number"], "amount": euros(abs(data["cents"]))}
    if data["cents"] > 0:
        return _with_reason(_("The organiser carries what no. %(number)s owes: %(amount)s") % facts, data)
    return _with_reason(_("No. %(number)s forfeits %(amount)s") % facts, data)


TOLD = {
    "money.carried": _carried,
    "money.counted": _counted,
    "money.given-to-pot": _given_to_pot,
    "money.jackpot": _jackpot,
    "money.moved-over": _moved_over,
    "money.paid-out": _paid_out,
    "money.pots-filled": _filled,
    "money.put-in": _put_in,
    "money.refunded": _refunded,
    "money.taken-out": _taken_out,
    "prize.fell-back": _fell_back,
    "prizes.given": _given,
    "prizes.planned": _planned,
    "money.charged": _charged,
    "money.paid": _paid,
    "money.put-off": _put_off,
    "money.taken-back": _taken_back,
    "money.tariffs-set": _tariffs,
    "money.ticked": _ticked,
    "money.unticked": _unticked,
}
"""The acts whose sentence depends on their facts."""

"""What was done with money, in words."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.utils.functional import Promise
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

CENTS: Final = frozenset({"due", "expected", "found", "has", "owed", "seen"})
"""Facts that are amounts in cents."""


def in_euros(sentence: str | Promise, facts: Mapping[str, Any]) -> str:
    """Return a sentence with its amounts as they are written, and with the start numbers of all who paid."""
    said = {name: euros(value) if name in CENTS else value for name, value in facts.items()}
    amount = {"amount": euros(abs(facts["cents"]))} if "cents" in facts else {}
    return str(sentence) % {**said, **amount, "numbers": ", ".join(map(str, facts.get("payers", ())))}


def _said(sentence: str | Promise, data: Mapping[str, Any]) -> str:
    """Return what was done, with the reason where somebody gave one."""
    said, because = in_euros(sentence, data), data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": said, "because": because} if because else said


def _tariffs(data: Mapping[str, Any]) -> str:
    names = ", ".join(one["name"] for one in data["tariffs"])
    said = _("Tariffs changed after somebody was charged: %(names)s") if data["openly"] else _("Tariffs set: %(names)s")
    return _said(said if names else _("Nothing is charged any more"), {**data, "names": names})


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


PAID: Final = {
    "cash": gettext_lazy("No. %(number)s paid %(amount)s in cash"),
    "transfer": gettext_lazy("No. %(number)s paid %(amount)s by transfer"),
    "voucher": gettext_lazy("No. %(number)s paid %(amount)s by voucher"),
}
PAID_TOGETHER: Final = {
    "cash": gettext_lazy("Paid together for no. %(numbers)s: %(amount)s in cash"),
    "transfer": gettext_lazy("Paid together for no. %(numbers)s: %(amount)s by transfer"),
    "voucher": gettext_lazy("Paid together for no. %(numbers)s: %(amount)s by voucher"),
}
"""What somebody paid, alone or for several, by the way."""


def _taken_back(data: Mapping[str, Any]) -> str:
    said = _("Movement %(movement)s of %(amount)s taken back")
    if "more" in data:
        said = ngettext(
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            data["more"],
        )
    return _said(said, {**data, "movement": data["of"]})


def _counted(data: Mapping[str, Any]) -> str:
    as_expected = data["found"] == data["expected"]
    said = _("Box %(box)s counted: %(found)s, as it should be")
    said = in_euros(said if as_expected else _("Box %(box)s counted: %(found)s instead of %(expected)s"), data)
    if "user" in data:
        said = _("%(said)s; from now on %(user)s has it") % {"said": said, "user": account(data)}
    return _said("%(done)s", {**data, "done": said})


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


def _carried(data: Mapping[str, Any]) -> str:
    owes = _("The organiser carries what no. %(number)s owes: %(amount)s")
    return _said(owes if data["cents"] > 0 else _("No. %(number)s forfeits %(amount)s"), data)


SAID: Final = {
    "money.given-to-pot": gettext_lazy("Given to the pot “%(pot)s”: %(amount)s"),
    "money.jackpot": gettext_lazy("No. %(number)s wins %(amount)s of the pot “%(pot)s”"),
    "money.moved-over": gettext_lazy("Of no. %(number)s to no. %(to)s: %(amount)s"),
    "money.paid-out": gettext_lazy("Paid out to no. %(number)s: %(amount)s"),
    "money.pots-filled": gettext_lazy("What was charged went into the pots: %(amount)s"),
    "money.put-in": gettext_lazy("Box %(box)s: %(amount)s of the organiser put in"),
    "money.put-off": gettext_lazy("No. %(number)s pays %(amount)s later"),
    "money.refunded": gettext_lazy("Given back for %(played)s of %(planned)s series played: %(amount)s"),
    "money.taken-out": gettext_lazy("Box %(box)s: %(amount)s taken out for the organiser"),
    "money.ticked": gettext_lazy("Ticked as paid, no. %(numbers)s: %(amount)s"),
    "money.unticked": gettext_lazy("Not paid after all, no. %(numbers)s: %(amount)s"),
}
"""The acts whose facts fill their sentence, amounts as they are written; behind it comes the reason."""

TOLD = {
    **{action: partial(_said, sentence) for action, sentence in SAID.items()},
    "money.carried": _carried,
    "money.charged": _charged,
    "money.counted": _counted,
    "money.paid": lambda data: in_euros((PAID_TOGETHER if "payers" in data else PAID)[data["way"]], data),
    "money.taken-back": _taken_back,
    "money.tariffs-set": _tariffs,
    "prize.fell-back": lambda data: (
        _("Not fetched by no. %(number)s: %(what)s") % {**data, "what": data["good"] or euros(data["cents"])}
    ),
    "prizes.given": _given,
    "prizes.planned": _planned,
}
"""The acts whose sentence depends on their facts."""

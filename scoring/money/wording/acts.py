"""What was done with money, why it was refused, what is waited for and lacking, in words."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.reckon.tariffs import MoneyFault
from scoring.money.selectors.statement import Lack, Missing, Why
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
    values = {name: euros(value) if name in CENTS else value for name, value in facts.items()}
    amount = {"amount": euros(abs(facts["cents"]))} if "cents" in facts else {}
    return str(sentence) % {**values, **amount, "numbers": ", ".join(map(str, facts.get("payers", ())))}


def _said(sentence: str | Promise, data: Mapping[str, Any]) -> str:
    """Return what was done, with the reason where somebody gave one."""
    text, because = in_euros(sentence, data), data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": text, "because": because} if because else text


def _tariffs(data: Mapping[str, Any]) -> str:
    names = ", ".join(tariffs["name"] for tariffs in data["tariffs"])
    text = _("Tariffs changed after somebody was charged: %(names)s") if data["openly"] else _("Tariffs set: %(names)s")
    return _said(text if names else _("Nothing is charged any more"), {**data, "names": names})


def _charged(data: Mapping[str, Any]) -> str:
    owing = data["owing"]
    if not owing:
        return _("The ticks “paid” set to what is owed")
    if len(owing) > MOST_NAMED:
        total = euros(sum(owing.values()))
        text = ngettext("Charged: %(count)s entrant, %(total)s", "Charged: %(count)s entrants, %(total)s", len(owing))
        return text % {"count": len(owing), "total": total}
    text = ", ".join(
        _("no. %(number)s %(amount)s") % {"number": number, "amount": euros(cents)} for number, cents in owing.items()
    )
    return _("Charged: %(who)s") % {"who": text}


WAYS: Final = {
    "cash": gettext_lazy("Cash"),
    "transfer": gettext_lazy("By transfer"),
    "voucher": gettext_lazy("By voucher"),
}


def paid(who: object, cents: int, way: str) -> str:
    """Return who paid how much, and in which way."""
    return _("No. %(numbers)s paid %(amount)s (%(way)s)") % {"numbers": who, "amount": euros(cents), "way": WAYS[way]}


def _taken_back(data: Mapping[str, Any]) -> str:
    text = _("Movement %(movement)s of %(amount)s taken back")
    if "more" in data:
        text = ngettext(
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            "Movement %(movement)s and %(more)s more of its act, %(amount)s together, taken back",
            data["more"],
        )
    return _said(text, {**data, "movement": data["of"]})


def _counted(data: Mapping[str, Any]) -> str:
    as_expected = data["found"] == data["expected"]
    text = _("Box %(box)s counted: %(found)s, as it should be")
    text = in_euros(text if as_expected else _("Box %(box)s counted: %(found)s instead of %(expected)s"), data)
    if "user" in data:
        text = _("%(said)s; from now on %(user)s has it") % {"said": text, "user": account(data)}
    return _said("%(done)s", {**data, "done": text})


def _given(data: Mapping[str, Any]) -> str:
    text = ngettext("%(count)s prize given, %(amount)s", "%(count)s prizes given, %(amount)s", data["given"])
    text = text % {"count": data["given"], "amount": euros(data["cents"])}
    if not data["off"]:
        return text
    off = ngettext("%(said)s; %(count)s taken off again", "%(said)s; %(count)s taken off again", data["off"])
    return off % {"said": text, "count": data["off"]}


def _carried(data: Mapping[str, Any]) -> str:
    owes = _("The organiser carries what no. %(number)s owes: %(amount)s")
    return _said(owes if data["cents"] > 0 else _("No. %(number)s forfeits %(amount)s"), data)


IN_EUROS: Final = {
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
    **{action: partial(_said, sentence) for action, sentence in IN_EUROS.items()},
    "money.carried": _carried,
    "money.charged": _charged,
    "money.counted": _counted,
    "money.paid": lambda data: paid(
        ", ".join(map(str, data.get("payers") or [data["number"]])), abs(data["cents"]), data["way"]
    ),
    "money.taken-back": _taken_back,
    "money.tariffs-set": _tariffs,
    "prize.fell-back": lambda data: (
        _("Not fetched by no. %(number)s: %(what)s") % {**data, "what": data["good"] or euros(data["cents"])}
    ),
    "prizes.given": _given,
    "prizes.planned": lambda data: (
        _("Prizes planned: %(names)s") % {"names": ", ".join(lists["name"] for lists in data["lists"])}
        if data["lists"]
        else _("There are no prizes any more")
    ),
}
"""The acts whose sentence depends on their facts."""


WAITS = {
    Why.LIST_OPEN: gettext_lazy("a list of theirs is not handed in and signed (SkWO 7.4.1)"),
    Why.OBJECTION_OPEN: gettext_lazy("something at a table of theirs is not decided yet"),
    Why.START_CARD: gettext_lazy("the start card is not given back (SkWO 9.13)"),
    Why.ABSENT: gettext_lazy("they are not present"),
    Why.TOO_LATE: gettext_lazy("the day until which prizes can be fetched is over"),
}
"""Why a prize is not paid out yet, as the end of a sentence."""


def waits_for(whys: Iterable[Why]) -> str:
    """Return what a prize waits for: "the start card is not given back; they are not present"."""
    return "; ".join(str(WAITS[why]) for why in whys)


def lack(found_lack: Lack) -> str:
    """Return what is missing before the account can be closed, as a sentence."""
    numbers = ", ".join(map(str, found_lack.numbers))
    match found_lack.what:
        case Missing.LISTS_OPEN:
            return _("Lists are still at play: what they cost is not known yet.")
        case Missing.PRIZES_OPEN:
            return _("The prizes of the plan are not given yet: release the ranking first.")
        case Missing.PRIZES_HELD:
            text = ngettext(
                "Prize %(numbers)s waits to be handed over.",
                "Prizes %(numbers)s wait to be handed over.",
                len(found_lack.numbers),
            )
            return text % {"numbers": numbers}
        case Missing.BOX_UNCOUNTED:
            boxes = ", ".join(found_lack.boxes)
            text = ngettext(
                "Box %(boxes)s was not counted since money last went in or out.",
                "Boxes %(boxes)s were not counted since money last went in or out.",
                len(found_lack.boxes),
            )
            return text % {"boxes": boxes}
        case _:
            due = _("Not settled with no. %(numbers)s: altogether %(amount)s are due to them.")
            owe = _("Not settled with no. %(numbers)s: altogether they owe %(amount)s.")
            return (due if found_lack.cents < 0 else owe) % {"numbers": numbers, "amount": euros(abs(found_lack.cents))}


FAULTS = {
    MoneyFault.NEGATIVE: gettext_lazy("There cannot be less than none."),
    MoneyFault.NOT_FROM_ONE: gettext_lazy("It counts from 1."),
    MoneyFault.TIERS_FALL: gettext_lazy(
        "Each step reaches further than the one before, and only the last one is open."
    ),
    MoneyFault.AMOUNTS_OF_SIZE: gettext_lazy("A table needs exactly as many amounts as it has seats."),
    MoneyFault.SHARE_OR_CENTS: gettext_lazy(
        "Give a share or a sum. Only the last pot can do without: it takes the rest."
    ),
    MoneyFault.ABOVE_ALL: gettext_lazy("Shares are 100 % together at most."),
    MoneyFault.UNKNOWN_POT: gettext_lazy("Nothing goes to such a pot."),
}
"""What cannot be so in a tariff or a plan of prizes."""


def fault(money_fault: object) -> str:
    """Return what cannot be so, as a sentence."""
    return str(FAULTS.get(money_fault, money_fault)) if isinstance(money_fault, MoneyFault) else str(money_fault)


def _impossible(facts: Mapping[str, Any]) -> str:
    return f"{facts['name']}: {fault(facts['fault'])}"


def _still_time(facts: Mapping[str, Any]) -> str:
    if facts["until"] is None:
        return _("The event does not say until when prizes can be fetched, so none falls back.")
    text = _("Prizes can be fetched until %(until)s; until then none falls back.")
    return text % {"until": date_format(facts["until"], "SHORT_DATE_FORMAT")}


REFUSED = {
    "account-lacks": lambda facts: " ".join(map(lack, facts["lacks"])),
    "box-has-less": partial(in_euros, gettext_lazy("There are only %(has)s in the box.")),
    "difference-unexplained": partial(
        in_euros,
        gettext_lazy(
            "There are %(found)s in the box, and %(expected)s should be. Count once more; if it stays so, say why, and "
            "it is booked as a difference."
        ),
    ),
    "fetched-before": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "given-for-card": gettext_lazy(
        "No. %(number)s got a prize for the start card. Take back first what was given out."
    ),
    "nothing-refunded": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "goes-to-themselves": gettext_lazy("Choose two different start numbers."),
    "more-than-due": partial(in_euros, gettext_lazy("%(due)s are due to no. %(number)s: give that, or a part of it.")),
    "no-prizes-yet": gettext_lazy("There are no prizes to give yet: the places are not settled."),
    "no-such-prize": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "no-such-ranking": gettext_lazy("“%(name)s” is for no ranking of this event. Choose one of them."),
    "not-closed": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "nothing-due": gettext_lazy("Nothing is due to no. %(number)s."),
    "nothing-open": gettext_lazy("Everything is settled with no. %(number)s."),
    "nothing-to-refund": gettext_lazy("Nobody has anything to be given back."),
    "pieces-impossible": gettext_lazy("There cannot be less than none."),
    "pot-has-less": partial(in_euros, gettext_lazy("There are only %(has)s in the pot “%(pot)s”.")),
    "pot-missing": gettext_lazy("Please choose."),
    "prize-waits": lambda facts: (
        _("Nothing is given to no. %(number)s yet: %(why)s.") % {**facts, "why": waits_for(facts["why"])}
    ),
    "prizes-given": gettext_lazy("Prizes have been given already, so their plan stays."),
    "prizes-impossible": _impossible,
    "prizes-nameless": gettext_lazy("Every list of prizes needs a name and a group."),
    "refunded-before": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "second-missing": gettext_lazy("Two people sign the account. Say who the second one is."),
    "series-not-planned": gettext_lazy("%(planned)s series are planned. Say how many of them were played."),
    "still-time": _still_time,
    "account-closed": gettext_lazy("The account of the event is closed. Open it again first, with a reason."),
    "amount-missing": gettext_lazy("Say how much: an amount above zero."),
    "amount-too-large": gettext_lazy("That is more than %(most)s €, which is surely a slip of the pen."),
    "charged-already": gettext_lazy(
        "Somebody has been charged already. The tariffs can still be changed, but openly: say so and say why, then "
        "everybody is charged anew and can read the reason."
    ),
    "holder-missing": gettext_lazy("Say whose account it is: the bank wants the name."),
    "iban-wrong": gettext_lazy("This IBAN cannot be right. Please compare it with the bank card."),
    "no-such-payment": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "owes-nothing": gettext_lazy("No. %(number)s owes nothing."),
    "owes-otherwise": partial(
        in_euros,
        gettext_lazy(
            "No. %(number)s owes %(owed)s now, not %(seen)s as the page showed: somebody else took money from them "
            "just now, or a list came in. Nothing was booked; look at what is owed and take the payment again."
        ),
    ),
    "taken-back-before": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "tariff-code-twice": gettext_lazy("Two tariffs are called “%(tariff)s”. Give each its own name."),
    "tariff-impossible": _impossible,
    "tariff-nameless": gettext_lazy("Each needs a name."),
    "too-many-at-once": gettext_lazy("There can be %(most)s at most. Nothing was added."),
}
"""A sentence for every code that acts with money are refused with."""

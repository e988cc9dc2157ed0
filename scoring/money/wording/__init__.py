"""Amounts, reasons and movements in words; what was done with money, why it was refused, what is lacking."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, Final

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.money.models import MoneyTerms, Move, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.tariffs import MoneyFault, Word
from scoring.money.selectors.accounts import OF_MONEY
from scoring.money.selectors.lines import BoxNow, Cost, EntrantAccount, Names
from scoring.money.selectors.statement import Lack, Missing, Pots, Statement, Why
from tables.journal.wording import account as user_of
from tables.tournaments.models import Tournament

PLACES = 2  # a cent is the second place behind the comma


def euros(cents: int) -> str:
    """Return an amount as it is written: "2.50 €"."""
    return _("%(amount)s €") % {"amount": plain_euros(cents)}


def plain_euros(cents: int) -> str:
    """Return an amount without its currency: "2.50"."""
    return number_format(Decimal(cents).scaleb(-PLACES), decimal_pos=PLACES)


DIGITS = (
    gettext_lazy("zero"),
    gettext_lazy("one"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
)


def in_words(cents: int) -> str:
    """Return an amount digit by digit, as a receipt has it beside the number so that nobody adds one to it."""
    whole, rest = divmod(cents, 10**PLACES)
    text = " – ".join(str(DIGITS[int(digit)]) for digit in str(whole))
    return _("%(digits)s euros, %(cents)s cents") % {"digits": text, "cents": f"{rest:02}"}


MOVED = {
    "carried": gettext_lazy("carried by the organiser"),
    "difference": gettext_lazy("difference at the count"),
    "entry": gettext_lazy("for entering"),
    "fills": gettext_lazy("into the pot"),
    "free": pgettext_lazy("nothing is charged", "free"),
    "given-to-pot": gettext_lazy("given to the pot"),
    "jackpot": pgettext_lazy("pot of money", "jackpot"),
    "list": gettext_lazy("for the list"),
    "moved-over": gettext_lazy("goes over"),
    "paid": gettext_lazy("Paid"),
    "paid-out": gettext_lazy("Paid out"),
    "put-in": gettext_lazy("put in by the organiser"),
    "refund": gettext_lazy("given back for series not played"),
    "taken-back": gettext_lazy("taken back"),
    "taken-out": gettext_lazy("taken out for the organiser"),
    "team": gettext_lazy("for the team"),
    "ticked": gettext_lazy("ticked as paid"),
    "to-organiser": gettext_lazy("To the organiser at the end"),
    "unclaimed": gettext_lazy("Not fetched"),
}


def reason(code: str) -> str:
    """Return why an amount was moved: "3 lost games", "place 2 of 4", "paid", by its code."""
    word, *numbers = code.split()
    count, of = (*map(int, numbers), 0, 0)[:2]
    match word:
        case Move.PRIZE:
            return _("prize %(place)s") % {"place": of}
        case Word.LOST_GAMES:
            return ngettext("%(count)s lost game", "%(count)s lost games", count) % {"count": count}
        case Word.PLACE_AT_TABLE:
            return _("place %(place)s of %(of)s at the table") % {"place": count, "of": of}
        case Word.PASSED_IN:
            text = ngettext("a part of %(count)s deal passed in", "a part of %(count)s deals passed in", count)
            return text % {"count": count}
        case _:
            return str(MOVED[word])


BESIDE = {
    "carried": gettext_lazy("Debts and forfeits carried by the organiser"),
    "difference": gettext_lazy("Differences of cash boxes"),
    "prize": gettext_lazy("Prizes of the organiser’s own money"),
    "refund": gettext_lazy("Given back"),
    "unclaimed": gettext_lazy("Prizes not fetched"),
}


def account_lines(statement: Statement) -> Iterator[tuple[str, int, bool]]:
    """Yield the lines of an account as page, sheet and workbook have them: what, cents, whether it is a sum."""
    yield from ((name, cents, False) for name, cents in statement.tariffs)
    yield _("Charged together"), statement.pots.charged, True
    if statement.pots.gifts:
        yield _("Gifts and jackpots brought over"), statement.pots.gifts, False
        yield _("Income together"), statement.pots.income, True
    if statement.pots.given:
        yield _("Prizes and jackpots"), -statement.pots.given, False
    if statement.pots.unclaimed:
        yield _("Prizes not fetched, back in a pot"), statement.pots.unclaimed, False
    yield _("Left in pots and in none"), statement.left, True
    yield from ((str(BESIDE[reason]), cents, False) for reason, cents in statement.beside)
    yield _("Stays with the organiser"), statement.stays, True


def pot_lines(pots: Pots) -> Iterator[tuple[str, int, int, int]]:
    """Yield the pots, what is in none, and all together: name, came in, given, left."""
    yield from ((pot.name, pot.taken, pot.given, pot.holds) for pot in pots.pots)
    if pots.in_none:
        yield _("in no pot"), pots.in_none, 0, pots.in_none
    yield _("Together"), pots.income + pots.unclaimed, pots.given, pots.left


def costs(of_list: Iterable[Cost]) -> str:
    """Return what a list costs somebody: "3 lost games: 1.50 €"; nothing where it costs nothing."""
    return " · ".join(f"{reason(cost.reason)}: {euros(cost.cents)}" for cost in of_list if cost.cents)


ALONE: Final = {
    Purpose.TRANSFER: gettext_lazy("Bank"),
    Purpose.VOUCHER: gettext_lazy("Vouchers"),
    Purpose.ORGANISER: gettext_lazy("Organiser"),
}


def account(pair: Account, names: Names) -> str:
    """Return what an account is called: "No. 12 Erna Schulz", "Cash box 1", "Pot prizes", "Entry fee"."""
    match pair.purpose:
        case Purpose.ENTRANT:
            name = names.entrants.get(int(pair.name), "")
            return " ".join(filter(None, (_("No. %(number)s") % {"number": pair.name}, name)))
        case Purpose.TARIFF:
            return names.tariffs.get(pair.name, pair.name)
        case Purpose.POT:
            return _("Pot %(name)s") % {"name": pair.name}
        case Purpose.BOX:
            return _("Cash box %(name)s") % {"name": pair.name}
        case _:
            return str(ALONE[pair.purpose])


def between(row: MovementRow, names: Names) -> tuple[str, str]:
    """Return from whom to whom an amount went, as a person would say it.

    What is moved in cash or at the bank goes as it is written. A claim is written against whoever has it, and a person
    says it the other way round: the entry fee goes from an entrant to the tariff, a prize from a pot to an entrant.
    """
    pair = account(row.from_account, names), account(row.to_account, names)
    return pair if OF_MONEY & {row.source, row.target} else pair[::-1]


def called(box: BoxNow) -> str:
    """Return a cash box with who has it: "Cash box 2, erna"."""
    name = _("Cash box %(name)s") % {"name": box.name}
    return f"{name}, {box.held_by}" if box.held_by else name


def why(row: MovementRow) -> str:
    """Return why an amount was moved: "3 lost games, series 1, table 4", "takes back no. 17: wrong person"."""
    text = reason(row.reason)
    if row.reverses is not None:
        text = _("takes back no. %(number)s") % {"number": row.reverses.number}
    elif row.series is not None:
        text = _("%(said)s, series %(series)s, table %(table)s") % {
            "said": text,
            "series": row.series,
            "table": row.table,
        }
    return f"{text}: {row.because}" if row.because else text


LONGEST_REFERENCE: Final = 140  # letters that a bank takes for what a transfer is for (EPC069-12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """What a transfer says."""

    holder: str
    iban: str
    cents: int
    reference: str


def transfer_of(terms: MoneyTerms, tournament: Tournament, account: EntrantAccount) -> Transfer | None:
    """Return how somebody transfers what they owe; None where they owe nothing, or no account is announced."""
    if account.owes <= 0 or not (terms.iban and terms.holder):
        return None
    text = _("No. %(number)s %(event)s") % {"number": account.number, "event": tournament.name}
    return Transfer(holder=terms.holder, iban=terms.iban, cents=account.owes, reference=text[:LONGEST_REFERENCE])


PLAIN = {
    "card.given-back": gettext_lazy("Start card given back: no. %(card)s"),
    "money.refund-withdrawn": gettext_lazy(
        "What was given back for series not played taken back, because: %(because)s"
    ),
    "money.closed": gettext_lazy("The account of the event closed"),
    "money.reopened": gettext_lazy("The account of the event opened again, because: %(because)s"),
    "prize.handed-over": gettext_lazy("Handed over to no. %(number)s: %(good)s"),
    "money.terms-set": gettext_lazy("Set: where transfers go, and on what a prize waits"),
}
MOST_NAMED = 6
CENTS: Final = frozenset({"due", "expected", "found", "has", "owed", "seen"})  # facts that are amounts in cents


def in_euros(sentence: str | Promise, facts: Mapping[str, Any]) -> str:
    """Return a sentence with its amounts as they are written, and with the start numbers of all who paid."""
    values = {name: euros(value) if name in CENTS else value for name, value in facts.items()}
    amount = {"amount": euros(abs(facts["cents"]))} if "cents" in facts else {}
    return str(sentence) % {**values, **amount, "numbers": ", ".join(map(str, facts.get("payers", ())))}


def _said(sentence: str | Promise, data: Mapping[str, Any]) -> str:
    text, because = in_euros(sentence, data), data.get("because")
    return _("%(said)s, because: %(because)s") % {"said": text, "because": because} if because else text


def _tariffs(data: Mapping[str, Any]) -> str:
    names = ", ".join(tariffs["name"] for tariffs in data["tariffs"])
    return _said(_("Tariffs set: %(names)s"), {**data, "names": names or "–"})


def _charged(data: Mapping[str, Any]) -> str:
    owing = data["owing"]
    if not owing:
        return _("The ticks “paid” set to what is owed")
    if len(owing) > MOST_NAMED:
        text = ngettext("%(count)s entrant", "%(count)s entrants", len(owing)) % {"count": len(owing)}
        return _("Charged: %(who)s") % {"who": f"{text}, {euros(sum(owing.values()))}"}
    texts = [f"{_('No. %(number)s') % {'number': number}} {euros(cents)}" for number, cents in owing.items()]
    return _("Charged: %(who)s") % {"who": ", ".join(texts)}


WAYS: Final = {
    "cash": gettext_lazy("Cash"),
    "transfer": gettext_lazy("By transfer"),
    "voucher": gettext_lazy("By voucher"),
}


def paid(who: object, cents: int, way: str) -> str:
    """Return who paid how much, and in which way."""
    return _("No. %(numbers)s paid %(amount)s (%(way)s)") % {"numbers": who, "amount": euros(cents), "way": WAYS[way]}


def _taken_back(data: Mapping[str, Any]) -> str:
    movement = f"{data['of']} (+{data['more']})" if "more" in data else data["of"]
    return _said(_("Movement %(movement)s of %(amount)s taken back"), {**data, "movement": movement})


def _counted(data: Mapping[str, Any]) -> str:
    as_expected = data["found"] == data["expected"]
    text = _("Box %(box)s counted: %(found)s")
    text = in_euros(text if as_expected else _("Box %(box)s counted: %(found)s instead of %(expected)s"), data)
    if "user" in data:
        text = _("%(said)s; from now on %(user)s has it") % {"said": text, "user": user_of(data)}
    return _said("%(done)s", {**data, "done": text})


def _given(data: Mapping[str, Any]) -> str:
    text = ngettext("%(count)s prize given, %(amount)s", "%(count)s prizes given, %(amount)s", data["given"])
    text = text % {"count": data["given"], "amount": euros(data["cents"])}
    if not data["off"]:
        return text
    off = ngettext("%(said)s; %(count)s taken off again", "%(said)s; %(count)s taken off again", data["off"])
    return off % {"said": text, "count": data["off"]}


def _fell_back(data: Mapping[str, Any]) -> str:
    return _("Not fetched by no. %(number)s: %(what)s") % {**data, "what": data["good"] or euros(data["cents"])}


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
    "card.return-withdrawn": lambda data: _said(f"{PLAIN['card.given-back']}, {MOVED['taken-back']}", data),
    "prize.hand-over-withdrawn": lambda data: _said(f"{PLAIN['prize.handed-over']}, {MOVED['taken-back']}", data),
    "prize.fall-back-withdrawn": lambda data: _said(
        f"{_fell_back(data)}, {MOVED['taken-back']}".replace("%", "%%"), data
    ),
    **{action: partial(_said, sentence) for action, sentence in IN_EUROS.items()},
    "money.carried": _carried,
    "money.charged": _charged,
    "money.counted": _counted,
    "money.paid": lambda data: paid(
        ", ".join(map(str, data.get("payers") or [data["number"]])), abs(data["cents"]), data["way"]
    ),
    "money.taken-back": _taken_back,
    "money.tariffs-set": _tariffs,
    "prize.fell-back": _fell_back,
    "prizes.given": _given,
    "prizes.planned": lambda data: (
        _("Prizes planned: %(names)s") % {"names": ", ".join(lists["name"] for lists in data["lists"]) or "–"}
    ),
}


WAITS = {
    Why.LIST_OPEN: gettext_lazy("a list of theirs is not handed in and signed (SkWO 7.4.1)"),
    Why.OBJECTION_OPEN: gettext_lazy("something at a table of theirs is not decided yet"),
    Why.START_CARD: gettext_lazy("the start card is not given back (SkWO 9.13)"),
    Why.ABSENT: gettext_lazy("they are not present"),
    Why.TOO_LATE: gettext_lazy("the day until which prizes can be fetched is over"),
}


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
    "box-has-less": partial(
        in_euros, gettext_lazy("There are only %(has)s in the box: take less, or put change in first.")
    ),
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

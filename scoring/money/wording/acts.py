"""What was done with money, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.money.wording.amounts import euros

PLAIN = {
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


def _put_off(data: Mapping[str, Any]) -> str:
    return _("No. %(number)s pays %(amount)s later") % {"number": data["number"], "amount": euros(data["cents"])}


def _taken_back(data: Mapping[str, Any]) -> str:
    said = _("Payment %(movement)s of %(amount)s taken back") % {"movement": data["of"], "amount": euros(data["cents"])}
    return _with_reason(said, data)


TOLD = {
    "money.charged": _charged,
    "money.paid": _paid,
    "money.put-off": _put_off,
    "money.taken-back": _taken_back,
    "money.tariffs-set": _tariffs,
}
"""The acts whose sentence depends on their facts."""

"""Sentences for a tournament plan that a director may take as they are (SkWO 6.2)."""

from django.utils.translation import gettext as _


def plan_texts() -> dict[str, str]:
    """Return a text for every part of the plan, in the language of the request."""
    return {
        "costs": _("No further costs. Nothing is paid for lost games."),
        "use_of_money": _("All entry fees are paid out as prizes. The organiser accounts for them after the event."),
        "exclusion": _(
            "Whoever breaks the rules on purpose can be excluded; their entry fee is forfeited. The organiser may"
            " refuse an entry without giving a reason (SkWO 4.3)."
        ),
        "tribunal": _(
            "The direction and its judges decide at the table. An appeal against that goes to the tribunal in writing:"
            " before the next series begins, after the last series within 15 minutes of the end of the event. The"
            " tribunal decides finally (ISkO 4.5.10, SkWO 7.3.3, 9.10)."
        ),
        "rules": _(
            "The International Skat Order (ISkO) and the Skat Tournament Order (SkWO) hold for everything in play."
        ),
        "supervision": _(
            "The direction and the judges may look at every list at any time (SkWO 9.8). Onlookers are not admitted to"
            " the tables (SkWO 9.9)."
        ),
        "penalties": _(
            "Seats may be changed by the direction only; whoever changes theirs is excluded (SkWO 7.1.2). A passed-in"
            " deal is not dealt again; a table that does so is excluded (SkWO 9.4). Lists kept badly can be declared"
            " void (SkWO 7.2.4)."
        ),
        "list_keeping": _(
            "Seat 1 keeps the list. All players of the table answer for it, check it after every deal and sign it at"
            " the end of the series (SkWO 7.2, 9.11)."
        ),
        "stake": _("Played without a stake, unless everybody at the table agrees on one (SkWO 9.2)."),
        "material": _("New cards, handed out by the organiser only (SkWO 6.2, 9.1)."),
    }

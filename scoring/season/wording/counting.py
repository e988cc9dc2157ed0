"""How a competition counts, what does not count and why, and what is missing or needed, in words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rules.results.teams import shown_points
from scoring.season.rules.competitions.accounts import Account, Reason, Shortfall
from scoring.season.rules.competitions.needs import LEAST, Need
from scoring.season.rules.competitions.rule import Count, Rule, Tie

COUNTS: Final[dict[Count, str | Promise]] = {
    Count.SUM: gettext_lazy("Sum of all lists"),
    Count.AVERAGE: gettext_lazy("Average of a list"),
    Count.BEST: gettext_lazy("Sum of the best lists"),
    Count.PLACES: gettext_lazy("Points by the place of an evening"),
}

TIES: Final[dict[Tie, str | Promise]] = {
    Tie.MORE_LISTS: gettext_lazy("more lists played"),
    Tie.MORE_EVENINGS: gettext_lazy("more evenings there"),
    Tie.BEST_LISTS: gettext_lazy("the better best result, then the second best"),
    Tie.LAST_EVENINGS: gettext_lazy("the better last evening, then the one before"),
}

REASONS: Final[dict[Reason, str | Promise]] = {
    Reason.OTHER_SERIES: gettext_lazy("only other series of the evening count"),
    Reason.OVER_QUOTA: gettext_lazy("better ones of the same half-year, month or kind count"),
    Reason.NOT_AMONG_BEST: gettext_lazy("better ones count"),
}


def value(points: int | Fraction) -> str:
    """Return points as they are printed: whole, or with two decimals."""
    shown = shown_points(Fraction(points))
    places = 0 if shown == shown.to_integral_value() and Fraction(points).denominator == 1 else 2
    return number_format(shown, decimal_pos=places, use_l10n=True, force_grouping=False).replace("-", "−")


def rule_sentences(
    rule: Rule, *, group: str = "", class_name: str = "", kinds: Mapping[str, str] | None = None
) -> list[str]:
    """Return how a competition counts, in sentences; kinds of event as the club writes them, by their small letters."""
    found = [_("Only “%(name)s”.") % {"name": class_name}] if class_name else []
    found += [f"{COUNTS[rule.count]}.", *_choice(rule, group, kinds or {}), *_demands(rule)]
    if rule.guests:
        found.append(_("Guests are ranked with the members."))
    if rule.ties:
        ties = "; ".join(str(TIES[tie]) for tie in rule.ties)
        found.append(_("After points, games won and games lost decides: %(ties)s.") % {"ties": ties})
    return found


def together_sentence(together: str, of_each: int | None) -> str:
    """Return of whom several count as one; nothing where each player is ranked."""
    many = of_each or 1
    if together == "team":
        said = ngettext(
            "Teams: the best of each counts in every series.",
            "Teams: the best %(n)s of each count in every series.",
            many,
        )
    elif together == "club":
        said = ngettext(
            "Clubs: the best of each counts in every series.",
            "Clubs: the best %(n)s of each count in every series.",
            many,
        )
    else:
        return ""
    return said % {"n": many}


def _choice(rule: Rule, group: str, kinds: Mapping[str, str]) -> list[str]:
    found = []
    if rule.parts:
        numbers = ", ".join(map(str, sorted(rule.parts)))
        found.append(_("Of each evening series %(numbers)s.") % {"numbers": numbers})
    if rule.whole_evenings and rule.count is not Count.PLACES:
        found.append(_("An evening counts as one result."))
    if rule.best is not None:
        found.append(ngettext("Only the best one counts.", "Only the best %(n)s count.", rule.best) % {"n": rule.best})
    if rule.best_of_group is not None:
        facts = {"n": rule.best_of_group, "group": group}
        found.append(_("At most %(n)s within %(group)s count.") % facts)
    if rule.quotas:
        each = ", ".join(f"{kinds.get(kind, kind)} {most}" for kind, most in rule.quotas)
        found.append(_("At most so many of each kind of event: %(each)s.") % {"each": each})
    if rule.points:
        found.append(_("Points from the first place on: %(points)s.") % {"points": ", ".join(map(str, rule.points))})
    if rule.last_points:
        facts = {"points": ", ".join(map(str, rule.last_points))}
        found.append(_("Points from the last place up: %(points)s.") % facts)
    return found


def _demands(rule: Rule) -> list[str]:
    found = []
    if rule.minimum:
        facts = {"n": rule.minimum, "points": rule.absent}
        if rule.count is Count.AVERAGE and rule.absent is not None:
            found.append(_("Lists missing to %(n)s count %(points)s points.") % facts)
        else:
            found.append(ngettext("Ranked from one list on.", "Ranked from %(n)s lists on.", rule.minimum) % facts)
    if rule.minimum_evenings:
        facts = {"n": rule.minimum_evenings}
        said = ngettext("Ranked from one evening on.", "Ranked from %(n)s evenings on.", rule.minimum_evenings)
        found.append(said % facts)
    if rule.bonus:
        steps = ", ".join(
            _("%(points)s from %(lists)s lists on") % {"points": points, "lists": lists} for lists, points in rule.bonus
        )
        found.append(_("Bonus: %(steps)s.") % {"steps": steps})
    return found


def short(missing: Shortfall) -> str:
    """Return what is missing before somebody is ranked; nothing where nothing is."""
    found = []
    if missing.lists:
        found.append(ngettext("%(n)s list", "%(n)s lists", missing.lists) % {"n": missing.lists})
    if missing.evenings:
        found.append(ngettext("%(n)s evening", "%(n)s evenings", missing.evenings) % {"n": missing.evenings})
    if not found:
        return ""
    said = ngettext(
        "not ranked yet: %(what)s missing", "not ranked yet: %(what)s missing", missing.lists + missing.evenings
    )
    return said % {"what": ", ".join(found)}


def remarks(account: Account) -> str:
    """Return what is to be said beside a row."""
    found = [short(account.short)] if account.short else []
    if account.filled:
        filled = ngettext("%(n)s list counts as missed", "%(n)s lists count as missed", account.filled)
        found.append(filled % {"n": account.filled})
    if account.bonus:
        found.append(_("%(points)s bonus included") % {"points": account.bonus})
    return "; ".join(found)


def need(found: Need, *, aim: int, lists: int) -> str:
    """Return what a player needs for a place, in a sentence."""
    facts = {"aim": aim, "lists": lists, "points": found.points, "place": found.place, "what": short(found.short)}
    if found.short:
        return _("Even with everything still to be played: %(what)s.") % facts
    if found.place is not None:
        return (
            _("For place %(aim)s it is enough to come at place %(place)s in every evening still to be played.") % facts
        )
    if found.points is None:
        return _("Place %(aim)s is out of reach, whatever is still played.") % facts
    if found.points <= LEAST:
        return _("Place %(aim)s is safe as long as the others stand still.") % facts
    said = ngettext(
        "For place %(aim)s %(points)s points are enough in the list still to be played.",
        "For place %(aim)s %(points)s points are enough in each of the %(lists)s lists still to be played.",
        lists,
    )
    return said % facts

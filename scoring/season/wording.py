"""Seasons in words: acts, refusals, ways to count, days and holidays."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.rules.results.ranking import shown_points
from scoring.season.models import SeasonHelper
from scoring.season.reading import RowFlaw
from scoring.season.rules.lists import Count, Land, Rule, Tie
from scoring.season.rules.standings import LEAST, Account, Need, Reason, Shortfall
from tables.clubs.wording import Told, worded
from tables.journal.wording import account, numbers

LAENDER = {
    Land.BW: "Baden-Württemberg",
    Land.BY: _("Bavaria"),
    Land.BE: "Berlin",
    Land.BB: "Brandenburg",
    Land.HB: "Bremen",
    Land.HH: "Hamburg",
    Land.HE: _("Hesse"),
    Land.MV: _("Mecklenburg-Western Pomerania"),
    Land.NI: _("Lower Saxony"),
    Land.NW: _("North Rhine-Westphalia"),
    Land.RP: _("Rhineland-Palatinate"),
    Land.SL: "Saarland",
    Land.SN: _("Saxony"),
    Land.ST: _("Saxony-Anhalt"),
    Land.SH: "Schleswig-Holstein",
    Land.TH: _("Thuringia"),
}
"""What each Land is called, in the order of its German name."""

HOLIDAYS = {
    "New Year's Day": _("New Year"),
    "Epiphany": _("Epiphany"),
    "Women's Day": _("Women’s Day"),
    "Good Friday": _("Good Friday"),
    "Easter Sunday": _("Easter Sunday"),
    "Easter Monday": _("Easter Monday"),
    "Labor Day": _("Labour Day"),
    "Ascension Day": _("Ascension Day"),
    "Pentecost": _("Whit Sunday"),
    "Pentecost Monday": _("Whit Monday"),
    "Corpus Christi": _("Corpus Christi"),
    "Assumption Day": _("Assumption Day"),
    "World Children's Day": _("Children’s Day"),
    "German Unity Day": _("German Unity Day"),
    "Reformation Day": _("Reformation Day"),
    "All Saints' Day": _("All Saints"),
    "Repentance and Prayer Day": _("Day of Repentance"),
    "Christmas Day": _("Christmas Day"),
    "Second Day of Christmas": _("Second day of Christmas"),
}


def holiday_named(name: str) -> str:
    """Return what a holiday is called; those of a single year have no words of their own. Empty stays empty."""
    return str(HOLIDAYS.get(name, _("Public holiday"))) if name else ""


def _days(*texts: str) -> str:
    return ", ".join(date_format(date.fromisoformat(text), "SHORT_DATE_FORMAT") for text in texts)


def _begun(data: Mapping[str, Any]) -> str:
    if data["like"]:
        return gettext("Season “%(season)s” begun like “%(like)s”") % data
    return gettext("Season “%(season)s” begun") % data


def _land(data: Mapping[str, Any]) -> str:
    land = LAENDER[Land(data["land"])] if data["land"] else "–"
    return gettext("Season “%(season)s”: calendar with the public holidays of %(land)s") % {**data, "land": land}


def _members(data: Mapping[str, Any]) -> str:
    text = ngettext(
        "Season “%(season)s”: entry %(people)s of the address book is a member",
        "Season “%(season)s”: entries %(people)s of the address book are members",
        len(data["people"]),
    )
    return text % {**data, "people": numbers(data["people"])}


def _strength(data: Mapping[str, Any]) -> str:
    if data["start"] is None:
        return gettext("Season “%(season)s”: no strength figures") % data
    return gettext("Season “%(season)s”: strength figures begin with %(start)s points") % data


CHANGED, DELETED, MADE = _("changed"), _("deleted"), _("made")


def in_season(text: Any, *parts: Any, **made: Told) -> Told:
    """Return what makes the sentence of an act: of which season and what in it, then what was done."""

    def sentence(data: Mapping[str, Any]) -> str:
        facts = {**data, **{name: of(data) for name, of in made.items()}}
        head = ", ".join(str(part) for part in (gettext("Season “%(season)s”"), *parts))
        return f"{head % data}: {str(text) % facts}"

    return sentence


PLAIN = {
    "competition.released": _(
        "Season “%(season)s”: table %(release)s of competition %(competition)s released, SHA-256 %(hash)s"
    ),
    "season.club-added": _("Season “%(season)s”: the club “%(further)s” plays, too"),
    "season.club-removed": _("Season “%(season)s”: the club “%(further)s” no longer plays"),
    "season.consents-noted": _("Season “%(season)s”: noted who wants a strength figure"),
    "season.event-removed": _("Season “%(season)s”: the event “%(event)s” counts in it no longer"),
    "season.earlier-removed": _("Season “%(season)s”: results of %(day)s that were entered are taken out"),
    "season.forgotten": _("Season “%(season)s”: members and helpers forgotten"),
    "season.key-renewed": _("Season “%(season)s”: the members have a new key"),
    "season.league-forgotten": _("Season “%(season)s”: players of the league forgotten"),
    "season.member-removed": _("Season “%(season)s”: entry %(person)s of the address book is no longer a member"),
    "season.joined": _("Counts in the season “%(season)s”"),
    "season.left": _("Counts in the season “%(season)s” no longer"),
}
TOLD: dict[str, Told] = {
    "competition.changed": in_season(CHANGED, _("competition %(competition)s")),
    "competition.deleted": in_season(DELETED, _("competition %(competition)s")),
    "competition.made": in_season(MADE, _("competition %(competition)s")),
    "season.begun": _begun,
    "season.changed": in_season(CHANGED),
    "season.deleted": in_season(DELETED),
    "season.earlier-added": worded(
        _("Season “%(season)s”: results of earlier evenings entered, %(days)s"), days=lambda data: _days(*data["days"])
    ),
    "season.evening-cancelled": worded(
        _("Season “%(season)s”: the evening of %(day)s taken out of the plan"), day=lambda data: _days(data["day"])
    ),
    "season.evenings-planned": worded(
        _("Season “%(season)s”: evenings planned, %(days)s"), days=lambda data: _days(*data["days"])
    ),
    "season.events-added": worded(
        _("Season “%(season)s”: these events count in it: %(events)s"), events=lambda data: ", ".join(data["events"])
    ),
    "season.helper-added": worded(
        _("Season “%(season)s”: %(who)s helps and may: %(may)s"),
        who=account,
        may=lambda data: str(SeasonHelper.May(data["may"]).label),
    ),
    "season.helper-removed": worded(_("Season “%(season)s”: %(who)s no longer helps"), who=account),
    "season.kept": worded(
        _("For the season “%(season)s” names are kept until %(day)s"), day=lambda data: _days(data["kept_until"])
    ),
    "season.land-chosen": _land,
    "season.members-added": _members,
    "season.strength-turned": _strength,
}


COUNTS: Final[dict[Count, str | Promise]] = {
    Count.SUM: _("Sum of all lists"),
    Count.AVERAGE: _("Average of a list"),
    Count.BEST: _("Sum of the best lists"),
    Count.PLACES: _("Points by the place of an evening"),
}

TIES: Final[dict[Tie, str | Promise]] = {
    Tie.MORE_LISTS: _("more lists played"),
    Tie.MORE_EVENINGS: _("more evenings there"),
    Tie.BEST_LISTS: _("the better best result, then the second best"),
    Tie.LAST_EVENINGS: _("the better last evening, then the one before"),
}

REASONS: Final[dict[Reason, str | Promise]] = {
    Reason.OTHER_SERIES: _("only other series of the evening count"),
    Reason.OVER_QUOTA: _("better ones of the same half-year, month or kind count"),
    Reason.NOT_AMONG_BEST: _("better ones count"),
    Reason.SEVERAL_LISTS: _("only the total of several lists is known"),
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
    texts = [gettext("Only “%(name)s”.") % {"name": class_name}] if class_name else []
    texts += [f"{COUNTS[rule.count]}.", *_choice(rule, group, kinds or {}), *_demands(rule)]
    if rule.guests:
        texts.append(gettext("Guests are ranked with the members") + ".")
    if rule.ties:
        ties = "; ".join(str(TIES[tie]) for tie in rule.ties)
        texts.append(gettext("After points, games won and games lost decides: %(ties)s.") % {"ties": ties})
    return texts


def together_sentence(together: str, of_each: int | None) -> str:
    """Return of whom several count as one; nothing where each player is ranked."""
    many = of_each or 1
    if together == "team":
        text = ngettext(
            "Teams: the best of each counts in every series.",
            "Teams: the best %(n)s of each count in every series.",
            many,
        )
    elif together == "club":
        text = ngettext(
            "Clubs: the best of each counts in every series.",
            "Clubs: the best %(n)s of each count in every series.",
            many,
        )
    else:
        return ""
    return text % {"n": many}


def _choice(rule: Rule, group: str, kinds: Mapping[str, str]) -> list[str]:
    texts = []
    if rule.parts:
        numbers = ", ".join(map(str, sorted(rule.parts)))
        texts.append(gettext("Of each evening series %(numbers)s.") % {"numbers": numbers})
    if rule.whole_evenings and rule.count is not Count.PLACES:
        texts.append(gettext("An evening counts as one result") + ".")
    if rule.best is not None:
        texts.append(ngettext("Only the best one counts.", "Only the best %(n)s count.", rule.best) % {"n": rule.best})
    if rule.best_of_group is not None:
        facts = {"n": rule.best_of_group, "group": group}
        texts.append(gettext("At most %(n)s within %(group)s count.") % facts)
    if rule.quotas:
        each = ", ".join(f"{kinds.get(kind, kind)} {most}" for kind, most in rule.quotas)
        texts.append(gettext("At most so many of each kind of event: %(each)s.") % {"each": each})
    if rule.points:
        texts.append(
            gettext("Points from the first place on: %(points)s.") % {"points": ", ".join(map(str, rule.points))}
        )
    if rule.last_points:
        facts = {"points": ", ".join(map(str, rule.last_points))}
        texts.append(gettext("Points from the last place up: %(points)s.") % facts)
    return texts


def _demands(rule: Rule) -> list[str]:
    texts = []
    if rule.minimum:
        facts = {"n": rule.minimum, "points": rule.absent}
        if rule.count is Count.AVERAGE and rule.absent is not None:
            texts.append(gettext("Lists missing to %(n)s count %(points)s points.") % facts)
        else:
            texts.append(ngettext("Ranked from one list on.", "Ranked from %(n)s lists on.", rule.minimum) % facts)
    if rule.by_rounds and rule.count is Count.AVERAGE and not rule.by_evening:
        texts.append(gettext("In an average a short series counts by its rounds") + ".")
    if rule.minimum_evenings:
        facts = {"n": rule.minimum_evenings}
        text = ngettext("Ranked from one evening on.", "Ranked from %(n)s evenings on.", rule.minimum_evenings)
        texts.append(text % facts)
    if rule.bonus:
        steps = ", ".join(
            gettext("%(points)s from %(lists)s lists on") % {"points": points, "lists": lists}
            for lists, points in rule.bonus
        )
        texts.append(gettext("Bonus: %(steps)s.") % {"steps": steps})
    return texts


def short(missing: Shortfall) -> str:
    """Return what is missing before somebody is ranked; nothing where nothing is."""
    texts = []
    if missing.lists:
        texts.append(ngettext("%(n)s list", "%(n)s lists", missing.lists) % {"n": missing.lists})
    if missing.evenings:
        texts.append(ngettext("%(n)s evening", "%(n)s evenings", missing.evenings) % {"n": missing.evenings})
    if not texts:
        return ""
    text = ngettext(
        "not ranked yet: %(what)s missing", "not ranked yet: %(what)s missing", missing.lists + missing.evenings
    )
    return text % {"what": ", ".join(texts)}


def remarks(account: Account) -> str:
    """Return what is to be said beside a row."""
    texts = [short(account.short)] if account.short else []
    if account.filled:
        filled = ngettext("%(n)s list counts as missed", "%(n)s lists count as missed", account.filled)
        texts.append(filled % {"n": account.filled})
    if account.unknown:
        unknown = ngettext("games of %(n)s result not known", "games of %(n)s results not known", account.unknown)
        texts.append(unknown % {"n": account.unknown})
    if account.undecided:
        texts.append(gettext("equal in points: games won and lost would decide, and are not known"))
    if account.bonus:
        texts.append(gettext("%(points)s bonus included") % {"points": account.bonus})
    return "; ".join(texts)


def need(needed: Need, *, aim: int, lists: int) -> str:
    """Return what a player needs for a place, in a sentence."""
    facts = {"aim": aim, "lists": lists, "points": needed.points, "place": needed.place, "what": short(needed.short)}
    if needed.short:
        return gettext("Even with everything still to be played: %(what)s.") % facts
    if needed.place is not None:
        return (
            gettext("For place %(aim)s it is enough to come at place %(place)s in every evening still to be played.")
            % facts
        )
    if needed.points is None:
        return gettext("Place %(aim)s is out of reach, whatever is still played.") % facts
    if needed.points <= LEAST:
        return gettext("Place %(aim)s is safe as long as the others stand still.") % facts
    text = ngettext(
        "For place %(aim)s %(points)s points are enough in the list still to be played.",
        "For place %(aim)s %(points)s points are enough in each of the %(lists)s lists still to be played.",
        lists,
    )
    return text % facts


FAULTS: Final[dict[RowFlaw, str | Promise]] = {
    RowFlaw.NO_HEADINGS: _(
        "No headings were found. The first row names the columns: date, name, points; or name and a date above each"
        " evening."
    ),
    RowFlaw.NO_RESULTS: _("No result was found in the table."),
    RowFlaw.NO_DAY: _("Line %(line)s: “%(cell)s” is no day. Write it as 16.01.2026."),
    RowFlaw.OTHER_DAY: _(
        "Line %(line)s: the %(day)s is not within the season, which runs from %(starts)s to %(ends)s."
    ),
    RowFlaw.NO_POINTS: _("Line %(line)s: the points are missing."),
    RowFlaw.NO_NUMBER: _("Line %(line)s: “%(cell)s” is no number that can stand there."),
    RowFlaw.NO_NAME: _("Line %(line)s: the name is missing."),
    RowFlaw.WRONG_SUM: _("Line %(line)s: the table says %(says)s in total, its results come to %(adds)s."),
}
REFUSED = {
    "day-outside-season": _("This day is not within the season, which runs from %(starts)s to %(ends)s."),
    "too-many-planned": _("There can be %(most)s at most. Nothing was added."),
    "nothing-to-copy": _("That season had no evening that a year later would be in this one."),
    "season-exists": _("There is “%(name)s” already. Please choose another name."),
    "season-ends-first": _("The last day cannot be before the first."),
    "too-many-seasons": _("There can be %(most)s at most. Nothing was added."),
    "season-released": _("A table of it was released, so it stays."),
    "season-has-fixtures": _("Its league has fixtures, so it stays. They would have to be taken back first."),
    "season-forgotten": _("The season is over for long, and its names were taken out. Nothing changes in it."),
    "event-in-season": _("“%(name)s” is in this season already. Nothing was added."),
    "event-outside-season": _("“%(event)s” is not within the season, which runs from %(starts)s to %(ends)s."),
    "no-such-club": _("This club is not on this site any more."),
    "club-keeps-season": _("It is this club’s own season."),
    "too-many-clubs": _("There can be %(most)s at most. Nothing was added."),
    "too-many-helpers": _("There can be %(most)s at most. Nothing was added."),
    "earlier-evening-twice": _("The results of %(day)s are in this season already. Nothing was entered."),
    "earlier-evening-counts": _("“%(name)s” is in this season already. Nothing was added."),
    "earlier-name-unclear": _(
        "Line %(line)s: in the address book several people are called “%(name)s”. Write the club as it stands there."
    ),
    "member-already": _("“%(name)s” is in this season already. Nothing was added."),
    "competition-exists": _("There is “%(name)s” already. Please choose another name."),
    "too-many-competitions": _("There can be %(most)s at most. Nothing was added."),
    "rule-released": _(
        "A table was released by this rule, so the rule stays. For another way of counting make another competition."
    ),
    "nothing-to-release": _("Nobody stands in this table yet, so there is nothing to release."),
    "together-needs-a-number": _("Please say how many count."),
    "number-needs-a-team": _("Please say of what so many count."),
    "group-needs-a-number": _("Please say how many count."),
    "number-needs-a-group": _("Please say of what so many count."),
    "quotas-need-kinds": _("So many of each kind can only count within a kind of event."),
    "best-needs-a-number": _("Please say how many count."),
    "places-need-points": _("Please give the points of the first, second … place."),
    "less-than-one-counts": _("At least one has to count."),
    "less-than-nothing-demanded": _("Enter a number of 0 or more."),
    "a-group-twice": _("A group is named twice."),
    "a-step-twice": _("There are two bonuses for one number of lists."),
}

"""What the direction orders and what players report of results, in words: refusals, and why something counts so."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.lists.models import SeatResult
from scoring.lists.selectors.counting import Counted
from scoring.results.selectors.standings import StandingsLine
from tables.tournaments.models import Series

REFUSED = {
    "series-unknown": gettext_lazy("Choose one of the series of this tournament."),
    "no-such-list": gettext_lazy("There is no such table in this series."),
    "nothing-played-yet": gettext_lazy("Series %(series)s has not begun: nothing can be ordered in it yet."),
    "series-over": gettext_lazy("Series %(series)s is closed: nobody is replaced in it any more (SkWO 4.4)."),
    "points-missing": gettext_lazy("How many points come off? From 1 to %(most)s."),
    "award-cites-nothing": gettext_lazy(
        "Points are awarded by words of the published plan, or by a decision of this event: type them as they stand "
        "there, or like “decision 3”."
    ),
    "substitute-missing": gettext_lazy("Who plays instead? Give either a start number or a name."),
    "substitute-plays": gettext_lazy("No. %(number)s plays in series %(series)s too (SkWO 9.7)."),
    "measure-holds": gettext_lazy("This has been ordered already: measure %(measure)s."),
    "measure-at-table": gettext_lazy(
        "A dispute or a measure is about the list of a table that nobody would sit at any more, so the seats stay."
    ),
    "lifted-before": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "unsigned-list": gettext_lazy(
        "The list of table %(table)s in series %(series)s was never signed, and its series is closed: it cannot count."
    ),
    "testimony-needed": gettext_lazy(
        "Deal %(deal)s is added only if all players of the table testify to it (SkWO 7.2.5)."
    ),
    "same-totals": gettext_lazy("Nothing is different, so nothing was changed."),
    "effect-not-seen": gettext_lazy(
        "Something has changed in the meantime, so nothing was done. This is what it would mean now."
    ),
    "sent-otherwise": gettext_lazy(
        "This has been sent already with something else in it. Please look at what is there, then send it anew."
    ),
    "query-text-missing": gettext_lazy("Please say what is wrong in the result."),
    "answered-before": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "dismissed-corrects-nothing": gettext_lazy("Only a query that is upheld corrects something."),
    "other-series-list": gettext_lazy("Please choose."),
    "queries-possible": gettext_lazy(
        "Mistakes in the posted result can be reported until %(closes)s. The ranking can be released after that."
    ),
    "objections-unsettled": gettext_lazy(
        "An objection is not settled yet: no. %(objections)s. The ranking waits for it."
    ),
    "window-not-shorter": gettext_lazy("The time is %(minutes)s minutes now; it can only be shortened."),
    "queries-raised": gettext_lazy(
        "This posting was answered already by query no. %(queries)s: it stays, and what was reported is decided."
    ),
    "queries-open": gettext_lazy(
        "A query about a result is not answered yet: no. %(queries)s. The ranking waits for it."
    ),
}
Counts = SeatResult.Counts

COUNTS = {
    Counts.LOWER: gettext_lazy("the lower score counts (SkWO 7.2.5)"),
    Counts.ZEROED: gettext_lazy("the series counts zero"),
    Counts.VOID: gettext_lazy("The list is void (SkWO 7.2.4)."),
}

SHORT = {
    Counts.LOWER: gettext_lazy("lower score"),
    Counts.ZEROED: gettext_lazy("at zero"),
    Counts.VOID: gettext_lazy("list void"),
}


def why_it_counts(counts: str) -> str:
    """Return why what counts for a seat is not what was played; nothing where it is."""
    return str(COUNTS[Counts(counts)]) if counts else ""


def line_remarks(line: StandingsLine, series: Sequence[Series]) -> list[str]:
    """Return what has to be said beside a line of a ranking over these series."""
    return _remarks(line, series, words=COUNTS)


def short_remarks(line: StandingsLine, series: Sequence[Series]) -> list[str]:
    """Return the same in so few words that they fit behind a name."""
    return _remarks(line, series, words=SHORT)


def result_remarks(result: SeatResult) -> list[str]:
    """Return what has to be said beside a stored result of a seat."""
    return [*([why_it_counts(result.counts)] if result.counts else []), *points_off(result.penalty)]


def remarks(counted: Counted) -> list[str]:
    """Return what has to be said beside the result of a seat."""
    return [*([why_it_counts(counted.why)] if counted.why else []), *points_off(counted.penalty)]


def _remarks(line: StandingsLine, series: Sequence[Series], *, words: Mapping[Counts, Promise]) -> list[str]:
    pairs = [
        (this_series.number, str(words[Counts(counts)]))
        for this_series, counts in zip(series, line.counts, strict=True)
        if counts
    ]
    if len(series) > 1:
        spoken = [_("Series %(number)s: %(what)s") % {"number": at, "what": remark} for at, remark in pairs]
    else:
        spoken = [remark for _at, remark in pairs]
    return [*spoken, *points_off(line.penalty)]


def points_off(points: int) -> list[str]:
    """Return how many points a measure takes off, or awards where there are fewer than none; nothing for none."""
    if points < 0:
        awarded = ngettext("%(points)s point awarded", "%(points)s points awarded", -points)
        return [awarded % {"points": -points}]
    text = ngettext("%(points)s penalty point off", "%(points)s penalty points off", points) % {"points": points}
    return [text] if points else []


def seat_ahead(series: int, table: int, number: int) -> str:
    """Return that somebody who is to be excluded has a seat in a series still to be played."""
    facts = {"series": series, "table": table, "number": number}
    return _("No. %(number)s still has a seat in series %(series)s, at table %(table)s.") % facts

"""Tables and weak spots of a draw, in words (SkWO 7.1.1)."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables import seating
from tables.acts.wording.refusals import refusal
from tables.seating import Meeting, Report


def sizes_line(sizes: Sequence[int]) -> str:
    """Return how many tables there are of each size: "10 tables of four, 1 table of three"."""
    fours, threes = sizes.count(4), sizes.count(3)
    parts = [
        ngettext("%(count)s table of four", "%(count)s tables of four", fours) % {"count": fours} if fours else "",
        ngettext("%(count)s table of three", "%(count)s tables of three", threes) % {"count": threes} if threes else "",
    ]
    return ", ".join(filter(None, parts))


def weak_spots(
    report: Report,
    who: Callable[[int], str],
    *,
    team: Callable[[int], str] = lambda _number: "",
    where: Callable[[int, int], Sequence[int]] = lambda _first, _second: (),
) -> list[str]:
    """Return what a draw could not avoid, worst first, with the names that ``who`` gives the numbers.

    ``team`` tells team mates from others who are kept apart; ``where`` gives the series in which two sit together, for
    draws of several.
    """
    together = _("%(one)s and %(other)s")

    def pair(meeting: Meeting) -> str:
        return together % {"one": who(meeting.first), "other": who(meeting.second)}

    def said(sentence: str, meeting: Meeting) -> str:
        series = ", ".join(map(str, where(meeting.first, meeting.second)))
        told = sentence % {"pair": pair(meeting), "times": meeting.times}
        return _("%(sentence)s (Series %(series)s)") % {"sentence": told, "series": series} if series else told

    def apart(meeting: Meeting) -> str:
        if team(meeting.first) and team(meeting.first) == team(meeting.second):
            return _("%(pair)s are of one team and share a table.")
        return _("%(pair)s are to be kept apart and share a table.")

    def again(meeting: Meeting) -> str:
        return _("%(pair)s meet again.") if meeting.times == 2 else _("%(pair)s meet %(times)s times in all.")

    return [
        *(said(apart(meeting), meeting) for meeting in report.apart_pairs),
        *(said(again(meeting), meeting) for meeting in report.repeats),
        *(said(_("%(pair)s are of one club and share a table."), meeting) for meeting in report.club_pairs),
        *(
            [
                _("Not for the first time at a table of three: %(names)s.")
                % {"names": ", ".join(map(who, report.twice_at_three))}
            ]
            if report.twice_at_three
            else []
        ),
    ]


def bounds(report: Report) -> list[str]:
    """Return how much of what fell short no draw could have avoided."""
    found = []
    if report.repeated_meetings and report.lower_bound:
        said = ngettext(
            "At least %(count)s meeting again cannot be avoided with so few players.",
            "At least %(count)s meetings again cannot be avoided with so few players.",
            report.lower_bound,
        )
        found.append(said % {"count": report.lower_bound})
    if report.club_pairs and report.club_lower_bound:
        said = ngettext(
            "At least %(count)s meeting of club mates cannot be avoided with clubs so large.",
            "At least %(count)s meetings of club mates cannot be avoided with clubs so large.",
            report.club_lower_bound,
        )
        found.append(said % {"count": report.club_lower_bound})
    return found


def not_at_fixed_table(name: str, *, series: int, table: int) -> str:
    """Return that somebody does not have the table they need, as a sentence."""
    return _("%(name)s does not sit at table %(table)s in series %(series)s, as was wished.") % {
        "name": name,
        "table": table,
        "series": series,
    }


def tables_for(present: int) -> tuple[str, str]:
    """Return which tables so many make, in words, and why they make none: one of the two is empty."""
    try:
        return sizes_line(seating.table_sizes(present)), ""
    except seating.CannotSeat as error:
        return "", refusal(error)

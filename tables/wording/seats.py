"""Tables and weak spots of a draw, in words (SkWO 7.1.1)."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.seating import Meeting, Report


def sizes_line(sizes: Sequence[int]) -> str:
    """Return how many tables there are of each size: "10 tables of four, 1 table of three"."""
    fours, threes = sizes.count(4), sizes.count(3)
    parts = [
        ngettext("%(count)s table of four", "%(count)s tables of four", fours) % {"count": fours} if fours else "",
        ngettext("%(count)s table of three", "%(count)s tables of three", threes) % {"count": threes} if threes else "",
    ]
    return ", ".join(filter(None, parts))


def weak_spots(report: Report, who: Callable[[int], str]) -> list[str]:
    """Return what a draw could not avoid, worst first, with the names that ``who`` gives the numbers."""
    together = _("%(one)s and %(other)s")

    def pair(meeting: Meeting) -> str:
        return together % {"one": who(meeting.first), "other": who(meeting.second)}

    def names(numbers: Sequence[int]) -> str:
        return ", ".join(map(who, numbers))

    return [
        *(_("%(pair)s are of one team and share a table.") % {"pair": pair(one)} for one in report.apart_pairs),
        *(_("%(pair)s meet again.") % {"pair": pair(one)} for one in report.repeats),
        *(_("%(pair)s are of one club and share a table.") % {"pair": pair(one)} for one in report.club_pairs),
        *(
            [_("Not for the first time at a table of three: %(names)s.") % {"names": names(report.twice_at_three)}]
            if report.twice_at_three
            else []
        ),
    ]

"""Draws in words: acts, tables, weak spots, and plans made elsewhere (SkWO 7.1.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from tables import seating
from tables.acts.wording.intake import intake_refused
from tables.acts.wording.refusals import refusal
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import PlanProblem
from tables.journal.wording import named, numbers
from tables.seating import Breach, Change, Disturbance, Meeting, Report, SeatingProblem
from tables.tournaments.models import Tournament

PLAIN = {
    "series.chairs-kept": gettext_lazy("Series %(series)s: the free chairs are given by the direction alone again"),
    "series.chairs-released": gettext_lazy("Series %(series)s: free chairs released for whoever comes late"),
    "series.published": gettext_lazy("Seats of series %(series)s published"),
    "series.publication-withdrawn": gettext_lazy("Publication of the seats of series %(series)s taken back"),
    "series.reinstated": gettext_lazy("Series %(series)s on the plan again, because: %(because)s"),
    "series.room-added": gettext_lazy("Series %(series)s: more chairs set up, %(chairs)s in all"),
    "series.seated-by-hand": gettext_lazy(
        "Series %(series)s: no. %(entrant)s drew table %(table)s, seat %(place)s by hand"
    ),
    "series.start-withdrawn": gettext_lazy("Start of series %(series)s taken back, because: %(because)s"),
    "series.started": gettext_lazy("Series %(series)s started"),
    "series.unseated": gettext_lazy("Series %(series)s: the seat that no. %(entrant)s drew by hand is free again"),
}


def _discarded(data: Mapping[str, Any]) -> str:
    of = numbers(data.get("all_series") or [data["series"]])
    return _("Draw of series %(numbers)s discarded, because: %(because)s") % {**data, "numbers": of}


def _drawn(data: Mapping[str, Any]) -> str:
    of = numbers(data.get("all_series") or [data["series"]])
    # In the days when each draw was of one series it had no number, but the line held what it was made of.
    draw = data["draw"] if "draw" in data else f"“{data['seed']}”"
    return _("Series %(numbers)s drawn: draw %(draw)s") % {"numbers": of, "draw": draw}


def _reseated(data: Mapping[str, Any]) -> str:
    of = numbers(data["all_series"])
    if "because" not in data:
        return _("Series %(numbers)s: the seats drawn by hand are complete, draw %(draw)s") % {**data, "numbers": of}
    who = [
        *([_("Missing: %(names)s.") % {"names": numbers(data["absent"])}] if data.get("absent") else []),
        *([_("Late: %(names)s.") % {"names": numbers(data["late"])}] if data.get("late") else []),
    ]
    return _("Series %(numbers)s: seats changed (%(who)s), draw %(draw)s, because: %(because)s") % {
        **data,
        "numbers": of,
        "who": " ".join(who),
    }


def _swapped(data: Mapping[str, Any]) -> str:
    number, other = (_("No. %(number)s") % {"number": each_number} for each_number in data["entrants"])
    text = _("%(one)s and %(other)s changed seats, because: %(because)s") % {**data, "one": number, "other": other}
    return _("%(sentence)s (Series %(series)s)") % {"sentence": text, "series": data["series"]}


def _set_up_by_hand(data: Mapping[str, Any]) -> str:
    count = data["players"]
    text = ngettext(
        "Series %(series)s: tables set up for %(count)s player who draws by hand",
        "Series %(series)s: tables set up for %(count)s players who draw by hand",
        count,
    )
    return text % {**data, "count": count}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "series.draw-discarded": _discarded,
    "series.drawn": _drawn,
    "series.reseated": _reseated,
    "series.seats-swapped": _swapped,
    "series.set-up-by-hand": _set_up_by_hand,
    "wishes.changed": lambda data: (
        _("Wishes for the draw changed: %(names)s") % {"names": named(Tournament, data["changed"])}
    ),
}


def record_said(name: str) -> tuple[bool, list[str]]:
    """Return whether the record of a file, ``-`` for standard input, is in order, and what is said of it."""
    return seating.record_said(name, gettext)


def findings_said(record: Any, findings: Sequence[seating.Finding]) -> tuple[bool, list[str]]:
    """Return whether a record that was checked is in order, and sentences that say so or what is wrong."""
    return seating.findings_said(record, findings, gettext)


Who = Callable[[int], str]

NAMES_SHOWN = 40

UNREADABLE = {
    "no-number": gettext_lazy("Line %(line)s: “%(detail)s” is not a start number."),
    "table-twice": gettext_lazy("Line %(line)s: table %(detail)s is in the plan twice."),
    "no-such-table": gettext_lazy("Line %(line)s: there is no table %(detail)s."),
    "seat-twice": gettext_lazy("Line %(line)s: this seat (table/seat %(detail)s) is given a second time."),
    "seats-with-a-gap": gettext_lazy(
        "Line %(line)s: the seats of table %(detail)s are not numbered 1, 2, 3 and, at four, 4."
    ),
    "other-series": gettext_lazy(
        "Line %(line)s: series %(detail)s is not the one that comes here. The plan has to begin with series %(first)s"
        " and go on without a gap."
    ),
}

CELL_MISSING = gettext_lazy("Line %(line)s: a number is missing.")

REFUSED = {
    "empty": gettext_lazy("There is no table in this plan."),
    "too-many-lines": gettext_lazy(
        "This holds far more than a list and was not opened. Copy the list into a new workbook."
    ),
    "not-a-table": gettext_lazy("There is no table in this plan."),
}
"""A sentence for what makes a plan unreadable as a whole, where a list of entrants has another one."""


def plan_refused(error: IntakeRefused) -> str:
    """Return why a plan cannot be read at all, as a sentence."""
    return str(REFUSED.get(error.code) or intake_refused(error))


def plan_problem(problem: PlanProblem, *, first: int) -> str:
    """Return what is wrong with a line of a plan that begins with series ``first``, as a sentence."""
    sentence = UNREADABLE[problem.code] if problem.detail else CELL_MISSING
    return str(sentence) % {"line": problem.line, "detail": problem.detail, "first": first}


def breach(problem: SeatingProblem, who: Who, *, first: int = 1, is_registered: Callable[[int], bool] = bool) -> str:
    """Return in which way seats break the law; ``first`` numbers the plan's first series."""
    facts = {
        "series": first + problem.series - 1,
        "table": problem.tables[0] if problem.tables else 0,
        "tables": ", ".join(map(str, problem.tables)),
        "names": names(problem.numbers, who),
        "count": len(problem.numbers),
    }
    if problem.code is Breach.UNKNOWN_NUMBER and is_registered(problem.numbers[0]):
        return _("Series %(series)s, table %(tables)s: %(names)s is not marked as present.") % facts
    return str(BREACH[problem.code]) % facts


BREACH = {
    Breach.NOT_SEATED: gettext_lazy("Series %(series)s: without a seat are %(names)s."),
    Breach.SEATED_TWICE: gettext_lazy("Series %(series)s: %(names)s sits more than once, at tables %(tables)s."),
    Breach.UNKNOWN_NUMBER: gettext_lazy("Series %(series)s, table %(tables)s: nobody is registered as %(names)s."),
    Breach.TABLE_OF_WRONG_SIZE: gettext_lazy(
        "Series %(series)s: table %(table)s has %(count)s players; three or four sit at a table."
    ),
    Breach.EMPTY_TABLE: gettext_lazy("Series %(series)s: table %(table)s is empty, though tables follow it."),
    Breach.TOO_MANY_THREES: gettext_lazy(
        "Series %(series)s has more than three tables of three (SkWO 7.1.1): %(tables)s."
    ),
}


def names(numbers: Sequence[int], who: Who) -> str:
    """Return names in a row, of very many only the first."""
    text = ", ".join(map(who, numbers[:NAMES_SHOWN]))
    more = len(numbers) - NAMES_SHOWN
    if more <= 0:
        return text
    return ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", more) % {
        "names": text,
        "count": more,
    }


def disturbances_said(changes: Iterable[Disturbance], who: Who) -> Iterator[str]:
    """Yield for everybody for whom something changes what it is, those who move first."""
    for disturbance in sorted(changes, key=lambda each_disturbance: each_disturbance.change is Change.COMPANY):
        facts = {"who": who(disturbance.number), "table": disturbance.table, "seat": disturbance.seat}
        if disturbance.change is Change.COMPANY:
            facts |= {"lost": names(disturbance.company_lost, who), "gained": names(disturbance.company_gained, who)}
            yield _("%(who)s keeps the seat and plays with %(gained)s instead of %(lost)s.") % facts
        else:
            facts |= {"table_before": disturbance.table_before, "seat_before": disturbance.seat_before}
            yield (
                _("%(who)s moves from table %(table_before)s, seat %(seat_before)s to table %(table)s, seat %(seat)s.")
                % facts
            )


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
    """Return what a draw could not avoid, worst first, by the names of ``who``; ``where`` adds the series."""
    together = _("%(one)s and %(other)s")

    def pair(meeting: Meeting) -> str:
        return together % {"one": who(meeting.first), "other": who(meeting.second)}

    def worded(sentence: str, meeting: Meeting) -> str:
        series = ", ".join(map(str, where(meeting.first, meeting.second)))
        text = sentence % {"pair": pair(meeting), "times": meeting.times}
        return _("%(sentence)s (Series %(series)s)") % {"sentence": text, "series": series} if series else text

    def apart(meeting: Meeting) -> str:
        if team(meeting.first) and team(meeting.first) == team(meeting.second):
            return _("%(pair)s are of one team and share a table.")
        return _("%(pair)s are to be kept apart and share a table.")

    def again(meeting: Meeting) -> str:
        return _("%(pair)s meet again.") if meeting.times == 2 else _("%(pair)s meet %(times)s times in all.")

    return [
        *(worded(apart(meeting), meeting) for meeting in report.apart_pairs),
        *(worded(again(meeting), meeting) for meeting in report.repeats),
        *(worded(_("%(pair)s are of one club and share a table."), meeting) for meeting in report.club_pairs),
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
    texts = []
    if report.repeated_meetings and report.lower_bound:
        text = ngettext(
            "At least %(count)s meeting again cannot be avoided with so few players.",
            "At least %(count)s meetings again cannot be avoided with so few players.",
            report.lower_bound,
        )
        texts.append(text % {"count": report.lower_bound})
    if report.club_pairs and report.club_lower_bound:
        text = ngettext(
            "At least %(count)s meeting of club mates cannot be avoided with clubs so large.",
            "At least %(count)s meetings of club mates cannot be avoided with clubs so large.",
            report.club_lower_bound,
        )
        texts.append(text % {"count": report.club_lower_bound})
    return texts


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

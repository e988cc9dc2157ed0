"""How the seats of a series came about, for everybody: what was drawn from what, what changed, what fell short."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables import seating
from tables.draw.selectors import Protocol
from tables.draw.wording import bounds, weak_spots
from tables.people import wording as people_entrants
from tables.tournaments.models import Series

if TYPE_CHECKING:
    from tables.draw.models import Draw
    from tables.people.models import Entrant

Who = Callable[[int], str]
"""Gives a start number a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to the seats of a series."""

    at: datetime
    text: str
    protocol: int | None = None
    """The number of the draw that this tells of."""

    is_open: bool = False
    """Whether everybody may read its record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What a series was drawn from, as far as it is open."""

    how: str
    explained: str
    protocol: Protocol
    diced: str
    """What the hall added, or nothing."""

    seal: str
    """What was shown beforehand, or nothing: seats that were given were not drawn from anything."""

    sealed_number: str
    """The number that was sealed, or nothing while it has to stay so."""

    seal_fits: bool
    fingerprint: str
    together: str
    """Which series were drawn together, or nothing."""

    sealed_for: int
    """The series whose sealed number it is."""

    last: int
    """The last series drawn with this one: when its seats are published the sealed number is opened."""


def opened(series: Series, draw: "Draw", protocols: Sequence[Protocol]) -> Opened:
    """Return what a published series was drawn from."""
    protocol = next(each_protocol for each_protocol in protocols if each_protocol.number == draw.number)
    lots = draw.record.get("lots", {})
    secret = lots.get("secret", "") if protocol.is_open else ""
    covers = protocol.covers
    together = _("Series %(first)s to %(last)s") % {"first": covers[0], "last": covers[-1]}
    return Opened(
        how=_how(series, protocol, protocols_about(series, protocols)),
        explained=str(EXPLAINED.get(protocol.method, "")),
        protocol=protocol,
        diced=lots.get("public", ""),
        seal=lots.get("commitment", ""),
        sealed_number=secret,
        seal_fits=bool(secret) and seating.commitment_of(secret) == lots.get("commitment"),
        fingerprint=seating.record_hash(draw.record),
        together=together if len(covers) > 1 else "",
        sealed_for=covers[0],
        last=covers[-1],
    )


def numbers_in(protocols: Sequence[Protocol], report: seating.Report | None) -> set[int]:
    """Return the start numbers that a page about these needs names for."""
    numbers = {number for protocol in protocols for number in (*protocol.absent, *protocol.late)}
    numbers |= {number for protocol in protocols for change in protocol.changes for number in change["swap"]}
    if report:
        numbers |= set(report.twice_at_three)
        for meeting in (*report.repeats, *report.club_pairs, *report.apart_pairs):
            numbers |= {meeting.first, meeting.second}
    return numbers


def protocols_about(series: Series, protocols: Sequence[Protocol]) -> list[Protocol]:
    """Return the draws that gave seats to a series, whatever became of them."""
    return [protocol for protocol in protocols if series.number in protocol.covers]


def report_about(series: Series, record: Mapping[str, Any]) -> seating.Report:
    """Return what the seats of one series fall short of, as they are after all changes."""
    after = record.get("seats") or [None] * len(record["plan"])
    plan = [changed or planned for changed, planned in zip(after, record["plan"], strict=True)]
    entrants = [
        seating.Entrant(
            number=entry["number"], club=entry["club"], apart=frozenset(entry["apart"]), table=entry["table"]
        )
        for entry in record["entries"]
    ]
    at = series.drawn_as
    return seating.report_of(entrants, series=plan[at : at + 1], history=[*record["history"], *plan[:at]])


def who_is(entrants: Mapping[int, "Entrant"]) -> Who:
    """Return what gives start numbers the names that the public sees."""

    def who(number: int) -> str:
        return people_entrants.who(number, entrants[number].shown_name if number in entrants else "")

    return who


def shortcomings(report: seating.Report, record: Mapping[str, Any], entrants: Mapping[int, "Entrant"]) -> list[str]:
    """Return where seats fall short, by name, worst first; then how much of that no draw could have avoided.

    Who sat with a club mate or a team mate is said where both show to which club they belong.
    """
    teams = {entry["number"]: _team(entry) for entry in record["entries"] if _shows_club(entrants, entry["number"])}
    meetings = [
        meeting
        for meeting in report.club_pairs
        if all(_shows_club(entrants, n) for n in (meeting.first, meeting.second))
    ]
    texts = weak_spots(
        replace(report, club_pairs=tuple(meetings)), who_is(entrants), team=lambda number: teams.get(number, "")
    )
    return [*texts, *bounds(report)]


def _shows_club(entrants: Mapping[int, "Entrant"], number: int) -> bool:
    return number in entrants and entrants[number].shows_club


def events(series: Series, protocols: Sequence[Protocol], who: Who) -> list[Event]:
    """Return everything that happened to the seats of a series, in order."""
    return [event for protocol in protocols for event in _events(series, protocol, who)]


def _team(entry: Mapping[str, Any]) -> str:
    """Return the team of an entry; the other groups it must not meet are pairs of start numbers."""

    def is_pair(group: str) -> bool:
        ends = group.split("-")
        return len(ends) == 2 and str(entry["number"]) in ends

    return next((group for group in entry["apart"] if not is_pair(group)), "")


def _how(series: Series, protocol: Protocol, protocols: Sequence[Protocol]) -> str:
    """Return how the seats came about."""
    if protocol.method != "replan":
        return _first(series, protocol)
    firsts = [
        each_protocol
        for each_protocol in protocols
        if each_protocol.number < protocol.number
        and each_protocol.method != "replan"
        and not each_protocol.discarded_at
    ]
    return _("%(first)s, later changed for some") % {"first": _first(series, firsts[-1] if firsts else protocol)}


def _first(series: Series, protocol: Protocol) -> str:
    """Return how the seats came about in the first place."""
    given = _("by a fixed plan") if series.seating == Series.Seating.FIXED else _("drawn by hand")
    return {"lot": _("drawn"), "standing": _("set by standing")}.get(protocol.method, given)


EXPLAINED: Final = {
    "lot": gettext_lazy(
        "Chance decides who sits where, among the plans in which as few as possible meet again, sit with club mates or"
        " sit at a table of three a second time."
    ),
    "standing": gettext_lazy(
        "Neighbours in the standing sit together, the best at table 1. The lot decides only where that leaves a choice."
    ),
}
"""What it means where something was computed."""


def _events(series: Series, protocol: Protocol, who: Who) -> Iterator[Event]:
    yield Event(
        at=protocol.drawn_at, text=_drawn(series, protocol, who), protocol=protocol.number, is_open=protocol.is_open
    )
    for change in protocol.changes:
        if protocol.covers[0] + change["series"] - 1 == series.number:
            first, second = change["swap"]
            names = {"one": who(first), "other": who(second), "because": change["reason"]}
            yield Event(
                at=datetime.fromisoformat(change["at"]),
                text=_("%(one)s and %(other)s changed seats, because: %(because)s") % names,
            )
    if protocol.discarded_at:
        facts = {"draw": protocol.number, "because": protocol.discarded_because}
        yield Event(at=protocol.discarded_at, text=_("Draw %(draw)s was discarded, because: %(because)s") % facts)


def _drawn(series: Series, protocol: Protocol, who: Who) -> str:
    facts: dict[str, Any] = {"draw": protocol.number, "by": protocol.drawn_by}
    how = _("changed for late and missing entrants") if protocol.method == "replan" else _first(series, protocol)
    parts = [_("Draw %(draw)s: %(how)s, by %(by)s.") % {**facts, "how": how}]
    if len(protocol.covers) > 1:
        of = _("Series %(first)s to %(last)s") % {"first": protocol.covers[0], "last": protocol.covers[-1]}
        parts.append(f"{of}.")
    if protocol.diced:
        parts.append(f"{_('The hall has diced')}: {protocol.diced}.")
    if protocol.absent:
        parts.append(_("Missing: %(names)s.") % {"names": ", ".join(map(who, protocol.absent))})
    if protocol.late:
        parts.append(_("Late: %(names)s.") % {"names": ", ".join(map(who, protocol.late))})
    if protocol.because:
        parts.append(f"{_('Reason')}: {protocol.because}")
    return " ".join(parts)

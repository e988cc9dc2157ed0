"""Reports of matches: handed in by the host, agreed to by captains, put right by whoever leads the league."""

from collections.abc import Sequence
from dataclasses import astuple
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.mapping import binding_from
from scoring.league.models import Match, MatchReport, MatchTeam
from scoring.season.rules.league.line_ups import Place, at_table
from scoring.season.rules.league.reports import Side, report_flaws
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused


@transaction.atomic
def hand_in_report(
    *,
    match_id: int,
    sides: Sequence[Side],
    broken_off: bool = False,
    reason: str = "",
    by: str,
    leads: bool,
    entry_key: UUID,
    now: datetime,
) -> MatchReport:
    """Report what was played, for each position of the match; another report stands beside it and counts instead.

    What somebody sends twice, or what changes nothing, is one report.

    :raises Refused: ``match-not-begun`` (at), ``line-ups-missing``, ``binding`` (day) from a captain once the result is
        binding, ``report-reason-missing`` where it takes the place of another, ``report-other-players`` (position,
        series) if there is a line of a number that nobody holds, and the codes of ``ReportFlaw`` (position, series).
    """
    match = _held(match_id)
    if known := match.reports.filter(entry_key=entry_key).first():
        return known
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    playing = list(match.sides.prefetch_related("places"))
    if not all(one.is_in for one in playing):
        raise Refused("line-ups-missing")
    if not leads and now >= binding_from(match.day, match.division.level):
        raise Refused("binding", day=localdate(binding_from(match.day, match.division.level)))
    if not broken_off:
        _must_be_possible(playing, sides)
    last = match.reports.order_by("-number").first()
    results = stored(sides)
    if last and (last.results, last.broken_off) == (results, broken_off):
        return last
    if last and not reason:
        raise Refused("report-reason-missing")
    return MatchReport.objects.create(
        match=match,
        number=last.number + 1 if last else 1,
        broken_off=broken_off,
        results=results,
        reason=reason,
        reported_by=by,
        reported_at=now,
        entry_key=entry_key,
    )


@transaction.atomic
def agree(*, side_id: int, number: int) -> MatchTeam:
    """Let a captain agree to a report that was seen, as a signature does. Twice is once.

    :raises Refused: ``report-changed`` if another one counts meanwhile.
    """
    side = MatchTeam.objects.select_related("match__division").get(pk=side_id)
    take_turn(side.match.division.season_id)
    last = side.match.reports.order_by("-number").first()
    if last is None or last.number != number:
        raise Refused("report-changed")
    side.agreed_to = number
    side.save(update_fields=["agreed_to"])
    return side


def stored(sides: Sequence[Side]) -> list[list[list[list[int]] | None]]:
    """Return what was played as a report keeps it."""
    return [
        [None if lines is None else sorted(list(astuple(line)) for line in lines) for lines in side] for side in sides
    ]


def _must_be_possible(playing: Sequence[MatchTeam], sides: Sequence[Side]) -> None:
    for flaw, position, series in report_flaws(sides):
        raise Refused(str(flaw), position=position, series=series)
    for one, side in zip(playing, sides, strict=True):
        places = [
            Place(number=place.number, player=place.pk, from_series=place.from_series) for place in one.places.all()
        ]
        for series, lines in enumerate(side, start=1):
            if lines and (one.absent or not {line.number for line in lines} <= at_table(places, series=series).keys()):
                raise Refused("report-other-players", position=one.position, series=series)


def _held(match_id: int) -> Match:
    match = Match.objects.select_related("division__level", "day").get(pk=match_id)
    take_turn(match.division.season_id)
    return match

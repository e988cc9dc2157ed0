"""Feeds of results, what a group chat is told of them, and the reports of a season.

In a chat a phone shows text without a table, and where the rest stands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.league.selectors import DivisionTable
from scoring.lists.wording.games import points
from scoring.report.writing import season_report
from scoring.results.selectors.standings import Standings
from scoring.season.models import Competition
from scoring.season.selectors.played import Year
from scoring.season.selectors.seasons import plain_rule
from scoring.season.table import table_of
from tables.draw.models import Seat, Table
from tables.sheets import UNPRINTABLE
from tables.tournaments.models import Series, Tournament
from tables.tournaments.wording import early_end, early_ends

WINNERS = 3
"""So many places are told."""

Absolute = Callable[[str], str]
"""Makes a whole address of one on this site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One result in a feed."""

    title: str
    text: str
    path: str
    at: datetime


def event_feed(
    tournament: Tournament,
    closed: Iterable[tuple[Series, Standings]],
    final: Standings | None,
    *,
    as_of: datetime | None,
    absolute: Absolute,
) -> str:
    """Return the feed of an event: its closed series with the first places, and the final ranking once released."""
    entries = [
        Entry(
            title=_("Result of series %(number)s") % {"number": series.number},
            text=_winners(ranking),
            path=_of_series(series),
            at=series.closed_at,
        )
        for series, ranking in closed
        if series.closed_at
    ]
    if final and tournament.released_at:
        text, path = " ".join(filter(None, (early_end(tournament), _winners(final)))), _total(tournament)
        entries.append(Entry(title=_("Final ranking"), text=text, path=path, at=tournament.released_at))
    title = _("Results: %(tournament)s") % {"tournament": tournament.name}
    return _written(
        title,
        author=tournament.organiser,
        page=absolute(_total(tournament)),
        feed=absolute(reverse("scoring:feed", args=[tournament.slug])),
        entries=entries,
        as_of=as_of,
        absolute=absolute,
    )


def site_feed(
    closed: Iterable[Series], released: Iterable[Tournament], *, most: int, as_of: datetime | None, absolute: Absolute
) -> str:
    """Return the feed of a site: what was closed and released last in any of its events."""
    final = list(released)
    early = early_ends(final)
    entries = [
        Entry(
            title=_("%(tournament)s: result of series %(number)s")
            % {"tournament": series.tournament.name, "number": series.number},
            text=_where(series.tournament),
            path=_of_series(series),
            at=series.closed_at,
        )
        for series in closed
        if series.closed_at
    ]
    entries += [
        Entry(
            title=_("%(tournament)s: final ranking") % {"tournament": tournament.name},
            text=" · ".join(filter(None, (_where(tournament), early.get(tournament.pk, "")))),
            path=_total(tournament),
            at=tournament.released_at,
        )
        for tournament in final
        if tournament.released_at
    ]
    return _written(
        _("Results of Skat tournaments"),
        author="Skatturnier",
        page=absolute(reverse("tables:home")),
        feed=absolute(reverse("scoring:site-feed")),
        entries=sorted(entries, key=lambda entry: entry.at, reverse=True)[:most],
        as_of=as_of,
        absolute=absolute,
    )


def _written(
    title: str,
    *,
    author: str,
    page: str,
    feed: str,
    entries: Sequence[Entry],
    as_of: datetime | None,
    absolute: Absolute,
) -> str:
    """Return a feed as XML; the latest result comes first."""
    atom = _Feed(
        title=UNPRINTABLE.sub("", title),
        link=page,
        description=None,
        author_name=UNPRINTABLE.sub("", author),
        feed_url=feed,
        language=get_language(),
        as_of=as_of,
    )
    for entry in sorted(entries, key=lambda each_entry: each_entry.at, reverse=True):
        link = absolute(entry.path)
        # By what is behind the sign a reader tells a final ranking from the standings it was before.
        name = f"{link}#{entry.at:%Y%m%dT%H%M%S}"
        # A summary is read as HTML, a title as text.
        title, text = UNPRINTABLE.sub("", entry.title), escape(UNPRINTABLE.sub("", entry.text))
        atom.add_item(title, link, text, unique_id=name, pubdate=entry.at, updateddate=entry.at)
    return atom.writeString("utf-8")


class _Feed(Atom1Feed):
    """A feed that says when anything was last done, also before there is any result."""

    def latest_post_date(self) -> datetime:
        """Return the moment of the latest entry, or without any that of the last act."""
        as_of: datetime | None = self.feed["as_of"]
        if self.items or as_of is None:
            return super().latest_post_date()
        return as_of


def _winners(ranking: Standings) -> str:
    """Return the first places in one line: "1. Anna Berg 2340, 2. …"."""
    lines = [line for line in ranking.lines if line.rank <= WINNERS][: 2 * WINNERS]
    return ", ".join(f"{line.rank}. {line.entrant.public_name} {points(line.total)}" for line in lines)


def _where(tournament: Tournament) -> str:
    return f"{tournament.place}, {tournament.organiser}"


def _total(tournament: Tournament) -> str:
    return reverse("scoring:standings", args=[tournament.slug])


def _of_series(series: Series) -> str:
    return reverse("scoring:standings-series", args=[series.tournament.slug, series.number])


def division_report(table: DivisionTable, *, written_by: str) -> dict[str, Any] | None:
    """Return a division with its matches, teams by their numbers; those that were broken off count nothing.

    None where a team has points off or has withdrawn, which a report cannot say.
    """
    if table.is_sanctioned:
        return None
    asked = {
        "league": {
            "teams": sorted(team_of_table.row.team for team_of_table in table.rows),
            "matches": [
                {
                    "day": match.day,
                    "totals": {str(team): list(totals) for team, totals in match.totals.items()},
                    "won": {str(team): list(won) for team, won in match.won.items()},
                }
                for match in table.matches
                if not match.broken_off
            ],
            "tie": table.division.level.ties,
        }
    }
    return season_report(written_by=written_by, season=asked, table=table_of(asked)["table"])


def year_report(competition: Competition, year: Year, *, written_by: str) -> dict[str, Any] | None:
    """Return a competition with all lists it is counted of, players by their numbers.

    None where its rule is more than a report can say: series or kinds of events chosen, teams, ties of the club's own;
    and where of earlier evenings less is known than of a list.
    """
    rule = plain_rule(competition)
    if rule is None or not year.is_whole:
        return None
    asked = {
        "rule": rule,
        "evenings": [
            {
                "date": evening.starts_on.isoformat(),
                "lists": [
                    {"number": list_.player, "total": list_.performance, "won": list_.won, "lost": list_.lost}
                    | ({"rounds": list_.rounds} if "by_rounds" in rule else {})
                    for list_ in year.played
                    if list_.evening == evening.number
                ],
            }
            for evening in year.evenings
            if evening.closed
        ],
        "members": None if year.members is None else sorted(year.members),
    }
    return season_report(written_by=written_by, season=asked, table=table_of(asked)["table"])


def ranking_text(embedded: Mapping[str, Any], absolute: Absolute) -> str:
    """Return the first lines of a ranking, as the fragment for club pages has them, in its language."""
    day = date_format(embedded["tournament"].starts_on, "SHORT_DATE_FORMAT")
    head = f"{embedded['of']}, {day}: {embedded['title']} ({embedded['state']})"
    lines = [f"{line.rank.removesuffix('=')}. {line.name}: {line.points}" for line in embedded["lines"]]
    rest = _("All: %(address)s") % {"address": absolute(embedded["page"])}
    return "\n".join([head, "", *lines, *([""] if lines else []), rest])


def seats_text(series: Series, seating: Iterable[tuple[Table, Sequence[Seat]]], absolute: Absolute) -> str:
    """Return who sits where in a series, a table in each line."""
    tournament = series.tournament
    head = _("%(event)s: seats of series %(number)s") % {"event": tournament.name, "number": series.number}
    lines = [
        _("Table %(number)s: %(names)s")
        % {"number": table.number, "names": ", ".join(f"{seat.place} {seat.entrant.public_name}" for seat in seats)}
        for table, seats in seating
    ]
    page = absolute(reverse("tables:seats", args=[tournament.slug, series.number]))
    return "\n".join([head, "", *lines, "", _("Where do I sit? %(address)s") % {"address": page}])

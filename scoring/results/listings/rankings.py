"""A ranking of teams, pairs, clubs or players as lines of a page, those who earned it below (SkWO 5.2)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape, unescape
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.lists.wording.games import MINUS
from scoring.results.listings.standings_cells import PODIUM, somebody_leads
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking
from scoring.results.wording.competitors import competitor_name, exact_points
from tables.tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingListing:
    """The lines of a ranking, joined in one go: a cell at a time a thousand of them would take too long."""

    series: tuple[Series, ...]  # the series that have a column; none where there is but one
    body: SafeString
    has_brought: bool  # whether a column has the points with which players started
    is_of_singles: bool
    is_narrow: bool  # whether there are few enough columns for a wide screen to have room left
    notes: tuple[str, ...]  # what the marks beside the lines mean, each a sentence


def ranking_listing(shown_ranking: ShownRanking, ranking_lines: Sequence[RankingLine], *, slug: str) -> RankingListing:
    """Return the lines found of a ranking, with everything that has to be said about them."""
    has_brought = shown_ranking.has_brought
    series = shown_ranking.series if len(shown_ranking.series) > 1 or has_brought else ()
    is_of_singles = shown_ranking.ranking.is_of_players
    writer = _Writer(
        columns=len(series),
        has_brought=has_brought,
        is_of_singles=is_of_singles,
        is_of_clubs=shown_ranking.ranking.kind == Ranking.Kind.CLUB,
        player=reverse("scoring:player", kwargs={"slug": slug, "number": 0}).replace("/0/", "/%s/"),
        has_podium=somebody_leads(shown_ranking.lines),
    )
    return RankingListing(
        series=series,
        # Everything a person typed passes through escape() on its way.
        body=SafeString("".join(writer.lines(ranking_lines))),
        has_brought=has_brought,
        is_of_singles=is_of_singles,
        is_narrow=len(series) < PODIUM,
        notes=tuple(_notes(shown_ranking, ranking_lines)),
    )


def found_in(shown_ranking: ShownRanking, wanted: str) -> tuple[RankingLine, ...]:
    """Return the lines in which all words looked for are, as the public sees them; places stay what they are."""
    words = wanted.casefold().split()
    return (
        tuple(line for line in shown_ranking.lines if all(_fits(line, word) for word in words))
        if words
        else shown_ranking.lines
    )


def _fits(line: RankingLine, word: str) -> bool:
    if word in competitor_name(line).casefold():
        return True
    people = (member_line.entrant for member_line in line.members)
    return any(
        word == str(entrant.number) or word in entrant.public_name.casefold() or word in entrant.public_club.casefold()
        for entrant in people
    )


def _notes(shown_ranking: ShownRanking, ranking_lines: Sequence[RankingLine]) -> Iterator[str]:
    ranking = shown_ranking.ranking
    if any(line.shared for line in ranking_lines):
        yield _(
            "= The place is shared: points, games won and games lost are the same, so only a lot separates them"
            " (SkWO 5.2)."
        )
    if any(line.by_lot for line in ranking_lines):
        yield _("By lot: points, games won and games lost were the same, so a lot was drawn (SkWO 5.2).")
    if ranking.best_of and any(not all(line.counted) for line in ranking_lines):
        yield ngettext(
            "Only the best %(count)s series counts; the others are struck through.",
            "Only the best %(count)s series count; the others are struck through.",
            ranking.best_of,
        ) % {"count": ranking.best_of}
    if ranking.kind == Ranking.Kind.CLUB:
        yield ngettext(
            "Of every club its best %(count)s player counts.",
            "Of every club its best %(count)s players count.",
            ranking.size,
        ) % {"count": ranking.size}
    if any(line.scaled for line in ranking_lines):
        yield _("*Scaled up, as the plan says, because somebody was missing: exact inside, shown to the hundredth.")
    if any(member_line.substitute for line in ranking_lines for member_line in line.members):
        yield _(
            "A substitute counts in the series in which they replace another; what does not count is struck through."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer:
    columns: int
    has_brought: bool
    is_of_singles: bool
    is_of_clubs: bool
    player: str  # the address of a player's page, with a place for the number
    has_podium: bool

    def lines(self, ranking_lines: Sequence[RankingLine]) -> Iterator[str]:
        """Yield a body of the table for each line, those who earned it in rows below."""
        number, by_lot, substitute = escape(_("No. %s")), escape(_("by lot")), escape(pgettext("player", "substitute"))
        not_counted = escape(_("does not count"))
        unused = f'<span class="visually-hidden"> {not_counted}</span>'
        for line in ranking_lines:
            css = f" place-{line.rank}" if self.has_podium and line.rank <= PODIUM else ""
            rank = f"{line.rank}{'=' if line.shared else ''}"
            lot = f'<span class="under">{by_lot}</span>' if line.by_lot else ""
            if self.is_of_singles and line.members:
                who = self._person(line.members[0], number=number, substitute="")
            else:
                who = escape(competitor_name(line))
            brought = f'<td class="num">{_shown(line.brought)}</td>' if self.has_brought else ""
            row = (
                f'<tr class="competitor{css}"><td class="place">{rank}{lot}</td><td class="name key">{who}</td>'
                f'<td class="num total">{_shown(line.performance)}{"*" if line.scaled else ""}</td>'
                f"{brought}{self._series(line.by_series, line.counted, unused)}"
                f'<td class="num">{_shown(line.won)}</td><td class="num">{_shown(line.lost)}</td></tr>'
            )
            yield f"<tbody>{row}{''.join(self._members(line, number, substitute, unused))}</tbody>"

    def _members(self, line: RankingLine, number: str, substitute: str, unused: str) -> Iterator[str]:
        if self.is_of_singles:
            return
        left_out, out = 0, f'<td colspan="{self.columns + 3}"></td></tr>'
        for member_line in line.members:
            counts = any(member_line.counted)
            if self.is_of_clubs and not counts:
                left_out += 1
                continue
            total = sum(
                points or 0 for points, is_in in zip(member_line.by_series, member_line.counted, strict=True) if is_in
            )
            who = self._person(member_line, number=number, substitute=substitute if member_line.substitute else "")
            cell = f'<td class="num">{_shown(total) if counts else "–"}</td>'
            yield (
                f'<tr class="member"><td class="place"></td><td class="name key">{who}</td>{cell}'
                f"{self._series(member_line.by_series, member_line.counted, unused)}<td></td><td></td></tr>"
            )
        for words in _others(left_out, line.unnamed):
            yield f'<tr class="member"><td class="place"></td><td class="name key">{escape(words)}</td>{out}'

    def _person(self, line: MemberLine, *, number: str, substitute: str) -> str:
        entrant = line.entrant
        name, start = escape(entrant.public_name), number % entrant.number
        link = f'<a href="{self.player % entrant.number}">{name}</a>'
        club = "" if self.is_of_clubs else escape(entrant.public_club)
        under = [text for text in (start if name != start else "", club) if text]
        mark = f' <span class="entrant-note">{substitute}</span>' if substitute else ""
        return f'{link}{mark}<span class="under">{" · ".join(under)}</span>' if under else f"{link}{mark}"

    def _series(self, by_series: Sequence[Fraction | int | None], counted: Sequence[bool], unused: str) -> str:
        if not self.columns:
            return ""
        return "".join(
            f'<td class="num">{_shown(points)}</td>'
            if points is None or is_in
            else f'<td class="num">{_struck(points)}{unused}</td>'
            for points, is_in in zip(by_series, counted, strict=True)
        )


def _struck(points: Fraction | int) -> str:
    minus = MINUS if points < 0 else ""
    return f'<span class="unused">{minus}<s>{exact_points(-points if points < 0 else points)}</s></span>'


def _others(left_out: int, unnamed: int) -> Iterator[str]:
    if unnamed:
        yield ngettext(
            "%(count)s more who does not show their club", "%(count)s more who do not show their club", unnamed
        ) % {"count": unnamed}
    if left_out:
        yield ngettext("%(count)s more who does not count", "%(count)s more who do not count", left_out) % {
            "count": left_out
        }


def _shown(points: Fraction | int | None) -> str:
    if points is None:
        return "–"
    text = exact_points(points)
    return f'<span class="negative">{text}</span>' if points < 0 else text


NAME = re.compile(r'<div><a href="([^"]*)">(.*?)</a>.*?(?:<small>(?:<abbr.*?</abbr>)*(.*?)</small>)?</div>')


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A ranking in which some lines stand out."""

    text: SafeString
    name: str = ""  # the player, as the public sees them; empty unless one is marked
    page: str = ""  # the address of the player's own page
    club: str = ""  # theirs, or the one that is marked
    numbers: tuple[int, ...] = ()  # the start numbers of the lines that stand out, in the order of the lines


def marked_in(text: str, *, player: str, club: str) -> Marked:
    """Return a ranking with the lines marked of a player by number, or else of a club by name; where there are any."""
    if not player and not club:
        return Marked(text=_safe(text))
    rows = text.split("<tr id=")
    wanted = f'"no-{player}"' if player else f">{escape(club)}</small>"
    at = [
        index
        for index, row in enumerate(rows)
        if index and (row.startswith(wanted) if player else wanted in row.partition("</tbody>")[0])
    ]
    word = "".join(
        row if not index else f'<tr aria-current="true" id={row}' if index in set(at) else f"<tr id={row}"
        for index, row in enumerate(rows)
    )
    kept = escape(urlencode({"player": player} if player else {"club": club}))
    text = word.replace('href="?sort=', f'href="?{kept}&amp;sort=')
    numbers = tuple(int(rows[index].partition("-")[2].partition('"')[0]) for index in at)
    who = NAME.search(rows[at[0]]) if player and at else None
    return Marked(
        text=_safe(text),
        name=unescape(who[2]) if who else "",
        page=unescape(who[1]) if who else "",
        club=unescape(who[3] or "") if who else club if at and not player else "",
        numbers=numbers,
    )


def _safe(text: str) -> SafeString:
    return SafeString(text)

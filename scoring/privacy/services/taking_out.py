"""Taking names and people's own words out of an event: what is left are start numbers, results and the chain."""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from django.apps import apps
from django.db.models import QuerySet

from scoring.privacy.selectors.held import GONE, Held
from scoring.privacy.selectors.register import REGISTER
from scoring.results.models import RankingLot, Team
from scoring.results.selectors.ranking_lines import club_key
from tables import seating
from tables.accounts.models import new_key
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament

AT_ONCE = 500
"""Lines of the journal written in one statement."""


def take_out(tournament: Tournament) -> None:
    """Take everything out of an event that the register says goes; the caller has taken their turn."""
    for label, held in REGISTER.items():
        if held.of:
            _empty(label, held, tournament)
    called = _club_by_club(tournament)
    _entrants(tournament, called)
    _teams(tournament, called)
    _draws(tournament)
    words_out_of(tournament.journal.filter(data__has_any_keys=[*journal.IN_OWN_WORDS, journal.SEALS]))


def words_out_of(lines: QuerySet[JournalEntry]) -> None:
    """Take what somebody wrote themselves out of these lines of a journal, and all salts; every line keeps its hash."""
    _rewrite(lines, journal.without_words)


def salts_out_of(lines: QuerySet[JournalEntry], *, of: Collection[str]) -> None:
    """Take the salts of the seals of these subjects out of lines of a journal; every line keeps its hash."""
    _rewrite(lines, partial(journal.without_salts, of=of))


def _rewrite(lines: QuerySet[JournalEntry], without: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    changed = []
    for line in lines.only("data"):
        left = without(line.data)
        if left != line.data:
            line.data = left
            changed.append(line)
    JournalEntry.objects.bulk_update(changed, ["data"], batch_size=AT_ONCE)


def emptied(rows: QuerySet[Any], held: Held) -> None:
    """Put in these rows what the register says in the place of what goes."""
    for name, value in held.goes.items():
        filled = rows.exclude(**{name: ""}) if value == GONE else rows
        filled.update(**{name: value})


def _empty(label: str, held: Held, tournament: Tournament) -> None:
    rows = apps.get_model(label)._base_manager.filter(**{held.of: tournament.pk})
    if held.with_rows:
        rows.delete()
    else:
        emptied(rows, held)


def _club_by_club(tournament: Tournament) -> dict[str, str]:
    """Return a stand-in for each club of the field: who belongs together still does, and nobody sees to what."""
    clubs = _in_order(tournament.entrants.exclude(club="").order_by("number").values_list("club", flat=True))
    return {key: f"Club {number}" for number, key in enumerate(clubs, start=1)}


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(club_key(name) for name in names))


def _entrants(tournament: Tournament, clubs: dict[str, str]) -> None:
    entrants = list(tournament.entrants.order_by("number"))
    teams = _in_order(entrant.team for entrant in entrants if entrant.team)
    for one in entrants:
        one.club = clubs.get(club_key(one.club), "") if one.club else ""
        one.team = f"Team {teams.index(club_key(one.team)) + 1}" if one.team else ""
        # The start card opens nothing any more.
        one.key = new_key()
    Entrant.objects.bulk_update(entrants, ["club", "team", "key"], batch_size=AT_ONCE)
    Entrant.apart_from.through.objects.filter(from_entrant__tournament=tournament).delete()


def _teams(tournament: Tournament, clubs: dict[str, str]) -> None:
    teams = list(Team.objects.filter(ranking__tournament=tournament))
    # Two names may be each other's: all go before the first one comes.
    for prefix in (f"{GONE} ", "Team "):
        for team in teams:
            team.name = f"{prefix}{team.number}"
        Team.objects.bulk_update(teams, ["name"])
    lots = RankingLot.objects.filter(ranking__tournament=tournament, competitor__startswith="club:")
    for lot in lots:
        club = clubs.get(lot.competitor.removeprefix("club:"), f"{GONE} {lot.number}")
        lot.competitor = f"club:{club_key(club)}"
        lot.save(update_fields=["competitor"])


def _draws(tournament: Tournament) -> None:
    for draw in tournament.draws.all():
        draw.record = seating.without_words(draw.record)
        draw.save(update_fields=["record"])

"""What stands above and below a ranking on paper: what it is of, how far one may rely on it, and by which rules."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.paper.typesetting.journal_foot import journal_note
from scoring.results.selectors.standings import Standings
from scoring.rules.clauses import Edition, cite
from tables.acts.wording.moments import stamp
from tables.tournaments.models import PlayerClass, Series, Tournament
from tables.tournaments.wording import early_end


def title_of(tournament: Tournament, *, only: Series | None, of: PlayerClass | None) -> str:
    """Return what a ranking is called: of a series or of all, of a class or of everybody."""
    if only:
        title = _("Ranking of series %(series)s") % {"series": only.number}
    else:
        title = _("Final ranking") if tournament.released_at else _("Ranking")
    return _("%(ranking)s: %(group)s") % {"ranking": title, "group": of.called} if of else title


def ranked(rank: int | None, *, shared: bool, by_lot: bool) -> str:
    """Return a rank with its mark: whether it is shared, or only a lot gave it (SkWO 5.2).

    A sign is enough, for in long lists many a rank has one: words beside the name would take a line of their own.
    """
    return f"{rank or '–'}{'=' if shared else _lot_mark() if by_lot else ' '}"


def lot_note() -> str:
    """Return what the mark of a lot means."""
    return _("%(mark)s: only a lot decided the place") % {"mark": _lot_mark()}


def _lot_mark() -> str:
    return pgettext("one letter behind a rank that a lot decided", "L")


def notes_under(tournament: Tournament, standings: Standings) -> list[str]:
    """Return by which rules it was scored, when the series were closed, what marks mean, and how the journal ended."""
    closed = [
        _("series %(number)s %(at)s") % {"number": series.number, "at": stamp(series.closed_at)}
        for series in standings.series
        if series.closed_at
    ]
    rules = _("Scored by %(clause)s; the scoring is the same in the edition of %(edition)s.") % {
        "clause": cite("SkWO 5.2"),
        "edition": Edition.SINCE_2018,
    }
    printed = journal_note(tournament)
    told = [_("Closed: %(series)s") % {"series": ", ".join(closed)}] if closed else []
    marks = [lot_note()] if any(line.by_lot for line in standings.lines) else []
    return [rules, *told, *marks, *([printed] if printed else [])]


def state_of(tournament: Tournament, standings: Standings, *, only: Series | None, as_of: datetime) -> str:
    """Return how far one may rely on the ranking, and since when; and that the event ended early, where it did."""
    return and_early_end(_state_of(tournament, standings, only=only, as_of=as_of), tournament)


def and_early_end(said: str, tournament: Tournament) -> str:
    """Return what is said of a ranking, and that its event ended before all series were played, where it did."""
    return " · ".join(filter(None, (said, early_end(tournament))))


def _state_of(tournament: Tournament, standings: Standings, *, only: Series | None, as_of: datetime) -> str:
    if tournament.released_at:
        return _("final, released %(at)s") % {"at": stamp(tournament.released_at)}
    if only and standings.is_official:
        return _("official, closed %(at)s") % {"at": stamp(only.closed_at)}
    facts = {"at": stamp(as_of), "series": len(standings.series)}
    if standings.is_official:
        return (
            ngettext(
                "official after %(series)s series, as of %(at)s",
                "official after %(series)s series, as of %(at)s",
                len(standings.series),
            )
            % facts
        )
    return _("provisional, as of %(at)s") % facts

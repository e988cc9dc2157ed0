"""A tournament's plan as a page: everything SkWO 6.2 names, in its order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point of the plan."""

    title: str
    clause: str
    text: str
    """Empty while the director has not said anything about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of the two parts of the plan."""

    title: str
    points: tuple[Point, ...]


def plan_of(tournament: Tournament, series: Sequence[Series]) -> tuple[Part, Part]:
    """Return the plan's parts A and B (SkWO 6.2)."""
    return _general(tournament, series), _conditions(tournament)


Told = Callable[[Tournament], Sequence[str]]

TOLD: Final[list[Told]] = []
"""What tells all that an event charges, line by line: set by a room above when the site starts."""


def also(told: Told) -> None:
    """Let a room above tell what an event charges."""
    if told not in TOLD:
        TOLD.append(told)


def charges(tournament: Tournament) -> tuple[str, ...]:
    """Return all that an event charges, line by line; empty where nothing but the entry fee is stated."""
    return tuple(line for told in TOLD for line in told(tournament))


TO_WIN: Final[list[Told]] = []
"""What tells all that there is to win, line by line: set by a room above when the site starts."""


def also_to_win(told: Told) -> None:
    """Let a room above tell what there is to win."""
    if told not in TO_WIN:
        TO_WIN.append(told)


def to_win(tournament: Tournament) -> tuple[str, ...]:
    """Return all that there is to win, line by line; empty where nothing is announced."""
    return tuple(line for told in TO_WIN for line in told(tournament))


def fee(tournament: Tournament) -> str:
    """Return the entry fee in words: "10.00 €" or "no entry fee"."""
    if not tournament.entry_fee:
        return _("no entry fee")
    return _("%(amount)s €") % {"amount": number_format(tournament.entry_fee, decimal_pos=2)}


def deals(tournament: Tournament) -> str:
    """Return how many deals a series has: "48 deals at four, 36 at three"."""
    rounds = tournament.rounds
    return _("%(four)s deals at a table of four, %(three)s at a table of three") % {
        "four": 4 * rounds,
        "three": 3 * rounds,
    }


def _general(tournament: Tournament, series: Sequence[Series]) -> Part:
    stakes = "\n".join(charges(tournament)) or _("Entry fee: %(fee)s.") % {"fee": fee(tournament)}
    prizes = "\n".join(to_win(tournament))
    signed = [": ".join((_("Organiser"), tournament.organiser))]
    if tournament.direction:
        signed.append(": ".join((_("Direction"), tournament.direction)))
    return Part(
        title=_("General"),
        points=(
            Point(title=_("Organiser"), clause="SkWO 3.1", text=tournament.organiser),
            Point(title=_("Stakes and costs"), clause="SkWO 4.1", text=f"{stakes}\n{tournament.costs}".strip()),
            Point(title=_("Number of series"), clause="SkWO 6.2", text=_series(series)),
            Point(title=_("Deals at a table"), clause="SkWO 6.2", text=_length(tournament)),
            Point(title=_("Use of the money"), clause="SkWO 3.3", text=tournament.use_of_money),
            *([Point(title=_("Prizes"), clause="SkWO 1.5", text=prizes)] if prizes else []),
            Point(title=_("Right to exclude"), clause="SkWO 4.3", text=tournament.exclusion),
            Point(title=_("Tribunal"), clause="ISkO 4.5.10, SkWO 7.3.2, 7.3.3", text=_questions(tournament)),
            Point(title=_("Signatures"), clause="SkWO 6.2", text="\n".join(signed) if tournament.direction else ""),
        ),
    )


def _conditions(tournament: Tournament) -> Part:
    return Part(
        title=_("Playing conditions"),
        points=(
            Point(title=_("Rules that hold"), clause="SkWO 2.4, 7.3.1", text=tournament.rules),
            Point(title=_("Control and supervision"), clause="SkWO 9.8, 9.9", text=tournament.supervision),
            Point(title=_("Penalties"), clause="SkWO 4.3, 7.1.2", text=tournament.penalties),
            Point(title=_("Keeping the list"), clause="SkWO 7.2", text=tournament.list_keeping),
            Point(title=_("Stake per point"), clause="SkWO 9.2", text=tournament.stake),
            Point(title=_("Cards"), clause="SkWO 9.1", text=tournament.material),
        ),
    )


def _questions(tournament: Tournament) -> str:
    """Return who decides what is questioned, and how long a posted result may be."""
    if tournament.query_window is None:
        return tournament.tribunal
    said = ngettext(
        "Mistakes in a posted result can be reported for %(minutes)s minute from the posting on.",
        "Mistakes in a posted result can be reported for %(minutes)s minutes from the posting on.",
        tournament.query_window,
    )
    return f"{tournament.tribunal}\n{said % {'minutes': tournament.query_window}}".strip()


def _series(series: Sequence[Series]) -> str:
    counted = ngettext("%(count)s series.", "%(count)s series.", len(series)) % {"count": len(series)}
    by_standing = [str(one.number) for one in series if one.seating == Series.Seating.BY_STANDING]
    if not by_standing:
        return " ".join((counted, _("The seats of every series are drawn.")))
    numbers = {"numbers": ", ".join(by_standing)}
    return " ".join((counted, _("The seats are drawn, those of series %(numbers)s set by standing.") % numbers))


def _length(tournament: Tournament) -> str:
    rounds = ngettext("%(count)s round:", "%(count)s rounds:", tournament.rounds) % {"count": tournament.rounds}
    said = f"{rounds} {deals(tournament)}."
    if tournament.time_limit:
        said += " " + _("Time limit: %(minutes)s minutes for a series.") % {"minutes": tournament.time_limit}
    if tournament.strikes_at_limit:
        said += " " + _("When the time is over the deal in hand is finished; deals not begun are struck.")
    return said

"""Who goes on from a ranking of an event to a final (SkWO 1.4)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.results.models import Ranking
from scoring.results.selectors.rankings import club_key, lines_of, rankings_of, series_of
from scoring.results.selectors.standings import standings
from scoring.rules.results.advancing import AtBorder, Candidate, who_goes_on
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import finals_of

CALLED = "final.called"  # the act by which those who go on are registered for the final
CLUBS = "clubs"
DISTRICTS = "districts"
CLASSES = "classes"
TABLES = "tables"


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancingTerms:
    """How many go on, and from where."""

    places: int
    further: int = 0  # how many places each club, district, class or table has of its own, beside those

    further_of: str = ""
    """Who has them: ``CLUBS``, ``DISTRICTS``, ``CLASSES``, the code of one class, or ``TABLES``.

    Of ``TABLES`` the first of each table of the last series go on, by the ranking of that series.
    """

    at_border: AtBorder = AtBorder.LOT
    ranking: int | None = None  # the number of the ranking; None for the one of all players
    kept: Sequence[int] = ()  # whose place is kept, by start number, in their order: hosts, the last winner
    within: bool = False  # whether kept places are within ``places``; else they are on top
    others: bool = False  # whether all others go on, to a consolation round: whom no final called
    with_points: bool = False  # whether they start with the points they have in the ranking
    year: int | None = None  # the key of the competition whose table it is; None for a ranking of the event


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One line of the ranking from which some go on."""

    entrant: Entrant
    rank: int
    candidate: Candidate

    @property
    def points(self) -> int:
        """What they have in the ranking."""
        return int(self.candidate.earned[0])


def rankings_of_players(tournament: Tournament) -> list[Ranking]:
    """Return the rankings of an event, beside the one of all, in which single players are ranked."""
    return [ranking for ranking in rankings_of(tournament) if ranking.is_of_players]


def ranked_in(tournament: Tournament, terms: AdvancingTerms) -> list[Ranked]:
    """Return the ranking from which some go on, best first; who has no place in it is left out."""
    if terms.further_of == TABLES:
        last = tournament.series.order_by("number").last()
        tables = dict(Seat.objects.filter(series=last).values_list("entrant_id", "table__number"))
        return [
            ranked(line.entrant, line.rank, (line.total, line.won, line.lost), terms, table=tables[line.entrant.pk])
            for line in standings(tournament, only=last, with_hidden=True).lines
        ]
    ranking = next(
        (each_ranking for each_ranking in rankings_of_players(tournament) if each_ranking.number == terms.ranking), None
    )
    if ranking is None:
        lines = standings(tournament, with_hidden=True).lines
        return [ranked(line.entrant, line.rank, (line.total, line.won, line.lost), terms) for line in lines]
    return [
        ranked(entrant, line.rank, (line.performance, line.won, line.lost), terms)
        for line in lines_of(ranking, series_of(ranking))
        for entrant in [line.members[0].entrant]
    ]


def ranked(
    entrant: Entrant,
    rank: int,
    earned: Any,
    terms: AdvancingTerms,
    *,
    number: int | None = None,
    table: int | None = None,
) -> Ranked:
    """Return a line of a ranking, with the groups in which it may have a further place."""
    groups: frozenset[str] = frozenset()
    if table:
        groups = frozenset({str(table)})
    elif terms.further_of in {CLUBS, DISTRICTS}:
        groups = frozenset({club_key(entrant.club if terms.further_of == CLUBS else entrant.district)} - {""})
    elif terms.further_of:
        groups = frozenset(entrant.classes)
        groups = groups if terms.further_of == CLASSES else groups & {terms.further_of}
    return Ranked(
        entrant=entrant,
        rank=rank,
        candidate=Candidate(number=number or entrant.number, rank=rank, earned=earned, groups=groups),
    )


def with_kept(ranking: Sequence[Ranked], terms: AdvancingTerms, entrants: Iterable[Entrant]) -> list[Ranked]:
    """Return a ranking with those in it whose place is kept, also where they have none, without points."""
    numbers = {line.candidate.number for line in ranking}
    return [*ranking, *(ranked(entrant, 0, (0, 0, 0), terms) for entrant in entrants if entrant.number not in numbers)]


def going_on(ranking: Sequence[Ranked], terms: AdvancingTerms, *, without: Collection[int] = ()) -> list[Ranked]:
    """Return who goes on, best first, ``without`` some, or raise NotSettled where a lot has yet to decide."""
    values = {line.candidate.number: line for line in ranking if line.candidate.number not in without}
    if terms.others:
        return list(values.values())
    on = who_goes_on(
        [line.candidate for line in values.values()],
        places=terms.places,
        further=terms.further,
        at_border=terms.at_border,
        kept=[number for number in terms.kept if number in values],
        within=terms.within,
    )
    return [values[number] for number in on]


def called_before(tournament: Tournament) -> frozenset[int]:
    """Return who was called to the finals of an event, by start number; a consolation round is none."""
    finals = filter(None, map(final_of, tournament.finals.all()))
    return frozenset(number for final in finals if not final.terms.others for number in final.called.values())


def stages_of(tournament: Tournament, numbers: Sequence[int], *, on: date) -> dict[int, str]:
    """Return of a ranking of all, by start number, who goes on to the finals that the public sees; nothing without any.

    "in", "declined", "round" for a consolation round, else "out"; "next" for who moves up, where places alone say it.
    """
    stages: dict[int, str] = {}
    for final in filter(None, map(final_of, finals_of(tournament, on=on))):
        gone = final.declined
        calls = dict.fromkeys(final.called.values(), "round" if final.terms.others else "in")
        stages |= {number: "declined" if number in gone else state for number, state in calls.items()}
        if not (final.terms.others or final.terms.further or final.terms.ranking):
            following = next((number for number in numbers if number not in calls), None)
            stages |= {following: "next"} if following else {}
    return {number: stages.get(number, "out") for number in numbers} if stages else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """A final as its journal tells it."""

    terms: AdvancingTerms
    source: Tournament  # the event from which they go on
    called: Mapping[int, int]  # who was called: the number in the ranking, by the start number in the final
    entrants: Mapping[int, Entrant]  # who is registered in the final, by start number

    @property
    def declined(self) -> frozenset[int]:
        """Those called who do not come, by their numbers in the ranking."""
        numbers = {number for number, entrant in self.entrants.items() if not entrant.withdrawn_at}
        return frozenset(before for number, before in self.called.items() if number not in numbers)


def final_of(tournament: Tournament) -> Final | None:
    """Return what is told of a final; None for an event that is none."""
    lines = list(tournament.journal.filter(action=CALLED).order_by("number").values_list("data", flat=True))
    if not lines:
        return None
    terms = lines[0]["terms"]
    return Final(
        terms=AdvancingTerms(**{**terms, "at_border": AtBorder(terms["at_border"])}),
        source=Tournament.objects.get(slug=lines[0]["from"]),
        called={int(number): before for data in lines for number, before in data["called"].items()},
        entrants={entrant.number: entrant for entrant in tournament.entrants.all()},
    )


def next_called(final: Final, ranking: Sequence[Ranked]) -> list[Ranked]:
    """Return who moves up for those who declined, best first, or raise NotSettled where a lot has yet to decide."""
    called = frozenset(final.called.values())
    if final.terms.others:
        return []
    on = going_on(ranking, final.terms, without=final.declined)
    return [line for line in on if line.candidate.number not in called]

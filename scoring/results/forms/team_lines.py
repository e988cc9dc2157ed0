"""Teams as people write them down, a line each: "Herz Buben: 12, 15, 31, 44; 50"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.results.models import Ranking, Team
from scoring.results.services.ranking_teams import LONGEST_NAME, Assigned, as_named
from tables.intake.classes import LADIES
from tables.intake.names import name_key
from tables.intake.outcome import Kind, Line
from tables.intake.teams import SUBSTITUTE, ListedTeam, read_teams
from tables.intake.text import clean_text
from tables.people.models import Entrant

NUMBERS: Final = re.compile(r"\d{1,6}(?:\s+\d{1,6})*", re.ASCII)
NUMBERED: Final = re.compile(r"(?:no|nr|num|n[°º]|№|#)?\.?\s*(\d{1,6})\b(?!\.\d).*", re.ASCII | re.IGNORECASE)
"""A start number, whatever stands around it: "No. 12", "12 Anna Berg"."""

LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What is wrong with a line: a code, and what fills its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_about(self) -> frozenset[str]:
        """What the cells hold that somebody has to look at."""
        return frozenset({"name"} if self.code.startswith("team-n") else {"player", SUBSTITUTE})


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A line as it was read."""

    line: int
    text: str
    name: str = ""
    members: tuple[Entrant, ...] = ()
    substitutes: tuple[Entrant, ...] = ()
    slips: tuple[Slip, ...] = ()
    left_out: Kind | None = None  # why it is no team of its own
    is_registered: bool = False  # whether it names nobody, and those registered for the team are its players
    cells: tuple[tuple[str, str], ...] = ()  # each with "name", "club", "player", "substitute", "left-out" or "asked"

    @property
    def assigned(self) -> Assigned:
        """The team as it is assigned."""
        return Assigned(
            name=self.name,
            members=tuple(entrant.number for entrant in self.members),
            substitutes=tuple(entrant.number for entrant in self.substitutes),
        )


class TeamReader:
    """Reads the teams of one ranking; everybody who may belong to one is known to it."""

    def __init__(self, ranking: Ranking, entrants: Iterable[Entrant]) -> None:
        self.size = ranking.size
        self.is_mixed = ranking.kind == Ranking.Kind.MIXED
        self.by_number: dict[int, Entrant] = {}
        self.by_name: dict[str, list[Entrant]] = defaultdict(list)
        self.by_team: dict[str, list[Entrant]] = defaultdict(list)
        for entrant in sorted(entrants, key=lambda each_entrant: each_entrant.number):
            self.by_number[entrant.number] = entrant
            self.by_name[name_key(entrant.name)].append(entrant)
            self.by_team[name_key(entrant.team)].append(entrant)
        for by_key in (self.by_name, self.by_team):
            by_key.pop("", None)

    def read(self, lines: Sequence[Line], *, unnamed: str) -> tuple[TeamLine, ...]:
        """Return every line; ``unnamed`` with a number in it names teams that have no name."""
        read: list[TeamLine] = []
        named: dict[str, int] = {}
        taken: dict[int, int] = {}
        for line, listed in zip(lines, read_teams(lines, by_number=True), strict=True):
            number = 1 + sum(not team_line.left_out for team_line in read)
            team = self._team(line, listed, name=listed.name or unnamed % {"number": number})
            slips = (*team.slips, *self._again(team, named, taken)) if not team.left_out else ()
            asked = frozenset(text for slip in slips for text in slip.is_about)
            cells = tuple((text, "asked" if word in asked else word) for text, word in team.cells)
            read.append(replace(team, slips=slips, cells=cells))
            if not team.left_out:
                named.setdefault(team.name.casefold(), team.line)
            for entrant in (*team.members, *team.substitutes):
                taken.setdefault(entrant.number, team.line)
        return tuple(read)

    def _team(self, line: Line, listed: ListedTeam, *, name: str) -> TeamLine:
        cells = tuple((text, word) for text, word in zip(line.cells, listed.cells, strict=True) if text)
        text = " ".join(filter(None, line.cells))[:500]
        if listed.kind:
            return TeamLine(line=line.number, text=text, left_out=listed.kind, cells=cells)
        slips: list[Slip] = []
        playing = tuple(self._people(self._parts(listed.players), slips))
        waiting = tuple(self._people(self._parts(listed.substitutes), slips))
        is_registered = not (listed.players or listed.substitutes) and name_key(name) in self.by_team
        if is_registered:
            everybody = self.by_team[name_key(name)]
            playing, waiting = (*everybody[: self.size],), (*everybody[self.size :],)
        if not playing and not slips:
            slips.append(Slip(code="team-nobody"))
        if len(name) > LONGEST_NAME:
            slips.append(Slip(code="team-name-long", facts={"most": LONGEST_NAME}))
        if len(playing) > self.size:
            slips.append(Slip(code="team-too-many", facts={"count": len(playing), "size": self.size}))
        elif self.is_mixed and len(playing) == self.size and sum(LADIES in entrant.classes for entrant in playing) != 1:
            slips.append(Slip(code="team-not-mixed"))
        return TeamLine(
            line=line.number,
            text=text,
            name=name,
            members=playing,
            substitutes=waiting,
            slips=tuple(slips),
            is_registered=is_registered,
            cells=cells,
        )

    def _parts(self, texts: Iterable[str]) -> list[str]:
        return [
            part
            for text in texts
            for one in ([text] if name_key(text) in self.by_name else re.split(r"[,;/+&\t]", text))
            if (part := clean_text(one))
        ]

    def _again(self, read: TeamLine, named: Mapping[str, int], taken: Mapping[int, int]) -> Iterator[Slip]:
        if line := named.get(read.name.casefold()):
            yield Slip(code="team-name-again", facts={"name": read.name, "line": line})
        here: set[int] = set()
        for entrant in (*read.members, *read.substitutes):
            if entrant.number in here:
                yield Slip(code="member-again", facts={"number": entrant.number, "line": read.line})
            elif entrant.number in taken:
                yield Slip(code="member-again", facts={"number": entrant.number, "line": taken[entrant.number]})
            here.add(entrant.number)

    def _people(self, parts: Sequence[str], slips: list[Slip]) -> Iterator[Entrant]:
        at = 0
        while at < len(parts):
            part = parts[at]
            at += 1
            if NUMBERS.fullmatch(part):
                yield from self._numbers(part.split(), slips)
                continue
            several = self.by_name.get(name_key(part), [])
            if not several and at < len(parts):
                # "Schulz, Erna" is one person.
                several = self.by_name.get(name_key(f"{part} {parts[at]}"), [])
                at += bool(several)
            if len(several) == 1:
                yield several[0]
            elif several:
                numbers = ", ".join(str(entrant.number) for entrant in several)
                slips.append(Slip(code="member-several", facts={"who": part[:LONGEST_SHOWN], "numbers": numbers}))
            elif match := NUMBERED.fullmatch(part):
                yield from self._numbers([match[1]], slips)
            else:
                slips.append(Slip(code="member-unknown", facts={"who": part[:LONGEST_SHOWN]}))

    def _numbers(self, numbers: Iterable[str], slips: list[Slip]) -> Iterator[Entrant]:
        for number in map(int, numbers):
            if number in self.by_number:
                yield self.by_number[number]
            else:
                slips.append(Slip(code="member-unknown", facts={"who": number}))


def teams_as_text(teams: Iterable[Team]) -> str:
    """Return teams as the lines one would write for them."""
    return "\n".join(
        _as_line(
            team.name,
            [member.entrant.number for member in team.members.all() if not member.substitute],
            [member.entrant.number for member in team.members.all() if member.substitute],
        )
        for team in teams
    )


def registered_as_text(entrants: Iterable[Entrant], *, size: int) -> str:
    """Return the teams that stand beside the entrants; whoever is one too many there is a substitute."""
    teams: dict[str, tuple[str, list[int]]] = {}
    for entrant in sorted(entrants, key=lambda each_entrant: each_entrant.number):
        if key := name_key(entrant.team):
            teams.setdefault(key, (entrant.team, []))[1].append(entrant.number)
    return "\n".join(_as_line(name, numbers[:size], numbers[size:]) for name, numbers in teams.values())


def _as_line(name: str, members: Sequence[object], substitutes: Sequence[object]) -> str:
    more = f"; {', '.join(map(str, substitutes))}" if substitutes else ""
    return f"{as_named(name)}: {', '.join(map(str, members))}{more}"

"""Teams as people write them down, a line each: "Herz Buben: 12, 15, 31, 44; 50"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.results.forms.team_files import TableTeam
from scoring.results.models import Ranking, Team
from scoring.results.services.ranking_teams import LONGEST_NAME, Assigned
from tables.intake.classes import LADIES
from tables.intake.names import name_key
from tables.intake.text import clean_text
from tables.people.models import Entrant

BARE: Final = re.compile(r"(.*?[^\d\s,;/+&])[\s,;]+(\d[\d\s,;/+&]*)")
"""A name, then nothing but start numbers."""

NUMBERS: Final = re.compile(r"\d{1,6}(?:\s+\d{1,6})*", re.ASCII)
NUMBERED: Final = re.compile(r"(?:no|nr|num|n[°º]|№|#)?\.?\s*(\d{1,6})\b(?!\.\d).*", re.ASCII | re.IGNORECASE)
"""A start number, whatever stands around it: "No. 12", "12 Anna Berg"."""

LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What is wrong with a line: a code, and what fills its sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A line as it was read."""

    line: int
    text: str
    name: str
    members: tuple[Entrant, ...]
    substitutes: tuple[Entrant, ...]
    slips: tuple[Slip, ...] = ()

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
        for entrant in entrants:
            self.by_number[entrant.number] = entrant
            if key := name_key(entrant.name):
                self.by_name[key].append(entrant)

    def read(self, text: str, *, unnamed: str) -> tuple[TeamLine, ...]:
        """Return every line that is not blank; ``unnamed`` with a number in it names teams that have no name."""
        written = [(line, one) for line, one in enumerate(text.splitlines(), start=1) if clean_text(one)]
        return self._compared(
            self._line(line, one, unnamed=unnamed % {"number": number})
            for number, (line, one) in enumerate(written, start=1)
        )

    def read_table(self, teams: Iterable[TableTeam]) -> tuple[TeamLine, ...]:
        """Return the teams of a table: each of its cells names one player."""
        return self._compared(
            self._team(
                at,
                _as_line(team.name, team.members, team.substitutes),
                name=clean_text(team.name),
                members=[[member] for member in team.members],
                substitutes=[[substitute] for substitute in team.substitutes],
            )
            for at, team in enumerate(teams, start=1)
        )

    def _compared(self, lines: Iterable[TeamLine]) -> tuple[TeamLine, ...]:
        """Return lines with what each has in common with those before it."""
        team_lines: list[TeamLine] = []
        named: dict[str, int] = {}
        taken: dict[int, int] = {}
        for read in lines:
            team_lines.append(replace(read, slips=(*read.slips, *self._again(read, named, taken))))
            named.setdefault(read.name.casefold(), read.line)
            for entrant in (*read.members, *read.substitutes):
                taken.setdefault(entrant.number, read.line)
        return tuple(team_lines)

    def _line(self, line: int, written: str, *, unnamed: str) -> TeamLine:
        name, people = _name_and_people(written)
        first, _mark, rest = people.partition(";")
        return self._team(
            line, written, name=name or unnamed, members=[_parts(first)], substitutes=[_parts(rest.replace(";", ","))]
        )

    def _team(
        self,
        line: int,
        written: str,
        *,
        name: str,
        members: Sequence[Sequence[str]],
        substitutes: Sequence[Sequence[str]],
    ) -> TeamLine:
        """Return a team whose players are named in groups of parts, each group by itself."""
        slips: list[Slip] = []
        playing = tuple(entrant for parts in members for entrant in self._people(parts, slips))
        waiting = tuple(entrant for parts in substitutes for entrant in self._people(parts, slips))
        if not playing and not slips:
            slips.append(Slip(code="team-nobody"))
        if len(name) > LONGEST_NAME:
            slips.append(Slip(code="team-name-long", facts={"longest": LONGEST_NAME}))
        if len(playing) > self.size:
            slips.append(Slip(code="team-too-many", facts={"count": len(playing), "size": self.size}))
        elif self.is_mixed and len(playing) == self.size and sum(LADIES in entrant.classes for entrant in playing) != 1:
            slips.append(Slip(code="team-not-mixed"))
        return TeamLine(
            line=line,
            text=clean_text(written)[:500],
            name=name,
            members=playing,
            substitutes=waiting,
            slips=tuple(slips),
        )

    def _again(self, read: TeamLine, named: Mapping[str, int], taken: Mapping[int, int]) -> Iterator[Slip]:
        """Yield what was there in a line before, or twice in this one."""
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
        """Yield who is named in parts of a line or in a cell; what is not understood goes to the slips."""
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
    for entrant in sorted(entrants, key=lambda one: one.number):
        if key := name_key(entrant.team):
            teams.setdefault(key, (entrant.team, []))[1].append(entrant.number)
    return "\n".join(_as_line(name, numbers[:size], numbers[size:]) for name, numbers in teams.values())


def lines_as_text(lines: Iterable[TeamLine]) -> str:
    """Return the teams of a table as the lines one would write for them; what was not understood as it stood."""
    return "\n".join(
        _as_line(
            line.name, [entrant.number for entrant in line.members], [entrant.number for entrant in line.substitutes]
        )
        if not line.slips
        else line.text
        for line in lines
    )


def _as_line(name: str, members: Sequence[object], substitutes: Sequence[object]) -> str:
    more = f"; {', '.join(map(str, substitutes))}" if substitutes else ""
    # A colon inside the name would end it.
    return f"{name.replace(':', ' ')}: {', '.join(map(str, members))}{more}"


def _parts(text: str) -> list[str]:
    return [cleaned for part in re.split(r"[,/+&\t]", text) if (cleaned := clean_text(part))]


def _name_and_people(written: str) -> tuple[str, str]:
    for mark in (":", "\t"):
        name, found, people = written.partition(mark)
        if found:
            return clean_text(name), people
    text = clean_text(written)
    if match := BARE.fullmatch(text):
        return match[1].rstrip(" ,;-–"), match[2]
    return ("", text) if text[:1].isdigit() else (text, "")

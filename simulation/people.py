"""Who comes to a simulated event: invented names, clubs, teams and how well each one plays."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from simulation.deals import chosen
from skatturnier.machine import places
from tables.intake.names import name_key
from tables.intake.registration import Registration
from tables.seating import Chance

GENERATIONS: Final = (("junior", 6), ("middle", 54), ("senior", 40))
LADIES: Final = 17
WITHOUT_CLUB: Final = 8

TEAM: Final = 4
"""Players of one club who are rated together."""


def people(count: int, *, seed: str) -> list[Registration]:
    """Return as many people as wanted, no two of whom would be taken for the same."""
    chance = Chance(seed, purpose="people")
    clubs = _clubs(count)
    registrations: dict[str, Registration] = {}
    while len(registrations) < count:
        person = _person(chance)
        registrations.setdefault(name_key(person.name), replace(person, club=chosen(clubs, chance)))
    return list(_with_teams(list(registrations.values())))


def skills(count: int, *, seed: str) -> dict[int, int]:
    """Return how well each start number plays, from -50 to 50, most of them near the middle."""
    chance = Chance(seed, purpose="skills")
    return {number: (chance.below(51) + chance.below(51)) - 50 for number in range(1, count + 1)}


def _person(chance: Chance) -> Registration:
    generation = chosen(GENERATIONS, chance)
    lady = chance.below(100) < LADIES
    given_names = [row["name"] for row in _rows() if bool(row["lady"]) == lady and row["generation"] == generation]
    given = given_names[chance.below(len(given_names))]
    families = _lines("family-names.txt")
    family = families[chance.below(len(families))]
    classes = {"ladies": lady, "juniors": generation == "junior", "seniors": generation == "senior"}
    return Registration(name=f"{given} {family}", classes=frozenset(code for code, is_in in classes.items() if is_in))


def _clubs(count: int) -> list[tuple[str, int]]:
    names = _lines("clubs.txt")[: max(3, round(1.2 * count**0.5))]
    weights = [60 // (place + 4) + 2 for place in range(len(names))]
    return [*zip(names, weights, strict=True), ("", sum(weights) * WITHOUT_CLUB // (100 - WITHOUT_CLUB) + 1)]


def _with_teams(registrations: list[Registration]) -> Iterator[Registration]:
    """Yield everyone, those of a club in teams of four as far as they go."""
    members = Counter(person.club for person in registrations)
    placed: dict[str, int] = defaultdict(int)
    for person in registrations:
        team, full = placed[person.club] // TEAM + 1, members[person.club] // TEAM
        placed[person.club] += 1
        yield replace(person, team=f"{person.club} {team}") if person.club and team <= full else person


@cache
def _rows() -> tuple[dict[str, str], ...]:
    with _file("given-names.csv").open(encoding="utf-8", newline="") as opened:
        return tuple(csv.DictReader(opened))


@cache
def _lines(name: str) -> tuple[str, ...]:
    return tuple(_file(name).read_text(encoding="utf-8").splitlines())


def _file(name: str) -> Path:
    return places.BESIDE / "fixtures" / "demo" / name

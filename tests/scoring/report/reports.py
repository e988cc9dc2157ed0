"""Reports to be checked and bent, and as much of a JSON schema as ours needs."""

import copy
import json
import re
from pathlib import Path

from scoring.report import writing
from scoring.report.writing import list_part
from scoring.rules.game_list.deals import GameList
from simulation.deals import play
from tables.seating.chance import Chance

ROOT = Path(__file__).parents[3]
SCHEMA, FIRST_SCHEMA = (
    json.loads((ROOT / "docs" / f"skat-report-{version}.schema.json").read_text(encoding="utf-8")) for version in (2, 1)
)
FIRST_VERSION, SECOND_VERSION = (
    json.loads((Path(__file__).parent / f"version-{version}.json").read_text(encoding="utf-8")) for version in (1, 2)
)
"""Reports as the site wrote them before there was a second version, and before the record of an event had one."""


def event_report(seed, tables=(4, 3), series=2, with_deals=True):
    """Return the report of an event played by chance."""
    lists = []
    numbers = list(range(1, sum(tables) + 1))
    for number in range(1, series + 1):
        left = iter(Chance(seed + str(number), purpose="seats").shuffled(numbers))
        for table, seats in enumerate(tables, start=1):
            blank = GameList(seats=seats)
            chance = Chance(f"{seed} {number} {table}", purpose="report")
            deals = play(blank, until=blank.length, skills=dict.fromkeys(range(1, 5), 0), chance=chance)
            here = [next(left) for _ in range(seats)]
            part = list_part(GameList(seats=seats, deals=deals), series=number, table=table, numbers=here)
            if not with_deals:
                del part["deals"]
            lists.append(part)
    return writing.event_report(
        written_by="tests",
        event={"name": "Preisskat", "date": "2026-01-14", "series": series, "rules": "isko-2002"},
        entrants=[{"number": number, "name": f"Spieler {number}", "club": None} for number in numbers],
        lists=lists,
    )


def paths(value, before=()):
    """Yield the path of everything in a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*before, name)
        yield from paths(part, (*before, name))


def changed(report, path, value):
    """Return the report with another value at a path; ... takes it away."""
    other = copy.deepcopy(report)
    place = other
    for way in path[:-1]:
        place = place[way]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return other


TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def allows(schema, value, whole=None):
    """Tell whether a JSON schema allows a value; knows the keywords that ours has."""
    whole = whole or schema
    if "$ref" in schema:
        return allows(whole["$defs"][schema["$ref"].rpartition("/")[2]], value, whole)
    if "oneOf" in schema:
        return sum(allows(one, value, whole) for one in schema["oneOf"]) == 1
    if "const" in schema and (type(value), value) != (type(schema["const"]), schema["const"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    names = schema.get("type", [])
    if names and type(value) not in [TYPES[name] for name in ([names] if isinstance(names, str) else names)]:
        return False
    return _parts_allowed(schema, value, whole)


def _parts_allowed(schema, value, whole):
    if type(value) is dict:
        known, other = schema.get("properties", {}), schema.get("additionalProperties", True)
        return set(schema.get("required", ())) <= value.keys() and all(
            other if name not in known and isinstance(other, bool) else allows(known.get(name, other), part, whole)
            for name, part in value.items()
        )
    if type(value) is list:
        fits = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return fits and all(allows(schema.get("items", {}), part, whole) for part in value)
    if type(value) is int:
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return type(value) is not str or re.search(schema.get("pattern", ""), value) is not None

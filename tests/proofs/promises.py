"""The promises, each with the goals that its figure is held against, and what it is about.

Scripts that hold one are named by their command; they say what they measured, and the table judges.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

NUMBER: Final = r"(?P<number>\d[\d,]*(?:\.\d+)?)"


class Must(Enum):
    """How a number is held against that of the goal."""

    BE = "="
    REACH = "≥"
    STAY = "≤"


@dataclass(frozen=True, slots=True)
class Goal:
    """One claim of a promise.

    ``part`` is what a figure says right after the number, or right before it where the number ``follows``.
    """

    part: str
    number: float
    unit: str = ""
    must: Must = Must.BE
    follows: bool = False
    times: int = 1
    """How often it must have been measured: twice where each database has a figure of its own."""

    def measured(self, figures: Iterable[str]) -> list[float]:
        """Return every number that the figures say of this part."""
        said = re.escape(self.part)
        unit = rf"\s*{re.escape(self.unit)}\b" if self.unit else r"(?![\d,.]*\d)"
        pattern = rf"(?<!\w){said}\s+{NUMBER}{unit}" if self.follows else rf"(?<![\w.,]){NUMBER}\s*{said}(?!\w)"
        return [float(one["number"].replace(",", "")) for figure in figures for one in re.finditer(pattern, figure)]

    def missed(self, figures: Iterable[str]) -> str:
        """Return what is wrong with the figures, "" if they reach the goal."""
        found = self.measured(figures)
        if len(found) < self.times:
            return f"not measured{' on both databases' if found else ''}: {self}"
        return f"missed: {self}" if not all(map(self._is_met, found)) else ""

    def _is_met(self, number: float) -> bool:
        if self.must is Must.REACH:
            return number >= self.number
        return number <= self.number if self.must is Must.STAY else number == self.number

    def __str__(self) -> str:
        number = f"{self.number:,g}"
        said = f"{number} {self.unit}".strip()
        how = "" if self.must is Must.BE else f"{self.must.value} "
        return f"{self.part} {how}{said}" if self.follows else f"{how}{said} {self.part}"


def none(part: str, *, times: int = 1, follows: bool = False) -> Goal:
    """Return the goal that there is none of something."""
    return Goal(part, 0, times=times, follows=follows)


def least(number: float, part: str, *, times: int = 1) -> Goal:
    """Return the goal that there are so many of something, or more."""
    return Goal(part, number, must=Must.REACH, times=times)


def within(part: str, number: float, unit: str = "s", *, times: int = 1) -> Goal:
    """Return the goal that something takes no more; its figure stands after the words."""
    return Goal(part, number, unit, Must.STAY, follows=True, times=times)


EVERYTHING = ("scoring", "tables", "skatturnier", "templates", "requirements.txt")
ENTRY = ("scoring/lists", "scoring/rules", "scoring/table", "tables/journal", "skatturnier", "requirements.txt")
PHONE = ("skatturnier/static/skatturnier/table", "templates/scoring/table", "scoring/table", "scoring/lists")
PAGES = ("templates", "scoring", "tables", "skatturnier")
ACCESS = ("tables", "scoring", "skatturnier/urls.py")
FILES = (
    *("tables/intake", "tables/sheets.py", "tables/people", "tables/draw", "scoring/lists", "scoring/results"),
    *("scoring/archive", "skatturnier/middleware/requests.py"),
)
PAPERS = ("scoring/paper", "templates/base_print.html", "templates/scoring/paper")
MODELS = ("tables/models.py", "scoring/models.py", "tables/migrations", "scoring/migrations")
BACKUPS = ("skatturnier/backups", "tables/journal/chain.py", *MODELS)


@dataclass(frozen=True, slots=True)
class Promise:
    """Something a director may rely on."""

    says: str
    goals: tuple[Goal, ...]
    about: tuple[str, ...]
    """Files and folders: a figure that is older than their last change proves nothing of what is there now."""

    command: tuple[str, ...] = ()
    """What proves it besides tests: it prints ``PROOF <promise> | <figure>``, and exits with 0."""

    measures_time: bool = False
    """Whether its command wants the machine for itself."""

    on_both: bool = False
    """Whether its tests are run on PostgreSQL too; one that is left out on one database must pass on the other."""


PROMISES: Final[dict[str, Promise]] = {
    # Nothing lost.
    "killed": Promise(
        "A deal shown as saved survives kill -9 of all server processes",
        (least(30, "kills", times=2), none("lost", times=2), none("double", times=2)),
        ENTRY,
        command=("tests.durability.kills",),
    ),
    "power-cut": Promise(
        "It survives a power cut under the settings of the site",
        (least(4_000, "acknowledged"), least(200, "cuts"), none("lost")),
        ("skatturnier/databases.py", "skatturnier/checks.py", "requirements.txt"),
        command=("tests.durability.power_cuts",),
    ),
    "settings": Promise(
        "The site refuses to start with settings that could lose it",
        (none("weaker settings taken"),),
        ("skatturnier/databases.py", "skatturnier/checks.py", "skatturnier/serving/site.py"),
    ),
    "failed-write": Promise(
        "A failed write is never acknowledged, is said, and the site goes on",
        (least(15, "acts"), none("acknowledged")),
        ENTRY,
        on_both=True,
    ),
    "sent-twice": Promise("Sent twice counts once", (Goal("of 50", 50),), ENTRY, on_both=True),
    "two-writers": Promise("Nobody overwrites silently", (Goal("of 50", 50),), ENTRY, on_both=True),
    "two-directors": Promise(
        "Two directors do a thing once", (Goal("of 50 once", 50),), ("tables", "scoring"), on_both=True
    ),
    "no-deadlock": Promise(
        "Eight processes never wait for each other for ever",
        (Goal("processes", 8), least(60, "s each"), none("deadlocks", times=2), none("errors", times=2)),
        ("tables", "scoring", "skatturnier/databases.py"),
        command=("tests.concurrency.eight",),
    ),
    "constraints": Promise(
        "What must hold is a constraint", (least(40, "kinds of illegal rows"),), MODELS, on_both=True
    ),
    "offline": Promise(
        "Thirty minutes without network lose nothing",
        (least(30, "minutes without network"), Goal("of 12 once and in order", 12)),
        PHONE,
    ),
    "queue": Promise("The phone drops nothing without a receipt", (none("dropped"),), PHONE),
    "phone-lost": Promise("The list goes on when its phone is lost", (none("applied"),), PHONE),
    "one-code": Promise(
        "A whole list passes as one QR code", (least(1_000, "random lists"), none("differences")), PHONE
    ),
    "phone-clock": Promise(
        "The phone's clock does not matter", (none("out of order"),), ("scoring/lists", "scoring/table")
    ),
    "deadlines": Promise(
        "Deadlines are right in the night the clocks change", (none("minutes off"),), ("scoring/rules",)
    ),
    "backup": Promise(
        "A backup is consistent under load, and verified",
        (least(12_000, "deals there", times=2), least(50, "entered meanwhile", times=2)),
        BACKUPS,
        command=("tests.drill",),
    ),
    "restore": Promise(
        "Another laptop goes on within minutes, phones resend the rest",
        (none("missing", times=2), within("answering after", 600, times=2)),
        BACKUPS,
        command=("tests.drill",),
    ),
    "scores": Promise("The scores are right", (least(5_000, "random events"), none("differences")), ("scoring/rules",)),
    "uploads": Promise(
        "Bad files are refused with a sentence", (least(10, "files refused"), within("slowest in", 1)), FILES
    ),
    "fuzzed": Promise(
        "No input breaks a parser",
        (least(26, "readers"), least(100_000, "inputs each"), none("broken"), none("errors")),
        FILES,
        command=("tests.hostile.fuzz",),
    ),
    "formulas": Promise(
        "Formulas stay text",
        (least(30, "payloads"), none("run")),
        ("tables/sheets.py", "tables/people/listings.py", "scoring/paper/workbooks.py", "scoring/public"),
    ),
    "names-survive": Promise(
        "Every name survives, on paper too",
        (least(40, "nasty names"), least(45, "of these")),
        (*FILES, *PAPERS, "templates"),
    ),
    "upgrade": Promise("A database of an earlier release migrates", (none("doubts"),), MODELS, on_both=True),
    # Nobody in who does not belong.
    "keys": Promise(
        "Nobody guesses a table",
        (least(128, "bits"), none("hits"), Goal("looked at", 60, must=Must.STAY)),
        ("tables/accounts", "tables/hall", "tables/draw/codewords.py"),
    ),
    "signed": Promise("A signed list is closed", (least(15, "roles"),), ACCESS),
    "matrix": Promise("Nobody sees or changes what is not his", (least(100, "cells"),), ACCESS),
    "own-table": Promise("Officials who play do not judge their own table", (none("done"),), ACCESS),
    "no-script": Promise(
        "No foreign script runs",
        (least(30, "payloads in every field"), none("ran"), none("refusals"), none("errors on the console")),
        PAGES,
    ),
    "escaped": Promise(
        "What people write is text in HTML, PDF, XLSX, CSV and SVG", (least(30, "payloads"), none("run")), PAGES
    ),
    "headers": Promise(
        "Cookies, CSRF, CSP, HSTS and headers are strict", (none("without a header"),), ("skatturnier",)
    ),
    "no-requests": Promise("Making a PDF asks nothing of any network", (none("requests"),), PAPERS),
    "deploy-check": Promise(
        "check --deploy has nothing to say", (none("warnings"),), ("skatturnier/settings.py", "deploy")
    ),
    "versions": Promise(
        "No library below its minimum safe version", (none("below"),), ("requirements.txt", "requirements/signing.txt")
    ),
    "asvs": Promise(
        "ASVS 5, levels 1 and 2, is answered line by line", (least(253, "requirements"),), ("docs/security",)
    ),
    "scanner": Promise(
        "A scanner of web sites finds nothing", (none("findings"),), PAGES, command=("tests.hostile.scan",)
    ),
    "tampering": Promise(
        "History cannot be bent", (least(1_000, "lines"), Goal("% named", 100)), ("tables/journal", "scoring/history")
    ),
    "names-shown": Promise("Names appear as their owners want", (none("full names"),), PAGES),
    "forgotten": Promise(
        "Personal data goes six months after the event, not while an appeal is open",
        (least(50, "names planted"), none("left"), none("after")),
        (*MODELS, *BACKUPS),
        on_both=True,
    ),
    "export": Promise("A person gets what is stored about him", (least(100, "fields"), none("missing")), MODELS),
    "logs": Promise("Logs hold no personal data", (none("names, keys, addresses or words"),), ("skatturnier",)),
    # At the table, and together.
    "taps": Promise("Few taps: passed in 1, Null 3, suit or Grand 4", (within("mean", 4.3, ""),), PHONE),
    "engines": Promise(
        "A list comes right, loses nothing and is signed in Chromium, Firefox and WebKitGTK",
        (
            Goal("of 48 deals right", 48, times=3),
            Goal("of 5 once and in order", 5, times=3),
            Goal("of 4 once and in order", 4, times=3),
            Goal("not proposed", 0, times=6),
            Goal("of 3 signed", 3, times=3),
        ),
        (*PHONE, "scoring/signing", "templates/scoring/signing"),
    ),
    "stale-options": Promise("No stale option is saved", (least(100_000, "sequences of taps"), none("illegal")), PHONE),
    "without-scripts": Promise(
        "A list can be entered without scripts",
        (none("totals differ"),),
        ("scoring/lists", "scoring/table", "templates/scoring/table"),
    ),
    "accessible": Promise("Every page is accessible", (none("violations"),), ("templates", "skatturnier/static")),
    "hall-screen": Promise(
        "The hall screen survives 30 minutes without the site",
        (least(30, "minutes"),),
        ("templates/scoring/public", "skatturnier/static"),
    ),
    "load": Promise(
        "A hall of 250 tables at five times its speed, 1,000 watching",
        (
            least(5, "min"),
            none("wrong answers", follows=True),
            none("unanswered", follows=True),
            none("lists lost", follows=True),
            within("p95", 0.25),
            within("memory grown", 1.1, "times"),
        ),
        EVERYTHING,
        command=("benchmarks.load", "--minutes", "5"),
        measures_time=True,
    ),
    "load-postgresql": Promise(
        "The same on PostgreSQL behind nginx, a server killed in the middle",
        (
            least(5, "min"),
            none("wrong answers", follows=True),
            none("lists lost", follows=True),
            within("p95", 0.5),
        ),
        EVERYTHING,
        command=("benchmarks.load", "--minutes", "5", "--postgresql"),
        measures_time=True,
    ),
    "slow-visitors": Promise(
        "Slow and silent visitors, and many who want papers at once, keep nobody waiting",
        (
            least(250, "silent"),
            least(60, "half heads"),
            least(40, "slow bodies"),
            least(24, "PDFs at once"),
            within("/health/", 1),
            within("an entry", 1),
            none("wrong answers", follows=True),
        ),
        ("skatturnier", "scoring/paper", "scoring/table", "requirements.txt"),
        command=("benchmarks.load", "--minutes", "5"),
        measures_time=True,
    ),
    "evening": Promise(
        "A director alone runs an evening of 22 with lists on paper, by the keyboard",
        (
            none("clicks"),
            within("from a walk-in to the seat", 10),
            within("from the last paper list to the next plan", 5),
        ),
        PAGES,
    ),
    "whole-day": Promise(
        "A whole day with crash, outage, lost phone and restore",
        (least(500, "deals"), none("places differ")),
        EVERYTHING,
    ),
}

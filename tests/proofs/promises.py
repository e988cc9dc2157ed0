"""The promises, each with the goal that its proof is held against; scripts among them are named by their command."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Promise:
    """Something a director may rely on."""

    says: str
    goal: str
    command: tuple[str, ...] = ()
    """What proves it besides tests: it prints ``PROOF <promise> | <figure> | ok`` (or ``SHORT``), and exits with 0."""

    on_both: bool = False
    """Whether its tests are run on PostgreSQL too; one that is left out on one database must pass on the other."""


PROMISES: Final[dict[str, Promise]] = {
    # Nothing lost.
    "killed": Promise(
        "A deal shown as saved survives kill -9 of all server processes",
        "30 kills, both databases: 0 lost, 0 double, chain whole",
        command=("tests.durability.kills",),
    ),
    "power-cut": Promise(
        "It survives a power cut under the settings of the site",
        "0 lost of 4,000 acknowledged, clean and torn",
        command=("tests.durability.power_cuts",),
    ),
    "settings": Promise("The site refuses to start with settings that could lose it", "every weaker setting refused"),
    "failed-write": Promise(
        "A failed write is never acknowledged, is said, and the site goes on",
        "full disk, read-only file, I/O error: 503 with a sentence, no restart",
        on_both=True,
    ),
    "sent-twice": Promise("Sent twice counts once", "1 row in 50 of 50 rounds, other content 422", on_both=True),
    "two-writers": Promise(
        "Nobody overwrites silently", "one 200, one 409 with both values, 50 of 50, both databases", on_both=True
    ),
    "two-directors": Promise("Two directors do a thing once", "each act once, 50 of 50, both databases", on_both=True),
    "no-deadlock": Promise(
        "Eight processes never wait for each other for ever",
        "60 s on both databases: 0 deadlocks, 0 errors, chain whole",
        command=("tests.concurrency.eight",),
    ),
    "constraints": Promise("What must hold is a constraint", "40 illegal rows refused by the database", on_both=True),
    "offline": Promise("Thirty minutes without network lose nothing", "12 of 12 deals once and in order"),
    "queue": Promise("The phone drops nothing without a receipt", "every bad answer kept, 0 dropped"),
    "phone-lost": Promise(
        "The list goes on when its phone is lost", "unsent deals become proposals: 0 applied, 0 lost"
    ),
    "one-code": Promise("A whole list passes as one QR code", "1,000 random lists equal"),
    "phone-clock": Promise("The phone's clock does not matter", "± 1 day, server back an hour: order kept"),
    "deadlines": Promise("Deadlines are right in the night the clocks change", "02:50 CEST + 15 min = 02:05 CET"),
    "backup": Promise(
        "A backup is consistent under load, and verified",
        "every one: integrity, chain, standings hash",
        command=("tests.drill",),
    ),
    "restore": Promise(
        "Another laptop goes on within minutes, phones resend the rest",
        "same standings hash, 10 minutes, 0 acknowledged deals missing in the end",
        command=("tests.drill",),
    ),
    "scores": Promise("The scores are right", "0 differences to an independent checker in 5,000 events' lists"),
    "uploads": Promise("Bad files are refused with a sentence", "each within 1 s, no 500"),
    "fuzzed": Promise("No input breaks a parser", "100,000 inputs each: no 500", command=("tests.hostile.fuzz",)),
    "formulas": Promise("Formulas stay text", "0 formula cells"),
    "names-survive": Promise("Every name survives", "40 nasty names the same on screen, in XLSX and PDF"),
    "upgrade": Promise(
        "A database of an earlier release migrates",
        "verify finds nothing, same standings, both databases",
        on_both=True,
    ),
    # Nobody in who does not belong.
    "keys": Promise("Nobody guesses a table", "128 bits; 10 tries in 15 minutes; 1,000 guesses: 0 hits"),
    "signed": Promise("A signed list is closed", "every writing address x every role refused"),
    "matrix": Promise("Nobody sees or changes what is not his", "every address x role x object x state asserted"),
    "own-table": Promise("Officials who play do not judge their own table", "refused everywhere"),
    "no-script": Promise("No foreign script runs", "30 payloads, every field: 0 executions, 0 console errors"),
    "escaped": Promise("What people write is text in HTML, PDF, XLSX, CSV and SVG", "every payload as text"),
    "headers": Promise("Cookies, CSRF, CSP, HSTS and headers are strict", "every address"),
    "no-requests": Promise("Making a PDF asks nothing of any network", "0 requests"),
    "deploy-check": Promise("check --deploy has nothing to say", "0 warnings"),
    "versions": Promise("No library below its minimum safe version", "every one of the table"),
    "asvs": Promise("ASVS 5, levels 1 and 2, is answered line by line", "every requirement"),
    "scanner": Promise("A scanner of web sites finds nothing", "0 findings of weight", command=("tests.hostile.scan",)),
    "tampering": Promise("History cannot be bent", "any byte of 1,000 lines changed: named, 100 %"),
    "names-shown": Promise("Names appear as their owners want", "0 full names on public pages and files"),
    "forgotten": Promise(
        "Personal data goes six months after the event, not while an appeal is open",
        "no name left in database, backups, logs; chain and totals verify",
        on_both=True,
    ),
    "export": Promise("A person gets what is stored about him", "every field that holds personal data"),
    "logs": Promise("Logs hold no personal data", "no name, key, address of a person in a day's log"),
    # At the table, and together.
    "taps": Promise("Few taps: passed in 1, Null 3, suit or Grand 4", "mean over a real mix <= 4.3"),
    "stale-options": Promise("No stale option is saved", "100,000 random taps: nothing illegal"),
    "without-scripts": Promise("A list can be entered without scripts", "same totals"),
    "accessible": Promise("Every page is accessible", "0 axe violations"),
    "hall-screen": Promise("The hall screen survives 30 minutes without the site", "goes on, says as of when"),
    "load": Promise(
        "A hall of 250 tables at five times its speed, 1,000 watching",
        "errors 0, nothing lost, p95 of an entry <= 1 s, memory flat",
        command=("benchmarks.load",),
    ),
    "load-postgresql": Promise(
        "The same on PostgreSQL behind nginx, a server killed in the middle",
        "errors seen by phones 0 after their retry, nothing lost",
        command=("benchmarks.load", "--postgresql"),
    ),
    "whole-day": Promise(
        "A whole day with crash, outage, lost phone and restore", "ranking equal to an independent checker's"
    ),
}

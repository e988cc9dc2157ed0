"""Why an act in the hall was refused, in words."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from types import ModuleType
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.services import Refused
from tables.acts.wording.intake import intake_refused
from tables.acts.wording.moments import moment
from tables.intake.outcome import IntakeRefused
from tables.seating import CannotSeat

PLACES: Final = (
    ("objection", "objection", gettext_lazy("Objection %(number)s")),
    ("appeal", "appeal", gettext_lazy("Appeal %(number)s")),
    ("query", "query", gettext_lazy("Query %(number)s")),
    ("measure", "measure", gettext_lazy("Measure %(number)s")),
    ("ruling", "decision", gettext_lazy("Decision %(number)s")),
)
"""What a refusal may name by its number, or several by their numbers, and the kind of case that each is."""

SEVERAL: Final = {"query": "queries"}
LEADS: Final = (
    ("released", "scoring:office", "?end#take-back", gettext_lazy("Take the release back")),
    ("stated", "scoring:office", "?end#take-back", gettext_lazy("Take the stated end back")),
    ("since", "scoring:office", "?end&since=%(since)s#drop", gettext_lazy("Drop what is not played")),
    ("refunded", "scoring:money-account", "#refund-back", gettext_lazy("Take the refund back")),
    ("fetched", "scoring:money-desk", "?who=%(fetched)s", gettext_lazy("Take in and pay out")),
)
"""What a refusal may tell, and the part of a page where that is taken back."""

MOST: Final = 3
"""So many of a kind are led to."""


def ways_out(refused: Exception, slug: str) -> Iterator[tuple[str, str]]:
    """Yield address and name of what a refusal is about; of refusals that name nothing there is none."""
    facts = getattr(refused, "facts", {})
    for fact, kind, label in PLACES:
        several = facts.get(SEVERAL.get(fact, f"{fact}s")) or ()
        for number in [facts[fact]] if isinstance(facts.get(fact), int) else [*several][:MOST]:
            yield reverse("scoring:case", args=[slug, kind, number]), str(label) % {"number": number}
    for fact, page, part, label in LEADS:
        if fact in facts:
            yield reverse(page, args=[slug]) + part % facts, str(label)
    if isinstance(series := facts.get("open", facts.get("series")), int):
        yield reverse("scoring:board", args=[slug, series]), _("To series %(number)s") % {"number": series}


def with_ways(text: str, refused: Exception, slug: str) -> SafeString:
    """Return what a refusal says with links to what it is about."""
    links = format_html_join(" ", '<a href="{}">{}</a>', ways_out(refused, slug))
    return format_html("{} {}", text, links) if links else format_html("{}", text)


Sentence = str | Promise | Callable[[Mapping[str, Any]], str]
"""With places for the facts, or made of them."""

REASON_MISSING = gettext_lazy("Please give the reason; it is kept in the journal.")

REFUSED: dict[str, Sentence] = {
    "already-drawn": gettext_lazy("Series %(series)s has been drawn already, perhaps by somebody else just now."),
    "apart-from-oneself": gettext_lazy("Choose two different start numbers."),
    "book-full": gettext_lazy("There is room for %(most)s at most."),
    "both-took-part": gettext_lazy("Two of them took part in “%(event)s”, so they are two people and stay apart."),
    "changed-meanwhile": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "ages-out-of-order": gettext_lazy("The age up to which somebody is in it is below the age from which."),
    "class-is-ranked": gettext_lazy(
        "There is a ranking of “%(name)s”, so the class stays. Its ranking can be switched off."
    ),
    "class-name-taken": gettext_lazy("There is a class “%(name)s” already."),
    "no-such-class": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "too-many-classes": gettext_lazy("An event can have %(most)s classes at most."),
    "club-exists": gettext_lazy(
        "There is a club “%(name)s” already. One of its keepers can let you keep its book too."
    ),
    "demo-apart": gettext_lazy("The demo and real events never share a database. Nothing was created."),
    "event-ended": gettext_lazy("The end of the event has been stated, so nothing more begins."),
    "event-released": gettext_lazy("The final ranking has been released; nothing can be added any more."),
    "kept-too-short": gettext_lazy(
        "The rules want names kept until %(day)s; only a later day can be given (SkWO 7.4.4)."
    ),
    "last-director": gettext_lazy("Somebody has to direct the tournament. Appoint another director first."),
    "last-keeper": gettext_lazy("Somebody has to keep the book. Let somebody else keep it first."),
    "mail-going": gettext_lazy("This mail is being sent already."),
    "no-mail-waiting": gettext_lazy("Nobody is left who agreed to mail and has not had this one."),
    "nobody-ticked": gettext_lazy("Nothing is ticked, so nothing was changed."),
    "too-many-from-here": gettext_lazy(
        "Very much came from here within a short time. Nothing of what you typed is lost: please send it again at "
        "%(until)s."
    ),
    "too-many-waiting": gettext_lazy(
        "%(most)s of these wait already. What you typed stays here: please see the direction."
    ),
    "no-such-entrant": gettext_lazy("There is no entrant with start number %(number)s."),
    "no-such-entrants": lambda facts: (
        _("There is no entrant with start number %(number)s.") % {"number": _spoken(facts["numbers"])}
    ),
    "no-such-person": gettext_lazy("Somebody has merged or removed one of them in the meantime. Please look again."),
    "no-such-role": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "no-such-chair": gettext_lazy("There is no seat %(place)s at a table %(table)s."),
    "no-such-words": gettext_lazy("No table has these four words. Compare them with the card on your table."),
    "no-such-user": gettext_lazy("There is no account “%(username)s”. Look at the spelling, or make a new account."),
    "excluded": gettext_lazy("No. %(number)s is excluded from the tournament and takes no seat any more."),
    "hall-full": gettext_lazy("Every seat is taken."),
    "not-a-preview": gettext_lazy("Series %(series)s has no seats that could be changed now."),
    "not-by-hand": gettext_lazy("Series %(series)s has no seats that could be changed now."),
    "not-of-this-club": gettext_lazy("This event is not this club’s; its director can say so in the plan."),
    "not-drawn": gettext_lazy("Series %(series)s has no seats that could be changed now."),
    "series-started": gettext_lazy("Series %(series)s has no seats that could be changed now."),
    "not-published": gettext_lazy("The seats of series %(series)s have not been published yet."),
    "not-running": gettext_lazy("Series %(series)s is not running."),
    "not-seated": gettext_lazy("Nobody with this start number sits in series %(series)s: %(numbers)s."),
    "nothing-to-change": gettext_lazy("Nobody is missing and nobody is late: there is nothing to change."),
    "nothing-to-merge": gettext_lazy("Tick at least two who are the same."),
    "nothing-to-register": gettext_lazy("There is nobody in this list."),
    "nothing-to-swap": gettext_lazy("Choose two different start numbers."),
    "time-called": gettext_lazy("The time of series %(series)s has been called. Take the call back first."),
    "play-began": gettext_lazy("Play has begun at table %(table)s, so its seats stay as they are (SkWO 7.1.3)."),
    "previous-series-open": gettext_lazy("Series %(open)s is not closed yet. Close it first."),
    "reason-missing": REASON_MISSING,
    "registration-closed": gettext_lazy("Registration is closed. Please go to the desk in the hall."),
    "pseudonym-like-a-number": gettext_lazy("Please choose another name, with letters and not like a start number."),
    "pseudonym-missing": gettext_lazy("Please say by which other name you are to be shown."),
    "pseudonym-taken": gettext_lazy("This other name is taken here. Please choose another one."),
    "pseudonym-too-long": gettext_lazy("The other name may have %(most)s characters at most."),
    "pseudonym-without-letters": gettext_lazy("Please choose another name, with letters and not like a start number."),
    "rounds-are-played": gettext_lazy(
        "A series has been drawn with %(rounds)s rounds, so the number of rounds stays. A series of which nothing is "
        "played gets a length of its own on its page."
    ),
    "seat-taken": gettext_lazy("Seat %(place)s at table %(table)s is taken by no. %(number)s."),
    "seated-already": gettext_lazy("These have a seat in series %(series)s already: %(numbers)s."),
    "event-played": gettext_lazy(
        "Deals are entered at table %(table)s in series %(series)s: an event that was played is not withdrawn."
    ),
    "not-withdrawn": gettext_lazy("Only an event that was withdrawn before can be deleted."),
    "has-a-seat": gettext_lazy(
        "No. %(number)s has a seat or is named in a team, an office or a decision, and can only withdraw."
    ),
    "named-elsewhere": gettext_lazy(
        "No. %(number)s has a seat or is named in a team, an office or a decision, and can only withdraw."
    ),
    "seated-now": gettext_lazy(
        "No. %(number)s sits at table %(table)s of series %(series)s. Withdraw the player when that series is closed,"
        " or take them out of it first under “Late and missing”."
    ),
    "series-before-open": gettext_lazy("Series %(open)s is not closed yet. Close it first."),
    "still-by-hand": gettext_lazy(
        "The seats of series %(series)s are still being drawn by hand. Finish that, then publish them."
    ),
    "same-already": gettext_lazy("No. %(number)s is merged into no. %(stays)s. Separate them first."),
    "sent-before": gettext_lazy("This list has been registered already. Nobody was registered a second time."),
    "series-are-drawn": gettext_lazy("Series up to no. %(series)s have been drawn; how they are seated stays."),
    "series-have-seats": gettext_lazy(
        "Series up to no. %(drawn)s have seats already. Give up what is not played: “Today”, “End of the event”. It "
        "says what goes with it."
    ),
    "window-promised": gettext_lazy(
        "A result has been posted already, so the time in which mistakes can be reported stays as it was announced."
    ),
    "time-is-over": gettext_lazy("The time of series %(series)s is over; its clock cannot be stopped any more."),
    "too-many-series": gettext_lazy("The plan has %(series)s series, but only %(left)s are left to be seated."),
    "too-many-guesses": gettext_lazy(
        "Too many wrong codes came from here. Codes are read again at %(until)s; the QR code on the table always works."
    ),
    "too-many-passwords": gettext_lazy(
        "Too many wrong passwords were typed for this account, or from here. You can sign in again at %(until)s. Where "
        "you signed in before, on the same device, you still can."
    ),
    "too-many-passwords-here": gettext_lazy("Too many wrong attempts. Please try again at %(until)s."),
    "first-account-exists": gettext_lazy("Somebody has made the first account already. Sign in with it."),
    "too-many-first-words": gettext_lazy("Too many wrong attempts. Please try again at %(until)s."),
    "wrong-first-word": gettext_lazy(
        "This is not the word that the site printed when it was started. Each start prints a new one."
    ),
    "wrong-own-password": gettext_lazy("This is not your password."),
    "wrong-password": gettext_lazy(
        "This name and this password do not go together. Mind capital and small letters in both."
    ),
    "number-given": gettext_lazy(
        "Start number %(number)s was given to somebody else in the meantime. Nobody was registered."
    ),
    "tournament-full": gettext_lazy("There is room for %(most)s at most."),
    "unpublished-too-early": gettext_lazy(
        "The event lasts until %(day)s. The public can be kept out from the day after at the earliest."
    ),
    "user-exists": gettext_lazy(
        "“%(username)s” cannot be given to a new account. Choose another name, or appoint whoever has it."
    ),
    "too-many-names": gettext_lazy("Too many wrong attempts. Please try again at %(until)s."),
    "begins-out-of-order": gettext_lazy(
        "Series %(series)s cannot begin before, or together with, the series before it."
    ),
    "begun-already": gettext_lazy("Series %(series)s has begun already; its time stays as it was announced."),
    "hall-plan-wrong": gettext_lazy("The plan of the hall cannot be read like this. Look at line %(number)s."),
    "no-such-announcement": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "no-such-series": gettext_lazy("There is no series %(series)s in this tournament."),
    "nothing-to-say": gettext_lazy("Please type what is to be announced."),
    "sent-elsewhere": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "time-has-passed": gettext_lazy("This moment has passed already. Please give a later one, or none."),
    "too-many-announcements": gettext_lazy("%(most)s announcements are shown already. Take one down first."),
    **dict.fromkeys(
        ("open-to-classes", "open-to-clubs", "open-to-names", "open-to-qualified"),
        gettext_lazy(
            "The tournament is not open to %(names)s. The direction can let them in all the same, with a reason."
        ),
    ),
    "ranked-already": gettext_lazy(
        "No. %(number)s has played in series %(series)s, which is closed: whether they fill in stays as it is."
    ),
    "waiting": gettext_lazy("No. %(number)s stands on the waiting list. Let them in first."),
    "withdrawn": gettext_lazy("No. %(number)s has withdrawn. Take the withdrawal back first, then mark them present."),
}
"""A sentence for every code an act is refused with; those of the lists come with their topics."""

CANNOT_SEAT = {
    "too-few-entrants": gettext_lazy(
        "Present: %(entrants)s. Tables of four and three need 3, 4, or 6 and more (SkWO 7.1.1)."
    ),
    "number-twice": gettext_lazy("The list of start numbers is not in order: %(numbers)s."),
    "series-out-of-range": gettext_lazy("The seats break the rules of seating (SkWO 7.1.1)."),
    "impossible-history": gettext_lazy("The seats break the rules of seating (SkWO 7.1.1)."),
    "impossible-plan": gettext_lazy("The seats break the rules of seating (SkWO 7.1.1)."),
    "not-in-plan": gettext_lazy("The list of start numbers is not in order: %(numbers)s."),
    "no-such-table": gettext_lazy("There is no table %(table)s, where these are to sit: %(numbers)s."),
    "fixed-table-full": gettext_lazy("More are to sit at table %(table)s than it has seats: %(numbers)s."),
    "ranked-twice": gettext_lazy("The list of start numbers is not in order: %(numbers)s."),
    "apart-groups-meet": gettext_lazy("These would meet although they are to be kept apart: %(pairs)s."),
    "pairs-repeat": gettext_lazy("These would meet again: %(pairs)s."),
    "club-mates-meet": gettext_lazy("These are of one club and would meet: %(pairs)s."),
    "unfair-at-three": gettext_lazy("These would sit at tables of three too often: %(numbers)s."),
}
"""A sentence for everything that makes a seating impossible."""


def register_sentences(*topics: ModuleType) -> None:
    """Take in the sentences of topics: modules with ``REFUSED`` and, where a code alone does not say why, ``SAID``.

    :raises ValueError: if a code has a sentence already.
    """
    for topic in topics:
        refused: Mapping[str, Sentence] = topic.REFUSED
        if twice := refused.keys() & REFUSED.keys():
            raise ValueError(f"{topic.__name__}: these codes have sentences already: {sorted(twice)}")
        REFUSED.update(refused)
        SAID.update(getattr(topic, "SAID", {}))


def refusal(error: Exception) -> str:
    """Return why an act was refused, as a sentence; several problems become several sentences."""
    for kind, sentence_of in SAID.items():
        if isinstance(error, kind):
            return sentence_of(error)
    if isinstance(error, Refused) and (sentence := REFUSED.get(error.code)) is not None:
        if callable(sentence):
            return sentence(error.facts)
        return str(sentence) % {name: _spoken(value) for name, value in error.facts.items()}
    return _("This is not possible in the present state of the tournament.")


def _cannot_seat(error: CannotSeat) -> str:
    pairs = ", ".join(f"{first} + {second}" for first, second in error.pairs)
    numbers = ", ".join(map(str, error.numbers))
    return str(
        CANNOT_SEAT.get(error.code, gettext_lazy("This is not possible in the present state of the tournament."))
    ) % {"entrants": error.entrants, "numbers": numbers, "pairs": pairs, "table": error.table}


def _spoken(fact: object) -> str:
    """Return a fact as the hall reads it: a moment by the clock on the wall, several numbers one after the other."""
    if isinstance(fact, datetime):
        return moment(fact)
    if isinstance(fact, date):
        return date_format(fact, "SHORT_DATE_FORMAT")
    return ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else str(fact)


SAID: dict[type[Exception], Callable[[Any], str]] = {CannotSeat: _cannot_seat, IntakeRefused: intake_refused}
"""What says why, where a code alone does not."""

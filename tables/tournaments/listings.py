"""Events as pages show them: the start page, a tournament's plan with everything SkWO 6.2 names, calendars."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from tables.accounts.models import User
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import events
from tables.tournaments.selectors.tournaments import series_promised
from tables.tournaments.wording import early_end, early_ends, who_may_enter

if TYPE_CHECKING:
    from icalendar import Calendar, Event

OF_EVENTS = UUID("6f6a1f0e-6d1c-4f8a-9a53-0d7f5b0f4d5e")
"""The space of the identities: the same event has the same one in every calendar it stands in."""

MINUTES_A_ROUND = 10
"""So long a round takes where no time limit is set: 12 rounds are played in two hours."""

ASKED_AGAIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDay:
    """A day on which something is planned of which there is no event yet."""

    identity: str
    day: date
    name: str
    changed_at: datetime
    address: str


def calendar_of(
    events: Iterable[Tournament], *, name: str, site: str, addresses: dict[int, str], planned: Iterable[WholeDay] = ()
) -> bytes:
    """Return events as a calendar; each has ``changes`` and ``changed_at``, and an address on the site."""
    made, shown = _calendar(name), list(events)
    early = early_ends(shown)
    for event in shown:
        made.add_component(_days(event, link=f"{site}{addresses[event.pk]}", ending=early.get(event.pk, "")))
    for whole_day in planned:
        made.add_component(_planned(whole_day, link=f"{site}{whole_day.address}"))
    return bytes(made.to_ical())


def calendar_of_one(event: Tournament, series: Sequence[Series], *, link: str) -> bytes:
    """Return one event as a calendar: its series at the times announced; its days unless every series has one."""
    made, text = _calendar(event.name), early_end(event)
    timed = [each_series for each_series in series if each_series.begins_at]
    if len(timed) < len(series) or not timed:
        made.add_component(_days(event, link=link, ending=text))
    for each_series in timed:
        made.add_component(_series(event, each_series, link=link, ending=text))
    return bytes(made.to_ical())


def _calendar(name: str) -> "Calendar":
    # Large, and nothing that a start of the site needs.
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", "-//Skatturnier//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("name", name)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", "PT1H")
    return made


def _days(event: Tournament, *, link: str, ending: str) -> "Event":
    made = _entry(event, "days", link=link, ending=ending)
    made.add("summary", event.name)
    made.add("dtstart", event.starts_on)
    # The end of whole days is the first one that is free again.
    made.add("dtend", event.ends_on + timedelta(days=1))
    made.add("transp", "TRANSPARENT")
    return made


def _planned(whole_day: WholeDay, *, link: str) -> "Event":
    made = _event()
    changed = whole_day.changed_at.astimezone(UTC).replace(microsecond=0)
    made.add("uid", str(uuid5(OF_EVENTS, whole_day.identity)))
    made.add("dtstamp", changed)
    made.add("last-modified", changed)
    made.add("sequence", 0)
    made.add("summary", whole_day.name)
    made.add("description", gettext("planned") + f"\n{link}")
    made.add("url", link)
    made.add("dtstart", whole_day.day)
    made.add("dtend", whole_day.day + timedelta(days=1))
    made.add("transp", "TRANSPARENT")
    return made


def _series(event: Tournament, series: Series, *, link: str, ending: str) -> "Event":
    made = _entry(event, f"series {series.number}", link=link, ending=ending)
    begins = (series.begins_at or event.created_at).astimezone(UTC)
    minutes = series.time_limit or series.rounds * MINUTES_A_ROUND
    made.add("summary", gettext("%(event)s: series %(number)s") % {"event": event.name, "number": series.number})
    made.add("dtstart", begins)
    made.add("dtend", begins + timedelta(minutes=minutes))
    return made


def _event() -> "Event":
    from icalendar import Event

    return Event()


def _entry(event: Any, part: str, *, link: str, ending: str) -> "Event":
    """Return what every calendar entry of an event has; it changes with the journal, never with the hour."""
    made = _event()
    changed: datetime = (event.changed_at or event.created_at).astimezone(UTC).replace(microsecond=0)
    made.add("uid", str(uuid5(OF_EVENTS, f"{event.slug} {event.created_at.astimezone(UTC).isoformat()} {part}")))
    made.add("dtstamp", changed)
    made.add("last-modified", changed)
    made.add("sequence", event.changes or 0)
    made.add("location", event.place)
    organiser = f"{gettext('Organiser')}: {event.organiser}"
    made.add("description", "\n".join(filter(None, (ending, organiser, link))))
    made.add("url", link)
    return made


CARDS_A_PAGE = 24
OWN_A_PAGE = 6
TITLES = {"own": _("Your tournaments"), "running": _("Now"), "coming": _("Coming"), "past": _("Past")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """An event as it stands in a list."""

    tournament: Tournament
    entrants: int
    early_end: str
    """What is read of one that ended before all its series were played; else nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePart:
    """The events of one time, or one's own: one page of them."""

    key: str
    """By which an address names its pages."""

    title: str
    cards: tuple[Card, ...]
    count: int
    page: int
    pages: int
    before: str
    after: str

    @property
    def is_own(self) -> bool:
        """Whether these are one's own events, whose cards lead to the office."""
        return self.key == "own"


def parts(
    shown: QuerySet[Tournament], query: Mapping[str, str], *, today: date, own: QuerySet[Tournament] | None = None
) -> tuple[HomePart, ...]:
    """Return the parts that are not empty, one's own first; in as many queries for ten thousand events as for ten."""
    rows = events.by_time(shown.only(*events.ON_CARDS), today=today)
    if own is not None:
        mine = events.by_time(own, today=today)
        rows |= {"own": events.Ordered(own, [key for time in ("running", "coming", "past") for key in mine[time].keys])}
    pages: dict[str, Page[Tournament]] = {
        key: Paginator(listed, OWN_A_PAGE if key == "own" else CARDS_A_PAGE).get_page(query.get(key))  # type: ignore[arg-type]
        for key in TITLES
        if (listed := rows.get(key))
    }
    on_page = {key: list(page.object_list) for key, page in pages.items()}
    entrants = (
        events.entrant_counts(tournament.pk for tournaments in on_page.values() for tournament in tournaments)
        if pages
        else {}
    )
    early = early_ends(tournament for tournaments in on_page.values() for tournament in tournaments)
    return tuple(
        HomePart(
            key=key,
            title=str(TITLES[key]),
            cards=tuple(
                Card(
                    tournament=tournament,
                    entrants=entrants.get(tournament.pk, 0),
                    early_end=early.get(tournament.pk, ""),
                )
                for tournament in on_page[key]
            ),
            count=page.paginator.count,
            page=page.number,
            pages=page.paginator.num_pages,
            before=_address(query, key, page.number - 1) if page.has_previous() else "",
            after=_address(query, key, page.number + 1) if page.has_next() else "",
        )
        for key, page in pages.items()
    )


def own_among(user: Any, wanted: events.Wanted, *, today: date) -> QuerySet[Tournament] | None:
    """Return a user's own events among those asked for; None for a visitor."""
    return events.wanted_of(events.own(user, today=today), wanted) if isinstance(user, User) else None


def question(query: Mapping[str, str]) -> str:
    """Return what an address asks of the events, without the pages: what a calendar of the same events is asked."""
    return _encoded({name: value for name, value in query.items() if name not in TITLES and value})


def _address(query: Mapping[str, str], key: str, page: int) -> str:
    return f"{_encoded({**query, key: str(page)})}#{key}"


def _encoded(query: Mapping[str, str]) -> str:
    asked = QueryDict(mutable=True)
    for name, value in query.items():
        asked[name] = value[:200]
    return f"?{asked.urlencode()}" if asked else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One point of the plan."""

    title: str
    clause: str
    text: str
    """Empty while the director has not said anything about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPart:
    """One of the two parts of the plan."""

    title: str
    points: tuple[Point, ...]


def plan_of(tournament: Tournament, series: Sequence[Series]) -> tuple[PlanPart, PlanPart]:
    """Return the plan's parts A and B (SkWO 6.2)."""
    return _general(tournament, series), _conditions(tournament)


ANNOUNCED: Final[dict[str, Callable[[Tournament], Sequence[str]]]] = {}
"""What tells the charges and the prizes of an event, line by line: set by a room above when the site starts."""


def charges(tournament: Tournament) -> tuple[str, ...]:
    """Return all that an event charges, line by line; empty where nothing but the entry fee is stated."""
    return tuple(ANNOUNCED["charges"](tournament))


def to_win(tournament: Tournament) -> tuple[str, ...]:
    """Return all that there is to win, line by line; empty where nothing is announced."""
    return tuple(ANNOUNCED["prizes"](tournament))


def fee(tournament: Tournament) -> str:
    """Return the entry fee in words: "10.00 €" or "no entry fee"."""
    if not tournament.entry_fee:
        return gettext("no entry fee")
    return gettext("%(amount)s €") % {"amount": number_format(tournament.entry_fee, decimal_pos=2)}


def deals(rounds: int) -> str:
    """Return how many deals so many rounds have: "48 deals at four, 36 at three"."""
    return gettext("%(four)s deals at a table of four, %(three)s at a table of three") % {
        "four": 4 * rounds,
        "three": 3 * rounds,
    }


NO_COSTS: Final = _("No further costs. Nothing is paid for lost games.")
"""What a plan says of costs until somebody writes something else."""


def _costs(tournament: Tournament, charged: Sequence[str]) -> str:
    """Return what else the plan says of costs; of a suggestion nothing where more than the entry fee is charged."""
    suggested = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            suggested.add(str(NO_COSTS))
    is_more = len(charged) > bool(tournament.entry_fee)
    return "" if is_more and tournament.costs.strip() in suggested else tournament.costs


def _general(tournament: Tournament, series: Sequence[Series]) -> PlanPart:
    charged = charges(tournament)
    costs = _costs(tournament, charged)
    stakes = "\n".join(charged) or gettext("Entry fee: %(fee)s.") % {"fee": fee(tournament)}
    use, prizes = tournament.use_of_money, "\n".join(to_win(tournament))
    sent = gettext("Whoever has a prize sent bears the cost (SkWO 7.4.3).")
    if prizes:
        prizes = f"{prizes}\n{sent}"
    elif use:
        use = f"{use}\n{sent}"
    signed = [": ".join((gettext("Organiser"), tournament.organiser))]
    if tournament.direction:
        signed.append(": ".join((gettext("Direction"), tournament.direction)))
    return PlanPart(
        title=gettext("General"),
        points=(
            Point(title=gettext("Organiser"), clause="SkWO 3.1", text=tournament.organiser),
            Point(title=gettext("Stakes and costs"), clause="SkWO 4.1", text=f"{stakes}\n{costs}".strip()),
            *_participation(tournament),
            *_places(tournament),
            Point(title=gettext("Number of series"), clause="SkWO 6.2", text=_plan_series(tournament, series)),
            Point(title=gettext("Deals at a table"), clause="SkWO 6.2", text=_length(tournament, series)),
            Point(title=gettext("Use of the money"), clause="SkWO 3.3", text=use),
            *([Point(title=gettext("Prizes"), clause="SkWO 1.5", text=prizes)] if prizes else []),
            Point(title=gettext("Right to exclude"), clause="SkWO 4.3", text=tournament.exclusion),
            Point(title=gettext("Tribunal"), clause="ISkO 4.5.10, SkWO 7.3.2, 7.3.3", text=_questions(tournament)),
            Point(
                title=gettext("Signatures"), clause="SkWO 6.2", text="\n".join(signed) if tournament.direction else ""
            ),
        ),
    )


def _participation(tournament: Tournament) -> list[Point]:
    text = who_may_enter(tournament)
    return [Point(title=gettext("Participation"), clause="SkWO 1.4", text=text)] if text else []


def _places(tournament: Tournament) -> list[Point]:
    if tournament.most_entrants is None:
        return []
    if tournament.moves_up:
        word = gettext(
            "%(count)s places. Whoever registers later stands on the waiting list and moves up in its order when"
            " somebody cancels before the first draw."
        )
    else:
        word = gettext(
            "%(count)s places. Whoever registers later stands on the waiting list and moves up when the direction says"
            " so."
        )
    text = word % {"count": tournament.most_entrants}
    return [Point(title=gettext("Places"), clause="SkWO 1.4", text=text)]


def _conditions(tournament: Tournament) -> PlanPart:
    return PlanPart(
        title=gettext("Playing conditions"),
        points=(
            Point(title=gettext("Rules that hold"), clause="SkWO 2.4, 7.3.1", text=tournament.rules),
            Point(title=gettext("Control and supervision"), clause="SkWO 9.8, 9.9", text=tournament.supervision),
            Point(title=gettext("Penalties"), clause="SkWO 4.3, 7.1.2", text=tournament.penalties),
            Point(title=gettext("Keeping the list"), clause="SkWO 7.2", text=tournament.list_keeping),
            Point(title=gettext("Stake per point"), clause="SkWO 9.2", text=tournament.stake),
            Point(title=gettext("Cards"), clause="SkWO 7.4.1, 9.1, 9.12", text=tournament.material),
        ),
    )


def _questions(tournament: Tournament) -> str:
    if tournament.query_window is None:
        return tournament.tribunal
    text = ngettext(
        "Mistakes in a posted result can be reported for %(minutes)s minute from the posting on.",
        "Mistakes in a posted result can be reported for %(minutes)s minutes from the posting on.",
        tournament.query_window,
    )
    return f"{tournament.tribunal}\n{text % {'minutes': tournament.query_window}}".strip()


def _plan_series(tournament: Tournament, series: Sequence[Series]) -> str:
    counted = ngettext("%(count)s series.", "%(count)s series.", len(series)) % {"count": len(series)}
    if (promised := series_promised(tournament)) > len(series):
        counted = gettext("%(count)s of %(promised)s series.") % {"count": len(series), "promised": promised}
    by_standing = [
        str(each_series.number) for each_series in series if each_series.seating == Series.Seating.BY_STANDING
    ]
    if not by_standing:
        return " ".join((counted, gettext("The seats of every series are drawn.")))
    numbers = {"numbers": ", ".join(by_standing)}
    return " ".join((counted, gettext("The seats are drawn, those of series %(numbers)s set by standing.") % numbers))


def _length(tournament: Tournament, series: Sequence[Series]) -> str:
    text = _long(tournament.rounds, tournament.time_limit)
    if tournament.strikes_at_limit:
        text += " " + gettext("When the time is over the deal in hand is finished; deals not begun are struck.")
    return "\n".join((text, *own_lengths(series)))


def own_lengths(series: Iterable[Series]) -> list[str]:
    """Return how long those series are that have a length of their own, a line for each."""
    return [
        _own_length(each_series)
        for each_series in series
        if each_series.own_rounds or each_series.own_time_limit or each_series.length_because
    ]


def _own_length(series: Series) -> str:
    """Return how long a series is that has a length of its own, and why where that was changed (SkWO 2.2)."""
    text = gettext("Series %(number)s: %(length)s") % {
        "number": series.number,
        "length": _long(series.rounds, series.time_limit),
    }
    because = gettext("Changed because: %(because)s") % {"because": series.length_because}
    return f"{text} {because}" if series.length_because else text


def _long(rounds: int, minutes: int | None) -> str:
    counted = ngettext("%(count)s round:", "%(count)s rounds:", rounds) % {"count": rounds}
    text = f"{counted} {deals(rounds)}."
    if minutes:
        text += " " + gettext("Time limit: %(minutes)s minutes for a series.") % {"minutes": minutes}
    return text

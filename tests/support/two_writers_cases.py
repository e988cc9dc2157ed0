"""Every form of an office that changes a row, with a change in between and what is said of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scoring.disputes.models import Panel
from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.money.models import MoneyTerms
from scoring.results.models import Ranking, Team
from scoring.season.models import Competition, Season
from tables.clubs.models import Club, Person
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Role, Series, Tournament
from tests.access_matrix.hall import DRAWN, OPEN_TABLE, OWN, RUNNING, SIGNED_TABLE
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST

Change = Callable[[], object]


def event() -> Tournament:
    return Tournament.objects.get(slug=OWN)


def changed(model: Any, *, filters: Mapping[str, Any], **values: Any) -> Change:
    """Return somebody else's change of a row."""
    return lambda: model.objects.filter(**filters).update(**values)


def entrant(number: int, **values: Any) -> Change:
    return numbered(Entrant, number, **values)


def numbered(model: Any, number: int, **values: Any) -> Change:
    return changed(model, filters={"tournament__slug": OWN, "number": number}, **values)


def of_event(**values: Any) -> Change:
    return changed(Tournament, filters={"slug": OWN}, **values)


@dataclass(frozen=True, slots=True)
class Case:
    """A form that is opened, changed by somebody else behind one's back, and sent."""

    address: str
    """The name of the address it is sent to, with the button."""

    page: str
    other: Change
    typed: Mapping[str, Any]
    both: tuple[str, ...]
    """What was seen and what stands there now, in words."""

    press: str = ""
    has: str = ""
    """A field that tells the form from others of the page, where no button does."""

    first: tuple[str, Mapping[str, Any]] | None = None
    """The button, and what is filled in with it, before the form stands on the page."""


def case(named: str, page: str, other: Change, typed: Mapping[str, Any], *both: str, **more: Any) -> Case:
    """Return a case of the button that ``named`` ends with, unless another one is pressed or none."""
    button = named.partition(" ")[2]
    return Case(named, page, other, typed, both, **{"press": "" if "has" in more else button, **more})


def setting(named: str, other: Change, typed: Mapping[str, Any], *both: str, one: str = "", **more: Any) -> Case:
    """Return a case of a page of the settings: its tab, and the button where there is one."""
    tab, _, button = named.partition(" ")
    page = f"{OFFICE}settings/?at={tab}{one}"
    return case(f"scoring:settings at={named}", page, other, typed, *both, **{"press": button, **more})


def first_deal() -> object:
    """Correct deal 1 of the open list."""
    row = factories.list_of(event().series.get(number=RUNNING), OPEN_TABLE)
    deal = entry.Deal(number=1, declarer=3, played=GRAND_LOST)
    phone = row.phones.filter(keeps="first").first()
    return entry.correct_deal(
        list_id=row.pk,
        deal=deal,
        because="",
        entry_key=entry.uuid5(row.deals.first().entry_key, "x"),
        by=None,
        now=EVENING,
        device=phone.device if phone else "",
    )


def next_deal() -> object:
    """Enter a deal of the open list."""
    return factories.enter(factories.list_of(event().series.get(number=RUNNING), OPEN_TABLE), (3, factories.GRAND))


def typed_totals() -> object:
    row = factories.list_of(event().series.get(number=RUNNING), 2)
    lines = [(72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    return entry.enter_totals(list_id=row.pk, totals=factories.totals(*lines), by=factories.user(), now=EVENING)


def other_teams() -> object:
    return event().rankings.get(name="Mannschaften").teams.filter(name="Grand Hand").update(name="Null Ouvert")


def other_panel() -> object:
    panel = Panel.objects.filter(tournament=event()).order_by("-number").first()
    return panel.members.remove(panel.members.order_by("number").first())


def seats() -> object:
    series = event().series.get(number=DRAWN)
    first, other = series.seats.order_by("table__number", "place")[0:5:4]
    mine, theirs = first.entrant, other.entrant
    spare = Entrant.objects.create(tournament=event(), number=99, registered_at=EVENING)
    for seat, who in ((first, spare), (other, mine), (first, theirs)):
        type(seat).objects.filter(pk=seat.pk).update(entrant=who)
    return None


OFFICE: Final = f"/t/{OWN}/office/"
SEASON: Final = "/seasons/klubmeisterschaft/"
TABLE: Final = f"/t/{OWN}/series/{RUNNING}/table/{OPEN_TABLE}/"
SIGNED: Final = f"/t/{OWN}/series/{RUNNING}/table/{SIGNED_TABLE}/"
TEAMS: Final = "Herz Buben: 1, 2, 3, 4; 8\nGrand Hand: 5, 6, 7, 9"
BOOK: Final = "/clubs/sc-herz-dame/book/"


def other_holder() -> object:
    return MoneyTerms.objects.create(tournament=event(), holder="SC Neu")


def plays_as_six() -> object:
    return Role.objects.filter(user__username="richterin").update(plays_as=event().entrants.get(number=6))


OTHER_CONTACT: Final = changed(Person, filters={"pk": 1}, contact="0341 55")
OTHER_VERSION: Final = changed(
    GameListRow, filters={"table__series__number": RUNNING, "table__number": SIGNED_TABLE}, version=99
)
DRAW: Final = f"{OFFICE}series/{DRAWN}/draw/"
RANKING: Final = f"{OFFICE}rankings/1/"
OTHER_SEATS: Final = ("1: 1, 2: 2, 3: 3, 4: 4", "1: 5, 2: 2, 3: 3, 4: 4")

CASES: Final = (
    case(
        "scoring:entrant act=change",
        f"{OFFICE}entrants/2/",
        entrant(2, present=False, club="SC Neu"),
        {"name": "Erna Schulz"},
        "–",
        "SC Neu",
    ),
    case(
        "scoring:entrant act=name",
        f"{OFFICE}entrants/2/",
        entrant(2, shown_as="number", chose_name=True),
        {"pseudonym": "Herzkönig"},
        "as the event has it",
        "start number only",
    ),
    case(
        "tables:marks mark=all present off",
        f"{OFFICE}entrants/",
        entrant(3, present=False),
        {"sure": True},
        "1-12",
        "1-2, 4-12",
    ),
    setting(
        "plan", of_event(place="Gera", entry_fee="12.50"), {"organiser": "SC Pik"}, "Altenburg", "Gera", has="organiser"
    ),
    setting(
        "publishing", of_event(names_shown="initials"), {"hides_live": True}, "full name", "initials", has="hides_live"
    ),
    case(
        "scoring:money-plan act=terms",
        f"{OFFICE}money/plan/",
        other_holder,
        {"holder": "SC Alt"},
        "–",
        "SC Neu",
        has="iban",
    ),
    setting(
        "rules",
        numbered(Series, 5, profile="classic"),
        {"by_the_book": False},
        "Tournament (ISkO)",
        "Game points alone",
        has="by_the_book",
    ),
    setting("classes act=state", numbered(PlayerClass, 1, youngest=18), {"oldest": "90"}, "–", "18", one="&class=1"),
    setting("classes act=remove", numbered(PlayerClass, 2, youngest=18), {"sure": True}, "–", "18", one="&class=2"),
    setting("hall act=plan", of_event(hall_plan="1 2 3"), {"plan": "1 . 2"}, "Bühne", "1 2 3"),
    setting("hall act=begins", numbered(Series, 5, begins_at=EVENING), {"begins_4": "2026-05-16T17:00"}, "–", "19:00"),
    setting(
        "wishes act=policy",
        of_event(teams="together"),
        {"clubs_apart": False},
        "kept apart",
        "brought together as early as possible",
    ),
    setting("wishes act=table", entrant(7, fixed_table=3), {"number": "7", "table": "1"}, "–", "3"),
    setting(
        "people act=appoint",
        plays_as_six,
        {"username": "richterin", "kind": "judge", "plays_as": "5"},
        "does not play",
        "6",
        has="username",
    ),
    case(
        "tables:club act=change",
        "/clubs/sc-herz-dame/",
        changed(Club, filters={"slug": "sc-herz-dame"}, place="Jena"),
        {"website": "https://skat.example"},
        "Altenburg",
        "Jena",
    ),
    case(
        "scoring:season-office act=change",
        f"{SEASON}office/",
        changed(Season, filters={"slug": "klubmeisterschaft"}, ends_on=date(2026, 12, 30)),
        {"name": "Pokal des Jahres"},
        "31 Dec 2026",
        "30 Dec 2026",
    ),
    case(
        "scoring:competition act=change",
        f"{SEASON}office/competitions/1/",
        changed(Competition, filters={"number": 1}, minimum=17),
        {"name": "Bester des Jahres"},
        "17",
    ),
    case("tables:book-person act=person", f"{BOOK}1/", OTHER_CONTACT, {"team": "Buben"}, "–", "0341 55"),
    case("tables:book-person act=remove", f"{BOOK}1/", OTHER_CONTACT, {"sure": True}, "–", "0341 55"),
    case("scoring:seat-plan act=discard", DRAW, seats, {"because": "vertan"}, *OTHER_SEATS),
    case(
        "scoring:seat-plan act=swap",
        DRAW,
        seats,
        {"because": "Ehepaar"},
        *OTHER_SEATS,
        first=("act=look", {"swap": ["1", "9"]}),
    ),
    case(
        "scoring:ranking-office action=change",
        RANKING,
        numbered(Ranking, 1, best_of=1),
        {"terms-name": "Viererteams"},
        "–",
        "1",
    ),
    case(
        "scoring:ranking-office action=rename",
        RANKING,
        changed(Team, filters={"ranking__tournament__slug": OWN, "number": 2}, name="Grand Ouvert"),
        {"team-number": "1", "team-name": "Pik Sieben"},
        "Grand Hand",
        "Grand Ouvert",
    ),
    case(
        "scoring:ranking-office action=take",
        RANKING,
        other_teams,
        {"teams": TEAMS},
        "5, 6, 7",
        "5, 6, 7",
        first=("action=check", {"teams": TEAMS}),
    ),
    case(
        "scoring:case appeal action=panel", f"{OFFICE}appeals/1/", other_panel, {}, "Wirth", "W", press="action=panel"
    ),
    case(
        "scoring:deal outcome=lost",
        f"{TABLE}deal/1/",
        first_deal,
        {"agreed": True, "bid": "24"},
        "",
        "",
        press="outcome=won",
    ),
    case("scoring:deal action=take-back", f"{TABLE}deal/1/", first_deal, {"agreed": True}, "", ""),
    case("scoring:list-office action=accept-short", TABLE, next_deal, {"because": "Notfall"}, "1", "2"),
    case(
        "scoring:list-office action=reopen", SIGNED, OTHER_VERSION, {"because": "verschrieben"}, "Changes so far", "99"
    ),
    # The list has one round of four.
    case(
        "scoring:type-totals",
        f"{OFFICE}series/{RUNNING}/table/2/totals/",
        typed_totals,
        {f"s{n}-{name}": "0" for n in range(1, 5) for name in ("game_points", "won", "lost")} | {"passed": "4"},
        "–",
        "72",
        has="s1-won",
    ),
)

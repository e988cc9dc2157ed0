"""Every form of an office that changes a row, with a change in between and what is said of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    return changed(Entrant, filters={"tournament__slug": OWN, "number": number}, **values)


def of_event(**values: Any) -> Change:
    return changed(Tournament, filters={"slug": OWN}, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A form that is opened, changed by somebody else behind one's back, and sent."""

    address: str
    """The name of the address it is sent to, with the button."""

    page: str
    press: str = ""
    has: str = ""
    """A field that tells the form from others of the page, where no button does."""

    other: Change
    typed: Mapping[str, Any] = field(default_factory=dict)
    both: tuple[str, str]
    """What was seen and what stands there now, in words."""

    first: tuple[str, Mapping[str, Any]] | None = None
    """The button, and what is filled in with it, before the form stands on the page."""


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


CASES: Final = (
    Case(
        address="scoring:entrant act=change",
        page=f"{OFFICE}entrants/2/",
        press="act=change",
        other=entrant(2, present=False, club="SC Neu"),
        typed={"name": "Erna Schulz"},
        both=("–", "SC Neu"),
    ),
    Case(
        address="scoring:entrant act=name",
        page=f"{OFFICE}entrants/2/",
        press="act=name",
        other=entrant(2, shown_as="number", chose_name=True),
        typed={"pseudonym": "Herzkönig"},
        both=("as the event has it", "start number only"),
    ),
    Case(
        address="tables:marks mark=all present off",
        page=f"{OFFICE}entrants/",
        press="mark=all present off",
        other=entrant(3, present=False),
        typed={"sure": True},
        both=("1-12", "1-2, 4-12"),
    ),
    Case(
        address="scoring:settings at=plan",
        page=f"{OFFICE}settings/?at=plan",
        has="organiser",
        other=of_event(place="Gera", entry_fee="12.50"),
        typed={"organiser": "SC Pik"},
        both=("Altenburg", "Gera"),
    ),
    Case(
        address="scoring:settings at=publishing",
        page=f"{OFFICE}settings/?at=publishing",
        has="hides_live",
        other=of_event(names_shown="initials"),
        typed={"hides_live": True},
        both=("full name", "initials"),
    ),
    Case(
        address="scoring:money-plan act=terms",
        page=f"{OFFICE}money/plan/",
        has="iban",
        other=lambda: MoneyTerms.objects.create(tournament=event(), holder="SC Neu"),
        typed={"holder": "SC Alt"},
        both=("–", "SC Neu"),
    ),
    Case(
        address="scoring:settings at=rules",
        page=f"{OFFICE}settings/?at=rules",
        has="by_the_book",
        other=changed(Series, filters={"tournament__slug": OWN, "number": 5}, profile="classic"),
        typed={"by_the_book": False},
        both=("Tournament (ISkO)", "Game points alone"),
    ),
    Case(
        address="scoring:settings at=classes act=state",
        page=f"{OFFICE}settings/?at=classes&class=1",
        press="act=state",
        other=changed(PlayerClass, filters={"tournament__slug": OWN, "number": 1}, youngest=18),
        typed={"oldest": "90"},
        both=("–", "18"),
    ),
    Case(
        address="scoring:settings at=classes act=remove",
        page=f"{OFFICE}settings/?at=classes&class=2",
        press="act=remove",
        other=changed(PlayerClass, filters={"tournament__slug": OWN, "number": 2}, youngest=18),
        typed={"sure": True},
        both=("–", "18"),
    ),
    Case(
        address="scoring:settings at=hall act=plan",
        page=f"{OFFICE}settings/?at=hall",
        press="act=plan",
        other=of_event(hall_plan="1 2 3"),
        typed={"plan": "1 . 2"},
        both=("Bühne", "1 2 3"),
    ),
    Case(
        address="scoring:settings at=hall act=begins",
        page=f"{OFFICE}settings/?at=hall",
        press="act=begins",
        other=changed(Series, filters={"tournament__slug": OWN, "number": 5}, begins_at=EVENING),
        typed={"begins_4": "2026-05-16T17:00"},
        both=("–", "19:00"),
    ),
    Case(
        address="scoring:settings at=wishes act=policy",
        page=f"{OFFICE}settings/?at=wishes",
        press="act=policy",
        other=of_event(teams="together"),
        typed={"clubs_apart": False},
        both=("kept apart", "brought together as early as possible"),
    ),
    Case(
        address="scoring:settings at=wishes act=table",
        page=f"{OFFICE}settings/?at=wishes",
        press="act=table",
        other=entrant(7, fixed_table=3),
        typed={"number": "7", "table": "1"},
        both=("–", "3"),
    ),
    Case(
        address="scoring:settings at=people act=appoint",
        page=f"{OFFICE}settings/?at=people",
        press="act=appoint",
        has="username",
        other=lambda: Role.objects.filter(user__username="richterin").update(plays_as=event().entrants.get(number=6)),
        typed={"username": "richterin", "kind": "judge", "plays_as": "5"},
        both=("does not play", "6"),
    ),
    Case(
        address="tables:club act=change",
        page="/clubs/sc-herz-dame/",
        press="act=change",
        other=changed(Club, filters={"slug": "sc-herz-dame"}, place="Jena"),
        typed={"website": "https://skat.example"},
        both=("Altenburg", "Jena"),
    ),
    Case(
        address="scoring:season-office act=change",
        page=f"{SEASON}office/",
        press="act=change",
        other=changed(Season, filters={"slug": "klubmeisterschaft"}, ends_on=date(2026, 12, 30)),
        typed={"name": "Pokal des Jahres"},
        both=("31 Dec 2026", "30 Dec 2026"),
    ),
    Case(
        address="scoring:competition act=change",
        page=f"{SEASON}office/competitions/1/",
        press="act=change",
        other=changed(Competition, filters={"number": 1}, minimum=17),
        typed={"name": "Bester des Jahres"},
        both=("17",),
    ),
    Case(
        address="tables:book-person act=person",
        page=f"{BOOK}1/",
        press="act=person",
        other=changed(Person, filters={"pk": 1}, contact="0341 55"),
        typed={"team": "Buben"},
        both=("–", "0341 55"),
    ),
    Case(
        address="tables:book-person act=remove",
        page=f"{BOOK}1/",
        press="act=remove",
        other=changed(Person, filters={"pk": 1}, contact="0341 55"),
        typed={"sure": True},
        both=("–", "0341 55"),
    ),
    Case(
        address="scoring:seat-plan act=discard",
        page=f"{OFFICE}series/{DRAWN}/draw/",
        press="act=discard",
        other=seats,
        typed={"because": "vertan"},
        both=("1: 1, 2: 2, 3: 3, 4: 4", "1: 5, 2: 2, 3: 3, 4: 4"),
    ),
    Case(
        address="scoring:seat-plan act=swap",
        page=f"{OFFICE}series/{DRAWN}/draw/",
        press="act=swap",
        first=("act=look", {"swap": ["1", "9"]}),
        other=seats,
        typed={"because": "Ehepaar"},
        both=("1: 1, 2: 2, 3: 3, 4: 4", "1: 5, 2: 2, 3: 3, 4: 4"),
    ),
    Case(
        address="scoring:ranking-office action=change",
        page=f"{OFFICE}rankings/1/",
        press="action=change",
        other=changed(Ranking, filters={"tournament__slug": OWN, "number": 1}, best_of=1),
        typed={"terms-name": "Viererteams"},
        both=("–", "1"),
    ),
    Case(
        address="scoring:ranking-office action=rename",
        page=f"{OFFICE}rankings/1/",
        press="action=rename",
        other=changed(Team, filters={"ranking__tournament__slug": OWN, "number": 2}, name="Grand Ouvert"),
        typed={"team-number": "1", "team-name": "Pik Sieben"},
        both=("Grand Hand", "Grand Ouvert"),
    ),
    Case(
        address="scoring:ranking-office action=take",
        page=f"{OFFICE}rankings/1/",
        press="action=take",
        first=("action=check", {"teams": TEAMS}),
        other=other_teams,
        typed={"teams": TEAMS},
        both=("5, 6, 7", "5, 6, 7"),
    ),
    Case(
        address="scoring:case appeal action=panel",
        page=f"{OFFICE}appeals/1/",
        press="action=panel",
        other=other_panel,
        typed={},
        both=("Wirth", "W"),
    ),
    Case(
        address="scoring:deal outcome=lost",
        page=f"{TABLE}deal/1/",
        press="outcome=won",
        other=first_deal,
        typed={"agreed": True, "bid": "24"},
        both=("", ""),
    ),
    Case(
        address="scoring:deal action=take-back",
        page=f"{TABLE}deal/1/",
        press="action=take-back",
        other=first_deal,
        typed={"agreed": True},
        both=("", ""),
    ),
    Case(
        address="scoring:list-office action=accept-short",
        page=TABLE,
        press="action=accept-short",
        other=next_deal,
        typed={"because": "Notfall"},
        both=("1", "2"),
    ),
    Case(
        address="scoring:list-office action=reopen",
        page=SIGNED,
        press="action=reopen",
        other=changed(
            GameListRow, filters={"table__series__number": RUNNING, "table__number": SIGNED_TABLE}, version=99
        ),
        typed={"because": "verschrieben"},
        both=("Changes so far", "99"),
    ),
    Case(
        address="scoring:type-totals",
        page=f"{OFFICE}series/{RUNNING}/table/2/totals/",
        has="s1-won",
        other=typed_totals,
        # The list has one round of four.
        typed={f"s{n}-{name}": "0" for n in range(1, 5) for name in ("game_points", "won", "lost")} | {"passed": "4"},
        both=("–", "72"),
    ),
)

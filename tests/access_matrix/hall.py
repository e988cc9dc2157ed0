"""A hall in which everything there is stands at once, and another event beside it, whose rows are nobody's here."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.lists.services import phones
from scoring.season.models import SeasonHelper
from scoring.season.services import seasons
from tables import seating
from tables.accounts.held_keys import HeldKeys, KeyKind, keep
from tables.accounts.models import new_key
from tables.clubs.models import Club
from tables.clubs.services import clubs
from tables.draw.models import Table
from tables.draw.services import draws
from tables.tournaments.models import Role, Tournament
from tests.scoring.money import desk
from tests.scoring.results import ranking_pages
from tests.support import everything_public as shown
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND
from tests.support.remembered_worlds import remembered
from tests.support.tribunal_acts import judged

OWN, OTHER, NOWHERE = "cup", "other", "nowhere"
"""The event everybody belongs to, another one, and none."""

CLOSED, RUNNING, PUBLISHED, DRAWN, PLANNED = 1, 2, 3, 4, 5
"""The series of the event: one of each state."""

OPEN_TABLE, TABLE_OF_OTHERS, SIGNED_TABLE = 1, 2, 3
"""The tables of the running series: its list is kept, is kept by others, is signed."""

ABSENT = 9_999
"""A number that nothing has."""


@remembered
def hall() -> Tournament:
    """Return the event, with another beside it."""
    made = _event(OWN, entrants=12, series=5)
    running = made.series.get(number=RUNNING)
    signed = factories.list_of(running, SIGNED_TABLE)
    factories.fill(signed, seat=1)
    factories.confirm_and_sign(signed)
    factories.running_series(made, PUBLISHED, published_only=True)
    _drawn(made, DRAWN)
    club = shown.shown(made, person=1)
    _officials(made, club)
    other = _event(OTHER, entrants=8, series=2)
    _strangers(other)
    return made


def _event(slug: str, *, entrants: int, series: int) -> Tournament:
    """Return an event whose first series is closed and whose second is at play, with an appeal and all judges do."""
    # A stake is agreed on, so that there is something to settle.
    made = factories.tournament(
        slug=slug, name=slug, entrants=entrants, series=series, registration_open=True, point_stake="1/2"
    )
    factories.close_series(factories.running_series(made, CLOSED))
    row = factories.list_of(factories.running_series(made, RUNNING))
    factories.enter(row, (2, GRAND))
    steps.appeal_about(row, deal=1, text="Es war Schneider.")
    judged(made)
    # The payment comes first, so that it is the movement of number 1.
    desk.pay(made, 1, 400)
    desk.charge(made)
    desk.plan_prizes(made)
    phones.keep(list_id=row.pk, device="f" * 32, copy="first", by=None, now=EVENING)
    phones.ask_to_take_over(list_id=row.pk, device="e" * 32, copy="first", entry_key=uuid4(), now=EVENING)
    return made


def _drawn(made: Tournament, number: int) -> None:
    series = made.series.get(number=number)
    tables = [list(range(first, first + 4)) for first in range(1, 12, 4)]
    plan = seating.plan_by_hand([seating.Entrant(number=n) for n in range(1, 13)], series=[tables])
    draws.keep_draw([series], plan, by=factories.user(), now=EVENING)


def _officials(made: Tournament, club: Club) -> None:
    """Let no. 1 be an official too, and the club's book be kept by somebody who does nothing else."""
    player = made.entrants.get(number=1)
    Role.objects.create(tournament=made, user=factories.user("spielrichter"), kind=Role.Kind.JUDGE, plays_as=player)
    Role.objects.create(tournament=made, user=factories.user("spielleiter"), kind=Role.Kind.DIRECTOR, plays_as=player)
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    Role.objects.create(tournament=made, user=factories.user("einlass"), kind=Role.Kind.DOOR)
    factories.user("hueter")
    club.keepers.all().delete()
    clubs.add_keeper(club_id=club.pk, username="hueter", by=factories.user(), now=EVENING)
    _shared_season(club)
    owner = factories.user("owner")
    owner.is_superuser = True
    owner.save(update_fields=["is_superuser"])


def _shared_season(club: Club) -> None:
    """Let helpers do a part of the club's season, and another club count in it."""
    season = club.seasons.get()
    details = clubs.ClubDetails(name="SC Nachbarn", place="Jena")
    neighbour = clubs.found_club(details=details, by=factories.user("nachbar"), now=EVENING)
    seasons.add_club(season_id=season.pk, club_id=neighbour.pk, now=EVENING, by=factories.user())
    for username, may in (("helfer", SeasonHelper.May.ENTER), ("freigeber", SeasonHelper.May.RELEASE)):
        factories.user(username)
        seasons.add_helper(season_id=season.pk, username=username, may=may, now=EVENING, by=factories.user())


def _strangers(other: Tournament) -> None:
    """Give the other event officials of its own, and a club with its book."""
    Role.objects.filter(tournament=other).delete()
    Role.objects.create(tournament=other, user=factories.user("fremd"), kind=Role.Kind.DIRECTOR)
    Role.objects.create(tournament=other, user=factories.user("fremdrichter"), kind=Role.Kind.JUDGE)
    ranking_pages.ranking(other, name="Mannschaften", size=4, scaled=True)
    details = clubs.ClubDetails(name="SC Pik Sieben", place="Gera")
    clubs.found_club(details=details, by=factories.user("fremd"), now=EVENING)


def unpublish(made: Tournament) -> None:
    """Let the public see the event no longer."""
    day = timezone.localdate(EVENING)
    Tournament.objects.filter(pk=made.pk).update(
        starts_on=day - timedelta(days=9), ends_on=day - timedelta(days=9), unpublish_on=day - timedelta(days=1)
    )


def release(made: Tournament) -> None:
    """Let the final ranking of the event be released."""
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)


DEVICE: Final = "f" * 32
"""The phone that keeps the list of the open table."""

ACCOUNTS: Final = {
    "judge": "richterin",
    "playing-judge": "spielrichter",
    "director": "direktor",
    "playing-director": "spielleiter",
    "treasurer": "kassier",
    "door-helper": "einlass",
    "stranger": "fremd",
    "keeper": "hueter",
    "neighbour": "nachbar",
    "season-helper": "helfer",
    "season-releaser": "freigeber",
    "owner": "owner",
}
"""Who signs in. The stranger directs the other event and keeps the book of another club.

The neighbour keeps the book of a club that counts in the season as well.
"""


def _with_keys(slug: str, *numbers: int) -> Client:
    """Return a phone that holds the keys of these tables in every series, those not published yet too."""
    tables = Table.objects.filter(series__tournament__slug=slug, number__in=numbers)
    return _holding(KeyKind.TABLE, {one.pk: one.key for one in tables})


def _with_card(number: int) -> Client:
    """Return a phone that was shown the code of a start card."""
    entrant = Tournament.objects.get(slug=OWN).entrants.get(number=number)
    return _holding(KeyKind.CARD, {entrant.pk: entrant.key})


def _holding(kind: KeyKind, keys: dict[int, str]) -> Client:
    client, held, answer = _browser(), HeldKeys(), HttpResponse()
    for pk, key in keys.items():
        held.take(kind, pk, key)
    held.device = DEVICE
    keep(answer, held)
    client.cookies.update(answer.cookies)
    return client


def _signed_in(username: str) -> Client:
    client = _browser()
    client.force_login(factories.user(username))
    return client


class Browser(Client):
    """A client that notes, on a walk, nothing but the answer: not how each of the thousands came about."""

    is_walking = False

    def request(self, **request: Any) -> Any:
        """Ask, and keep the cookies."""
        if not self.is_walking:
            return super().request(**request)
        if self.handler._middleware_chain is None:
            self.handler.load_middleware()
        asked = WSGIRequest(self._base_environ(**request))
        asked._dont_enforce_csrf_checks = not self.handler.enforce_csrf_checks
        answer: Any = self.handler.get_response(asked)
        answer.wsgi_request = asked
        self.cookies.update(answer.cookies)
        return answer


def _browser() -> Client:
    return Browser(raise_request_exception=False, headers={"accept-language": "en"})


ROLES: Final[dict[str, Callable[[], Client]]] = {
    "visitor": _browser,
    # Whoever was there before a key was renewed comes first: the others are shown the new one.
    "table-renewed": partial(_with_keys, OWN, OPEN_TABLE, SIGNED_TABLE),
    "player-renewed": partial(_with_card, 1),
    "table": partial(_with_keys, OWN, OPEN_TABLE, SIGNED_TABLE),
    "other-table": partial(_with_keys, OWN, TABLE_OF_OTHERS),
    "table-elsewhere": partial(_with_keys, OTHER, OPEN_TABLE, TABLE_OF_OTHERS),
    "player": partial(_with_card, 1),
    "other-player": partial(_with_card, 2),
    **{role: partial(_signed_in, username) for role, username in ACCOUNTS.items()},
}


def everybody(*, enforce_csrf_checks: bool = False) -> dict[str, Client]:
    """Return a browser for every role; the keys of table and player were renewed after the first had them."""
    made = {}
    for role, browser in ROLES.items():
        if role == "table":
            _renew_keys()
        made[role] = browser()
        made[role].handler.enforce_csrf_checks = enforce_csrf_checks
    return made


def _renew_keys() -> None:
    for table in Table.objects.filter(series__tournament__slug=OWN):
        Table.objects.filter(pk=table.pk).update(key=new_key())
    Tournament.objects.get(slug=OWN).entrants.filter(number=1).update(key=new_key())

"""A form takes nothing but what is its own: rows of another event, club or player cannot be named in it."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from django import forms
from django.db import transaction
from django.forms import ModelForm
from django.test import Client

from scoring.lists.models import Call, GameListRow, Proposal
from scoring.results.models import Ranking, Substitution, TeamMember
from scoring.table.services import batches as table_calls
from tables.clubs.forms import MergeForm
from tables.clubs.models import Club, Person
from tables.clubs.services import books, clubs
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament
from tests.access_matrix.hall import DEVICE, OPEN_TABLE, OTHER, OWN, RUNNING, TABLE_OF_OTHERS, everybody, hall
from tests.access_matrix.list_acts import waiting
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.factories import EVENING
from tests.support.page_reader import Form, read
from tests.support.remembered_worlds import _rows as rows

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OFFICE: Final = "/t/cup/office/"
BOOK: Final = "/clubs/sc-herz-dame/book/"
SEASON: Final = "/seasons/klubmeisterschaft/office/"
NEW: Final = "ein ganz anderes Wort 71"
OWN_CLUB, OTHER_CLUB = "SC Herz Dame", "SC Pik Sieben"


def list_at(slug: str, table: int = OPEN_TABLE) -> GameListRow:
    return factories.list_of(Tournament.objects.get(slug=slug).series.get(number=RUNNING), table)


def posted(role: str, path: str, body: Callable[[int], dict[str, Any]]) -> Callable[[dict[str, Client], int], Any]:
    return lambda browsers, pk: browsers[role].post(path, {"entry_key": uuid4()} | body(pk))


def the_plan(browsers: dict[str, Client], club: int) -> Any:
    """Send the plan as it stands, but for the club whose event it is."""
    page = read(browsers["director"].get(f"{OFFICE}settings/?at=plan").content.decode())
    found = [Form(None, one) for one in page.all("form")]  # type: ignore[arg-type]  # it is sent by hand
    plan = next(form for form in found if form.has("club_id"))
    return browsers["director"].post(f"{OFFICE}settings/?at=plan", plan.holds() | {"club_id": club})


def call(row: GameListRow) -> int:
    return row.calls.filter(settled_at=None, kind=Call.Kind.TAKE_OVER).get().pk


def role(slug: str, username: str) -> int:
    return Role.objects.get(tournament__slug=slug, user__username=username).pk


def person(club: str) -> int:
    return Person.objects.filter(club__name=club).first().pk


def merging(stays: int, goes: int) -> dict[str, Any]:
    """Return what a keeper sends who has looked at both."""
    looked_at = books.as_merged(Person.objects.filter(pk__in=[stays, goes]))
    return {
        "act": "merge",
        "stays": stays,
        "person": [stays, goes],
        "seen": MergeForm(people=(), seen=looked_at)["seen"].value(),
    }


NAMED: Final[dict[str, tuple[Callable[..., Any], Callable[[], int], Callable[[], int]]]] = {
    "a call of a table": (
        posted("director", f"{OFFICE}series/2/calls/", lambda pk: {"call": pk, "action": "grant"}),
        lambda: call(list_at(OWN)),
        lambda: call(list_at(OTHER)),
    ),
    "a deal that waits, at the desk": (
        posted("director", f"{OFFICE}series/2/table/1/proposals/", lambda pk: {"proposal": pk, "action": "accept"}),
        lambda: list_at(OWN).proposals.get().pk,
        lambda: list_at(OTHER).proposals.get().pk,
    ),
    "a deal that waits, at the table": (
        posted("table", "/t/cup/series/2/table/1/", lambda pk: {"proposal": pk, "action": "accept"}),
        lambda: list_at(OWN).proposals.get().pk,
        lambda: list_at(OWN, TABLE_OF_OTHERS).proposals.get().pk,
    ),
    "an office": (
        posted("director", f"{OFFICE}settings/?at=people", lambda pk: {"act": "dismiss", "role": pk}),
        lambda: role(OWN, "spielrichter"),
        lambda: role(OTHER, "fremdrichter"),
    ),
    "a keeper": (
        posted("keeper", "/clubs/sc-herz-dame/", lambda pk: {"act": "remove-keeper", "keeper": pk}),
        lambda: Club.objects.get(name=OWN_CLUB).keepers.get(user__username="direktor").pk,
        lambda: Club.objects.get(name=OTHER_CLUB).keepers.get().pk,
    ),
    "somebody of a book, to merge": (
        posted("keeper", f"{BOOK}doubles/", lambda pk: merging(person(OWN_CLUB), pk)),
        lambda: Person.objects.filter(club__name=OWN_CLUB).last().pk,
        lambda: person(OTHER_CLUB),
    ),
    "somebody of a book, to register": (
        posted("director", f"{OFFICE}entrants/add/?at=book", lambda pk: {"person": [pk]}),
        lambda: Person.objects.filter(club__name=OWN_CLUB).last().pk,
        lambda: person(OTHER_CLUB),
    ),
    "somebody of a book, as a member of a season": (
        posted("keeper", SEASON, lambda pk: {"act": "add-members", "person": [pk]}),
        lambda: person(OWN_CLUB),
        lambda: person(OTHER_CLUB),
    ),
    "an event that counts in a season": (
        posted("keeper", SEASON, lambda pk: {"act": "remove-event", "number": pk}),
        lambda: Tournament.objects.get(slug=OWN).pk,
        lambda: Tournament.objects.get(slug=OTHER).pk,
    ),
    "an event whose entrants go into a book": (
        posted("keeper", BOOK, lambda pk: {"act": "take-over", "event": pk}),
        lambda: Tournament.objects.get(slug=OWN).pk,
        lambda: Tournament.objects.get(slug=OTHER).pk,
    ),
    "the club whose event it is": (
        the_plan,
        lambda: (
            Club.objects.create(name="SC Neu", slug="neu", created_at=EVENING)
            .keepers.create(user=factories.user())
            .club_id
        ),
        lambda: Club.objects.get(name=OTHER_CLUB).pk,
    ),
    "an objection, taken back by a player": (
        posted("player", "/t/cup/seats/1/series/2/object/", lambda pk: {"action": "withdraw", "objection": pk}),
        lambda: raised(OPEN_TABLE),
        lambda: raised(TABLE_OF_OTHERS),
    ),
    "an objection, taken back by a table": (
        posted("table", "/t/cup/series/2/table/1/objection/", lambda pk: {"withdraw": pk}),
        lambda: raised(OPEN_TABLE),
        lambda: raised(TABLE_OF_OTHERS),
    ),
    "a call, taken back by a table": (
        posted("table", "/t/cup/series/2/table/1/calls/", lambda pk: {"taken_back": pk}),
        lambda: help_for(OPEN_TABLE),
        lambda: help_for(TABLE_OF_OTHERS),
    ),
}
"""What a form names by the number of a row: how it is sent, one that is its own, one that is not."""


def raised(table: int) -> int:
    """Return the number of an objection that the phone of the open table raised at a table."""
    return disputes.raised(list_at(OWN, table), device=DEVICE, place=1).number


def help_for(table: int) -> int:
    """Return a call for help that came from a table."""
    about = {"kind": "help", "place": 1, "text": "Wasser", "device": DEVICE, "entry_key": uuid4(), "now": EVENING}
    return table_calls.call(list_id=list_at(OWN, table).pk, **about).pk


@pytest.fixture
def browsers() -> dict[str, Client]:
    """A browser for everybody; waiting deals, books and clubs on both sides."""
    hall()
    waiting(list_at(OWN))
    proposal = Proposal.objects.get()
    for row in (list_at(OTHER), list_at(OWN, TABLE_OF_OTHERS)):
        proposal.pk, proposal.game_list, proposal.entry_key = None, row, uuid4()
        proposal.save()
    own, other = Club.objects.get(name=OWN_CLUB), Club.objects.get(name=OTHER_CLUB)
    Tournament.objects.filter(slug=OWN).update(club=own)
    clubs.add_keeper(club_id=own.pk, username="direktor", by=factories.user(), now=EVENING)
    for club, name in ((own, "Erna Schulze"), (other, "Erna Schultz")):
        details = books.PersonDetails(name=name)
        books.add_person(club_id=club.pk, details=details, entry_key=uuid4(), now=EVENING, by=factories.user())
    return everybody()


@pytest.mark.thorough(after=1)
@pytest.mark.proof("matrix")
@pytest.mark.parametrize("what", NAMED)
def test_a_form_takes_its_own_rows_and_no_others(browsers, what):
    send, own, foreign = NAMED[what]
    mine, others = own(), foreign()
    before = rows()

    assert send(browsers, others).status_code in {302, 404, 422}
    assert rows() == before

    with transaction.atomic():
        assert send(browsers, mine).status_code == 302
        assert rows() != before
        transaction.set_rollback(True)


def test_a_substitution_is_taken_back_in_its_own_ranking_alone(browsers):
    made = Ranking.objects.get(tournament__slug=OWN, number=1)
    out, substitute = (TeamMember.objects.get(team__ranking=made, entrant__number=number) for number in (1, 8))
    series = made.tournament.series.get(number=RUNNING)
    said = {"entry_key": uuid4(), "reported_at": EVENING, "reported_by": factories.user()}
    taken_back = {
        "action": "take-back",
        "substitution": Substitution.objects.create(series=series, out=out, substitute=substitute, **said).pk,
    }

    browsers["stranger"].post("/t/other/office/rankings/1/", taken_back)
    assert Substitution.objects.count() == 1
    browsers["director"].post(f"{OFFICE}rankings/1/", taken_back)
    assert Substitution.objects.count() == 0


def test_nothing_more_goes_in_than_the_form_asks_for(client, browsers):
    other = Tournament.objects.get(slug=OTHER)
    sent = {"name": "Anna Neu", "entry_key": uuid4(), "shown_as": "full"}
    more = {"number": 77, "present": "on", "paid": "on", "key": "x" * 22, "tournament": other.pk, "person": 1, "pk": 1}

    client.post("/t/cup/register/", sent | more)

    entrant = Entrant.objects.get(name="Anna Neu")
    assert (entrant.tournament.slug, entrant.number, entrant.present, entrant.person) == (OWN, 13, False, None)
    assert entrant.key != more["key"]


def test_nobody_raises_himself(browsers):
    more = {"is_superuser": "on", "is_staff": "on", "username": "owner", "kind": "director", "user_permissions": "1"}
    typed = {
        "act": "password",
        "old_password": "hueterhueter",
        "new_password1": "ein ganz anderes Wort 71",
        "new_password2": "ein ganz anderes Wort 71",
    }
    before = factories.user("hueter")

    assert browsers["keeper"].post("/account/", typed | more).status_code == 302

    after = factories.user("hueter")
    assert after.password != before.password
    assert (after.is_superuser, after.is_staff, after.roles.count()) == (False, False, 0)


def test_no_form_is_made_from_a_model():
    def all_forms(kind: type) -> set[type]:
        return {kind, *(one for part in kind.__subclasses__() for one in all_forms(part))}

    own = {one for one in all_forms(forms.BaseForm) if one.__module__.split(".")[0] in {"tables", "scoring"}}

    assert len(own) > 100
    assert [one for one in own if issubclass(one, ModelForm)] == []

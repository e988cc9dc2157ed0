"""The treasurer sees the money, and nothing that only judges and directors may see (SkWO 3.2).

Amounts are whole cents: nothing in the topic, or on its papers, makes a fraction by floating point.
"""

import ast
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory

import scoring
from tables.tournaments import access
from tables.tournaments.models import Role
from tables.tournaments.services import officials
from tests.scoring.money import desk
from tests.support import factories


@pytest.fixture
def made():
    tournament = factories.tournament(entrants=4)
    factories.user("kassiererin")
    officials.appoint(username="kassiererin", kind=Role.Kind.TREASURER, plays_as=None, **desk.told(tournament))
    return tournament


def request(username):
    asked = RequestFactory().get("/")
    asked.user = factories.user(username)
    return asked


@pytest.mark.django_db
@pytest.mark.parametrize("username", ["kassiererin", "direktor"])
def test_treasurer_and_direction_see_the_money(made, username):
    assert access.treasured_tournament(request(username), slug="cup") == made


@pytest.mark.django_db
def test_judges_and_strangers_do_not(made):
    factories.judge(made)

    for username in ("richterin", "fremd"):
        with pytest.raises(PermissionDenied):
            access.treasured_tournament(request(username), slug="cup")


@pytest.mark.django_db
def test_a_treasurer_neither_directs_nor_judges(made):
    asked = request("kassiererin")

    for open_it in (access.directed_tournament, access.judged_tournament, access.officiated_tournament):
        with pytest.raises(PermissionDenied):
            open_it(asked, slug="cup")
    assert access.offices(asked, made) == access.Offices(treasurer=True)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["", "journal/", "bench/", "decisions/", "measures/", "appeals/", "people/"])
def test_pages_of_the_direction_and_of_judges_stay_shut(made, address):
    client = Client()
    client.force_login(factories.user("kassiererin"))

    assert client.get(f"/t/cup/office/{address}").status_code == 403


HERE = Path(scoring.__file__).parent


SOURCES = sorted(
    [
        *(HERE / "money").rglob("*.py"),
        *(HERE / "paper/documents/money").rglob("*.py"),
        HERE / "paper/workbooks/account.py",
        HERE / "templatetags/money.py",
        HERE / "templatetags/prizes.py",
    ]
)


def floating(source: str) -> list[int]:
    """Return the lines in which a float could come about."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if _is_floating(node)]


def _is_floating(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            return True
        case ast.Name(id="float" | "round" | "complex"):
            return True
        case ast.Attribute(attr="FloatField" | "fsum" | "sqrt" | "total_seconds"):
            return True
    return False


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_module_makes_a_float(path):
    assert floating(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source", ["0.5", "a / b", "a /= 2", "float(a)", "round(a)", "10 ** -2", "models.FloatField()"]
)
def test_what_makes_a_float_is_seen(source):
    assert floating(source) == [1]


def test_whole_division_is_none():
    assert floating("a // b % 3 * 2 ** 3") == []

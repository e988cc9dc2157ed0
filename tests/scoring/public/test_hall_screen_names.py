"""Names on the screen of the hall: as everybody wants to be shown, and apart where two are alike."""

import re
from uuid import uuid4

import pytest

from scoring.results.models import Ranking
from tests import factories
from tests.factories import EVENING
from tests.scoring.public.test_hall_screen import SCREEN, scenes

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1, time_limit=60)


def test_names_are_shown_as_everybody_wants(client, cup):
    cup.entrants.filter(number=1).update(name="Zacharias Verborgen", club="SC Geheim", shown_as="number")
    cup.entrants.filter(number=2).update(name="Yvonne Versteckt", shown_as="pseudonym", pseudonym="Karo Ass")
    factories.running_series(cup)

    shown = client.get(f"{SCREEN}?scenes=seats,tables,standings").content.decode()

    assert "Karo Ass" in shown
    for hidden in ("Zacharias", "Verborgen", "Geheim", "Yvonne", "Versteckt"):
        assert hidden not in shown


def test_players_of_one_name_stand_there_with_their_start_numbers(client, cup):
    for number, name in ((1, "Hans Müller"), (4, "Müller, Hans"), (6, "Hans Müller")):
        cup.entrants.filter(number=number).update(name=name, classes=["ladies"])
    cup.entrants.filter(number__in=[2, 3]).update(shown_as="initials")
    facts = {"tournament": cup, "made_at": EVENING, "made_by": factories.user()}
    Ranking.objects.create(number=1, entry_key=uuid4(), kind="ladies", name="Damen", **facts)
    factories.running_series(cup)

    shown = scenes(client, "?scenes=seats,tables,standings,rankings")

    assert sorted(re.findall(r"Müller, Hans \(\d\)", shown["seats-1"])) == [f"Müller, Hans ({n})" for n in (1, 4, 6)]
    for scene in ("tables-1", "total", "ranking-1"):
        assert sorted(re.findall(r"Hans Müller \(\d\)", shown[scene])) == ["Hans Müller (1)", "Hans Müller (6)"]
    assert {"S. (2)", "S. (3)"} == set(re.findall(r"S\. \(\d\)", shown["tables-1"]))


def test_a_start_number_behind_a_name_does_not_change_where_it_stands(client, cup):
    cup.entrants.filter(number__in=[1, 2]).update(name="Hans Müller")
    cup.entrants.filter(number=3).update(name="Uwe Kurz")
    cup.entrants.filter(number=4).update(name="Ida Zorn")
    factories.running_series(cup)

    rows = client.get("/t/cup/standings/?sort=name").content.decode().split("<tbody", 1)[1]

    assert re.findall("Uwe Kurz|Hans Müller|Ida Zorn", rows) == ["Uwe Kurz", "Hans Müller", "Hans Müller", "Ida Zorn"]

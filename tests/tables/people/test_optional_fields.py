"""Whatever optional field is declared goes all the ways an entrant's data goes; a new one takes a few lines."""

from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest

from scoring.archive.packing.record import record
from scoring.privacy.selectors.personal import of_entrant
from scoring.privacy.services.erasing import erase_entrant
from scoring.privacy.services.forgetting import forget_event
from tables.intake.optional import OPTIONAL, Holds
from tables.journal.models import JournalEntry
from tables.people.workbooks import entrants_sheet
from tables.tournaments.models import Tournament
from tests import factories
from tests.classes import BEGUN_WITH
from tests.factories import EVENING
from tests.flows.pages import Visitor
from tests.seen import post_seen
from tests.tables.desk.list_pages import mended, pasted, taken

pytestmark = pytest.mark.django_db

OFFICE = "/t/cup/office/entrants/"
SAMPLE = {Holds.TEXT: "Quaxi-4711", Holds.YEAR: 1991}
"""What somebody says, which is nowhere else on a page and proposes no class."""

IMPOSSIBLE = {Holds.TEXT: "x" * 200, Holds.YEAR: "nineteen"}

every_field = pytest.mark.parametrize("name", OPTIONAL)


def sample(name):
    return SAMPLE[OPTIONAL[name].holds]


def text(answer) -> str:
    return unescape(answer.content.decode())


def told_in_public(client) -> str:
    pages = ("/t/cup/", "/t/cup/entrants/", "/t/cup/entrants.csv", "/api/1/tournaments/cup/entrants/")
    return "".join(text(client.get(page, follow=True)) for page in pages)


@every_field
def test_the_desk_asks_for_it_lists_it_and_changes_it(director, client, name):
    made = factories.tournament()
    director.post(OFFICE, {"name": "Erna Schulz", "entry_key": str(uuid4()), name: sample(name)})
    page = text(director.get(f"{OFFICE}1/"))

    assert getattr(made.entrants.get(), name) == sample(name)
    assert (str(sample(name)) in text(director.get(OFFICE))) == OPTIONAL[name].is_listed
    assert f'name="{name}" value="{sample(name)}"' in page
    assert "Erna Schulz" in told_in_public(client)
    assert str(sample(name)) not in told_in_public(client)

    post_seen(director, f"{OFFICE}1/", {"act": "change", "name": "Erna Schulz", name: ""})
    assert getattr(made.entrants.get(), name) == OPTIONAL[name].empty
    assert JournalEntry.objects.get(action="entrant.changed").data["changed"] == [name]


@every_field
def test_the_desk_refuses_what_cannot_be_it_and_shows_it_again(director, name):
    wrong = IMPOSSIBLE[OPTIONAL[name].holds]
    made = factories.tournament()
    answer = director.post(OFFICE, {"name": "Erna Schulz", "entry_key": str(uuid4()), name: wrong})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [name]
    assert wrong in text(answer)
    assert not made.entrants.exists()


@every_field
def test_the_public_form_asks_for_what_it_is_to_ask_for_and_takes_nothing_else(client, name):
    made = factories.tournament(registration_open=True)
    asks = f'name="{name}"' in text(client.get("/t/cup/register/"))
    client.post("/t/cup/register/", {"name": "Erna Schulz", "entry_key": str(uuid4()), name: sample(name)})

    assert asks == OPTIONAL[name].is_asked_in_public
    assert getattr(made.entrants.get(), name) == (sample(name) if asks else OPTIONAL[name].empty)


@pytest.mark.thorough
@every_field
def test_each_of_its_headings_is_understood_and_a_cell_that_cannot_be_it_is_asked_about(director, name):
    field = OPTIONAL[name]
    made = factories.tournament()
    for number, heading in enumerate(field.headings.split(), start=1):
        page = pasted(Visitor(director), f"Name;{heading}\nErna Nr{'a' * number};{sample(name)}")
        assert str(sample(name)) in text(page.response)
        taken(page)
    assert set(made.entrants.values_list(name, flat=True)) == {sample(name)}
    assert made.entrants.count() == len(field.headings.split())

    wrong = IMPOSSIBLE[field.holds]
    page = pasted(Visitor(director), f"Name;{field.headings.split()[0]}\nOtto Schulz;{wrong}")
    assert "does not fit" in text(page.response)
    (row,) = page.response.context["preview"].bad
    taken(mended(page, **{f"{row.key}.{name}": str(sample(name))}))
    assert getattr(made.entrants.get(name="Otto Schulz"), name) == sample(name)


@every_field
def test_the_workbook_the_archive_and_the_page_of_stored_data_have_it(director, name):
    made = factories.tournament(entrants=2)
    made.entrants.filter(number=1).update(**{name: sample(name)})
    sheet = entrants_sheet(made.entrants.order_by("number"), BEGUN_WITH)
    column = [one.heading for one in sheet.columns].index(OPTIONAL[name].words)

    assert [row[column] for row in sheet.rows] == [sample(name), OPTIONAL[name].empty]
    told = [one[name] for one in record(made, made_at=EVENING)["entrants"]]
    assert told == [sample(name), OPTIONAL[name].empty]
    if OPTIONAL[name].is_personal:
        assert of_entrant(made.entrants.get(number=1))["tables.Entrant"][0][name] == sample(name)
        assert str(sample(name)) in text(director.get(f"{OFFICE}1/data/"))
        assert OPTIONAL[name].words in text(director.get("/privacy/"))


@pytest.mark.thorough(after=1)
@every_field
@pytest.mark.parametrize("of_all", [False, True], ids=["one person", "the event"])
def test_it_goes_with_the_name_if_it_is_personal(name, of_all):
    made = factories.tournament(entrants=4)
    made.entrants.filter(number=2).update(**{name: sample(name)})
    factories.close_series(factories.running_series(made))
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)
    if of_all:
        forget_event(tournament_id=made.pk, by=factories.user(), now=EVENING + timedelta(days=400))
    else:
        erase_entrant(entrant_id=made.entrants.get(number=2).pk, by=factories.user(), now=EVENING)

    stays = OPTIONAL[name].empty if OPTIONAL[name].is_personal else sample(name)
    assert getattr(made.entrants.get(number=2), name) == stays

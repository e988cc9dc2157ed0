"""How names are shown, optional fields on all their ways, the class a year of birth proposes, the key of a card."""

from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from uuid import uuid4

import pytest

from scoring.archive.packing.record import record
from scoring.privacy.selectors import of_entrant
from scoring.privacy.services import erase_entrant, forget_event
from tables.accounts.models import mark_of, new_key
from tables.acts.services import Refused
from tables.declared import declared_of
from tables.intake.classes import senior_from, with_proposed_class
from tables.intake.optional import OPTIONAL, Holds
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.people.listings import entrants_sheet
from tables.people.models import Entrant
from tables.people.services import naming, registration
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.services.tournaments import Publishing, publish
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.page_reader import Visitor
from tests.tables.desk.test_list_pages import mended, pasted, taken

pytestmark = pytest.mark.django_db


def change(made, **fields):
    wanted = {"names_shown": Shown.FULL, "unpublish_on": None, "hides_live": False, **fields}
    return publish(tournament_id=made.pk, publishing=Publishing(**wanted), by=factories.user(), now=EVENING)


def choose(made, number, shown_as="", pseudonym="", by=None):
    entrant = made.entrants.get(number=number)
    choice = NameChoice(shown_as=shown_as, pseudonym=pseudonym)
    return naming.choose_name(entrant_id=entrant.pk, choice=choice, by=by, now=EVENING)


def register(made, name, **choice):
    facts = {"source": Entrant.Source.DESK, "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    return registration.register(
        tournament_id=made.pk, registration=Registration(name=name), choice=NameChoice(**choice), **facts
    )


def acts():
    return [journal_line(line) for line in JournalEntry.objects.order_by("number")]


class TestDefault:
    def test_a_new_default_holds_for_all_who_have_not_chosen_and_whoever_comes_later(self):
        made = factories.tournament(entrants=3)
        choose(made, 2, Shown.FULL)

        change(made, names_shown=Shown.NUMBER)

        shown = list(made.entrants.order_by("number").values_list("shown_as", flat=True))
        assert shown == [Shown.NUMBER, Shown.FULL, Shown.NUMBER]

        change(made, names_shown=Shown.INITIALS)

        assert register(made, "Anna Berg").public_name == "A. B."

    def test_all_that_changed_stands_in_one_line_of_the_journal_and_nothing_changed_is_no_line(self):
        made = factories.tournament()

        change(made)
        change(made, hides_live=True)
        change(made, hides_live=True)
        change(made, unpublish_on=date(2026, 6, 1), hides_live=True)
        change(made)

        told = "Publication: Not shown to the public any more from: –, Ranks stay hidden while a series is played: no"
        assert (len(acts()), acts()[-1]) == (3, told)

        for day in (date(2020, 1, 1), date(2026, 5, 16)):
            with pytest.raises(Refused, match="unpublished-too-early"):
                change(made, unpublish_on=day)


class TestChoice:
    def test_a_choice_is_kept_and_the_journal_names_nobody_and_chosen_twice_counts_once(self):
        made = factories.tournament(entrants=3)

        for _twice in range(2):
            chosen = choose(made, 2, Shown.PSEUDONYM, "Herzkönig")

        assert (chosen.public_name, chosen.public_club, chosen.chose_name) == ("Herzkönig", "", True)
        assert acts() == ["No. 2: name shown as another name of one’s own"]
        assert "Herzk" not in str(JournalEntry.objects.get().data)

    def test_a_choice_taken_back_is_the_events_again(self):
        made = factories.tournament(entrants=3, names_shown=Shown.INITIALS)
        choose(made, 2, Shown.FULL)

        assert choose(made, 2).shown_as == Shown.INITIALS
        assert acts()[-1] == "No. 2: name shown as what the event has"

    def test_what_cannot_be_is_refused_but_ones_own_name_and_other_name_are_no_obstacle(self):
        made = factories.tournament(entrants=3)
        choose(made, 1, Shown.PSEUDONYM, "Pik Sieben")

        for pseudonym, code in (
            *(("", "pseudonym-missing"), ("x" * 41, "pseudonym-too-long"), ("+-*", "pseudonym-without-letters")),
            *(("12", "pseudonym-like-a-number"), ("No. 3", "pseudonym-like-a-number")),
            *(("Nr 3", "pseudonym-like-a-number"), ("N.º 3", "pseudonym-like-a-number")),
            *(("spieler 3", "pseudonym-taken"), ("3, Spieler", "pseudonym-taken"), ("PIK SIEBEN", "pseudonym-taken")),
        ):
            with pytest.raises(Refused, match=code):
                choose(made, 2, Shown.PSEUDONYM, pseudonym)
        for own in ("Herzkönig", "Herz König", "Spieler 2"):
            assert choose(made, 2, Shown.PSEUDONYM, own).public_name == own


def test_a_choice_comes_with_the_registration_of_one_or_of_a_whole_list():
    made = factories.tournament(entrants=1)
    with pytest.raises(Refused, match="pseudonym-taken"):
        register(made, "Anna Berg", shown_as=Shown.PSEUDONYM, pseudonym="Spieler 1")
    assert made.entrants.count() == 1
    entrant = register(made, "Anna Berg", shown_as=Shown.PSEUDONYM, pseudonym="Herzdame")
    assert (entrant.public_name, entrant.chose_name) == ("Herzdame", True)

    # Of a whole list each is named as he chose, or by his number.
    wanted = [NameChoice(), NameChoice(shown_as=Shown.INITIALS)]
    wanted += [NameChoice(shown_as=Shown.PSEUDONYM, pseudonym=name) for name in ("Pik Ass", "Spieler 1")]
    found = factories.registered_list(made, *(f"Anna Berg {n}" for n in "ABCD"), choices=wanted)
    assert [one.public_name for one in found] == ["Anna Berg A", "A. B. B.", "Pik Ass", "No. 6"]
    assert [one.chose_name for one in found] == [False, True, True, True]


OFFICE = "/t/cup/office/entrants/"
SAMPLE = {Holds.TEXT: "Quaxi-4711", Holds.YEAR: 1991, Holds.EMAIL: "quaxi@example.org"}
"""What somebody says, which is nowhere else on a page and proposes no class."""

EMPTY = {Holds.TEXT: "", Holds.YEAR: None, Holds.EMAIL: ""}

IMPOSSIBLE = {Holds.TEXT: "x" * 200, Holds.YEAR: "nineteen", Holds.EMAIL: "quaxi at example"}
every_field = pytest.mark.parametrize("name", OPTIONAL)


@pytest.fixture(autouse=True)
def mailing(settings):
    """Let the site have a server of mail, so that it asks for addresses."""
    settings.MAIL = "smtp://mail.example.org"


def sample(name):
    return SAMPLE[OPTIONAL[name].holds]


def text(answer) -> str:
    return unescape(answer.content.decode())


def told_in_public(client) -> str:
    pages = ("/t/cup/", "/t/cup/entrants/", "/t/cup/entrants.csv", "/api/1/tournaments/cup/entrants/")
    return "".join(text(client.get(page, follow=True)) for page in pages)


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@every_field
def test_the_desk_asks_for_it_lists_it_and_changes_it_and_refuses_what_cannot_be_it(director, client, name):
    made, wrong = factories.tournament(), IMPOSSIBLE[OPTIONAL[name].holds]
    answer = director.post(OFFICE, {"name": "Erna Schulz", "entry_key": str(uuid4()), name: wrong})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [name]
    assert wrong in text(answer)
    assert not made.entrants.exists()

    director.post(OFFICE, {"name": "Erna Schulz", "entry_key": str(uuid4()), name: sample(name)})
    page, public = text(director.get(f"{OFFICE}1/")), told_in_public(client)
    assert getattr(made.entrants.get(), name) == sample(name)
    assert (str(sample(name)) in text(director.get(OFFICE))) == OPTIONAL[name].is_listed
    assert f'name="{name}" value="{sample(name)}"' in page
    assert '<details class="fold" open>' in page
    assert "Erna Schulz" in public
    assert str(sample(name)) not in public

    post_seen(director, f"{OFFICE}1/", {"act": "change", "name": "Erna Schulz", name: ""})
    assert getattr(made.entrants.get(), name) == EMPTY[OPTIONAL[name].holds]
    assert '<details class="fold" open>' not in text(director.get(f"{OFFICE}1/"))
    assert JournalEntry.objects.get(action="entrant.changed").data["changed"] == [name]


@every_field
def test_the_public_form_asks_for_what_it_is_to_ask_for_and_takes_nothing_else(client, name):
    made = factories.tournament(registration_open=True)
    asks = f'name="{name}"' in text(client.get("/t/cup/register/"))
    client.post("/t/cup/register/", {"name": "Erna Schulz", "entry_key": str(uuid4()), name: sample(name)})

    assert asks == OPTIONAL[name].is_asked_in_public
    assert getattr(made.entrants.get(), name) == (sample(name) if asks else EMPTY[OPTIONAL[name].holds])


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


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@every_field
def test_the_workbook_the_archive_and_the_page_of_stored_data_have_it(director, name):
    made = factories.tournament(entrants=2)
    made.entrants.filter(number=1).update(**{name: sample(name)})
    sheet = entrants_sheet(made.entrants.order_by("number"), BEGUN_WITH)
    column = [one.heading for one in sheet.columns].index(OPTIONAL[name].words)

    assert [row[column] for row in sheet.rows] == [sample(name), EMPTY[OPTIONAL[name].holds]]
    empty = {} if declared_of(Entrant._meta.get_field(name)).came_later else {name: EMPTY[OPTIONAL[name].holds]}
    told = [{key: one[key] for key in (name,) if key in one} for one in record(made, made_at=EVENING)["entrants"]]
    assert told == [{name: sample(name)}, empty]
    assert of_entrant(made.entrants.get(number=1))["tables.Entrant"][0][name] == sample(name)
    assert str(sample(name)) in text(director.get(f"{OFFICE}1/?at=data"))
    assert OPTIONAL[name].words in text(director.get("/privacy/"))


@pytest.mark.thorough
@every_field
def test_it_goes_with_the_name(name):
    made = factories.tournament(entrants=4)
    made.entrants.filter(number__in=(2, 3)).update(**{name: sample(name)})
    factories.close_series(factories.running_series(made))
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)

    erase_entrant(entrant_id=made.entrants.get(number=2).pk, by=factories.user(), now=EVENING)
    assert getattr(made.entrants.get(number=2), name) == EMPTY[OPTIONAL[name].holds]
    forget_event(tournament_id=made.pk, by=factories.user(), now=EVENING + timedelta(days=400))
    assert getattr(made.entrants.get(number=3), name) == EMPTY[OPTIONAL[name].holds]


PAGE = "/t/cup/office/entrants/2/"


@pytest.mark.slow
def test_the_director_gives_a_new_key_once_that_nobody_is_told(director):
    two = factories.tournament(entrants=3).entrants.get(number=2)
    old, sent = two.key, {"act": "renew-key", "seen": two.key_mark}
    for seen in ("", "x" * 100):
        assert director.post(PAGE, sent | {"seen": seen}).status_code == 422, seen
        two.refresh_from_db()
        assert two.key == old

    page = unescape(director.post(PAGE, sent, follow=True).content.decode())
    two.refresh_from_db()
    renewed = two.key
    assert renewed != old
    assert "No. 2 has a new key: print a new start card." in page
    assert "/t/cup/office/start-cards.pdf?first=2&last=2" in page
    journal = director.get("/t/cup/office/journal/").content.decode()
    assert "No. 2: new key for the start card" in journal
    assert not [key for key in (old, renewed) if key in page + journal]

    director.post(PAGE, sent)
    two.refresh_from_db()
    assert two.key == renewed
    assert JournalEntry.objects.filter(action="entrant.key-renewed").count() == 1


def test_a_mark_tells_keys_apart_and_gives_none_away():
    one, other = new_key(), new_key()

    assert mark_of(one) == mark_of(one) != mark_of(other)
    assert mark_of(one) not in one


ENTRANT = "/t/cup/office/entrants/1/"


def marks(one) -> str:
    return "".join(code[0] for code in one.classes if code != "ladies")


def test_it_follows_the_sports_rules_but_what_is_said_of_the_class_counts_more():
    ladies, juniors, seniors = BEGUN_WITH

    for year, born, proposed in (
        # Not yet 21 on New Year's Day of 2026: born in 2005 or later.
        *[(2026, 2004, ""), (2026, 2005, "j"), (2026, 2016, "j")],
        # 60 on New Year's Day; from 2023 on a year more each year, up to 65.
        *[(2013, 1952, "s"), (2013, 1953, ""), (2022, 1961, "s"), (2023, 1961, "s"), (2023, 1962, "")],
        *[(2026, 1961, "s"), (2026, 1962, ""), (2027, 1961, "s"), (2040, 1974, "s"), (2040, 1975, "")],
        (2026, None, ""),
    ):
        classes = (ladies, juniors, replace(seniors, youngest=senior_from(year)))
        found = with_proposed_class(["ladies"], born=born, year=year, classes=classes)
        assert "".join(code[0] for code in found - {"ladies"}) == proposed, year

    assert with_proposed_class(["juniors"], born=1940, year=2026, classes=BEGUN_WITH) == {"juniors"}


@pytest.mark.slow
def test_desk_public_form_and_list_get_the_class_of_a_year_and_the_office_may_say_otherwise(client, director):
    cup = factories.tournament(registration_open=True)
    director.post(OFFICE, {"name": "Desk", "entry_key": str(uuid4())})
    client.post("/t/cup/register/", {"name": "Public", "entry_key": str(uuid4()), "birth_year": "1941"})
    taken(pasted(Visitor(director), "Name;Geburtsdatum\nListed;3.4.1942"))
    # A year that is given later proposes too, and sent twice it is no conflict.
    sent = {"act": "change", "name": "Desk", "birth_year": "1940"}
    seen = seen_at(director, ENTRANT, sent)
    assert [director.post(ENTRANT, {**seen, **sent}).status_code for _ in range(2)] == [302, 302]

    assert [(one.name, one.birth_year, marks(one)) for one in cup.entrants.order_by("number")] == [
        ("Desk", 1940, "s"),
        ("Public", 1941, "s"),
        ("Listed", 1942, "s"),
    ]
    post_seen(director, ENTRANT, sent)
    assert marks(cup.entrants.get(number=1)) == ""

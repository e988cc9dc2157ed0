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
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(name=name),
        source=Entrant.Source.DESK,
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
        choice=NameChoice(**choice),
    )


def acts():
    return [journal_line(line) for line in JournalEntry.objects.order_by("number")]


class TestDefault:
    def test_a_new_default_holds_for_all_who_have_not_chosen(self):
        made = factories.tournament(entrants=3)
        choose(made, 2, Shown.FULL)

        change(made, names_shown=Shown.NUMBER)

        shown = list(made.entrants.order_by("number").values_list("shown_as", flat=True))
        assert shown == [Shown.NUMBER, Shown.FULL, Shown.NUMBER]

    def test_whoever_comes_later_is_named_as_the_event_has_it(self):
        made = factories.tournament()
        change(made, names_shown=Shown.INITIALS)

        assert register(made, "Anna Berg").public_name == "A. B."

    def test_all_that_changed_stands_in_one_line_of_the_journal(self):
        made = factories.tournament()

        change(made, names_shown=Shown.INITIALS, unpublish_on=date(2026, 11, 16), hides_live=True)

        said = (
            "Publication: Names are shown as: initials, Not shown to the public any more from: 16 Nov 2026, "
            "Ranks stay hidden while a series is played: yes"
        )
        assert acts() == [said]

    def test_nothing_changed_is_no_line(self):
        made = factories.tournament()

        change(made)
        change(made, hides_live=True)
        change(made, hides_live=True)
        change(made, unpublish_on=date(2026, 6, 1), hides_live=True)
        change(made)

        assert len(acts()) == 3
        assert (
            acts()[-1]
            == "Publication: Not shown to the public any more from: –, Ranks stay hidden while a series is played: no"
        )

    def test_an_event_is_shown_at_least_until_its_last_day_is_over(self):
        made = factories.tournament()

        for day in (date(2020, 1, 1), date(2026, 5, 16)):
            with pytest.raises(Refused, match="unpublished-too-early"):
                change(made, unpublish_on=day)


class TestChoice:
    def test_a_choice_is_kept_and_the_journal_names_nobody(self):
        made = factories.tournament(entrants=3)

        chosen = choose(made, 2, Shown.PSEUDONYM, "Herzkönig")

        assert (chosen.public_name, chosen.public_club, chosen.chose_name) == ("Herzkönig", "", True)
        assert acts() == ["No. 2: name shown as another name of one’s own"]
        assert "Herzk" not in str(JournalEntry.objects.get().data)

    def test_a_choice_taken_back_is_the_events_again(self):
        made = factories.tournament(entrants=3, names_shown=Shown.INITIALS)
        choose(made, 2, Shown.FULL)

        assert choose(made, 2).shown_as == Shown.INITIALS
        assert acts()[-1] == "No. 2: name shown as what the event has"

    def test_chosen_twice_counts_once(self):
        made = factories.tournament(entrants=3)

        choose(made, 2, Shown.NUMBER)
        choose(made, 2, Shown.NUMBER)

        assert len(acts()) == 1

    def test_what_cannot_be_is_refused(self):
        made = factories.tournament(entrants=3)
        choose(made, 1, Shown.PSEUDONYM, "Pik Sieben")

        for pseudonym, code in (
            ("", "pseudonym-missing"),
            ("x" * 41, "pseudonym-too-long"),
            ("+-*", "pseudonym-without-letters"),
            ("12", "pseudonym-like-a-number"),
            ("No. 3", "pseudonym-like-a-number"),
            ("Nr 3", "pseudonym-like-a-number"),
            ("N.º 3", "pseudonym-like-a-number"),
            ("spieler 3", "pseudonym-taken"),
            ("3, Spieler", "pseudonym-taken"),
            ("PIK SIEBEN", "pseudonym-taken"),
        ):
            with pytest.raises(Refused, match=code):
                choose(made, 2, Shown.PSEUDONYM, pseudonym)

    def test_ones_own_name_and_other_name_are_no_obstacle(self):
        made = factories.tournament(entrants=3)
        choose(made, 2, Shown.PSEUDONYM, "Herzkönig")

        assert choose(made, 2, Shown.PSEUDONYM, "Herz König").public_name == "Herz König"
        assert choose(made, 2, Shown.PSEUDONYM, "Spieler 2").public_name == "Spieler 2"


class TestRegistration:
    def test_a_choice_comes_with_the_registration(self):
        made = factories.tournament()

        entrant = register(made, "Anna Berg", shown_as=Shown.PSEUDONYM, pseudonym="Herzdame")

        assert (entrant.public_name, entrant.chose_name) == ("Herzdame", True)

    def test_nobody_is_registered_with_another_name_that_is_taken(self):
        made = factories.tournament(entrants=1)

        with pytest.raises(Refused, match="pseudonym-taken"):
            register(made, "Anna Berg", shown_as=Shown.PSEUDONYM, pseudonym="Spieler 1")
        assert made.entrants.count() == 1

    def test_of_a_whole_list_each_is_named_as_he_chose_or_by_his_number(self):
        made = factories.tournament(entrants=1)
        wanted = [NameChoice(), NameChoice(shown_as=Shown.INITIALS)]
        wanted += [NameChoice(shown_as=Shown.PSEUDONYM, pseudonym=name) for name in ("Herzdame", "Spieler 1")]

        found = factories.registered_list(made, *(f"Anna Berg {n}" for n in "ABCD"), choices=wanted)

        assert [one.public_name for one in found] == ["Anna Berg A", "A. B. B.", "Herzdame", "No. 5"]
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


@pytest.mark.thorough(after=1)
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
    assert getattr(made.entrants.get(), name) == EMPTY[OPTIONAL[name].holds]
    assert JournalEntry.objects.get(action="entrant.changed").data["changed"] == [name]


@pytest.mark.thorough(after=1)
@every_field
def test_the_desk_refuses_what_cannot_be_it_and_shows_it_again(director, name):
    wrong = IMPOSSIBLE[OPTIONAL[name].holds]
    made = factories.tournament()
    answer = director.post(OFFICE, {"name": "Erna Schulz", "entry_key": str(uuid4()), name: wrong})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [name]
    assert wrong in text(answer)
    assert not made.entrants.exists()


@pytest.mark.thorough(after=1)
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
@pytest.mark.parametrize("of_all", [False, True], ids=["one person", "the event"])
def test_it_goes_with_the_name(name, of_all):
    made = factories.tournament(entrants=4)
    made.entrants.filter(number=2).update(**{name: sample(name)})
    factories.close_series(factories.running_series(made))
    Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)
    if of_all:
        forget_event(tournament_id=made.pk, by=factories.user(), now=EVENING + timedelta(days=400))
    else:
        erase_entrant(entrant_id=made.entrants.get(number=2).pk, by=factories.user(), now=EVENING)

    assert getattr(made.entrants.get(number=2), name) == EMPTY[OPTIONAL[name].holds]


PAGE = "/t/cup/office/entrants/2/"


@pytest.fixture
def two():
    return factories.tournament(entrants=3).entrants.get(number=2)


def renewal(entrant) -> dict[str, str]:
    return {"act": "renew-key", "seen": entrant.key_mark}


def test_the_director_gives_a_new_key(director, two):
    old = two.key

    page = unescape(director.post(PAGE, renewal(two), follow=True).content.decode())

    two.refresh_from_db()
    assert two.key != old
    assert "No. 2 has a new key: print a new start card." in page
    assert "/t/cup/office/start-cards.pdf?first=2&last=2" in page
    assert old not in page
    assert two.key not in page


def test_sent_twice_it_is_renewed_once(director, two):
    sent = renewal(two)
    director.post(PAGE, sent)
    two.refresh_from_db()
    renewed = two.key

    director.post(PAGE, sent)

    two.refresh_from_db()
    assert two.key == renewed
    assert JournalEntry.objects.filter(action="entrant.key-renewed").count() == 1


def test_a_form_that_is_not_whole_renews_nothing(director, two):
    old = two.key

    for seen in ("", "x" * 100):
        assert director.post(PAGE, {"act": "renew-key", "seen": seen}).status_code == 422, seen
        two.refresh_from_db()
        assert two.key == old


def test_the_journal_says_that_but_not_the_key(director, two):
    director.post(PAGE, renewal(two))

    page = director.get("/t/cup/office/journal/").content.decode()
    assert "No. 2: new key for the start card" in page


def test_a_mark_tells_keys_apart_and_gives_none_away():
    one, other = new_key(), new_key()

    assert mark_of(one) == mark_of(one) != mark_of(other)
    assert mark_of(one) not in one


ENTRANT = "/t/cup/office/entrants/1/"


def marks(one) -> str:
    return "".join(code[0] for code in one.classes if code != "ladies")


def test_it_follows_the_sports_rules():
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


def test_what_is_said_of_the_class_counts_more():
    assert with_proposed_class(["juniors"], born=1940, year=2026, classes=BEGUN_WITH) == {"juniors"}


class TestAtTheDesk:
    @pytest.fixture
    def cup(self):
        return factories.tournament(registration_open=True)

    def test_the_desk_the_public_form_and_a_list_get_it(self, cup, client, director):
        director.post("/t/cup/office/entrants/", {"name": "Desk", "entry_key": str(uuid4()), "birth_year": "1940"})
        client.post("/t/cup/register/", {"name": "Public", "entry_key": str(uuid4()), "birth_year": "1941"})
        taken(pasted(Visitor(director), "Name;Geburtsdatum\nListed;3.4.1942"))

        assert [(one.name, one.birth_year, marks(one)) for one in cup.entrants.order_by("number")] == [
            ("Desk", 1940, "s"),
            ("Public", 1941, "s"),
            ("Listed", 1942, "s"),
        ]

    def test_a_year_that_is_given_later_proposes_too_and_sent_twice_it_is_no_conflict(self, cup, director):
        director.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4())})
        sent = {"act": "change", "name": "Erna", "birth_year": "1940"}
        seen = seen_at(director, ENTRANT, sent)

        assert [director.post(ENTRANT, {**seen, **sent}).status_code for _ in range(2)] == [302, 302]
        assert marks(cup.entrants.get()) == "s"

    def test_the_office_may_say_otherwise(self, cup, director):
        director.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4()), "birth_year": "1940"})
        post_seen(director, ENTRANT, {"act": "change", "name": "Erna", "birth_year": "1940"})

        assert marks(cup.entrants.get()) == ""

"""Lists by name: each stands where a German reader looks, on every page and on both databases.

Restricted entry (SkWO 1.4): who may take part is held at every door, and the direction lets in with a reason.
"""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.archive.packing.record import record
from scoring.history.selectors.verification import verified
from tables.acts.services import Refused
from tables.clubs.services import books
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.people.selectors import not_let_in
from tables.people.services import registration
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs.club_books import club, person
from tests.tables.draw.test_draw_swap import text

NAMES = ("Uwe Zimmermann", "Ole Ziegler", "Karl Müller jun.", "Łukaszewicz, Ewa", "Anna Ahlers", "Özdemir, Ayşe")
FAMILIES = ("Ahlers", "Łukaszewicz", "Müller", "Özdemir", "Ziegler", "Zimmermann")


@pytest.fixture
def cup():
    made = factories.tournament(entrants=len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name, club=f"SC {name.split()[0]}")
    return made


def families(answer) -> tuple[str, ...]:
    """Return the family names in the order in which they first stand in the body of the page's list."""
    rows = answer.content.decode().split("<tbody", 1)[1]
    return tuple(dict.fromkeys(re.findall("|".join(FAMILIES), rows)))


@pytest.mark.slow
@pytest.mark.django_db
def test_pages_of_an_event_and_the_book_of_a_club_stand_by_name_and_whoever_has_none_comes_last(director, cup):
    book = club()
    for name in NAMES:
        person(book, name)
    factories.running_series(cup)
    Entrant.objects.create(tournament=cup, number=9, name="", registered_at=EVENING)

    for address in ("office/entrants/?sort=name", "entrants/?sort=name", "standings/?sort=name"):
        assert families(director.get(f"/t/cup/{address}")) == FAMILIES, address
    assert families(director.get(f"/clubs/{book.slug}/book/")) == FAMILIES
    assert families(director.get("/t/cup/office/entrants/add/?at=book")) == FAMILIES
    listing = director.get("/t/cup/office/entrants/?sort=name").context["listing"]
    assert [row.record.entrant.number for row in listing.rows] == [5, 4, 3, 6, 2, 1, 9]


EVENTS = ("Zwickauer Pokal", "Łódź Open", "Ässe-Turnier", "Älteste Runde", "Preisskat", "berliner Herbst")
IN_ORDER = ["Älteste Runde", "Ässe-Turnier", "berliner Herbst", "Łódź Open", "Preisskat", "Zwickauer Pokal"]


@pytest.mark.slow
@pytest.mark.django_db
def test_events_of_one_day(director):
    day = timezone.localdate() - timedelta(300)
    sc = club()
    for number, name in enumerate(EVENTS):
        factories.tournament(slug=f"e{number}", name=name, place=name, club=sc, starts_on=day, ends_on=day, entrants=1)

    def names(answer) -> list[str]:
        return [card.tournament.name for part in answer.context["parts"] for card in part.cards]

    home = director.get("/")
    assert names(home) == names(director.get(f"/clubs/{sc.slug}/")) == IN_ORDER
    assert [one["name"] for one in director.get("/api/v1/tournaments/").json()["items"]] == IN_ORDER
    assert list(home.context["places"]) == IN_ORDER
    offered = director.get(f"/clubs/{sc.slug}/book/").context["event"].fields["event"].choices
    assert [label.partition(",")[0] for _key, label in offered] == IN_ORDER


@pytest.mark.slow
@pytest.mark.django_db
def test_accounts_of_those_in_charge(director, cup):
    for name in ("Zoe", "öffi", "Łucja", "anna"):
        cup.roles.create(user=factories.user(name), kind="judge")

    listing = director.get("/t/cup/office/settings/?at=people").context["officials"]
    by_name = director.get("/t/cup/office/settings/?at=people&sort=user").context["officials"]

    assert [str(row.record.user) for row in listing.rows] == ["direktor", "anna", "Łucja", "öffi", "Zoe"]
    assert [str(row.record.user) for row in by_name.rows] == ["anna", "direktor", "Łucja", "öffi", "Zoe"]


DESK = "/t/cup/office/entrants/"
PLAN = "/t/cup/office/settings/?at=plan"

CLUBS = {"open_to": "clubs", "open_to_whom": "SC Herz Dame\nSkatfreunde Ärger"}
LADIES = {"open_to": "classes", "open_to_whom": "ladies"}
ENTERED = {"open_to": "names", "open_to_whom": "Anna Berg\nUwe Sieben"}


def register(made, said, **told):
    facts = {"source": Entrant.Source.DESK, "entry_key": None, "by": factories.user(), "now": EVENING}
    return registration.register(tournament_id=made.pk, registration=said, **facts, **told)


def plan_as_shown(director):
    form = director.get(PLAN).context["form"]
    sent = {field.html_name: field.value() if field.value() is not None else "" for field in form}
    return {**{name: value for name, value in sent.items() if value is not False}, "seen": form["seen"].value()}


def test_who_is_let_in_by_club_class_or_name_in_any_spelling():
    for open_to, whom, let_in, shut_out in (
        ("clubs", ["SC Herz Dame"], Registration(name="A", club="sc herz-dame"), Registration(name="A", club="SC Pik")),
        ("clubs", ["SC Herz Dame"], Registration(club="SC Herz Dame"), Registration(name="SC Herz Dame")),
        ("classes", ["ladies", "juniors"], Registration(classes=frozenset({"juniors"})), Registration(name="A")),
        ("names", ["Anna Berg"], Registration(name="Berg, Anna"), Registration(name="Anna Bergmann")),
        ("qualified", ["Anna Berg"], Registration(name="anna BERG"), Registration()),
        ("names", ["Anna Berg", "…"], Registration(name="Anna Berg"), Registration(name="–")),
    ):
        assert not_let_in([let_in, shut_out], open_to=open_to, whom=whom) == [1], (open_to, let_in)
        assert not_let_in([let_in, shut_out], open_to="", whom=[]) == []


@pytest.mark.django_db
def test_whoever_may_not_take_part_is_refused_and_a_long_list_of_strangers_is_cut_short():
    made = factories.tournament()
    for fields, code in (
        (CLUBS, "open-to-clubs"),
        (LADIES, "open-to-classes"),
        (ENTERED | {"open_to": "qualified"}, "open-to-qualified"),
        (ENTERED, "open-to-names"),
    ):
        type(made).objects.update(**fields)
        with pytest.raises(Refused, match=code):
            register(made, Registration(name="Rita Acht", club="SC Pik"))
    with pytest.raises(Refused) as refused:
        factories.registered_list(made, *(f"Fremd {letter}" for letter in "ABCDEFGHIJ"))
    assert refused.value.facts["names"] == [f"Fremd {letter}" for letter in "ABCDEFGH"] + ["…"]
    assert not made.entrants.exists()

    # A class by the year of birth counts.
    type(made).objects.update(open_to="classes", open_to_whom="juniors")
    assert register(made, Registration(name="Jule Jung", optional={"birth_year": 2010})).classes == ["juniors"]


@pytest.mark.django_db
def test_the_direction_lets_in_with_a_reason_that_stands_in_the_journal():
    made = factories.tournament(**ENTERED)

    register(made, Registration(name="Anna Berg"), because="nicht gebraucht")
    register(made, Registration(name="Rita Acht"), because="Gast des Vorstands")

    first, second = JournalEntry.objects.filter(action="entrants.registered").order_by("pk")
    assert not first.data.keys() & {"let_in", "because"}
    assert (second.data["let_in"], second.data["because"]) == ([2], "Gast des Vorstands")
    assert "Let in beside the restriction: no. 2, because: Gast des Vorstands" in journal_line(second)
    assert verified(made).discrepancies == ()


@pytest.mark.django_db
def test_a_list_is_refused_whole_and_says_who_is_not_let_in(director):
    made = factories.tournament(**ENTERED)
    lines = {"act": "paste", "lines": "Anna Berg\nRita Acht\nOtto Neun"}
    page = director.post(f"{DESK}add/", lines)
    carried = {
        **page.context["carried"],
        "typed": [shown.was for shown in page.context["preview"].shown_rows.rows],
        "entry_key": str(uuid4()),
        "leave_out": "on",
        "act": "take",
        "c0": "name",
    }

    refused = director.post("/t/cup/office/entrants/add/", carried)
    assert refused.status_code == 422
    assert "The tournament is not open to Rita Acht, Otto Neun. The direction can" in text(refused)
    assert not made.entrants.exists()
    assert 'name="because"' in text(refused)

    director.post("/t/cup/office/entrants/add/", {**carried, "because": "Nachgemeldet"})
    assert made.entrants.count() == 3


@pytest.mark.django_db
def test_the_desk_refuses_with_a_sentence_and_takes_a_reason(director):
    made = factories.tournament()
    sent = {"name": "Rita Acht", "club": "SC Pik", "entry_key": str(uuid4())}
    assert 'name="because"' not in text(director.get(DESK))

    type(made).objects.update(**CLUBS)
    assert 'name="because"' in text(director.get(DESK))
    refused = director.post(DESK, sent)
    assert refused.status_code == 422
    assert "The tournament is not open to " in text(refused)

    assert director.post(DESK, {**sent, "because": "Gastspielerin"}).status_code == 302
    assert made.entrants.get().name == "Rita Acht"


@pytest.mark.django_db
def test_people_of_before_are_held_to_it_too():
    before = factories.tournament(slug="vorher", entrants=3, ends_on="2026-05-16")
    made = factories.tournament(**ENTERED)

    with pytest.raises(Refused, match="open-to-names"):
        books.register_former(
            tournament_id=made.pk,
            entrants=list(before.entrants.values_list("pk", flat=True)),
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )


@pytest.mark.django_db
def test_the_public_form_says_who_may_come_refuses_others_and_knows_no_reason(client):
    made = factories.tournament(registration_open=True, **CLUBS)
    address = "/t/cup/register/"

    assert "Open to members of these clubs: SC Herz Dame, Skatfreunde Ärger." in text(client.get(address))
    sent = {"name": "Rita Acht", "club": "SC Pik", "entry_key": str(uuid4()), "because": "Ich darf das"}
    assert client.post(address, sent).status_code == 422
    assert not made.entrants.exists()

    assert client.post(address, {**sent, "club": "Skatfreunde Aerger"}).status_code == 302


@pytest.mark.slow
@pytest.mark.django_db
def test_who_may_take_part_is_typed_in_the_plan_which_says_it_and_names_nobody(director, client):
    made = factories.tournament(**ENTERED)
    for address in ("/t/cup/", "/t/cup/plan/"):
        assert "Open to those who are invited." in text(client.get(address))
        assert "Anna Berg" not in text(client.get(address))

    # A restriction that lets in nobody is refused.
    shown = plan_as_shown(director)
    for open_to, whom, sentence in (
        ("classes", "Riesen", "The event has no class “Riesen”."),
        ("clubs", "", "This field is required."),
    ):
        answer = director.post(PLAN, {**shown, "open_to": open_to, "open_to_whom": whom})
        assert answer.status_code == 422
        assert sentence in text(answer)

    # Classes are typed as they are called and kept by their codes.
    answer = director.post(PLAN, {**shown, "open_to": "classes", "open_to_whom": "Ladies\njuniors\nladies"})
    assert answer.status_code == 302, text(answer)
    made.refresh_from_db()
    assert (made.open_to, made.open_to_whom) == ("classes", "ladies\njuniors")
    told = record(made, made_at=EVENING)["tournament"]
    assert (told["open_to"], told["open_to_whom"]) == ("classes", "ladies\njuniors")
    assert "Open to these classes: Ladies, Juniors." in text(client.get("/t/cup/plan/"))
    shown = plan_as_shown(director)
    assert shown["open_to_whom"].splitlines() == ["Ladies", "Juniors"]
    assert "Open to" in journal_line(JournalEntry.objects.get(action="tournament.changed"))

    # Open to everybody it keeps no names.
    assert director.post(PLAN, {**shown, "open_to": ""}).status_code == 302
    made.refresh_from_db()
    assert (made.open_to, made.open_to_whom) == ("", "")


@pytest.mark.django_db
def test_the_next_event_takes_over_clubs_but_nobody_by_name(director):
    made = factories.tournament(**CLUBS)
    copy = "/new/?copy=cup"
    assert director.get(copy).context["form"]["open_to_whom"].value() == CLUBS["open_to_whom"]

    type(made).objects.update(**ENTERED)
    form = director.get(copy).context["form"]
    assert (form["open_to"].value(), form["open_to_whom"].value()) == ("", "")

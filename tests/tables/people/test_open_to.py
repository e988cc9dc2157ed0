"""Restricted entry (SkWO 1.4): who may take part is held at every door, and the direction lets in with a reason."""

from html import unescape
from uuid import uuid4

import pytest

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

pytestmark = pytest.mark.django_db
DESK = "/t/cup/office/entrants/"
PLAN = "/t/cup/office/settings/?at=plan"

CLUBS = {"open_to": "clubs", "open_to_whom": "SC Herz Dame\nSkatfreunde Ärger"}
LADIES = {"open_to": "classes", "open_to_whom": "ladies"}
NAMES = {"open_to": "names", "open_to_whom": "Anna Berg\nUwe Sieben"}


def register(made, said, **told):
    facts = {"source": Entrant.Source.DESK, "entry_key": None, "by": factories.user(), "now": EVENING}
    return registration.register(tournament_id=made.pk, registration=said, **facts, **told)


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def sent_plan(director, **changed):
    form = director.get(PLAN).context["form"]
    sent = {field.html_name: field.value() if field.value() is not None else "" for field in form}
    kept = {name: value for name, value in sent.items() if value is not False}
    return director.post(PLAN, {**kept, "seen": form["seen"].value(), **changed})


@pytest.mark.parametrize(
    ("open_to", "whom", "let_in", "shut_out"),
    [
        ("clubs", ["SC Herz Dame"], Registration(name="A", club="sc herz-dame"), Registration(name="A", club="SC Pik")),
        ("clubs", ["SC Herz Dame"], Registration(club="SC Herz Dame"), Registration(name="SC Herz Dame")),
        ("classes", ["ladies", "juniors"], Registration(classes=frozenset({"juniors"})), Registration(name="A")),
        ("names", ["Anna Berg"], Registration(name="Berg, Anna"), Registration(name="Anna Bergmann")),
        ("qualified", ["Anna Berg"], Registration(name="anna BERG"), Registration()),
        ("names", ["Anna Berg", "…"], Registration(name="Anna Berg"), Registration(name="–")),
    ],
)
def test_who_is_let_in_by_club_class_or_name_in_any_spelling(open_to, whom, let_in, shut_out):
    assert not_let_in([let_in, shut_out], open_to=open_to, whom=whom) == [1]
    assert not_let_in([let_in, shut_out], open_to="", whom=[]) == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (CLUBS, "open-to-clubs"),
        (LADIES, "open-to-classes"),
        (NAMES, "open-to-names"),
        (NAMES | {"open_to": "qualified"}, "open-to-qualified"),
    ],
)
def test_whoever_may_not_take_part_is_refused(fields, code):
    made = factories.tournament(**fields)

    with pytest.raises(Refused, match=code):
        register(made, Registration(name="Rita Acht", club="SC Pik"))

    assert not made.entrants.exists()


def test_a_class_by_the_year_of_birth_counts():
    made = factories.tournament(open_to="classes", open_to_whom="juniors")

    there = register(made, Registration(name="Jule Jung", optional={"birth_year": 2010}))

    assert there.classes == ["juniors"]


def test_the_direction_lets_in_with_a_reason_that_stands_in_the_journal():
    made = factories.tournament(**NAMES)

    register(made, Registration(name="Anna Berg"), because="nicht gebraucht")
    register(made, Registration(name="Rita Acht"), because="Gast des Vorstands")

    first, second = JournalEntry.objects.filter(action="entrants.registered").order_by("pk")
    assert not first.data.keys() & {"let_in", "because"}
    assert (second.data["let_in"], second.data["because"]) == ([2], "Gast des Vorstands")
    assert "Let in beside the restriction: no. 2, because: Gast des Vorstands" in journal_line(second)
    assert verified(made).discrepancies == ()


def test_a_list_is_refused_whole_and_says_who_is_not_let_in(director):
    made = factories.tournament(**NAMES)
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
    assert "The tournament is not open to these people: Rita Acht, Otto Neun." in text(refused)
    assert not made.entrants.exists()
    assert 'name="because"' in text(refused)

    director.post("/t/cup/office/entrants/add/", {**carried, "because": "Nachgemeldet"})
    assert made.entrants.count() == 3


def test_a_long_list_of_strangers_is_cut_short():
    made = factories.tournament(**NAMES)

    with pytest.raises(Refused) as refused:
        registration.register_many(
            tournament_id=made.pk,
            registrations=[Registration(name=f"Fremd {letter}") for letter in "ABCDEFGHIJ"],
            source=Entrant.Source.PASTE,
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )

    assert refused.value.facts["names"] == [f"Fremd {letter}" for letter in "ABCDEFGH"] + ["…"]


def test_the_desk_refuses_with_a_sentence_and_takes_a_reason(director):
    made = factories.tournament(**CLUBS)
    sent = {"name": "Rita Acht", "club": "SC Pik", "entry_key": str(uuid4())}

    assert 'name="because"' in text(director.get(DESK))
    refused = director.post(DESK, sent)
    assert refused.status_code == 422
    assert "The tournament is not open to these people:" in text(refused)

    assert director.post(DESK, {**sent, "because": "Gastspielerin"}).status_code == 302
    assert made.entrants.get().name == "Rita Acht"


def test_where_everybody_may_take_part_nobody_is_asked_for_a_reason(director):
    factories.tournament()

    assert 'name="because"' not in text(director.get(DESK))


def test_people_of_before_are_held_to_it_too():
    before = factories.tournament(slug="vorher", entrants=3, ends_on="2026-05-16")
    made = factories.tournament(**NAMES)

    with pytest.raises(Refused, match="open-to-names"):
        books.register_former(
            tournament_id=made.pk,
            entrants=list(before.entrants.values_list("pk", flat=True)),
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )


def test_the_public_form_says_who_may_come_refuses_others_and_knows_no_reason(client):
    made = factories.tournament(registration_open=True, **CLUBS)
    address = "/t/cup/register/"

    assert "Open to members of these clubs: SC Herz Dame, Skatfreunde Ärger." in text(client.get(address))
    sent = {"name": "Rita Acht", "club": "SC Pik", "entry_key": str(uuid4()), "because": "Ich darf das"}
    assert client.post(address, sent).status_code == 422
    assert not made.entrants.exists()

    assert client.post(address, {**sent, "club": "Skatfreunde Aerger"}).status_code == 302


def test_the_plan_and_the_public_page_say_who_may_play_and_name_nobody(client):
    factories.tournament(**NAMES)

    for address in ("/t/cup/", "/t/cup/plan/"):
        page = text(client.get(address))
        assert "Open to those who are invited." in page
        assert "Anna Berg" not in page


def test_classes_are_typed_as_they_are_called_and_kept_by_their_codes(director, client):
    made = factories.tournament()

    answer = sent_plan(director, open_to="classes", open_to_whom="Ladies\njuniors\nladies")
    assert answer.status_code == 302, text(answer)
    made.refresh_from_db()

    assert (made.open_to, made.open_to_whom) == ("classes", "ladies\njuniors")
    assert "Open to these classes: Ladies, Juniors." in text(client.get("/t/cup/plan/"))
    assert director.get(PLAN).context["form"]["open_to_whom"].value().splitlines() == ["Ladies", "Juniors"]
    assert "Open to" in journal_line(JournalEntry.objects.get(action="tournament.changed"))


@pytest.mark.parametrize(
    ("open_to", "whom", "sentence"),
    [
        ("classes", "Riesen", "The event has no class “Riesen”."),
        ("clubs", "", "This field is required."),
    ],
)
def test_a_restriction_that_lets_in_nobody_is_refused(director, open_to, whom, sentence):
    factories.tournament()

    answer = sent_plan(director, open_to=open_to, open_to_whom=whom)

    assert answer.status_code == 422
    assert sentence in text(answer)


def test_a_plan_open_to_everybody_keeps_no_names(director):
    made = factories.tournament(**NAMES)

    assert sent_plan(director, open_to="").status_code == 302

    made.refresh_from_db()
    assert (made.open_to, made.open_to_whom) == ("", "")


def test_the_next_event_takes_over_clubs_but_nobody_by_name(director):
    made = factories.tournament(**CLUBS)
    copy = "/new/?copy=cup"
    assert director.get(copy).context["form"]["open_to_whom"].value() == CLUBS["open_to_whom"]

    type(made).objects.update(**NAMES)
    form = director.get(copy).context["form"]
    assert (form["open_to"].value(), form["open_to_whom"].value()) == ("", "")


def test_the_record_has_the_restriction():
    made = factories.tournament(**CLUBS)

    told = record(made, made_at=EVENING)["tournament"]

    assert (told["open_to"], told["open_to_whom"]) == ("clubs", CLUBS["open_to_whom"])

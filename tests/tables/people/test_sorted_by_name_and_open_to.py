"""Lists by name: each stands where a German reader looks, on every page and on both databases.

A third optional field is at most 15 lines in two files besides its migration: done here on a copy of the project.

Restricted entry (SkWO 1.4): who may take part is held at every door, and the direction lets in with a reason.
"""

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from html import unescape
from pathlib import Path
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


@pytest.mark.django_db
@pytest.mark.thorough
@pytest.mark.parametrize(
    "address", ["/t/cup/office/entrants/?sort=name", "/t/cup/entrants/?sort=name", "/t/cup/standings/?sort=name"]
)
def test_the_pages_of_an_event(director, cup, address):
    factories.close_series(factories.running_series(cup))

    assert families(director.get(address)) == FAMILIES


@pytest.mark.django_db
def test_the_address_book_of_a_club(director, cup):
    book = club()
    for name in NAMES:
        person(book, name)

    assert families(director.get(f"/clubs/{book.slug}/book/")) == FAMILIES
    assert families(director.get("/t/cup/office/entrants/add/?at=book")) == FAMILIES


@pytest.mark.django_db
def test_clubs_and_entrants_without_a_name_come_last(director, cup):
    Entrant.objects.create(tournament=cup, number=9, name="", registered_at=EVENING)

    listing = director.get("/t/cup/office/entrants/?sort=name").context["listing"]
    numbers = [row.record.entrant.number for row in listing.rows]

    assert numbers == [5, 4, 3, 6, 2, 1, 9]


EVENTS = ("Zwickauer Pokal", "Łódź Open", "Ässe-Turnier", "Älteste Runde", "Preisskat", "berliner Herbst")
IN_ORDER = ["Älteste Runde", "Ässe-Turnier", "berliner Herbst", "Łódź Open", "Preisskat", "Zwickauer Pokal"]


@pytest.mark.thorough(after=1)
@pytest.mark.django_db
@pytest.mark.parametrize("days", [-300, 0, 30])
def test_events_of_one_day(director, days):
    day = timezone.localdate() + timedelta(days)
    sc = club()
    for number, name in enumerate(EVENTS):
        made = factories.tournament(
            entrants=1, slug=f"e{number}", name=name, place=name, club=sc, starts_on=day, ends_on=day
        )
        made.entrants.update(name="Anna Ahlers")

    def names(address: str) -> list[str]:
        return [card.tournament.name for part in director.get(address).context["parts"] for card in part.cards]

    assert names("/") == names(f"/clubs/{sc.slug}/") == IN_ORDER
    assert [one["name"] for one in director.get("/api/v1/tournaments/").json()["items"]] == IN_ORDER
    assert list(director.get("/").context["places"]) == IN_ORDER
    offered = director.get(f"/clubs/{sc.slug}/book/").context["event"].fields["event"].choices
    assert [label.partition(",")[0] for _key, label in offered] == IN_ORDER


@pytest.mark.django_db
def test_accounts_of_those_in_charge(director, cup):
    for name in ("Zoe", "öffi", "Łucja", "anna"):
        cup.roles.create(user=factories.user(name), kind="judge")

    listing = director.get("/t/cup/office/settings/?at=people").context["officials"]
    by_name = director.get("/t/cup/office/settings/?at=people&sort=user").context["officials"]

    assert [str(row.record.user) for row in listing.rows] == ["direktor", "anna", "Łucja", "öffi", "Zoe"]
    assert [str(row.record.user) for row in by_name.rows] == ["anna", "direktor", "Łucja", "öffi", "Zoe"]


ROOT = Path(__file__).parents[3]

COPIED = (
    "tables",
    "scoring",
    "skatturnier",
    "simulation",
    "templates",
    "fixtures",
    "tests",
    "manage.py",
    "pyproject.toml",
)

MOST_LINES = 15
WALK = "tests/tables/people/test_naming_and_keys.py"

ADDED = {
    "tables/intake/optional.py": (
        '    "birth_year": OptionalField(\n',
        '    "playing_town": OptionalField(\n'
        '        words=gettext_noop("Home town"),\n'
        '        headings="heimatort wohnort hometown",\n'
        "        is_asked_in_public=False,\n"
        "    ),\n",
    ),
    "tables/people/models.py": (
        "    birth_year = models.",
        '    playing_town = models.CharField(_("Home town"), max_length=40, blank=True)\n',
    ),
}
"""What is added to each file, and before what."""


@pytest.fixture
def copy(tmp_path):
    for name in COPIED:
        take = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        take(ROOT / name, tmp_path / name, **({"ignore": NOT_COPIED} if take is shutil.copytree else {}))
    for name, (before, lines) in ADDED.items():
        file = tmp_path / name
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1
        file.write_text(text.replace(before, lines + before), encoding="utf-8")
    return tmp_path


NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.po", "node_modules")


def run(copy: Path, *command: str) -> str:
    """Run a command in the copy, as a site of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_", "SKATT"))}
    own |= {"SKATTURNIER_DATA": str(copy / "var"), "SKATTURNIER_DEBUG": "on"}
    done = subprocess.run([sys.executable, *command], cwd=copy, env=own, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.thorough
def test_it_goes_all_the_ways_of_the_others_by_a_few_lines_in_two_files(copy):
    assert len(ADDED) == 2
    assert sum(lines.count("\n") for _before, lines in ADDED.values()) <= MOST_LINES

    made = run(copy, "manage.py", "makemigrations", "tables", "--name", "home_town")
    assert "Add field playing_town to entrant" in made
    said = run(
        copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--thorough", WALK, "-k", "playing_town"
    )
    assert "7 passed" in said
    # Every column has its place in the register of what is stored.
    assert "passed" in run(
        copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/privacy/test_register.py"
    )


DESK = "/t/cup/office/entrants/"
PLAN = "/t/cup/office/settings/?at=plan"

CLUBS = {"open_to": "clubs", "open_to_whom": "SC Herz Dame\nSkatfreunde Ärger"}
LADIES = {"open_to": "classes", "open_to_whom": "ladies"}
ENTERED = {"open_to": "names", "open_to_whom": "Anna Berg\nUwe Sieben"}


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


@pytest.mark.django_db
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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (CLUBS, "open-to-clubs"),
        (LADIES, "open-to-classes"),
        (ENTERED, "open-to-names"),
        (ENTERED | {"open_to": "qualified"}, "open-to-qualified"),
    ],
)
def test_whoever_may_not_take_part_is_refused(fields, code):
    made = factories.tournament(**fields)

    with pytest.raises(Refused, match=code):
        register(made, Registration(name="Rita Acht", club="SC Pik"))

    assert not made.entrants.exists()


@pytest.mark.django_db
def test_a_class_by_the_year_of_birth_counts():
    made = factories.tournament(open_to="classes", open_to_whom="juniors")

    there = register(made, Registration(name="Jule Jung", optional={"birth_year": 2010}))

    assert there.classes == ["juniors"]


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
def test_a_long_list_of_strangers_is_cut_short():
    made = factories.tournament(**ENTERED)

    with pytest.raises(Refused) as refused:
        factories.registered_list(made, *(f"Fremd {letter}" for letter in "ABCDEFGHIJ"))

    assert refused.value.facts["names"] == [f"Fremd {letter}" for letter in "ABCDEFGH"] + ["…"]


@pytest.mark.django_db
def test_the_desk_refuses_with_a_sentence_and_takes_a_reason(director):
    made = factories.tournament(**CLUBS)
    sent = {"name": "Rita Acht", "club": "SC Pik", "entry_key": str(uuid4())}

    assert 'name="because"' in text(director.get(DESK))
    refused = director.post(DESK, sent)
    assert refused.status_code == 422
    assert "The tournament is not open to " in text(refused)

    assert director.post(DESK, {**sent, "because": "Gastspielerin"}).status_code == 302
    assert made.entrants.get().name == "Rita Acht"


@pytest.mark.django_db
def test_where_everybody_may_take_part_nobody_is_asked_for_a_reason(director):
    factories.tournament()

    assert 'name="because"' not in text(director.get(DESK))


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


@pytest.mark.django_db
def test_the_plan_and_the_public_page_say_who_may_play_and_name_nobody(client):
    factories.tournament(**ENTERED)

    for address in ("/t/cup/", "/t/cup/plan/"):
        page = text(client.get(address))
        assert "Open to those who are invited." in page
        assert "Anna Berg" not in page


@pytest.mark.django_db
def test_classes_are_typed_as_they_are_called_and_kept_by_their_codes(director, client):
    made = factories.tournament()

    answer = sent_plan(director, open_to="classes", open_to_whom="Ladies\njuniors\nladies")
    assert answer.status_code == 302, text(answer)
    made.refresh_from_db()

    assert (made.open_to, made.open_to_whom) == ("classes", "ladies\njuniors")
    assert "Open to these classes: Ladies, Juniors." in text(client.get("/t/cup/plan/"))
    assert director.get(PLAN).context["form"]["open_to_whom"].value().splitlines() == ["Ladies", "Juniors"]
    assert "Open to" in journal_line(JournalEntry.objects.get(action="tournament.changed"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("open_to", "whom", "sentence"),
    [("classes", "Riesen", "The event has no class “Riesen”."), ("clubs", "", "This field is required.")],
)
def test_a_restriction_that_lets_in_nobody_is_refused(director, open_to, whom, sentence):
    factories.tournament()

    answer = sent_plan(director, open_to=open_to, open_to_whom=whom)

    assert answer.status_code == 422
    assert sentence in text(answer)


@pytest.mark.django_db
def test_a_plan_open_to_everybody_keeps_no_names(director):
    made = factories.tournament(**ENTERED)

    assert sent_plan(director, open_to="").status_code == 302

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


@pytest.mark.django_db
def test_the_record_has_the_restriction():
    made = factories.tournament(**CLUBS)

    told = record(made, made_at=EVENING)["tournament"]

    assert (told["open_to"], told["open_to_whom"]) == ("clubs", CLUBS["open_to_whom"])

"""Creating a tournament in a minute, from a preset or as one before; changing its plan (SkWO 6.2)."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.history.selectors.verification import verified
from tables.tournaments import listings
from tables.tournaments.forms.plan import MOST_SERIES, NewTournamentForm
from tables.tournaments.models import Role, Tournament
from tables.tournaments.selectors import events
from tables.tournaments.services.officials import StatedClass, add_class
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db
NEW = "/new/?empty=1"
WHOSE = {"place": "Altenburg", "organiser": "SC Herz Dame"}
EDIT = "/t/cup/office/settings/?at=plan"

NO_COSTS = "No further costs. Nothing is paid for lost games."
NICHTS = "Keine weiteren Kosten. Es wird kein Verlustspielgeld erhoben."


def filled_in(answer) -> dict[str, object]:
    """Return what a browser would send back when nothing is changed."""
    form = answer.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in sent.items()}


@pytest.mark.slow
class TestNew:
    def test_a_club_evening_needs_place_organiser_and_the_button(self, director):
        answer = director.post(NEW, filled_in(director.get(NEW)) | WHOSE)

        made = Tournament.objects.get()
        assert answer.status_code == 302
        assert answer["Location"] == reverse("tables:desk", kwargs={"slug": made.slug})
        assert (made.starts_on, made.ends_on) == (timezone.localdate(), timezone.localdate())
        assert [one.seating for one in made.series.all()] == ["drawn"] * 3
        assert (made.rounds, made.time_limit, made.organiser) == (12, 120, "SC Herz Dame")
        assert all([made.tribunal, made.exclusion, made.list_keeping, made.material])
        plan = director.get(reverse("tables:plan", kwargs={"slug": made.slug})).content.decode()
        for clause in ("SkWO 7.4.1, 9.1, 9.12", "SkWO 7.4.3", "SkWO 3.1"):
            assert clause in plan
        assert "whoever kept the list then gets it, unless the organiser decides otherwise (SkWO 7.4.1, 9.12)" in plan

    def test_what_is_typed_is_created_once_with_a_plan_that_says_so(self, director):
        """Series beyond the number chosen do not count, money has a comma, days are typed as in Germany too."""
        german = {"accept-language": "de"}
        typed = {"series": "2", "rounds_2": "6", "time_limit_2": "60", "seating_2": "by-standing", "rounds_3": "4"}
        typed |= {"starts_on": "16.05.2026", "ends_on": "17.05.2026", "entry_fee": "12,50", "seating_3": "by-standing"}
        typed |= {"costs": " a \u202e\r\n\r\n\r\n b\x00 "}
        sent = filled_in(director.get(NEW)) | WHOSE | typed

        assert (
            director.post(NEW, sent, headers=german)["Location"] == director.post(NEW, sent, headers=german)["Location"]
        )

        made = Tournament.objects.get()
        plan = text(director.get(reverse("tables:plan", kwargs={"slug": made.slug})))
        found = [(one.seating, one.rounds, one.own_rounds, one.time_limit) for one in made.series.all()]
        assert found == [("drawn", 12, None, 120), ("by-standing", 6, 6, 60)]
        assert (str(made.entry_fee), made.ends_on, made.costs) == ("12.50", date(2026, 5, 17), "a\n\nb")
        assert "Series 2: 6 rounds" in plan
        assert verified(made).discrepancies == ()

    def test_as_many_rounds_as_the_others_are_no_own_ones_and_too_many_or_too_few_minutes_are_refused(self, director):
        sent = filled_in(director.get(NEW)) | WHOSE
        refused = director.post(NEW, sent | {"rounds_2": "25", "time_limit_2": "9"})
        director.post(NEW, sent | {"rounds_2": "12", "time_limit_2": "120"})

        assert refused.status_code == 422
        assert refused.context["form"].errors.keys() == {"rounds_2", "time_limit_2"}
        assert not Tournament.objects.get().series.exclude(own_rounds=None, own_time_limit=None).exists()

    def test_whoever_has_a_prize_sent_bears_the_cost_wherever_there_are_prizes(self, monkeypatch):
        made = factories.tournament()
        for use, prizes, told in (
            ("All of it.", [], "All of it.\nWhoever has a prize sent bears the cost (SkWO 7.4.3)."),
            ("All of it.", ["First: 30 €."], "First: 30 €.\nWhoever has a prize sent bears the cost (SkWO 7.4.3)."),
            ("", [], ""),
        ):
            made.use_of_money = use
            monkeypatch.setattr(listings, "to_win", lambda _tournament, prizes=prizes: prizes)

            texts = [point.text for part in listings.plan_of(made, []) for point in part.points]

            assert sum("7.4.3" in one for one in texts) == bool(told)
            assert told in texts

    def test_it_never_says_that_nothing_is_charged_beside_what_is(self, monkeypatch):
        made = factories.tournament(entry_fee=10)
        for charges, costs, told in (
            (["Entry fee: 10 €."], NO_COSTS, f"Entry fee: 10 €.\n{NO_COSTS}"),
            (["Entry fee: 10 €.", "Each lost game: 1 €."], NO_COSTS, "Entry fee: 10 €.\nEach lost game: 1 €."),
            (["Entry fee: 10 €.", "Each lost game: 1 €."], NICHTS, "Entry fee: 10 €.\nEach lost game: 1 €."),
            (["Entry fee: 10 €.", "Cards: 1 €."], "By the club.", "Entry fee: 10 €.\nCards: 1 €.\nBy the club."),
        ):
            made.costs = costs
            monkeypatch.setattr(listings, "charges", lambda _tournament, charges=charges: tuple(charges))

            assert told in [point.text for part in listings.plan_of(made, []) for point in part.points]

    def test_the_next_tournament_takes_over_from_the_last(self, director):
        factories.tournament(place="Gera", organiser="SC Gera", rounds=10, costs="Card money 1 €.", series=2)

        sent = filled_in(director.get(NEW))

        assert (sent["place"], sent["organiser"], sent["rounds"], sent["series"]) == ("Gera", "SC Gera", "10", "2")
        assert sent["costs"] == "Card money 1 €."
        assert sent["name"].startswith("Skat evening")
        assert sent["starts_on"] == str(timezone.localdate())

    def test_what_makes_no_sense_is_refused_beside_its_field_and_kept(self, director):
        wrong: dict[str, list[tuple[str, str, str]]] = {}
        for field, value, said in (
            ("name", "", "This field is required."),
            ("name", " \u200b", "This field is required."),
            ("name", "x" * 121, "at most 120 characters"),
            ("starts_on", "", "This field is required."),
            ("starts_on", "tomorrow", "Enter a valid date."),
            ("starts_on", "0001-01-01", "Please look at the year."),
            ("ends_on", "1999-01-01", "The last day is before the first."),
            ("ends_on", "2101-01-01", "Please look at the year."),
            ("rounds", "0", "greater than or equal to 1"),
            ("rounds", "25", "less than or equal to 24"),
            ("rounds", "many", "Enter a whole number."),
            ("time_limit", "5", "greater than or equal to 10"),
            ("entry_fee", "-1", "This is no amount. Type euros and cents like 7.50 or 7,50."),
            ("entry_fee", "NaN", "This is no amount."),
            ("entry_fee", "100000", "more than 99999.99 €"),
            ("entry_fee", "free", "This is no amount."),
            ("series", "13", "Select a valid choice."),
            ("series", "", "This field is required."),
            ("seating_2", "by-cards", "Select a valid choice."),
            ("costs", "x" * 2001, "at most 2000 characters"),
            ("entry_key", "", "did not arrive completely"),
        ):
            wrong.setdefault("days" if field.endswith("_on") else field, []).append((field, value, said))
        sent = filled_in(director.get(NEW)) | WHOSE | {"place": "Schmölln"}
        # Of each field the first, then of each the second; a last day needs a first.
        for at in range(max(map(len, wrong.values()))):
            tried = [cases[at] for cases in wrong.values() if at < len(cases)]

            answer = director.post(NEW, sent | {field: value for field, value, _said in tried})

            assert answer.status_code == 422
            for field, _value, said in tried:
                assert any(said in str(error) for error in answer.context["form"].errors[field]), said
            assert "Schmölln" in text(answer)
        assert not Tournament.objects.exists()


@pytest.mark.slow
class TestEdit:
    def test_it_says_what_has_begun_and_refuses_to_change_it_beside_its_field(self, director):
        made = factories.tournament(entrants=4, series=3, rounds=1)
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2)
        opened = director.get(EDIT)
        assert "A series has been drawn" in text(opened)

        for field, value, beside, said in (
            ("rounds", "10", "rounds", "the number of rounds stays"),
            ("series", "1", "series", "have seats already"),
            ("seating_2", "by-standing", "series", "how they are seated stays"),
        ):
            answer = director.post(EDIT, filled_in(opened) | {"place": "Gera", field: value})

            assert answer.status_code == 422, said
            assert said in answer.context["form"].errors[beside][0]
            assert "Gera" in text(answer)
        assert Tournament.objects.get().place == "Altenburg"

    def test_the_queries_are_few(self, director, django_assert_num_queries):
        factories.tournament(series=12)

        with django_assert_num_queries(21):
            director.get(EDIT)


STRUCK = "deals not begun are struck"


def plan_with(client, **fields: str):
    """Send the plan as its page holds it, with some fields changed."""
    return client.post(EDIT, filled_in(client.get(EDIT)) | fields)


CHOICE = "/new/"


@pytest.fixture
def somebody() -> Client:
    made = Client(headers={"accept-language": "de"})
    made.force_login(factories.user("neuling"))
    return made


@pytest.mark.thorough
@pytest.mark.parametrize("preset", json.loads(events.SHIPPED.read_text(encoding="utf-8")), ids=lambda one: one["key"])
def test_one_click_and_a_name_lead_to_registration(somebody, preset):
    assert preset["name"]["de"] in text(somebody.get(CHOICE))
    url = f"{CHOICE}?preset={preset['key']}"

    answer = somebody.post(url, filled_in(somebody.get(url)) | {"name": "Herbstskat"} | WHOSE)

    made = Tournament.objects.get()
    assert answer["Location"] == f"/t/{made.slug}/office/entrants/"
    plan = preset["plan"]
    assert (made.name, made.rounds, made.series.count()) == ("Herbstskat", plan["rounds"], plan["series"])
    assert made.drawn_together == plan.get("drawn_together", False)
    for series in made.series.filter(number__gt=1):
        assert series.seating == plan.get(f"seating_{series.number}", "drawn")


def test_what_comes_with_the_program_is_whole():
    fields = {*NewTournamentForm.base_fields, *(f"seating_{number}" for number in range(2, MOST_SERIES + 1))}

    for preset in json.loads(events.SHIPPED.read_text(encoding="utf-8")):
        assert preset["name"].keys() == preset["says"].keys() == {"en", "de", "es"}, preset
        assert preset["plan"].keys() <= fields


@pytest.mark.slow
def test_name_day_place_and_organiser_are_asked_and_the_name_has_the_focus(somebody):
    url = f"{CHOICE}?preset=club-evening"
    opened = somebody.get(url)
    page, empty = text(opened), filled_in(opened)

    assert 'name="name" maxlength="120" autofocus' in page or "autofocus" in page.split('name="name"')[1][:200]
    for asked in ("starts_on", "place", "organiser"):
        assert page.index(f'name="{asked}"') < page.index("<details") < page.index('name="rounds"')
    assert (empty.get("place", ""), empty.get("organiser", "")) == ("", "")

    for given in ({"name": "Herbstskat"}, {"place": "Gera", "organiser": "SC Gera"}):
        answer = somebody.post(url, empty | given)
        assert answer.status_code == 422
        assert f'value="{next(iter(given.values()))}"' in text(answer)
        assert text(answer).index('name="organiser"') < text(answer).index("<details")
    assert not Tournament.objects.exists()


@pytest.mark.thorough
def test_one_of_before_is_copied_but_nobody_who_took_part(director):
    made = factories.tournament(
        entrants=4, series=3, rounds=9, clubs_apart=False, names_shown="initials", hall_plan="1 2", place="Gera"
    )
    factories.judge(made, plays_as=2)
    stated = StatedClass(name="Gäste")
    add_class(tournament_id=made.pk, stated=stated, by=factories.user(), now=EVENING)
    factories.running_series(made)
    url = f"{CHOICE}?copy=cup"
    assert "Herz-Dame-Cup" in text(director.get(CHOICE))

    director.post(url, filled_in(director.get(url)) | {"name": "Cup 2"})

    copied = Tournament.objects.get(name="Cup 2")
    assert (copied.series.count(), copied.rounds, copied.place) == (3, 9, "Gera")
    assert (copied.clubs_apart, copied.names_shown, copied.hall_plan) == (False, "initials", "1 2")
    roles = set(copied.roles.values_list("user__username", "kind", "plays_as"))
    assert roles == {("direktor", Role.Kind.DIRECTOR, None), ("richterin", Role.Kind.JUDGE, None)}
    assert copied.classes.filter(name="Gäste").exists()
    assert not copied.entrants.exists()
    assert not copied.series.exclude(status="planned").exists()


@pytest.mark.slow
def test_a_day_that_is_taken_is_said_and_the_next_evening_is_on_the_first_without_one(director):
    today = timezone.localdate()
    factories.tournament(name="3. Skatabend", starts_on=today - timedelta(7), ends_on=today - timedelta(7))
    url = f"{CHOICE}?copy=cup"
    assert "same day" not in text(director.post(url, filled_in(director.get(url)), follow=True))

    sent = filled_in(director.get(url))

    assert (sent["name"], sent["starts_on"]) == ("5. Skatabend", str(today + timedelta(7)))
    page = text(director.post(url, sent | {"starts_on": str(today)}, follow=True))
    assert "On the same day there is 4. Skatabend already." in page


def test_only_who_directs_it_copies_an_event(somebody):
    factories.tournament(name="Geheimer Cup")

    assert "Geheimer Cup" not in text(somebody.get(CHOICE))
    somebody.post(f"{CHOICE}?copy=cup", filled_in(somebody.get(f"{CHOICE}?empty=1")) | WHOSE | {"name": "Kopie"})

    assert not Tournament.objects.get(name="Kopie").roles.filter(user__username="direktor").exists()


def test_what_nobody_knows_leads_back_to_the_choice(somebody):
    for query in ("preset=nothing", "copy=nowhere", "preset=%00", "copy=%27--"):
        answer = somebody.get(f"{CHOICE}?{query}")

        assert answer.status_code == 200, query
        assert "?empty=1" in text(answer)


@pytest.fixture
def own_file():
    file = Path(settings.DATA_DIR) / "presets.json"
    yield file
    file.unlink(missing_ok=True)


def test_a_file_of_the_sites_own_takes_their_place_and_one_that_cannot_be_read_is_named_and_stops_nobody(
    somebody, own_file
):
    own_file.write_text('[{"key": "x", "name": "Unser Dienstag", "plan": {"series": 2, "rounds": 9}}]')

    page = text(somebody.get(CHOICE))

    assert "Unser Dienstag" in page
    assert "Vereinsabend (2 x 48)" not in page

    for content in ("{", "[1]", '[{"key": "x"}]', "3", '[{"key": "x", "name": "y", "plan": 7}]'):
        own_file.write_text(content)

        answer = somebody.get(CHOICE)

        assert "presets.json" in text(answer), content
        assert "?empty=1" in text(answer)


@pytest.mark.slow
def test_how_long_a_result_is_questioned_and_that_deals_are_struck_is_said_in_the_plan_where_it_is_so(client, director):
    factories.tournament(time_limit=120)
    held = filled_in(director.get(EDIT))
    for minutes in ("4", "2881"):
        answer = director.post(EDIT, held | {"query_window": minutes})
        assert answer.status_code == 422, minutes
        assert answer.context["form"].errors["query_window"]

    assert director.post(EDIT, held | {"query_window": "30", "strikes_at_limit": "on"}).status_code == 302
    made, plan = Tournament.objects.get(), text(client.get("/t/cup/plan/"))
    assert (made.query_window, made.strikes_at_limit) == (30, True)
    assert made.journal.last().data["changed"] == ["query_window", "strikes_at_limit"]
    assert "reported for 30 minutes from the posting on" in plan
    assert STRUCK in plan

    # Left empty it is the usual hour.
    plan_with(director, query_window="", strikes_at_limit="")
    made, plan = Tournament.objects.get(), text(client.get("/t/cup/plan/"))
    assert (made.query_window, made.strikes_at_limit) == (None, False)
    assert "from the posting on" not in plan
    assert STRUCK not in plan

"""The pages of clubs: who may see and change what, what they list.

Names that are probably one person's: slips of typing, and what looks like one and is a father or a sister.
"""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.clubs.models import Club
from tables.clubs.rules import slips
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.forms_as_shown import post_seen
from tests.tables.clubs.club_books import club, event
from tests.tables.tournaments.test_home_pages import text

PAGE = "/clubs/sc-herz-dame/"


def signed_in(username: str) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user(username))
    return made


def sent(act: str, **more: object) -> dict[str, object]:
    return {"act": act, "entry_key": str(uuid4()), **more}


@pytest.mark.django_db
@pytest.mark.slow
def test_clubs_are_found_by_name_and_place_and_ones_own_lead_to_the_book(client, director, django_assert_num_queries):
    assert "Nothing yet." in text(client.get("/clubs/"))
    made = club()
    club("Die Maurer", keeper="anderer")
    event(made, slug="one")
    event(made, slug="gone", unpublish_on=date(2026, 6, 1))

    with django_assert_num_queries(1):
        answer = client.get("/clubs/")
    told = {
        row.get_cell("name"): (row.get_cell("place"), row.get_cell("events")) for row in answer.context["listing"].rows
    }
    # Only events that the public sees are counted.
    assert sorted(told.values()) == [("Altenburg", 0), ("Altenburg", 1)]
    assert "/book/" not in text(answer)
    assert "You keep the address book of" in text(director.get("/clubs/"))

    body = text(client.get("/clubs/?q=maur+alten"))
    assert "Die Maurer" in body
    assert "SC Herz Dame" not in body
    assert "Nothing fits that." in text(client.get("/clubs/?q=nobody"))


@pytest.mark.django_db
@pytest.mark.slow
def test_whoever_creates_one_keeps_its_book_and_what_cannot_be_is_said_and_stays_typed(director):
    club("Die Maurer", keeper="anderer")
    for typed, said in (
        ({"name": ""}, "This field is required."),
        ({"name": "!!!"}, "This field is required."),
        ({"name": "x" * 121}, "at most 120"),
        ({"name": "SC", "website": "javascript:alert(1)"}, "valid URL"),
        ({"name": "SC", "website": "ftp://sc.de/"}, "valid URL"),
        ({"name": "SC", "entry_key": "x"}, "did not arrive completely"),
        ({"name": "Die Maurer"}, "There is a club"),
    ):
        answer = director.post("/clubs/new/", sent("change", place="Gera") | typed)

        assert answer.status_code == 422, typed
        assert said in text(answer)
        assert 'value="Gera"' in text(answer)
        assert Club.objects.count() == 1

    form = sent("change", name=" SC  Öhring ", place="Gera", website="sc-oehring.de")
    assert [director.post("/clubs/new/", form)["Location"] for _ in range(2)] == ["/clubs/sc-oehring/"] * 2
    made = Club.objects.exclude(name="Die Maurer").get()
    assert (made.name, made.website) == ("SC Öhring", "https://sc-oehring.de")
    assert made.keepers.get().user.username == "direktor"


@pytest.mark.django_db
@pytest.mark.slow
class TestClub:
    def test_everybody_sees_its_events_by_time_and_its_calendar(self, client, django_assert_num_queries):
        made = club()
        today = timezone.localdate()
        event(made, "Anna", slug="past")
        event(made, slug="now", starts_on=today, ends_on=today)
        event(None, slug="other")
        event(made, slug="gone", unpublish_on=date(2026, 6, 1))

        # The club, the counts, the pages of now and of the past, the entrants, the seasons.
        with django_assert_num_queries(6):
            answer = client.get(PAGE)

        assert [(part.key, [card.tournament.slug for card in part.cards]) for part in answer.context["parts"]] == [
            ("running", ["now"]),
            ("past", ["past"]),
        ]
        assert f"http://testserver{PAGE}events.ics" in text(answer)
        assert client.get("/clubs/nobody/").status_code == 404
        body = text(client.get("/t/past/"))
        assert PAGE in body
        assert "/t/past/event.ics" in body

    def test_others_see_no_keepers_and_change_nothing_but_the_owner_of_the_site_does(self, client):
        made = club()
        for asked in (client, signed_in("anderer")):
            assert "direktor" not in text(asked.get(PAGE))
            assert asked.post(PAGE, sent("change", name="Stolen")).status_code in {302, 403}
            assert asked.post(PAGE, sent("add-keeper", username="anderer")).status_code in {302, 403}
        made.refresh_from_db()
        assert made.name == "SC Herz Dame"
        assert made.keepers.count() == 1

        type(made.keepers.get().user).objects.filter(username="anderer").update(is_superuser=True)
        assert "Keepers of the address book" in text(signed_in("anderer").get(PAGE))

    def test_a_keeper_changes_it_and_hands_the_book_on(self, director):
        made = club()
        factories.user("anderer")
        mine = made.keepers.get()
        for typed, said in (
            ({"act": "dance"}, ""),
            (sent("remove-keeper", keeper=mine.pk), "Somebody has to keep the book"),
            (sent("remove-keeper", keeper="x"), "Somebody else has changed this in the meantime."),
            (sent("add-keeper", username="nobody"), "There is no account “nobody”"),
        ):
            answer = director.post(PAGE, typed)
            assert answer.status_code == 422, typed
            assert said in text(answer)
        assert made.keepers.count() == 1

        assert post_seen(director, PAGE, sent("change", name="SC Karo", place="", website="")).status_code == 302
        assert director.post(PAGE, sent("add-keeper", username="anderer")).status_code == 302
        assert director.post(PAGE, sent("remove-keeper", keeper=mine.pk)).status_code == 302

        assert "Keepers of the address book" not in text(director.get(PAGE))
        assert director.get(f"{PAGE}book/").status_code == 403
        assert [one.user.username for one in made.keepers.all()] == ["anderer"]


@pytest.mark.django_db
@pytest.mark.slow
class TestLinking:
    PLAN = "/t/cup/office/settings/?at=plan"

    def form(self, director, path: str) -> dict[str, object]:
        form = director.get(path).context["form"]
        values = {name: form[name].value() for name in form.fields}
        return {name: "" if value is None else str(value) for name, value in values.items()}

    def test_the_plan_offers_the_clubs_whose_book_one_keeps_and_without_any_asks_nothing(self, director):
        factories.tournament()
        for page in (self.PLAN, "/new/?empty=1"):
            assert "Club on this site" not in text(director.get(page))

        made = club()
        club("Die Maurer", keeper="anderer")
        assert "Die Maurer" not in text(director.get(self.PLAN))
        form = self.form(director, self.PLAN)
        assert director.post(self.PLAN, form | {"club_id": str(made.pk)}).status_code == 302
        cup = Tournament.objects.get()
        assert cup.club == made
        assert cup.journal.get().data["changed"] == ["club_id"]
        assert "Plan of the tournament changed: Club" in text(director.get("/t/cup/office/journal/"))
        # The next event is the same club's.
        assert self.form(director, "/new/?empty=1")["club_id"] == str(made.pk)

    def test_a_director_who_keeps_no_book_leaves_the_club_as_it_is(self, director):
        theirs = club("Die Maurer", keeper="anderer")
        factories.tournament(club=theirs)
        form = self.form(director, self.PLAN)

        assert director.post(self.PLAN, form | {"place": "Jena"}).status_code == 302
        assert (Tournament.objects.get().club, Tournament.objects.get().place) == (theirs, "Jena")


def test_a_slip_is_seen_from_either_side():
    for one, other in (
        *(("Hans Maier", "Hans Meier"), ("Hans Maier", "Meier, Hans"), ("Hans Maier", "Hans Mayer")),
        *(("Hans Schmidt", "Hans Schmdit"), ("Hans Schmidt", "Hans Schmid"), ("Hans Müller", "Hans Mueler")),
        *(("Hans Maier jun.", "Hans Meier jun"), ("Dr. Hans Maier", "Hans Meier")),
        *(("Karl von der Au-Berg", "Karl von der Au-Brg"), ("Andreas Kuhn", "Anderas Kuhn")),
        *(("Andreas Kuhn", "Andeas Kuhn"), ("Torsten Kuhn", "Thorsten Kuhn"), ("Hanna Kuhn", "Hana Kuhn")),
        *(("Hans Maier", "H. Maier"), ("Maier, Hans", "Maier, H.")),
    ):
        assert slips({3: one, 5: other}) == slips({3: other, 5: one}) == [(3, 5)], (one, other)
    names = ["Hans Maier", "Otto Kurz", "Hans Meier", "Hans Mayer", "Otto Krz", "Otto Kutz"]
    assert slips(dict(enumerate(names))) == [(0, 2), (0, 3), (1, 5)]


def test_no_false_alarm():
    for names in (
        *(("Hans Maier", "Hans Maier jun."), ("Hans Maier sen.", "Hans Maier jun.")),
        *(("Hans Maier II", "Hans Maier III"), ("Hans Maier", "Hans Meier jun."), ("Hans Maier", "Hans Maier")),
        *(("Hans Maier", "Maier, Hans"), ("Karl Maier", "Karla Maier"), ("Christian Maier", "Christina Maier")),
        *(("Christine Maier", "Christiane Maier"), ("Andrea Maier", "Andreas Maier")),
        *(("Michel Maier", "Michael Maier"), ("Frank Maier", "Franz Maier"), ("Rolf Maier", "Ralf Maier")),
        *(("Erwin Maier", "Edwin Maier"), ("Jan Maier", "Jon Maier"), ("Hans Maier", "Hans Peter Maier")),
        *(("Hans Maier", "Hans-Peter Maier"), ("Hans Maier", "Hansi Maier"), ("Hans Hahn", "Hans Kahn")),
        *(("Hans Aue", "Hans Auer"), ("Hans Maier", "Franz Meier"), ("H. Maier", "H. Meier")),
        *(("H. Maier", "Hans Maier", "Heinz Maier"), ("H. Maier", "Hans Maier", "Hans Maier jun.")),
        *(("H. Maier", "Hans Meier"), ("Maier", "Meier"), ("Herz Dame 1", "Herz Dame 2"), ("", "H")),
    ):
        assert slips(dict(enumerate(names))) == [], names

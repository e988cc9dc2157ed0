"""The pages of clubs: who may see and change what, what they list.

Names that are probably one person's: slips of typing, and what looks like one and is a father or a sister.
"""

from datetime import date, timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tables.clubs.models import Club
from tables.clubs.rules import slips
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.thorough import thorough
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
class TestClubs:
    def test_without_any_it_says_so(self, client):
        assert "Nothing yet." in text(client.get("/clubs/"))

    def test_only_events_that_the_public_sees_are_counted(self, client):
        made = club()
        event(made, slug="one")
        event(made, slug="gone", unpublish_on=date(2026, 6, 1))

        (row,) = client.get("/clubs/").context["listing"].rows
        assert (row.get_cell("place"), row.get_cell("events")) == ("Altenburg", 1)

    def test_they_are_found_by_name_and_place(self, client):
        club()
        club("Die Maurer")

        body = text(client.get("/clubs/?q=maur+alten"))
        assert "Die Maurer" in body
        assert "SC Herz Dame" not in body
        assert "Nothing fits that." in text(client.get("/clubs/?q=nobody"))

    def test_ones_own_lead_to_the_book(self, client, director):
        club()

        assert "You keep the address book of" in text(director.get("/clubs/"))
        assert "/book/" not in text(client.get("/clubs/"))

    @pytest.mark.parametrize("many", [70, *thorough(1)])
    def test_the_queries_do_not_grow_with_the_clubs(self, client, many, django_assert_num_queries):
        Club.objects.bulk_create(Club(name=f"SC {n}", slug=f"sc-{n}", created_at=EVENING) for n in range(many))

        with django_assert_num_queries(1):
            client.get("/clubs/")


@pytest.mark.django_db
@pytest.mark.slow
class TestNew:
    def test_whoever_creates_one_keeps_its_book(self, director):
        answer = director.post(
            "/clubs/new/", sent("change", name=" SC  Öhring ", place="Gera", website="sc-oehring.de")
        )

        made = Club.objects.get()
        assert answer["Location"] == "/clubs/sc-oehring/"
        assert (made.name, made.website) == ("SC Öhring", "https://sc-oehring.de")
        assert made.keepers.get().user.username == "direktor"

    def test_sent_twice_there_is_one(self, director):
        form = sent("change", name="SC Gera")

        assert [director.post("/clubs/new/", form)["Location"] for _ in range(2)] == ["/clubs/sc-gera/"] * 2
        assert Club.objects.count() == 1

    def test_what_cannot_be_is_said_and_what_was_typed_stays(self, director):
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


@pytest.mark.django_db
@pytest.mark.slow
class TestClub:
    def test_everybody_sees_its_events_by_time_and_its_calendar(self, client):
        made = club()
        today = timezone.localdate()
        event(made, "Anna", slug="past")
        event(made, slug="now", starts_on=today, ends_on=today)
        event(None, slug="other")
        event(made, slug="gone", unpublish_on=date(2026, 6, 1))

        answer = client.get(PAGE)

        assert [(part.key, [card.tournament.slug for card in part.cards]) for part in answer.context["parts"]] == [
            ("running", ["now"]),
            ("past", ["past"]),
        ]
        assert f"http://testserver{PAGE}events.ics" in text(answer)

    @pytest.mark.parametrize("username", ["", "anderer"])
    def test_others_see_no_keepers_and_change_nothing(self, client, username):
        made = club()
        asked = signed_in(username) if username else client

        assert "direktor" not in text(asked.get(PAGE))
        assert asked.post(PAGE, sent("change", name="Stolen")).status_code in {302, 403}
        assert asked.post(PAGE, sent("add-keeper", username="anderer")).status_code in {302, 403}
        made.refresh_from_db()
        assert made.name == "SC Herz Dame"
        assert made.keepers.count() == 1

    def test_the_owner_of_the_site_keeps_every_book(self):
        club()
        owner = factories.user("owner")
        owner.is_superuser = True
        owner.save()

        assert "Keepers of the address book" in text(signed_in("owner").get(PAGE))

    def test_a_keeper_changes_it_and_hands_the_book_on(self, director):
        made = club()
        factories.user("anderer")

        assert post_seen(director, PAGE, sent("change", name="SC Karo", place="", website="")).status_code == 302
        assert director.post(PAGE, sent("add-keeper", username="anderer")).status_code == 302
        mine = made.keepers.get(user__username="direktor")
        assert director.post(PAGE, sent("remove-keeper", keeper=mine.pk)).status_code == 302

        assert "Keepers of the address book" not in text(director.get(PAGE))
        assert director.get(f"{PAGE}book/").status_code == 403
        assert [one.user.username for one in made.keepers.all()] == ["anderer"]

    @pytest.mark.thorough
    def test_what_cannot_be_is_said(self, director):
        club("Die Maurer", keeper="anderer")
        club()

        for typed, said in (
            (sent("add-keeper", username="nobody"), "There is no account “nobody”"),
            (sent("add-keeper", username=""), "This field is required."),
            (sent("remove-keeper", keeper="999"), "Somebody else has changed this in the meantime."),
            (sent("remove-keeper", keeper="x"), "Somebody else has changed this in the meantime."),
            (sent("change", name="Die Maurer"), "There is a club"),
            (sent("change", name=""), "This field is required."),
        ):
            send = partial(post_seen, director) if typed["act"] == "change" else director.post
            answer = send(PAGE, typed)

            assert answer.status_code == 422, typed
            assert said in text(answer)

    def test_the_last_keeper_stays(self, director):
        keeper = club().keepers.get()

        answer = director.post(PAGE, sent("remove-keeper", keeper=keeper.pk))

        assert (answer.status_code, keeper.club.keepers.count()) == (422, 1)
        assert "Somebody has to keep the book" in text(answer)

    def test_nonsense_is_no_error(self, director):
        club()

        assert director.post(PAGE, {"act": "dance"}).status_code == 422
        assert director.get("/clubs/nobody/").status_code == 404

    @pytest.mark.parametrize("many", [30, *thorough(1)])
    def test_the_queries_do_not_grow_with_the_events(self, client, many, django_assert_num_queries):
        made = club()
        Tournament.objects.bulk_create(
            Tournament(
                slug=f"e{n}",
                name=f"e{n}",
                place="Gera",
                organiser="SC",
                starts_on=date(2020, 1, 1) + timedelta(n),
                ends_on=date(2020, 1, 1) + timedelta(n),
                created_at=EVENING,
                club=made,
            )
            for n in range(many)
        )

        # The club, the counts, the page of the past, the entrants, the seasons.
        with django_assert_num_queries(5):
            client.get(PAGE)


@pytest.mark.django_db
@pytest.mark.slow
class TestLinking:
    def form(self, director, path: str) -> dict[str, object]:
        form = director.get(path).context["form"]
        values = {name: form[name].value() for name in form.fields}
        return {name: "" if value is None else str(value) for name, value in values.items()}

    @pytest.mark.thorough
    def test_the_plan_offers_the_clubs_whose_book_one_keeps(self, director):
        made = club()
        club("Die Maurer", keeper="anderer")
        factories.tournament()
        form = self.form(director, "/t/cup/office/settings/?at=plan")

        assert "Die Maurer" not in text(director.get("/t/cup/office/settings/?at=plan"))
        assert director.post("/t/cup/office/settings/?at=plan", form | {"club_id": str(made.pk)}).status_code == 302
        cup = Tournament.objects.get()
        assert cup.club == made
        line = cup.journal.get()
        assert line.data["changed"] == ["club_id"]
        assert "Plan of the tournament changed: Club" in text(director.get("/t/cup/office/journal/"))

    def test_a_director_who_keeps_no_book_leaves_the_club_as_it_is(self, director):
        theirs = club("Die Maurer", keeper="anderer")
        factories.tournament(club=theirs)
        form = self.form(director, "/t/cup/office/settings/?at=plan")

        assert director.post("/t/cup/office/settings/?at=plan", form | {"place": "Jena"}).status_code == 302
        assert (Tournament.objects.get().club, Tournament.objects.get().place) == (theirs, "Jena")

    def test_without_clubs_nothing_is_asked(self, director):
        factories.tournament()

        assert "Club on this site" not in text(director.get("/t/cup/office/settings/?at=plan"))
        assert "Club on this site" not in text(director.get("/new/?empty=1"))

    def test_the_next_event_is_the_same_clubs(self, director):
        made = club()
        factories.tournament(club=made)

        assert self.form(director, "/new/?empty=1")["club_id"] == str(made.pk)

    def test_the_page_of_the_event_leads_to_its_club_and_its_calendar(self, client):
        factories.tournament(club=club())

        body = text(client.get("/t/cup/"))
        assert PAGE in body
        assert "/t/cup/event.ics" in body


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hans Maier", "Hans Meier"),
        ("Hans Maier", "Meier, Hans"),
        ("Hans Maier", "Hans Mayer"),
        ("Hans Schmidt", "Hans Schmdit"),
        ("Hans Schmidt", "Hans Schmid"),
        ("Hans Müller", "Hans Mueler"),
        ("Hans Maier jun.", "Hans Meier jun"),
        ("Dr. Hans Maier", "Hans Meier"),
        ("Karl von der Au-Berg", "Karl von der Au-Brg"),
        ("Andreas Kuhn", "Anderas Kuhn"),
        ("Andreas Kuhn", "Andeas Kuhn"),
        ("Torsten Kuhn", "Thorsten Kuhn"),
        ("Hanna Kuhn", "Hana Kuhn"),
        ("Hans Maier", "H. Maier"),
        ("Maier, Hans", "Maier, H."),
    ],
)
def test_a_slip_is_seen_from_either_side(one, other):
    assert slips({3: one, 5: other}) == slips({3: other, 5: one}) == [(3, 5)]


@pytest.mark.parametrize(
    "names",
    [
        ("Hans Maier", "Hans Maier jun."),
        ("Hans Maier sen.", "Hans Maier jun."),
        ("Hans Maier II", "Hans Maier III"),
        ("Hans Maier", "Hans Meier jun."),
        ("Hans Maier", "Hans Maier"),
        ("Hans Maier", "Maier, Hans"),
        ("Karl Maier", "Karla Maier"),
        ("Christian Maier", "Christina Maier"),
        ("Christine Maier", "Christiane Maier"),
        ("Andrea Maier", "Andreas Maier"),
        ("Michel Maier", "Michael Maier"),
        ("Frank Maier", "Franz Maier"),
        ("Rolf Maier", "Ralf Maier"),
        ("Erwin Maier", "Edwin Maier"),
        ("Jan Maier", "Jon Maier"),
        ("Hans Maier", "Hans Peter Maier"),
        ("Hans Maier", "Hans-Peter Maier"),
        ("Hans Maier", "Hansi Maier"),
        ("Hans Hahn", "Hans Kahn"),
        ("Hans Aue", "Hans Auer"),
        ("Hans Maier", "Franz Meier"),
        ("H. Maier", "H. Meier"),
        ("H. Maier", "Hans Maier", "Heinz Maier"),
        ("H. Maier", "Hans Maier", "Hans Maier jun."),
        ("H. Maier", "Hans Meier"),
        ("Maier", "Meier"),
        ("Herz Dame 1", "Herz Dame 2"),
        ("", "H"),
    ],
)
def test_no_false_alarm(names):
    assert slips(dict(enumerate(names))) == []


def test_of_many_only_the_pairs():
    names = ["Hans Maier", "Otto Kurz", "Hans Meier", "Hans Mayer", "Otto Krz", "Otto Kutz"]
    assert slips(dict(enumerate(names))) == [(0, 2), (0, 3), (1, 5)]

"""Creating a tournament in a minute, and changing its plan."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from tables.tournaments.models import Tournament
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NEW = "/new/?empty=1"
EDIT = "/t/cup/office/plan/"


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def filled_in(answer) -> dict[str, object]:
    """Return what a browser would send back when nothing is changed."""
    form = answer.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in sent.items()}


class TestNew:
    def test_a_club_evening_needs_nothing_but_the_button(self, director):
        answer = director.post(NEW, filled_in(director.get(NEW)))

        made = Tournament.objects.get()
        assert answer.status_code == 302
        assert answer["Location"] == reverse("tables:desk", kwargs={"slug": made.slug})
        assert (made.starts_on, made.ends_on) == (timezone.localdate(), timezone.localdate())
        assert [one.seating for one in made.series.all()] == ["drawn"] * 3
        assert (made.rounds, made.time_limit, made.organiser) == (12, 120, "direktor")
        assert all([made.tribunal, made.exclusion, made.list_keeping, made.material])

    def test_the_next_tournament_takes_over_from_the_last(self, director):
        factories.tournament(place="Gera", organiser="SC Gera", rounds=10, costs="Card money 1 €.", series=2)

        sent = filled_in(director.get(NEW))

        assert (sent["place"], sent["organiser"], sent["rounds"], sent["series"]) == ("Gera", "SC Gera", "10", "2")
        assert sent["costs"] == "Card money 1 €."
        assert sent["name"].startswith("Skat evening")
        assert sent["starts_on"] == str(timezone.localdate())

    def test_only_as_many_series_count_as_were_chosen(self, director):
        sent = filled_in(director.get(NEW)) | {"series": "2", "seating_2": "by-standing", "seating_3": "by-standing"}

        director.post(NEW, sent)

        assert [one.seating for one in Tournament.objects.get().series.all()] == ["drawn", "by-standing"]

    def test_sent_twice_it_is_created_once(self, director):
        sent = filled_in(director.get(NEW))

        assert director.post(NEW, sent)["Location"] == director.post(NEW, sent)["Location"]
        assert Tournament.objects.count() == 1

    @pytest.mark.thorough(after=8)
    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("name", "", "This field is required."),
            ("name", " \u200b", "This field is required."),
            ("name", "x" * 121, "at most 120 characters"),
            ("starts_on", "", "This field is required."),
            ("starts_on", "tomorrow", "Enter a valid date."),
            ("starts_on", "0001-01-01", "Please look at the year."),
            ("ends_on", "1999-01-01", "The last day is before the first."),
            ("ends_on", "9999-12-31", "Please look at the year."),
            ("rounds", "0", "greater than or equal to 1"),
            ("rounds", "25", "less than or equal to 24"),
            ("rounds", "many", "Enter a whole number."),
            ("time_limit", "5", "greater than or equal to 10"),
            ("entry_fee", "-1", "greater than or equal to 0"),
            ("entry_fee", "NaN", "Enter a number."),
            ("entry_fee", "1e9", "no more than"),
            ("entry_fee", "free", "Enter a number."),
            ("series", "13", "Select a valid choice."),
            ("series", "", "This field is required."),
            ("seating_2", "by-cards", "Select a valid choice."),
            ("costs", "x" * 2001, "at most 2000 characters"),
            ("entry_key", "", "did not arrive completely"),
        ],
    )
    def test_what_makes_no_sense_is_refused_beside_its_field_and_kept(self, director, field, value, said):
        sent = filled_in(director.get(NEW)) | {"place": "Schmölln", field: value}

        answer = director.post(NEW, sent)

        assert answer.status_code == 422
        assert any(said in str(error) for error in answer.context["form"].errors[field])
        assert "Schmölln" in text(answer)
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("typed", "fee"), [("12,50", "12.50"), ("12.5", "12.50"), ("10 €", "10.00"), ("0", "0.00")]
    )
    def test_money_is_typed_with_a_comma_or_a_point(self, director, typed, fee):
        director.post(NEW, filled_in(director.get(NEW)) | {"entry_fee": typed})

        assert str(Tournament.objects.get().entry_fee) == fee

    def test_dates_are_typed_as_in_germany_too(self, director):
        sent = filled_in(director.get(NEW)) | {"starts_on": "16.05.2026", "ends_on": "17.05.2026"}

        director.post(NEW, sent, headers={"accept-language": "de"})

        assert Tournament.objects.get().ends_on == date(2026, 5, 17)

    def test_texts_keep_their_lines_but_nothing_invisible(self, director):
        director.post(NEW, filled_in(director.get(NEW)) | {"costs": " a \u202e\r\n\r\n\r\n b\x00 "})

        assert Tournament.objects.get().costs == "a\n\nb"


class TestEdit:
    def test_a_change_is_saved_and_public(self, client, director):
        factories.tournament(series=2)

        answer = director.post(EDIT, filled_in(director.get(EDIT)) | {"place": "Gera", "series": "3"}, follow=True)

        assert "The plan is saved." in text(answer)
        assert "Gera" in text(client.get("/t/cup/plan/"))
        assert Tournament.objects.get().series.count() == 3

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("field", "value", "said"),
        [
            ("rounds", "10", "the number of rounds stays"),
            ("series", "1", "how they are seated stays"),
            ("seating_2", "by-standing", "how they are seated stays"),
        ],
    )
    def test_what_has_begun_is_refused_beside_its_field(self, director, field, value, said):
        made = factories.tournament(entrants=4, series=3, rounds=12)
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2)

        answer = director.post(EDIT, filled_in(director.get(EDIT)) | {"place": "Gera", field: value})

        assert answer.status_code == 422
        beside = "series" if field == "seating_2" else field
        assert said in answer.context["form"].errors[beside][0]
        assert "Gera" in text(answer)
        assert Tournament.objects.get().place == "Altenburg"

    def test_it_says_what_has_begun(self, director):
        factories.running_series(factories.tournament(entrants=4, series=3))

        assert "A series has been drawn" in text(director.get(EDIT))

    def test_the_queries_are_few(self, director, django_assert_num_queries):
        factories.tournament(series=12)

        with django_assert_num_queries(8):
            director.get(EDIT)

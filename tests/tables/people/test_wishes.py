"""Wishes for the draw: the policy, pairs kept apart, fixed tables; as services and through their page."""

from html import unescape

import pytest

from tables.acts.services import Refused
from tables.acts.wording.refusals import refusal
from tables.draw import selectors as draw_wishes
from tables.draw.services import draws, wishes
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.seating.sizes import CannotSeat
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ADDRESS = "/t/cup/office/settings/?at=wishes"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def by_now():
    return {"by": factories.user(), "now": EVENING}


def apart(made, *numbers):
    return wishes.keep_apart(tournament_id=made.pk, numbers=numbers, **by_now())


def pairs(made):
    return [(one.number, other.number) for one, other in draw_wishes.apart_pairs(made)]


def lines(made):
    return [journal_line(line) for line in made.journal.order_by("number")]


class TestServices:
    def test_two_are_kept_apart_both_ways_and_once_however_often_it_is_said(self):
        made = factories.tournament(entrants=4)

        apart(made, 4, 2)
        apart(made, 2, 4)

        assert pairs(made) == [(2, 4)]
        assert draw_wishes.apart_numbers(made.entrants.get(number=2)) == (4,)
        assert lines(made) == ["No. 2 and no. 4 are kept apart"]
        assert facts_of(JournalEntry.objects.get()) == {"entrants": [2, 4]}

    def test_it_is_taken_back_once(self):
        made = factories.tournament(entrants=4)
        apart(made, 2, 4)

        for _ in range(2):
            wishes.let_meet(tournament_id=made.pk, numbers=(4, 2), **by_now())

        assert pairs(made) == []
        assert lines(made)[1:] == ["No. 2 and no. 4 are not kept apart any more"]

    def test_nonsense_is_refused(self):
        made = factories.tournament(entrants=4)

        for numbers, code in (
            ((1, 1), "apart-from-oneself"),
            ((1, 99), "no-such-entrants"),
            ((77, 99), "no-such-entrants"),
        ):
            with pytest.raises(Refused, match=code):
                apart(made, *numbers)

    def test_the_entrants_of_another_tournament_are_strangers(self):
        made = factories.tournament(entrants=2)
        factories.tournament(slug="other", entrants=9)

        with pytest.raises(Refused, match="no-such-entrants"):
            apart(made, 1, 9)

    def test_a_fixed_table_is_given_and_taken_back(self):
        made = factories.tournament(entrants=4)

        for table in (7, 7, None, None):
            wishes.fix_table(tournament_id=made.pk, number=3, table=table, **by_now())

        assert made.entrants.get(number=3).fixed_table is None
        assert lines(made) == ["No. 3 sits at table 7 in every series drawn", "No. 3 has no fixed table any more"]

    def test_the_policy_is_changed_once(self):
        made = factories.tournament()
        wanted = wishes.Wishes(clubs_apart=False, teams=Tournament.Teams.IGNORED, strictly_by_standing=False)

        for _ in range(2):
            wishes.change_wishes(tournament_id=made.pk, wishes=wanted, **by_now())

        made.refresh_from_db()
        assert (made.clubs_apart, made.teams) == (False, "ignored")
        assert lines(made) == ["Wishes for the draw changed: Club mates are kept apart, Members of a team are"]

    def test_the_next_draw_keeps_to_them(self):
        made = factories.tournament(entrants=16)
        for other in (2, 3, 4):
            apart(made, 1, other)
        wishes.fix_table(tournament_id=made.pk, number=1, table=3, **by_now())

        series = draws.draw_series(series_id=made.series.get().pk, public="1", **by_now())

        company = [seat.entrant.number for seat in series.tables.get(number=3).seats.select_related("entrant")]
        assert 1 in company
        assert not {2, 3, 4} & set(company)


class TestPage:
    def test_the_policy_is_saved(self, director):
        made = factories.tournament()

        done = post_seen(
            director, ADDRESS, {"act": "policy", "teams": "together", "strictly_by_standing": "on"}, follow=True
        )

        assert "Saved." in text(done)
        made.refresh_from_db()
        assert (made.clubs_apart, made.teams, made.strictly_by_standing) == (False, "together", True)

    def test_a_policy_that_does_not_exist_is_refused(self, director):
        made = factories.tournament()

        assert post_seen(director, ADDRESS, {"act": "policy", "teams": "enemies"}).status_code == 422
        made.refresh_from_db()
        assert made.teams == "apart"

    def test_a_pair_is_added_with_names_and_removed(self, director):
        made = factories.tournament(entrants=4)

        done = text(director.post(ADDRESS, {"act": "apart", "one": "4", "other": "1"}, follow=True))
        assert "Saved." in done
        assert 'value="meet"' in done

        done = text(director.post(ADDRESS, {"act": "meet", "one": "1", "other": "4"}, follow=True))
        assert "Done." in done
        assert pairs(made) == []

    def test_what_is_no_pair_is_refused_and_kept(self, director):
        made = factories.tournament(entrants=4)

        for one, other, said in (
            ("1", "1", "Choose two different start numbers."),
            ("1", "99", "There is no entrant with start number 99."),
            ("Anna", "2", "Enter a whole number."),
            ("1", "9" * 40, "Ensure this value is less than or equal to 999999."),
        ):
            answer = director.post(ADDRESS, {"act": "apart", "one": one, "other": other})

            assert answer.status_code == 422, said
            assert said in text(answer)
            assert f'name="other" value="{other}"' in text(answer)
            assert pairs(made) == []

    def test_removing_nonsense_is_refused(self, director):
        factories.tournament(entrants=4)

        assert "no entrant with start number 9" in text(
            director.post(ADDRESS, {"act": "meet", "one": "1", "other": "9"})
        )
        assert director.post(ADDRESS, {"act": "no-table", "number": "x"}).status_code == 422

    def test_a_table_is_fixed_and_freed(self, director):
        made = factories.tournament(entrants=8)

        done = text(post_seen(director, ADDRESS, {"act": "table", "number": "3", "table": "2"}, follow=True))
        assert "Saved." in done
        assert "nothing can be drawn" not in done

        assert "Done." in text(post_seen(director, ADDRESS, {"act": "no-table", "number": "3"}, follow=True))
        assert made.entrants.get(number=3).fixed_table is None

    def test_a_table_that_cannot_be_is_refused(self, director):
        made = factories.tournament(entrants=8)

        sent = {"act": "table", "number": "3"}
        sent |= seen_at(director, ADDRESS, sent)
        for table, said in (
            ("", "This field is required."),
            ("0", "greater than or equal to 1."),
            ("2001", "less than or equal to 2000."),
        ):
            answer = director.post(ADDRESS, sent | {"table": table})

            assert said in text(answer), table
            assert made.entrants.get(number=3).fixed_table is None

    def test_a_table_that_those_present_do_not_make_is_pointed_out_and_the_draw_says_so(self, director):
        made = factories.tournament(entrants=8)
        made.entrants.filter(number=3).update(fixed_table=3)

        assert "Those present now make fewer tables" in text(director.get(ADDRESS))
        with pytest.raises(CannotSeat) as refused:
            draws.draw_series(series_id=made.series.get().pk, public="1", **by_now())
        assert refusal(refused.value) == "There is no table 3, where these are to sit: 3."

        made.entrants.filter(number=3).update(present=False)
        assert "Those present now make fewer tables" not in text(director.get(ADDRESS))

    def test_an_unknown_button_does_nothing(self, director):
        factories.tournament(entrants=4)

        assert director.post(ADDRESS, {"act": "marry", "one": "1", "other": "2"}).status_code == 422
        assert not JournalEntry.objects.exists()

    def test_the_desk_leads_there(self, director):
        factories.tournament()

        assert f'href="{ADDRESS}#wishes"' in text(director.get("/t/cup/office/entrants/"))

    def test_the_queries_do_not_grow_with_the_wishes(self, director, django_assert_num_queries):
        made = factories.tournament(entrants=30)
        for number in range(2, 20):
            apart(made, 1, number)
        made.entrants.filter(number__gt=20).update(fixed_table=1)

        director.get(ADDRESS)
        with django_assert_num_queries(22):
            director.get(ADDRESS)

"""The direction's measures through their pages: chosen, looked at, ordered, lifted, read, and who may."""

import pytest

from scoring.disputes.models import Measure
from scoring.disputes.services.orders import Kind
from scoring.lists.models import SeatResult
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.direction_measures import (
    EXPULSION,
    PENALTY,
    WARNING,
    ZERO,
    closed,
    lifted,
    ordered,
    results,
    row_of,
    shown,
)
from tests.support.factories import EVENING
from tests.support.measure_pages import MEASURES, NEW, done, seen, text, wanted

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def stored() -> list[object]:
    return [JournalEntry.objects.count(), list(SeatResult.objects.values()), list(Measure.objects.values())]


ORDERS = {
    Kind.WARNING: {"entrant": 3},
    Kind.PENALTY: {"entrant": 2, "series": 1, "points": 50},
    Kind.ZEROED: {"entrant": 1, "series": 1},
    Kind.VOID: {"series": 1, "table": 2},
    Kind.EXPULSION: {"entrant": 2},
    Kind.EXCLUSION: {"series": 1, "table": 1},
    Kind.REPLACEMENT: {"entrant": 3, "series": 1, "from_deal": 4, "substitute_name": "Erna Ersatz"},
}


class TestChoosing:
    def test_every_kind_is_offered_with_what_it_does_and_its_clause(self, director, made):
        page = text(director.get(f"{NEW}?entrant=3"))

        for kind in Kind:
            assert f"?kind={kind.value}&amp;entrant=3" in page
        assert "the series counts zero for that player, the others at the table keep everything" in page
        assert "SkWO 7.1.2 · SkWO 7.1.3" in page

    @pytest.mark.parametrize("kind", list(Kind))
    def test_the_form_asks_only_for_what_the_kind_needs(self, director, made, kind):
        form = director.get(f"{NEW}?kind={kind.value}").context["form"]

        needed = {name for name in form.fields if name in {"entrant", "series", "table", "points", "from_deal"}}
        assert needed == {*ORDERS[kind], "series"} - {"substitute_name"}
        assert form["clause"].value().startswith("SkWO")

    def test_what_the_address_says_is_filled_in(self, director, made):
        page = text(director.get(f"{NEW}?kind=zeroed&entrant=3&series=1"))

        assert 'name="entrant" value="3"' in page
        assert "Spieler 3" in page
        assert "Series 1: table 1, seat 3" in page

    def test_of_a_known_table_its_players_are_offered(self, director, made):
        form = director.get(f"{NEW}?kind=zeroed&series=1&table=2").context["form"]

        assert [name for _number, name in form.fields["entrant"].choices] == [f"Spieler {n}" for n in range(5, 9)]

    def test_a_start_number_is_answered_with_its_name(self, director, made):
        for typed, said in (("5", "Spieler 5"), ("99", "Nobody has this start number"), ("x", "Nobody has")):
            answer = director.get(NEW, {"entrant": typed}, headers={"HX-Request": "true"})
            assert said in text(answer)
            assert b"<title>" not in answer.content

    @pytest.mark.parametrize("query", ["kind=flogging", "kind=zeroed&series=x", "kind=void&table=-1"])
    def test_an_address_that_says_nothing_is_not_found(self, director, made, query):
        assert director.get(f"{NEW}?{query}").status_code == 404

    def test_before_anything_was_played_no_series_is_offered(self, director):
        factories.tournament(entrants=4)

        answer = director.post(f"{NEW}?kind=zeroed", wanted(entrant=1, series=1))

        assert answer.status_code == 422
        assert "This series has not begun." in text(answer)


class TestOrdering:
    @pytest.mark.parametrize("kind", list(Kind))
    def test_nothing_is_written_before_it_was_seen(self, director, made, kind):
        before = stored()
        sent = wanted(**ORDERS[kind])

        for action in ("preview", "order", ""):
            answer = director.post(f"{NEW}?kind={kind.value}", sent | {"action": action})
            assert answer.status_code == (422 if action == "order" else 200)
            assert "This is what it would mean" in text(answer)

        assert stored() == before

    @pytest.mark.parametrize("kind", list(Kind))
    def test_it_is_ordered_as_it_was_shown(self, director, made, kind):
        answer = done(director, f"{NEW}?kind={kind.value}", wanted(**ORDERS[kind]))

        measure = Measure.objects.get()
        assert answer["Location"] == f"{MEASURES}1/"
        assert (measure.kind, measure.clause, measure.ordered_by.username) == (kind, "SkWO 4.3 (2002)", "direktor")
        assert "Zweimal ermahnt" in text(director.get(f"{MEASURES}1/"))

    def test_the_ranking_is_shown_before_and_after(self, director, made):
        closed(made)
        before = shown(made)
        sent = wanted(**ORDERS[Kind.ZEROED])

        page = director.post(f"{NEW}?kind=zeroed", sent)
        effect = page.context["effect"]
        done(director, f"{NEW}?kind=zeroed", sent)

        after = shown(made)
        told = {one.entrant.number: (one.after.rank, one.after.points) for one in [*effect.touched, *effect.followers]}
        assert told == {n: (after[n][0], after[n][2]) for n in before if before[n] != after[n]}
        assert "−292" in text(page)
        assert results(row_of(made))[0] == 0
        assert effect.seats[0].counts == (-292, 0)

    def test_whoever_is_expelled_loses_his_place_and_his_seats_ahead_are_told(self, director, made):
        closed(made)
        factories.running_series(made, 2, published_only=True)

        page = text(director.post(f"{NEW}?kind=expulsion", wanted(entrant=2)))

        assert "no place" in page
        assert "No. 2 still has a seat in series 2, at table 1." in page
        assert "entrants move up or down" in page

    def test_a_replacement_changes_nothing_in_the_ranking(self, director, made):
        page = director.post(f"{NEW}?kind=replacement", wanted(**ORDERS[Kind.REPLACEMENT]))

        assert "Nothing changes in the ranking." in text(page)

    def test_what_changed_since_it_was_seen_is_shown_anew(self, director, made):
        sent = wanted(**ORDERS[Kind.PENALTY])
        first = director.post(f"{NEW}?kind=penalty", sent)
        ordered(made, PENALTY)
        count = Measure.objects.count()

        answer = director.post(f"{NEW}?kind=penalty", sent | {"action": "order", "shown": seen(first)})

        assert answer.status_code == 422
        assert refusals.refusal(Refused("effect-not-seen")) in text(answer)
        assert Measure.objects.count() == count
        again = director.post(f"{NEW}?kind=penalty", sent | {"action": "order", "shown": seen(answer)})
        assert again.status_code == 302

    def test_what_was_typed_after_it_was_seen_is_shown_anew(self, director, made):
        sent = wanted(entrant=3)
        first = director.post(f"{NEW}?kind=warning", sent)

        answer = director.post(f"{NEW}?kind=warning", sent | {"entrant": 4, "action": "order", "shown": seen(first)})

        assert answer.status_code == 422
        assert not Measure.objects.exists()

    def test_sent_twice_it_is_ordered_once(self, director, made):
        sent = wanted(**ORDERS[Kind.PENALTY])
        first = director.post(f"{NEW}?kind=penalty", sent)
        sent |= {"action": "order", "shown": seen(first)}

        answers = [director.post(f"{NEW}?kind=penalty", sent) for _again in range(2)]

        assert [answer["Location"] for answer in answers] == [f"{MEASURES}1/"] * 2
        assert Measure.objects.count() == 1

    def test_sent_again_with_something_else_it_is_refused(self, director, made):
        sent = wanted(entrant=3)
        done(director, f"{NEW}?kind=warning", sent)

        answer = director.post(f"{NEW}?kind=warning", sent | {"entrant": 4, "action": "order"})

        assert answer.status_code == 422
        assert refusals.refusal(Refused("sent-otherwise")) in text(answer)
        assert Measure.objects.count() == 1

    @pytest.mark.parametrize(
        ("kind", "fields", "field", "sentence"),
        [
            ("warning", {"entrant": 99}, "entrant", "There is no entrant with start number 99."),
            ("warning", {"entrant": "drei"}, "entrant", "Enter a whole number."),
            ("warning", {"entrant": 3, "reason": " "}, "reason", "Please give the reason"),
            ("warning", {"entrant": 3, "clause": "4.3"}, "clause", "The rule text has no clause “4.3”"),
            ("warning", {"entrant": 3, "clause": ""}, "clause", "By which clause?"),
            ("warning", {"entrant": 3, "series": 2}, "series", "This series has not begun."),
            ("zeroed", {"entrant": 3, "series": ""}, "series", "In which series was it?"),
            ("void", {"series": 1, "table": 9}, "table", "There is no list of table 9 in series 1."),
            ("penalty", {"entrant": 2, "series": 1, "points": 0}, "points", "greater than or equal to 1"),
            ("penalty", {"entrant": 2, "series": 1, "points": 10**9}, "points", "less than or equal to"),
            ("replacement", {"entrant": 3, "series": 1, "from_deal": 4}, "substitute", "Who plays instead?"),
            (
                "replacement",
                {"entrant": 3, "series": 1, "from_deal": 99, "substitute": 5},
                "from_deal",
                "There is no deal 99",
            ),
            ("expulsion", {"entrant": 3, "entry_key": "x"}, "entry_key", "did not arrive completely"),
        ],
    )
    def test_what_does_not_fit_is_said_beside_it(self, director, made, kind, fields, field, sentence):
        answer = director.post(f"{NEW}?kind={kind}", wanted(**fields))

        assert answer.status_code == 422
        assert sentence in " ".join(answer.context["form"].errors[field])
        assert "Zweimal ermahnt" in text(answer) or "reason" in fields
        assert not Measure.objects.exists()

    def test_the_clause_is_refused_only_if_the_rule_text_lacks_it(self, director, made):
        done(director, f"{NEW}?kind=warning", wanted(entrant=3, clause="isko 4.2.3"))

        assert Measure.objects.get().clause == "ISkO 4.2.3 (2002)"

    def test_ordered_already_it_is_named(self, director, made):
        ordered(made, EXPULSION)

        answer = director.post(f"{NEW}?kind=expulsion", wanted(entrant=2))

        assert answer.status_code == 422
        assert "This has been ordered already: measure 1." in text(answer)

    def test_after_the_release_nothing_is_ordered(self, director, made):
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)

        answer = director.post(f"{NEW}?kind=warning", wanted(entrant=3))

        assert answer.status_code == 422
        assert "it is final" in text(answer)

    def test_nobody_orders_about_his_own_table(self, director, made):
        factories.judge(made, "direktor", plays_as=3)

        answer = director.post(f"{NEW}?kind=exclusion", wanted(series=1, table=1))

        assert answer.status_code == 422
        assert "Nobody decides about their own table" in text(answer)

    def test_without_a_kind_nothing_is_posted(self, director, made):
        assert director.post(NEW, wanted(entrant=3)).status_code == 422
        assert not Measure.objects.exists()

    def test_hostile_words_stay_text(self, director, made):
        Entrant.objects.filter(number=3).update(name="<b>Fett</b>")
        done(director, f"{NEW}?kind=warning", wanted(entrant=3, reason="<script>alert(1)</script>"))

        for page in (MEASURES, f"{MEASURES}1/"):
            said = text(director.get(page))
            assert "<script>alert" not in said
            assert "<b>Fett" not in said


class TestLifting:
    PAGE = f"{MEASURES}1/"

    @pytest.mark.parametrize("order", [WARNING, PENALTY, ZERO, EXPULSION], ids=lambda order: order.kind.value)
    def test_it_is_lifted_once_it_was_seen_what_that_does(self, director, made, order):
        closed(made)
        before = shown(made)
        ordered(made, order)
        sent = wanted(reason="Irrtum")

        director.post(self.PAGE, sent | {"action": "order"})
        assert Measure.objects.get().holds
        answer = done(director, self.PAGE, sent)

        assert answer["Location"] == self.PAGE
        assert shown(made) == before
        page = text(director.get(self.PAGE))
        assert "It does not hold any more, and stays to be read." in page
        assert 'name="reason"' not in page

    def test_lifted_twice_it_is_lifted_once(self, director, made):
        ordered(made, PENALTY)
        sent = wanted(reason="Irrtum")
        sent |= {"action": "order", "shown": seen(director.post(self.PAGE, sent))}

        assert [director.post(self.PAGE, sent).status_code for _again in range(2)] == [302, 302]
        assert JournalEntry.objects.filter(action="measure.lifted").count() == 1

    def test_by_somebody_else_in_the_meantime_that_is_said(self, director, made):
        lifted(ordered(made, PENALTY))

        answer = director.post(self.PAGE, wanted(reason="Irrtum"))

        assert answer.status_code == 422
        assert "Measure 1 has been lifted already." in text(answer)

    def test_it_needs_a_reason(self, director, made):
        ordered(made, PENALTY)

        answer = director.post(self.PAGE, wanted(reason=""))

        assert answer.status_code == 422
        assert "Please give the reason" in text(answer)

    def test_not_after_the_release(self, director, made):
        ordered(made, PENALTY)
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)

        assert 'name="reason"' not in text(director.get(self.PAGE))
        answer = director.post(self.PAGE, wanted(reason="Irrtum"))
        assert answer.status_code == 422
        assert "it is final" in text(answer)


class TestReading:
    def test_what_holds_and_what_was_lifted_are_apart(self, director, made):
        ordered(made, PENALTY)
        lifted(ordered(made, WARNING))

        context = director.get(MEASURES).context

        assert [one.number for one in context["holding"]] == [1]
        assert [one.number for one in context["lifted"]] == [2]

    def test_with_nothing_ordered_it_says_so(self, director, made):
        assert "Nothing is ordered. May it stay so." in text(director.get(MEASURES))

    def test_one_that_is_not_there_is_not_found(self, director, made):
        assert director.get(f"{MEASURES}7/").status_code == 404
        assert director.post(f"{MEASURES}7/", wanted()).status_code == 404

    @pytest.mark.parametrize("many", [1, 6])
    def test_the_queries_do_not_grow_with_what_was_ordered(self, director, made, django_assert_num_queries, many):
        for _again in range(many):
            ordered(made, PENALTY)

        with django_assert_num_queries(8):
            director.get(MEASURES)


class TestWays:
    def test_lead_there_from_the_list_the_board_and_the_entrant(self, director, made):
        for page, link in (
            ("/t/cup/series/1/table/1/", "/correct/"),
            ("/t/cup/series/1/table/1/", f"{NEW}?series=1&amp;table=1"),
            ("/t/cup/office/series/1/", f"{NEW}?series=1"),
            ("/t/cup/office/entrants/3/", f"{NEW}?entrant=3"),
        ):
            assert link in text(director.get(page))

    def test_lead_from_a_list_that_nobody_can_sign_to_a_void_one(self, director):
        made = factories.tournament(entrants=4)
        factories.running_series(made)

        assert f"{NEW}?kind=void&amp;series=1" in text(director.get("/t/cup/office/series/1/"))


@pytest.mark.parametrize("path", [MEASURES, NEW, f"{NEW}?kind=warning", f"{MEASURES}1/"])
class TestWhoMay:
    def test_everybody_else_is_kept_out(self, client, made, path):
        ordered(made, WARNING)
        row = row_of(made)

        assert "/sign-in/" in client.get(path)["Location"]
        assert client.post(path, wanted(entrant=3)).status_code == (405 if path == MEASURES else 302)
        client.get(f"/l/{row.table.key}/")
        assert "/sign-in/" in client.get(path)["Location"]
        client.get(f"/p/{Entrant.objects.get(number=1).key}/")
        assert "/sign-in/" in client.get(path)["Location"]
        factories.tournament(slug="andere", director="fremd")
        client.force_login(factories.user("fremd"))
        assert client.get(path).status_code == 403
        assert client.post(path, wanted(entrant=3)).status_code == (405 if path == MEASURES else 403)

    def test_a_judge_reads_and_does_not_order(self, client, made, path):
        ordered(made, WARNING)
        client.force_login(factories.judge(made))

        may_read = not path.startswith(NEW)
        answer = client.get(path)
        assert answer.status_code == (200 if may_read else 403)
        assert f'href="{NEW}' not in answer.content.decode()
        assert not may_read or 'name="reason"' not in text(answer)
        assert client.post(path, wanted(entrant=3)).status_code == (405 if path == MEASURES else 403)
        assert Measure.objects.get().holds


@pytest.mark.parametrize(
    ("kind", "fields"), [("void", {"series": 1, "table": 2}), ("exclusion", {"series": 1, "table": 2})]
)
def test_a_list_that_nobody_signs_keeps_its_series_open_until_it_counts_for_nobody(director, kind, fields):
    made = factories.tournament(entrants=8)
    factories.play_series(factories.running_series(made), skip=[2])
    board = "/t/cup/office/series/1/"
    assert "The list of table 2 is not." in text(director.get(board))

    done(director, f"{NEW}?kind={kind}", wanted(**fields))

    assert 'value="close"' in text(director.get(board))
    assert director.post(board, {"action": "close"}).status_code == 302
    assert {number for number, line in shown(made).items() if line[2]} <= {1, 2, 3, 4}

"""The direction's measures through their pages: lifted, read, who may, and the ways that lead there."""

import pytest

from scoring.disputes.models import Measure
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import EXPULSION, PENALTY, WARNING, ZERO, closed, lifted, ordered, row_of, shown
from tests.scoring.disputes.measure_pages import MEASURES, NEW, done, seen, text, wanted

pytestmark = pytest.mark.django_db


class TestLifting:
    PAGE = f"{MEASURES}1/"

    @pytest.mark.thorough(after=2)
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

"""What the direction lets the hall know: the plan of the hall, when series begin, announcements."""

from datetime import timedelta
from uuid import uuid4

import pytest

from tables.acts.services.refusals import Refused
from tables.hall.selectors import announced
from tables.hall.services import announcing
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.wording.acts import journal_line
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LATER = EVENING + timedelta(hours=1)


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=3)


def announce(cup, text="The buffet is open.", *, until=None, key=None):
    return announcing.announce(
        tournament_id=cup.pk, text=text, until=until, entry_key=key or uuid4(), by=factories.user(), now=EVENING
    )


def begins(cup, **series):
    moments = {int(name[1:]): at for name, at in series.items()}
    return announcing.announce_begin(tournament_id=cup.pk, begins=moments, by=factories.user(), now=EVENING)


def planned(cup, plan):
    return announcing.change_hall_plan(tournament_id=cup.pk, plan=plan, by=factories.user(), now=EVENING)


def lines(cup) -> list[str]:
    return list(JournalEntry.objects.filter(tournament=cup).order_by("number").values_list("action", flat=True))


class TestAnnouncements:
    def test_are_shown_the_latest_first_until_their_time_is_over(self, cup):
        announce(cup, "One")
        announce(cup, "Two", until=LATER)

        assert [one.text for one in announced.announced(cup, now=EVENING)] == ["Two", "One"]
        assert [one.text for one in announced.announced(cup, now=LATER)] == ["One"]
        assert [one.text for one in announced.announced_before(cup, now=LATER)] == ["Two"]

    def test_the_same_form_sent_twice_says_it_once(self, cup):
        key = uuid4()

        assert announce(cup, key=key).pk == announce(cup, key=key).pk
        assert lines(cup) == ["announcement.made"]

    def test_a_form_of_another_event_is_refused(self, cup):
        key = uuid4()
        announce(factories.tournament(slug="other", director="andere"), key=key)

        with pytest.raises(Refused, match="sent-elsewhere"):
            announce(cup, key=key)

    def test_one_that_would_be_over_at_once_is_refused(self, cup):
        with pytest.raises(Refused, match="time-has-passed"):
            announce(cup, until=EVENING)

    def test_more_than_anybody_reads_are_refused(self, cup):
        for number in range(announcing.MOST_AT_ONCE):
            announce(cup, f"No. {number}")

        with pytest.raises(Refused, match="too-many-announcements"):
            announce(cup, "One more")

    @pytest.mark.parametrize("text", ["", "  \n"])
    def test_nothing_is_not_announced(self, cup, text):
        with pytest.raises(Refused, match="nothing-to-say"):
            announce(cup, text)

    def test_one_is_taken_down_once(self, cup):
        made = announce(cup)
        for _twice in range(2):
            announcing.take_down(tournament_id=cup.pk, number=made.number, by=factories.user(), now=LATER)

        assert not announced.announced(cup, now=LATER)
        assert lines(cup) == ["announcement.made", "announcement.taken-down"]

    def test_none_that_is_not_there_is_taken_down(self, cup):
        with pytest.raises(Refused, match="no-such-announcement"):
            announcing.take_down(tournament_id=cup.pk, number=7, by=factories.user(), now=EVENING)

    def test_what_was_said_can_be_taken_out_of_the_journal(self, cup):
        announce(cup, "Anna Berg to the desk, please.")
        entry = JournalEntry.objects.get(tournament=cup)

        assert "Anna Berg" in journal_line(entry)
        entry.data = journal.without_words(entry.data)
        assert "Anna Berg" not in journal_line(entry)


class TestBegins:
    def test_are_said_and_taken_back(self, cup):
        assert begins(cup, s1=EVENING, s2=LATER) == {1: EVENING, 2: LATER}
        assert begins(cup, s1=EVENING, s2=None) == {2: None}
        assert list(Series.objects.values_list("begins_at", flat=True)) == [EVENING, None, None]
        assert lines(cup) == ["series.begin-announced"] * 3

    def test_said_again_nothing_happens(self, cup):
        begins(cup, s1=EVENING)

        assert begins(cup, s1=EVENING) == {}
        assert lines(cup) == ["series.begin-announced"]

    def test_one_after_the_other(self, cup):
        with pytest.raises(Refused, match="begins-out-of-order"):
            begins(cup, s1=LATER, s3=EVENING)
        assert not Series.objects.exclude(begins_at=None).exists()

    def test_what_has_begun_stays(self, cup):
        factories.running_series(cup)

        with pytest.raises(Refused, match="begun-already"):
            begins(cup, s1=LATER)

    def test_an_unknown_series_is_refused(self, cup):
        with pytest.raises(Refused, match="no-such-series"):
            begins(cup, s9=LATER)


class TestThePlanOfTheHall:
    def test_is_kept_as_it_was_typed(self, cup):
        planned(cup, "Stage\n 1  2")
        cup.refresh_from_db()

        assert cup.hall_plan == "Stage\n 1  2"
        assert lines(cup) == ["hall.plan-changed"]

    def test_saved_again_nothing_happens(self, cup):
        planned(cup, "1 2")
        planned(cup, "1 2")

        assert lines(cup) == ["hall.plan-changed"]

    def test_one_that_cannot_be_read_is_refused(self, cup):
        with pytest.raises(Refused, match="hall-plan-wrong"):
            planned(cup, "1 2\n2 3")

    def test_tables_that_are_played_at_are_known(self, cup):
        factories.running_series(cup)

        assert announced.tables_known(cup) == {1, 2}


@pytest.mark.parametrize(
    ("action", "data", "said"),
    [
        ("announcement.made", {"announcement": 2, "because": "Buffet!"}, "Announcement 2: Buffet!"),
        ("announcement.taken-down", {"announcement": 2}, "Announcement 2 taken down"),
        ("hall.plan-changed", {"tables": 12}, "Plan of the hall changed"),
        ("hall.plan-changed", {"tables": 0}, "Plan of the hall taken away"),
        (
            "series.begin-announced",
            {"series": 2, "begins_at": "2026-05-16T11:00:00+00:00"},
            "Begin of series 2 announced: 16 May 2026, 13:00",
        ),
        ("series.begin-announced", {"series": 2, "begins_at": None}, "Series 2: no begin announced any more"),
    ],
)
def test_an_act_is_told_in_words(action, data, said):
    assert journal_line(JournalEntry(action=action, data=data)) == said

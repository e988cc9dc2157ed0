"""Acts and refusals that no other test names: each is made to happen, and read in the journal or in the refusal."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal, Measure
from scoring.disputes.services import appeals, objections, queries
from scoring.lists.models import Call, Proposal
from scoring.lists.services import clock, entry, phones, proposals
from scoring.privacy.services import erase_account
from scoring.results.services.series import recount_results
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from scoring.signing import services as signing
from scoring.table.services import batches
from scoring.table.services.deciding import Enter, TakeBack
from tables.accounts.services import accounts
from tables.acts.services import Refused
from tables.clubs.models import Club, ClubKeeper
from tables.draw.services import draws, wishes
from tables.draw.services import seats as hall
from tables.journal.models import JournalEntry
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tables.tournaments.services import officials as people
from tables.tournaments.services import tournaments
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = pytest.mark.django_db

FIRST, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def by():
    return {"by": factories.user(), "now": EVENING}


@pytest.fixture
def row():
    return factories.running_list(seats=4)


def told(action: str) -> dict:
    """Return the facts of the one line that tells of an act."""
    return JournalEntry.objects.get(action=action).data


def refused(call, *args, **fields) -> tuple[str, dict]:
    """Return code and facts of a refusal."""
    with pytest.raises(Refused) as found:
        call(*args, **fields)
    return found.value.code, found.value.facts


def brought(row, *acts, device=FIRST, copy="first"):
    """Bring what a phone has written."""
    return batches.receive(table=row.table, device=device, batch=batches.Batch(copy=copy, acts=acts), now=EVENING)


def deal(number, declarer=2, played: Played | None = GRAND) -> Deal:
    return Deal(number=number, declarer=declarer, played=played)


class TestOfTheTable:
    def test_a_second_phone_keeps_the_list_and_what_the_first_still_brings_waits_until_it_is_settled(self, row, by):
        brought(row, Enter(key=uuid4(), deal=deal(1)))
        phones.hand_over(list_id=row.pk, device=OTHER, copy="first", **by)
        waits = Enter(key=uuid4(), deal=deal(2, 3))
        brought(row, waits)

        assert [one.data["copy"] for one in JournalEntry.objects.filter(action="phone.took-over")][-1] == "first"
        assert told("deal.proposed")["deal"] == 2
        brought(row, TakeBack(key=uuid4(), number=2, of=waits.key))
        assert told("proposal.withdrawn")["deal"] == 2
        brought(row, Enter(key=uuid4(), deal=deal(2, 3)), Enter(key=uuid4(), deal=deal(3, 1)))
        one, other = list(Proposal.objects.order_by("number"))[-2:]
        proposals.accept(proposal_id=one.pk, **by)
        proposals.dismiss(proposal_id=other.pk, **by)
        assert told("proposal.accepted")["deal"] == 2
        assert told("proposal.dismissed")["deal"] == 3
        assert refused(proposals.accept, proposal_id=other.pk, **by) == ("proposal-settled", {"deal": 3})

    def test_what_is_written_in_the_second_list_and_put_right_there(self, row, by):
        entry.enter_deal(copy="second", list_id=row.pk, deal=deal(1), entry_key=uuid4(), **by)
        factories.enter(row, (2, GRAND_LOST))
        keys = (row.deals.get().entry_key, row.second_deals.get().entry_key)
        phones.settle(list_id=row.pk, number=1, right="first", seen=keys, because="gesehen", entry_key=uuid4(), **by)

        assert told("second.deal-entered")["points"] == 72
        assert told("second.deal-corrected")["points"] == -144

    def test_totals_the_last_deal_and_the_time_are_taken_back_and_a_key_is_renewed(self, row, by):
        assert refused(entry.enter_list, list_id=row.pk, deals=[], entry_key=uuid4(), **by) == ("nothing-to-enter", {})
        totals = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=totals, **by)
        entry.drop_totals(list_id=row.pk, **by)
        factories.enter(row, (2, GRAND))
        entry.take_back_deal(list_id=row.pk, number=1, because="verzählt", by=None, now=EVENING, agreed=True)
        hall.renew_key(table_id=row.table_id, **by)
        clock.end_clock(series_id=row.table.series_id, **by)
        clock.undo_end(series_id=row.table.series_id, **by)

        assert told("list.totals-entered")["totals"][0] == [72, 1, 0]
        assert "totals" not in told("list.totals-dropped")
        assert told("list.deal-taken-back")["deal"] == 1
        assert told("table.key-renewed")["table"] == 1
        assert told("clock.end-undone")["series"] == 1

    def test_a_call_is_settled(self, row, by):
        phones.heard(list_id=row.pk, device=FIRST, unsent=0, now=EVENING)
        phones.ask_to_take_over(list_id=row.pk, device=FIRST, copy="first", entry_key=uuid4(), now=EVENING)
        phones.ask_to_take_over(list_id=row.pk, device=OTHER, copy="first", entry_key=uuid4(), now=EVENING)
        batches.settle_call(call_id=Call.objects.get().pk, granted=False, **by)

        assert told("call.settled")["granted"] is False


class TestOfJudgesAndDirection:
    @pytest.mark.slow
    def test_an_objection_is_completed_and_ended_and_a_panel_named_for_an_appeal(self, row, by):
        made = disputes.raised(row)
        event = row.table.series.tournament
        judge = factories.judge(event)
        said = {"kind": "claim", "deal": 1, "facts": "Er zeigte.", "entry_key": uuid4()}
        objections.complete(objection_id=made.pk, by=judge, now=EVENING, **said)
        objections.settle(objection_id=made.pk, by=judge, now=EVENING)
        about = {"series_id": row.table.series_id, "list_id": row.pk, "deal": None, "by": None, "now": EVENING}
        filed = appeals.file_appeal(appellant=1, text="Falsch gegeben.", entry_key=uuid4(), **about)
        for name in ("A", "B", "C"):
            appeals.name_member(tournament_id=event.pk, entry_key=uuid4(), name=name, **by)
        appeals.name_panel(appeal_id=filed.pk, members=(1, 2, 3), entry_key=uuid4(), **by)

        assert told("objection.completed")["kind"] == "claim"
        assert told("objection.ended")["outcome"] == "settled"
        assert told("panel.named")["members"] == [1, 2, 3]

    def test_nobody_appeals_without_a_word_or_before_a_series_began(self):
        made = factories.tournament(entrants=4)
        series = factories.running_series(made, published_only=True)
        about = {"series_id": series.pk, "list_id": None, "deal": None, "appellant": 1, "by": None, "now": EVENING}

        assert refused(appeals.file_appeal, text="Falsch.", entry_key=uuid4(), **about) == (
            "series-not-begun",
            {"series": 1},
        )
        hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        assert refused(appeals.file_appeal, text=" ", entry_key=uuid4(), **about) == ("text-missing", {})
        assert not Appeal.objects.exists()

    @pytest.mark.slow
    def test_a_signed_list_gets_a_deal_that_was_forgotten(self, by):
        row = factories.running_list(seats=3)
        factories.enter(row, (2, GRAND))
        signing.accept_short(list_id=row.pk, because="Zeit", **by)
        factories.confirm_and_sign(row)
        directing.corrected(row, directing.mend(2, None, None, witnesses=(1, 2, 3)))

        assert told("list.deal-added")["deal"] == 2
        assert told("list.corrected-when-signed")["witnesses"] == [1, 2, 3]

    def test_results_are_counted_anew_only_where_they_were_wrong(self, row, by):
        factories.enter(row, (2, GRAND))
        made = row.table.series.tournament
        recount_results(tournament_id=made.pk, **by)
        assert not JournalEntry.objects.filter(action="results.recounted").exists()
        row.results.filter(seat__place=2).update(game_points=1)
        recount_results(tournament_id=made.pk, **by)

        assert told("results.recounted")["seats"] == 1

    def test_whoever_is_excluded_is_sealed_with_the_measure(self, row):
        directing.ordered(row.table.series.tournament, directing.order(Measure.Kind.EXCLUSION, series=1, table=1))

        assert {f"entrant {number}" for number in (1, 2, 3, 4)} <= told("measure.ordered")["seals"].keys()


class TestOfTheHall:
    def test_wishes_for_the_draw(self, by):
        made = factories.tournament(entrants=4)
        wished = wishes.Wishes(clubs_apart=False, teams=Tournament.Teams.IGNORED, strictly_by_standing=True)
        wishes.change_wishes(tournament_id=made.pk, wishes=wished, **by)
        wishes.keep_apart(tournament_id=made.pk, numbers=(1, 2), **by)
        wishes.let_meet(tournament_id=made.pk, numbers=(1, 2), **by)
        wishes.fix_table(tournament_id=made.pk, number=3, table=2, **by)

        assert told("wishes.changed")["changed"] == ["clubs_apart", "strictly_by_standing", "teams"]
        assert told("wishes.apart")["entrants"] == told("wishes.apart-removed")["entrants"] == [1, 2]
        assert told("wishes.fixed-table")["table"] == 2

    def test_what_cannot_be_is_refused_and_a_withdrawal_is_taken_back(self, by):
        made = factories.tournament(entrants=4)
        event = {"tournament_id": made.pk, **by}
        entrant = made.entrants.get(number=2)
        registration.withdraw(entrant_id=entrant.pk, **by)
        registration.reinstate(entrant_id=entrant.pk, **by)

        assert told("entrant.reinstated")["entrant"] == 2
        # An office that nobody has is not taken away, and names are kept no shorter than the rules want.
        assert refused(people.dismiss, role_id=0, **event) == ("no-such-role", {})
        early = tournaments.Publishing(names_shown="full", unpublish_on=None, hides_live=False, kept_until=made.ends_on)
        code, facts = refused(tournaments.publish, publishing=early, **event)
        assert (code, str(facts["day"])) == ("kept-too-short", "2026-11-16")
        kept = tournaments.publish(publishing=replace(early, kept_until=facts["day"]), **event)
        assert kept.kept_until == facts["day"]
        # A fixed plan has no more series than the event.
        plan = {"series_id": made.series.get().pk, "plan": [[[1, 2, 3, 4]], [[1, 2, 3, 4]]]}
        assert refused(draws.take_fixed_plan, **plan, **by) == ("too-many-series", {"series": 2, "left": 1})

    @pytest.mark.slow
    def test_a_window_that_was_promised_stays(self, by):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        queries.post_result(tournament_id=made.pk, series=1, **by)
        names = [field for field in tournaments.Details.__dataclass_fields__ if field != "query_window"]
        made.refresh_from_db()
        details = tournaments.Details(query_window=5, **{name: getattr(made, name) for name in names})

        changed = {"tournament_id": made.pk, "details": details, "seatings": ["drawn"]}
        assert refused(tournaments.change_tournament, **changed, **by) == ("window-promised", {})


class TestOfAccounts:
    @pytest.fixture
    def user(self):
        return factories.user("kati")

    def test_one_that_directs_or_keeps_a_book_stays(self, user):
        made = factories.tournament(director="kati")
        assert refused(erase_account, username="kati") == ("in-charge", {"event": "cup"})
        made.roles.all().delete()
        book = Club.objects.create(slug="sc", name="SC", created_at=EVENING)
        ClubKeeper.objects.create(club=book, user=user)

        assert refused(erase_account, username="kati") == ("keeps-a-book", {})

    def test_whoever_is_signed_in_says_his_password_once_more(self, user):
        codes = {refused(accounts.must_know_password, user, "x", now=EVENING)[0] for _ in range(40)}

        assert codes == {"wrong-own-password", "too-many-passwords-here"}

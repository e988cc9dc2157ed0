"""Hostile hands at the database: a byte of the journal changed is found where it is, a tail cut off by a head."""

from random import Random

import pytest
from django.db import connection, transaction

from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.verification import verified
from scoring.lists.services import entry
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.selectors import HeadStanding, head_in, head_of, standing_of
from tables.tournaments.models import Tournament
from tests.scoring import walks
from tests.scoring.history.bent import bend, changed, verify
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

BYTES = ("at", "action", "data", "hash")


def tournament_of(lines: int) -> Tournament:
    """Return a tournament with a journal of so many lines, of every kind."""
    walk = walks.Walk(7, players=15, series=3)
    for _ in walk.steps(40):
        pass
    made = Tournament.objects.get()
    acts = [
        journal.Act(action="list.deal-corrected", data={"series": 1, "table": n, "because": f"Grund {n}: größer"})
        for n in range(lines - walks.last_line(made))
    ]
    journal.record_all(acts, tournament=made, by=factories.user(), at=EVENING.replace(microsecond=120))
    return made


class TestEveryByte:
    @pytest.mark.thorough
    @pytest.mark.proof("tampering")
    def test_of_a_thousand_lines_is_covered(self, prove, is_thorough):
        """The check itself, without the database between: every byte of every line, another value each.

        Of lines that tell of the same act as one before, every twenty-ninth, and all of them where it is thorough.
        """
        made, dice = tournament_of(1000), Random(1)
        lines = list(journal.stored_lines(made))
        assert len(lines) == 1000
        assert journal.broken_line_in(lines) is None

        before, changes, known = journal.START_OF_CHAIN, 0, set()
        for number, line in enumerate(lines):
            is_new = line.action not in known
            known.add(line.action)
            for column in BYTES:
                value = getattr(line, column)
                for at in range(len(value)) if is_thorough or is_new else range(number % 29, len(value), 29):
                    changes += 1
                    bent = journal.StoredLine(
                        **{**{name: getattr(line, name) for name in line.__slots__}, column: changed(value, at, dice)}
                    )
                    assert journal.hash_after(before, bent) is None, (line, column, at)
            before = journal.hash_after(before, line)
            assert before
        prove(f"{changes:,} bytes of 1,000 lines changed one by one: 100 % named")

    def test_verify_names_the_line_even_if_it_cannot_be_read_any_more(self):
        factories.fill(factories.running_list(seats=4))
        bend(5, "data", b'{"series": \xff')
        bend(6, "at", b"yesterday")

        code, said = verify("cup")

        assert (code, "journal line 5: does not fit the chain" in said) == (1, True)


class TestAReadingThatIsTheSame:
    """Spelled otherwise it says the same, and still somebody was at it.

    PostgreSQL keeps facts and moments as values: there nothing is spelled in any way, so nobody can spell it otherwise.
    """

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        "otherwise",
        [
            lambda line: ("data", line.data.replace(b": ", b":\t", 1)),
            lambda line: ("at", line.at.replace(b" ", b"T")),
            lambda line: ("at", line.at + b"+00:00"),
            lambda line: ("hash", line.hash.upper()),
            lambda line: ("data", line.data[:-1] + b" }"),
        ],
    )
    def test_is_found_too(self, otherwise):
        factories.fill(factories.running_list())
        made = Tournament.objects.get()
        column, value = otherwise(list(journal.stored_lines(made))[4])
        if connection.vendor == "postgresql" and column in {"data", "at"}:
            pytest.skip(f"PostgreSQL keeps what {column} says, not how it is written")

        bend(5, column, value)

        assert journal.first_broken_line(made) == 5


class TestATailCutOff:
    @pytest.fixture
    def row(self):
        made = factories.running_list(seats=4)
        factories.fill(made, seat=2)
        factories.confirm_and_sign(made)
        return made

    def test_every_earlier_head_is_part_of_the_journal_but_not_that_of_one_made_anew(self, row):
        made = row.table.series.tournament
        for head in (f"0:{'0' * 20}", *(f"{line.number}:{line.hash[:20].upper()}" for line in made.journal.all())):
            assert standing_of(head_in(head), made) is HeadStanding.PART

        told = "cup: all right (lists 1, deals 4, journal 12); not covered by the journal: 4 entrants\n"
        assert verify("cup", "--head", head_of(made).short) == (0, told)
        printed = head_in(head_of(made).short)
        last = JournalEntry.objects.get(number=12)
        JournalEntry.objects.filter(number=12).delete()
        journal.record(last.action, tournament=made, by=None, at=EVENING, **{**last.data, "hash": "0" * 64})
        assert standing_of(printed, made) is HeadStanding.DIFFERS

    def test_even_without_a_head_the_entries_give_it_away(self, row):
        made = row.table.series.tournament
        JournalEntry.objects.filter(number__gte=7).delete()

        found = {(one.doubt, one.deal) for one in verified(made).discrepancies}

        assert (Doubt.ENTRY_UNTOLD, 4) in found
        assert Doubt.LIST_DIFFERS in {doubt for doubt, _deal in found}

    def test_nonsense_is_no_head_and_of_several_tournaments_it_has_to_be_said_which(self, row):
        factories.tournament(slug="other", director="eine")
        for text in ("", "12", "12:", "x:" + "0" * 20, "12:abc", "12:" + "g" * 20, "12:" + "0" * 65):
            assert (head_in(text), verify("cup", f"--head={text}")[0]) == (None, 2)
        assert verify("--head", head_of(row.table.series.tournament).short)[0] == 2


class TestRowsBentBehindTheJournal:
    """Whoever changes the entries of an open list, results and all, has the journal against him."""

    @pytest.fixture
    def row(self):
        made = factories.running_list(seats=4)
        factories.enter(made, (2, factories.GRAND), (3, factories.GRAND))
        return made

    def doubts(self, row):
        return [(one.doubt, one.deal, one.line) for one in verified(row.table.series.tournament).discrepancies]

    def test_another_game_an_entry_too_many_and_one_taken_out_are_found_with_their_results(self, row):
        def another():
            row.deals.filter(number=1).update(matadors=3, points=96)
            row.results.filter(seat__place=2).update(game_points=96, performance=146)

        def too_many():
            deal = row.deals.get(number=2)
            deal.pk, deal.number, deal.declarer, deal.entry_key = None, 3, 1, "0" * 32
            deal.save(force_insert=True)
            row.results.filter(seat__place=1).update(game_points=72, won=1, performance=122)

        def taken_out():
            row.deals.filter(number=2).delete()
            row.results.filter(seat__place=3).update(game_points=0, won=0, performance=0)

        for bends, doubt in (
            (another, (Doubt.ENTRY_DIFFERS, 1, 4)),
            (too_many, (Doubt.ENTRY_UNTOLD, 3, None)),
            (taken_out, (Doubt.ENTRY_MISSING, 2, 5)),
        ):
            with transaction.atomic():
                bends()
                assert self.doubts(row) == [doubt]
                transaction.set_rollback(True)

    def test_a_correction_undone_is_found(self, row):
        entry.take_back_deal(list_id=row.pk, number=2, because="", by=None, now=EVENING, agreed=True)
        row.deals.filter(number=2).update(voided_at=None)
        row.results.filter(seat__place=3).update(game_points=72, won=1, performance=122)

        assert self.doubts(row) == [(Doubt.ENTRY_DIFFERS, 2, 5)]

    @pytest.mark.thorough
    def test_a_row_that_belongs_to_nothing_is_found(self, row):
        with connection.constraint_checks_disabled():
            bend(5, "tournament_id", 4711)
            code, said = verify()
            assert (code, "A row belongs to nothing" in said) == (1, True)
            bend(5, "tournament_id", row.table.series.tournament_id)

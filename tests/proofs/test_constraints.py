"""What must hold is a constraint: rows that cannot be are refused by the database itself, whoever writes them."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests import busy

pytestmark = pytest.mark.database

BENT = [
    ("tables_tournament", "ends_on = '2020-01-01'"),
    ("tables_tournament", "rounds = 0"),
    ("tables_tournament", "rounds = 25"),
    ("tables_tournament", "entry_fee = -1"),
    ("tables_tournament", "released_at = created_at"),
    ("tables_series", "number = 0"),
    ("tables_series", "number = 1"),
    ("tables_series", "status = 'closed', closed_at = NULL WHERE number = 2"),
    ("tables_series", "closed_at = started_at WHERE number = 2"),
    ("tables_series", "posted_at = started_at WHERE number = 2"),
    ("tables_series", "seating = 'by-standing' WHERE number = 1"),
    ("tables_series", "paused_at = published_at, started_at = NULL WHERE number = 2"),
    ("tables_table", "size = 6"),
    ("tables_table", "size = 1"),
    ("tables_table", "number = 0"),
    ("tables_table", "number = 1"),
    ("tables_seat", "place = 6"),
    ("tables_seat", "place = 0"),
    ("tables_seat", "place = 1"),
    ("tables_entrant", "number = 0"),
    ("tables_entrant", "number = 1"),
    ("tables_playerclass", "name = ''"),
    ("tables_playerclass", "youngest = 60, oldest = 20"),
    ("tables_entrant", "present = TRUE, withdrawn_at = registered_at"),
    ("tables_entrant", "present = TRUE, excluded_at = registered_at"),
    ("tables_journalentry", "number = 1"),
    ("tables_draw", "number = 1"),
    ("tables_announcement", "text = ''"),
    ("scoring_gamelistrow", "rounds = 0"),
    ("scoring_gamelistrow", "rounds = 25"),
    ("scoring_gamelistrow", "table_id = (SELECT MIN(table_id) FROM scoring_gamelistrow)"),
    ("scoring_dealrow", "number = 0"),
    ("scoring_dealrow", "number = 1"),
    ("scoring_dealrow", "declarer = 5 WHERE declarer IS NOT NULL"),
    ("scoring_dealrow", "declarer = NULL WHERE declarer IS NOT NULL"),
    ("scoring_dealrow", "game = 'tarot' WHERE declarer IS NOT NULL"),
    ("scoring_dealrow", "matadors = 2, game = 'null' WHERE game = 'grand'"),
    ("scoring_dealrow", "matadors = NULL WHERE game = 'grand'"),
    ("scoring_dealrow", "won = FALSE WHERE points > 0"),
    ("scoring_dealrow", "points = -points WHERE points > 0"),
    ("scoring_dealrow", "points = 0 WHERE declarer IS NOT NULL"),
    ("scoring_dealrow", "voided_because = 'why' WHERE voided_at IS NULL"),
    ("scoring_seconddealrow", "number = 0"),
    ("scoring_confirmation", "place = 1"),
    ("scoring_seatresult", "seat_id = (SELECT MIN(seat_id) FROM scoring_seatresult)"),
    ("scoring_objection", "number = 1"),
    ("scoring_objection", "place = 6"),
    ("scoring_objection", "outcome = 'ruled', ended_at = NULL"),
    ("scoring_ruling", "sentence = ''"),
    ("scoring_ruling", "reasons = ''"),
    ("scoring_appeal", "number = 1"),
    ("scoring_appeal", "verdict = 'upheld'"),
    ("scoring_measure", "points = 10 WHERE kind = 'warning'"),
    ("scoring_measure", "kind = 'penalty' WHERE kind = 'warning'"),
    ("scoring_measure", "kind = 'penalty', points = 0 WHERE kind = 'warning'"),
    ("scoring_measure", "kind = 'replacement', substitute_name = 'Anna' WHERE kind = 'warning'"),
    ("scoring_measure", "kind = 'void' WHERE kind = 'warning'"),
    ("scoring_measure", "reason = ''"),
    ("scoring_measure", "lifted_because = 'why'"),
    ("scoring_correction", "clause = ''"),
    ("scoring_resultquery", "text = ''"),
    ("scoring_resultquery", "verdict = '' WHERE verdict <> ''"),
    ("scoring_tribunalmember", "name = ''"),
    ("scoring_lot", "number = 1"),
    ("scoring_ranking", "size = 0"),
    ("scoring_ranking", "name = ''"),
    ("scoring_team", "number = 1"),
]
"""A table, and what nobody may make of its rows."""

ORPHANS = [
    ("tables_seat", "entrant_id"),
    ("tables_seat", "table_id"),
    ("tables_journalentry", "tournament_id"),
    ("scoring_gamelistrow", "table_id"),
    ("scoring_dealrow", "game_list_id"),
    ("scoring_seatresult", "seat_id"),
    ("scoring_appeal", "series_id"),
]
"""Whose row must be there."""


def is_refused(table: str, to: str) -> bool:
    """Try a change and take it back."""
    with transaction.atomic():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"UPDATE {table} SET {to}")
                # What belongs to whom is looked at when a transaction ends; here it never does.
                connection.check_constraints()
        except IntegrityError:
            return True
        transaction.set_rollback(True)
    return False


def rows(table: str, to: str) -> int:
    """Return how many rows a change meets."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {table} {to[to.find('WHERE') :] if 'WHERE' in to else ''}")
        return cursor.fetchone()[0]


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.proof("constraints")
def test_rows_that_cannot_be_are_refused_by_the_database(prove):
    busy.event()
    bent = [*BENT, *((table, f"{column} = 987654") for table, column in ORPHANS)]
    assert [change for change in bent if not rows(*change)] == [], "there are no such rows to try it on"

    assert [change for change in bent if not is_refused(*change)] == []
    prove(f"{len(bent)} kinds of illegal rows: all refused")

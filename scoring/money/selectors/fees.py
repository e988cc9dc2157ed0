"""What lists cost those who played them, for the line of it on their sheets (SkWO 7.2, 9.2)."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from scoring.money import mapping
from scoring.money.models import TariffRow
from scoring.money.reckon.faults import Impossible
from scoring.money.selectors.played import ListKey, all_charges, entrants_of, lists_of, tariff_rows
from tables.tournaments.models import Tournament

FOR_ENTERING = frozenset({TariffRow.Kind.ENTRANT, TariffRow.Kind.TEAM})

Fees = Mapping[ListKey, Mapping[int, int]]
"""Cents by list and start number; a list that costs nobody anything is left out."""


def fees_of(tournament: Tournament, lists: Collection[ListKey]) -> Fees:
    """Return what lists cost as they stand, signed or not; in one query where no list costs anything."""
    tariffs = [mapping.to_tariff(row) for row in tariff_rows(tournament) if row.kind not in FOR_ENTERING]
    if not tariffs or not lists:
        return {}
    found: dict[ListKey, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    try:
        due = all_charges(tariffs, entrants_of(tournament), lists_of(tournament, signed_only=False, only=lists))
    except Impossible:
        # A place at the table of which nobody can say yet whose it is; the sheet has a line to be filled in.
        return {}
    for one in due:
        if one.of_list is not None:
            found[one.of_list][one.charge.number] += one.charge.cents
    return found

"""SkWO 7.1: the laws every draw keeps, whoever comes and whatever was played.

Designs: nobody meets twice in any of them, and columns never meet; who is put where is chance.

Nobody is favoured: pairs, seats and tables over many seeds, by chi-square.

Some two hundred such sums are looked at, so the limit of each is one that chance passes once in 100,000 times.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.seating.chance import Chance
from tables.seating.designs.by_design import WRITTEN
from tables.seating.designs.design import EMPTY, FOUND, STARTERS, designs, most_shifts, packed, shifted
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Entrant, Policy, Wish
from tables.seating.records.record import fingerprint
from tables.seating.report import check_seating, report_of
from tables.seating.sizes import CannotSeat, Refusal, table_sizes
from tests.support.thorough import examples, thorough
from tests.tables.seating.strategies import QUICK, entrants, events, lawful, meetings, seeds


def test_table_sizes():
    for n in (-4, 0, 1, 2, 5):
        with pytest.raises(CannotSeat) as refused:
            table_sizes(n)
        assert (refused.value.code, refused.value.entrants) == ("too-few-entrants", n)
    examples = {3: [3], 4: [4], 6: [3, 3], 7: [4, 3], 9: [3, 3, 3], 14: [4, 4, 3, 3], 16: [4] * 4}
    assert {n: table_sizes(n) for n in examples} == examples
    # Fours come first, and at most three tables are of three.
    for n in range(6, 500):
        sizes = table_sizes(n)
        assert (sum(sizes), sizes) == (n, sorted(sizes, reverse=True))
        assert set(sizes) <= {3, 4}
        assert sizes.count(3) <= 3


class TestLaws:
    @pytest.mark.thorough
    @settings(max_examples=examples(25), deadline=None)
    @given(events(), seeds, st.booleans(), st.randoms())
    def test_a_fixed_table_is_kept_and_the_order_of_entry_does_not_matter(self, event, seed, by_standing, random):
        field, history = event
        shuffled = field.copy()
        random.shuffle(shuffled)
        how = {"seed": seed, "history": history, "policy": QUICK}

        if by_standing:
            ranking = [entrant.number for entrant in field]
            plan, again = (draw_by_standing(people, ranking=ranking, **how) for people in (field, shuffled))
        else:
            plan, again = (draw(people, series=2, **how) for people in (field, shuffled))

        assert plan == again
        lawful(plan, [entrant.number for entrant in field])
        for tables in plan.series:
            for entrant in field:
                assert entrant.table is None or entrant.number in tables[entrant.table - 1]

    @pytest.mark.slow
    @settings(max_examples=examples(25), deadline=None)
    @given(events(), st.integers(1, 3), seeds)
    def test_everyone_sits_once_in_each_series_and_the_report_counts_as_anyone_would(self, event, series, seed):
        field, history = event
        known = {entrant.number: entrant for entrant in field}

        plan = draw(field, series=series, seed=seed, history=history, policy=QUICK)

        assert len(plan.series) == series
        for tables in plan.series:
            assert [len(table) for table in tables] == table_sizes(len(field))
            assert sorted(n for table in tables for n in table) == sorted(known)
        assert check_seating(known, plan.series) == ()
        report = plan.report
        assert report_of(field, series=plan.series, history=history) == report
        present = [[[n for n in table if n in known] for table in tables] for tables in history]
        before, now = meetings(present), meetings(plan.series)
        total = before + now
        again = {pair: total[pair] for pair in now if total[pair] > 1}
        clubs = {p: t for p, t in now.items() if known[p[0]].club and known[p[0]].club == known[p[1]].club}
        apart = {p: t for p, t in now.items() if known[p[0]].apart & known[p[1]].apart}
        for said, counted in ((report.repeats, again), (report.club_pairs, clubs), (report.apart_pairs, apart)):
            assert {(m.first, m.second): m.times for m in said} == counted
        assert report.repeated_meetings == sum(times - (pair not in before) for pair, times in now.items())
        assert report.lower_bound <= report.repeated_meetings
        assert report.club_lower_bound <= sum(clubs.values())


class TestRefusals:
    def test_what_no_draw_is_made_of(self):
        for field, asked, code, numbers in (
            *((entrants(n), {}, Refusal.TOO_FEW_ENTRANTS, ()) for n in (0, 1, 2, 5)),
            ([*entrants(7), Entrant(number=3)], {}, "number-twice", (3,)),
            *((entrants(8), {"series": series}, "series-out-of-range", ()) for series in (0, -1, 51)),
            (entrants(8), {"history": [[[1, 2, 3, 4, 5]]]}, "impossible-history", None),
        ):
            with pytest.raises(CannotSeat) as refused:
                draw(field, **{"series": 1, "seed": "", **asked})
            assert refused.value.code == code
            assert numbers is None or refused.value.numbers == numbers
        with pytest.raises(CannotSeat) as refused:
            draw_by_standing(entrants(8), ranking=[1, 2, 3, 2], seed="")
        assert (refused.value.code, refused.value.numbers) == ("ranked-twice", (2,))

    def test_a_fixed_table_that_cannot_be_had(self):
        for table, guests, code in ((3, 1, "no-such-table"), (0, 1, "no-such-table"), (2, 4, "fixed-table-full")):
            field = [Entrant(number=n, table=table if n <= guests else None) for n in range(1, 8)]
            with pytest.raises(CannotSeat) as refused:
                draw(field, series=1, seed="")
            assert (refused.value.code, refused.value.table) == (code, table)
            assert refused.value.numbers == tuple(range(1, guests + 1))

    def test_a_hard_wish_that_cannot_be_met(self):
        family = frozenset({"family"})
        field = [Entrant(number=n, club="Asse", apart=family, table=2 if n == 7 else None) for n in range(1, 8)]
        for wish, code in (
            ("apart", "apart-groups-meet"),
            ("repeats", "pairs-repeat"),
            ("clubs", "club-mates-meet"),
            ("threes", "unfair-at-three"),
        ):
            with pytest.raises(CannotSeat) as refused:
                draw(field, series=3, seed="", policy=Policy(steps=400, **{wish: Wish.HARD}))
            assert refused.value.code == code
            assert refused.value.pairs or refused.value.numbers


@pytest.mark.slow
class TestTheSameEverywhere:
    SCRIPT = (
        "from tables.seating import Entrant, Policy, draw, draw_by_standing, replan;"
        "field = [Entrant(number=n, club='abc'[n % 3], apart=frozenset({f'g{n % 7}', f'h{n % 5}'}))"
        " for n in range(1, 24)];"
        "plan = draw(field, series=3, seed='Grand ouvert', policy=Policy(steps=3000));"
        "plans = [draw(field[:n], series=r, seed='x', history=h, policy=Policy(steps=800)).record"
        " for n, r, h in ((23, 7, ()), (20, 6, ()), (22, 3, plan.series), (16, 6, ()))];"
        "more = draw_by_standing(field, ranking=range(23, 0, -1), seed='x', history=plan.series,"
        " policy=Policy(steps=3000));"
        "kept = replan(plan, played=0, absent=[1, 5, 9], late=[Entrant(number=50, club='a')], seed='x');"
        "from tables.seating.records.record import fingerprint;"
        "print(fingerprint([plan.record, more.record, kept.record, plans]))"
    )

    def fingerprints(self, interpreter, *, version=""):
        # Where pyenv keeps several versions, it asks this variable which one is meant.
        return {
            subprocess.run(
                [interpreter, "-c", self.SCRIPT],
                env={**os.environ, "PYTHONHASHSEED": seed, "PYENV_VERSION": version},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for seed in ("0", "4711")
        }

    def test_in_processes_with_other_hash_seeds(self):
        assert len(self.fingerprints(sys.executable)) == 1

    @pytest.mark.thorough
    @pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
    def test_in_other_versions_of_python(self, version):
        interpreter = shutil.which(f"python{version}")
        tried = interpreter and subprocess.run(
            [interpreter, "-c", ""], env={**os.environ, "PYENV_VERSION": version}, capture_output=True, check=False
        )
        if not tried or tried.returncode:
            pytest.skip(f"there is no Python {version} here to compare with")

        assert self.fingerprints(interpreter, version=version) == self.fingerprints(sys.executable)

    def test_on_every_python_as_long_as_the_version_stays_but_not_from_another_seed(self):
        for n, clubs, series, expected in (
            (43, 5, 3, "1068c0a649d8270c1b7d81027d80ac22ebf736c7e5a1bc626a48329c28dafc9d"),
            (11, 0, 3, "6fbec3e15710d389b1d9473c219e1842ec2360a23db3dc3ac73f007ac76579f3"),
            (17, 0, 6, "4a25ba5cda63449088b6e3c31ff9c97cec685e9ca489478752ef2acf1f7e9fa2"),
            (18, 0, 6, "102a62fc7ce5f7e416bbae1d1275f2d736f48080a97917b74321f39d0fa3008f"),
        ):
            plan = draw(entrants(n, clubs=clubs), series=series, seed="Grand ouvert")
            assert fingerprint(plan.record) == expected, (n, series)
        assert len({draw(entrants(16), series=1, seed=str(seed)).series for seed in range(20)}) == 20


@given(st.integers(1, 2**32), st.text())
def test_a_choice_of_chance_stays_in_its_range_and_any_text_is_a_seed(n, seed):
    """The words are recomputed with ``sha256sum`` from the description alone: sha256 in counter mode."""
    chance = Chance("seed", purpose="test")

    assert 0 <= Chance(seed, purpose="test").below(n) < n
    assert Chance("\ud800 \0", purpose="test").below(6) < 6
    assert [chance.below(2**32) for _ in range(3)] == [0x175F2866, 0x96030880, 0x9528C715]


def assert_a_design(series, tables):
    for one in series:
        assert all(len(table) == 4 for table in one)
        assert sorted(point for table in one for point in table) == list(range(4 * tables))
    assert max(meetings(series).values()) == 1


def test_a_starter_gives_all_series_there_can_be_and_what_was_found_more_than_multiples_give():
    for tables, starter in STARTERS.items():
        series = starter.series()
        assert_a_design(series, tables)
        assert len(series) == (4 * tables - 1) // 3
    for tables, (_rings, text) in FOUND.items():
        assert most_shifts(tables) == len(text.split(","))
        assert_a_design(shifted(tables, most_shifts(tables)), tables)


@pytest.mark.parametrize("one", WRITTEN.values(), ids=lambda one: f"{one.people} x {len(one.text)}")
def test_a_written_event_reaches_what_it_says(one):
    series = one.series()
    seated = [[[point for point in table if point < one.people] for table in tables] for tables in series]

    for tables, companies in zip(series, seated, strict=True):
        assert [len(company) for company in companies] == table_sizes(one.people)
        assert sorted(point for table in tables for point in table) == list(range(4 * len(tables)))
    assert sum(times - 1 for times in meetings(seated).values()) == one.repeats
    at_three = Counter(point for tables in seated for company in tables if len(company) == 3 for point in company)
    assert max(at_three.values()) == one.most_at_three
    columns = one.design(Chance("a", purpose="test")).columns
    assert not {pair for column in columns for pair in combinations(sorted(column), 2)} & set(meetings(series))


@pytest.mark.parametrize("tables", [*range(4, 12), 37, 250, *thorough(*range(12, 37), *range(38, 41), 97, 1000)])
def test_shifts_keep_columns_apart(tables):
    series = shifted(tables, min(most_shifts(tables), 30))

    assert_a_design(series, tables)
    assert all(first // tables != second // tables for first, second in meetings(series))
    assert len(series) >= min(tables - 1, 10)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("tables", "series"), [(2, 3), (4, 5), (5, 5), (5, 9), (8, 10), (12, 6), (30, 10), (250, 10)])
def test_columns_of_any_design_never_meet(tables, series):
    for design in designs(tables, series, Chance("a", purpose="test")):
        assert_a_design(design.series, tables)
        assert sorted(point for column in design.columns for point in column) == list(range(4 * tables))
        assert not {pair for column in design.columns for pair in combinations(sorted(column), 2)} & set(
            meetings(design.series)
        )
        for point in (0, 4 * tables - 1):
            assert sorted(design.company(point)) == sorted(
                other for pair in meetings(design.series) if point in pair for other in pair if other != point
            )


def test_mates_are_packed_into_one_column_where_they_fit():
    chance = Chance("a", purpose="test")
    design = next(designs(10, 4, chance))
    mates = [list(range(9)), list(range(9, 18)), list(range(18, 22)), [22, 23]]

    who = packed(design, mates, people=38, chance=chance)

    column = {point: at for at, points in enumerate(design.columns) for point in points}
    assert who.count(EMPTY) == 2
    assert sorted(who) == [EMPTY, EMPTY, *range(38)]
    for group in mates:
        assert len({column[who.index(person)] for person in group}) == 1


def test_two_empty_points_never_meet_but_where_all_do_there_are_none():
    for seed in range(50):
        chance = Chance(str(seed), purpose="test")
        for design in designs(8, 9, chance):
            who = packed(design, [], people=29, chance=chance)
            empty = [point for point, person in enumerate(who) if person == EMPTY]
            assert not any(set(empty) & set(design.company(point)) for point in empty)
    chance = Chance("a", purpose="test")
    assert packed(next(designs(4, 5, chance)), [], people=14, chance=chance) is None


def chi_square(counts, cells, total):
    expected = total / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (cells - len(counts))


def limit(freedom):
    """Return what chi-square exceeds once in 100,000 times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.26 * part**0.5) ** 3


def frequencies(n, series, seeds):
    pairs, seats, tables, at_three = Counter(), Counter(), Counter(), Counter()
    for seed in range(seeds):
        # One series of each draw, since within a draw they are not independent.
        one = draw(entrants(n), series=series, seed=str(seed)).series[seed % series]
        for at, table in enumerate(one):
            pairs.update(combinations(sorted(table), 2))
            for seat, number in enumerate(table):
                seats[number, seat] += 1
                tables[number, at] += 1
                at_three[number] += len(table) == 3
    return pairs, seats, tables, at_three


def assert_even(n, series, seeds):
    pairs, seats, tables, at_three = frequencies(n, series, seeds)
    few = n % 4 > 0
    # Pairs: tables of three make the sum smaller, but all pairs are alike.
    assert chi_square(pairs, n * (n - 1) // 2, pairs.total()) < limit(n * (n - 1) // 2 - 1)
    assert chi_square(at_three, n, at_three.total()) < limit(n - 1) if few else not at_three.total()
    for place in range(4):
        of_place = Counter({number: seats[number, place] for number in range(1, n + 1)})
        assert chi_square(of_place, n, of_place.total()) < limit(n - 1)
    for at in {at for _, at in tables}:
        of_table = Counter({number: tables[number, at] for number in range(1, n + 1)})
        assert chi_square(of_table, n, of_table.total()) < limit(n - 1)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("n", "series"),
    [(11, 3), (16, 5), (50, 3), (17, 6), (18, 6), (18, 5), (20, 4), (22, 7), (28, 9), (32, 6), (100, 3)],
)
def test_pairs_seats_and_tables_are_even_over_thousands_of_seeds(n, series):
    assert_even(n, series, seeds=2000)

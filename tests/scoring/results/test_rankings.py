"""Rankings switched on and off, their terms, their teams, who counts for whom, and what is drawn by lot (SkWO 5.2)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.office.services.end import release_final_ranking, state_end
from scoring.results.models import Lot, Ranking, RankingLot, Substitution, TeamMember
from scoring.results.selectors.rankings import teams_of
from scoring.results.services import rankings
from scoring.results.services.ranking_teams import as_assigned
from scoring.results.services.rankings import Terms
from tables.acts.services import KeyReused, Overtaken
from tests.scoring.answers import code_of, refusal
from tests.scoring.results.ranked_event import acts, assign, close, play, shown, switched_on, table_of, two_series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]
ABSURD = 10**9


def substitute(ranking, *, out, by_whom, series=2, key=None):
    about = {"series_id": series if series > 2 else ranking.tournament.series.get(number=series).pk, "out": out}
    sent = {"by_whom": by_whom, "entry_key": key or uuid4(), "by": factories.user(), "now": EVENING}
    return rankings.substitute(ranking_id=ranking.pk, **about, **sent)


def members(ranking):
    named = ("team__number", "team__name", "entrant__number", "substitute")
    return [*TeamMember.objects.filter(ranking=ranking).values_list(*named)]


def test_teams_are_assigned_once_and_the_journal_knows_numbers_only():
    made = two_series()
    ranking = switched_on(made, size=2)

    for _twice in range(2):
        assign(ranking, ("Herz", [2, 1], [5]), ("Müller/Schmidt", [3, 4]))

    herz = [(1, "Herz", 1, False), (1, "Herz", 2, False), (1, "Herz", 5, True)]
    assert members(ranking) == [*herz, (2, "Müller/Schmidt", 3, False), (2, "Müller/Schmidt", 4, False)]
    assert acts(made, "ranking.teams-assigned") == [{"ranking": 1, "teams": [[1, [1, 2], [5]], [2, [3, 4], []]]}]

    # Those that somebody else assigned meanwhile are not written over.
    seen = as_assigned(ranking)
    assign(ranking, ("Pik", [3, 4]))
    with pytest.raises(Overtaken):
        assign(ranking, ("Karo", [5, 6]), seen=seen)
    assert {name for _number, name, *_rest in members(ranking)} == {"Pik"}


def test_teams_named_again_keep_number_and_substitutions_others_go_and_a_new_one_never_gets_their_lot():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Pik", [3, 4]), ("Herz", [1, 2], [5]))
    substitute(ranking, out=2, by_whom=5)

    assign(ranking, ("HERZ", [1, 2], [5]), ("Karo", [3, 6]))

    herz, karo = [(2, "HERZ", who) for who in (1, 2, 5)], [(3, "Karo", who) for who in (3, 6)]
    assert [(number, name, who) for number, name, who, _substitute in members(ranking)] == herz + karo
    assert Substitution.objects.count() == 1
    RankingLot.objects.create(ranking=ranking, competitor="team:3", number=5, drawn_at=EVENING)
    assign(ranking, ("Herz", [1, 2]))
    assign(ranking, ("Herz", [1, 2]), ("Treff", [3, 4]))
    assert {number for number, *_rest in members(ranking)} == {2, 4}


def test_a_player_moves_to_another_team_and_a_substitution_that_no_longer_fits_goes():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2], [5]), ("Pik", [3, 4]))
    substitute(ranking, out=2, by_whom=5)

    assign(ranking, ("Herz", [1, 3], [2]), ("Pik", [4, 5]))

    herz, pik = [("Herz", 1, False), ("Herz", 3, False), ("Herz", 2, True)], [("Pik", 4, False), ("Pik", 5, False)]
    assert [one for _number, *one in members(ranking)] == [list(one) for one in herz + pik]
    assert not Substitution.objects.exists()

    # A substitute who becomes a member replaces nobody any more.
    larger = assign(switched_on(made, name="Larger", size=3), ("Herz", [1, 2], [5]))
    substitute(larger, out=2, by_whom=5)
    assign(larger, ("Herz", [1, 2, 5]))
    assert not Substitution.objects.exists()


def test_teams_that_cannot_be_are_refused_and_a_name_is_kept_as_far_as_there_is_room():
    made = two_series()
    ranking = switched_on(made, "mixed")
    for teams, expected in (
        ([], ("nothing-to-assign", {})),
        ([("Herz", [])], ("nothing-to-assign", {})),
        ([("Herz", [1, 99, 98])], ("team-member-unknown", {"numbers": [98, 99]})),
        ([("Herz", [ABSURD])], ("team-member-unknown", {"numbers": [ABSURD]})),
        ([("Herz", [1]), ("Pik", [2], [1])], ("team-member-twice", {"numbers": [1]})),
        ([("Herz", [1, 1])], ("team-member-twice", {"numbers": [1]})),
        ([(" ", [1])], ("team-name-missing", {})),
        ([("Herz", [1]), ("herz ", [2])], ("team-name-twice", {"name": "herz"})),
        ([("x" * 500, [1]), ("x" * 499 + "y", [2])], ("team-name-twice", {"name": "x" * 80})),
        ([("Herz", [1, 2, 3])], ("team-too-large", {"name": "Herz", "size": 2})),
        ([("Herz", [1, 3])], ("pair-not-mixed", {"name": "Herz"})),
    ):
        assert refusal(assign, ranking, *teams) == expected
        assert members(ranking) == []
    assert len(members(assign(ranking, ("x" * 500, [1])))[0][1]) == 80
    for kind in ("individual", "ladies", "club"):
        ranking = switched_on(made, kind, size=4)
        assert code_of(assign, ranking, ("Herz", [1])) == "no-team-ranking"
        assert code_of(substitute, ranking, out=1, by_whom=2) == "no-team-ranking"


def test_a_substitution_sent_twice_counts_once_and_taken_back_stays_in_the_journal():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2], [5, 6]))
    key, told = uuid4(), [{"ranking": 1, "series": 2, "out": 2, "substitute": 5}]

    given = substitute(ranking, out=2, by_whom=5, key=key)

    assert substitute(ranking, out=2, by_whom=5, key=key) == given
    assert acts(made, "ranking.substituted") == told
    with pytest.raises(KeyReused):
        substitute(ranking, out=1, by_whom=6, key=key)
    sent = {"substitution_id": given.pk, "by": factories.user(), "now": EVENING}
    assert rankings.take_back_substitution(**sent) == ranking
    assert not Substitution.objects.exists()
    assert acts(made, "ranking.substitution-taken-back") == told
    with pytest.raises(Substitution.DoesNotExist):
        rankings.take_back_substitution(**sent)


def test_substitutions_that_cannot_be_are_refused():
    ranking = assign(switched_on(two_series(), size=2, series=(2,)), ("Herz", [1, 2], [5, 6]), ("Pik", [7, 8]))
    substitute(ranking, out=2, by_whom=5)
    for said, code in (
        ({"out": 9, "by_whom": 5}, "no-such-member"),
        ({"out": 7, "by_whom": 5}, "not-a-substitute"),
        ({"out": 5, "by_whom": 6}, "no-such-member"),
        ({"out": 1, "by_whom": 2}, "not-a-substitute"),
        ({"out": 1, "by_whom": ABSURD}, "not-a-substitute"),
        ({"out": 2, "by_whom": 6}, "replaced-already"),
        ({"out": 1, "by_whom": 5}, "substitutes-already"),
        ({"out": 1, "by_whom": 6, "series": ABSURD}, "ranking-series-unknown"),
        ({"out": 1, "by_whom": 6, "series": 1}, "ranking-series-unknown"),
    ):
        assert code_of(substitute, ranking, **said) == code, said


@pytest.mark.thorough
def test_more_teams_than_the_database_takes_keys_at_once_are_assigned(django_assert_max_num_queries):
    ranking = switched_on(factories.tournament(entrants=1010), size=2)

    assign(ranking, *((f"Team {number}", [number, number + 505]) for number in range(1, 506)))

    assert ranking.members.count() == 1010
    with django_assert_max_num_queries(8):
        assert len(teams_of(ranking)) == 505


def change(ranking, **terms):
    kept = {"kind": ranking.kind, "name": ranking.name, "size": ranking.size, **terms}
    return rankings.change(ranking_id=ranking.pk, terms=Terms(**kept), by=factories.user(), now=EVENING)


def test_what_means_nothing_to_a_kind_is_left_out_and_the_journal_tells_it():
    made = two_series()
    for kind, size, scaled, kept in (
        ("ladies", 4, True, (1, False)),
        ("tandem", 9, True, (2, True)),
        ("mixed", 1, False, (2, False)),
        ("club", 1, True, (1, False)),
        ("team", 20, True, (20, True)),
    ):
        ranking = switched_on(made, kind, size=size, scaled=scaled)
        assert (ranking.size, ranking.scaled) == kept, kind

    ranking = switched_on(made, "team", " Vierer  Teams ", series=(2, 1, 2), best_of=1, size=4, scaled=True)
    assert (ranking.number, ranking.name, ranking.series, ranking.best_of) == (6, "Vierer Teams", [1, 2], 1)
    told = {"ranking": 6, "kind": "team", "over": [1, 2], "best_of": 1, "size": 4, "scaled": True}
    assert acts(made, "ranking.switched-on")[-1] == told


def test_terms_that_cannot_be_are_refused():
    made = two_series()
    switched_on(made, "ladies", "Damen")
    for terms, code in (
        ({"name": "  "}, "ranking-name-missing"),
        ({"name": "DAMEN"}, "ranking-name-taken"),
        ({"series": (1, 3)}, "ranking-series-unknown"),
        ({"series": (-ABSURD,)}, "ranking-series-unknown"),
        ({"best_of": 3}, "ranking-best-of-too-many"),
        ({"series": (2,), "best_of": 2}, "ranking-best-of-too-many"),
        ({"best_of": 0}, "ranking-best-of-too-many"),
        ({"kind": "team", "size": 1}, "ranking-size-out-of-range"),
        ({"kind": "team", "size": 21}, "ranking-size-out-of-range"),
        ({"kind": "club", "size": ABSURD}, "ranking-size-out-of-range"),
        ({"kind": "club", "size": 0}, "ranking-size-out-of-range"),
    ):
        assert code_of(switched_on, made, **{"kind": "juniors", "name": "Jugend", **terms}) == code, terms


def test_a_form_sent_twice_switches_on_once_and_an_event_has_thirty_rankings_at_most():
    made = two_series()
    terms, key = Terms(kind="ladies", name="Damen"), uuid4()
    sent = {"tournament_id": made.pk, "entry_key": key, "by": factories.user(), "now": EVENING}
    first = rankings.switch_on(terms=terms, **sent)
    assert rankings.switch_on(terms=terms, **sent) == first
    with pytest.raises(KeyReused):
        rankings.switch_on(terms=Terms(kind="club", name="Vereine", size=4), **sent)
    assert Ranking.objects.count() == 1

    facts = {"tournament": made, "kind": "ladies", "made_at": EVENING, "made_by": factories.user()}
    Ranking.objects.bulk_create(
        Ranking(number=number, name=f"Damen {number}", entry_key=uuid4(), **facts) for number in range(2, 30)
    )
    switched_on(made, "ladies", "Damen 30")
    assert refusal(switched_on, made, "club", size=4) == ("too-many-rankings", {"most": 30})


def test_terms_are_changed_but_not_the_kind_and_only_what_changed_is_told():
    made = two_series()
    ranking = switched_on(made, "team", "Teamz", size=4)

    changed = change(ranking, name="Teams", best_of=1)
    change(changed, name="Teams", best_of=1)

    assert (changed.name, changed.best_of) == ("Teams", 1)
    assert acts(made, "ranking.changed") == [{"ranking": 1, "changed": ["best_of", "name"], "best_of": 1}]
    assert change(changed, name="TEAMS").name == "TEAMS"
    assert code_of(change, changed, kind="club") == "ranking-kind-stays"


def test_a_ranking_is_switched_off_and_on_again_however_often_it_is_sent():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2]))
    sent = {"ranking_id": ranking.pk, "by": factories.user(), "now": EVENING}

    for act, off_at in ((rankings.switch_off, EVENING), (rankings.switch_on_again, None)):
        assert [act(**sent).off_at for _twice in range(2)] == [off_at] * 2
        assert ranking.members.count() == 2
    assert [len(acts(made, f"ranking.switched-{how}")) for how in ("off", "on-again")] == [1, 1]


def draw(ranking, seed="glücksfee"):
    return rankings.draw_teams(ranking_id=ranking.pk, seed=seed, by=factories.user(), now=EVENING)


def draw_lots(ranking, seed="lose"):
    return rankings.draw_lots(ranking_id=ranking.pk, seed=seed, by=factories.user(), now=EVENING)


def drawn(ranking):
    return [[one.entrant.number for one in team.members.all()] for team in ranking.teams.all()]


def test_teams_are_drawn_once_the_journal_holds_seed_and_result_and_assigned_by_hand_they_are_not_drawn():
    made = two_series()
    ranking = draw(switched_on(made, "team", "Glück", size=4))

    teams = drawn(ranking)

    assert sorted(n for team in teams for n in team) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [team.name for team in ranking.teams.all()] == ["Glück 1", "Glück 2"]
    assert ranking.drawn_from == "glücksfee"
    (told,) = acts(made, "ranking.teams-drawn")
    assert (told["ranking"], told["seed"]) == (1, "glücksfee")
    assert [sorted(team) for team in told["teams"]] == teams
    assert len(shown(ranking).lines) == 2
    assert code_of(draw, ranking) == "teams-there-already"
    assert drawn(ranking) == teams
    assert assign(ranking, ("Herz", [1, 2])).drawn_from == ""


def test_the_same_seed_gives_the_same_teams_and_another_others_and_mixed_pairs_are_a_lady_and_a_man():
    made = two_series()
    one, other, third = (switched_on(made, "team", name, size=2) for name in "abc")
    first = drawn(draw(one))
    Ranking.objects.filter(pk=one.pk).update(number=9)
    Ranking.objects.filter(pk=other.pk).update(number=1)

    assert drawn(draw(other)) == first
    assert drawn(draw(third, seed="pechvogel")) != first
    pairs = drawn(draw(switched_on(made, "mixed", scaled=True)))
    assert [len([n for n in pair if n in {2, 4, 6}]) for pair in pairs] == [1, 1, 1]


@pytest.mark.thorough
def test_whoever_missed_a_series_or_is_excluded_is_not_drawn():
    made = factories.tournament(entrants=8, series=2, rounds=12)
    close(play(made, 1, [1000] * 8))
    close(play(made, 2, [900] * 4))
    made.entrants.filter(number=4).update(excluded_at=EVENING, present=False)

    assert drawn(draw(switched_on(made, "tandem", scaled=False))) != []
    assert sum(map(len, drawn(made.rankings.get()))) == 2
    assert sum(map(len, drawn(draw(switched_on(made, "team", size=2, scaled=True))))) == 3


def test_teams_are_drawn_after_the_last_series_where_there_are_any_and_enough_for_one():
    made = two_series(closed=1)
    for kind, code in (("ladies", "no-team-ranking"), ("team", "series-open"), ("club", "no-team-ranking")):
        assert code_of(draw, switched_on(made, kind, size=2)) == code
    assert len(drawn(draw(switched_on(made, "team", "Closed", size=4, series=(1,))))) == 2
    assert code_of(draw, switched_on(made, "team", "Large", size=9, series=(1,))) == "nothing-to-draw"


def tied_teams(made, **terms):
    return assign(switched_on(made, "team", size=2, **terms), ("Herz", [1, 7]), ("Pik", [5, 6]), ("Karo", [3, 4]))


def ties():
    """An event in which no. 1 and 7 together are equal to no. 5 and 6."""
    made = factories.tournament(entrants=8, series=1, rounds=12)
    return made, play(made, 1, [1000, 1400, 900, 1050, 800, 1100, 900, 980])


def places(ranking):
    return [(line.rank, line.shared, line.by_lot) for line in shown(ranking).lines]


def test_equal_teams_and_clubs_share_their_place_until_the_last_series_is_closed_and_then_drew_lots():
    made, series = ties()
    made.entrants.filter(number__in=[1, 7]).update(club="SC Herz")
    made.entrants.filter(number__in=[5, 6]).update(club="Pik 7")
    ranking, clubs = tied_teams(made), switched_on(made, "club", size=2)
    off = tied_teams(made, name="Off")
    rankings.switch_off(ranking_id=off.pk, by=factories.user(), now=EVENING)
    assert code_of(draw_lots, ranking) == "series-open"
    assert places(ranking) == [(1, False, False), (2, True, False), (2, True, False)]

    close(series)

    assert places(ranking) == [(1, False, False), (2, False, True), (3, False, True)]
    drawn_lots = dict(ranking.lots.values_list("competitor", "number"))
    assert acts(made, "ranking.lots-drawn")[0] == {"ranking": 1, "seed": "lots", "drawn": drawn_lots}
    assert drawn_lots.keys() == {"team:1", "team:2"}
    # Not in a ranking that is switched off.
    assert not off.lots.exists()
    assert set(clubs.lots.values_list("competitor", flat=True)) == {"club:sc herz", "club:pik 7"}
    assert [line.by_lot for line in shown(clubs).lines] == [True, True]


def test_lots_of_a_ranking_switched_on_later_are_drawn_by_hand_once_alike_by_the_same_seed_or_with_the_release():
    made, series = ties()
    close(series)
    ranking, other, last = (tied_teams(made, name=name) for name in "abc")
    assert shown(ranking).lines[1].shared

    draw_lots(ranking)
    order = table_of(ranking)

    assert [rank for rank, _who, _points in order] == [1, 2, 3]
    assert code_of(draw_lots, ranking) == "no-ties"
    assert table_of(ranking) == order
    Ranking.objects.filter(pk=ranking.pk).update(number=9)
    Ranking.objects.filter(pk=other.pk).update(number=1)
    draw_lots(other)
    drawn_lots = [list(one.lots.values_list("competitor", "number")) for one in (ranking, other)]
    assert drawn_lots[0] == drawn_lots[1] != []

    told = {"tournament_id": made.pk, "by": factories.user()}
    state_end(ended_at=EVENING, now=EVENING, **told)
    release_final_ranking(now=EVENING + timedelta(hours=2), lot_seed="42", **told)
    assert [line.shared for line in shown(last).lines] == [False, False, False]
    assert acts(made, "ranking.lots-drawn")[-1]["seed"] == "42"


@pytest.mark.parametrize("by_hand", [False, True])
def test_players_have_one_lot_in_all_rankings_of_an_event(by_hand):
    made = factories.tournament(entrants=4, series=2, rounds=12)
    close(play(made, 1, [1000, 900, 800, 700]))
    if not by_hand:
        best = switched_on(made, "individual", "Bestes", best_of=1)
    close(play(made, 2, [700, 1000, 850, 720]))
    if by_hand:
        best = switched_on(made, "individual", "Bestes", best_of=1)
        draw_lots(best)

    lines, lots = shown(best).lines, dict(Lot.objects.values_list("entrant__number", "number"))
    found = [(line.performance, line.by_lot) for line in lines]
    assert found == [(1000, True), (1000, True), (850, False), (720, False)]
    assert set(lots) == {1, 2}
    assert lines[0].competitor == f"entrant:{min(lots, key=lots.__getitem__)}"
    if not by_hand:
        assert acts(made, "series.closed")[1]["lots"] == {str(number): lot for number, lot in lots.items()}
    assert verified(made).discrepancies == ()

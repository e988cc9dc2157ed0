"""The teams of rankings put together, and who counts for whom.

Rankings switched on and off, and their terms.
"""

from uuid import uuid4

import pytest

from scoring.lists.services.lists import KeyReused
from scoring.results.models import Ranking, RankingLot, Substitution, TeamMember
from scoring.results.selectors.rankings import teams_of
from scoring.results.services import rankings
from scoring.results.services.ranking_teams import Assigned, as_assigned
from scoring.results.services.rankings import Terms
from tables.acts.services.seen import Overtaken
from tests.scoring.results.ranked_event import acts, assign, refused, switched_on, two_series
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.database]


ABSURD = 10**9


def substitute(ranking, *, out, by_whom, series=2, key=None):
    return rankings.substitute(
        ranking_id=ranking.pk,
        series_id=series if series > 2 else ranking.tournament.series.get(number=series).pk,
        out=out,
        by_whom=by_whom,
        entry_key=key or uuid4(),
        by=factories.user(),
        now=EVENING,
    )


def members(ranking):
    return [
        (one.team.number, one.team.name, one.entrant.number, one.substitute)
        for one in TeamMember.objects.filter(ranking=ranking).select_related("team", "entrant")
    ]


@pytest.mark.slow
def test_teams_are_assigned_and_the_journal_knows_numbers_only():
    made = two_series()

    ranking = assign(switched_on(made, size=2), ("Herz", [2, 1], [5]), ("Müller/Schmidt", [3, 4]))

    assert members(ranking) == [
        (1, "Herz", 1, False),
        (1, "Herz", 2, False),
        (1, "Herz", 5, True),
        (2, "Müller/Schmidt", 3, False),
        (2, "Müller/Schmidt", 4, False),
    ]
    assert acts(made, "ranking.teams-assigned") == [{"ranking": 1, "teams": [[1, [1, 2], [5]], [2, [3, 4], []]]}]


@pytest.mark.slow
def test_teams_that_somebody_else_assigned_meanwhile_are_not_written_over():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2]))
    seen = as_assigned(ranking)
    assign(ranking, ("Pik", [3, 4]))

    with pytest.raises(Overtaken):
        assign(ranking, ("Karo", [5, 6]), seen=seen)

    assert {name for _number, name, *_rest in members(ranking)} == {"Pik"}


@pytest.mark.slow
def test_teams_named_again_keep_number_and_substitutions_and_others_go():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Pik", [3, 4]), ("Herz", [1, 2], [5]))
    substitute(ranking, out=2, by_whom=5)

    assign(ranking, ("HERZ", [1, 2], [5]), ("Karo", [3, 6]))

    assert members(ranking) == [
        (2, "HERZ", 1, False),
        (2, "HERZ", 2, False),
        (2, "HERZ", 5, True),
        (3, "Karo", 3, False),
        (3, "Karo", 6, False),
    ]
    assert Substitution.objects.count() == 1


@pytest.mark.slow
def test_the_same_teams_sent_again_change_nothing():
    made = two_series()
    ranking = switched_on(made, size=2)

    for _ in range(2):
        assign(ranking, ("Herz", [1, 2]))

    assert len(acts(made, "ranking.teams-assigned")) == 1


@pytest.mark.slow
def test_a_player_moves_to_another_team_and_a_substitution_that_no_longer_fits_goes():
    ranking = assign(switched_on(two_series(), size=2), ("Herz", [1, 2], [5]), ("Pik", [3, 4]))
    substitute(ranking, out=2, by_whom=5)

    assign(ranking, ("Herz", [1, 3], [2]), ("Pik", [4, 5]))

    assert [(name, number, sub) for _number, name, number, sub in members(ranking)] == [
        ("Herz", 1, False),
        ("Herz", 3, False),
        ("Herz", 2, True),
        ("Pik", 4, False),
        ("Pik", 5, False),
    ]
    assert not Substitution.objects.exists()


@pytest.mark.slow
def test_a_substitute_who_becomes_a_member_replaces_nobody_any_more():
    ranking = assign(switched_on(two_series(), size=3), ("Herz", [1, 2], [5]))
    substitute(ranking, out=2, by_whom=5)

    assign(ranking, ("Herz", [1, 2, 5]))

    assert not Substitution.objects.exists()


@pytest.mark.slow
def test_a_new_team_never_gets_the_lot_of_one_that_went():
    ranking = assign(switched_on(two_series(), size=2), ("Herz", [1, 2]), ("Pik", [3, 4]))
    RankingLot.objects.create(ranking=ranking, competitor="team:2", number=5, drawn_at=EVENING)
    assign(ranking, ("Herz", [1, 2]))

    assign(ranking, ("Herz", [1, 2]), ("Karo", [3, 4]))

    assert {number for number, *_rest in members(ranking)} == {1, 3}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ([], ("nothing-to-assign", {})),
        ([("Herz", [])], ("nothing-to-assign", {})),
        ([("Herz", [1, 99, 98])], ("team-member-unknown", {"numbers": [98, 99]})),
        ([("Herz", [ABSURD])], ("team-member-unknown", {"numbers": [ABSURD]})),
        ([("Herz", [1]), ("Pik", [2], [1])], ("team-member-twice", {"numbers": [1]})),
        ([("Herz", [1, 1])], ("team-member-twice", {"numbers": [1]})),
        ([(" ", [1])], ("team-name-missing", {})),
        ([("Herz", [1]), ("herz ", [2])], ("team-name-twice", {"name": "herz"})),
        ([("Herz", [1, 2, 3])], ("team-too-large", {"name": "Herz", "size": 2})),
        ([("Herz", [1, 3])], ("pair-not-mixed", {"name": "Herz"})),
    ],
)
def test_teams_that_cannot_be_are_refused(teams, expected):
    ranking = switched_on(two_series(), "mixed")

    assert refused(assign, ranking, *teams) == expected
    assert members(ranking) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["individual", "ladies", "club"])
def test_only_teams_have_members(kind):
    ranking = switched_on(two_series(), kind, size=4)

    assert refused(assign, ranking, ("Herz", [1]))[0] == "no-team-ranking"
    assert refused(substitute, ranking, out=1, by_whom=2)[0] == "no-team-ranking"


@pytest.mark.slow
def test_a_name_of_any_length_is_kept_as_far_as_there_is_room():
    ranking = switched_on(two_series(), size=2)
    teams = [Assigned(name="x" * 500, members=(1,)), Assigned(name="x" * 499 + "y", members=(2,))]

    code, _facts = refused(rankings.assign_teams, ranking_id=ranking.pk, teams=teams, by=factories.user(), now=EVENING)
    assert code == "team-name-twice"
    assert len(members(assign(ranking, ("x" * 500, [1])))[0][1]) == 80


@pytest.mark.slow
def test_a_substitution_sent_twice_counts_once():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2], [5, 6]))
    key = uuid4()

    first = substitute(ranking, out=2, by_whom=5, key=key)

    assert substitute(ranking, out=2, by_whom=5, key=key) == first
    assert acts(made, "ranking.substituted") == [{"ranking": 1, "series": 2, "out": 2, "substitute": 5}]
    with pytest.raises(KeyReused):
        substitute(ranking, out=1, by_whom=6, key=key)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"out": 9, "by_whom": 5}, "no-such-member"),
        ({"out": 7, "by_whom": 5}, "not-a-substitute"),
        ({"out": 5, "by_whom": 6}, "no-such-member"),
        ({"out": 1, "by_whom": 2}, "not-a-substitute"),
        ({"out": 1, "by_whom": ABSURD}, "not-a-substitute"),
        ({"out": 2, "by_whom": 6}, "replaced-already"),
        ({"out": 1, "by_whom": 5}, "substitutes-already"),
        ({"out": 1, "by_whom": 6, "series": ABSURD}, "ranking-series-unknown"),
        ({"out": 1, "by_whom": 6, "series": 1}, "ranking-series-unknown"),
    ],
)
def test_substitutions_that_cannot_be_are_refused(said, code):
    ranking = assign(switched_on(two_series(), size=2, series=(2,)), ("Herz", [1, 2], [5, 6]), ("Pik", [7, 8]))
    substitute(ranking, out=2, by_whom=5)

    assert refused(substitute, ranking, **said)[0] == code


@pytest.mark.slow
def test_a_substitution_taken_back_stays_in_the_journal():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2], [5]))
    given = substitute(ranking, out=2, by_whom=5)
    sent = {"substitution_id": given.pk, "by": factories.user(), "now": EVENING}

    assert rankings.take_back_substitution(**sent) == ranking

    assert not Substitution.objects.exists()
    assert acts(made, "ranking.substitution-taken-back") == [{"ranking": 1, "series": 2, "out": 2, "substitute": 5}]
    with pytest.raises(Substitution.DoesNotExist):
        rankings.take_back_substitution(**sent)


@pytest.mark.slow
def test_more_teams_than_the_database_takes_keys_at_once_are_assigned(django_assert_max_num_queries):
    made = factories.tournament(entrants=1010)
    ranking = switched_on(made, size=2)
    teams = [(f"Team {number}", [number, number + 505]) for number in range(1, 506)]

    assign(ranking, *teams)

    assert ranking.members.count() == 1010
    with django_assert_max_num_queries(8):
        assert len(teams_of(ranking)) == 505


def change(ranking, **terms):
    kept = {"kind": ranking.kind, "name": ranking.name, "size": ranking.size, **terms}
    return rankings.change(ranking_id=ranking.pk, terms=Terms(**kept), by=factories.user(), now=EVENING)


def test_a_ranking_is_switched_on_and_the_journal_tells():
    made = two_series()

    ranking = switched_on(made, "team", " Vierer  Teams ", series=(2, 1, 2), best_of=1, size=4, scaled=True)

    assert (ranking.number, ranking.name, ranking.series, ranking.best_of) == (1, "Vierer Teams", [1, 2], 1)
    assert acts(made, "ranking.switched-on") == [
        {"ranking": 1, "kind": "team", "over": [1, 2], "best_of": 1, "size": 4, "scaled": True}
    ]
    assert switched_on(made, "ladies").number == 2


def test_the_history_of_a_player_reads_on_past_it(director):
    made = two_series()
    switched_on(made, "team", "Vierer", series=(1, 2), size=4)

    assert director.get("/t/cup/office/entrants/1/history/").status_code == 200


def test_a_form_sent_twice_switches_on_once():
    made = two_series()
    terms, key = Terms(kind="ladies", name="Damen"), uuid4()
    sent = {"tournament_id": made.pk, "entry_key": key, "by": factories.user(), "now": EVENING}

    first = rankings.switch_on(terms=terms, **sent)

    assert rankings.switch_on(terms=terms, **sent) == first
    assert Ranking.objects.count() == 1
    with pytest.raises(KeyReused):
        rankings.switch_on(terms=Terms(kind="club", name="Vereine", size=4), **sent)


@pytest.mark.parametrize(
    ("kind", "size", "scaled", "kept"),
    [
        ("ladies", 4, True, (1, False)),
        ("tandem", 9, True, (2, True)),
        ("mixed", 1, False, (2, False)),
        ("club", 1, True, (1, False)),
        ("team", 20, True, (20, True)),
    ],
)
def test_what_means_nothing_to_a_kind_is_left_out(kind, size, scaled, kept):
    ranking = switched_on(two_series(), kind, size=size, scaled=scaled)

    assert (ranking.size, ranking.scaled) == kept


@pytest.mark.parametrize(
    ("terms", "code"),
    [
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
    ],
)
def test_terms_that_cannot_be_are_refused(terms, code):
    made = two_series()
    switched_on(made, "ladies", "Damen")

    assert refused(switched_on, made, **{"kind": "juniors", "name": "Jugend", **terms})[0] == code


def test_an_event_has_thirty_rankings_at_most():
    made = two_series()
    for number in range(30):
        switched_on(made, "ladies", f"Damen {number}")

    assert refused(switched_on, made, "club", size=4) == ("too-many-rankings", {"most": 30})


def test_terms_are_changed_and_only_what_changed_is_told():
    made = two_series()
    ranking = switched_on(made, "team", size=4)

    changed = change(ranking, name="Teams", best_of=1)
    change(changed, name="Teams", best_of=1)

    assert (changed.name, changed.best_of) == ("Teams", 1)
    assert acts(made, "ranking.changed") == [{"ranking": 1, "changed": ["best_of", "name"], "best_of": 1}]


def test_a_ranking_keeps_its_kind_and_may_keep_its_name():
    ranking = switched_on(two_series(), "team", "Teams", size=4)

    assert change(ranking, name="TEAMS").name == "TEAMS"
    assert refused(change, ranking, kind="club")[0] == "ranking-kind-stays"


def test_a_ranking_is_switched_off_and_on_again_however_often_it_is_sent():
    made = two_series()
    ranking = assign(switched_on(made, size=2), ("Herz", [1, 2]))
    sent = {"ranking_id": ranking.pk, "by": factories.user(), "now": EVENING}

    for _ in range(2):
        assert rankings.switch_off(**sent).off_at == EVENING
    assert ranking.members.count() == 2
    for _ in range(2):
        assert rankings.switch_on_again(**sent).off_at is None
    assert (len(acts(made, "ranking.switched-off")), len(acts(made, "ranking.switched-on-again"))) == (1, 1)

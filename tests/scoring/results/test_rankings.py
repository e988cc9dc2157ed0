"""Rankings switched on and off, and their terms."""

from uuid import uuid4

import pytest

from scoring.lists.services.lists import KeyReused
from scoring.results.models import Ranking
from scoring.results.services import rankings
from scoring.results.services.rankings import Terms
from tests import factories
from tests.factories import EVENING
from tests.scoring.results.ranked_event import acts, assign, refused, switched_on, two_series

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ABSURD = 10**9


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

"""The texts a judge may start from cite what the rule text has."""

import pytest

from scoring.disputes.models import DisputeKind
from scoring.disputes.wording.starting_points import POINTS
from scoring.rules.register.citing import citation


def test_every_kind_of_dispute_has_some():
    assert {*POINTS} == {kind for kind in DisputeKind if kind}
    assert all(POINTS.values())


@pytest.mark.parametrize("points", POINTS.values(), ids=POINTS)
def test_they_are_short_and_cite_what_there_is(points):
    for point in points:
        assert [str(citation(clause)) for clause in point.clauses] == [f"{clause} (2002)" for clause in point.clauses]
        assert all(str(text) for text in (point.title, point.reasons))
        assert str(point.sentence).endswith(".")
        assert len(str(point.sentence)) <= 150

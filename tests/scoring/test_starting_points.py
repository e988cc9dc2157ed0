"""The texts a judge may start from cite what the rule text has."""

import pytest

from scoring import wording
from scoring.models import DisputeKind
from scoring.rules.register.citing import citation


@pytest.mark.parametrize("kind", DisputeKind.values)
def test_every_kind_of_dispute_has_some(kind):
    points = wording.starting_points(kind)

    assert points
    for point in points:
        assert [str(citation(clause)) for clause in point.clauses] == [f"{clause} (2002)" for clause in point.clauses]
        assert all(str(text) for text in (point.title, point.reasons))
        assert str(point.sentence).endswith(".")
        assert len(str(point.sentence)) <= 150


def test_while_nothing_is_said_there_are_all():
    assert len(wording.starting_points("")) == sum(
        len(wording.starting_points(kind)) for kind in DisputeKind.values if kind
    )


def test_there_is_nothing_for_what_is_no_dispute():
    with pytest.raises(ValueError, match="weather"):
        wording.starting_points("weather")

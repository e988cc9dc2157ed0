"""A refusal leads to what it names."""

import pytest

from tables.acts.services.refusals import Refused
from tables.acts.wording.ways import ways_out, with_ways


@pytest.mark.parametrize(
    ("refused", "addresses"),
    [
        (Refused("appeals-open", appeals=[1, 2, 3, 4]), ["appeals/1/", "appeals/2/", "appeals/3/"]),
        (Refused("queries-raised", queries=[7]), ["queries/7/"]),
        (Refused("objection-over", objection=5), ["objections/5/"]),
        (Refused("measure-at-table", measure=2), ["measures/2/"]),
        (Refused("has-a-seat", number=2, series=3, table=4), ["series/3/"]),
        (Refused("series-before-open", series=2, open=1), ["series/1/"]),
        (Refused("reason-missing"), []),
        (ValueError("anything"), []),
    ],
)
def test_to_everything_it_names(refused, addresses):
    found = [address for address, _label in ways_out(refused, "cup")]

    assert found == [f"/t/cup/office/{address}" for address in addresses]


def test_what_is_said_is_escaped():
    assert with_ways("<b>", Refused("reason-missing"), "cup") == "&lt;b&gt;"
    assert (
        with_ways("Nein.", Refused("x", series=1), "cup") == 'Nein. <a href="/t/cup/office/series/1/">To series 1</a>'
    )

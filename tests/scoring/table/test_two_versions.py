"""Two phones that brought one deal with other words: what is shown of both, wherever somebody has to choose."""

import pytest
from django.test import Client

from scoring.lists.services import phones
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from tests.scoring.table.pages import sides
from tests.scoring.table.phones_seen import GRAND, Phone
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("won", [True, False])
def test_two_versions_that_differ_in_won_or_lost_alone_look_different_everywhere(director, won):
    """On the phone, where the direction settles it, on the phone that keeps the list, and read from a code."""
    made = factories.tournament(entrants=8, rounds=2)
    row = factories.list_of(factories.running_series(made))
    keeper, other = Phone(row), Phone(row, device="b" * 32)
    keeper.send(keeper.deal(1))
    factories.enter(row, (3, factories.GRAND if won else factories.GRAND_LOST))
    other.send(other.deal(2, GRAND | {"declarer": 3, "won": not won}))
    ours, theirs = ("won", "lost") if won else ("lost", "won")
    points = ("72", "−144") if won else ("−144", "72")
    said = [
        f"Result (different): {result}, Points (different): {value}"
        for result, value in zip((ours, theirs), points, strict=True)
    ]

    (receipt,) = keeper.send(keeper.deal(2, GRAND | {"declarer": 3, "won": not won}))["receipts"]
    assert receipt["state"] == "conflict"
    assert [side["lines"][-1] for side in receipt["sides"]] == [
        [["Result", ours, True], ["Points", points[0], True]],
        [["Result", theirs, True], ["Points", points[1], True]],
    ]
    shown = sides(director.get("/t/cup/office/series/1/table/1/proposals/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))

    code = PackedList(
        series=1,
        table=1,
        sits=(1, 2, 3, 4),
        deals=(
            Deal(number=1, declarer=2, played=factories.GRAND),
            Deal(number=2, declarer=3, played=factories.GRAND_LOST if won else factories.GRAND),
        ),
    )
    read = director.get("/t/cup/handover/", {"packed": packed_text(code)}).content.decode()
    assert f"Different (list / phone): Result: {ours} / {theirs}; Points: {points[0]} / {points[1]}" in read
    client = Client(headers={"accept-language": "en"})
    client.get(f"/l/{row.table.key}/")
    phones.hand_over(list_id=row.pk, device=factories.device_of(client), copy="first", by=factories.user(), now=EVENING)
    shown = sides(client.get("/t/cup/series/1/table/1/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))

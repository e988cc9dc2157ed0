"""The page looks every line up in the line table, and says it in the words of the site: all of them, one by one."""

import json
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils.translation import override

from benchmarks.model import opened
from scoring.lists.wording.games import deal_line
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import book
from scoring.table.wording.phrases import phrases
from tests.browser.model_lines import LOOKED_UP, SAID, as_asked, can_stand_in_a_list, every_line, looked_up, said

AT_ONCE = 20_000

OTHERS = 7
"""Of so many lines one is said in the other languages: a prime, so that nothing that comes in turn is left out."""


@pytest.fixture(scope="module")
def model(browser):
    page = opened(browser.new_context().new_page())
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def lines():
    return list(every_line())


@pytest.fixture(scope="module")
def asking(model):
    """Return a function that asks the page about many lines."""

    def ask(script, lines, **given):
        parts = [lines[start : start + AT_ONCE] for start in range(0, len(lines), AT_ONCE)]
        return [answer for part in parts for answer in model.evaluate(script, [json.dumps(as_asked(part)), given])]

    return ask


def test_points_problems_and_steps_are_those_of_the_rules(asking, lines):
    pairs = zip(asking(LOOKED_UP, lines), map(looked_up, lines), strict=True)

    assert len(lines) > 150_000
    assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_are_those_of_the_site(asking, lines, language, is_thorough):
    standing = [line for line in lines if can_stand_in_a_list(line)]
    assert len(standing) > 40_000
    if language != settings.LANGUAGE_CODE and not is_thorough:
        # How a sentence is put together is the same in every language; each of its words stands in many lines.
        standing = standing[::OTHERS]
    with override(language):
        pairs = zip(asking(SAID, standing, phrases=phrases()), map(said, standing), strict=True)

        assert [pair for pair in pairs if pair[0] != pair[1]][:5] == []


READ = """
([asked, { phrases }]) => JSON.parse(asked).map((line) => {
  const { points } = lines.look(line, line.won ? "won" : "lost");
  return [points, words.sentence(line, points, "Bernd", phrases, lines)];
})
"""


@pytest.mark.parametrize("bid", [18, 48, 120, 264])
def test_a_bid_that_was_not_ticked_as_overbid_is_read_as_it_was_booked(asking, lines, bid):
    from_paper = [replace(line, bid=bid) for line in lines if line.bid is None and not line.won]

    with override("en"):
        assert asking(READ, from_paper, phrases=phrases()) == [
            [
                book(line).points,
                deal_line(Deal(number=1, declarer=1, played=line), ["Bernd"]),
            ]
            for line in from_paper
        ]


def test_a_game_that_a_judge_calls_won_stands_as_won(model):
    line = {"declarer": 1, "game": "hearts", "matadors": 1, "won": True, "bid": 50, "overruled": True}

    assert model.evaluate("line => lines.look(line, 'won').points", line) == 20


@pytest.mark.parametrize(
    "nonsense",
    [
        {"matadors": 12},
        {"matadors": 0},
        {"game": "ramsch"},
        {"schwarz": True},
        {"ouvert": True},
        {"bid": 19, "overbid": True},
    ],
    ids=str,
)
def test_what_no_page_can_tick_is_not_in_the_table(model, nonsense):
    line = {"declarer": 1, "game": "hearts", "matadors": 1} | nonsense

    assert model.evaluate("line => lines.look(line, 'lost')", line) is None

"""The shapes of the JSON. Names of fields stay what they are; new ones may join them."""

from scoring.public.open_data.shapes.events import (
    Entrant,
    Event,
    GameList,
    Page,
    Problem,
    RankingHead,
    Seat,
    Series,
    Table,
    Tournament,
)
from scoring.public.open_data.shapes.games import Games, NamedGame, Player, Statistics
from scoring.public.open_data.shapes.results import Mark, Member, Ranking, RankingLine, Standings, StandingsLine
from scoring.public.open_data.shapes.seasons import Season, SeasonDetail, SeasonTable

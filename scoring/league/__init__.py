"""The league of a season: levels, divisions, teams and their players, matches, line-ups, reports, protests.

Its rules are ``scoring.season.rules``, which the published program ``scoring.season.table`` asks too; everything
that can be computed is. What must never be false: a line-up is seen by others only when all of its match are in; a
report that was handed in is never overwritten; nobody plays for two teams at a time. Asks ``scoring.season`` for the
season, its members and who may look or change; whoever keeps the season leads the league.
"""

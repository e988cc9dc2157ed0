"""The league: points of a match, tables, fixtures, seats in a match, incomplete teams, promotion and relegation."""

"""The papers of a season: the table of the year, and those of its league."""

"""The lists: deals, results, standings, appeals."""

"""Drawing by lot, by standing and by hand: who shares a table, at which table of the hall, on which seat."""

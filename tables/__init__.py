"""The hall: people, series, tables, seats, the draw, the journal."""

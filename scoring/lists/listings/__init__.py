"""TODO listings."""

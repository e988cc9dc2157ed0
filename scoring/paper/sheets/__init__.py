"""The score sheet of a table: blank, or with what is entered so far (SkWO 7.2, 8.11)."""

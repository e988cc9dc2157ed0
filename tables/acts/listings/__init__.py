"""The columns that lists of the office are made of: see ``tables.acts``."""

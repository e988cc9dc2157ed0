"""What is done: see ``tables.tournaments``."""

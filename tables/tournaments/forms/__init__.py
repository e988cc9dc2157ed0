"""What is asked: see ``tables.tournaments``."""

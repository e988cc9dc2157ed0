"""What is read: see ``tables.tournaments``."""

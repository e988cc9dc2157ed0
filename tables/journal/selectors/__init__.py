"""What is read: see ``tables.journal``."""

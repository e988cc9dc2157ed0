"""What is read: see ``tables.clubs``."""

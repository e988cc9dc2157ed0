"""What is read: see ``tables.draw``."""

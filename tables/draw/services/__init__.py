"""What is done: see ``tables.draw``."""

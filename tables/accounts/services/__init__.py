"""What is done: see ``tables.accounts``."""

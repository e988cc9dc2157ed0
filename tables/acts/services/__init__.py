"""What is done: see ``tables.acts``."""

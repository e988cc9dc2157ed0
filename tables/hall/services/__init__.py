"""What is done: see ``tables.hall``."""

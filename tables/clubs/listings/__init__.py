"""What is shown in rows and tiles: see ``tables.clubs``."""

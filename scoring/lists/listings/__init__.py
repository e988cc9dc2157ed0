"""What is shown in rows and tiles: see ``scoring.lists``."""

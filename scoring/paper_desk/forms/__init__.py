"""What is asked: see ``scoring.paper_desk``."""

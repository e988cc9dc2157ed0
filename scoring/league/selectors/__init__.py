"""What is asked of a league."""

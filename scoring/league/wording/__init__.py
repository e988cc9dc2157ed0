"""What is said of a league."""

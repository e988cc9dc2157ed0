"""What is typed in a league."""

"""What takes long to print: made in a process of its own, kept for others, signed."""

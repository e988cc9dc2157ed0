"""What whoever runs the site sees of it: whether it is ready, its figures, its log."""

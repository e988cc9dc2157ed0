"""House rules in words, and what their deals come to."""

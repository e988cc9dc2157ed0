"""The record of a draw: what went in and came out, with hashes, lots and changes by hand; and reading it back."""

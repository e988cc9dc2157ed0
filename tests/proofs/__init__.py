"""What the site promises, and how the tests and scripts that hold a promise report their figures."""

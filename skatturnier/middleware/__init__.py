"""What happens to every request and answer, in the order of ``MIDDLEWARE``: noted, refused, kept, strengthened."""

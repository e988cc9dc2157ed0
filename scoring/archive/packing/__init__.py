"""What is in an archive, and how it is packed and checked."""

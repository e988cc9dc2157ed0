"""What a venue's file has, and what of it is new here."""

"""Everything that writes in the hall, by topic. Every act runs in one transaction and leaves one journal line."""

"""Everything that writes in the lists, by topic. Every act runs in one transaction and leaves one journal line."""

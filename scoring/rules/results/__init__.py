"""What lists add up to and who stands before whom: performance, rankings, teams, series, stakes (SkWO 5; ISkO 5.5)."""

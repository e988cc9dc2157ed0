"""The rules of the year, the league and the strength figure as pure functions (practice of clubs; DSkV league)."""

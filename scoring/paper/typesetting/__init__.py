"""How paper is set: text that fits, lines, codes, fonts, PDF."""

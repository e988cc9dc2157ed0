"""Where lists come from: pasted lines, a table as text, a workbook, a page that brings back what it was given."""

"""OpenDocument made of a workbook of openpyxl: one description of a workbook is written in both formats."""

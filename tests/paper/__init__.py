"""What goes onto paper or into files: documents, the print desk, workbooks, archives, signatures."""

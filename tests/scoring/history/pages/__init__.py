"""Pages of the history: lists, rankings and the journal as they were."""

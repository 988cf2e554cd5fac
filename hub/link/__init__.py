"""What paired tables send and are told: batches of records, notes, questions and answers."""

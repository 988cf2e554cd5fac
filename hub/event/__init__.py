"""An evening: players, rounds, seating, results and standings."""

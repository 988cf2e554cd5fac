"""The simulated table: boards, pens, lamps and cameras that exist only in a computer."""

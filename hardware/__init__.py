"""Camera, round lights and seat buttons behind small interfaces: real, simulated, or absent."""

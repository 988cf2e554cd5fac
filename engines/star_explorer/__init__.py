"""Star Explorer: draw constellations on a turning star disc."""

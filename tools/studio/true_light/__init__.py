"""The same boards in true light: a path tracer takes the place of the drawn light.

Truth, pens, poses and the camera's sensor are those of the drawn photographs; only what reaches the sensor is traced:
card of a thickness, ink that is matt on a shining film, lamps that mirror where they stand, hands and mugs that shade.
"""

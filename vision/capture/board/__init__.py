"""A board with its disc: sides, window, markers and step, from photographs at two stops."""

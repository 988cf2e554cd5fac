"""Trains the small nets of the camera's reader from photographs with ground truth."""

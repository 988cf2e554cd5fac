"""What all readers share: pictures, markers, poses, light, ridges and paths of ink, findings of what was read."""

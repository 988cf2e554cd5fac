"""What the product is made and measured with: benchmarks, training, photographs with truth, tours, drills, fuzzing."""

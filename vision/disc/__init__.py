"""Star discs: where the disc is and how it is turned, which stars are joined, how sure that is."""

"""The table on the processor of a Raspberry Pi: installed, run and compared."""

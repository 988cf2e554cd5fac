import sys
from pathlib import Path

# The tests here share one module of table set-ups.
sys.path.insert(0, str(Path(__file__).parent))

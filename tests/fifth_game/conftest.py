"""The game's own tests run where it is installed: `tests/test_fifth_game.py` installs it and has them run."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("comets") else ["test_comets.py"]

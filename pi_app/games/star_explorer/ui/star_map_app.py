"""The star map's screen by itself: what `planisphere pack capture star_explorer --edit` opens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Place
from pi_app.table.journal import Journal
from pi_app.ui import environment


def edit_star_map(folder: Path) -> None:
    """Open a draft's star map until the finger says that it is done. Raises BadInput, NotPossible."""
    environment.prepare()
    from pi_app.ui.app import PlanisphereApp

    with tempfile.TemporaryDirectory() as scratch:
        journal = Journal(Path(scratch) / "journal.sqlite3")
        nav = Navigator(journal)
        nav.put(Place(page="star_map", folder=str(folder.resolve())))
        app = PlanisphereApp(nav)
        nav.subscribe(lambda: None if nav.screen == "star_map" else app.stop())
        try:
            app.run()
        finally:
            journal.close()

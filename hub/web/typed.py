"""What somebody typed into a form that was refused: it stands in the form again, beside the reason."""

from __future__ import annotations

from starlette.datastructures import FormData


class Kept:
    """What was typed into one form; nothing where that is not the form that was refused."""

    def __init__(self, form: FormData | None = None) -> None:
        self._form = form

    def __bool__(self) -> bool:
        return self._form is not None

    def value(self, name: str, otherwise: object, place: int = 0) -> object:
        """What was typed into a field, the one at that place of several; `otherwise` where nothing was."""
        values = self._form.getlist(name) if self._form is not None else []
        return values[place] if place < len(values) else otherwise

    def picked(self, name: str, value: object, place: int = 0) -> str:
        """` selected` where that is what was picked."""
        return " selected" if self and str(self.value(name, "", place)) == str(value) else ""


class Typed:
    """The form that was refused, of all forms of a page. `verb`: what it was to do."""

    def __init__(self, verb: str = "", form: FormData | None = None) -> None:
        self._verb, self._form = verb, form

    def __call__(self, verb: str, **row: object) -> Kept:
        """What was typed into the form that does this, to the row with these numbers."""
        form = self._form if verb == self._verb else None
        if form is None or any(str(form.get(name)) != str(value) for name, value in row.items()):
            return Kept()
        return Kept(form)

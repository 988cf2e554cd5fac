"""Writes the pages of codes: what is said when something is wrong, each sentence under its code.

    python -m tools.codes            write docs/codes: a page a room, and their index
    python -m tools.codes --check    change nothing; exit 1 where a page is out of date, or a code is not in order

The codes are found in the sources, without running them: in every call of `finding` and of an error that takes a code
and a template, as `engines.errors.Coded` does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("engines", "paper", "vision", "hardware", "firmware_bridge", "pi_app", "hub", "planisphere", "tools")
"""Not `systemd`: the installer runs before anything is installed, and speaks only to the person who started it."""
APART = ("pi_app/host", "vision/capture")
"""Folders with a page of their own: that of their room would be too long."""
PAGES = ROOT / "docs" / "codes"
CODE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
CLASS = re.compile(r"^class (\w+)(?:\((.*)\))?:(.*\n(?:[ \t].*\n|\n)*)", re.MULTILINE)
EXITS = {"BadInput": 2, "NotPossible": 3}
"""Error -> the exit code that a command ends with."""

INDEX = """# Codes

Whatever goes wrong has a code. A code never changes its meaning; the sentence beside it may be put better. So a program
that acts on an error reads the code: commands print `{"error":{"code","params","message"}}` with `--json`,
`planisphere doctor --json` and the support bundle name the findings by code. Whoever helps a table looks here for the
code in its bundle, or for what its screen said. Translators find the same sentences, with the same `{fields}`, in the
catalogues (`pi_app/locale`, `hub/locale`).

There is a page for each room of the sources that says something, and one each for what only a host does and for
capturing. A code that two rooms say is on the page of the one that stands lower. `python -m tools.codes` writes the
pages from the sources; a test fails where one is out of date.

*Exit* is what a command ends with: 2 for an input that cannot be right, 3 for what is not possible now. Without a
number it is a finding: it is said, or is part of another sentence, and nothing ends.

|first word of a code|its pages|
|---|---|
"""


class Site(NamedTuple):
    """One place in the sources that says something under a code."""

    file: str
    """Below the root of the sources."""
    line: int
    error: str
    """The error that is raised there, or `finding`."""
    code: str | None
    """None where it is not written there as a word, or is no code."""
    template: str | None
    """None where it is not written there, nor just before."""


def sites(rooms: Iterable[str] = ROOMS, root: Path = ROOT) -> list[Site]:
    """Every call that makes a finding, or raises one, in the order of the sources."""
    coded = {"finding"} | _errors(_sources(ROOMS, root))
    return [site for path in _sources(rooms, root) for site in _of_module(path.relative_to(root), path, coded)]


@cache
def templates(rooms: tuple[str, ...]) -> dict[str, str]:
    """Code -> sentence, of some rooms."""
    return {site.code: site.template for site in sites(rooms) if site.code and site.template}


def _sources(rooms: Iterable[str], root: Path) -> list[Path]:
    return [path for room in rooms for path in sorted((root / room).rglob("*.py")) if "node_modules" not in path.parts]


@cache
def _text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """A module's sources, read once."""
    return ast.parse(_text_of(path), str(path))


@cache
def _telling(path: Path) -> list[ast.Assign | ast.Call]:
    """The nodes of a module that may say something."""
    return [node for node in walked(parsed(path)) if isinstance(node, ast.Assign | ast.Call)]


@cache
def walked(tree: ast.Module) -> list[ast.AST]:
    """The nodes that have parts, in the order of `ast.walk`, which takes three times as long; walked once."""
    nodes: list[ast.AST] = [tree]
    for node in nodes:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and value._fields:
                nodes.append(value)
    return nodes


def _errors(paths: Iterable[Path]) -> set[str]:
    """The names of the classes that are made of a code and a template: their own `__init__` says so, or a base's.

    By their text: to take apart all sources takes seconds, and the formatter writes every class alike.
    """
    classes = {name: (bases, body) for path in paths for name, bases, body in CLASS.findall(_text_of(path))}

    def takes_code(name: str) -> bool:
        bases, body = classes.get(name, ("", ""))
        if found := re.search(r"^    def __init__\(\s*self,?\s*(\w*)[^,]*,?\s*(\w*)", body, re.MULTILINE):
            return found.groups() == ("code", "template")
        return any(takes_code(base.rpartition(".")[2]) for base in re.findall(r"[\w.]+", bases) if base != name)

    return {name for name in classes if takes_code(name)}


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _of_module(path: Path, source: Path, coded: set[str]) -> Iterator[Site]:
    if not any(name in _text_of(source) for name in coded):
        return
    nodes = _telling(source)
    constants = _constants(nodes)
    for node in nodes:
        if not isinstance(node, ast.Call) or _name(node.func) not in coded:
            continue
        said = [_text(argument, constants) for argument in node.args[:2]] + [None, None]
        if said[0] is None and path.name == "errors.py":
            continue  # where every finding is made
        code = said[0] if said[0] and CODE.fullmatch(said[0]) else None
        yield Site(path.as_posix(), node.lineno, _name(node.func), code, said[1])


def _constants(nodes: Iterable[ast.AST]) -> list[tuple[str, int, str]]:
    """Every name that a module gives to a plain text: the name, the line, the text."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found += [(_name(target), node.lineno, node.value.value) for target in node.targets]
    return sorted(found, key=lambda each: each[1])


def _text(node: ast.expr, constants: list[tuple[str, int, str]]) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    before = [text for name, line, text in constants if name == _name(node) and line < node.lineno]
    return before[-1] if before else None


def faults(found: Iterable[Site]) -> list[str]:
    """What is not in order: a place without code or template, a code with two sentences, a sentence with two codes."""
    told, of_code, of_template = [], dict[str, str](), dict[str, str]()
    for site in found:
        where = f"{site.file}:{site.line}"
        if site.code is None or site.template is None:
            told.append(f"{where}: {site.error} without {'a code' if site.code is None else 'its sentence'}")
            continue
        if of_code.setdefault(site.code, site.template) != site.template:
            told.append(f"{where}: {site.code} says something else than before")
        if words_of(site.template) and of_template.setdefault(site.template, site.code) != site.code:
            told.append(f"{where}: {site.code} says the same as {of_template[site.template]}")
    return told


def words_of(template: str) -> list[str]:
    """The words of a sentence without its fields."""
    return re.findall(r"[^\W\d_]+", re.sub(r"\{[^{}]*\}", "", template))


def pages(found: Iterable[Site]) -> dict[str, str]:
    """File name -> text: the index, and for each room a table of its codes."""
    rows: dict[str, tuple[str, str, set[str]]] = {}
    for site in found:
        if site.code and site.template:
            room = next((folder for folder in APART if site.file.startswith(folder)), site.file.partition("/")[0])
            rows.setdefault(site.code, (room, site.template, set()))[2].add(site.error)
    tables: dict[str, str] = {}
    areas: dict[str, set[str]] = {}
    for code, (room, template, errors) in sorted(rows.items()):
        ends = ", ".join(str(EXITS[error]) for error in sorted(errors) if error in EXITS)
        head = f"# Codes of {room}\n\n[What codes are](README.md).\n\n|code|sentence|exit|\n|---|---|---|\n"
        tables[room] = tables.get(room, head) + f"|`{code}`|{_cell(template)}|{ends}|\n"
        areas.setdefault(code.partition(".")[0], set()).add(room)
    names = {room: room.replace("/", "-") for room in tables}
    links = {area: ", ".join(f"[{room}]({names[room]}.md)" for room in sorted(rooms)) for area, rooms in areas.items()}
    index = INDEX + "".join(f"|`{area}`|{links[area]}|\n" for area in links)
    return {"README.md": index, **{f"{names[room]}.md": text for room, text in tables.items()}}


def outdated(found: Iterable[Site], folder: Path = PAGES) -> dict[Path, str | None]:
    """The pages that are not what the sources say, and what they should hold: None where a page has to go."""
    wanted = {folder / name: text for name, text in pages(found).items()}
    gone = dict.fromkeys(set(folder.glob("*.md")) - set(wanted))
    return {path: text for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text} | gone


def _cell(template: str) -> str:
    return re.sub(r"([|<>*_`])", r"\\\1", " ".join(template.split()))


def main() -> int:
    """Write the pages, or check them."""
    found = sites()
    wrong, check = faults(found), "--check" in sys.argv[1:]
    for path, text in outdated(found).items():
        if check:
            wrong.append(f"{path.relative_to(ROOT)} is out of date: run python -m tools.codes")
        elif text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return int(check and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

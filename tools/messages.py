"""Takes the messages of the screens into the catalogues: new ones come in, those nobody says any more go.

    tools/messages.py            write pi_app/locale and hub/locale: */LC_MESSAGES/*.po, and compile them
    python -m tools.messages --check    change nothing; exit 1 where a message is missing, idle or not translated

English says what the source says. What is still to be translated is listed.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from engines.registry import games
from engines.rulebook import rulebook
from hub.errors import CODES, RefusedFor
from tools.codes import sites, templates, words_of

ROOT = Path(__file__).resolve().parent.parent
SAID = {"_": None, "ngettext": (1, 2), "npgettext": ((1, "c"), 2, 3)}
KEYWORDS = {
    "pi_app": (SAID, {"N_": None}),  # apart: a message may be marked inside the call that translates it
    "hub": ({**SAID, "N_": None, "say": None},),
}
"""Room -> the calls that mark a message; each set is looked for by itself."""
SHOWN = ("pi_app", "hardware", "engines")
"""The rooms whose findings a table shows (`tools.codes`): their sentences are messages."""
METHODS = [("**/templates/**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]


def said(room: str) -> Catalog:
    """Every message of a room: what its sources mark, and the findings that it shows."""
    found = Catalog(project="Planisphere", charset="utf-8")
    options = {"**/templates/**.html": {"newstyle_gettext": "true", "trimmed": "true"}}
    for sentence in findings(room):
        found.add(sentence)
    for keywords in KEYWORDS[room]:
        extracted = extract_from_dir(str(ROOT / room), METHODS, options, keywords=keywords)
        for _file, _line, message, _comments, context in extracted:
            if message and message != "":
                found.add(message, context=context)
    for game in games().values():
        if (ROOT / game.package.replace(".", "/")).is_dir():  # others bring catalogues of their own
            found.add(game.title)
            for option in rulebook(game.name).options:
                for sentence in (option.ask, *option.answers.values()):
                    if any(letter.isalpha() for letter in sentence):
                        found.add(sentence)
    return found


def findings(room: str) -> list[str]:
    """The sentences of the findings that a room shows as they stand, those with words in them."""
    if room == "hub":
        return hub_findings()
    return [sentence for sentence in templates(SHOWN).values() if words_of(sentence)]


def hub_findings() -> list[str]:
    """The sentences of the event host's findings that its pages say as they stand; not what ends a command."""
    from hub.web.details import UNSAID, WORDS

    known = {*WORDS, *UNSAID, *(meaning.code for _status, meaning in CODES.values())}
    refusals = {"finding", *(kind.__name__ for kind in RefusedFor.__subclasses__())}
    said = (site for site in sites(("hub",)) if site.error in refusals and site.code not in known)
    return sorted({site.template for site in said if site.template})


def catalogue(path: Path) -> Catalog:
    """The catalogue of one language; an empty one where there is none yet."""
    if not path.exists():
        return Catalog(locale=path.parts[-3], project="Planisphere", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def update(path: Path, template: Catalog, other: Catalog | None = None) -> list[str]:
    """Bring one catalogue up to date; returns what is not translated.

    `other`: a catalogue of the same language; what it translates alike need not be translated twice.
    """
    kept = catalogue(path)
    kept.update(template, no_fuzzy_matching=True)
    kept.obsolete.clear()
    for message in kept:
        message.flags.discard("fuzzy")
        known = other.get(message.id) if other is not None and not any(strings(message)) else None
        if known is not None:
            message.string = known.string
        if path.parts[-3] == "en" and message.id:
            message.string = message.id
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, kept, width=0, sort_output=True, no_location=True, omit_header=True)
    text = path.read_text("utf-8")
    path.write_text(header(kept) + text, "utf-8")
    return untranslated(kept)


def header(kept: Catalog) -> str:
    """The catalogue's head: nothing that changes from day to day."""
    fields = {
        "Project-Id-Version": "Planisphere",
        "Language": str(kept.locale),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": kept.plural_forms.rstrip(";") + ";",
    }
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in fields.items())
    return f'#\nmsgid ""\nmsgstr ""\n{lines}\n'


def untranslated(kept: Catalog) -> list[str]:
    """Messages without words, or without words for one of the plural forms."""
    return [str(name(message)) for message in kept if message.id and not all(strings(message))]


def strings(message: Message) -> tuple[str, ...]:
    """The translations of a message, one a plural form."""
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string,)


def name(message: Message) -> str:
    """A message as it is said for one, after its context."""
    said = str(message.id[0] if isinstance(message.id, tuple | list) else message.id)
    return f"{message.context}: {said}" if message.context else said


def check(path: Path, template: Catalog) -> list[str]:
    """What `update` would change or miss."""
    kept = catalogue(path)
    known, wanted = {name(m) for m in kept if m.id}, {name(m) for m in template if m.id}
    return [*sorted(wanted - known), *sorted(known - wanted), *untranslated(kept)]


def file_of(room: str, language: str, domain: str) -> Path:
    """The catalogue of a room in a language."""
    return ROOT / room / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def main() -> int:
    """Update or check every language that the screens offer."""
    from hub.web.words import DOMAIN as OF_HUB
    from pi_app.i18n import DOMAIN, LANGUAGES

    only_check, missing = "--check" in sys.argv[1:], 0
    for room, domain in (("pi_app", DOMAIN), ("hub", OF_HUB)):
        for code in LANGUAGES:
            template = said(room)  # anew for each: a catalogue takes the messages themselves
            path = file_of(room, code, domain)
            other = catalogue(file_of("pi_app", code, DOMAIN)) if room == "hub" else None
            found = check(path, template) if only_check else update(path, template, other)
            missing += len(found)
            for text in found:
                print(f"{room} {code}: {text!r}")
    if not only_check:
        build = runpy.run_path(str(ROOT / "script" / "build_catalogues.py"))

        build["compile_catalogues"](ROOT)
    return int(only_check and missing > 0)


if __name__ == "__main__":
    sys.exit(main())

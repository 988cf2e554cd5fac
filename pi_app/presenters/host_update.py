"""Updates on the host's page: which version runs, what was found, why it is refused, how far the installing is."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from engines.errors import Finding
from pi_app.host import notify
from pi_app.host.updater import Offer, Seen, Updater
from pi_app.i18n import N_, _, tell
from pi_app.steps.view import Command, Part, Slide, Tap

MB: Final = 1_000_000
STEPS: Final = 5
"""What the installing service says on its way."""
_DAMAGED: Final = N_("It is cut short or damaged, or is no update. Copy it again.")
_CHANGED: Final = N_("It does not hold what its signature says. Copy it again, or ask who made it.")
_NOT_HERE: Final = N_("It cannot be installed here.")
_READS_WORSE: Final = N_("The new version reads this table's kept photographs worse.")
_REFUSALS: Final = {
    "update.not_signed": N_("Nobody whom this table trusts signed it, or it was changed since."),
    "update.unsigned": N_("It is not signed."),
    "update.damaged": _DAMAGED,
    "update.unreadable": N_("It cannot be read. Is the stick still there?"),
    "update.list_unusable": _CHANGED,
    "update.list_wheels": _CHANGED,
    "update.list_strange": _CHANGED,
    "update.wheel_changed": _CHANGED,
    "update.contents": _CHANGED,
    "update.part_too_large": _CHANGED,
    "update.too_large": _CHANGED,
    "update.other_python": N_("It is for Python {wanted}; this table has {has}."),
    "update.other_machine": N_("It is for another machine ({wanted}); this table is {has}."),
    "update.same_version": N_("Version {version} runs already."),
    "update.older_version": N_("Version {version} is older than {now}, which runs."),
    "update.failed_before": N_("Version {version} did not come up on this table before."),
    "update.no_signers": N_("This table trusts nobody's updates yet: its owner has to put a key there."),
    "update.on_trial": N_("Version {version} is still being tried: let the table run for a while."),
    "update.does_not_start": N_("The new version does not start here."),
    "update.doctor_worse": N_("The new version finds something wrong with this table: {what}"),
    "update.cases_unread": _READS_WORSE,
    "update.cases_worse": _READS_WORSE,
    "update.no_ssh": N_("Its signature cannot be checked here: Debian's openssh-client is missing."),
    "update.step_failed": _NOT_HERE,
    "update.not_in_slot": _NOT_HERE,
    "update.nothing_before": N_("There is no version before this one."),
    "update.silent": N_("The installing ended before it was done. Nothing has changed; try again."),
    "update.no_room": N_("There is not enough room for it on this table's disk."),
}
"""What a host is told in the place of what the command line says."""
_DOING: Final = {
    "looking": N_("Looking for updates…"),
    "asking": N_("Copying…"),
    "waiting": N_("Waiting for the installing service…"),
    "installing": N_("Installing… The table can be played on meanwhile."),
}


Level: TypeAlias = Literal["ok", "warn", "fail", "plain"]
Shown: TypeAlias = tuple[Part, tuple[Part, ...]]
"""A stage, and a panel."""


class Remark(Part, frozen=True):
    """A sentence with a sign of its level, `plain` without; what else there is to say below."""

    WIDGET: ClassVar = "pi_app.ui.steps.remarks:remark_row"
    level: Level
    text: str
    more: str = ""


class Share(Part, frozen=True):
    """How much of something is done, 0 to 1."""

    WIDGET: ClassVar = "pi_app.ui.steps.remarks:ShareBar"
    share: float


class Update(Command, frozen=True):
    """Do that with updates."""

    what: str


def refusal_words(reason: Finding) -> str:
    """Why an update is not taken, in the language in use."""
    return tell(reason, _REFUSALS)


class UpdateDesk:
    """The part of the host's page. `updater`: None where this table has none."""

    def __init__(self, updater: Updater | None) -> None:
        self._updater = updater
        self.asking = False
        """Whether it was asked whether to go back."""

    @property
    def seen(self) -> Seen | None:
        """What has come of it so far; it changes in another thread."""
        return self._updater.view if self._updater is not None else None

    @property
    def looking(self) -> bool:
        """Whether it is still being looked for an update."""
        seen = self.seen
        return seen is not None and seen.doing in ("looking", "fetching")

    def opened(self) -> None:
        """The part is opened: look at once, unless that was done."""
        self.asking = False
        if self._updater is not None and not self._updater.view.looked:
            self._updater.look()

    def tick(self) -> None:
        """Called several times a second while the page is up."""
        if self._updater is not None:
            self._updater.notice()

    def do(self, key: str) -> None:
        """Do what one of the taps says."""
        updater = self._updater
        if updater is None or updater.busy or Update(key) not in (tap.does for tap in self.taps()):
            return
        asked, self.asking = self.asking, False
        if key == "look":
            updater.look()
        elif key == "restart":
            updater.restart = True
        elif key == "back":
            self.asking = True
        elif key == "back.yes" and asked:
            updater.back()
        elif key.startswith("install."):
            updater.install(updater.view.offers[int(key.removeprefix("install."))])

    def parts(self) -> Shown:
        """What was found and how far it is; what can be done."""
        seen = self.seen
        if seen is None:
            return Slide("update", (Remark("plain", _("This table cannot be updated here.")),)), ()
        lines = [*_standing(seen), *_outcome(seen), *_under_way(seen), *_found(seen)]
        if self.asking:
            words = _("Run version {version} again? Games and settings stay.")
            lines.append(Remark("warn", words.format(version=seen.status.before)))
        share = _share(seen)
        return Slide("update", (*lines, *(() if share is None else (Share(share),)))), self.taps()

    def taps(self) -> tuple[Tap, ...]:
        """What can be done now."""
        seen = self.seen
        if seen is None or seen.doing:
            return ()
        back = _("Back to {version}").format(version=seen.status.before)
        if self.asking:
            return Tap(Update("back.no"), _("Keep")), Tap(Update("back.yes"), back, role="destructive")
        taps = [Tap(Update("look"), _("Look for updates"))]
        if seen.slots and seen.status.before and not seen.ready:
            taps.append(Tap(Update("back"), back))
        if seen.ready and notify.supervised():
            taps.append(Tap(Update("restart"), _("Restart now"), role="progress"))
        for index, offer in enumerate(seen.offers if seen.slots and not seen.ready else ()):
            if not offer.refused:
                words = _("Install {version}").format(version=offer.version)
                taps.append(Tap(Update(f"install.{index}"), words, role="progress"))
        return tuple(taps)


def _standing(seen: Seen) -> list[Remark]:
    stands, more = seen.status, ""
    if seen.ready:
        return []
    if stands.trial:
        more = _("It is being tried: it stays once its screen has been up for two minutes.")
    elif not seen.slots and seen.looked:
        more = _("This is not a table made by script/install-pi: it is not updated from here.")
    lines = [Remark("plain", _("Version {version} runs.").format(version=stands.version), more)]
    if stands.failed:
        names = ", ".join(stands.failed)
        lines.append(Remark("warn", _("Did not come up on this table: {versions}").format(versions=names)))
    return lines


def _outcome(seen: Seen) -> list[Remark]:
    told = seen.told
    if told is not None and told.refused:
        return [Remark("fail", _("It was not installed. Nothing has changed."), refusal_words(told.refused))]
    if seen.ready:
        version = told.version if told is not None else seen.status.version
        words = _("Version {version} runs from the next start on.").format(version=version)
        return [Remark("ok", words, _("The game goes on where it is."))]
    return []


def _under_way(seen: Seen) -> list[Remark]:
    if seen.doing == "fetching":
        words = _("The event host's update is on its way: {done} of {size} MB")
        return [Remark("plain", words.format(done=seen.done // MB, size=seen.size // MB or "?"))]
    if not seen.doing:
        return []
    late = _("No installing service takes it up: planisphere-update.path does not run here.") if seen.late else ""
    done = [Remark("ok", tell(line)) for line in seen.said]
    return [Remark("plain", _(_DOING[seen.doing]), late), *done]


def _found(seen: Seen) -> list[Remark]:
    lines = [_offer_line(offer) for offer in seen.offers]
    if seen.hub == "away":
        lines.append(Remark("warn", _("The event host does not answer.")))
    elif seen.hub == "nothing":
        lines.append(Remark("plain", _("The event host offers no update.")))
    if seen.looked and not seen.doing and not seen.offers and seen.told is None and not seen.ready:
        words = _("No update on a stick. It wants a FAT stick named PLANISPHERE with the file on it.")
        lines.append(Remark("plain", words))
    return lines


def _offer_line(offer: Offer) -> Remark:
    where = _("the stick") if offer.source == "stick" else _("the event host")
    if offer.refused:
        name = _("{file} from {place} is refused.").format(file=offer.path.name, place=where)
        return Remark("fail", name, refusal_words(offer.refused))
    words = _("Version {version} from {place} can be installed.").format(version=offer.version, place=where)
    return Remark("ok", words, offer.notes)


def _share(seen: Seen) -> float | None:
    if seen.doing == "fetching" and seen.size:
        return min(1.0, seen.done / seen.size)
    if seen.doing in ("asking", "waiting", "installing"):
        return len(seen.said) / (STEPS + 1)
    return None

"""The records are for the bot's user alone: running deals lie in them, with everybody's cards."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

_OTHERS = 0o077
"""What a file allows to anybody else."""


def keep_private(data: Path) -> None:
    """From now on this process makes nothing that others may read, and what it has made in this folder before is
    mended; where that cannot be, the log says why in a sentence."""
    os.umask(_OTHERS)
    troubles = [trouble for path in _kept(data) if (trouble := _trouble(path)) is not None]
    if troubles:
        path, why = troubles[0].filename, troubles[0].strerror
        log.warning("Others on this machine may read the records: %s: %s.", path, why)


def open_to_others(data: Path) -> list[Path]:
    """What is ours in this folder and may be read by others now."""
    return [path for path in _kept(data) if not path.is_symlink() and path.stat().st_mode & _OTHERS]


def _kept(data: Path) -> Iterator[Path]:
    """The folder and what is ours in it: it may be one that holds other things, too."""
    if data.exists():
        yield data
        for ours in ("cardroom*", "*.zip", "alive", "bot.lock", "local", "local/*"):
            yield from data.glob(ours)


def _trouble(path: Path) -> OSError | None:
    """Lets nobody else read a file or folder; returns what prevents that."""
    try:
        _mend(path)
    except FileNotFoundError:  # it has gone meanwhile
        return None
    except OSError as error:
        return error
    return None


def _mend(path: Path) -> None:
    """Raises OSError with a sentence if it cannot be."""
    known = path.lstat()
    if stat.S_ISLNK(known.st_mode) or not known.st_mode & _OTHERS:
        return
    if known.st_mode & stat.S_ISVTX:
        raise OSError(0, "it is a folder that everybody shares", str(path))
    path.chmod(known.st_mode & ~_OTHERS)
    if path.stat().st_mode & _OTHERS:
        raise OSError(0, "its disk keeps no permissions", str(path))

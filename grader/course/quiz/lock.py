"""The lock of a build: what was built, from what, and the digest of every file, so that nothing can change unseen."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import NamedTuple

from grader.data import Data
from grader.documents.shape import validator
from grader.errors import Fault, ProblemError

NAME = "quiz.lock"
FORMAT = "gametree-lock/1"
_OF_AN_EXPORT = ("platform", "by_file")
_MOST_BYTES = 512 * 1024 * 1024


class Lock(NamedTuple):
    """What a lock holds.

    `exercises` are (id, title, possible as text); `sheets` says for whom which problems are, by the order of exercises, and
    `folders` where each sheet lies; `shared` are the problems that everyone has; `options` are how it was built: paper and zip;
    `files` and `inputs` have a digest each; `earlier` are the locks before this one, less the digests that are still the same.
    Of the key to an export `platform` is its format, and `by_file` says of each problem which parts are handed in as a file.
    """

    quiz: str
    exercises: tuple[tuple[str, str, str], ...]
    variants: str
    sheets: dict[str, tuple[str, ...]]
    folders: dict[str, str]
    shared: tuple[str, ...]
    options: dict[str, str | bool]
    versions: dict[str, str]
    secret: str
    inputs: dict[str, str]
    files: dict[str, str]
    earlier: tuple[dict[str, Data], ...] = ()
    platform: str = ""
    by_file: Mapping[str, tuple[str, ...]] = {}


def digest(content: bytes) -> str:
    """Return the SHA-256 digest with its name in front."""
    return "sha256:" + hashlib.sha256(content).hexdigest()


def renewed(lock: Lock, fingerprint: str, files: dict[str, str]) -> Lock:
    """Return the lock that follows on this one, with these files; the digests that were other before are kept in it."""
    other = {name: was for name, was in lock.files.items() if files.get(name) != was}
    return lock._replace(files=files, earlier=(*lock.earlier, {"lock": fingerprint, "files": other}))


def write_lock(lock: Lock) -> bytes:
    """Return the lock as a document that bears its own digest."""
    stated: dict[str, Data] = {
        "format": FORMAT,
        **lock._asdict(),
        "exercises": [{"id": id_, "title": title, "possible": points} for id_, title, points in lock.exercises],
        "files": dict(sorted(lock.files.items())),
    }
    if not lock.platform:
        stated = {name: value for name, value in stated.items() if name not in _OF_AN_EXPORT}
    stated["digest"] = digest(_text(stated))
    return _text(stated)


def _text(stated: dict[str, Data]) -> bytes:
    return (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()


def read_lock(folder: str) -> tuple[Lock, str]:
    """Return the lock of a build and its digest. Raises ProblemError where there is none, or it is not as it was written."""
    source = os.path.join(folder, NAME)
    try:
        with open(source, "rb") as file:
            content = file.read(_MOST_BYTES)
        stated = json.loads(content)
    except FileNotFoundError:
        message = "there is no quiz.lock in it, expected a folder that `gametree quiz build` wrote"
        raise ProblemError([Fault(message, folder)]) from None
    except OSError as failure:
        raise ProblemError([Fault(f"cannot be read: {failure.strerror or failure}", source)]) from failure
    except (ValueError, RecursionError):
        raise ProblemError([Fault("is no lock: it is not the JSON that was written", source)]) from None
    if not validator("lock").is_valid(stated):
        raise ProblemError([Fault("is no lock of a quiz, or one of another version of this program", source)])
    if stated.pop("digest") != digest(_text(stated)):
        raise ProblemError([Fault("was changed since the quiz was built", source)])
    return _lock(stated), digest(content)


def _lock(stated: dict[str, Data]) -> Lock:
    fields = {name: stated[name] for name in Lock._fields if name in stated}
    fields["exercises"] = tuple((one["id"], one["title"], one["possible"]) for one in stated["exercises"])
    fields["sheets"] = {who: tuple(ids) for who, ids in stated["sheets"].items()}
    fields["shared"] = tuple(stated["shared"])
    fields["earlier"] = tuple(stated["earlier"])
    fields["by_file"] = {id_: tuple(parts) for id_, parts in stated.get("by_file", {}).items()}
    return Lock(**fields)


def changed_files(folder: str, files: dict[str, str]) -> list[Fault]:
    """Return what of the files was changed since, or is gone."""
    return [
        Fault(what, os.path.join(folder, name)) for name, was in files.items() if (what := _change(folder, name, was))
    ]


def _change(folder: str, name: str, was: str) -> str:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return "" if digest(file.read()) == was else "was changed since the quiz was built"
    except FileNotFoundError:
        return "is gone since the quiz was built"
    except OSError as failure:
        return f"cannot be read: {failure.strerror or failure}"

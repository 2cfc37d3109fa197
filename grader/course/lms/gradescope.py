"""submission_metadata.yml of a Gradescope export: who handed in each submission, and when.

The file may be large, since it holds all results and earlier submissions. It is read event by event, and of each
submission nothing is kept but its submitters and its time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from grader.course.lms.person import Person

if TYPE_CHECKING:
    from yaml.events import Event

MOST_BYTES = 64 * 1024**2
_MOST_SUBMITTERS = 100
_LONGEST = 200


class Submitted(NamedTuple):
    """A submission of the export: who handed it in, several where they are a group, and when."""

    submitters: tuple[Person, ...] = ()
    time: str = ""


def read_metadata(content: bytes) -> dict[str, Submitted]:
    """Return the submissions by the names of their folders. Raises ValueError where the file is not what the platform writes."""
    import yaml

    try:
        return _Reader(yaml.parse(content, Loader=yaml.CSafeLoader)).submissions()
    except (yaml.YAMLError, UnicodeError) as failure:
        reason = str(getattr(failure, "problem", None) or "it is not UTF-8")
        raise ValueError(f"is no well-formed YAML: {reason}") from None
    except StopIteration:
        raise ValueError("ends too early") from None


class _Reader:
    """Reads what is wanted from a stream of events and passes over the rest."""

    def __init__(self, events: Iterator[Event]) -> None:
        self._events = events
        self._known: dict[str, Person] = {}

    def submissions(self) -> dict[str, Submitted]:
        from yaml.events import DocumentStartEvent, MappingStartEvent, ScalarEvent, StreamStartEvent

        event = next(self._events)
        while isinstance(event, StreamStartEvent | DocumentStartEvent):
            event = next(self._events)
        if not isinstance(event, MappingStartEvent):
            raise ValueError("is no mapping of submissions")  # noqa: TRY004  # of the file, not of a type
        found: dict[str, Submitted] = {}
        while isinstance(key := next(self._events), ScalarEvent):
            found[key.value] = self._submission(key.value.rpartition("_")[2])
        return found

    def _submission(self, id_: str) -> Submitted:
        from yaml.events import MappingStartEvent, ScalarEvent, SequenceStartEvent

        event = next(self._events)
        if not isinstance(event, MappingStartEvent):
            self._skip(event)
            return Submitted()
        persons: list[Person] = []
        time = ""
        while isinstance(key := next(self._events), ScalarEvent):
            value = next(self._events)
            name = key.value.lstrip(":")
            if name == "submitters" and isinstance(value, SequenceStartEvent):
                persons = [one._replace(submission=id_) for one in self._submitters()]
            elif name == "created_at" and isinstance(value, ScalarEvent):
                time = value.value[:_LONGEST]
            else:
                self._skip(value)
        return Submitted(tuple(one._replace(time=time) for one in persons), time)

    def _submitters(self) -> list[Person]:
        from yaml.events import AliasEvent, MappingStartEvent, SequenceEndEvent

        persons = []
        while not isinstance(event := next(self._events), SequenceEndEvent):
            if isinstance(event, MappingStartEvent):
                person = self._person()
                if event.anchor:
                    self._known[event.anchor] = person
                persons.append(person)
            elif isinstance(event, AliasEvent) and event.anchor in self._known:
                persons.append(self._known[event.anchor])
            else:
                self._skip(event)
        return persons[:_MOST_SUBMITTERS]

    def _person(self) -> Person:
        from yaml.events import ScalarEvent

        stated: dict[str, str] = {}
        while isinstance(key := next(self._events), ScalarEvent):
            value = next(self._events)
            if isinstance(value, ScalarEvent):
                stated[key.value.lstrip(":")] = "" if value.value in ("~", "null") else value.value.strip()[:_LONGEST]
            else:
                self._skip(value)
        sid, email, name = (stated.get(field, "") for field in ("sid", "email", "name"))
        return Person("gradescope", sid or email or name, name, email)

    def _skip(self, event: Event) -> None:
        """Pass over a value, whose first event was read already."""
        from yaml.events import CollectionEndEvent, CollectionStartEvent

        depth = int(isinstance(event, CollectionStartEvent))
        while depth:
            event = next(self._events)
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)

"""How a class stands: where each student is, what was made of each part, and what goes wrong, from all that is stored of a quiz."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple, TypedDict

from grader.core.times import Time, read_due, read_time, write_time
from grader.course.quiz import Student
from grader.serve.database import LATE, MARKED, HandIn, StudentState
from grader.serve.quizzes import GRACE, ServedQuiz
from grader.serve.scores import FAILURES, NONE, QUEUED, Corrected, ScoreState

NOT_TAKEN = "not in the gradebook: "
"""What comes before the words of a platform that did not take a score."""
_NO_GRADE = "The course holds no grade for this link; export the marks."
_BEFORE_CLOSING = "came before the sheet closes, as it closes now, and is not marked: accept it"
_POST_AGAIN = "changed since marks were posted: export, correct as before, and post again"
_SEEN, _STILL = timedelta(minutes=3), timedelta(minutes=10)


class LiveStudent(TypedDict):
    """How a student stands; times are those of RFC 3339, `state` and `score` are the words below.

    `pending` are points that wait for a person, `until` is when a sheet closes that was extended, or "+15" where that hangs on when it is opened.
    """

    student: str
    name: str
    listed: bool
    state: str
    opened: str | None
    saved: str | None
    answered: int
    of: int
    attempts: int
    earned: int | float | None
    possible: int | float | None
    pending: int | float
    until: str | None
    late: bool
    score: str
    why: str


class LivePart(TypedDict):
    """How many have a part of an exercise right, wrong and blank, and how many seem to follow which wrong rule."""

    exercise: str
    part: str
    right: int
    wrong: int
    blank: int
    rules: Mapping[str, int]


class Live(TypedDict):
    """How a class stands: what the address `live` tells as JSON."""

    quiz: str
    now: str
    closes: str | None
    students: Sequence[LiveStudent]
    parts: Sequence[LivePart]


class Standing(NamedTuple):
    """What is known of a class, by students: what each has of a sheet and handed in, where the score is, who was turned away, what a class run gave, what is counted of what is saved."""

    quiz: ServedQuiz
    now: Time
    states: Mapping[str, StudentState]
    hand_ins: Mapping[str, Sequence[HandIn]]
    scores: Mapping[str, ScoreState]
    turned_away: Mapping[str, str]
    corrected: Mapping[str, Corrected]
    saved: Mapping[str, str]

    def live(self, shown: Mapping[str, Student]) -> Live:
        """Return how those stand who are shown."""
        closes = self.quiz.terms.closes
        zone = self.now.tzinfo if closes is None else closes.tzinfo  # of the instructor, whose clock the page shows
        return {
            "quiz": self.quiz.quiz.id,
            "now": write_time(self.now.astimezone(zone)),
            "closes": None if closes is None else write_time(closes),
            "students": [self._line(one) for one in shown.values()],
            "parts": self._parts(shown),
        }

    def _line(self, student: Student) -> LiveStudent:
        state, hand_ins = self.states.get(student.id, StudentState(student.id)), self.hand_ins.get(student.id, ())
        last = next((one for one in reversed(hand_ins) if one.state == MARKED), None)
        is_late = any(one.state == LATE for one in hand_ins)
        attempts = sum(one.attempt is not None for one in hand_ins)
        return {
            "student": student.id,
            "name": student.name,
            "listed": student.id in self.quiz.roster,
            "state": "handed-in" if attempts else self._state(state),
            "opened": state.opened,
            "saved": state.saved,
            "answered": max(state.answered, 0 if last is None else last.answered),
            "of": self.quiz.quiz.length,
            "attempts": attempts,
            "earned": last and last.final,
            "possible": last and json.loads(last.possible or "0"),
            "pending": 0 if last is None else json.loads(last.pending or "0"),
            "until": self._until(state),
            "late": is_late or (last is not None and last.is_late),
            "score": self.scores.get(student.id, ScoreState()).state,
            "why": "; ".join(filter(None, self._reasons(state, hand_ins, last))),
        }

    def _until(self, state: StudentState) -> str | None:
        minutes = [one for one in state.until if read_due(one, None) is None]
        if minutes and state.opened is None and self.quiz.terms.minutes is not None:
            return max(minutes, key=int)
        closes = self.quiz.closes(state.opened, state.until)
        return write_time(closes) if state.until and closes is not None else None

    def _state(self, state: StudentState) -> str:
        """Return where somebody is who has handed in nothing."""
        if state.opened is None:
            return "not-opened"
        newest = read_time(state.saved or state.opened)
        is_here = state.seen is not None and self.now - read_time(state.seen) <= _SEEN
        is_closed = self.quiz.is_closed(self.quiz.closes(state.opened, state.until), self.now)
        if is_here and not is_closed and state.answered < self.quiz.quiz.length and self.now - newest >= _STILL:
            return "stuck"
        return "working" if state.saved else "opened"

    def _reasons(self, state: StudentState, hand_ins: Sequence[HandIn], last: HandIn | None) -> Iterator[str]:
        """Yield why somebody needs attention."""
        closes = self.quiz.closes(state.opened, state.until)
        late = [read_time(one.time) for one in hand_ins if one.state == LATE]
        if late and closes is not None:
            minutes = -((closes - late[-1]) // timedelta(minutes=1))
            yield f"came {minutes} minutes after closing" if minutes > 0 else _BEFORE_CLOSING
        if state.student in self.turned_away:
            yield f"another account was turned away: {self.turned_away[state.student]}"
        given = self.corrected.get(state.student)
        if given and last and _has_changed(given, last, closes):
            yield _POST_AGAIN
        score = self.scores.get(state.student)  # of those of whom no platform knows there is none
        if last is not None and score is not None and score.state == NONE:
            yield _NO_GRADE
        if last is not None and score is not None and score.state == QUEUED and score.tries >= FAILURES:
            yield f"{NOT_TAKEN}{score.said}"

    def _parts(self, shown: Mapping[str, Student]) -> list[LivePart]:
        """Return how each part of each exercise was answered, with the wrong rules that two or more follow: of what was handed in, and of what is saved where nothing was."""
        counts, rules = dict[tuple[str, str], Counter[str]](), dict[tuple[str, str], Counter[str]]()
        for student in shown:
            marked = [one.brief or "[]" for one in self.hand_ins.get(student, ()) if one.state == MARKED]
            for exercise, part, how, followed in json.loads([self.saved.get(student, "[]"), *marked][-1]):
                counts.setdefault((exercise, part), Counter())[how] += 1
                rules.setdefault((exercise, part), Counter()).update(followed)
        return [
            {
                "exercise": exercise,
                "part": part,
                "right": found["right"],
                "wrong": found["wrong"],
                "blank": found["blank"],
                "rules": {name: count for name, count in rules[exercise, part].most_common() if count > 1},
            }
            for (exercise, part), found in counts.items()
        ]


def _has_changed(given: Corrected, last: HandIn, closes: Time | None) -> bool:
    """Return whether marks of a class run are not those of what was handed in last, or lateness costs other than in them."""
    if not given.is_of(last.attempt):
        return True
    due = read_time(given.due) if given.due else closes
    return due != closes and read_time(last.time) > min(filter(None, (due, closes))) + GRACE


def in_table(name: str, student: str) -> str:
    """Return how a student is called in the table of the live page."""
    return f"{name} ({student})" if name else student


def as_corrected(one: HandIn, corrected: Corrected | None) -> HandIn:
    """Return a hand-in with the marks that a class run gave in place of its own."""
    if corrected is None or not corrected.is_of(one.attempt):
        return one
    return one._replace(earned=corrected.final, possible=corrected.possible, penalty="0", pending="0")

"""Answers in words for tests of their marking: made problems with a question, and who wrote what."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grader import load_problem
from grader.core.errors import Fault
from grader.core.games.text_question import TEXT
from grader.course.adjusting import Action, Decision
from grader.course.held_answers import HeldAnswer
from grader.kinds import Exercise

RUBRIC = [
    {"points": 1, "says": "names the window"},
    {"points": "1/2", "says": "says why no later value matters"},
    {"points": 2, "says": "gives a tree of the other order; with its cutoffs"},
    {"points": -1, "says": "takes the bounds the wrong way round"},
]
PROMPT = (
    "Why is the third leaf below B skipped? Say which window it is met with, and what would have to be another number."
)
WRITTEN = (
    "The window at C is (3, +inf), and its first leaf is 2.\n\nSo MIN has at most 2 there, and MAX has 3 already from B: the other leaves cannot change the value of the root, whatever they are.",
    "because it is pruned",
    "B is worth 3. At C the first child gives 2, so beta is 2 which is below alpha 3, hence a cutoff.",
)
HOSTILE = (
    "<b>markup</b> & <img src=x onerror=alert(1)>",
    "]]> </script></template></blockquote><script>document.title = 'run'</script>",
    "=1+1",
    " \u200b@SUM(A1)",
    "-1/2",
    "+1",
    'a "quoted", cell\nwith\n\n  its lines',
    "right to left: \u05d0\u05d1 and \u202eturned\u202c round",
)
"""Texts that are shown as they are, and run nowhere: neither on a page nor in a spreadsheet."""


def exercise(id_: str, *, points: object = 3, rubric: Any = None, prompt: str = PROMPT, leaf: int = 3) -> Exercise:
    """Return a solved exercise whose question in words is this one."""
    text = {"prompt": prompt, "points": points, "rubric": RUBRIC if rubric is None else rubric}
    tree = [[leaf, 12, 8], [2, 4, 6], [14, 5, 2]]
    stated = {"format": "gametree-problem/1", "id": id_, "kind": "alpha-beta", "tree": tree, "ask": ["value", "pruned"]}
    return load_problem({**stated, "text": text})


def finder(*exercises: Exercise) -> Callable[[str], Exercise | Fault]:
    """Return what finds these by the ids of their problems."""
    by_id = {one.problem.id: one for one in exercises}
    return lambda id_: by_id.get(id_) or Fault("there is no such file", "problems/q9.yaml")


def answers(exercise: str, problem: str, many: int, possible: float = 3) -> list[HeldAnswer]:
    """Return answers of so many students."""
    return [
        HeldAnswer(exercise, f"s{1000 + place}", problem, possible, WRITTEN[place % len(WRITTEN)])
        for place in range(many)
    ]


def decided(exercise: str, value: object, note: str = "", by: str = "Ada") -> Decision:
    """Return the decision that sets the marks of an answer."""
    return Decision(by, "marked", frozenset({"s1000"}), exercise, TEXT, Action.SET, Fraction(str(value)), note=note)

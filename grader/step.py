"""What a step of a solution is: one move of the solver, in a tutor's words and as data."""

from enum import Enum
from typing import NamedTuple

from grader.exact import Bound
from grader.search import Window


class Action(Enum):
    """What happens in a step."""

    ENTER = "enter"
    LEAF = "leaf"
    RETURN = "return"
    CUTOFF = "cutoff"
    VALUE = "value"
    SCORE = "score"
    KNOWN = "known"
    SKIP = "skip"
    CHOICE = "choice"
    CLAIM = "claim"
    EXAMPLE = "example"
    SIZE = "size"
    SUM = "sum"
    ITERATION = "iteration"


class Step(NamedTuple):
    """One step: what happens at `node` (None: at none of them), said in words, and the state after it.

    `value` is what the step finds: a leaf's utility, what a node returns, a value, a score; `formula` is how. In
    alpha-beta `best` and `window` are those of the node `at` (in a step `leaf` or `return` the parent, which has taken
    the value in), `prune_if` its cut condition; `reported` and `reported_window` are what a fail-hard search says of
    `node` instead. `skipped` are the children that this step skips, `chosen` those that may be chosen. `done` counts
    the nodes visited (in other kinds: valued) so far. `noted` is what stands at nodes from this step on, as text: total and visits. `claim` is what the step judges, as a sentence, and `holds` the
    verdict. `decides` are the entries of an answer that this step decides, (part, key), where the node does not say it:
    several parts have the same keys, or keys that are no nodes. A key of None is the whole part.
    """

    action: Action
    node: int | None
    sentence: str
    formula: str = ""
    value: Bound | None = None
    at: int | None = None
    best: Bound | None = None
    window: Window | None = None
    prune_if: str = ""
    reported: Bound | None = None
    reported_window: Window | None = None
    skipped: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    done: int = 0
    claim: str = ""
    holds: bool = False
    noted: tuple[tuple[int, str], ...] = ()
    decides: tuple[tuple[str, object], ...] = ()

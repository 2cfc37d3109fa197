"""What kinds say of entries of answers: the rule that they keep, what follows from the student's own, where wrong ones part from right ones; and what a drawing of feedback shows of them."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

from grader.core.answers.case import Answer, Answers, Case, Given, Key, Solution, read_of
from grader.core.answers.part import Follows, Keys, Part
from grader.core.answers.reports import WORDS, Entry, ProblemReport, Verdict, Written
from grader.core.drawing.diagram import EXPECTED_LINE, Remark, Stroke
from grader.core.games.problem import Problem
from grader.core.numbers import Number
from grader.core.policy import share_words
from grader.core.text import printable
from grader.kinds import KINDS
from grader.kinds.record import MayShow, View


def always(words: str) -> Callable[[Problem, Key | None], str]:
    """Return the rule of a part of which every entry keeps the same one."""
    return lambda *_: words


ROOT_MOVES = Keys(
    "move at the root called",
    lambda problem: problem.whole.by_move(0),
    lambda problem, child: problem.whole.move_to(child),
)


def as_written(names: Iterable[str]) -> list[str]:
    """Return ids or moves as documents write them, quoted where need be: for an example."""
    from grader.core.documents.writing import scalar  # few templates need it

    return [scalar(name) for name in names]


def visited_or_not(visits: Number | None) -> str:
    """Return the role of a score: how it is found hangs on whether its child was visited before."""
    return "visited" if visits else "unvisited"


def every_place(problem: Problem) -> range:
    """Return the places of all that a game names: its nodes, children, states."""
    return range(len(problem.game.ids))


def among_own(own: Callable[[Case, Key], Collection[Answer]]) -> Follows:
    """Return what tells whether an answer is one of those that follow from the student's own answers to other parts."""
    return lambda case, key, answer: case.policy.across_parts and answer in own(case, key)


def on_own_numbers(own: str, right: str, share: Number) -> str:
    """Return the sentence on a step that is right on the student's numbers, and on the right ones."""
    return f"On your numbers {own}: this step is right, {share_words(share)}. Right: {right}."


class Difference(NamedTuple):
    """An entry of a part, or a whole one (its key is None), to which a wrong rule gives another answer, or none: None."""

    part: str
    key: Any
    right: Answer
    other: Answer


def differences(
    problem: Problem,
    parts: Mapping[str, Part],
    solution: Solution,
    wrong: Answers,
    may_show: MayShow,
    names: Iterable[str] = (),
) -> Iterator[Difference]:
    """Yield where wrong answers part from right ones and it may be shown, of the parts that are asked in order, or of those named."""
    for name in names or problem.ask:
        if name in problem.ask and name in solution.answers:
            form, right, other = parts[name].form, solution.answers[name], wrong.get(name)
            for key in right if form.by_entry else (None,):
                mine, theirs = (right, other) if key is None else (right[key], (other or {}).get(key))
                if may_show(name, key) and (theirs is None or not form.same(problem, mine, theirs)):
                    yield Difference(name, key, mine, theirs)


# -- what a drawing shows of entries: what stands at a node, what is said of the whole, and whose the bold edges are

_MOST_SHOWN = 40


def title_of(problem: Problem, part: str) -> str:
    """Return what people call a part of the problem's kind; a line that is drawn although the kind does not ask for it by its name."""
    asked = KINDS[problem.kind].parts.get(part)
    return part.replace("-", " ") if asked is None else asked.title


def line_of(problem: Problem, part: str) -> str:
    """Return the same within a sentence."""
    title = title_of(problem, part)
    return title[:1].lower() + title[1:]


def remark_of(entry: Entry, label: str = "") -> Remark:
    """Return what was given, and where it may be said what was expected instead."""
    expected = "" if entry.verdict is Verdict.CORRECT else entry.expected or ""
    return Remark(entry.given or "", entry.verdict, label, expected, is_entry=entry.node is not None)


def unjudged_fact(entry: Entry, name: str) -> Remark:
    """Return the beginning of a long answer that could not be judged, called so; what was expected stands at the nodes."""
    return Remark(printable(entry.given or "", _MOST_SHOWN), entry.verdict, name)


def facts_of(
    problem: Problem, report: ProblemReport | None, elsewhere: Mapping[str, Container[str | None]]
) -> Iterator[Remark]:
    """Yield what was given and expected, entry by entry, but for what is shown elsewhere: by part the names of these entries."""
    for part in report.parts if report else ():
        for entry in part.entries:
            if (entry.given is not None or entry.expected is not None) and entry.node not in elsewhere.get(
                part.part, ()
            ):
                yield remark_of(entry, " ".join(filter(None, (title_of(problem, part.part), entry.node))))


def facts_by_part(problem: Problem, report: ProblemReport | None, single: Container[str]) -> Iterator[Remark]:
    """Yield what was given and expected in the parts that are `single`; of all others how they begin where they could not be judged."""
    for part in report.parts if report else ():
        for entry in part.entries:
            if part.part not in single and entry.is_whole and entry.given is not None:
                yield unjudged_fact(entry, title_of(problem, part.part))
            elif part.part in single and (entry.given is not None or entry.expected is not None):
                yield remark_of(entry, title_of(problem, part.part))


def nodes_of_divergence(report: ProblemReport | None, ids: Sequence[str]) -> list[int]:
    """Return the node at which the first of the misconceptions that were found shows, where it may be named."""
    if report is None or not report.findings or report.findings[0].node is None:
        return []
    return [node for node, id_ in enumerate(ids) if printable(id_) == report.findings[0].node][:1]


class Placed(NamedTuple):
    """What is said of the entry of a part at a node; `beside`: how that is said where another part's stands in the node."""

    part: str
    node: int
    remark: Remark
    beside: Remark | None = None


def put_into_nodes(
    problem: Problem,
    placed: Iterable[Placed],
    numbers: MutableMapping[int, Remark],
    remarks: MutableMapping[int, tuple[Remark, ...]],
) -> None:
    """Put each entry into its node, in place of what nobody judged; beside it, by the name of its part, where another one stands there.

    What is expected there goes before what is not.
    """
    for one in sorted(placed, key=lambda one: one.remark.verdict is Verdict.EXTRA):
        there = numbers.get(one.node)
        if there is None or there.verdict is None:
            numbers[one.node] = one.remark
        elif there != one.remark._replace(
            is_entry=there.is_entry
        ):  # a part that is one number says the same as its node
            said = (one.beside or one.remark)._replace(label=title_of(problem, one.part))
            remarks[one.node] = (*remarks.get(one.node, ()), said)


def keys_in(given: Given) -> set[Key]:
    """Return all that an answer names: one thing, those of a list, or of a map."""
    written = [given] if isinstance(given, Written) else given.values() if isinstance(given, dict) else given
    values = [one.value for one in written if isinstance(one, Written)]
    return {key for value in values for key in (value if isinstance(value, (list, tuple)) else [value])}


Steps = Sequence[Sequence[Key]]
"""A right line, step by step: the nodes to which each may lead, first the one that is shown."""


def steps_of_move(answer: Answer) -> Steps:
    """Return the only step of a right move: to any of those that count."""
    return [answer]


def steps_of_path(answer: Answer) -> Steps:
    """Return the steps of a right path from the root down."""
    return [[node] for node in answer.first[1:]]


class Edges(NamedTuple):
    """To which nodes bold edges lead, and what these are.

    Of a student's own line (`is_own`) also which of them are `astray`, and in `lacks` to which nodes the right ones lead that it
    has not, step by step.
    """

    nodes: Collection[Key]
    words: str
    is_own: bool = False
    astray: Collection[Key] = ()
    lacks: Steps = ()

    def fields(self, key: Key) -> dict[str, Any]:
        """Return what a node of a drawing says of the edge above it."""
        own = Stroke.ASTRAY if key in self.astray else Stroke.YOURS if self.is_own else Stroke.NONE
        is_lacking = any(key in step for step in self.lacks)
        stroke = own if key in self.nodes else Stroke.EXPECTED if is_lacking else Stroke.NONE
        return {"bold": key in self.nodes, "stroke": stroke}

    def remarks(self, key: Key) -> tuple[Remark, ...]:
        """Return what is said at each node to which the first of the right steps may lead that a line lacks."""
        return (EXPECTED_LINE,) if self.lacks and key in self.lacks[0] else ()


Lines = Mapping[str, Callable[[Answer], Steps]]
"""The parts that bold edges show, the first that was answered: to which nodes those of an answer lead, step by step."""
_ASTRAY = (Verdict.WRONG, Verdict.EXTRA, Verdict.MISSING)


def bold_edges(view: View, lines: Lines, solved: str, root: Key | None = None) -> Edges:
    """Return what the student gave for the first of the lines that was answered, and what of it is wrong; else the solution's line of the part `solved`.

    The part's own verdict decides whether anything is wrong; where, if that may be seen, the solution says. Above the `root`,
    where there is one, is no edge. Beside answers it is said which edges are the solution's.
    """

    def right(part: str) -> Steps:
        return lines[part](view.answers[part]) if part in view.answers else ()

    for part in lines:
        given = read_of(view.attempt, part) if part in view.problem.ask else None
        if given is not None:
            nodes, words = keys_in(given), f"your {line_of(view.problem, part)}"
            entries = view.parts[part].entries if part in view.parts else ()
            is_single = len(entries) == 1 and entries[0].verdict is not Verdict.CORRECT
            judged = f"{words}, {WORDS[entries[0].verdict]}" if is_single else words
            if not any(entry.verdict in _ASTRAY for entry in entries):
                return Edges(nodes, judged, is_own=True)
            steps = right(part)
            astray = nodes.difference({root}, *steps)
            shown = [step if len(steps) == 1 else step[:1] for step in steps]  # of a line one, of a move all that count
            lacks = [one for step, one in zip(steps, shown, strict=True) if nodes.isdisjoint(step)]
            return Edges(nodes, words if astray else judged, True, astray, lacks)  # what goes astray says so itself
    words = line_of(view.problem, solved) if solved else ""
    return Edges(
        [step[0] for step in (right(solved) if solved else ())],
        words if view.report is None else f"the solution's {words}",
    )

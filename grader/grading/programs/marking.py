"""Marks and names of programs: what a program answered on each tree, marked as a share of the trees, and the wrong rule behind it."""

import builtins
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from grader.core.answers.case import Attempt, Given, Solution, malformed_in, show_given
from grader.core.answers.inputs import Widget
from grader.core.answers.marks import mark_blank
from grader.core.answers.part import Form, Part, is_same
from grader.core.answers.reports import (
    PLAYED,
    Counts,
    Ending,
    Entry,
    Malformed,
    PartReport,
    ProblemReport,
    Run,
    Verdict,
)
from grader.core.answers.rounding import round_marks
from grader.core.conventions import FIELDS, value_of
from grader.core.data import Data, Plain
from grader.core.documents import Document, open_source
from grader.core.documents.strict import SUBMISSION_LIMITS
from grader.core.errors import RETURNED, Fault, Path, SubmissionError
from grader.core.games.problem import Problem
from grader.core.lazy import LruCache
from grader.core.numbers import Number, add_up, whole
from grader.core.policy import Marking
from grader.core.text import count, either, listed, printable
from grader.grading.diagnosis import Diagnosis, diagnose_all, diagnose_by, with_findings
from grader.grading.marking import Submission, diagnosis_of, mark_answers
from grader.grading.programs.game import CLASS, EXPECTED, INSTEAD
from grader.grading.programs.program import Program, ProgramTree
from grader.kinds import KINDS, Exercise, Graded, Kind, Policy
from grader.kinds.problems import Witness, WrongAnswers
from grader.kinds.record import Rests
from grader.kinds.text.kind import TEXT_KIND, Nothing

if TYPE_CHECKING:
    from grader.grading.programs.playing import Play

_KEEPS = (
    "Played alone, {} {}: the program keeps something from the tree before, such as a global or a default argument."
)
_PLAYED_TWICE = 5
"""So many trees are played once more: a program that chooses by chance answers one of them the same as before, but not all."""
_RAISED = re.compile(r"(.*?) in line (\d{1,6})(?!\d)")
_SAID = re.compile(
    r'".*"|(?<= the children of ).*(?=, which)|(?<= the value of ).*(?=, which)|(?<=; most often for ).*', re.DOTALL
)
_NOTHING = [INSTEAD % ("nothing", one) for one in EXPECTED.values()]
_LONGEST, _MOST_NAMED, _KEPT = 600, 8, 256


class _OnTrees(Form):
    """The form of a part of which each tree has an answer of its own. Nobody fills it in."""

    by_entry = True

    def widget(self, problem: Problem) -> Widget:
        """Return a widget that asks nothing."""
        return Widget("each")


Trees = Mapping[str, Attempt]
"""What a program answered, by the names of the trees with an answer, in their order."""


class TreeAnswers(dict[str, Given]):
    """What a program answered: part -> name of a tree -> answer. `trees` has the same by trees, `alone` what it answered where each tree had a process of its own.

    `stated` is all of it as the submission holds it. `variant` is the place of the accepted combination that earns most, of equals the first; by
    it all is told. `right` are the parts that are so on each tree.
    """

    def __init__(self, program: Program, stated: Data, trees: Trees, alone: Trees) -> None:
        given = {part: {name: one.get(part) for name, one in trees.items()} for part in program.ask}
        super().__init__(
            (part, {name: one for name, one in its.items() if one is not None}) for part, its in given.items()
        )
        self.program, self.stated, self.trees, self.alone = program, stated, trees, alone
        right = [
            {tree.name: _right(tree.accepted[place], trees.get(tree.name, {})) for tree in program.trees}
            for place in range(len(program.accepted))
        ]
        earned = [add_up([program.points[part] for tree in program.hidden for part in one[tree.name]]) for one in right]
        self.variant = earned.index(max(earned))
        self.right = right[self.variant]

    def accepted_on(self, tree: ProgramTree) -> Sequence[Exercise]:
        """Return a tree's problem under the combination that counts, and then under the others."""
        at, accepted = self.variant, tree.accepted
        return accepted[at], *accepted[:at], *accepted[at + 1 :]


def _right(exercise: Exercise, attempt: Attempt) -> list[str]:
    """Return the parts that would be right on paper, all of each."""
    return [part for part in exercise.problem.ask if _is_right(exercise, part, attempt.get(part))]


def _is_right(exercise: Exercise, name: str, given: Given) -> bool:
    if given is None or malformed_in(given):
        return False
    part, problem = exercise.kind.parts[name], exercise.problem
    meant = part.form.meant(problem, given)
    is_filled = not part.form.by_entry or None not in meant.values()
    return is_filled and is_same(part, problem, exercise.solution.answers[name], meant)


# -- the exercise: a kind that is the searched one in its names and words, and reads, marks and names by the trees


def program_exercise(program: Program, document: Document | None = None) -> Exercise:
    """Return the exercise by which programs are marked as all answers are; `document` is what states it, of which results tell the digest."""
    searched = KINDS[program.kind]
    rests = searched.rests(searched, program.trees[0].exercise.problem)
    kind = TEXT_KIND._replace(
        name=searched.name,
        title=searched.title,
        parts={name: Part(name, part.title, part.task, _OnTrees()) for name, part in searched.parts.items()},
        conventions=tuple(name for name in searched.conventions if not FIELDS[name].is_of_marks),
        wrong=TEXT_KIND.wrong._replace(wordings=searched.wrong.wordings),
        rests=lambda *_: Rests([name for name in rests.conventions if name not in program.free], rests.parts),
        read_answer=partial(_read, program),
        check=partial(_check, program),
        unmarked=lambda *_: [],
        diagnose=_diagnose,
        witness=_witness,
    )
    trees, asked = Nothing([tree.name for tree in program.trees]), program.ask
    problem = Problem(program.id, kind.name, trees, program.accepted[0], asked, program.points, program.title)
    if document is None:
        document = Document(program.id, {}, "", b"".join(tree.exercise.document.content for tree in program.trees))
    nothing = kind.solve(problem)
    wrong = WrongAnswers(kind, problem, nothing)
    return Exercise(kind, problem, nothing, document, wrong, LruCache(_KEPT), LruCache(_KEPT))


def submission_of(
    program: Program,
    play: "Play",
    source: str,
    content: bytes,
    student: str | None = None,
    *,
    alone: Callable[[Sequence[ProgramTree]], "Play"] | None = None,
    exercise: Exercise | None = None,
) -> Submission:
    """Return what a program did as the submission of a student: `source` is its file, `content` what is in it.

    What no rule explains is played again where that is given, each tree `alone`: it may be another answer. The `exercise` is
    that of the program, where it was made before.
    """
    answers = {tree: _as_written(one) for tree, one in play.answers.items()}
    ended = {one.tree: (one.reason, _SAID.sub("…", one.reason)) for one in play.ended}
    ended |= {one.tree: (one.reason, _without_words(program, one.reason, content)) for one in play.errors}
    printed, file = (play.printed, play.printed_hidden), source.rpartition("/")[2]
    stated = {"trees": answers, "file": file, "ended": ended, "printed": printed}
    document = Document(source, {"answers": {program.id: stated}}, "", content)
    graded = mark_answers(exercise or program_exercise(program), document, program.id, Policy())
    if alone is not None and play.answers and not graded.report.is_right and not diagnosis_of(graded).fits:
        stopped = {one.tree for one in play.ended}
        again = _played_alone([tree for tree in program.trees if tree.name not in stopped], answers, alone)
        document = document._replace(data={"answers": {program.id: {**stated, **again}}})
    return Submission(document, student, {program.id: program.id})


def _played_alone(
    trees: Sequence[ProgramTree], before: Mapping[str, Plain], alone: Callable[[Sequence[ProgramTree]], "Play"]
) -> dict[str, Plain]:
    """Return what a program answers where each tree has a process of its own, and on which trees that is something else.

    Of a program that does something else each time, as by chance, none are named: where the first tree, or some played once more, differ.
    """

    def played(trees: Sequence[ProgramTree]) -> list[dict[str, Plain]]:
        answers = alone(trees).answers
        return [_as_written(answers.get(tree.name, {})) for tree in trees]

    answers = dict(zip((tree.name for tree in trees), played(trees), strict=True))
    others = [tree for tree in trees if answers[tree.name] != before.get(tree.name, {})]
    twice = [] if trees[0] in others else others[:_PLAYED_TWICE]
    is_steady = bool(twice) and played(twice) == [answers[tree.name] for tree in twice]
    return {"alone": answers, "kept": [tree.name for tree in others] if is_steady else []}


def _without_words(program: Program, reason: str, content: bytes) -> str:
    """Return that the function is missing or returned nothing, or type and line of an exception; a type that the program made, or no line of its, may say anything."""
    missing = f'has no function "{program.function}"'
    if f" {missing}" in reason:
        return missing
    if reason in (*_NOTHING, CLASS % program.function):
        return reason
    raised = _RAISED.match(reason)
    if raised is None or int(raised[2]) > content.count(b"\n") + 1:
        return "an exception"
    return f"{raised[1] if hasattr(builtins, raised[1]) else 'an exception'} in line {raised[2]}"


def _as_written(answers: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return answers as a file would state them; what no file can hold as it looks."""
    written: dict[str, Plain] = {}
    for part, answer in answers.items():
        try:
            written[part] = open_source({"": answer}, SUBMISSION_LIMITS, SubmissionError).data[""]
        except SubmissionError:
            written[part] = printable(repr(answer))
    return written


def _read(program: Program, kind: Kind, problem: Problem, document: Document, path: Path) -> Attempt:
    """Return the answers to all trees, each read as on paper."""
    stated: Data = document.data
    for step in path:
        stated = stated[step]

    def read(where: str) -> Trees:
        answered = [(tree.name, tree.exercise) for tree in program.trees if tree.name in stated.get(where, {})]
        returned = {name: document._replace(data={RETURNED: stated[where][name]}) for name, _ in answered}
        return {
            name: one.kind.read_answer(one.kind, one.problem, returned[name], (RETURNED,)) for name, one in answered
        }

    return TreeAnswers(program, stated, read("trees"), read("alone"))


# -- marks


def _check(
    program: Program, kind: Kind, problem: Problem, solution: Solution, attempt: Attempt, policy: Marking
) -> ProblemReport:
    """Return the marks of a program: of each part the share of the hidden trees on which it is right."""
    report = ProblemReport(problem.id, problem.kind, problem.title, 0, problem.possible, (), voice=PLAYED)
    if not isinstance(attempt, TreeAnswers):
        parts = tuple(mark_blank(part, problem.points[part], None) for part in problem.ask)
        expected = either([f"{program.exercise}{ending}" for ending in program.run])
        none = f"no program was handed in, expected {expected}"
        return report._replace(parts=parts, notes=(Fault(none),), voice=PLAYED._replace(blank=none))
    marked = tuple(_check_part(attempt, part) for part in problem.ask)
    kept = (map(Fault, _kept_from_before(attempt, is_open=is_open)) for is_open in (True, False))
    notes, shown = ((*one, *_no_parts(attempt)) for one in kept)
    run = _run(attempt)._replace(notes=shown)
    return report._replace(earned=add_up([one.earned for one in marked]), parts=marked, notes=notes, run=run)


def _check_part(played: TreeAnswers, part: str) -> PartReport:
    hidden, points = played.program.hidden, played.program.points[part]
    entries = tuple(_entry(played, tree, part, whole(Fraction(points) / len(hidden))) for tree in hidden)
    right = [entry.verdict for entry in entries].count(Verdict.CORRECT)
    counts = Counts(right, len(hidden), on="hidden trees")
    return PartReport(part, whole(Fraction(points) * right / len(hidden)), points, entries, counts)


def _entry(played: TreeAnswers, tree: ProgramTree, part: str, share: Number) -> Entry:
    """Return what is said of a part on one tree."""
    exercise, given = played.accepted_on(tree)[0], played.get(part, {}).get(tree.name)
    form, right = exercise.kind.parts[part].form, exercise.solution.answers[part]
    expected = printable(form.show(exercise.problem, right), _LONGEST)
    text = None if given is None else _text(played.stated["trees"][tree.name][part])
    judge = partial(Entry, node=tree.name, given=text, expected=expected, possible=share, is_secret=True)
    if tree.name in played.stated["ended"]:
        return judge(Verdict.MALFORMED, message=printable(played.stated["ended"][tree.name][0], _LONGEST))
    if isinstance(given, Malformed):
        return judge(Verdict.MALFORMED, message=given.fault.message)
    if given is None:
        return judge(Verdict.BLANK, message=f"expected {expected}")
    if part in played.right[tree.name]:
        return judge(Verdict.CORRECT, earned=share)
    return judge(Verdict.WRONG, message=f"expected {expected}")


def _text(raw: object) -> str:
    return printable(", ".join(map(show_given, raw)) if isinstance(raw, list) and raw else show_given(raw), _LONGEST)


def _run(played: TreeAnswers) -> Run:
    program, stated, counts = played.program, played.stated, played.program.accepted[played.variant]
    wrong = {tree.name: [part for part in program.ask if part not in played.right[tree.name]] for tree in program.trees}
    public = [(tree.name, wrong[tree.name]) for tree in program.trees if tree.is_public]
    hidden = [wrong[tree.name] for tree in program.hidden]
    ended = []
    for tree in (tree for tree in program.trees if tree.name in stated["ended"]):
        reason, without_words = (printable(one, _LONGEST) for one in stated["ended"][tree.name])
        ended.append(Ending(tree.name, reason, reason if tree.is_public else without_words))
    return Run(
        printable(stated["file"]),
        str(program.style),
        len(hidden),
        hidden.count([]),
        len(public),
        [parts for _, parts in public].count([]),
        {name: FIELDS[name].write(value_of(counts, name)) for name in program.left_open},
        [(name, parts) for name, parts in public if parts],
        ended,
        *stated["printed"],
    )


def _kept_from_before(played: TreeAnswers, *, is_open: bool) -> Iterator[str]:
    """Yield that trees come out otherwise alone, where some do; of hidden ones, unless all is open, how many."""
    others = played.stated.get("kept")
    if not others:
        return
    trees = [tree for tree in played.program.trees if tree.name in others]
    asked, alone = len(played.program.ask), played.alone
    right = [tree for tree in trees if len(_right(played.accepted_on(tree)[0], alone[tree.name])) == asked]
    named = [tree.name for tree in right or trees if tree.is_public or is_open]
    unnamed = len(right or trees) - len(named)
    which = [listed(named, _MOST_NAMED) if named else "", count(unnamed, "hidden tree") if unnamed else ""]
    comes = "comes" if len(right or trees) == 1 else "come"
    yield _KEEPS.format(" and ".join(filter(None, which)), f"{comes} out {'right' if right else 'otherwise'}")


def _no_parts(played: TreeAnswers) -> list[Fault]:
    """Return of what a program returned on public trees the parts that there are not, each once."""
    returned = played.stated["trees"]
    public = ((tree.name, tree.exercise) for tree in played.program.trees if tree.is_public and tree.name in returned)
    found = (
        fault._replace(path=())
        for name, one in public
        for fault in one.kind.unmarked(
            one.kind, one.problem, Document("", {RETURNED: returned[name]}, "", b""), (RETURNED,)
        )
    )
    return list(dict.fromkeys(found))[:_MOST_NAMED]


# -- names, and the tree on which it is seen


def _diagnose(exercise: Exercise, attempt: Attempt) -> Diagnosis:
    """Return the rules that explain a program on all trees; or else what it answers where each tree is played alone."""
    if not isinstance(attempt, TreeAnswers):
        return Diagnosis()
    trees = [(tree.name, attempt.accepted_on(tree)) for tree in attempt.program.trees]
    for answers in (attempt.trees, attempt.alone):
        found = diagnose_all((accepted, answers[name]) for name, accepted in trees if name in answers)
        if found.fits:
            return found
    return Diagnosis()


def _witness(graded: Graded) -> Witness | None:
    """Return the smallest public tree on which the named rule shows, or, without one, on which the program is wrong."""
    played, names = graded.attempt, [finding.misconception for finding in graded.report.findings]
    if not isinstance(played, TreeAnswers) or graded.report.run is None:
        return None
    public = sorted((tree for tree in played.program.trees if tree.is_public), key=lambda tree: tree.exercise.size)
    for trees in (played.trees, played.alone):
        for tree in public:
            if tree.name in trees and (seen := _seen_on(played.accepted_on(tree), trees[tree.name], names)):
                return Witness(tree.name, seen)
    return None


def _seen_on(accepted: Sequence[Exercise], attempt: Attempt, names: Sequence[str]) -> Graded | None:
    """Return the marks of one tree, as on paper, where the rules of these names show on it, or without names something is wrong."""
    exercise = accepted[0]
    found = diagnose_by(accepted, attempt, names)
    if not found.fits if names else len(_right(exercise, attempt)) == len(exercise.problem.ask):
        return None
    report = exercise.kind.check(exercise.kind, exercise.problem, exercise.solution, attempt, Marking())._replace(
        voice=PLAYED
    )
    return with_findings(Graded(exercise, attempt, report, round_marks(report)), found)

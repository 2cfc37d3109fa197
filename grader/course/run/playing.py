"""Programs that were handed in, played: what comes of a file is a submission like any other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.core.errors import Fault, Refusal, SubmissionError
from grader.course.one_student import Keep, Opened, choose, read_opened
from grader.grading.built_problems import Documents, is_program, read_program_of
from grader.grading.marking import FindExercise, Submission
from grader.grading.programs.marking import submission_of
from grader.grading.programs.playing import Play, play
from grader.grading.programs.program import PYTHON, Program, ProgramTree
from grader.grading.programs.sandbox import open_sandbox
from grader.kinds import Exercise

_EMPTY = "is empty, expected a program"
_NO_TEXT = "is no text in UTF-8, expected a program as it was written, saved as UTF-8"
_BY_PROGRAM = "is answered by a program: hand in the program itself"
_NOT_RUN = Play({}, ())


class Player:
    """Plays programs in one process: its sandbox is looked for once, each exercise is read once."""

    def __init__(self, keep: Keep, sandbox: str) -> None:
        self._keep, self._box = keep, open_sandbox(sandbox)
        self._programs: dict[str, Program] = {}
        self._lacking: dict[tuple[str, ...], str] = {PYTHON: ""}

    def read(self, documents: Documents, find: FindExercise, files: Sequence[Opened], file: Opened) -> Submission:
        """Return one of a student's files as a submission: of a program what it answered. Raises SubmissionError."""
        if not file.program:
            return _on_paper(file, documents)
        if fault := _fault_of(file.content):
            raise SubmissionError([Fault(fault, file.source)])
        if file.program not in self._programs:
            self._programs[file.program] = read_program_of(file.program, documents)
        command = self._programs[file.program].command_of(file.source)
        if command not in self._lacking:
            self._lacking[command] = self._box.lacks(command)
        if self._lacking[command]:  # that is nobody's mark
            raise SubmissionError([Fault(self._lacking[command], file.source)])
        others = [one for one in files if one.program == file.program and not (one.faults or _fault_of(one.content))]
        counts = self._keep is Keep.BEST or others[choose(self._keep, len(others), lambda _: Fraction())] is file
        program, exercise = self._programs[file.program], find(file.program)
        return submission_of(
            program,
            self._play(program, file) if counts else _NOT_RUN,
            file.source,
            file.content,
            alone=lambda trees: self._play(program, file, trees, is_separate=True),
            exercise=exercise if isinstance(exercise, Exercise) else None,
        )

    def _play(
        self, program: Program, file: Opened, trees: Sequence[ProgramTree] | None = None, *, is_separate: bool = False
    ) -> Play:
        """Return what a program does. Raises Refusal where the sandbox does not work any more: that is nobody's mark."""
        try:
            return play(program, file.source, file.content, self._box, trees, is_separate=is_separate)
        except Refusal as failure:
            kept = "what was marked before stays, and the same command goes on from there"
            began = f"--sandbox {self._box.mode} worked when this began ({failure})"
            raise Refusal(f"programs are not run any more: {began}; {kept}") from None


def _fault_of(content: bytes) -> str:
    """Return why bytes are no program; usually nothing."""
    try:
        return "" if content.decode().strip() else _EMPTY
    except UnicodeDecodeError:
        return _NO_TEXT


def _on_paper(file: Opened, documents: Documents) -> Submission:
    """Return a file of answers, without those to exercises that programs answer: what a program does nobody may write down."""
    submission = read_opened(file)
    keys = {id_: key for id_, key in submission.keys.items() if not is_program(id_, documents)}
    faults = tuple(Fault(f"{id_} {_BY_PROGRAM}", file.source) for id_ in submission.keys if id_ not in keys)
    if faults and not keys:
        raise SubmissionError(faults)
    return submission._replace(keys=keys, passed_over=faults)

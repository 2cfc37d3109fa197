"""What a run marks, from what was found among the hand-ins: jobs with their bytes, the problems that these need."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

from grader.bank import Bank
from grader.bank.named import problem_files
from grader.bank.store import files_beside
from grader.course.gradebook import Listed
from grader.course.hand_in import Class, HandIn
from grader.course.mark import Given, open_files
from grader.course.quiz.built import Built
from grader.course.run.class_run import RunPlan
from grader.course.run.job import Job, Setup
from grader.course.run.out import Made, digest_of
from grader.course.spool import kept_aside
from grader.course.students import feedback_folders
from grader.course.whose import InContent
from grader.data import Data
from grader.documents import Limits

_MOST_KEPT = 64
_OWN = "is the folder that this run writes into"  # there from the second time on; it is no file that was met


def plan_of(
    held: Class,
    arguments: Sequence[str],
    setup: Setup,
    limits: Limits,
    told: Mapping[str, Data],
    built: Built | None,
) -> RunPlan:
    """Return what is to be marked. `told` is what of the command line the files depend on, as a refusal says it."""
    folders = kept_aside(feedback_folders(held))
    order: Sequence[int] = range(len(held.hand_ins))
    if built is not None:
        places = {student: place for place, student in enumerate(built.roster)}
        order = sorted(order, key=[places.get(one.student or "", len(places)) for one in held.hand_ins].__getitem__)
    fingerprint = built.fingerprint if built is not None else _fingerprint(setup.problems, held.hand_ins)
    bank = Bank(*setup.problems, limits=setup.problem_limits)
    return RunPlan(
        setup._replace(token=fingerprint),
        Made(told, fingerprint, [os.path.normpath(argument) for argument in arguments]),
        len(order),
        partial(_jobs, held.hand_ins, folders, order, limits, built, marks_others=setup.marks_others),
        _Documents(built).needed,
        bank.find if built is None else built.find,
        [exercise.id for exercise in built.quiz.exercises] if built is not None else setup.require,
        {one.id: Listed(one.name, one.group) for one in built.roster.values()} if built is not None else {},
        {one.id: one.title for one in built.quiz.exercises} if built is not None else {},
        [junk for junk in held.junk if not junk.what.startswith(_OWN)],
        bank if built is None else None,
        held.remarks,
    )


def _jobs(
    hand_ins: Sequence[HandIn],
    folders: Sequence[str],
    order: Sequence[int],
    limits: Limits,
    built: Built | None,
    *,
    marks_others: bool,
) -> Iterator[Job]:
    """Yield the jobs one by one, each with the bytes of its files."""
    in_content = None if built is None else InContent(built)
    for place in order:
        hand_in = hand_ins[place]
        files = open_files(hand_in.files, limits)
        job = Job(hand_in.student, files, hand_in.beside, folder=folders[place], person=hand_in.person)
        if built is not None and in_content is not None:
            student = hand_in.student or ""
            contents = (file.content for file in job.files)
            sheet = in_content.sheet(student, contents, marks_others=marks_others)
            group = built.roster[student].group if student in built.roster else ""
            job = job._replace(sheet=sheet, group=group)
        yield job._replace(digest=_digest(job))


def _digest(job: Job) -> str:
    """Return the digest of who handed in what for which sheet, and of where feedback goes."""
    who: list[Data] = [
        job.student,
        job.group,
        job.beside,
        job.folder,
        [*job.sheet.problems.items()],
        [*job.sheet.others.items()],
    ]
    if job.person is not None:
        who.append(job.person.as_data())
    return "sha256:" + hashlib.sha256(json.dumps([who, [*map(_of_file, job.files)]]).encode()).hexdigest()


def _of_file(file: Given) -> list[Data]:
    return [file.source, [*map(str, file.faults)], hashlib.sha256(file.content).hexdigest()]


def _fingerprint(problems: Sequence[str], hand_ins: Sequence[HandIn]) -> str:
    """Return the digest of all problems that are named, or may lie beside what was handed in."""
    named = [file for path in problems for file in problem_files(path)]
    beside = [file for where in dict.fromkeys(one.beside for one in hand_ins) for file in files_beside(where)]
    files = named if problems else dict.fromkeys(beside)
    digests = [digest_of(Path(file)) for file in files if os.path.isfile(file)]
    return "sha256:" + hashlib.sha256(json.dumps(digests).encode()).hexdigest()


class _Documents:
    """The documents of a build's problems; those that were needed last are kept."""

    def __init__(self, built: Built | None) -> None:
        self._built = built
        self._document = lru_cache(_MOST_KEPT)(self._read)

    def needed(self, jobs: Sequence[Job]) -> dict[str, tuple[str, bytes]]:
        """Return the documents of all problems that the jobs need, by id: what each is called, and its bytes."""
        return {id_: self._document(id_) for job in jobs for id_ in job.sheet.needed}

    def _read(self, id_: str) -> tuple[str, bytes]:
        if self._built is None:
            raise TypeError("documents are sent along where problems come from a build")
        return self._built.document(id_)

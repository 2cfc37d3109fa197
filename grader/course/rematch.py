"""Regrading is a class run by another key: which hand-in is which result of the run before, told by digests, and the plan of that run."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import NamedTuple

from grader.core.answers.rounding import Share
from grader.core.data import Data
from grader.core.documents import Limits
from grader.core.errors import SubmissionError
from grader.core.games.text_question import TEXT
from grader.core.names import name_of_file
from grader.core.numbers import whole
from grader.core.text import printable
from grader.course.contents import content_of
from grader.course.gathering import Gathering, gather
from grader.course.hand_in import Class, File, HandIn, Junk, Remark
from grader.course.lms import Person, person_of
from grader.course.one_student import peek, read_file
from grader.course.quiz.built import Built
from grader.course.result_lines import WrittenProblem, WrittenResult, exercise_of, sources_of
from grader.course.run.chunks import Job
from grader.course.run.class_run import RunPlan
from grader.course.run.out_folder import (
    AS_MARKED,
    FORMAT,
    INTERRUPTED,
    RESULTS,
    RUN,
    RunRefused,
    digest_of,
    digest_of_data,
    is_finished,
    not_current,
    stated_in,
)

# -- the run before: what was marked, told by the digests that its results state


class Earlier(NamedTuple):
    """One result of the run before: whose it is, from which files, and where its line begins.

    `digests` are those of the files that could be read, in order; there are none where none could be. `unread` is how
    many files of the student could not be. `input` is the digest of all that the result was made from.
    """

    student: str
    sources: tuple[str, ...]
    digests: tuple[str, ...]
    unread: int
    input: str
    start: int
    person: Person | None = None


class EarlierRun(NamedTuple):
    """A run that came to its end: its folder, what it was made with, the quiz, its results in order.

    `as_marked` are lines of results about which people decided, before that, by their digests; `absent` results of students who handed in
    nothing; `adjust` the files with the decisions and their digests; `name` is what the folder was called.
    """

    folder: Path
    options: Mapping[str, Data]
    quiz: str
    results: tuple[Earlier, ...]
    digest: str
    as_marked: Mapping[str, str] = {}
    absent: Mapping[str, WrittenResult] = {}
    adjust: tuple[tuple[str, str], ...] = ()
    name: str = ""

    def lines(self) -> Iterator[tuple[Earlier, str]]:
        """Yield each result with its line, as it was marked."""
        for one, line in self._written():
            yield one, self.as_marked.get(one.input, line)

    def _written(self) -> Iterator[tuple[Earlier, str]]:
        with open(self.folder / RESULTS, "rb") as file:
            for one in self.results:
                file.seek(one.start)
                yield one, file.readline().decode("utf-8")

    def beside(self, again: Iterable[bytes]) -> Iterator[tuple[WrittenResult, WrittenResult]]:
        """Yield each result with what it is among the lines of another run over the same hand-ins, decisions in both."""
        lines = iter(again)
        for (_, before), after in zip(self._written(), lines, strict=False):
            yield json.loads(before), json.loads(after)
        absent: dict[str, WrittenResult] = {one["student"]: one for one in map(json.loads, lines)}
        for student in {**self.absent, **absent}:
            nothing: WrittenResult = {"student": student, "gradable": False, "provenance": {}}
            yield self.absent.get(student, nothing), absent.get(student, nothing)

    def in_order_of(self, built: Built | None) -> EarlierRun:
        """Return the run with its results in the order of the class list, in which they are marked again."""
        rank = {} if built is None else {student: at for at, student in enumerate(built.roster)}
        ordered = sorted(self.results, key=lambda one: rank.get(one.student, len(rank)))
        return self._replace(results=tuple(ordered))


def read_run(out: str) -> EarlierRun:
    """Return the run that was written into the folder. Raises RunRefused, and OSError."""
    folder = Path(os.path.realpath(out))
    name = printable(out, len(out))
    try:
        stated = stated_in(folder)
    except FileNotFoundError:
        raise RunRefused(f"{name}: is no folder that a class was graded into: there is no {RUN} in it") from None
    if stated is None or stated.get("format") != FORMAT:
        raise RunRefused(f"{name}/{RUN}: is not what a class run writes")
    if not is_finished(folder, stated) or "finished" not in stated:
        raise RunRefused(f"{name}: {INTERRUPTED}")
    digest = digest_of(folder / RESULTS)
    if digest != stated["finished"]["files"].get(RESULTS):
        raise RunRefused(f"{name}/{RESULTS}: was changed since the run wrote it")
    if reason := not_current(folder, stated, name):
        raise RunRefused(reason)
    results, quiz, start = [], "", 0
    absent: dict[str, WrittenResult] = {}
    with open(folder / RESULTS, "rb") as file:
        for line in file:
            result: WrittenResult = json.loads(line)
            if "not_handed_in" in result and not sources_of(result):
                absent[result.get("student", "")] = result
            else:
                results.append(_earlier(result, start))
            quiz = quiz or result.get("quiz", "")
            start += len(line)
    as_marked = folder / AS_MARKED
    lines = as_marked.read_text("utf-8").splitlines(keepends=True) if as_marked.exists() else []
    before = {json.loads(line)["provenance"]["input"]: line for line in lines}
    adjust = tuple((file, digest) for file, digest in stated.get("adjust", ()))
    return EarlierRun(
        folder, stated["options"], quiz, tuple(results), digest, before, absent, adjust, os.path.normpath(out)
    )


def _earlier(result: WrittenResult, start: int) -> Earlier:
    sources, made = sources_of(result), result["provenance"]
    not_marked, marked = made.get("not_marked", {}), made.get("submission", [])
    left_out = {one["source"] for one in result.get("files_not_graded", ())} if result["gradable"] else {*sources}
    of_marked = iter([marked] if isinstance(marked, str) else marked)
    digests = (
        not_marked[source] if source in not_marked else next(of_marked, "")
        for source in sources
        if source in not_marked or source not in left_out
    )
    return Earlier(
        result.get("student", ""),
        sources,
        tuple(filter(None, digests)),
        len(left_out - not_marked.keys()),
        made.get("input", ""),
        start,
        person_of(result.get("platform", {})),
    )


# -- what of it is there again: a file is a student's again only if it is byte for byte what was marked


class _Candidate(NamedTuple):
    """A file among the hand-ins now, and the hand-in that it lies in; its digest, none where it cannot be opened."""

    file: File
    hand_in: HandIn
    digest: str

    @property
    def key(self) -> tuple[str, str]:
        """Return its path, and of what a group hands in whose copy it is."""
        return self.file.path, self.hand_in.person.key if self.hand_in.person is not None else ""

    @property
    def student(self) -> str:
        """Return whose it is by its path."""
        return self.hand_in.student or name_of_file(self.file.path)


class Again(NamedTuple):
    """What of the run before is there again: its hand-ins, by where the lines of its results begin, and the files that are new.

    Of `unsure` ones no digest is known: they are the same if what is made of them says so.
    """

    hand_ins: dict[int, HandIn]
    unsure: frozenset[int]
    new: tuple[str, ...]
    junk: tuple[Junk, ...]
    remarks: Mapping[str, Remark] = {}

    def as_class(self) -> Class:
        """Return the hand-ins as a class run takes them."""
        hand_ins = [hand_in for _, hand_in in sorted(self.hand_ins.items())]
        return Class(hand_ins, self.junk, (), is_class=True, remarks=self.remarks)


def find_again(
    results: Sequence[Earlier], arguments: Sequence[str], out: str, limits: Limits, built: Built | None, lms: str = ""
) -> Again:
    """Return the hand-ins of the results. A file is a student's again only if it is byte for byte what was marked.

    Files that could not be read before are the student's if they still are by their path, and still cannot be read. What
    could not be graded at all is looked for where it lay.
    """
    programs = None if built is None else built.programs
    how = Gathering(out, limits, partial(peek, limits=limits, programs=programs), lms=lms, programs=programs)
    has_roster = built is not None and bool(built.roster)
    # with a roster as a class run finds them: a platform's names say who handed in what, and what was typed into a text field
    each = (
        [gather(arguments, how._replace(built=built))]
        if has_roster
        else [gather([argument], how._replace(is_alone=len(arguments) == 1)) for argument in arguments]
    )
    free = _Free(
        _Candidate(file, one, _digest(file, limits)) for held in each for one in held.hand_ins for file in one.files
    )
    chosen = free.choose(results)
    lay = each[0] if has_roster else Class((), (), (), is_class=True)
    if not has_roster and not all(one.digests for one in results):
        lay = gather(arguments, how._replace(built=built))
    where_it_lay = {tuple(file.path for file in one.files): one for one in lay.hand_ins}
    hand_ins: dict[int, HandIn] = {}
    unsure: set[int] = set()
    for one in results:
        if not one.digests and (same := where_it_lay.get(one.sources)) and free.claim_all(one.sources):
            hand_ins[one.start] = same
            unsure.add(one.start)
        elif files := free.with_unread(chosen.get(one.start, []), one, limits):
            beside = files[0].file.path if has_roster else files[0].hand_in.beside
            hand_ins[one.start] = HandIn(one.student, tuple(held.file for held in files), beside, one.person)
    junk = tuple(junk for held in each for junk in held.junk)
    return Again(hand_ins, frozenset(unsure), free.paths(), junk, lay.remarks)


def _digest(file: File, limits: Limits) -> str:
    try:
        return "sha256:" + hashlib.sha256(content_of(file, limits)).hexdigest()
    except SubmissionError:
        return ""


_NEAR: tuple[Callable[[_Candidate, Earlier], bool], ...] = (
    lambda held, one: held.file.path in one.sources,
    lambda held, one: held.student == one.student,
    lambda *_: True,
)
"""Whether a file is one of a result's, by how near it lies to where that lay, the nearest first."""


class _Free:
    """The files that nobody has claimed yet; what a group handed in is there once for each of its members."""

    def __init__(self, found: Iterable[_Candidate]) -> None:
        self._free = {held.key: held for held in found}
        self._by_digest: dict[str, list[_Candidate]] = defaultdict(list)
        self._of_student: dict[str, list[str]] = defaultdict(list)
        for held in self._free.values():
            self._of_student[held.student].append(held.file.path)
            if held.digest:
                self._by_digest[held.digest].append(held)

    def choose(self, results: Sequence[Earlier]) -> dict[int, list[_Candidate]]:
        """Return the files of each result of which all are there: first those that lie where they lay or are the student's by their path, then any with the same bytes."""
        chosen: dict[int, list[_Candidate]] = {}
        for furthest in range(len(_NEAR)):
            for one in results:
                if one.digests and one.start not in chosen and (files := self._all_of(one, _NEAR[: furthest + 1])):
                    chosen[one.start] = files
        return chosen

    def _all_of(self, one: Earlier, ways: Sequence[Callable[[_Candidate, Earlier], bool]]) -> list[_Candidate]:
        """Return the files with all digests of a result; nothing, and nothing is claimed, where one is missing."""
        taken: list[_Candidate] = []
        for digest in one.digests:
            there = [held for held in self._by_digest[digest] if held.key in self._free]
            nearest = next((held for is_near in ways for held in there if is_near(held, one)), None)
            if nearest is None:
                self._free |= {held.key: held for held in taken}
                return []
            taken.append(self._free.pop(nearest.key))
        return taken

    def claim_all(self, paths: Iterable[str]) -> bool:
        """Take the files at these paths, where all are there, and return whether they are."""
        wanted = [self._at(path) for path in paths]
        for held in wanted if None not in wanted else ():
            if held is not None:
                del self._free[held.key]
        return None not in wanted

    def _at(self, path: str) -> _Candidate | None:
        """Return the first copy of a file that is free."""
        whole = self._free.get((path, ""))
        return whole or next((held for held in self._free.values() if held.file.path == path), None)

    def with_unread(self, files: list[_Candidate], one: Earlier, limits: Limits) -> list[_Candidate]:
        """Return the files with those of the student that could not be read before and still cannot, in the order in which they stood."""
        wanted = one.unread if one.digests else len(one.sources)
        if not wanted or (one.digests and not files):
            return files
        paths = dict.fromkeys([*one.sources, *self._of_student[one.student]])
        there = [held for path in paths if (held := self._at(path))]
        unread = [held for held in there if read_file(held.file, limits) is None]
        if len(unread) != wanted:
            return files
        for held in unread:
            del self._free[held.key]
        order = {source: place for place, source in enumerate(one.sources)}
        return sorted([*files, *unread], key=lambda held: order.get(held.file.path, len(order)))

    def paths(self) -> tuple[str, ...]:
        """Return the files that nobody has claimed."""
        return tuple(held.file.path for held in self._free.values())


# -- the plan of the run that marks these hand-ins again; what cannot be marked again stands as it was


def again_plan(
    plan: RunPlan, run: EarlierRun, again: Again, gone: list[str], *, is_higher: bool, has_pages: bool
) -> RunPlan:
    """Return the plan, which marks what is there again, such that what is gone keeps its result.

    Who is gone is put into the list when the jobs are gone through. With `is_higher` no exercise is marked below what it
    was. `has_pages`: pages of the run before are copied of whom nothing changes.
    """
    plan = plan._replace(earlier=run.folder if has_pages else None)
    return plan._replace(total=len(run.results), jobs=partial(_jobs, plan, run, again, gone, is_higher=is_higher))


def _jobs(plan: RunPlan, run: EarlierRun, again: Again, gone: list[str], *, is_higher: bool) -> Iterator[Job]:
    gone.clear()
    marked = plan.jobs()
    for one, line in run.lines():
        job = next(marked) if one.start in again.hand_ins else None
        if job is None or (one.start in again.unsure and job.digest != one.input):
            gone.append(one.student)
            yield Job(one.student, (), digest=one.input, result=line)
            continue
        before = _marks(json.loads(line)) if is_higher else {}
        said = [[name, str(share.earned), str(share.possible)] for name, share in before.items()]
        earlier = line if job.digest == one.input and plan.earlier_page(job.folder) else ""
        digest = digest_of_data([job.digest, one.input, said])
        yield job._replace(before=before, digest=digest, earlier=earlier)


def _marks(result: WrittenResult) -> dict[str, Share]:
    """Return what the program marked of a result by exercise, without a quiz by problem: answers in words are left out."""
    return {exercise_of(one): _by_program(one) for one in result.get("problems", ())}


def _by_program(problem: WrittenProblem) -> Share:
    words = sum(Fraction(str(part["possible"])) for part in problem.get("parts", ()) if part["part"] == TEXT)
    earned, possible = (Fraction(str(marks)) for marks in (problem["earned"], problem["possible"]))
    return Share(whole(earned), whole(possible - words))

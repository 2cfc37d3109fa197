"""A class run: what was handed in, marked chunk by chunk into a journal, and the folder OUT made of it at the end."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from grader.core.data import Data
from grader.core.documents import Limits
from grader.core.documents.files import new_file, write_file
from grader.core.errors import Fault
from grader.core.text import listed, printable
from grader.course import held_answers
from grader.course.adjusted_results import AdjustedResult, Adjustment, line_of, marks_that_count, sentences, table_of
from grader.course.csv_tables import Gradebook, Inputs
from grader.course.gathering import feedback_folders
from grader.course.hand_in import Class, HandIn, Remark, is_of_system
from grader.course.held_answers import HeldAnswer, UnreadWords
from grader.course.one_student import Opened, open_files
from grader.course.owners import InContent
from grader.course.quiz import Student
from grader.course.quiz.built import Built
from grader.course.report.class_page import ClassPage
from grader.course.result_lines import WrittenResult, exercise_of, row_in, written
from grader.course.run.accepted_answers import AcceptedAnswers
from grader.course.run.chunks import Chunk, Done, Job, Marked, Setup
from grader.course.run.out_folder import (
    ADJUSTED,
    AS_MARKED,
    FILES,
    GRADEBOOK,
    INPUTS,
    JOURNAL,
    MARKING_PAGE,
    MARKING_TABLE,
    REPORT,
    RESULTS,
    Journal,
    Out,
    Said,
    StatedRun,
    digest_of,
    digest_of_data,
    stated_run,
)
from grader.course.run.workers import WorkerPool, mark_all
from grader.course.tally import Status, Tally
from grader.grading.bank import Bank, files_beside
from grader.grading.built_problems import Documents
from grader.grading.problem_files import problem_files
from grader.grading.result import Brief
from grader.kinds import Exercise

_MOST_NAMED = 5
CHUNK = 16
"""Hand-ins that are marked at a time: few enough that little is done twice after an interruption."""


class RunPlan(NamedTuple):
    """All that a run marks and how.

    `jobs` opens what was handed in, in the order of students. `columns` are those of the gradebook that are known before,
    `students` the class list, `titles` those of exercises, `junk` what nobody handed in, `remarks` what is told of files. `find` gives problems for the trees
    of the report, `build` is as in `class_page`. Without a quiz `bank` is where problems come from. `adjustment` is applied when files are
    written: what stands in the journal is as it was marked. `earlier` is the folder of a run before, whose pages are copied of whom nothing changes.
    """

    setup: Setup
    made: StatedRun
    total: int
    jobs: Callable[[], Iterator[Job]]
    problems: Callable[[Sequence[Job]], Mapping[str, tuple[str, bytes]]]
    find: Callable[[str], Exercise | Fault]
    columns: Sequence[str] = ()
    students: Mapping[str, Student] = {}
    titles: Mapping[str, str] = {}
    junk: Sequence[tuple[str, str]] = ()
    bank: Bank | None = None
    remarks: Mapping[str, Remark] = {}
    build: str = ""
    adjustment: Adjustment = Adjustment()
    earlier: Path | None = None

    def earlier_page(self, folder: str) -> str:
        """Return the page of a student as the run before made it, without what people decided; nothing where it cannot be this one's too.

        It cannot where the quiz is called otherwise, or where the page was made once more with answers that people accept.
        """
        if self.earlier is None or not (page := self.earlier / folder / REPORT).exists():
            return ""
        from grader.pages.feedback import has_accepted, is_titled, with_changes  # as below

        text = page.read_text("utf-8")
        return with_changes(text, ()) if is_titled(text, self.setup.title) and not has_accepted(text) else ""


class Summary(NamedTuple):
    """What became of a run: how many hand-ins were marked now, how many were taken over from before, how many results dropped.

    `files` were written; `is_new`: anything was. `is_whole`: nothing that was handed in failed. `least` is the smallest
    share of the marks that a submission earned.
    """

    tally: str
    marked: int
    taken_over: int
    dropped: int
    files: int
    is_whole: bool
    least: Fraction | None
    warnings: tuple[str, ...] = ()
    is_new: bool = True


class News:
    """What is found out about problems, each thing once, and failures of the program."""

    def __init__(self) -> None:
        self.notes: dict[str, None] = {}
        self.faults: dict[Fault, None] = {}
        self.bugs: list[str] = []
        self.page_bugs: list[str] = []

    def check(self, bank: Bank | None) -> None:
        """Find out what is wrong with problems that were named, also where nobody answers them."""
        if bank is not None:
            bank.check_named()
            self.add(Marked((), tuple(bank.notes), tuple(bank.faults)))

    def add(self, marked: Marked) -> None:
        """Take in what a chunk brings."""
        self.notes |= dict.fromkeys(marked.notes)
        self.faults |= dict.fromkeys(marked.faults)
        self.bugs += [done.bug for done in marked.done if done.bug]
        self.page_bugs += [done.page_bug for done in marked.done if done.page_bug]


def stream(plan: RunPlan, pool: WorkerPool, news: News) -> Iterator[Done]:
    """Yield what becomes of each hand-in, in order; nothing is kept."""
    for _, marked in mark_all(_chunks(plan, plan.jobs()), plan.setup, pool):
        news.add(marked)
        yield from marked.done


def _chunks(plan: RunPlan, jobs: Iterator[Job]) -> Iterator[Chunk]:
    held: list[Job] = []
    most = 1 if plan.setup.sandbox else CHUNK  # programs take seconds: whoever breaks off keeps what is done
    for job in jobs:
        held.append(job)
        if len(held) == most:
            yield Chunk(tuple(held), plan.problems(held))
            held = []
    if held:
        yield Chunk(tuple(held), plan.problems(held))


class _Known(NamedTuple):
    """A hand-in of the run: the digest of all that it is marked by, and where its feedback goes."""

    digest: str
    folder: str


class ClassRun:
    """A run into a folder that is open: `mark` until it yields no more, then `finish`."""

    def __init__(self, plan: RunPlan, out: Out, pool: WorkerPool, news: News) -> None:
        self._plan, self._out, self._pool, self._news = plan, out, pool, news
        self._journal = Journal(out.path / JOURNAL, out.path / RESULTS, out.path / AS_MARKED)
        self._before = frozenset(self._journal)
        self._order: list[_Known] = []
        self._taken_over = self._marked = self._files = 0
        self._rows = _Rows(plan)
        self._accepted: dict[str, Sequence[WrittenResult]] = {}

    def mark(self) -> Iterator[Done | None]:
        """Yield what becomes of each hand-in that is marked, None for one that was marked before. Raises OSError."""
        told = 0
        try:
            for chunk, marked in mark_all(_chunks(self._plan, self._waiting()), self._plan.setup, self._pool):
                self._news.add(marked)
                self._keep(chunk, marked)
                yield from marked.done
                yield from [None] * (self._taken_over - told)
                told = self._taken_over
        except BaseException:  # nobody marks any more; what is done stays
            self._journal.close()
            raise
        yield from [None] * (self._taken_over - told)

    def count_saved(self) -> int:
        """Return of how many hand-ins the results stand in the journal by now, as far as the run has come."""
        return self._taken_over + self._marked

    def _waiting(self) -> Iterator[Job]:
        for job in self._plan.jobs():
            self._order.append(_Known(job.digest, job.folder))
            if job.result and job.digest not in self._journal:
                self._take(job)
            if job.digest in self._journal and (job.result or self._has_feedback(job)):
                self._taken_over += 1
            else:
                yield job

    def _take(self, job: Job) -> None:
        if self._out.finished:
            self._out.begin()
        self._journal.add([(job.digest, job.result)])

    def _has_feedback(self, job: Job) -> bool:
        """Return whether all that is wanted of a job is there; what is printed is nowhere kept."""
        setup = self._plan.setup
        return not setup.shown and (not setup.html or (self._out.path / job.folder / REPORT).exists())

    def _keep(self, chunk: Chunk, marked: Marked) -> None:
        """Write feedback first: what stands in the journal is done."""
        if self._out.finished:
            self._out.begin()
        for job, done in zip(chunk.jobs, marked.done, strict=True):
            if self._plan.setup.html or self._plan.setup.drawings:
                files = ((REPORT, self._plan.earlier_page(job.folder)),) if done.is_as_earlier else done.files
                self._files += self._out.write_feedback(job.folder, files)
        digests = (job.digest for job in chunk.jobs)
        self._journal.add((digest, done.result) for digest, done in zip(digests, marked.done, strict=True))
        self._marked += len(marked.done)
        if not self._plan.adjustment.has_accepts:  # else what counts is known at the end
            self._add_rows({job.digest: done.brief for job, done in zip(chunk.jobs, marked.done, strict=True)})

    def _add_rows(self, just_marked: Mapping[str, Brief | None] | None = None) -> None:
        """Add to the tables what is marked, as far as all before it is, while processes are at work on the rest."""
        just_marked = just_marked or {}
        while self._rows.count < len(self._order):
            digest = self._order[self._rows.count].digest
            brief = just_marked.get(digest)
            is_of_people = brief is not None and ("pending" in brief.data or brief.has_unread_words)
            if brief is not None and not is_of_people and not self._is_decided(brief.data):
                self._rows.add_brief(brief)
            elif digest in self._journal:
                self._rows.add(json.loads(self._journal.read(digest)), self._accepted.get(digest, ()))
            else:
                return

    def _is_decided(self, result: Mapping[str, Data]) -> bool:
        adjustment = self._plan.adjustment
        return adjustment.touches(result.get("student", ""), has_marks=bool(result.get("problems")))

    def finish(self) -> Summary:
        """Make the files of the folder from the results, and return what is to be said of the run. Raises OSError."""
        whole = self._digest()
        said = self._out.finished
        if said and said["whole"] == whole and all((self._out.path / name).exists() for name in FILES):
            self._journal.remove()
            return _read(said["summary"])._replace(taken_over=self._taken_over, is_new=False)
        self._out.begin()
        summary = self._write()
        self._out.keep_feedback_of(known.folder for known in self._order)
        self._out.finish(whole, _written(summary))
        self._journal.remove()
        return summary

    def _digest(self) -> str:
        """Return the digest of all that the files of the folder are made from: of these lists as JSON, piece by piece."""
        digests, folders = (known.digest for known in self._order), (known.folder for known in self._order)
        told = ([path, *remark] for path, remark in self._plan.remarks.items())
        decided, late = map(list, self._plan.adjustment.files), self._plan.setup.late
        costs = [late.as_data()] if late is not None else []
        lists: tuple[Iterable[object], ...] = (digests, folders, map(list, self._plan.junk), told, decided, costs)
        pieces = hashlib.sha256()
        for place, each in enumerate(lists):
            pieces.update(b"], [" if place else b"[[")
            for at, one in enumerate(each):
                pieces.update((", " if at else "").encode() + json.dumps(one).encode())
        pieces.update(b"]]")
        return "sha256:" + pieces.hexdigest()

    def _write(self) -> Summary:
        path, rows = self._out.path, self._rows
        if self._plan.adjustment.decisions and not (path / ADJUSTED).exists():
            write_file(path / ADJUSTED, "")  # from now on pages may say something of decisions
        self._mark_accepted()
        self._add_rows()
        changed = rows.adjust_absent()
        self._write_results({self._order[place].digest for place in changed})
        write_lines(path / GRADEBOOK, rows.book.lines())
        write_lines(path / INPUTS, rows.inputs.lines())
        write_file(path / REPORT, rows.page.page())
        files = self._files + len(FILES) + self._write_decisions(changed) + self._write_marking()
        dropped = len(self._before.difference(known.digest for known in self._order))
        return Summary(
            str(rows.tally), self._marked, self._taken_over, dropped, files, rows.is_whole, rows.least, rows.warnings()
        )

    def _mark_accepted(self) -> None:
        """Mark hand-ins once more with answers that are accepted, and those whose page says so although no answer is any more."""
        adjusting, setup = self._plan.adjustment, self._plan.setup
        if not adjusting.has_accepts and not (setup.html and (self._out.path / ADJUSTED).exists()):
            return
        answers = AcceptedAnswers(setup, adjusting, self._plan.problems, self._plan.bank)
        for known, job in zip(self._order, self._plan.jobs(), strict=True):
            marked = written(json.loads(self._journal.read(known.digest)))
            if job.result:  # of what is gone nothing can be marked
                self._rows.gone += [printable(job.student or "")] if answers.may_change(marked) else []
                continue
            found = answers.mark(job, marked)
            if found is not None and found.done.bug:
                self._news.bugs.append(found.done.bug)
                found = None
            if found is not None:
                self._accepted[known.digest] = [written(json.loads(line)) for line in found.results]
            if setup.html and (found is not None or self._has_accepted(known.folder)):
                done = answers.as_marked(job) if found is None else found.done
                self._out.write_feedback(known.folder, _with_accepted(done.files, is_accepted=found is not None))

    def _has_accepted(self, folder: str) -> bool:
        from grader.pages.feedback import has_accepted  # as below

        page = self._out.path / folder / REPORT
        return page.exists() and has_accepted(page.read_text("utf-8"))

    def _write_results(self, decided: Collection[str]) -> None:
        """Write results with decisions in them. What these were before stands elsewhere at any moment: the next run goes on from there."""
        as_marked = self._out.path / AS_MARKED
        held = {known.digest: self._journal.read(known.digest) for known in self._order if known.digest in decided}
        before = as_marked.read_bytes() if as_marked.exists() else b""
        if held or before:  # those of the run before stay until its results are replaced
            write_file(as_marked, before + b"".join(held.values()))
        with new_file(self._out.path / RESULTS) as file:
            for known in self._order:
                line = held.get(known.digest)
                file.write(self._journal.read(known.digest) if line is None else self._adjusted(known, line))
            for found in self._rows.absent:
                file.write(line_of(found.result))
            self._journal.close()
        if held:
            write_file(as_marked, b"".join(held.values()))
        else:
            as_marked.unlink(missing_ok=True)

    def _adjusted(self, known: _Known, line: bytes) -> bytes:
        accepted = self._accepted.get(known.digest, ())
        return line_of(self._plan.adjustment.apply(written(json.loads(line)), accepted).result)

    def _write_decisions(self, changed: Mapping[int, AdjustedResult]) -> int:
        """Write what people decided into pages, and the table of it; return how many files more there are than without.

        While the table is there, pages may say something of decisions: it comes before they do and goes after it.
        """
        table, adjustment = self._out.path / ADJUSTED, self._plan.adjustment
        if adjustment.decisions:
            names = {student: one.name for student, one in self._plan.students.items()}
            rank = {student: place for place, student in enumerate(self._plan.students)}
            found = sorted((*changed.values(), *self._rows.absent), key=lambda one: rank.get(one.student, len(rank)))
            write_lines(table, table_of(found, names))
        late = self._rows.said_of_late
        for place in range(len(self._order)) if table.exists() or self._out.was_late else late:
            self._put_into_page(self._order[place], changed.get(place), late.get(place))
        if not adjustment.decisions:
            table.unlink(missing_ok=True)
        return int(table.exists())

    def _write_marking(self) -> int:
        """Write what people mark by: a page and a table of the answers in words; return how many files these are."""
        from grader.course.marking_page import marking_page  # few runs have any

        page, table = self._out.path / MARKING_PAGE, self._out.path / MARKING_TABLE
        rank = {exercise: place for place, exercise in enumerate(self._plan.columns)}
        answers = sorted(self._rows.held, key=lambda one: rank.get(one.exercise, len(rank)))
        unread = sorted(self._rows.unread, key=lambda one: rank.get(one.exercise, len(rank)))
        if answers or unread:
            write_file(page, marking_page(answers, self._plan.find, self._plan.setup.quiz, unread))
            write_lines(table, held_answers.table_of(answers))
            return 2
        page.unlink(missing_ok=True)
        table.unlink(missing_ok=True)
        return 0

    def _put_into_page(self, known: _Known, found: AdjustedResult | None, late: str | None) -> None:
        """Let the page of a student say what people changed and what is taken off for being late, where there is one."""
        from grader.pages.feedback import with_changes  # after marking: most runs have neither pages nor decisions

        page, said, is_accepted = (
            self._out.path / known.folder / REPORT,
            [*self._sentences(found), *([late] if late else [])],
            known.digest in self._accepted,
        )
        marks = {} if found is None else dict(marks_that_count(found))
        if page.exists():
            before = page.read_text("utf-8")
            if (after := with_changes(before, said, marks=marks, is_accepted=is_accepted)) != before:
                write_file(page, after)

    def _sentences(self, found: AdjustedResult | None) -> Iterator[str]:
        if found is None:
            return iter(())
        on_sheet = [*self._plan.adjustment.points_of(found.student)]
        if len(on_sheet) > 1:  # else nothing has a number on the page
            return sentences(found, {name: f"Question {place}" for place, name in enumerate(on_sheet, 1)})
        exercises = on_sheet or [exercise_of(one) for one in found.result.get("problems", ())]
        return sentences(found, dict.fromkeys(exercises, "") if len(exercises) == 1 else {})


def _with_accepted(files: Iterable[tuple[str, str | bytes]], *, is_accepted: bool) -> Iterator[tuple[str, str | bytes]]:
    """Yield files of feedback, of which the page says whether answers are right on it because they are accepted."""
    from grader.pages.feedback import with_changes  # as above

    for name, content in files:
        is_page = name == REPORT and isinstance(content, str)
        yield name, with_changes(str(content), (), is_accepted=is_accepted) if is_page else content


class _Rows:
    """What is made of the results, in their order: the tables, the counts, and what the report needs."""

    def __init__(self, plan: RunPlan) -> None:
        self._adjustment, self._late, self._students = plan.adjustment, plan.setup.late, plan.students
        has_decisions = bool(plan.adjustment.decisions)
        self.book = Gradebook(plan.columns, plan.students, plan.setup.late, has_decisions=has_decisions)
        self.inputs = Inputs(plan.junk, plan.remarks)
        of_systems = sum(is_of_system(what) for _, what in plan.junk)
        self.tally = Tally(plan.students, INPUTS, of_systems, (MARKING_PAGE, MARKING_TABLE))
        self.page = ClassPage(plan.find, plan.titles, plan.build)
        self.count = 0
        self.is_whole = True
        self.least: Fraction | None = None
        self.said_of_late: dict[int, str] = {}
        self.absent: list[AdjustedResult] = []
        self.gone: list[str] = []
        self.held: list[HeldAnswer] = []
        self.unread: list[UnreadWords] = []
        self._other_words: list[str] = []
        self._without_marks: list[AdjustedResult] = []
        self._seen: set[str] = set()
        self._decided: dict[int, AdjustedResult] = {}

    def add(self, result: dict[str, Data], accepted: Sequence[WrittenResult] = ()) -> None:
        """Take in one result, as it was marked; `accepted` is as `Adjustment.apply` takes it."""
        marked = written(result)
        found = self._adjustment.apply(marked, accepted)
        decisions = self._adjustment.about(marked.get("student", ""), has_marks=True)
        held = [*held_answers.held_in(marked, sorted(decisions, key=lambda one: bool(one.students)))]
        self.held += held
        self.unread += held_answers.unread_in(marked)
        self._other_words += held_answers.not_those_marked(marked, held, decisions)
        if found.changes:
            self._decided[self.count] = found.in_brief()
        self._add(marked, found.result)
        self.page.add({**found.result})

    def add_brief(self, brief: Brief) -> None:
        """Take in one result that was just made, and about which nobody decided anything."""
        result = written(brief.data)
        self._add(result, result)
        self.page.add_brief(brief)

    def _add(self, marked: WrittenResult, result: WrittenResult) -> None:
        row = row_in(result)
        if self._late is not None and (said := self._late.sentence(row, self._students.get(row.student))):
            self.said_of_late[self.count] = said
        self.count += 1
        self._seen.add(row.student)
        self.book.add(row)
        self.tally.add(row)
        as_marked = row if marked is result else row_in(marked)
        self.inputs.add(marked, as_marked)
        self.is_whole = self.is_whole and as_marked.is_whole
        if row.is_readable and not row.pending and row.status is not Status.EXCUSED:
            share = row.share
            self.least = share if self.least is None else min(self.least, share)

    def adjust_absent(self) -> Mapping[int, AdjustedResult]:
        """Take in those who handed in nothing and have marks by decisions; return what was decided of the others, by their places."""
        for found in self._adjustment.of_absent(self._seen):
            if not found.result["gradable"]:
                self._without_marks.append(found)
                continue
            self.absent.append(found)
            row = row_in(found.result)
            self.book.add(row)
            self.tally.add_absent(row)
        return self._decided

    def warnings(self) -> tuple[str, ...]:
        """Return what the instructor should look at."""
        found = (*self._decided.values(), *self.absent, *self._without_marks)
        decided = (cut for one in found for cut in one.limits())
        gone = f"warning: no answer is accepted of those whose hand-ins are gone: {listed(self.gone, _MOST_NAMED)}"
        return (
            *self.tally.warnings(),
            *self.book.warnings(),
            *decided,
            *self._other_words,
            *([gone] if self.gone else []),
        )


def write_lines(path: Path, lines: Iterator[str]) -> None:
    """Write a table. Raises OSError."""
    with new_file(path) as file:
        for line in lines:
            file.write(line.encode("utf-8"))


def _written(summary: Summary) -> Said:
    """Return what is written down of a run that came to its end."""
    least = None if summary.least is None else str(summary.least)
    return {"tally": summary.tally, "is_whole": summary.is_whole, "least": least, "warnings": list(summary.warnings)}


def _read(stated: Said) -> Summary:
    least = None if stated["least"] is None else Fraction(stated["least"])
    return Summary(stated["tally"], 0, 0, 0, 0, stated["is_whole"], least, tuple(stated["warnings"]))


# -- what a run marks, from what was found among the hand-ins: jobs with their bytes, the problems that these need

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
    exercises, roster = ((), {}) if built is None else (built.quiz.exercises, built.roster)
    columns = [one.id for one in exercises]
    places = {student: place for place, student in enumerate(roster)}
    ranks = [places.get(one.student or "", len(places)) for one in held.hand_ins]
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    fingerprint = built.fingerprint if built is not None else _fingerprint(setup.problems, held.hand_ins)
    bank = Bank(*setup.problems, limits=setup.problem_limits)
    return RunPlan(
        setup._replace(token=fingerprint),
        stated_run(told, fingerprint, [*map(os.path.normpath, arguments)], columns, roster.values()),
        len(order),
        partial(_jobs, held.hand_ins, feedback_folders(held), order, limits, built, marks_others=setup.marks_others),
        partial(_needed, lru_cache(_MOST_KEPT)(built.documents)) if built is not None else lambda _: {},
        bank.find if built is None else built.find,
        setup.require if built is None else columns,
        roster,
        {one.id: one.title for one in exercises},
        [junk for junk in held.junk if not junk.what.startswith(_OWN)],
        bank if built is None else None,
        held.remarks,
        shlex.quote(built.folder) if built is not None and built.has_own_sheets else "",
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
        told = [(file, "") for file in hand_in.files]
        if built is not None and built.programs is not None:
            told = built.programs.sorted_out(hand_in.files)
        opened = open_files([file for file, _ in told], limits)
        files = tuple(one._replace(program=program) for one, (_, program) in zip(opened, told, strict=True))
        job = Job(hand_in.student, files, hand_in.beside, folder=folders[place], person=hand_in.person)
        if built is not None and in_content is not None:
            student = hand_in.student or ""
            contents = (file.content for file in job.files if not file.program)
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
    return digest_of_data([who, [*map(_of_file, job.files)]])


def _of_file(file: Opened) -> list[Data]:
    return [file.source, [*map(str, file.faults)], hashlib.sha256(file.content).hexdigest()]


def _fingerprint(problems: Sequence[str], hand_ins: Sequence[HandIn]) -> str:
    """Return the digest of all problems that are named, or may lie beside what was handed in."""
    named = [file for path in problems for file in problem_files(path)]
    beside = [file for where in dict.fromkeys(one.beside for one in hand_ins) for file in files_beside(where)]
    files = named if problems else dict.fromkeys(beside)
    return digest_of_data([digest_of(Path(file)) for file in files if os.path.isfile(file)])


def _needed(documents: Callable[[str], Documents], jobs: Sequence[Job]) -> Documents:
    """Return the documents of all problems that the jobs need, by id: what each is called, and its bytes."""
    needed = dict.fromkeys(id_ for job in jobs for id_ in job.sheet.needed)
    return {id_: one for problem in needed for id_, one in documents(problem).items()}

"""What goes to those who mark and what comes back: plain values that can be sent to another process or machine."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader.course.keep import Keep
from grader.course.late import Late
from grader.course.lms.person import Person
from grader.course.mark import Given
from grader.course.row import Row
from grader.course.sheet import Sheet
from grader.diagram import Numbers
from grader.documents import PROBLEM_LIMITS, Limits
from grader.errors import Fault
from grader.export.platform import Platform
from grader.export.result import Brief
from grader.marks.reports import Reveal
from grader.marks.rounding import Share
from grader.policy import Policy

if TYPE_CHECKING:  # only a tree below the marks is more than text, and few want it
    from grader.drawing.text_tree import TreeLine


class Setup(NamedTuple):
    """What holds for all hand-ins of a run.

    `problems` are the paths in which problems are looked for; with a `quiz`, whose sheets have the `title`, they come with each chunk instead. `shown` is
    the format of standard output ("": nothing is printed), `results` whether whole results are wanted. `token` tells runs
    apart: a process that outlives one run takes nothing over into the next.
    """

    policy: Policy = Policy()
    reveal: Reveal = Reveal.EXPECTED
    require: tuple[str, ...] = ()
    only: bool = False
    problems: tuple[str, ...] = ()
    problem_limits: Limits = PROBLEM_LIMITS
    quiz: str = ""
    title: str = ""
    keep: Keep = Keep.LATEST
    marks_others: bool = False
    results: bool = True
    shown: str = ""
    tree: Numbers | None = None
    html: bool = False
    drawings: tuple[str, ...] = ()
    numbers: Numbers = Numbers.VALUES
    token: str = ""
    platform: Platform = Platform()
    late: Late | None = None


class Job(NamedTuple):
    """What one student handed in, to be marked.

    `sheet` says which problems of a quiz count. `folder` is where feedback goes. `digest` is that of all that the result depends on but the setup. `before` are marks
    of an earlier run by exercise: what is marked now is not below them. `result` is one of an earlier run that stands as it
    is, as a line; then there is nothing to mark. `person` is who a platform says it is.
    """

    student: str | None
    files: tuple[Given, ...]
    beside: str = ""
    group: str = ""
    sheet: Sheet = Sheet({})
    folder: str = ""
    digest: str = ""
    before: Mapping[str, Share] = {}
    result: str = ""
    person: Person | None = None


class Chunk(NamedTuple):
    """Some jobs and, of a quiz, the documents of the problems that these need, by id: what they are called, and bytes."""

    jobs: Sequence[Job]
    problems: Mapping[str, tuple[str, bytes]]


class Done(NamedTuple):
    """What became of one job: its result as a line of JSON and in brief, its row where no result says it, what standard output says, feedback.

    `said` is what is wrong with what was handed in, `notes` with what was drawn of it. `bug` is the traceback of a failure
    of the program itself, `page_bug` that of one on what is made of the marks, which stand; usually nothing.
    """

    result: str = ""
    brief: Brief | None = None
    row: Row | None = None
    shown: tuple["str | TreeLine", ...] = ()
    files: tuple[tuple[str, str | bytes], ...] = ()
    said: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bug: str = ""
    page_bug: str = ""


class Marked(NamedTuple):
    """What became of a chunk: its jobs in order, and what was found out about problems meanwhile."""

    done: tuple[Done, ...]
    notes: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

"""`grade`: submissions in, reports out."""

from functools import partial
from math import isfinite
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from grader.bank import Bank
from grader.cli.command import Command
from grader.cli.completion import completing_list, problem_ids
from grader.cli.downloads import download_options, gathered, late_of
from grader.cli.numbers import read_with
from grader.cli.options import (
    DRAWINGS,
    Exit,
    complain,
    drawing_options,
    format_option,
    leave,
    numbers_option,
    problem_bytes_option,
    problems_option,
    submission_bytes_option,
)
from grader.cli.platforms import PLATFORMS, platform_of, platform_options
from grader.cli.single import Settings, execute
from grader.course.hand_in import HandIn
from grader.course.mark import mark_hand_in
from grader.course.tally import Tally
from grader.diagram import Numbers
from grader.documents import PROBLEM_LIMITS, SUBMISSION_LIMITS
from grader.exact import Number
from grader.garbage import collect_garbage
from grader.grading import grade_asked
from grader.kinds import Policy
from grader.marks.reports import Reveal
from grader.outcome import Outcome
from grader.policy import read_share, read_step
from grader.printable import printable
from grader.version import __version__

if TYPE_CHECKING:  # most runs are for no platform
    pass

_EPILOG = """\b
Examples:
  grade submission.yaml
  grade submission.yaml --problems week5/ --svg --html --out feedback
  grade submissions/ --format json --reveal verdicts > results.jsonl
  grade submissions/ --problems week5/ --format csv > marks.csv
  cat answer.json | grade - --format gradescope > results.json

\b
Exit codes: 0 graded, whatever the marks; 2 wrong usage, or a file cannot be
written; 3 something handed in cannot be graded; 4 a problem is wrong;
5 below --fail-under. Where several apply: 2, 4, 3, 5.
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("submissions", nargs=-1, required=True, metavar="SUBMISSION...")
@problems_option
@format_option(
    "text",
    "json",
    "csv",
    *PLATFORMS,
    help="The report on stdout: to read, our own JSON, a table with a line a student, or what a platform reads; JSON is one object a line.",
)
@platform_options
@click.option("--tree", is_flag=True, help="In the text report show each annotated tree below its marks, as text.")
@click.option("--html", is_flag=True, help="Write one self-contained page for each submission into --out.")
@drawing_options
@numbers_option
@click.option(
    "--reveal",
    type=click.Choice([reveal.value for reveal in Reveal]),
    default=Reveal.EXPECTED.value,
    show_default=True,
    help="How much every output may say: marks only, verdicts on what was handed in, or the expected answers too.",
)
@click.option(
    "--require",
    multiple=True,
    metavar="ID,...",
    shell_complete=completing_list(problem_ids),
    help="Problems that count even where a submission leaves them out. Repeatable.",
)
@click.option("--only", is_flag=True, help="Mark no other problems than those of --require.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PCT",
    help="Exit with 5 where a submission earns less than PCT %.",
)
@click.option(
    "--follow-through",
    callback=read_with(read_share),
    metavar="SHARE",
    help="What an answer that follows from the student's own wrong number earns of its marks, 0 to 1/2; goes before "
    "what a problem says.  [default: 1/2]",
)
@click.option(
    "--across-parts/--no-across-parts",
    default=None,
    help="Whether value, best-move and choice may follow from the student's own values and scores; goes before what a "
    "problem says.  [default: across-parts]",
)
@click.option(
    "--round",
    "step",
    callback=read_with(read_step),
    metavar="0.01|0.1|0.25|0.5|1",
    help="To what the marks of each problem are rounded, halves up; goes before what a problem says.  [default: 0.01]",
)
@click.option(
    "--quiz",
    type=click.Path(exists=True, file_okay=False),
    metavar="BUILD",
    help="The folder that `gametree quiz build` wrote: problems come from it alone, and every exercise of a student's "
    "sheet counts.",
)
@download_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Mark a class in N processes.  [default: as many as there are cores, where the class is large]",
)
@click.option(
    "--keep",
    type=click.Choice(("latest", "best", "first")),
    help="Which of several answers of a student to one problem count in a class; goes before what a quiz says.  "
    "[default: latest]",
)
@click.option(
    "--mark-foreign",
    is_flag=True,
    help="With --quiz: mark answers to somebody else's sheet where a student has none to the own one.",
)
@click.option(
    "--executor",
    metavar="dask=ADDRESS",
    help="Mark a class on the Dask cluster whose scheduler is at ADDRESS (tcp://HOST:PORT) instead of in processes here.",
)
@click.option("--fresh", is_flag=True, help="Begin a class run anew instead of going on with what --out holds.")
@submission_bytes_option
@problem_bytes_option
@click.version_option(__version__, prog_name="gametree-grader")
def grade(
    submissions: tuple[str, ...],
    problems: tuple[str, ...],
    format_: str,
    tree: bool,  # noqa: FBT001  # click passes flags by name
    html: bool,  # noqa: FBT001  # click passes flags by name
    out: str | None,
    numbers: str,
    reveal: str,
    require: tuple[str, ...],
    only: bool,  # noqa: FBT001  # click passes flags by name
    fail_under: float | None,
    follow_through: Number | None,
    step: Number | None,
    across_parts: bool | None,  # noqa: FBT001  # click passes flags by name
    quiz: str | None,
    lms: str | None,
    as_one: bool,  # noqa: FBT001  # click passes flags by name
    due: str | None,
    grace: int | None,
    late_penalty: Number | None,
    jobs: int | None,
    executor: str | None,
    keep: str | None,
    mark_foreign: bool,  # noqa: FBT001  # click passes flags by name
    fresh: bool,  # noqa: FBT001  # click passes flags by name
    at: str | None,
    tree_as: str | None,
    test_visibility: tuple[str, ...],
    max_submission_bytes: int,
    max_problem_bytes: int,
    **drawings: bool,
) -> None:
    """Mark submissions against reference solutions.

    SUBMISSION is a YAML or JSON file, a folder or zip archive of them in which each file or folder is a student's, a
    .jsonl file with one a line, or - for standard input. The report goes to stdout, everything else to stderr; files
    are written only into --out.
    """
    wanted = tuple(name for name in DRAWINGS if drawings[name])
    collect_garbage()
    if only and not require:
        raise click.UsageError("--only goes with --require ID,..., the problems that count")
    if fail_under is not None and not isfinite(fail_under):
        raise click.UsageError("--fail-under takes a number from 0 to 100")
    if mark_foreign and quiz is None:
        raise click.UsageError("--mark-foreign goes with --quiz BUILD, which says whose a sheet is")
    if as_one and (quiz is not None or lms is not None):
        raise click.UsageError("--as-one goes without --quiz and --lms, which say who handed in what")
    if tree and format_ != "text":
        raise click.UsageError("--tree goes with --format text")
    if (wanted or html or fresh) and out is None:
        raise click.UsageError(_FRESH if fresh else _OUT)
    platform = platform_of(format_, at, tree_as, test_visibility)
    late = late_of(due, grace, late_penalty)
    names = tuple(dict.fromkeys(id_.strip() for id_ in ",".join(require).split(",") if id_.strip()))
    settings = Settings(format_, Reveal(reveal), names, fail_under, out, wanted, html, tree, Numbers(numbers), platform)
    limits = SUBMISSION_LIMITS._replace(bytes=max_submission_bytes)
    policy = Policy(follow_through, across_parts, step)
    problem_limits = PROBLEM_LIMITS._replace(bytes=max_problem_bytes)

    built = None
    if quiz is not None:
        from grader.cli.open_quiz import open_quiz

        built = open_quiz(quiz, is_alone=not (problems or names or only))
    held = gathered(submissions, out, limits, built, lms, counts_all=bool(names), as_one=as_one)
    if quiz is not None or (held.is_class and out is not None):
        from grader.cli.class_run import check_there

        check_there(submissions)
    complain((*(f"{printable(path)}: passed over, it {what}" for path, what in held.junk), *held.notes))

    if quiz is not None or held.is_class:
        from grader.cli.class_run import Asked, How, Shown, check_required, grade_class

        if names and quiz is None:
            check_required(names, held, Bank(*problems, limits=problem_limits))
        said = None if _is_default("reveal") else settings.reveal
        marks = (policy, said, keep, mark_foreign, names, only, problems)
        asked = Asked(*marks, html, wanted, settings.numbers, limits, problem_limits, lms or "", late)
        is_shown = out is None or tree or not _is_default("format_")
        how = How(out, fresh, fail_under, jobs, executor)
        shown = Shown(format_ if is_shown else "", tree, platform)
        grade_class(held, submissions, asked, how, shown, built)
    if jobs or executor or keep or fresh or late:
        raise click.UsageError(_CLASS)
    if out is not None and not (wanted or html):
        raise click.UsageError(_OUT)
    store = Bank(*problems, limits=problem_limits)

    def grade_one(hand_in: HandIn) -> Outcome:
        is_standard_input = hand_in.beside == "-"
        find = store.find if is_standard_input else partial(store.find_beside, hand_in.beside, required=names)
        mark = partial(grade_asked, find=find, reveal=settings.reveal, require=names, only=only, policy=policy)
        return mark_hand_in(hand_in, limits, mark, settings.reveal)

    tally = Tally()
    codes = execute(held, grade_one, settings, tally)
    store.check_named()
    complain(store.notes)
    complain((*store.faults, *tally.warnings()))
    if held.is_class or len(submissions) > 1:
        complain([str(tally)])
    leave(codes | ({Exit.PROBLEM} if store.faults else set()))


_FRESH = "--fresh goes with --out DIR, the folder that is begun anew"
_CLASS = "--jobs, --executor, --keep, --due and --fresh go with a class: a folder, an archive, a .jsonl file, or --quiz BUILD"
_OUT = "--out DIR goes with at least one of --html, --svg, --png, --pdf, --dot, and they with it"


def _is_default(name: str) -> bool:
    """Return whether nothing was said of an option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT

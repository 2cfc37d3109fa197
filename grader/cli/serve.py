"""`gametree serve`: students open their sheet by a link, hand in on it and read feedback; the instructor watches one page."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.command import Group, command
from grader.cli.grade_class import class_into_folder, class_plan, open_quiz
from grader.cli.grade_options import Settings, checked
from grader.cli.named_inputs import find_secret
from grader.cli.options import A_FOLDER, Exit, accessing, complain, emit, has_files, out_option
from grader.cli.quiz import followed, jobs_option
from grader.core.answers.reports import Reveal
from grader.core.documents.files import write_file
from grader.core.documents.writing import table_text
from grader.core.errors import Refusal, suggest
from grader.core.lazy import LaterFunctions
from grader.core.text import both, count, listed, printable
from grader.core.times import write_time
from grader.course.gathering import Gathering, gather
from grader.course.one_student import peek
from grader.course.quiz import SECRET_FILE
from grader.course.rematch import read_run

if TYPE_CHECKING:
    from grader.serve import class_runs, config, demo, engines, quizzes, registration, server, signing
    from grader.serve import export as exporting
    from grader.serve.config import Config, QuizTerms
    from grader.serve.database import Database
    from grader.serve.export import ServedMarks
    from grader.serve.quizzes import ServedQuiz
else:  # what of the extra they import is not there for everybody
    config, demo, engines, exporting, quizzes = (
        LaterFunctions(f"grader.serve.{name}") for name in ("config", "demo", "engines", "export", "quizzes")
    )
    class_runs, registration, server, signing = (
        LaterFunctions(f"grader.serve.{name}") for name in ("class_runs", "registration", "server", "signing")
    )

_EXTRA = ("starlette", "uvicorn", "jwt", "cryptography", "httpx")
_MISSING = "gametree serve needs more: install the extra [serve], see docs/serve.md"
_SERVE_FILE, _KEY_FILE = "serve.yaml", "serve.key"
_EXAMPLE = """\
# What `gametree serve run` serves: see docs/serve.md for every field.
format: gametree-serve/1
{url}
quizzes:
{quizzes}
# platforms:   # from which students come; without any by links alone
#   - {{moodle: https://moodle.example.edu, client-id: aB3x, deployment-id: "1"}}
"""
_A_QUIZ = "  - {quiz: %s}   # also: opens, closes: 2026-11-27T18:00:00+01:00, minutes: 45, attempts: 3"
_NO_URL = "# url: https://quiz.example.edu   # as browsers see it, behind a proxy with a certificate"
_HERE = "http://127.0.0.1:8000"
_NEW_ROSTER = "the class list was changed since the server read it; restart the server"
_MOST_NAMED = 8
_MINUTES_OF_GRACE = 2
"""So many minutes after closing what arrives still counts, as the server has it."""


class Served:
    """DIR, where each command but two begins: what serve.yaml there says, the quizzes and the store, each read when it is asked for."""

    def __init__(self, folder: Path) -> None:
        _check_extra()
        self.folder, self.shown = folder, printable(str(folder))

    @cached_property
    def config(self) -> Config:
        """What serve.yaml says. Raises ProblemError with all that is wrong."""
        return config.read_config(self.folder)

    @cached_property
    def quizzes(self) -> dict[str, ServedQuiz]:
        """The quizzes by id. Raises ProblemError with all that is wrong. Several have several secrets, so no variable says one."""
        return quizzes.read_quizzes(
            self.config, lambda file: find_secret(file, os.path.join(os.path.dirname(file), SECRET_FILE))
        )

    @property
    def url(self) -> str:
        """Where browsers see the server."""
        return self.config.url or _HERE

    def quiz(self, id_: str) -> ServedQuiz:
        """Return the quiz with this id. Raises UsageError."""
        if id_ not in self.quizzes:
            known = listed([printable(name) for name in self.quizzes], _MOST_NAMED)
            raise click.UsageError(
                f'no quiz "{printable(id_)}" is served, expected {known}{suggest(id_, self.quizzes)}'
            )
        return self.quizzes[id_]

    @contextmanager
    def store(self) -> Iterator[Database]:
        """Open the store beside whoever serves it, and close it in the end."""
        address = self.config.database
        with accessing(engines.shown(address)), closing(quizzes.open_store(address)) as database:
            yield database


folder_argument = click.argument(
    "served",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=lambda _context, _parameter, folder: Served(folder),
)
quiz_argument = click.argument("quiz_id", metavar="QUIZ")
port_option = click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, metavar="PORT", help="The port there."
)


def _check_extra() -> None:
    """Refuse to go on without what the extra brings, and where no file can be locked. Raises Refusal."""
    if find_spec("fcntl") is None:
        raise Refusal("gametree serve runs on Linux and macOS; on Windows in its subsystem for Linux")
    if any(find_spec(name) is None for name in _EXTRA):
        raise Refusal(_MISSING)


@command("gametree serve init served --quiz week5", "gametree serve init served --url https://quiz.example.edu")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--url", metavar="URL", help="The address under which browsers see the server.")
@click.option(
    "--quiz",
    "quiz_folders",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="QUIZ",
    help="The folder of a quiz. Repeatable.",
)
def init(folder: Path, url: str | None, quiz_folders: tuple[Path, ...]) -> None:
    """Write serve.yaml with comments into DIR, and serve.key, which signs what is sent to learning platforms.

    What is there stays: beside a serve.yaml only a key that is missing is made.
    """
    _check_extra()
    file, key = folder / _SERVE_FILE, folder / _KEY_FILE
    if os.path.lexists(file):
        if os.path.lexists(key) or url is not None or quiz_folders:
            raise click.UsageError(f"{printable(str(file))} is there already, and nothing is overwritten")
        with accessing(key):
            signing.write_key(key)
        complain([f"{printable(str(key))}: a new key; platforms that read it from the server go on within an hour"])
        return
    if url is not None and (wrong := [*config.wrong_url(url)]):
        raise click.UsageError(f"--url: {wrong[0]}")
    shown = f"url: {url}" if url else _NO_URL
    named = [os.path.relpath(one, folder) for one in quiz_folders] or ["../week5"]
    lines = [_A_QUIZ % f'"{name}"' for name in named]
    with accessing(file):
        folder.mkdir(parents=True, exist_ok=True)
        write_file(file, _EXAMPLE.format(url=shown, quizzes="\n".join(lines)))
        if not os.path.lexists(key):
            signing.write_key(key)
    complain([f"{printable(str(file))}: what is served; now: gametree serve run {printable(str(folder))}"])


@command("gametree serve run served", "gametree serve run served --host 127.0.0.1 --port 8000 --jobs 4")
@folder_argument
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Where it listens.")
@port_option
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="How many processes draw and mark.  [default: all cores]"
)
def run(served: Served, host: str, port: int, jobs: int | None) -> None:
    """Serve the quizzes that serve.yaml in DIR names until Ctrl-C: students open, save and hand in their sheets."""
    stated, named = served.config, both([printable(name) for name in served.quizzes])
    complain(f"note: {said}" for quiz in served.quizzes.values() for said in quiz.warnings())
    url = stated.url or f"http://{host}:{port}"
    hint = f"serving {named} on {url}; the links: gametree serve links {served.shown}; Ctrl-C ends it"
    with accessing(engines.shown(stated.database)), server.listening(host, port) as at:
        server.serve(
            stated._replace(url=url),
            served.quizzes,
            served.folder,
            at,
            jobs,
            lambda line: complain([line]),
            lambda: complain([hint]),
        )


@command("gametree serve demo", "gametree serve demo --port 8001", name="demo")
@port_option
def demo_(port: int) -> None:
    """Serve a quiz to look at, of ten who have handed in and three who have not; all of it is gone when it ends."""
    _check_extra()
    with tempfile.TemporaryDirectory(prefix="gametree-serve-") as made, server.listening("127.0.0.1", port) as at:
        demo.write_demo(folder := Path(made))
        served, url = Served(folder), f"http://127.0.0.1:{port}"
        store = str(folder / "serve.sqlite")  # never that of a variable, which stays
        served.config = served.config._replace(database=store, url=url)
        [quiz] = served.quizzes.values()
        with served.store() as database:
            demo.hand_in_for_ten(quiz, database, server.now())
            links = quizzes.personal_links(quiz, database)[:3]
            live = quizzes.staff_link(quiz, database, server.now())
        lines = [
            "Three sheets, for three browsers or three tabs:",
            *(f"{one.student.name}: {url}/s/{one.token}" for one in links),
            "The class, live:",
            f"{url}/i/{live.token}",
            "Ctrl-C ends it, and nothing stays.\n",
        ]
        server.serve(
            served.config, served.quizzes, folder, at, None, lambda _line: None, lambda: emit("\n".join(lines))
        )


@command("gametree serve links served > links.csv", "gametree serve links served week5 --renew s1001")
@folder_argument
@click.argument("quiz_id", metavar="[QUIZ]", required=False)
@click.option(
    "--renew", multiple=True, metavar="STUDENT", help="A new link for a student; the old one dies. Repeatable."
)
def links(served: Served, quiz_id: str | None, renew: tuple[str, ...]) -> None:
    """Print the links as CSV: the instructor's of each quiz, which opens the live page for 7 days, and each student's, which is permanent."""
    chosen = [*served.quizzes.values()] if quiz_id is None else [served.quiz(quiz_id)]
    for student in renew:
        _check_listed(student, {one for quiz in chosen for one in quiz.roster}, "--renew: ")
    if not served.config.url:
        complain([f"note: {_SERVE_FILE} says no url, so the links are for {_HERE}"])
    rows = list[tuple[str, ...]]()
    with served.store() as database:
        for quiz in chosen:
            id_ = quiz.quiz.id
            if quizzes.has_new_roster(quiz, database):
                complain([f"note: {printable(id_)}: {_NEW_ROSTER}"])
            for student in renew:
                database.renew_link(id_, student)
            staff = quizzes.staff_link(quiz, database, server.now())
            rows.append(("instructor", "", "", "", id_, f"{served.url}/i/{staff.token}"))
            for one, token in quizzes.personal_links(quiz, database):
                rows.append(("student", one.id, one.name, one.email, id_, f"{served.url}/s/{token}"))
    emit(table_text(("role", "student", "name", "email", "quiz", "link"), rows))


def _check_listed(student: str, known: Collection[str], where: str = "") -> None:
    """Refuse somebody who is on no class list. Raises UsageError."""
    if student not in known:
        raise click.UsageError(f'{where}"{printable(student)}" is not on the class list{suggest(student, known)}')


@command("gametree serve export served week5 --out week5-marks")
@folder_argument
@quiz_argument
@out_option("The folder to write: one with nothing in it.", Path, is_required=True)
@click.option("--student", "only", multiple=True, metavar="ID", help="Of this student alone. Repeatable.")
@jobs_option
def export(served: Served, quiz_id: str, out: Path, only: tuple[str, ...], jobs: int | None) -> None:
    """Write all that was handed in as a class run: hand-ins, times, the build, and results with gradebook, pages and report.

    It may be called while the server runs. Marks that differ from those given here are listed, and the exit code is 5.
    """
    if has_files(out):
        raise click.UsageError(f"{printable(str(out))} has files already; choose another folder")
    quiz = served.quiz(quiz_id)
    with accessing(out):
        with served.store() as database:
            given = exporting.write_export(quiz, database, out, jobs or os.cpu_count() or 1, followed, frozenset(only))
            reveal = quizzes.reveal_of(quiz, database, server.now())
        if not given:
            complain([f"nobody has handed in anything; the build is in {printable(str(out))}"])
            return
        settings = Settings(html=True, jobs=jobs, reveal=None if reveal is quiz.reveal else reveal)
        _grade(out, quiz.terms, given, settings)


def _grade(out: Path, terms: QuizTerms, given: Mapping[str, ServedMarks | None], settings: Settings) -> None:
    """Mark what was exported as `grade` does, and compare."""
    handed_in, results = str(out / "handed-in.jsonl"), str(out / "results")
    built = open_quiz(str(out / "build"), is_alone=True)
    if built.programs is not None:
        shown = printable(str(out), 4096)
        words = f"grade {shown}/handed-in.jsonl PROGRAMS --quiz {shown}/build --html --out {shown}/results"
        complain([f"now, with the programs: {words}"])
        return
    settings = settings._replace(submissions=(handed_in,), out=results, quiz=built.folder)
    if terms.late_penalty is not None and terms.closes is not None:
        settings = settings._replace(
            due=write_time(terms.closes),
            grace=_MINUTES_OF_GRACE,
            late_penalty=terms.late_penalty,
            times=(str(out / "times.csv"),),
            adjust=(str(out / "adjust.yaml"),),
        )
    settings = checked(settings)
    how = Gathering(results, settings.limits, partial(peek, limits=settings.limits), built)
    held = gather(settings.submissions, how)
    class_into_folder(class_plan(held, settings, built), settings)
    if other := [*exporting.differing(given, out / "results" / "results.jsonl", settings.late)]:
        complain(other, Exit.BELOW)


@command(
    'gametree serve extend served week5 s1001 +15 --why "the network was gone"',
    'gametree serve extend served week5 s1001 2026-11-27T18:30:00+01:00 --why "half as much time again"',
    'gametree serve extend served week5 s1001 none --why "+150 was mistyped"',
)
@folder_argument
@quiz_argument
@click.argument("student")
@click.argument("time")
@click.option("--why", required=True, metavar="TEXT", help="Why: it stands with the marks.")
@click.option("--by", default="gametree serve", show_default=True, metavar="TEXT", help="Who says so.")
def extend(served: Served, quiz_id: str, student: str, time: str, why: str, by: str) -> None:
    """Let the sheet of STUDENT close later: at TIME, or so many minutes (+15) after it would.

    Of several times the latest counts; with none as TIME all that was given here or on the live page is taken back. It may be called while the server runs.
    """
    quiz = served.quiz(quiz_id)
    if quiz.never_closes:
        raise click.UsageError(f"{printable(quiz_id)} never closes, so there is nothing to extend")
    with served.store() as database:
        _check_listed(student, quizzes.everybody(quiz, database))
        try:
            closes = quizzes.extend(quiz, database, student, time, why, by)
        except ValueError as failure:
            raise click.UsageError(f"TIME: {failure}") from None
    later = "when its minutes are over" if time.strip() == quizzes.NO_MORE_TIME else "so much later than it would"
    when = f"{later}, since it is not opened yet" if closes is None else f"at {write_time(closes)}"
    complain([f"the sheet of {printable(student)} closes {when}"])


@command("gametree serve register served")
@folder_argument
def register(served: Served) -> None:
    """Print an address to paste into a learning platform, which then registers itself: once, within an hour.

    The server has to run, and platforms have to reach it under its `url`.
    """
    url = served.url
    if not os.path.lexists(served.folder / _KEY_FILE):
        raise click.UsageError(
            f"there is no {_KEY_FILE} in {served.shown}; gametree serve init {served.shown} makes one"
        )
    with served.store() as database:
        emit(f"{url}/lti/register/{registration.new_code(database.connection, server.now())}\n")


@command("gametree serve post served week5 week5-marks/results")
@folder_argument
@quiz_argument
@click.argument("run_folder", metavar="RUN", type=A_FOLDER)
def post(served: Served, quiz_id: str, run_folder: str) -> None:
    """Let the marks and pages of a class run be those that students see here, and post the scores that are others.

    RUN is what `grade` or `gametree regrade` wrote of an export. Who has no mark in it keeps theirs. It may be called while the server runs.
    """
    quiz, shown = served.quiz(quiz_id), printable(run_folder, 4096)
    with accessing(shown, "read"):
        run = read_run(run_folder)
    with served.store() as database:
        taken = class_runs.take_marks(run, quiz, database, server.now())
        reveal = quizzes.reveal_of(quiz, database, server.now())
    shows = Reveal(run.options["--reveal"])
    is_too_much = shows.shows_more_than(reveal)
    if not is_too_much and (quiz.terms.closes is None or server.now() < quiz.terms.closes):
        complain([f"note: {printable(quiz_id)} is still open, and students see the pages of this run from now on"])
    if shows is not reveal:
        said = f"the pages of this run show {shows}, where students are shown {reveal} now"
        until = "; until they may see as much, students see the pages of before" if is_too_much else ""
        complain([f"note: {said}: export again, or give regrade --reveal {reveal}{until}"])
    complain([f"took {count(taken.students, 'mark')}, {taken.changed} of them other than before"])
    if taken.without:
        who = both([*map(printable, taken.without)])
        complain([f"without a mark of what they handed in last in {shown}, so theirs here stay: {who}"])


@command("gametree serve forget served --student s1001", "gametree serve forget served --quiz week5 --yes")
@folder_argument
@click.option("--student", metavar="ID", help="Of whom nothing is to be left, in any quiz.")
@click.option("--quiz", "quiz_id", metavar="QUIZ", help="Of which nothing is to be left, of any student.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(served: Served, student: str | None, quiz_id: str | None, *, yes: bool) -> None:
    """Delete what is stored of a student or a quiz: sheets, saved states, hand-ins, feedback, links.

    What was exported, and the class list, are files of yours and stay.
    """
    if (student is None) == (quiz_id is None):
        raise click.UsageError("give one of --student ID and --quiz QUIZ: what is to be deleted")
    what = printable(student or quiz_id or "")
    if not yes:
        click.confirm(f"Delete all that is stored of {what}?", abort=True, err=True)
    with served.store() as database:
        gone = database.forget(student=student or "", quiz=quiz_id or "")
    if not any(gone.values()):
        raise click.UsageError(f"nothing is stored of {what}")
    counts = ", ".join(
        count(gone[table], words)
        for table, words in (("sheet", "sheet"), ("saved", "saved state"), ("handed_in", "hand-in"))
    )
    complain([f"deleted of {what}: {counts}; what was exported or posted is not, and the class list stays as it is"])


serve = Group(
    "serve",
    commands=[init, run, demo_, links, register, extend, export, post, forget],
    help="A quiz over the network: sheets that save and hand in, feedback, a live page.",
    epilog="""\b
Examples:
  gametree serve demo
  gametree serve init served --quiz week5
  gametree serve run served
  gametree serve links served
  gametree serve export served week5 --out week5-marks
""",
)

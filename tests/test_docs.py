"""The documentation, tested: what it shows is run, what it names exists, and what exists is named.

Conventions of the pages:
- A line that is only `` `name`: `` names the file that the fenced block below it holds. Each page's files stand in a folder
  of their own, beside the bank, before its commands are run there.
- A ```console block holds lines `$ grade …`, `$ gametree …`, `$ cat FILE` or `$ echo $?` and what they print. `...` stands for anything.
  A command that does not end with 0 is followed by `$ echo $?`.
- A line `` `command` prints: `` stands above a ```json block with all that the command prints, laid out to be read.
- In conventions.md a table whose first column is headed by a convention states, for the problem in the file above it or named above
  the table (`` Of `name`: ``), the solution's answer (column `part`) or the verdict on an answer (column `part: answer`) for each value.
- A table headed "whoever follows" states, for the problem in the file above it or named above the table, the right answers and
  those of everyone who follows a wrong rule.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from completeness import file_of_docs
from console import commands

from grader.cli.grade import grade
from grader.cli.main import gametree
from grader.cli.options import Exit
from grader.core.answers.part import follows_from_nothing
from grader.core.answers.reports import Reveal, Verdict
from grader.core.conventions import FIELDS, Conventions, value_of
from grader.core.documents import Document, parse_document, shape_faults
from grader.core.errors import GradingError, ProblemError
from grader.grading.marking import grade_submission, read_submission
from grader.kinds import KINDS, Exercise, read_exercise

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "format",
    "marking",
    "misconceptions",
    "cli",
    "report",
    "similar",
    "regrade",
    "conventions",
    "adding-a-kind",
    "architecture",
    "for-students",
    "editors",
    "library",
    "generating",
    "programs",
    "drawing",
    "handouts",
    "marking-a-class",
    "quiz",
    "course",
    "practice",
    "lms",
    "prairielearn",
)
FILES = {page: ROOT / "docs" / f"{page}.md" for page in PAGES} | {
    name: ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")
}
OF_KINDS = {f"kinds/{kind}": file_of_docs(kind) for kind in KINDS if file_of_docs(kind).is_file()}
"""The pages of kinds that have one of their own; the other pages tell of the others."""
FILES |= OF_KINDS
SHOWN = [name for name in FILES if FILES[name].is_file()]
COMMANDS: dict[str, click.Command] = {"grade": grade, "gametree": gametree}
KIND_PAGE = "adding-a-kind"


# Reading the pages


class Block(NamedTuple):
    """A fenced block: where it starts, its language, the line of text above it, and what it holds."""

    line: int
    language: str
    above: str
    text: str

    @property
    def file(self) -> str | None:
        """Return the name of the file that the block holds."""
        named = re.fullmatch(r"`([^`]+)`:", self.above)
        return named[1] if named else None


def page_text(page: str) -> str:
    return FILES[page].read_text(encoding="utf-8")


def blocks(page: str) -> Iterator[Block]:
    above, start, language, inside = "", 0, "", []
    for number, line in enumerate(page_text(page).splitlines(), 1):
        if line.startswith("```") and not start:
            start, language, inside = number, line[3:].strip(), []
        elif line.startswith("```"):
            yield Block(start, language, above, "\n".join(inside) + "\n")
            start, above = 0, ""
        elif start:
            inside.append(line)
        elif line.strip():
            above = line.strip()


def prose(page: str) -> str:
    """Return the page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page_text(page), flags=re.DOTALL | re.MULTILINE)


def named_blocks(pages: list[str], language: str) -> list[Any]:
    """Return (page, block) for every block of the language, as parameters whose id says where it stands."""
    return [
        pytest.param(page, block, id=f"{page}:{block.line}")
        for page in pages
        for block in blocks(page)
        if block.language == language
    ]


# What the pages show is run


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> dict[str, Path]:
    """Return a folder for each page that holds the page's files, as a reader who follows it would have them."""
    made = {}
    for page in SHOWN:
        folder = made[page] = tmp_path_factory.mktemp(page.replace("/", "-"))
        if "problem_bank/" in page_text(page):
            shutil.copytree(ROOT / "problem_bank", folder / "problem_bank")
        for block in blocks(page):
            if block.file and page != KIND_PAGE:
                (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
                (folder / block.file).write_text(block.text, encoding="utf-8", newline="\n")
                (folder / block.file).chmod(0o600)  # a secret that others can read is warned of
    return made


def run(command: str) -> tuple[str, int]:
    """Return what a terminal shows of the command, and its exit code.

    A reason that a text report has already given is not said again on the terminal, although it is where stderr goes
    elsewhere.
    """
    name, *arguments = shlex.split(command)
    if name == "cat":
        return Path(*arguments).read_text(encoding="utf-8"), 0
    result = CliRunner().invoke(COMMANDS[name], arguments, prog_name=name)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    complaints = [line for line in result.stderr.splitlines() if not line or line not in result.stdout]
    return result.stdout + "".join(f"{line}\n" for line in complaints), result.exit_code


def transcript(block: Block) -> list[tuple[str, str]]:
    """Return (command, what is shown below it) for each command of a console block."""
    pieces = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not pieces[0], "a console block starts with a command"
    return list(zip(pieces[1::2], pieces[2::2], strict=True))


def matches(shown: str, printed: str) -> bool:
    return re.fullmatch(re.escape(shown).replace(re.escape("..."), ".*?"), printed, re.DOTALL) is not None


@pytest.mark.parametrize("page", [page for page in SHOWN if page != KIND_PAGE])
def test_console_blocks_show_what_the_program_prints(page, folders, monkeypatch):
    """A page's blocks are run one after the other: what one writes, the next may read."""
    monkeypatch.chdir(folders[page])
    monkeypatch.setenv("COLUMNS", "80")
    for block in blocks(page):
        if block.language == "console":
            check_console_block(block)


def check_console_block(block):
    expected_code = code = 0
    for command, shown in transcript(block):
        if command == "echo $?":
            assert shown == f"{code}\n"
            expected_code = code
        else:
            assert code == expected_code, f"line {block.line}: an exit code that is not 0 is shown by `$ echo $?`"
            printed, code = run(command)
            expected_code = 0
            assert matches(shown, printed), f"line {block.line}: $ {command}\n{printed}"
    assert code == expected_code, f"line {block.line}: an exit code that is not 0 is shown by `$ echo $?`"


@pytest.mark.parametrize(("page", "block"), named_blocks(SHOWN, "json"))
def test_json_block_is_what_the_command_prints(page, block, folders, monkeypatch):
    command = re.fullmatch(r"`(.+)` prints:", block.above)
    if command is None:
        assert block.file, "a json block says which file it is, or which command prints it"
        json.loads(block.text)
        return
    monkeypatch.chdir(folders[page])
    printed, _ = run(command[1])
    shown, said = json.loads(block.text), json.loads(printed.splitlines()[0])
    for document in (shown, said):
        document.get("provenance", {}).pop("grader", None)  # the page need not follow every release
    assert shown == said


SCHEMA_OF = {
    "gametree-problem/1": "problem",
    "gametree-submission/1": "submission",
    "gametree-solution/1": "solution",
    "gametree-result/1": "result",
    "gametree-expected/1": "expected",
    "gametree-report/1": "report",
    "gametree-similar/1": "similar",
    "gametree-quiz/1": "quiz",
    "gametree-adjust/1": "adjust",
}


@pytest.mark.parametrize(
    ("page", "block"),
    [
        parameter
        for language in ("yaml", "json")
        for parameter in named_blocks([page for page in SHOWN if page != KIND_PAGE], language)
        if re.search(r'format"?: "?gametree-', parameter.values[1].text)
    ],
)
def test_document_with_a_format_fits_its_schema(page, block):
    if block.language == "json":  # results hold JSON numbers, which the strict reader would turn into text
        document = Document(page, json.loads(block.text), block.text, b"")
    else:
        document = parse_document(block.text.encode(), page, GradingError)
    faults = shape_faults(document, SCHEMA_OF[document.data["format"]])
    assert not faults or "wrong" in (block.file or ""), faults


# What exists is named where it belongs


def mentions(page: str, name: str) -> bool:
    """Return whether the page names it as code in its prose."""
    return re.search(rf"`[^`\n]*(?<![\w-]){re.escape(name)}(?![\w-])[^`\n]*`", prose(page)) is not None


def page_of(kind: str, page: str) -> str:
    """Return the page that tells of a kind: its own if it has one."""
    return f"kinds/{kind}" if f"kinds/{kind}" in OF_KINDS else page


@pytest.mark.parametrize(
    ("kind", "name"), [(kind.name, name) for kind in KINDS.values() for name in (kind.name, *kind.answered)]
)
@pytest.mark.parametrize("page", ["format", "marking"])
def test_every_kind_and_part_is_described(page, kind, name):
    assert mentions(page_of(kind, page), name)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_table_of_kinds_says_what_each_asks_and_uses(kind):
    asked = ", ".join(f"`{part}`" for part in kind.asked) or "none"
    others = ", ".join(f"`{part}`" for part in kind.answered if part not in kind.asked) or "none"
    own = (name for name in kind.conventions if not is_of_searches(kind, name))
    conventions = ", ".join(f"`{name}`" for name in own) or "none"
    if kind.searches:
        says_which = (
            "search" in json.loads((ROOT / "schemas" / f"problem-{kind.name}.schema.json").read_text())["properties"]
        )
        its = "its `search`" if says_which else " and ".join(f"`{name}`" for name in kind.searches)
        conventions = f"those of {its}" + (f"; {conventions}" if conventions != "none" else "")
    assert f"| `{kind.name}` | {asked} | {others} | {conventions} |" in page_text(page_of(kind.name, "format"))


def rows(text: str) -> Iterator[list[str]]:
    """Return the cells of each row of the tables in a text."""
    return (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|"))


def names(text: str) -> list[str]:
    """Return what stands as code in a text."""
    return re.findall(r"`([^`]+)`", text)


def test_format_page_names_every_kind_and_what_it_asks_by_default():
    (of_field,) = (row[2] for row in rows(page_text("format")) if row[0] == "`kind`")
    assert names(of_field) == [*KINDS]
    found = (row for page in ("format", *OF_KINDS) for row in rows(page_text(page)))  # a kind may have its row there
    of_kinds = [row for row in found if len(row) == 4 and {*names(row[0])} & KINDS.keys()]
    asked = {names(row[0])[0]: tuple(names(row[1].partition(":")[0])) for row in of_kinds}
    assert asked == {kind.name: kind.asked for kind in KINDS.values()}


def test_marking_page_tells_of_every_part_that_follows_from_another_and_of_no_other():
    _, _, section = page_text("marking").partition("Across parts, the share")
    told, _, nothing = section.partition("Nothing else follows")
    of_kinds = {names(row[0])[0]: row[1] for row in rows(told) if "](kinds/" in row[0]}
    of_all = {names(row[0])[0] for row in rows(told) if "`" in row[0]} - of_kinds.keys() | {"values"}
    for kind in KINDS.values():
        following = {name for name, part in kind.parts.items() if part.follows is not follows_from_nothing}
        if kind.name in of_kinds:
            assert following <= {*names(of_kinds[kind.name])}, kind.name
        else:
            assert following <= of_all, kind.name
        assert following.isdisjoint(names(nothing.partition(".")[0])), kind.name


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_is_described(verdict):
    assert f"| `{verdict}` |" in page_text("marking")


@pytest.mark.parametrize("reveal", Reveal)
def test_every_level_of_reveal_is_described(reveal):
    assert f"| `{reveal}` |" in page_text("marking")


@pytest.mark.parametrize("code", [*Exit, 1], ids=str)
def test_every_exit_code_is_described(code):
    assert f"| `{int(code)}` |" in page_text("cli")


ALL_COMMANDS = dict(commands(gametree, ("gametree",))) | {("grade",): grade}


SAME_SECTION = {("gametree", "grade"): ("grade",), ("gametree", "bank", "show"): ("gametree", "show")} | {
    path: path[:-1] for path in ALL_COMMANDS if path[-2:-1] == ("generate",)
}
"""Commands that are described together: `generate` has one for each kind."""


@pytest.mark.parametrize("path", ALL_COMMANDS, ids=" ".join)
def test_every_command_has_its_section(path):
    path = SAME_SECTION.get(path, path)
    assert re.search(rf"^##+ .*`{' '.join(path)}\b", page_text("cli"), re.MULTILINE)


def command_options(path: tuple[str, ...]) -> set[str]:
    return {
        option
        for parameter in ALL_COMMANDS[path].params
        if isinstance(parameter, click.Option)
        for option in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help", "-h"}


def section(page: str, heading: str) -> str:
    """Return the text from the heading that starts so to the next heading of any level."""
    found = re.search(rf"^##+ {re.escape(heading)}[^\n]*\n(.*?)(?=^##+ |\Z)", page_text(page), re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


@pytest.mark.parametrize("page", SHOWN)
def test_commands_on_the_page_have_the_options_that_they_are_given(page):
    for line in re.findall(r"(?<![\w./-])((?:grade|gametree) [^\n`|#>)]*)", page_text(page)):
        words = line.split()
        path = (words[0],)
        for word in words[1:]:
            if (*path, word) not in ALL_COMMANDS:
                break
            path = (*path, word)
        options = {word.partition("=")[0] for word in words if re.fullmatch(r"--?[a-z][a-z-]*(=.*)?", word)}
        assert options <= command_options(path) | {"-"}, line


def test_shell_completion_of_both_scripts_is_described():
    for script in ("grade", "gametree"):
        for shell in ("bash", "zsh", "fish"):
            assert f"_{script.upper()}_COMPLETE={shell}_source {script}" in page_text("cli")


# The conventions


def default_text(name: str) -> str:
    written = FIELDS[name].write(default) if (default := value_of(Conventions(), name)) is not None else "none"
    if name == "decimals":
        written = value_of(Conventions(), name)
    return f"[{', '.join(map(str, written))}]" if isinstance(written, list) else str(written)


@pytest.mark.parametrize("name", FIELDS)
def test_convention_has_its_section_with_default_and_values(name):
    text = section("conventions", f"`{name}`")
    values = re.search(r"^Values: (.*)$", text, re.MULTILINE)
    assert values
    assert values[1].startswith(f"`{default_text(name)}` (default)")
    if isinstance(FIELDS[name].words, dict) and FIELDS[name].words:
        assert re.findall(r"`([^`]+)`", values[1]) == list(FIELDS[name].words)


def is_of_searches(kind, name):
    """Return whether a convention is one of the kinds as which this one searches."""
    return any(name in KINDS[search].conventions for search in kind.searches)


def test_conventions_stand_in_the_order_of_the_program():
    assert re.findall(r"^## `([^`]+)`$", page_text("conventions"), re.MULTILINE) == list(FIELDS)


def as_text(data: Any) -> Any:
    """Return data with every number as text, as the strict reader would."""
    if isinstance(data, dict):
        return {key: as_text(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_text(value) for value in data]
    if isinstance(data, bool):
        return data
    return f"{data:.2f}" if isinstance(data, float) else str(data)


def yaml_value(text: str) -> Any:
    return parse_document(f"answer: {text}".encode(), "a cell", GradingError).data["answer"]


def convention_rows() -> list[Any]:
    """Return (file, convention, row, column, cell) for each cell of the tables in conventions.md."""
    rows, file, headers = [], None, []
    files = {block.file: block for block in blocks("conventions") if block.file}
    for number, line in enumerate(page_text("conventions").splitlines(), 1):
        if named := re.fullmatch(r"(?:Of )?`([\w-]+\.yaml)`:", line):
            file = files[named[1]]
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            headers = []
        elif not headers:
            headers = [cell.strip("`") for cell in cells]
        elif headers[0] in FIELDS and not set(line) <= set("|- "):
            for header, cell in zip(headers[1:], cells[1:], strict=True):
                place = f"{number}-{header}"
                rows.append(pytest.param(file, headers[0], cells[0], header, cell, id=place))
    return rows


@pytest.mark.parametrize(("file", "field", "row", "column", "cell"), convention_rows())
def test_example_of_a_convention_is_worked_out_right(file, field, row, column, cell):
    document = parse_document(file.text.encode(), file.file, ProblemError)
    stated = row.strip("`")
    if row.startswith("`"):
        is_several = re.match(r"[a-z-]+: ", stated)
        fields = yaml_value(f"{{{stated}}}") if is_several else {field: yaml_value(stated)}
        document.data["conventions"] = document.data.get("conventions", {}) | fields
    exercise = read_exercise(document, KINDS)
    part, colon, answer = column.partition(": ")
    if not colon:
        assert as_text(exercise.solve().get(part, "none")) == yaml_value(cell.strip("`"))
        return
    submission = f"answers: {{{exercise.problem.id}: {{{part}: {answer}}}}}"
    outcome = grade_submission(
        read_submission(parse_document(submission.encode(), "a column", GradingError)), lambda _: exercise
    )
    report = next(report for report in outcome.graded[0].report.parts if report.part == part)
    assert [str(entry.verdict) for entry in report.entries] == [cell]


def test_every_convention_has_an_example():
    assert {parameter.values[1] for parameter in convention_rows()} == set(FIELDS)


# The misconceptions


class Told(NamedTuple):
    """What a page says of a misconception: the file that it is about, the parts that are shown, and the answers by what they are called."""

    file: str
    parts: list[str]
    right: list[str]
    wrong: dict[str, list[str]]


def told_misconceptions(page: str) -> dict[str, Told]:
    """Return what the tables of the page say of each name."""
    found: dict[str, Told] = {}
    files = {block.file: block.text for block in blocks(page) if block.file and "kind:" in block.text}
    file, parts, right = "", [], []
    for line in page_text(page).splitlines():
        if named := re.fullmatch(r"(?:Of )?`([\w-]+\.yaml)`:", line):
            file = files.get(named[1], file)
        if not line.startswith("|") or set(line) <= set("|- "):
            continue
        first, *cells = (cell.strip().strip("`") for cell in line.strip("|").split("|"))
        if first == "whoever follows":
            parts = cells
        elif first == "the right rule":
            right = cells
        elif parts and (name := re.match(r"([\w-]+)`?(?:, (.*))?$", first)):
            found.setdefault(name[1], Told(file, parts, right, {})).wrong[name[2] or ""] = cells
        else:
            parts = []
    return found


TOLD = {name: told for page in ("misconceptions", *OF_KINDS) for name, told in told_misconceptions(page).items()}


def told_exercise(name: str) -> Exercise:
    return read_exercise(parse_document(TOLD[name].file.encode(), name, ProblemError), KINDS)


@pytest.mark.parametrize("name", TOLD)
def test_example_of_a_misconception_is_worked_out_right(name):
    exercise, told = told_exercise(name), TOLD[name]
    answers = {}
    for wrong, found, *_ in exercise.wrong.folds():
        if wrong.name == name:
            solution = exercise.solution._replace(answers=found)
            answers[wrong.detail] = exercise.kind.write_answer(exercise.kind, exercise.problem, solution)
    assert list(told.wrong) == list(answers)
    for written, cells in [(exercise.solve(), told.right), *((answers[how], told.wrong[how]) for how in answers)]:
        assert [as_text(written[part]) for part in told.parts] == [yaml_value(cell) for cell in cells]


@pytest.mark.parametrize("name", TOLD)
def test_who_answers_as_the_page_says_is_told_of_the_misconception(name):
    exercise = told_exercise(name)
    for wrong, found, *_ in exercise.wrong.folds():
        if wrong.name != name:
            continue
        written = exercise.kind.write_answer(exercise.kind, exercise.problem, exercise.solution._replace(answers=found))
        handed_in = {"answers": {exercise.problem.id: {part: written[part] for part in exercise.problem.ask}}}
        document = parse_document(json.dumps(handed_in).encode(), name, GradingError)
        (graded,) = grade_submission(read_submission(document), lambda _: exercise).graded
        called = wrong.twin_of or name
        assert called in [finding.misconception for finding in graded.report.findings]


# Links and manners


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", SHOWN)
def test_relative_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (FILES[page].parent / name).resolve() if name else FILES[page]
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), target


@pytest.mark.parametrize("page", SHOWN)
def test_files_that_the_page_names_exist(page):
    """Names of modules, schemas, tests and pages in the prose are those of files in the project."""
    names = re.findall(r"`((?:grader|tests|docs|schemas|bench)/[\w./-]*\w)/?`", prose(page))
    assert not [
        name for name in names if not any((top / name).exists() for top in (ROOT, ROOT / "tests" / "sample_kind"))
    ]


# Recipes


@pytest.fixture
def programs(tmp_path, monkeypatch) -> Path:
    """Return a folder on PATH with `grade`, as an installation would put it there."""
    folder = tmp_path / "programs"
    folder.mkdir()
    code = "import sys; sys.argv[0] = 'grade'; from grader.cli import start_grade; start_grade()"
    script = folder / "grade"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c "{code}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return folder


def recipe(name: str) -> str:
    return next(block.text for block in blocks("cli") if block.file == name)


def lecture(folder: Path, answers: str | None) -> None:
    """Put a problem q1 and a problem q2 into the folder's `problems`, and a submission beside them."""
    for id_ in ("q1", "q2"):
        problem = f"{{format: gametree-problem/1, id: {id_}, kind: minimax, tree: [[3, 5], [2, 9]], ask: [value]}}"
        (folder / "problems").mkdir(parents=True, exist_ok=True)
        (folder / "problems" / f"{id_}.yaml").write_text(problem, encoding="utf-8")
    if answers is not None:
        (folder / "answers.yaml").write_text(answers, encoding="utf-8")


NEEDS_BASH = pytest.mark.skipif(os.name == "nt" or shutil.which("bash") is None, reason="the recipe is for bash")


@NEEDS_BASH
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (b"answers: {q1: {value: 3}, q2: {value: 4}}", {"fraction": 0.5}),
        (b"answers: 3", {"errors": [...]}),
        (b"answers: {q3: {}}", {"errors": [...]}),
    ],
)
def test_platform_recipe_tells_a_fraction_or_the_reason(answers, said, tmp_path, programs, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lecture(tmp_path, None)
    (tmp_path / "problems").rename("week5")
    ran = subprocess.run([sys.executable, "-c", recipe("mark.py")], input=answers, capture_output=True, check=True)
    printed = json.loads(ran.stdout)
    assert printed.keys() == said.keys()
    assert printed.get("errors") or printed == said


# What a reader stumbles over


def test_problem_named_by_file_and_by_folder_is_one_problem(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("one.yaml").write_text("{format: gametree-problem/1, id: one, kind: minimax, tree: [1, 2]}", encoding="utf-8")
    assert run("gametree solve one.yaml --problems .")[1] == Exit.GRADED


def test_validate_lists_what_is_wrong_in_the_order_of_the_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("answers:\n  one-leaf:\n    value: x\n    vale: 1\n  none: {}\n", encoding="utf-8")
    printed, code = run("gametree validate a.yaml")
    assert code == Exit.SUBMISSION
    lines = [int(line.split(":")[1].split()[0]) for line in printed.splitlines()]
    assert lines == sorted(lines)


@pytest.mark.parametrize("answers", ["{1: 10}", "{1: 1}"])
def test_report_names_the_node_of_every_entry(answers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    problem = "{format: gametree-problem/1, id: q, kind: minimax, tree: {id: 1, max: [10, 2]}, ask: [values]}"
    Path("q.yaml").write_text(problem, encoding="utf-8")
    Path("a.yaml").write_text(f"answers: {{q: {{values: {answers}}}}}", encoding="utf-8")
    printed, _ = run("grade a.yaml --problems q.yaml")
    assert "1: 10" in printed or "1: you wrote 1;" in printed


def test_statement_writes_the_exploration_constant_as_the_problem_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arms = "children: [{id: a, total: 1, visits: 2}], conventions: {exploration: 1.4}"
    Path("q.yaml").write_text(f"{{format: gametree-problem/1, id: q, kind: ucb, {arms}}}", encoding="utf-8")
    assert "c = 1.4." in run("gametree show q.yaml")[0]

"""`gametree export`: what each format holds, that nothing for students depends on a solution, and that the autograder marks."""

from __future__ import annotations

import ast
import base64
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from banked import BANK, KINDS_OF_BANK, ids_of
from console import put, run
from exported_files import exported_files
from platform_fields import asking_all
from test_platform_results import compare_with_gradescope_utils
from turns import in_turn
from windows import Deal, dealt
from zipped import zipped

from grader import Exercise, grade, load_problem
from grader.core.answers.reports import Reveal
from grader.core.text import hides_nothing
from grader.platforms.gradescope import NEEDED, WHEEL
from grader.platforms.latex import others, tex
from grader.platforms.question_items import FORMATS, Pool, Wishes, alone, needed_words

ROOT = Path(__file__).parent.parent
NEEDS_BASH = pytest.mark.skipif(os.name == "nt" or shutil.which("bash") is None, reason="the scripts are for bash")
HOSTILE = r"\input{/etc/passwd} $\frac % & # _ ^ ~ <b> {[}] `id` | Ω"


def exported(format_: str, *ids: str, **wishes: Any) -> dict[str, Any]:
    return exported_files(format_, [alone(BANK[id_]) for id_ in ids], Wishes(**wishes))


def unsolved(exercise: Exercise) -> Pool:
    """Return the exercise without its solution: who asks for it fails."""
    return alone(exercise._replace(solution=None))  # type: ignore[arg-type]  # on purpose


@in_turn(3)
@dealt(8)
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("kind", KINDS_OF_BANK)
def test_every_problem_of_the_bank_is_exported_the_same_each_time(
    format_: str, kind: str, deal: Deal, window: int
) -> None:
    of_kind = ids_of(kind)
    ids = deal(of_kind, window) or of_kind[:1]
    one = exported(format_, *ids)
    assert one == exported(format_, *ids)
    assert all(one.values())


@pytest.mark.parametrize("format_", [name for name in FORMATS if FORMATS[name].carry is None])
def test_what_students_get_is_made_without_any_solution(format_: str) -> None:
    exercises = [BANK[id_] for id_ in BANK.ids[::7]]
    wishes = Wishes("Week 5")
    name, content = next(FORMATS[format_].write(list(map(unsolved, exercises)), wishes))
    assert "key" not in name
    assert content == exported_files(format_, list(map(alone, exercises)), wishes)[name]


# LaTeX


def test_no_foreign_text_is_a_command_of_latex() -> None:
    made = tex(HOSTILE)
    assert r"\input" not in made
    assert set(re.findall(r"\\[A-Za-z]+|\\.", made)) <= {
        *(r"\textbackslash", r"\{", r"\}", r"\$", r"\%", r"\&", r"\#", r"\_", r"\textasciicircum", r"\ensuremath"),
        *(r"\sim", r"\textasciigrave", r"\Omega"),
    }


def test_foreign_text_stands_in_a_tree_and_a_title_as_it_is() -> None:
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "title": HOSTILE}
    tree = {"id": "a_b%", "max": [{"id": "#1", "move": "x&y", "value": 3}, {"id": "~", "move": "[2]", "value": 5}]}
    exercise = load_problem(data | {"tree": tree})
    source = exported_files("latex", [alone(exercise)], Wishes())["exercises.tex"]
    assert isinstance(source, str)
    for written in (r"a\_b\%", r"\#1", r"x\&y", r"{[}2{]}", r"\textbackslash{}input\{/etc/passwd\}"):
        assert written in source


@pytest.mark.parametrize("ids", [["minimax-textbook", "horizon"], ["whole-dice", "ucb-greedy"]])
def test_sources_open_and_close_every_brace_and_environment(ids: list[str]) -> None:
    for source in exported("latex", *ids).values():
        plain = re.sub(r"\\[{}]", "", source)
        assert plain.count("{") == plain.count("}")
        for name in set(re.findall(r"\\begin\{(\w+)\}", source)):
            assert source.count(rf"\begin{{{name}}}") == source.count(rf"\end{{{name}}}")


def test_sheet_has_the_points_of_each_part_and_no_answer_and_the_key_has_all() -> None:
    files = exported("latex", "four-ply-trace")
    sheet, key = files["exercises.tex"], files["key/solutions.tex"]
    exercise = BANK["four-ply-trace"]
    worth = [
        f"[{exercise.problem.points[part]}] \\textbf{{{tex(exercise.kind.parts[part].title)}}}"
        for part in exercise.problem.ask
    ]
    assert [found in sheet for found in worth] == [True] * len(worth)
    assert "solution" not in sheet
    assert "printanswers" not in sheet
    assert key.count(r"\begin{solution}") == len(worth)
    assert key.count(r"\textbf{Step by step:}") == 1
    assert "s10, s14, s18, s24" in key


def test_points_that_the_class_cannot_add_are_said_in_words() -> None:
    data = {"format": "gametree-problem/1", "id": "q1", "kind": "minimax", "tree": [[3, 5], [2, 9]]}
    exercise = load_problem(
        data | {"ask": ["value", "best-move", "values"], "points": {"value": 2.5, "best-move": 0.5, "values": 1.25}}
    )
    source = str(exported_files("latex", [alone(exercise)], Wishes())["exercises.tex"])
    assert re.findall(r"\\part(.*) \\textbf", source) == [r"[2\half]", r"[\half]", " (1.25 points)"]


ON_PAGES_ALONE = {"☰"}
"""Signs of buttons."""
SENTENCES = (
    "core/answers",
    "core/drawing/diagram.py",
    "core/conventions.py",
    "core/games",
    "core/intervals.py",
    "kinds",
    "pages/sheet.py",
    "pages/sheet_page.py",
    "pages/paper.py",
)
"""Where the sentences stand that a sheet or its key may hold."""


def test_every_sign_of_the_programs_own_sentences_is_there_in_every_engine() -> None:
    rooms = [ROOT / "grader" / name for name in SENTENCES]
    files = [file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py"))]
    texts = [
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    signs = {sign for text in texts for sign in text if not sign.isascii() and hides_nothing(sign)}
    assert {"⌈", "∪", "≤", "…"} <= signs
    assert others("".join(sorted(signs - ON_PAGES_ALONE))) == []


@in_turn(3)
def test_every_letter_in_sources_of_the_whole_bank_is_one_that_pdflatex_knows_or_is_told() -> None:
    for source in exported("latex", *BANK.ids).values():
        told = re.sub(r"\\other\{.\}\{[0-9A-F]{4,6}\}", "", source)
        assert others(told.replace("\n", " ")) == []
        assert not {*told} & {*"⌈⌉⌊⌋αβ∞−≤"}, "else a sign is not mapped"


def test_letters_that_pdflatex_does_not_know_are_named_with_their_problem(tmp_path: Path) -> None:
    ran = run("export", "ids-in-any-script", "one-leaf", "--to", "latex", "--out", tmp_path / "o")
    assert (ran.code, ran.err.count("pdfLaTeX")) == (0, 1)
    assert ran.err.startswith("ids-in-any-script: pdfLaTeX has no 根 (U+6839), ")


KNOWN_LETTERS = "".join(map(chr, (*range(0xA1, 0x180), *range(0x218, 0x21C), *range(0x2018, 0x2023), 0x20AC, 0x2122)))
TOUGH = {
    "title": "根 ⌈emoji 🎲⌉ шалом שלום Ωmega e\u0301 " + "-".join(["a-title-without-a-blank"] * 6),
    "tree": {
        "id": "one-node-" * 9,
        "max": [
            {"id": "שלום", "min": [{"id": HOSTILE[:100], "value": 3, "move": r"\input{x}"}, 5]},
            {"id": r"\end{verbatim}\end{document}", "min": [2, 9, {"value": "1e60"}]},
        ],
    },
}
"""Letters of many scripts, commands, and words and numbers that are longer than a line."""
WIDE = [
    {"id": rf"\end{{verbatim}} {place} 根 {KNOWN_LETTERS[5 * place :][:5]}" + "w" * 60, "value": place}
    for place in range(320)
]
"""A tree that is not drawn."""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("kind", [*KINDS_OF_BANK, "hostile"])
def test_latex_sets_the_bank_and_hostile_texts_within_the_lines(kind: str, tmp_path: Path) -> None:
    frame = {"format": "gametree-problem/1", "kind": "alpha-beta"}
    if kind == "hostile":
        tough = [
            load_problem(frame | {"id": "q1", **TOUGH}),
            load_problem(frame | {"id": "q2", "tree": {"id": "R", "max": WIDE}}),
        ]
        files = exported_files("latex", list(map(alone, map(asking_all, tough))), Wishes())
    else:
        files = exported("latex", *ids_of(kind)[::3])
    for name, source in files.items():
        file = put(tmp_path / name, source)
        ran = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", file.name], cwd=file.parent, capture_output=True, check=False
        )
        said = ran.stdout.decode("utf-8", "replace")
        assert ran.returncode == 0, re.findall(r"(?m)^!.*(?:\n.*){5}", said)
        assert re.findall(r"Overfull \\hbox.*\n.*", said) == []


# Jupyter


def test_notebook_has_the_tree_as_a_picture_and_in_words() -> None:
    notebook = json.loads(exported("jupyter", "minimax-textbook", "ucb-greedy")["exercises.ipynb"])
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    _, first, *_ = notebook["cells"]
    [(name, held)] = first["attachments"].items()
    assert f"](attachment:{name})" in first["source"]
    assert base64.b64decode(held["image/svg+xml"]).startswith(b"<?xml")
    assert "```text" in first["source"]


def test_last_cell_writes_a_template_that_earns_full_marks_when_it_is_filled_in(tmp_path: Path) -> None:
    ids = ("minimax-textbook", "ucb-greedy", "whole-dice")
    notebook = json.loads(exported("jupyter", *ids)["exercises.ipynb"])
    first, _, template = notebook["cells"][-1]["source"].partition("\n")
    assert first == "%%writefile answers.yaml"
    blank = grade(template.encode())
    assert (blank.earned, {graded.report.id for graded in blank.graded}) == (0, set(ids))
    assert all(part in template for id_ in ids for part in BANK[id_].problem.ask)


# Gradescope

DRAWING = (
    "graphviz",
    "jinja2",
    "rcssmin",
    "rjsmin",
    "resvg_py",
    "svglib",
    "reportlab",
    "lxml",
    "bidi",
    "arabic_reshaper",
)
"""What draws pictures and writes pages, which an image does not have."""


def unpacked(content: bytes, folder: Path) -> Path:
    """Return the folder of an autograder as the platform has it: the archive below `source`, and a program to run."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder / "source")
        for member in archive.infolist():
            os.chmod(folder / "source" / member.filename, member.external_attr >> 16)
    program = folder / "venv" / "bin" / "grade"
    code = "import sys; sys.argv[0] = 'grade'; "
    code += f"sys.modules |= dict.fromkeys({DRAWING}); from grader.cli import start_grade; start_grade()"
    put(
        program, f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {shlex.quote(sys.executable)} -c "{code}" "$@"\n'
    )
    program.chmod(0o755)
    (folder / "submission").mkdir()
    return folder


def there(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of the platform, in which this program is nowhere."""
    return {"AUTOGRADER": str(folder), "PATH": os.environ["PATH"], "HOME": str(folder), **more}


def results_of(folder: Path) -> Any:
    """Return what the autograder leaves behind."""
    script = folder / "source" / "run_autograder"
    subprocess.run([str(script)], env=there(folder), check=False, capture_output=True)
    return json.loads((folder / "results" / "results.json").read_text("utf-8"))


@NEEDS_BASH
def test_an_autograder_follows_no_link_that_a_student_hands_in(tmp_path: Path) -> None:
    """What it says of a file is shown to the student, and it runs as root."""
    folder = unpacked(exported("gradescope", "minimax-textbook")["autograder.zip"], tmp_path)
    put(folder / "secret.txt", "PASSWORD=hunter2\n")
    (folder / "submission").mkdir(exist_ok=True)
    (folder / "submission" / "answers.yaml").symlink_to("../secret.txt")
    results = results_of(folder)
    assert results["score"] == 0
    assert "links are not followed" in json.dumps(results)
    assert "hunter2" not in json.dumps(results)


@NEEDS_BASH
@pytest.mark.parametrize(
    ("name", "content", "score", "said"),
    [
        ("mine.yaml", "answers: {minimax-textbook: {value: 3}}", 1, "1 of "),
        ("mine.yml", "answers: {minimax-textbook: {value: 3}}", 1, "1 of "),
        ("a b.txt", "answers: {minimax-textbook: {value: 3}}", 1, "1 of "),
        ("ANSWERS.JSON", '{"answers": {"minimax-textbook": {"value": 3}}}', 1, "1 of "),
        ("mine.docx", "%PDF-1.7", 0, "is a PDF, expected a text file"),
        ("mine.yaml", "answers: [", 0, "could not be graded"),
        ("", "", 0, "No such file"),
    ],
)
def test_autograder_always_leaves_results(name: str, content: str, score: int, said: str, tmp_path: Path) -> None:
    folder = unpacked(exported("gradescope", "minimax-textbook", "ucb-greedy")["autograder.zip"], tmp_path)
    if name:
        put(folder / "submission" / name, content)
    results = results_of(folder)
    assert results["score"] == score
    assert said in results["output"]
    assert sum(test["max_score"] for test in results["tests"]) in (0, BANK["minimax-textbook"].problem.possible + 2)


VALUE = "answers: {minimax-textbook: {value: 3}}\n"
LEAF = "answers: {one-leaf: {value: 7}}\n"


@NEEDS_BASH
@pytest.mark.parametrize(
    ("files", "score", "said"),
    [
        ({"a.yaml": VALUE, "b.yaml": LEAF}, 2, ""),
        ({"b/answers.yaml": VALUE, "a/answers.yaml": LEAF}, 2, ""),
        ({"both.zip": zipped({"a.yaml": VALUE, "b.yaml": LEAF})}, 2, ""),
        (
            {"lines.jsonl": "".join(json.dumps({"answers": {"one-leaf": {"value": 7}}}) + "\n" for _ in range(2))},
            0,
            "lines.jsonl",
        ),
        (
            {"a.yaml": VALUE, "b.yaml": "answers: {minimax-textbook: {value: 9}}"},
            0,
            "a.yaml: the answers to minimax-textbook do not count",
        ),
        ({"a.yaml": VALUE, "b.yaml": "answers: ["}, 1, "b.yaml"),
        ({"a.yaml": VALUE, "photo.pdf": "%PDF-1.7"}, 1, "photo.pdf: is a PDF"),
    ],
)
def test_autograder_marks_all_that_was_handed_in_as_one(
    files: Mapping[str, bytes | str], score: int, said: str, tmp_path: Path
) -> None:
    folder = unpacked(exported("gradescope", "minimax-textbook", "one-leaf")["autograder.zip"], tmp_path)
    for name, content in files.items():
        put(folder / "submission" / name, content)
    results = results_of(folder)  # one JSON value, or this fails
    assert results["score"] == score
    assert said in results["output"]


@NEEDS_BASH
def test_autograder_that_cannot_run_says_so(tmp_path: Path) -> None:
    folder = unpacked(exported("gradescope", "minimax-textbook")["autograder.zip"], tmp_path)
    shutil.rmtree(folder / "venv")
    assert "did not run" in results_of(folder)["output"]


def test_archive_has_its_scripts_at_the_root_and_no_solution(tmp_path: Path) -> None:
    content = exported("gradescope", "minimax-textbook", reveal=Reveal.NONE)["autograder.zip"]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        scripts, wheel = ["setup.sh", "run_autograder"], f"wheels/{WHEEL}"
        assert archive.namelist() == [*scripts, "problems/minimax-textbook.yaml", wheel]
        assert [archive.getinfo(name).external_attr >> 16 for name in scripts] == [0o755, 0o755]
        assert b"--reveal none" in archive.read("run_autograder")
        problem = load_problem(archive.read("problems/minimax-textbook.yaml"))
    assert problem.solve() == BANK["minimax-textbook"].solve()


def test_wheels_go_along_but_for_another_one_of_this_program_and_then_no_index_is_asked(tmp_path: Path) -> None:
    names = [
        f"{name}-9-py3-none-any.whl" for name in ("PyYAML", "click", "gametree_grader", "jsonschema", "jsonschema_rs")
    ]
    for name in names:
        put(tmp_path / "wheels" / name, zipped({"x": "x"}))
    options = ("--to", "gradescope", "--wheels", tmp_path / "wheels")
    assert run("export", "minimax-textbook", *options, "--out", tmp_path / "o").code == 0
    with zipfile.ZipFile(tmp_path / "o" / "autograder.zip") as archive:
        held = {name for name in archive.namelist() if name.startswith("wheels/")}
        assert held == {f"wheels/{name}" for name in names if "gametree" not in name} | {f"wheels/{WHEEL}"}
        assert b'install --no-index --find-links "$base/source/wheels" "click>=' in archive.read("setup.sh")
    (tmp_path / "wheels" / names[0]).unlink()
    ran = run("export", "minimax-textbook", *options, "--out", tmp_path / "o2")
    assert (ran.code, "has no wheel of pyyaml; make all" in ran.err) == (2, True)


def test_all_dependencies_that_an_autograder_installs_are_those_of_this_program() -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {*NEEDED} <= {*stated["dependencies"]}
    assert needed_words(NEEDED) in (ROOT / "docs" / "gradescope.md").read_text("utf-8")


@NEEDS_BASH
@pytest.mark.slow
@pytest.mark.parametrize("has_index", [True, False], ids=["index", "wheels"])
def test_autograder_is_set_up_where_this_program_is_not_and_marks_every_kind(has_index: bool, tmp_path: Path) -> None:
    options: list[object] = []
    if not has_index:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
        subprocess.run([*pip, "wheel", "--wheel-dir", tmp_path / "wheels", *NEEDED], check=True, capture_output=True)
        options = ["--wheels", tmp_path / "wheels"]
    answers = {kind: next((ROOT / "problem_bank" / kind).glob("*/submissions/wrong.yaml")) for kind in KINDS_OF_BANK}
    ids = [file.parents[1].name for file in answers.values()]
    ran = run("export", *ids, "--to", "gradescope", "--reveal", "expected", *options, "--out", tmp_path / "o")
    assert ran.code == 0, ran.err
    folder = unpacked((tmp_path / "o" / "autograder.zip").read_bytes(), tmp_path / "autograder")
    shutil.rmtree(folder / "venv")
    env = there(folder) if has_index else there(folder, PIP_INDEX_URL="http://127.0.0.1:9/")
    setup = subprocess.run([folder / "source" / "setup.sh"], env=env, check=False, capture_output=True, text=True)
    assert setup.returncode == 0, setup.stdout + setup.stderr
    listed = subprocess.run([folder / "venv/bin/pip", "list"], env=env, check=True, capture_output=True, text=True)
    assert not {"lxml", "reportlab", "resvg-py", "jinja2"} & {*listed.stdout.lower().split()}
    for file in answers.values():
        shutil.copy(file, folder / "submission" / f"{file.parents[1].name}.yaml")
    results = results_of(folder)
    marked = [grade(file, BANK[id_]) for file, id_ in zip(answers.values(), ids, strict=True)]
    assert results["score"] == pytest.approx(float(sum(one.earned for one in marked)), abs=0.001)
    assert len(results["tests"]) == sum(len(BANK[id_].problem.parts) for id_ in ids)
    compare_with_gradescope_utils(results)


# The command


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere", "--to", "latex"], 4, 'there is no problem "nowhere"'),
        (
            ["ucb-greedy", "ucb-greedy", "--to", "latex"],
            2,
            "ucb-greedy is named twice, but an export has each problem once",
        ),
        (["ucb-greedy", "--to", "latex", "--reveal", "none"], 2, "--reveal goes with --to gradescope and prairielearn"),
        (["ucb-greedy", "--to", "jupyter", "--wheels", "."], 2, "--wheels goes with --to gradescope"),
        (["ucb-greedy", "--to", "gradescope", "--wheels", "."], 2, "has no wheel of click, pyyaml, jsonschema"),
        (["ucb-greedy", "--to", "word"], 2, "is not one of"),
        (["ucb-greedy", "--to", "latex", "--title", "x" * 201], 2, "has 201 letters, expected at most 200"),
    ],
)
def test_what_cannot_be_exported_is_told_and_nothing_is_written(
    arguments: list[str], code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("export", *arguments, "--out", "o")
    assert ran.code == code
    assert said in ran.err
    assert not (tmp_path / "o").exists()


def test_folder_with_files_is_left_alone_unless_it_is_forced(tmp_path: Path) -> None:
    put(tmp_path / "o" / "mine.txt", "mine")
    arguments = ("export", "ucb-greedy", "--to", "jupyter", "--out", tmp_path / "o")
    assert run(*arguments).code == 2
    assert run(*arguments, "--force").code == 0
    assert sorted(path.name for path in (tmp_path / "o").iterdir()) == ["exercises.ipynb", "mine.txt"]

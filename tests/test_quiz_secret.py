"""The secret of a quiz: where it comes from, what is refused, and that nothing that is shown or handed out tells it or what it gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from console import run
from quizzes import SECRET, build_quiz, student_ids, write_quiz

from grader.core.errors import ProblemError
from grader.course.quiz import read_secret
from grader.course.quiz.built import open_build


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_quiz(tmp_path_factory.mktemp("quiz"))


def built_with(tmp_path: Path, *options: str, name: str = "out", **named: object) -> tuple[int, str]:
    code, said, complained = run(
        "quiz", "build", str(tmp_path), "--out", str(tmp_path.parent / name), *options, **named
    )
    assert SECRET.decode() not in said + complained
    return code, complained


def ids(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "key" / "problems").iterdir())


def test_secret_is_the_named_file_else_the_variable_else_the_file_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiz = write_quiz(tmp_path / "quiz").parent
    (tmp_path / "other").write_bytes(b"  " + SECRET[::-1] + b"\n")
    (tmp_path / "other").chmod(0o600)
    assert built_with(quiz, name="beside")[0] == 0
    monkeypatch.setenv("GAMETREE_SECRET", SECRET[::-1].decode())
    assert built_with(quiz, name="variable")[0] == 0
    assert built_with(quiz, "--secret", str(tmp_path / "other"), name="named")[0] == 0
    assert ids(tmp_path / "variable") == ids(tmp_path / "named") != ids(tmp_path / "beside")


def test_secret_that_others_can_read_is_used_with_a_warning(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz").parent
    (quiz / "quiz.secret").chmod(0o644)
    code, said = built_with(quiz)
    assert code == 0
    assert f"{quiz / 'quiz.secret'}: warning: others can read the secret; `chmod 600` it" in said


def test_quiz_without_a_secret_is_refused_with_what_to_do(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path / "quiz").parent
    (quiz / "quiz.secret").unlink()
    code, said = built_with(quiz)
    assert code == 4
    assert (
        f"there is no secret: expected this file, --secret FILE or the variable GAMETREE_SECRET; `gametree quiz init {quiz}` adds one"
        in said
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("content", [b"", b"password", b"x" * 31, b"x" * 5000, b"\xff" * 40])
def test_secret_that_could_be_guessed_or_is_no_text_is_refused_and_not_shown(content: bytes) -> None:
    with pytest.raises(ProblemError) as failure:
        read_secret(content, "quiz.secret")
    assert "`gametree quiz init` makes one" in str(failure.value)
    assert len(str(failure.value)) < 150


def test_secret_stands_in_no_file_of_a_build_and_not_in_its_own_picture(build: Path) -> None:
    contents = b"".join(file.read_bytes() for file in build.rglob("*") if file.is_file())
    assert SECRET not in contents
    assert repr(read_secret(SECRET, "")) == "<Secret>"


def test_what_a_student_has_tells_nothing_of_seeds_requests_certificates_or_of_others(build: Path) -> None:
    built = open_build(str(build))
    for student in student_ids(3):
        handed_out = "\n".join(file.read_text() for file in sorted((build / "students" / student).iterdir()))
        own = {one.problem for one in built.sheet_of(student)}
        others = {one.problem for other in student_ids(3) for one in built.sheet_of(other)} - own
        assert all(problem in handed_out for problem in own)
        assert not any(problem in handed_out for problem in others)
        assert not [other for other in student_ids(3) if other != student and other in handed_out]
        for problem in own:
            certificate = build / "key" / "certificates" / f"{problem}.yaml"
            if certificate.exists():
                stated = yaml.safe_load(certificate.read_text())
                assert stated["generator"]["seed"] not in handed_out
                assert not any(sentence in handed_out for sentence in stated["guaranteed"].values())
        assert built.lock.secret not in handed_out
        assert built.fingerprint not in handed_out
        assert not re.search(r"seed|draws|certificate|separated|guaranteed", _without_program(handed_out))


def _without_program(page: str) -> str:
    """Return what a page says, less the scripts and styles of the program, which are the same for everyone."""
    page = re.sub(r"<style.*?</style>|<script(?![^>]*application/json).*?</script>", "", page, flags=re.DOTALL)
    assert "<style" not in page
    return page

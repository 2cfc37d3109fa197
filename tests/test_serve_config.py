"""serve.yaml and the commands around it: what is wrong is told with its place, and links are those of the class list."""

from __future__ import annotations

import csv
import io
import socket
from pathlib import Path

import pytest
from console import Ran, put, run
from quizzes import write_quiz

from grader.core.errors import Refusal
from grader.serve.config import read_config
from grader.serve.platforms import LtiPlatform
from grader.serve.signing import read_key

LOCAL = "http://localhost:9000"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_quiz(tmp_path / "week5")
    return tmp_path


def stated(folder: Path, text: str) -> Ran:
    """Return what is said of a serve.yaml."""
    put(folder / "served" / "serve.yaml", f"format: gametree-serve/1\n{text}\n")
    return run("serve", "links", folder / "served")


URL = "url: {}\nquizzes: [{{quiz: ../week5}}]"
PLATFORM = "url: https://quiz.example.edu\nquizzes: [{{quiz: ../week5}}]\nplatforms: [{{{}}}]"
QUIZ = "quizzes:\n  - {{quiz: ../week5, {}}}"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (URL.format("http://quiz.example.edu"), "2 $.url", '"http://quiz.example.edu" is not safe: platforms and browsers want https; put a proxy with a certificate in front (docs/serve.md)'),
        (URL.format("https://quiz.example.edu/a"), "2 $.url", "expected an address without a path"),
        (URL.format("https://me:x@quiz.example.edu"), "2 $.url", "expected an address without a path"),
        (URL.format("quiz.example.edu"), "2 $.url", "expected an address such as https://quiz.example.edu"),
        (URL.format("'http://[::1'"), "2 $.url", "expected an address such as"),
        (QUIZ.format("closes: 2026-11-27T18:00:00"), "3 $.quizzes[0].closes", "expected a time with its offset, such as 2026-11-27T18:00:00+01:00"),
        (QUIZ.format("opens: tomorrow"), "3 $.quizzes[0].opens", "expected a time with its offset"),
        (QUIZ.format("opens: 2026-11-27T18:00:00+01:00, closes: 2026-11-27T17:00:00Z"), "3 $.quizzes[0].closes", "it closes before it opens"),
        (QUIZ.format("closes: 2026-11-27T18:00:00Z, late-penalty: 101"), "3 $.quizzes[0].late-penalty", "expected at most 100 per cent"),
        (QUIZ.format("late-penalty: 20"), "3 $.quizzes[0].late-penalty", "late is what comes after closes, which is not there"),
        (QUIZ.format("attempts: 0"), "3 $.quizzes[0].attempts", "a whole number from 1 to 20"),
        (QUIZ.format("attemps: 2"), "3 $.quizzes[0].attemps", 'did you mean "attempts"'),
        (QUIZ.format("after: never"), "3 $.quizzes[0].after", "expected expected, verdicts or none"),
        ("quiz: [{quiz: ../week5}]", "2 $.quiz", "quizzes"),
        (PLATFORM.format("moodle: http://moodle.example.edu, client-id: a, deployment-id: b"), "4 $.platforms[0].moodle", '"http://moodle.example.edu": expected an address with https'),
        (PLATFORM.format("moodle: moodle.example.edu, client-id: a, deployment-id: b"), "4 $.platforms[0].moodle", "expected an address with https"),
        (PLATFORM.format("moodle: 'https://me@moodle.example.edu', client-id: a, deployment-id: b"), "4 $.platforms[0].moodle", "expected an address with https"),
        (PLATFORM.format("moodle: https://a.example, canvas: https://b.example, client-id: a, deployment-id: b"), "4 $.platforms[0]:", "expected one of moodle and canvas with the address of the site, or all of issuer, authorize, token and keys"),
        (PLATFORM.format("issuer: https://a.example, token: https://a.example/t, keys: https://a.example/k, client-id: a, deployment-id: b"), "4 $.platforms[0]:", "all of issuer, authorize, token and keys"),
        (PLATFORM.format("client-id: a, deployment-id: b"), "4 $.platforms[0]:", "expected one of moodle and canvas"),
        (PLATFORM.format("moodle: https://a.example, client-id: a"), "4 $.platforms[0]:", "expected one of deployment-id and deployment-ids"),
        (PLATFORM.format("moodle: https://a.example, client-id: a, deployment-id: b, deployment-ids: [c]"), "4 $.platforms[0]:", "expected one of deployment-id and deployment-ids"),
        (PLATFORM.format("moodle: https://a.example, client-id: a, deployment-ids: []"), "4 $.platforms[0].deployment-ids", "at least one"),
        (PLATFORM.format("moodle: https://a.example, deployment-id: b"), "4 $.platforms[0]", "client-id"),
        (PLATFORM.format("moodel: https://a.example, client-id: a, deployment-id: b"), "4 $.platforms[0].moodel", 'did you mean "moodle"'),
        (PLATFORM.format("moodle: https://a.example, client-id: a, deployment-id: b}, {moodle: https://a.example/, client-id: a, deployment-id: c"), "4 $.platforms[1].client-id", "this client-id of this platform is stated already"),
        ("quizzes: [{quiz: ../week5}, {quiz: ../week5}]", "", 'another quiz with the id "week5" is served already'),
        ("quizzes: [{quiz: ../week6}]", "serve.yaml:2 $.quizzes[0].quiz", "is no quiz: expected the folder that holds its quiz.yaml"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text: str, line: str, said: str, folder: Path) -> None:
    found = stated(folder, text)
    assert found.code == 4
    assert line in found.err
    assert said in found.err
    assert not (folder / "served" / "serve.sqlite").exists()


def test_everything_wrong_is_told_at_once(folder: Path) -> None:
    found = stated(
        folder, "url: http://a.example\nquizzes:\n  - {quiz: ../week5, opens: now}\n  - {quiz: ../week5, closes: then}"
    )
    assert len(found.err.splitlines()) == 3
    of_all_sorts = "{quiz: ../week5, closes: then, minutes: 0}\n  - {quiz: ../week5, opens: 2026-11-27T18:00Z, closes: 2026-11-27T17:00Z}"
    found = stated(folder, f"quizzes:\n  - {of_all_sorts}\n  - 3\nkeep-days: -1")
    expected = ("minutes", "expected a time with its offset", "closes before it opens", "quizzes[2]", "keep-days")
    assert [words in found.err for words in expected] == [True] * 5, found.err


def test_all_that_is_wrong_with_platforms_is_told_at_once(folder: Path) -> None:
    found = stated(
        folder, PLATFORM.format("moodle: http://a.example, canvas: b, client-id: a}, {issuer: c, client-id: a")
    )
    assert len(found.err.splitlines()) == 7


def test_platforms_are_named_in_short_or_in_full(folder: Path) -> None:
    put(
        folder / "served" / "serve.yaml",
        "format: gametree-serve/1\nquizzes: [{quiz: ../week5}]\nplatforms:\n"
        '  - {moodle: https://example.edu/moodle/, client-id: aB3x, deployment-id: "1"}\n'
        "  - {canvas: https://school.instructure.com, client-id: 10000, deployment-ids: [1:a, 2:b]}\n"
        "  - {issuer: http://localhost:9000, authorize: http://localhost:9000/a, token: http://localhost:9000/t, keys: http://localhost:9000/k, client-id: x, deployment-id: y}\n",
    )
    canvas, sso = "https://canvas.instructure.com", "https://sso.canvaslms.com/api/lti"
    site = "https://example.edu/moodle"
    assert read_config(folder / "served").platforms == (
        LtiPlatform(site, "aB3x", ("1",), f"{site}/mod/lti/auth.php", f"{site}/mod/lti/token.php", f"{site}/mod/lti/certs.php"),
        LtiPlatform(canvas, "10000", ("1:a", "2:b"), f"{sso}/authorize_redirect", "https://school.instructure.com/login/oauth2/token", f"{sso}/security/jwks"),
        LtiPlatform(LOCAL, "x", ("y",), f"{LOCAL}/a", f"{LOCAL}/t", f"{LOCAL}/k"),
    )  # fmt: skip


def test_local_addresses_need_no_certificate(folder: Path) -> None:
    for address in ("http://localhost:8000", "http://127.0.0.1", "https://quiz.example.edu:8443/"):
        assert stated(folder, URL.format(address)).code == 0
    platforms = f"platforms: [{{moodle: {LOCAL}, client-id: a, deployment-id: b}}]"
    for address, code in (("https://127.0.0.1:8843", 0), ("http://localhost", 0), ("https://quiz.example.edu", 4)):
        assert stated(folder, f"{URL.format(address)}\n{platforms}").code == code


def test_paths_are_relative_to_the_folder(folder: Path) -> None:
    put(folder / "served" / "serve.yaml", "format: gametree-serve/1\ndatabase: a.sqlite\nquizzes: [{quiz: ../week5}]\n")
    config = read_config(folder / "served")
    assert config.database == str(folder / "served" / "a.sqlite")
    assert config.quizzes[0].quiz == str(folder / "week5")


def links(found: Ran) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(found.out))]


def test_links_are_the_instructors_and_each_students(folder: Path) -> None:
    found = stated(folder, URL.format("https://quiz.example.edu"))
    rows = links(found)
    assert [row["role"] for row in rows] == ["instructor", "student", "student", "student"]
    assert [row["student"] for row in rows[1:]] == ["s001", "s002", "s003"]
    assert all(row["link"].startswith("https://quiz.example.edu/s/") for row in rows[1:])
    assert rows[0]["link"].startswith("https://quiz.example.edu/i/")
    again = links(run("serve", "links", folder / "served", "week5"))
    assert again[1:] == rows[1:]
    assert again[0]["link"] != rows[0]["link"]
    renewed = links(run("serve", "links", folder / "served", "--renew", "s002"))
    assert [one["link"] == other["link"] for one, other in zip(renewed, rows, strict=True)] == [
        False,
        True,
        False,
        True,
    ]
    assert links(run("serve", "links", folder / "served"))[1:] == renewed[1:]
    assert found.err == ""
    found = stated(folder, "quizzes: [{quiz: ../week5}]")
    assert "says no url, so the links are for http://127.0.0.1:8000" in found.err
    assert links(found)[1]["link"].startswith("http://127.0.0.1:8000/s/")


def test_who_and_what_there_is_not_is_told(folder: Path) -> None:
    stated(folder, URL.format("http://localhost"))
    found = run("serve", "links", folder / "served", "week6")
    assert (found.code, 'no quiz "week6" is served, expected week5' in found.err) == (2, True)
    found = run("serve", "links", folder / "served", "--renew", "s0001")
    assert (found.code, '"s0001" is not on the class list' in found.err) == (2, True)


def test_init_writes_what_links_reads_and_overwrites_nothing(folder: Path) -> None:
    made = run("serve", "init", folder / "new", "--quiz", folder / "week5", "--url", "https://quiz.example.edu")
    assert (made.code, made.err.count("gametree serve run")) == (0, 1)
    assert run("serve", "links", folder / "new").code == 0
    wrong = run("serve", "init", folder / "other", "--quiz", folder / "week5", "--url", "http://quiz.example.edu")
    assert (wrong.code, "is not safe" in wrong.err, (folder / "other").exists()) == (2, True, False)
    again = run("serve", "init", folder / "new")
    assert (again.code, "is there already, and nothing is overwritten" in again.err) == (2, True)


def test_init_makes_a_key_that_only_its_owner_reads_and_a_lost_one_anew(folder: Path) -> None:
    run("serve", "init", folder / "new", "--quiz", folder / "week5")
    key = folder / "new" / "serve.key"
    assert key.stat().st_mode & 0o777 == 0o600
    first, document = read_key(key), (folder / "new" / "serve.yaml").read_bytes()
    assert first.private.key_size == 2048
    key.unlink()
    with pytest.raises(Refusal, match=r"serve.key is missing, .*`gametree serve init .*new` makes another"):
        read_key(key)
    assert run("serve", "init", folder / "new", "--url", "https://quiz.example.edu").code == 2
    assert not key.exists()
    made = run("serve", "init", folder / "new")
    assert (made.code, "serve.key: a new key" in made.err) == (0, True)
    assert read_key(key).id != first.id
    assert (folder / "new" / "serve.yaml").read_bytes() == document


def test_without_its_key_nothing_is_served_where_there_are_platforms(folder: Path) -> None:
    put(folder / "week5" / "quiz.secret", "0123456789abcdef0123456789abcdef")
    assert stated(folder, PLATFORM.format("moodle: https://a.example, client-id: a, deployment-id: b")).code == 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = run("serve", "run", folder / "served", "--port", port)
    assert "serve.key is missing" in found.err
    assert found.code == 2


def test_without_the_extra_each_command_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.cli.serve.find_spec", {"fcntl": "there", "uvicorn": "too"}.get)
    for words in (("init", folder / "x"), ("run", folder), ("demo",), ("links", folder)):
        found = run("serve", *words)
        assert found.code == 2
        assert found.err == "gametree serve needs more: install the extra [serve], see docs/serve.md\n"
    assert run("serve", "run", "--help").code == 0


def test_where_files_cannot_be_locked_it_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.cli.serve.find_spec", {"starlette": "there", "uvicorn": "too"}.get)
    found = run("serve", "links", folder)
    assert (found.code, "runs on Linux and macOS" in found.err) == (2, True)


def test_a_quiz_of_programs_and_one_that_tells_too_early_are_noted(folder: Path) -> None:
    from grader.course.quiz import read_secret
    from grader.serve.quizzes import read_quizzes

    exercises = ("{id: q1, bank: minimax-textbook}", "{id: search, program: {kind: minimax}, points: 4}")
    write_quiz(folder / "week6", exercises=exercises)
    put(folder / "served" / "serve.yaml", "format: gametree-serve/1\nquizzes: [{quiz: ../week6}]\n")
    served = read_quizzes(read_config(folder / "served"), lambda _: read_secret(b"x" * 32, "the secret"))
    of_two = served["week5"]._replace(terms=served["week5"].terms._replace(attempts=2))
    assert "week5: feedback shows right answers after the first of 2 attempts" in [*of_two.warnings()]
    assert [*served["week5"].warnings()] == [
        "week5: search: this exercise is a program: collect it as a file",
        "week5: feedback shows right answers before the quiz is over, and q1 is the same for all",
    ]

"""A quiz that was handed out: late students, and a key that is made anew."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from quizzes import SECRET, build_quiz, write_roster

from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.documents.shape import shape_faults
from grader.core.errors import ProblemError
from grader.course.quiz import Secret, read_secret
from grader.course.quiz.build import check_replaceable
from grader.course.quiz.built import open_build
from grader.course.quiz.rekey import add, rekey
from grader.course.quiz.sheets import read_stated

KEY = read_secret(SECRET, "")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_quiz(tmp_path_factory.mktemp("made"))


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """Return a copy of a build with its quiz, whose files keep their times."""
    shutil.copytree(made.parent, tmp_path / "copy")
    return tmp_path / "copy" / "build"


def added(folder: Path, secret: Secret = KEY) -> list[str]:
    """Add those who are on the roster now, and return for whom a sheet was made."""
    quiz = folder.parent / "quiz"
    made = add(read_stated(str(quiz / "quiz.yaml"), str(quiz / "roster.csv")), secret, folder)
    return [sheet.recipient.who for sheet in made]


def edit(folder: Path, was: str, now: str) -> None:
    file = folder.parent / "quiz" / "quiz.yaml"
    assert was in file.read_text()
    file.write_text(file.read_text().replace(was, now))


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(file.relative_to(folder)): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in folder.rglob("*")
        if file.is_file()
    }


def lock(folder: Path) -> Any:
    return json.loads((folder / "quiz.lock").read_text())


def test_late_students_get_sheets_and_nobody_elses_file_is_touched(folder: Path) -> None:
    before = files(folder)
    write_roster(folder.parent / "quiz" / "roster.csv", 5)
    assert added(folder) == ["s004", "s005"]
    after = files(folder)
    renewed = {name for name in before if before[name] != after[name]}
    assert renewed == {"quiz.lock", "key/roster.csv", "key/index.csv"}
    own = ("s004", "s005", "key/problems", "key/certificates")
    assert all(any(name in new for name in own) for new in after.keys() - before.keys())
    built = open_build(str(folder))
    assert list(built.roster) == ["s001", "s002", "s003", "s004", "s005"]
    assert len(built.sheet_of("s005")) == 4
    assert lock(folder)["earlier"][0]["files"].keys() == {"key/roster.csv", "key/index.csv"}


def test_sheets_of_late_students_are_what_they_had_got_at_once(folder: Path, tmp_path: Path) -> None:
    write_roster(folder.parent / "quiz" / "roster.csv", 5)
    added(folder)
    at_once = build_quiz(tmp_path / "at-once", students=5)
    mine, theirs = files(folder), files(at_once)
    assert {name for name in mine | theirs if mine[name][0] != theirs[name][0]} == {"quiz.lock"}


def test_who_left_the_roster_keeps_the_sheet(folder: Path) -> None:
    roster = folder.parent / "quiz" / "roster.csv"
    roster.write_text("id,name,group\ns009,New,a\ns002,Renamed,b\n")
    assert added(folder) == ["s009"]
    built = open_build(str(folder))
    assert list(built.roster) == ["s009", "s002", "s001", "s003"]
    assert built.roster["s002"].name == "Renamed"
    assert built.sheet_of("s001")


def test_nothing_is_added_to_a_quiz_that_was_changed(folder: Path) -> None:
    edit(folder, "points: 4", "points: 5")
    before = files(folder)
    with pytest.raises(ProblemError, match=r"quiz\.yaml: was changed since the quiz was built; --add only adds"):
        added(folder)
    assert files(folder) == before


def test_another_secret_is_refused(folder: Path) -> None:
    other = read_secret(b"another secret, as long as the first one is", "")
    before = files(folder)
    with pytest.raises(ProblemError, match="built with another secret"):
        added(folder, other)
    with pytest.raises(ProblemError, match="built with another secret"):
        rekey(read_stated(str(folder.parent / "quiz" / "quiz.yaml"), needs_class=False), other, folder)
    assert files(folder) == before


def test_student_whose_group_is_another_now_is_not_taken_in(tmp_path: Path) -> None:
    folder = build_quiz(tmp_path, "groups")
    (tmp_path / "quiz" / "roster.csv").write_text("id,group\ns001,b\ns002,b\nnew,a\n")
    with pytest.raises(ProblemError, match="s001 was in group a and has its sheet, expected the same group, not b"):
        added(folder)
    (tmp_path / "quiz" / "roster.csv").write_text("id,group\ns001,a\nnew,b\n")
    assert added(folder) == []
    built = open_build(str(folder))
    assert built.sheet_of("new") == built.sheet_of("s002") != ()


def stated(folder: Path) -> Any:
    return read_stated(str(folder.parent / "quiz" / "quiz.yaml"), needs_class=False)


def test_key_is_new_and_what_was_handed_out_stays(folder: Path) -> None:
    edit(folder, "points: 4", "points: 8")
    edit(folder, "branching: 3}", "branching: 3, convention: [cutoff=alpha > beta, tie=last]}")
    edit(folder, "[[3, 5], [2, 9]]", "[[3, 5], [2, 9]], conventions: {tie: any}")
    edit(folder, "marking: {}", "marking: {round: 1, keep: best}")
    before, was = files(folder), open_build(str(folder))
    old = was.find(was.sheet_of("s002")[2].problem).problem
    assert rekey(stated(folder), KEY, folder) == ["q1", "q2", "q3", "q4"]
    after, built = files(folder), open_build(str(folder))
    assert {name: one for name, one in after.items() if "students" in name} == {
        name: one for name, one in before.items() if "students" in name
    }
    assert after.keys() - before.keys() == {"key/drawn/quiz.yaml"}
    assert built.fingerprint != was.fingerprint
    assert [one.possible for one in built.quiz.exercises] == [3, 3, 8, 2]
    assert built.quiz.marking.keep == "best"
    new = built.find(built.sheet_of("s002")[2].problem).problem
    assert (new.game, new.ask, new.title, new.id) == (old.game, old.ask, old.title, old.id)
    assert (new.conventions.cutoff, new.conventions.tie, new.policy.round) == ("alpha > beta", "last", 1)
    assert [[one.points[part] for part in one.ask] for one in (old, new)] == [[1, 1, 2], [2, 3, 3]]


def test_lock_keeps_the_digests_of_before(folder: Path) -> None:
    was, fingerprint = lock(folder), open_build(str(folder)).fingerprint
    edit(folder, "points: 4", "points: 8")
    assert rekey(stated(folder), KEY, folder) == ["q3"]
    [earlier] = lock(folder)["earlier"]
    assert earlier["lock"] == fingerprint
    assert all(was["files"][name] == digest for name, digest in earlier["files"].items())
    problems = {name for name in was["files"] if name.startswith("key/problems/q3")}
    assert problems <= earlier["files"].keys()
    edit(folder, "points: 8", "points: 4")
    rekey(stated(folder), KEY, folder)
    assert lock(folder)["files"].items() - was["files"].items() == {
        ("key/drawn/quiz.yaml", was["files"]["key/quiz.yaml"])
    }
    assert len(lock(folder)["earlier"]) == 2


def test_corrected_certificate_claims_nothing_that_does_not_hold_any_more(folder: Path) -> None:
    edit(folder, "branching: 3}", "branching: 3, convention: [cutoff=alpha > beta]}")
    rekey(stated(folder), KEY, folder)
    for file in (folder / "key" / "certificates").glob("q3-*"):
        document = read_document(str(file), PROBLEM_LIMITS, ProblemError)
        assert shape_faults(document, "certificate") == []
        assert "other-answers" not in document.data["guaranteed"]
        assert document.data["not-guaranteed"]["same-figures"].startswith("the conventions were corrected")


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (
            "title: Week 5",
            "title: Week 6",
            r":3 \$\.title: title was changed since the quiz was built; --rekey corrects",
        ),
        ("id: week5", "id: week6", r"\$\.id: id was changed"),
        ("per-student", "shared", "variants was changed"),
        ("id: q4", "id: q5", "the list of exercises was changed .*; they were q1, q2, q3, q4"),
        ("branching: 3", "branching: 2", r"\$\.exercises\[2\]\.generate\.branching: branching was changed"),
        ("kind: ucb, children: 3", "kind: ucb, children: 3, margin: 0.1", "margin was changed"),
        (
            "kind: ucb, children: 3}",
            "kind: ucb, children: 3}, vary: 1/2",
            r"\$\.exercises\[3\]\.vary: vary was changed",
        ),
        ("[[3, 5], [2, 9]]", "[[3, 5], [2, 8]]", "q2: tree was changed"),
        ("bank: minimax-textbook", "bank: minimax-min-root-uneven", "q1: .* was changed"),
        ("{id: q4, generate: {kind: ucb, children: 3}}", "{id: q4, bank: ucb-greedy}", "was changed"),
        ("{id: q1, bank: minimax-textbook}", "{id: q1, generate: {kind: minimax}}", "q1 was bank:, and was changed"),
    ],
)
def test_other_changes_are_refused_with_what_they_are(folder: Path, was: str, now: str, said: str) -> None:
    edit(folder, was, now)
    before = files(folder)
    with pytest.raises(ProblemError, match=said):
        rekey(stated(folder), KEY, folder)
    assert files(folder) == before


def test_file_that_variants_are_like_may_be_corrected_in_its_conventions(tmp_path: Path) -> None:
    like = tmp_path / "quiz" / "mine.yaml"
    like.parent.mkdir()
    like.write_text("format: gametree-problem/1\nid: mine\nkind: minimax\ntree: [[3, 12, 8], [2, 15, 6]]\n")
    folder = build_quiz(tmp_path, exercises=["{id: q1, generate: {kind: minimax, like: mine.yaml}}"])
    like.write_text(like.read_text() + "conventions: {tie: last}\npoints: {value: 3}\n")
    assert rekey(stated(folder), KEY, folder) == ["q1"]
    problem = open_build(str(folder)).find(open_build(str(folder)).sheet_of("s001")[0].problem).problem
    assert (problem.conventions.tie, problem.points["value"]) == ("last", 3)
    like.write_text(like.read_text().replace("12", "13"))
    with pytest.raises(ProblemError, match=r"mine\.yaml:4 \$\.tree: tree was changed since"):
        rekey(stated(folder), KEY, folder)


def test_late_student_of_a_corrected_quiz_has_the_same_tree_as_at_first_and_the_new_conventions(
    folder: Path, tmp_path: Path
) -> None:
    edit(folder, "branching: 3}", "branching: 3, convention: [order=right-to-left]}")
    edit(folder, "points: 4", "points: 8")
    rekey(stated(folder), KEY, folder)
    write_roster(folder.parent / "quiz" / "roster.csv", 4)
    assert added(folder) == ["s004"]
    corrected = open_build(str(folder))
    at_once = open_build(str(build_quiz(tmp_path / "at-once", students=4)))
    new, old = (each.find(each.sheet_of("s004")[2].problem).problem for each in (corrected, at_once))
    assert (new.id, new.game) == (old.id, old.game)
    assert (new.conventions.order, old.conventions.order) == ("right-to-left", "left-to-right")
    assert new.possible == 2 * old.possible == 8
    assert "right to left" in (folder / "students" / "s004" / "quiz.html").read_text()
    certificate = (folder / "key" / "certificates" / f"{new.id}.yaml").read_text()
    assert "the conventions were corrected after it was drawn" in certificate
    with pytest.raises(ProblemError, match="building anew would draw other problems than those handed out"):
        check_replaceable(folder)

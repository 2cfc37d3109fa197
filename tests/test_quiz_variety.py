"""What `quiz check` counts of a class is what a build holds; where too little differs the looser request was tried, and gives what is said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import oracle
import pytest
from console import Ran, run
from quizzes import SECRET, build_quiz, student_ids, write_quiz, write_roster

from generators.draws import RequestError
from generators.registry import GENERATORS
from generators.request import requested, with_doubled_ranges
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.course.quiz import Quiz, read_quiz, read_secret, variety
from grader.course.quiz.build import Brief
from grader.course.quiz.built import open_build
from grader.course.quiz.exercises import Exercised, drawn, pose_all, read_sources
from grader.course.quiz.sheets import exercise_of
from grader.course.quiz.variety import Variety, variety_of
from grader.kinds import Exercise, write_problem

REQUESTS = (
    "kind: minimax, depth: 1, branching: 2, values: 1..{}",
    "kind: minimax, depth: 2, branching: 2, values: 1..{}, repeats: true, separate: none",
    "kind: minimax, game: nim, piles: 2-{}",
    "kind: minimax, game: take-away, objects: 3-{}",
    "kind: alpha-beta, game: tic-tac-toe, marks: 5-6, nodes: 7-{}0",
    "kind: alpha-beta, depth: 2, branching: {}, ask: [value, pruned]",
    "kind: expectiminimax, depth: 2, branching: 2, values: 0..{}",
    "kind: ucb, children: 2, visits: 1-{}",
    "kind: positions, objects: 8-1{}",
    "kind: max-n, depth: 2, values: 0..{}",
)
SHARES = ("0", "1/4", "0.5", "1", "free")
PRUNED = "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 2, ask: [value, pruned]}}"
SMALL = "{id: q1, generate: {kind: minimax, depth: 1, branching: 2, values: 1..4, ask: [value]}}"


def some_exercise(rng: Random, id_: str) -> str:
    """Return an exercise of a few small trees, so that some are drawn twice; no draw may meet it."""
    request = rng.choice(REQUESTS).format(rng.randint(4, 6))
    vary = rng.choice(("", *(f", vary: {share}" for share in SHARES)))
    return f"{{id: {id_}, generate: {{{request}}}{vary}}}"


def checked(folder: Path, *options: object) -> Ran:
    return run("quiz", "check", folder, "--jobs", 1, *options)


def counted(quiz: Path, *exercises: str, students: int = 12, **named: Any) -> Any:
    """Return what is counted of each exercise of a quiz."""
    write_quiz(quiz, students=students, exercises=exercises, **named)
    ran = checked(quiz, "--format", "json")
    assert ran.code == 0, ran.err
    return ran.json["exercises"]


def said_of(folder: Path, exercise: str, students: int = 12) -> list[str]:
    """Return the warnings for a quiz of one exercise."""
    write_quiz(folder, students=students, exercises=[exercise])
    ran = checked(folder)
    assert ran.code == 0, ran.err
    return ran.err.splitlines()


@pytest.mark.parametrize(
    ("adds", "warned"), [((1, "1/2", -1), ["q2: all lines of its rubric give 1.5 of 2 points"]), ((1, 2), [])]
)
def test_both_outputs_give_the_same_warnings(tmp_path: Path, adds: tuple[object, ...], warned: list[str]) -> None:
    rubric = ", ".join(f"{{points: {points}, says: x}}" for points in adds)
    words = f"{{id: q2, bank: minimax-textbook, text: {{prompt: Why?, points: 2, rubric: [{rubric}]}}}}"
    write_quiz(tmp_path, students=12, exercises=[SMALL, words])
    text, data = checked(tmp_path), checked(tmp_path, "--format", "json")
    assert text.err == data.err
    assert [f"warning: {one}" for one in data.json["warnings"]] == text.err.splitlines()
    assert data.json["warnings"][: len(warned)] == warned
    assert any(one.startswith("q1: ") for one in data.json["warnings"])


def test_a_rubric_is_no_matter_of_variety(tmp_path: Path) -> None:
    words = "{kind: text, text: {prompt: Why?, rubric: [{points: 1/2, says: x}]}}"
    write_quiz(tmp_path, exercises=[f"{{id: q1, problem: {words}}}"])
    ran = checked(tmp_path, "--strict")
    assert (ran.code, ran.err) == (0, "warning: q1: all lines of its rubric give 0.5 of 1 point\n")


# -- what is counted


def plain(exercise: Exercise) -> str:
    """Return what makes a problem what it is, whatever it and its nodes are called."""
    stated = write_problem(exercise.kind, exercise.problem)
    if exercise.kind.name == "ucb":
        return repr(sorted((child["visits"], child["total"]) for child in stated["children"]))
    if ("tree" in stated and exercise.kind.name != "max-n") or ("game" in stated and exercise.kind.name != "positions"):
        return repr((nested(oracle.read_tree(stated)), exercise.problem.game.whole.state))  # which positions come again
    return json.dumps({name: value for name, value in stated.items() if name not in ("id", "title")}, default=str)


def nested(node: oracle.Node) -> Any:
    return (node.player, node.probability, node.value if not node.children else [nested(one) for one in node.children])


def plainly_counted(build: Path, exercise: str) -> dict[str, Any]:
    """Return how many sheets of a build have an exercise, with how many different problems and right answers."""
    built = open_build(str(build))
    found = [built.get(one) for ids in built.lock.sheets.values() for one in ids if one.startswith(f"{exercise}-")]
    solved = [one.solve() for one in found]
    answers = {part: len({json.dumps(one[part], default=str) for one in solved}) for part in found[0].problem.ask}
    return {"sheets": len(found), "trees": len(set(map(plain, found))), "answers": answers}


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 50))])
def test_check_counts_what_a_build_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: int, seed: int
) -> None:
    monkeypatch.setattr(variety, "_SHARES", ())
    rng = Random(f"{window}/{seed}")
    exercises = ["{id: q0, bank: minimax-textbook}", *(some_exercise(rng, f"q{place}") for place in (1, 2))]
    whose, students = rng.choice(("per-student", "per-student", "groups", "shared")), rng.randint(2, 9)
    write_quiz(tmp_path / "quiz", whose, students, exercises=exercises)
    ran = checked(tmp_path / "quiz", "--format", "json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["quiz"]
    if ran.code:
        assert (ran.code, "generate" in ran.err) == (4, True), ran.err
        with pytest.raises(ProblemError):
            build_quiz(tmp_path / "again", whose, students, exercises=exercises)
        return
    build = build_quiz(tmp_path / "again", whose, students, exercises=exercises)
    for one in ran.json["exercises"]:
        assert {name: one[name] for name in ("sheets", "trees", "answers")} == plainly_counted(build, one["id"])
        assert one["points"] == sum(one["parts"].values())
    assert ran.json["points"] == sum(one["points"] for one in ran.json["exercises"])
    assert [ran.json["quiz"], ran.json["sheets"]] == ["week5", len(open_build(str(build)).lock.sheets)]


def test_it_is_said_of_what_is_generated_how_much_differs(tmp_path: Path) -> None:
    write_quiz(tmp_path, students=12, exercises=["{id: q0, bank: minimax-textbook}", PRUNED])
    ran = checked(tmp_path)
    (one,) = [line for line in ran.out.splitlines() if "trees:" in line]
    assert re.fullmatch(r"    trees: 12 different on 12 sheets; right answers: value \d+, pruned 1", one)


@pytest.mark.parametrize(
    ("whose", "students", "sheets"),
    [("shared", 5, "1 sheet"), ("groups", 5, "2 sheets"), ("per-student", 1, "1 sheet")],
)
def test_classes_of_few_sheets_are_never_thin(tmp_path: Path, whose: str, students: int, sheets: str) -> None:
    write_quiz(tmp_path, whose, students, exercises=[PRUNED])
    ran = checked(tmp_path, "--strict")
    assert (ran.code, ran.err) == (0, "")
    assert f" different on {sheets}; right answers: " in ran.out


def test_without_a_roster_a_personal_quiz_is_refused_and_a_shared_one_is_not(tmp_path: Path) -> None:
    for whose, code in (("per-student", 4), ("shared", 0)):
        write_quiz(tmp_path / whose, whose, exercises=[PRUNED])
        (tmp_path / whose / "roster.csv").unlink()
        assert checked(tmp_path / whose).code == code


def test_what_cannot_be_drawn_is_told_with_its_place(tmp_path: Path) -> None:
    write_quiz(tmp_path, exercises=["{id: q1, generate: {kind: minimax, max-draws: 0}}", PRUNED.replace("q1", "q2")])
    ran = checked(tmp_path, "--format", "json")
    assert (ran.code, ran.out) == (4, "")
    assert "quiz.yaml:7 $.exercises[0].generate" in ran.err


def test_the_same_is_said_from_several_processes(tmp_path: Path) -> None:
    write_quiz(tmp_path, students=101, exercises=[SMALL])
    one, two = (run("quiz", "check", tmp_path, "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert len(one.err.splitlines()) == 1


# -- when too little differs


@pytest.mark.parametrize(
    ("sheets", "trees", "answers", "thin"),
    [
        (10, 9, {"value": 9}, ()),
        (10, 8, {"value": 8}, ("",)),
        (9, 9, {"value": 1}, ()),
        (10, 10, {"value": 1, "pruned": 2, "best-move": 1}, ("value", "best-move")),
        (20, 17, {"value": 1, "pruned": 2}, ("", "value")),
        (20, 1, {"value": 1}, ("",)),
        (2, 1, {}, ("",)),
        (1, 1, {"value": 1}, ()),
        (0, 0, {}, ()),
    ],
)
def test_nine_trees_for_ten_sheets_are_enough_and_two_answers(
    sheets: int, trees: int, answers: dict[str, int], thin: tuple[str, ...]
) -> None:
    assert Variety(sheets, trees, answers).thin == thin


def test_problems_of_one_content_are_one_tree_whatever_their_ids() -> None:
    briefs = [Brief("q1", f"q1-{place}", {}, b"ab"[place % 2 :][:1], {"value": "3"}) for place in range(4)]
    assert variety_of(briefs) == (4, 2, {"value": 1})


def test_strict_makes_it_the_exit_code_and_a_build_says_the_same_and_is_made(tmp_path: Path) -> None:
    said = said_of(tmp_path / "quiz", SMALL)
    assert (checked(tmp_path / "quiz", "--strict").code, len(said)) == (5, 1)
    assert re.fullmatch(
        r"warning: q1: \d+ trees for 12 sheets; (nothing that was tried gives more|this gives \d+: vary: .*; still thin): "
        "a larger shape or range has more",
        said[0],
    )
    code, _, built = run("quiz", "build", tmp_path / "quiz", "--out", tmp_path / "out", "--jobs", 1)
    assert (code, built.splitlines()[:-1]) == (0, said)


def test_parts_with_one_right_answer_on_all_sheets_are_warned_of(tmp_path: Path) -> None:
    assert said_of(tmp_path, PRUNED) == [
        "warning: q1: 1 right answer to pruned for 12 sheets; nothing that was tried gives more: a larger shape or range has more"
    ]


def test_an_exercise_that_is_meant_to_be_the_same_for_all_is_not(tmp_path: Path) -> None:
    assert said_of(tmp_path, "{id: q1, bank: minimax-textbook}") == []


# -- the looser request

OFFER = re.compile(
    r"warning: q1: \d+ (?:trees?|right answers? to (?P<part>\S+)) for \d+ sheets; this gives (?P<gives>\d+): vary: (?P<vary>[^,;]+)(?P<more>[^;]*)(?P<thin>;.*)?"
)


@pytest.mark.parametrize(
    "request_",
    [
        "kind: minimax, game: nim",
        pytest.param("kind: minimax, game: nim, piles: 2, pile: 1-4, last: loses", marks=pytest.mark.sweep),
        pytest.param("kind: alpha-beta, game: take-away, objects: 4-6", marks=pytest.mark.sweep),
        "kind: alpha-beta, depth: 2, branching: 2-3, ask: leaves-evaluated",
        "kind: positions, piles: 2-3",
    ],
)
def test_the_looser_request_that_is_offered_gives_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: str
) -> None:
    said = said_of(tmp_path / "quiz", f"{{id: q1, generate: {{{request_}}}}}")
    monkeypatch.setattr(variety, "_SHARES", ())
    offers = [offer for line in said if (offer := OFFER.fullmatch(line))]
    assert offers, said
    for place, offer in enumerate(offers):
        more = dict(pair.split(": ") for pair in offer["more"].split(", ")[1:])
        kept = [pair for pair in request_.split(", ") if pair.split(": ")[0] not in more]
        looser = ", ".join([*kept, *(f"{name}: {value}" for name, value in more.items())])
        again = tmp_path / f"again{place}"
        (one,) = counted(again, f"{{id: q1, generate: {{{looser}}}, vary: {offer['vary']}}}")
        assert int(offer["gives"]) == (one["answers"][offer["part"]] if offer["part"] else one["trees"])
        assert bool(offer["thin"]) is Variety(one["sheets"], one["trees"], one["answers"]).is_thin(offer["part"] or "")


@pytest.mark.parametrize("low", [0, 1, 2, 3])
def test_it_is_the_first_that_is_not_thin_or_the_one_with_most_trees(tmp_path: Path, low: int) -> None:
    stated = f"generate: {{kind: minimax, depth: 2, branching: 2, values: {low}..6, repeats: true, ask: [value]}}"
    found = {}
    for share in ("1/4", "1/2", "1", "free"):
        (one,) = counted(tmp_path / share.replace("/", "-"), f"{{id: q1, {stated}, vary: {share}}}", students=30)
        found[share] = Variety(one["sheets"], one["trees"], one["answers"])
    most = max(found, key=lambda share: found[share].trees)
    best = next((share for share in found if not found[share].is_thin("")), most)
    (line,) = said_of(tmp_path / "least", f"{{id: q1, {stated}, vary: 0}}", students=30) or [""]
    offer = OFFER.fullmatch(line)
    assert offer is None or (offer["vary"], int(offer["gives"])) == (best, found[best].trees)


def test_no_request_is_tried_that_takes_too_much_effort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variety, "_EFFORT", 500)
    said = said_of(tmp_path, PRUNED)
    assert said == [
        "warning: q1: 1 right answer to pruned for 12 sheets; no looser request could be tried on all of them: a larger shape or range has more"
    ]


def test_of_a_large_class_some_sheets_tell_what_is_tried_on_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercise = "{id: q1, generate: {kind: minimax, depth: 1, branching: 2, values: 1..9, ask: [value]}, vary: 0}"
    (whole,) = said_of(tmp_path, exercise, 50)
    monkeypatch.setattr(variety, "_SOME", 50)
    assert said_of(tmp_path, exercise, 50) == [whole]
    monkeypatch.setattr(variety, "_SOME", 10)
    monkeypatch.setattr(variety, "_EFFORT", 4 * 10 * 440 + 2 * 50 * 440)  # all on ten sheets, and two on all
    assert said_of(tmp_path, exercise, 50) == [whole]


def test_ranges_of_a_game_are_doubled_where_the_game_allows_it() -> None:
    def doubled(kind: str, **stated: Any) -> dict[str, Any]:
        request = requested(kind, stated, ())
        wide, ranges = with_doubled_ranges(kind, request)
        assert wide == requested(kind, {**stated, **ranges}, ())
        GENERATORS[kind].check(wide)
        return ranges

    assert doubled("minimax", game="nim", pile=(1, 4), nodes=(7, 120)) == {
        "piles": (2, 6),
        "pile": (1, 8),
        "nodes": (7, 240),
    }
    assert doubled("minimax", game="take-away") == {
        "objects": (3, 24),
        "nodes": (7, 120),
    }  # 6 numbers up to 5 there are not
    assert doubled("alpha-beta", game="tic-tac-toe", marks=(5, 5)) == {"nodes": (7, 120)}
    assert doubled("minimax") == doubled("positions") == doubled("ucb") == {}
    with pytest.raises(RequestError):
        GENERATORS["minimax"].check(requested("minimax", {"game": "take-away", "takes": (2, 6)}, ()))


# -- how far variants are from the first problem


def posed(exercise: str) -> tuple[Quiz, Exercised]:
    text = f"format: gametree-quiz/1\nid: week5\nvariants: per-student\nexercises: [{exercise}]\n"
    quiz, wrong = read_quiz(parse_document(text.encode(), "quiz.yaml", ProblemError))
    sources, faults = read_sources(quiz)
    assert not [*wrong, *faults]
    return quiz, pose_all(quiz, read_secret(SECRET, ""), sources)[0]


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 60))])
def test_every_figure_of_a_variant_is_within_the_share_of_the_first(window: int, seed: int) -> None:
    rng = Random(f"{window}/vary/{seed}")
    request, vary = rng.choice(REQUESTS).format(rng.randint(4, 6)), rng.choice(SHARES[:-1])
    try:
        quiz, exercised = posed(f"{{id: q1, generate: {{{request}}}, vary: {vary}}}")
    except ProblemError:
        return  # no other position is as difficult
    first, share = exercised.first.figures, oracle.number(vary)
    for who in student_ids(5):
        figures = drawn(quiz, read_secret(SECRET, ""), exercised, who).figures
        assert figures.keys() == first.keys()
        assert all(abs(figures[name] - first[name]) <= share * first[name] for name in first), (request, vary)


def test_a_greater_share_lets_figures_differ_and_free_is_the_request_alone() -> None:
    stated = "{{id: q1, generate: {{kind: alpha-beta, depth: 3, branching: 2, prune-count: 1-3}}, vary: {}}}"
    figures = {}
    for vary in ("0", "1", "free"):
        quiz, exercised = posed(stated.format(vary))
        found = [drawn(quiz, read_secret(SECRET, ""), exercised, who) for who in student_ids(12)]
        figures[vary] = {tuple(one.figures.values()) for one in found}
        assert exercised.request is not None
        assert bool(exercised.request.promise.figures) is (vary != "free")
        assert all(1 <= len(exercise_of(one.content).solve()["pruned"]) <= 3 for one in found)
    assert [len(figures["0"]), len(figures["1"]) > 1, len(figures["free"]) > 1] == [1, True, True]


def test_of_a_tree_nothing_said_is_a_share_of_0(tmp_path: Path) -> None:
    tree = "{id: q1, generate: {kind: alpha-beta, depth: 2, branching: 3}%s}"
    files = []
    for name, more in (("said", ", vary: 0"), ("unsaid", "")):
        build = build_quiz(tmp_path / name, exercises=[tree % more])
        files.append({file.name: file.read_bytes() for file in (build / "key/problems").iterdir()})
    assert files[0] == files[1]


@pytest.mark.sweep
def test_nothing_of_the_example_can_be_copied(tmp_path: Path) -> None:
    assert run("quiz", "init", tmp_path / "quiz").code == 0
    write_roster(tmp_path / "quiz" / "roster.csv", 24)
    (tmp_path / "quiz" / "quiz.secret").write_text("0123456789abcdef" * 2)
    (tmp_path / "quiz" / "quiz.secret").chmod(0o600)
    assert (checked(tmp_path / "quiz").err, checked(tmp_path / "quiz", "--strict").code) == ("", 0)

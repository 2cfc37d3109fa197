"""Drawn games: their trees by a second player of the games, their certificates by the second solvers, variants, mirror images, refusals."""

from __future__ import annotations

import json
import random
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oracle
import pytest
import yaml
from certificate_checks import check, data_of, figures_of, question, same_tree
from conftest import read
from console import run
from quizzes import build_quiz, student_ids, write_quiz
from request_files import as_told, with_file
from second.games import PLAYS, tree_of
from turns import in_turn, some_now
from windows import chunks, shifted

from generators import (
    PARAMETERS,
    AlphaBetaParameters,
    ExpectiminimaxParameters,
    GameWish,
    Generated,
    Leaves,
    Limits,
    MinimaxParameters,
    Ordering,
    Playing,
    Promise,
    Pruning,
    RequestError,
    Shape,
    certified,
    content_of,
    variants,
)
from generators.certify import written
from generators.games import STARTS
from generators.games.drawn import stated_by
from generators.like import apart, like, mirrored
from generators.practice_variants import LEAST, practise
from grader.core.documents import PROBLEM_LIMITS, read_document
from grader.core.errors import ProblemError
from grader.core.games.playing import GAMES
from grader.course.quiz.built import open_build
from grader.kinds import KINDS, Exercise, Problem, read_exercise

Data = dict[str, Any]
KINDS_OF_TREES = ("minimax", "alpha-beta", "expectiminimax")
EVERY_GAME = [(kind, name) for kind in KINDS_OF_TREES for name in STARTS]
MARKS = GameWish("tic-tac-toe", marks=(5, 6))
DEEP = GameWish("tic-tac-toe", marks=(4, 5), nodes=(10, 60))
REQUESTS: dict[str, tuple[str, Any]] = {
    **{f"{kind} {name}": (kind, PARAMETERS[kind](game=GameWish(name))) for kind, name in EVERY_GAME},
    "takes as asked": (
        "minimax",
        MinimaxParameters(
            game=GameWish("take-away", objects=(3, 7), take=(2, 1)), question=question("value", "best-move", "tree")
        ),
    ),
    "MIN begins and who moves last loses": (
        "minimax",
        MinimaxParameters(game=GameWish("nim", last="loses", most=(2, 3)), question=question("values", root="min")),
    ),
    "worths": (
        "alpha-beta",
        AlphaBetaParameters(game=MARKS._replace(utilities=(("win", 10), ("draw", 3))), pruning=Pruning((1, 4))),
    ),
    "merged": ("minimax", MinimaxParameters(game=GameWish("nim", pile=(2, 2), piles=(2, 3), symmetry="merge"))),
    "met before": (
        "minimax",
        MinimaxParameters(
            game=GameWish("take-away"),
            question=question("value", "redundant", "distinct-states"),
            playing=Playing(repeated=(2, 40)),
        ),
    ),
    "an opponent who errs": (
        "minimax",
        MinimaxParameters(game=MARKS, question=question("values", "outcome", "best-response"), playing=Playing((1, 2))),
    ),
    "equality": ("alpha-beta", AlphaBetaParameters(game=MARKS, promise=Promise(about="equality"))),
    "known bounds": (
        "alpha-beta",
        AlphaBetaParameters(
            game=GameWish("bags", bags=(3, 4), balls=(2, 4), draws="chance"),
            leaves=Leaves(ties=None),
            question=question("value", "pruned", value_bounds=["0", "10"]),
        ),
    ),
    "plies": ("minimax", MinimaxParameters(game=GameWish("mancala", plies=(3, 5), stores=(0, 2)))),
    "a board": ("minimax", MinimaxParameters(game=GameWish("tic-tac-toe", board="X.O/OX./.XO"))),
}
"""Requests whose whole trees are searched."""
LIMITED: dict[str, tuple[str, Any]] = {
    "usual features": ("minimax", MinimaxParameters(game=DEEP, limits=Limits(depth=2))),
    "features as asked": (
        "alpha-beta",
        AlphaBetaParameters(
            game=GameWish("mancala", pits=(3, 3), nodes=(8, 60)),
            limits=Limits(depth=2, features=("max-store", "min-store"), weights=(2, -1)),
        ),
    ),
    "rounds": (
        "expectiminimax",
        ExpectiminimaxParameters(game=DEEP, limits=Limits(depth=1), question=question(depth_in="rounds")),
    ),
}
"""Requests whose trees are searched to a depth."""
SEEDS, MANY, CHUNKS = 3, 150, 3


def written_out(data: Data) -> Data:
    """Return a problem that is a game as one that states its tree, as the second player of games makes it."""
    tree: Any = tree_of(data["game"], oracle.convention(data, "root"))
    ids, waiting = iter(oracle.node_ids(data)), deque([tree])
    while waiting:
        node = waiting.popleft()
        node["id"] = next(ids)
        node.pop("features", None)
        if "value" in node:
            node["value"] = oracle.in_document(node["value"])
        waiting.extend(child for who in ("max", "min", "chance") for child in node.get(who, ()))
    for child in (child for who in ("max", "min", "chance") for child in tree.get(who, ())):
        assert child["move"]
    conventions = {name: said for name, said in data.get("conventions", {}).items() if name != "root"}
    stated = {name: field for name, field in data.items() if name != "game"}
    return stated | {"tree": tree, "conventions": conventions}


def checked(made: Generated, request: Any) -> int:
    """Fail unless the game's tree is that of the second player, and all that the certificate says of it is so."""
    data = data_of(made)
    again = read(data).problem
    assert same_tree(again.game, made.problem.game)
    sized = dict(made.certificate.guaranteed)
    wish = request.game
    least, most = wish.nodes or ((1, 2_000) if wish.board else (7, 60))
    assert least <= len(oracle.breadth_first(oracle.read_whole(data))) <= most
    assert f"{least}-{most} nodes" in sized.pop("tree-size") or least == most
    sized.pop("another-position", None)
    if "tree" in data["ask"]:
        return 1
    certificate = made.certificate._replace(guaranteed=tuple(sized.items()))
    return check(_Written(made._replace(certificate=certificate), written_out(data)), request)  # type: ignore[arg-type]


class _Written:
    """A generated problem, written as one that states its tree."""

    def __init__(self, made: Generated, data: Data) -> None:
        self.certificate, self.problem, self.data = made.certificate, read(data).problem, data


def games_of(made: Generated | Problem) -> Data:
    problem = made if isinstance(made, Problem) else made.problem
    game: Data = stated_by(problem)["game"]
    return game


# --- What is drawn, and what its certificate says ------------------------------------------------


def test_every_game_that_can_be_played_can_be_drawn() -> None:
    assert list(STARTS) == list(GAMES) == list(PLAYS)


@in_turn(3)
@chunks(every=1, longer=1, whole=CHUNKS)
@pytest.mark.parametrize("name", REQUESTS)
def test_every_drawn_game_keeps_what_its_certificate_promises(name: str, chunk: int, window: int) -> None:
    kind, request = REQUESTS[name]
    first, stop = (0, SEEDS) if not chunk else (SEEDS + MANY * (chunk - 1), SEEDS + MANY * chunk)
    for seed in range(first, stop):
        checked(certified(kind, request, str(shifted(seed, window))), request)


@pytest.mark.sweep
@pytest.mark.parametrize("name", LIMITED)
def test_games_that_are_searched_to_a_depth_have_the_tree_and_the_answers_of_the_second_solver(name: str) -> None:
    kind, request = LIMITED[name]
    for seed in range(SEEDS):
        made = certified(kind, request, str(seed))
        data = data_of(made)
        again = read(data)
        assert same_tree(again.problem.game, made.problem.game)
        assert (data["depth"], set(data["evaluation"])) == (request.limits.depth, {"weights"})
        solved = oracle.solve(data)
        assert {part: again.solve()[part] for part in data["ask"]} == {part: solved[part] for part in data["ask"]}
        guaranteed, off = dict(made.certificate.guaranteed), dict(made.certificate.not_guaranteed)
        assert "unique-best-move" in guaranteed
        assert off["horizon-matters"] == "of a game nothing is looked at below the horizon"
        weights = data["evaluation"]["weights"]
        assert data["game"].get("utilities", {}).get("win", 100) == 100
        assert not request.limits.features or list(weights) == list(request.limits.features)


def test_the_tree_of_a_drawn_game_can_be_asked_and_is_handed_in() -> None:
    made = certified(*REQUESTS["takes as asked"], "1")
    exercise = made.exercise
    assert exercise.problem.ask == ("value", "best-move", "tree")
    graded = exercise.grade(exercise.solve())
    assert (graded.report.earned, graded.report.possible) == (3, 3)
    assert games_of(made)["take"] == [2, 1]


def test_a_seed_gives_the_same_game_and_another_seed_mostly_another_one() -> None:
    for name, (kind, request) in REQUESTS.items():
        assert written(certified(kind, request, "s").problem) == written(certified(kind, request, "s").problem), name
    kind, request = REQUESTS["minimax tic-tac-toe"]
    boards = {games_of(certified(kind, request, str(seed)))["board"] for seed in range(30)}
    assert len(boards) > 25


GOLDEN = {
    "minimax take-away": "minimax-065a16929d",
    "alpha-beta tic-tac-toe": "alpha-beta-cc9fca0eed",
    "expectiminimax bags": "expectiminimax-0ad425a299",
    "minimax mancala": "minimax-cfef0b620c",
}


def test_games_of_these_seeds_are_these_games() -> None:
    assert {name: certified(*REQUESTS[name], "golden").problem.id for name in GOLDEN} == GOLDEN


def test_several_games_are_different_and_too_many_are_refused() -> None:
    kind, request = REQUESTS["minimax tic-tac-toe"]
    made = list(variants(kind, request, "1", 12))
    assert len({content_of(one.problem) for one in made}) == 12
    with pytest.raises(
        RequestError, match=r"gave one of them again; ask for fewer, or for wider sizes of the game \(--nodes too\)"
    ):
        list(variants("minimax", MinimaxParameters(game=GameWish("line", squares=(4, 4))), "1", 2))


# --- Variants and mirror images --------------------------------------------------------------------


@pytest.mark.sweep
@in_turn(3)
@pytest.mark.parametrize("request_", some_now([f"{kind} {name}" for kind, name in EVERY_GAME], 2))
def test_variants_are_other_positions_of_the_game_that_are_as_difficult_or_nearly(request_: str) -> None:
    kind, name = request_.split()
    given = certified(*REQUESTS[request_], "given").exercise.problem
    request = like(given)
    room, wanted = request.promise.room, figures_of(written_out(data_of_problem(given)))
    for seed in range(3):
        made = certified(kind, request, str(seed))
        assert games_of(made) != games_of(given)
        assert games_of(made)["name"] == name
        assert made.problem.ask == given.ask
        found = figures_of(written_out(data_of(made)))
        assert found == made.certificate.figures
        assert all(abs(found[one] - figure) <= room * figure for one, figure in wanted.items())
        said = dict(made.certificate.guaranteed)
        assert "another-position" in said
        assert (f"by at most {100 * room} %" in said["same-figures"]) == bool(room)
        checked(made._replace(certificate=without(made, "same-figures", "other-answers")), request)


def data_of_problem(problem: Problem) -> Data:
    data: Data = written(problem).data
    return data


def without(made: Generated, *names: str) -> Any:
    """Return the certificate without these guarantees, which are checked here."""
    certificate = made.certificate
    return certificate._replace(guaranteed=tuple(one for one in certificate.guaranteed if one[0] not in names))


def test_rules_worths_and_who_begins_are_those_of_the_given_game() -> None:
    given = read(
        {
            "format": "gametree-problem/1",
            "id": "it",
            "kind": "minimax",
            "conventions": {"root": "min"},
            "game": {"name": "nim", "piles": [2, 2], "most": 2, "last": "loses", "utilities": {"win": 5}},
        }
    ).problem
    made = certified("minimax", like(given), "1").problem
    game = games_of(made)
    assert (game["last"], game["utilities"], game["symmetry"]) == ("loses", {"win": 5, "loss": -1}, "keep")
    assert len(game["piles"]) == 2
    assert data_of_problem(made)["conventions"] == {"root": "min"}


def test_a_limited_search_is_varied_with_its_depth_and_its_weights() -> None:
    kind, request = LIMITED["features as asked"]
    given = certified(kind, request, "given").exercise.problem
    made = data_of(certified(kind, like(given), "1"))
    assert (made["depth"], made["evaluation"]) == (2, {"weights": {"max-store": 2, "min-store": -1}})


@in_turn(3)
@pytest.mark.parametrize(("kind", "name"), EVERY_GAME)
def test_the_mirror_image_of_a_game_is_a_game_whose_tree_is_turned_round_or_there_is_a_reason(
    kind: str, name: str
) -> None:
    given = certified(*REQUESTS[f"{kind} {name}"], "given").exercise.problem
    if name in ("nim", "mancala", "line"):
        with pytest.raises(RequestError, match=f"the tree of {name} has no mirror image that is {name}: "):
            mirrored(given)
        return
    made = certified(kind, mirrored(given), "1").problem
    root, turned = (oracle.read_whole(data_of_problem(problem)) for problem in (given, made))
    assert leaves_in_order(turned) == leaves_in_order(root)[::-1]
    assert games_of(made)["name"] == name
    assert games_of(certified(kind, mirrored(made), "1")) == games_of(given)


def leaves_in_order(node: Any) -> list[tuple[str, Any]]:
    """Return who moves above each leaf and what it is worth, depth first."""
    if not node.children:
        return [("leaf", node.value)]
    below = [leaf for child in node.children for leaf in leaves_in_order(child)]
    return [(f"{node.player} {above}", value) for above, value in below]


def test_a_mirror_image_keeps_what_the_opponent_replies() -> None:
    stated = {
        "format": "gametree-problem/1",
        "id": "it",
        "kind": "minimax",
        "ask": ["value", "outcome"],
        "game": {"name": "take-away", "objects": 4, "take": [1, 2]},
        "opponent": {"B": "1"},
    }
    given = read(stated).problem
    made = data_of(certified("minimax", mirrored(given), "1"))
    assert (made["game"]["take"], made["opponent"]) == ([2, 1], {"C": "1"})


def test_merged_moves_have_no_mirror_image_where_the_first_ones_stay() -> None:
    game = {"name": "tic-tac-toe", "board": "X../.O./..X", "symmetry": "merge"}
    given = read({"format": "gametree-problem/1", "id": "it", "kind": "minimax", "game": game}).problem
    with pytest.raises(RequestError, match="where symmetry merges moves, it keeps the first"):
        mirrored(given)


@pytest.mark.sweep
@in_turn(3)
@pytest.mark.parametrize("name", ["minimax tic-tac-toe", "alpha-beta mancala", "expectiminimax bags"])
def test_games_are_practised(name: str) -> None:
    kind, request = REQUESTS[name]
    practice = practise(kind, request, "1")
    assert len(practice.variants) >= LEAST
    assert len({content_of(one.generated.problem) for one in practice.variants}) == len(practice.variants)
    assert practice.served
    for variant in practice.variants[:3]:
        assert games_of(variant.generated)["name"] == request.game.name


def test_practice_ends_where_a_game_has_no_other_positions() -> None:
    request = MinimaxParameters(game=GameWish("line", squares=(3, 4)))
    assert 1 <= len(practise("minimax", request, "1").variants) <= 2


# --- What is refused -------------------------------------------------------------------------------

REFUSED = {
    "--game chess": 'there is no game "chess", expected take-away, nim',
    "--game tic-tac-to": 'did you mean "tic-tac-toe"?',
    "--objects 3": "--objects says something of a game; add --game take-away",
    "--nodes 3": "--nodes says something of a game; add --game take-away, nim, tic-tac-toe, mancala, bags or line",
    "--game nim --objects 3": "--objects is about take-away; nim takes --piles, --pile, --most, --last, --nodes",
    "--game take-away --branching 3": "--branching says what trees look like that no game makes",
    "--game take-away --max-nodes 30": "--max-nodes is about drawn shapes; of a game say --nodes",
    "--game take-away --ordering best-first": "--ordering has no place beside a game, whose moves stand in their order",
    "--game take-away --values 0..9": "--values has no place in take-away: what its ends are worth follows from --utilities",
    "--game mancala --repeats": "--repeats has no place in mancala: what its ends are worth follows from its rules",
    "--game tic-tac-toe --depth-limit 2 --noise 1": "--noise draws static values; positions of a game are weighed",
    "--game tic-tac-toe --depth-limit 2 --not-quiet 1": "--not-quiet has no place beside a game",
    "--game take-away --objects 40": "Take-away: in 2,000 draws no tree had 7-60 nodes: they had",
    "--game take-away --objects 100 --take 1,2": "all had more than 2,000; choose a smaller game",
    "--game mancala --pits 6 --stones 4": "all had more than 2,000; choose a smaller game or a --depth-limit",
    "--game take-away --objects 2": "they had 1-4; choose another size of the game, or other --nodes",
    "--game take-away --objects 5-3": "expected 1 to 100 objects",
    "--game take-away --take 0,1": "expected whole numbers from 1 up that can be taken",
    "--game nim --piles 0": "expected 1 to 10 piles",
    "--game nim --nodes 0": "--nodes 0: expected 1 to 2,000",
    "--game nim --depth 0": "--depth 0: expected at least 1 ply",
    "--game tic-tac-toe --depth 9 --nodes 10-20": "no tree had 10-20 nodes and 9 plies; choose another --depth",
    "--game tic-tac-toe --root min": "tic-tac-toe says itself who begins; leave out --root",
    "--game tic-tac-toe --board X.O/.X./..Q": '--board: "X.O/.X./..Q" is no board',
    "--game tic-tac-toe --board X.O/.X./..O --marks 3": "--board says already which cells are taken",
    "--game tic-tac-toe --marks 9": "--marks 9: expected 0 to 8",
    "--game tic-tac-toe --side 5": "--side 5: expected 2 to 4 cells",
    "--game tic-tac-toe --side 2 --marks 3": "every board of 2 × 2 cells with 3 marks was one on which the game is over",
    "--game mancala --pits 13": "--pits 13: expected 1 to 12",
    "--game line --squares 9": "--squares 9: expected 3 to 8",
    "--game line --ask redundant": "redundant cannot be asked of line, where what follows depends on the way",
    "--game line --repeated-states 2": "--repeated-states has no place in line",
    "--game line --depth-limit 2": "--depth-limit has no place in line: nothing is counted of a position",
    "--game line --weights 1": "--weights says something of a search that stops; add --depth-limit",
    "--game tic-tac-toe --depth-limit 2 --features Y": 'tic-tac-toe has no feature "Y", expected some of X1, X2, X3',
    "--game tic-tac-toe --depth-limit 2 --features X1,X2 --weights 1": "1 weights for 2 features; expected one for each",
    "--game tic-tac-toe --depth-limit 2 --features X1 --weights 0": "a weight of 0 counts nothing",
    "--game take-away --ask tree,values": "values speaks of nodes by their ids, which are not shown where the tree is asked",
    "--game take-away --ask tree --opponent-errs 1": "--opponent-errs speaks of nodes by their ids",
    "--game take-away --utilities draw=3": '--utilities: take-away has no end "draw", expected win or loss',
    "--game bags --draws chance": "Bags and balls: a chance node has no place in minimax",
    "--game bags --balls 5 --values 0..3": "15 distinct values do not fit 0..3",
    "--game take-away --objects 3 --take 1,2 --nodes 1-20": "try another size of the game, or --without unique-best-move",
}


@pytest.mark.parametrize("options", REFUSED)
def test_what_no_game_can_be_is_refused_with_what_was_expected(options: str, tmp_path: Path) -> None:
    typed = with_file(tmp_path, "minimax", options.split())
    ran = run("generate", "minimax", *typed)
    assert ran.code == 2
    assert as_told(REFUSED[options], typed) in ran.err
    assert ran.out == ""


def test_values_of_leaves_are_chosen_by_nobody_where_a_game_makes_them() -> None:
    ran = run("generate", "alpha-beta", "--game", "nim", "--prune-exactly", "C")
    assert (ran.code, "--prune-exactly chooses values of leaves" in ran.err) == (2, True)


@pytest.mark.parametrize("option", ["--game", "--board", "--utilities", "--symmetry", "--draws", "--loop", "--capture"])
def test_escapes_in_options_of_games_reach_no_terminal(option: str, tmp_path: Path) -> None:
    game = ["--game", "tic-tac-toe"] if option == "--board" else []
    hostile = [*game, option, "\x1b]0;owned\x07\u202e"]
    ran = run("generate", "minimax", *with_file(tmp_path, "minimax", hostile))
    assert ran.code in (2, 4)
    assert ran.err.replace("\n", "").isprintable()
    ran = run("generate", "minimax", *hostile)
    assert ran.code == 2
    assert ran.err.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (MinimaxParameters(Shape((2, 2), (2, 2)), game=GameWish("nim")), "a shape says what trees look like"),
        (MinimaxParameters(ordering=Ordering("best-first"), game=GameWish("nim")), "an ordering has no place"),
        (MinimaxParameters(leaves=Leaves(0, 3), game=GameWish("nim")), "values of leaves have no place in this game"),
        (MinimaxParameters(limits=Limits(2, 1), game=GameWish("mancala")), "an extension has no place beside a game"),
        (MinimaxParameters(game=GameWish("nim", objects=3)), "GameWish.objects: expected a pair"),
        (MinimaxParameters(game="nim"), "MinimaxParameters.game: expected a GameWish or None"),
    ],
)
def test_requests_from_python_that_make_no_sense_are_refused(request_: Any, said: str) -> None:
    with pytest.raises(RequestError, match=re.escape(said)):
        certified("minimax", request_, "1")


def test_random_options_of_games_are_met_or_refused_and_nothing_else(window: int, tmp_path: Path) -> None:
    rng = random.Random(shifted(0, window))
    for _ in range(15):
        options, kind = list(random_options(rng)), rng.choice(KINDS_OF_TREES)
        ran = run("generate", kind, *with_file(tmp_path, kind, options))
        assert ran.code in (0, 2), (options, ran.err)
        assert bool(ran.out) == (ran.code == 0)


def random_options(rng: random.Random) -> Iterator[str]:
    """Yield options of one game, with one of another here and there."""
    name = rng.choice(list(STARTS))
    yield from ("--game", name, "--max-draws", "60")
    numbers = {
        "take-away": ("objects", "takes"),
        "nim": ("piles", "pile", "most"),
        "tic-tac-toe": ("marks",),
        "mancala": ("pits", "stones", "stores"),
        "bags": ("bags", "balls"),
        "line": ("squares",),
    }
    mine = [*numbers[name], "nodes", *(["depth"] if rng.random() < 0.2 else [])]
    for option in rng.sample(mine, rng.randint(0, 2)):
        least = rng.randint(0, 9)
        yield from (f"--{option}", f"{least}-{least + rng.randint(0, 20 if option == 'nodes' else 2)}")
    if rng.random() < 0.2:
        yield from ("--last", "loses")
    if rng.random() < 0.2:
        yield from ("--depth-limit", "2")


# --- Quizzes and files -----------------------------------------------------------------------------


def test_the_folder_of_drawn_games_is_read_by_all_others(tmp_path: Path) -> None:
    out = tmp_path / "week"
    ran = run("generate", "minimax", "--game", "take-away", "--ask", "value,best-move,tree", "--count", 3, "--out", out)
    assert ran.code == 0, ran.err
    for number in (1, 2, 3):
        folder = f"problem-0{number}"
        problem = read_exercise(read_document(str(out / folder / "problem.yaml"), PROBLEM_LIMITS, ProblemError), KINDS)
        key = run("grade", out / "key" / folder / "solution.yaml", "--problems", out / folder, "--format", "json")
        assert key.json["earned"] == key.json["possible"]
        certificate = yaml.safe_load((out / "key" / folder / "certificate.yaml").read_text("utf-8"))
        assert certificate["generator"]["parameters"]["game"]["name"] == "take-away"
        assert json.loads(json.dumps(certificate["figures"]))["nodes"] == problem.problem.game.size
        said = (out / folder / "statement.md").read_text("utf-8")
        assert "The players take turns" in said


@pytest.mark.sweep
def test_apart_keeps_the_game(window: int) -> None:
    given = certified(*REQUESTS["alpha-beta tic-tac-toe"], str(shifted(1, window))).exercise.problem
    assert apart(given).game.name == "tic-tac-toe"  # type: ignore[union-attr]  # it is a request for a game


MINE = "format: gametree-problem/1\nid: mine\nkind: minimax\ngame: {name: tic-tac-toe, board: X.O/OX./.XO}\nask: [value, values]\n"
EXERCISES = (
    "{id: drawn, generate: {kind: minimax, game: take-away, take: [1, 2], objects: 4-8, ask: [value, best-move, tree]}}",
    "{id: alike, generate: {kind: minimax, like: mine.yaml}}",
    "{id: turned, generate: {kind: minimax, mirror: mine.yaml}}",
)


def test_quizzes_give_out_games(tmp_path: Path) -> None:
    (tmp_path / "quiz").mkdir()
    (tmp_path / "quiz" / "mine.yaml").write_text(MINE, "utf-8")
    folder = build_quiz(tmp_path, exercises=EXERCISES)
    built = open_build(str(folder))
    boards: set[str] = set()
    for student in student_ids(3):
        drawn, alike, turned = (built.find(one.problem) for one in built.sheet_of(student))
        assert isinstance(drawn, Exercise)
        assert isinstance(alike, Exercise)
        assert isinstance(turned, Exercise)
        assert games_of(drawn.problem)["name"] == "take-away"
        assert drawn.grade(drawn.solve()).report.earned == 3
        boards |= {games_of(alike.problem)["board"]}
        assert games_of(turned.problem)["board"] != "X.O/OX./.XO"
    assert "X.O/OX./.XO" not in boards


def test_a_quiz_says_where_a_game_is_wrong(tmp_path: Path) -> None:
    quiz = write_quiz(tmp_path, exercises=("{id: q1, generate: {kind: minimax, game: nim, objects: 3}}",))
    ran = run("quiz", "check", quiz)
    assert ran.code == 4
    assert "objects is about take-away; nim takes piles, pile, most" in ran.err + ran.out

"""What every kind of exercise must do, over the problems of the bank and random ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import oracle
import pytest
from banked import SOLVED
from conftest import faults_of, outcome_of, problem_data, random_problems, random_problems_of, read, report_of
from second import second
from turns import in_turn
from windows import Deal, chunks, dealt

from grader.core.answers.by_iteration import ByIteration, Scored
from grader.core.answers.choices import EACH, KeySet
from grader.core.answers.ranges import Range
from grader.core.answers.reports import PartReport, ProblemReport, Reveal, Verdict
from grader.core.answers.rounding import round_marks
from grader.core.answers.run import has_many
from grader.core.conventions import FIELDS
from grader.core.documents.shape import load_schema
from grader.core.drawing.diagram import Diagram
from grader.core.games.text_question import TEXT
from grader.grading.bank import Bank, bank_folders
from grader.grading.marking import graded_diagrams
from grader.kinds import KINDS, Exercise, write_problem
from grader.kinds.record import View
from grader.kinds.trees.documents import is_to_be_drawn
from grader.pages.text import render_text
from grader.platforms import ResultOptions, TreeAs, export_text

RANDOM = (30_000, 30_060)  # of the window of the commit
TREE = [[3, 12], [2, 4]]
ARMS = [{"id": "A", "total": 7, "visits": 10}, {"id": "B", "visits": 0}]
EXAMPLES: dict[str, Any] = {
    **oracle.CHOICES,
    "initial-window": [[0, 5]],
    "value-bounds": [[0, 12], ["-inf", 12]],
    "sum-bound": [6, "13/2"],
    "root of max-n": ["Ann", "Cat"],
    "decimals": [0, 3, "exact"],
    "exploration": [1, "sqrt(2)", "0.7"],
}
"""Values of every convention."""

_WITH_PRIORS = {"children": [{**child, "prior": "1/2"} for child in ARMS]}
BESIDE: dict[str, Any] = {
    "depth-in": {"depth": 9},
    "value-bounds": {"after": 1},
    "bounds-at": {"conventions": {"value-bounds": [0, 12]}},
    "formula=puct": _WITH_PRIORS,
    "unvisited-mean": {**_WITH_PRIORS, "conventions": {"formula": "puct"}},
    "root of mcts": {"tree": [[{}, {}], [{}, {}]]},
}
"""The fields without which a convention, or one value of it, has no place."""

WORDS = {"prompt": "Why?", "points": "5/2", "rubric": [{"points": 1, "says": "says why"}]}

kinds = pytest.mark.parametrize("kind", KINDS)
solved_kinds = pytest.mark.parametrize("kind", SOLVED)
in_shares = dealt(4)


def is_run(kind: str, part: str | None = None) -> bool:
    """Return whether a part (any part) of the kind is an object that the solver is run on: many are right."""
    return any(has_many(one.form) for name, one in KINDS[kind].parts.items() if part in (None, name))


def small_problem(kind: str, **fields: Any) -> dict[str, Any]:
    """Return a small problem of the kind."""
    if (own := second(kind)) is not None:
        return {"format": "gametree-problem/1", "id": "q1", "kind": kind, **own.GAME, **fields}
    return {**problem_data(kind, ARMS if kind == "ucb" else TREE), **fields}


def asking_for_words(problems: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the problems, every third of which asks for words too, and every sixth for nothing else where its kind asks anything."""
    for place, data in enumerate(problems):
        more = {"text": WORDS} if place % 3 == 0 and "text" not in data else {}
        alone = {"ask": [], "points": {}} if place % 6 == 3 and KINDS[data["kind"]].answered else {}
        yield {**data, **more, **alone}


@cache
def exercises(kind: str, window: int) -> tuple[Exercise, ...]:
    """Return the problems of the bank and random ones."""
    store = Bank()
    shipped = [store.find(id_) for id_, folder in bank_folders().items() if Path(folder).parent.name == kind]
    drawn = [read(data) for data in asking_for_words(data for _, data in random_problems(kind, *RANDOM, window))]
    return tuple(exercise for exercise in (*shipped, *drawn) if isinstance(exercise, Exercise))


def answered(
    kind: str, window: int, deal: Deal, turn: str = ""
) -> Iterator[tuple[random.Random, Exercise, dict[str, Any]]]:
    """Yield every problem with random answers and a generator; other answers in every turn."""
    for seed, exercise in deal([*enumerate(exercises(kind, window))], window):
        rng = random.Random(f"{kind} {seed}{turn}")
        for _ in range(2):
            answers = oracle.random_answers(rng, exercise.document.data)
            said = (
                {TEXT: random.Random(f"{seed}{turn}").choice((None, "Because.", " \n"))}
                if exercise.problem.text
                else {}
            )
            yield rng, exercise, {**answers, **said}


# --- Full marks and none --------------------------------------------------------------------------


@in_shares
@pytest.mark.parametrize("form", ["json", "yaml"])
@in_turn(3)
@kinds
def test_solution_handed_back_earns_full_marks(kind: str, form: str, window: int, deal: Deal) -> None:
    for exercise in deal(exercises(kind, window), window):
        report = report_of(exercise, exercise.solve(), form)
        assert report.possible == exercise.problem.possible
        assert report.earned == exercise.problem.solvable
        solved = [part for part in report.parts if part.part != TEXT]
        assert all(part.earned == part.possible > 0 for part in solved)
        verdicts = {entry.verdict for part in solved for entry in part.entries}
        assert verdicts <= {Verdict.CORRECT}
        assert [part.entries[0].verdict for part in report.parts if part.part == TEXT] == [Verdict.BLANK] * bool(
            exercise.problem.text
        )
        assert all(note.message.startswith("this part is not asked") for note in report.notes)


@in_shares
@pytest.mark.parametrize("answers", [None, {}])
@in_turn(3)
@kinds
def test_blank_answers_earn_nothing(kind: str, answers: Any, window: int, deal: Deal) -> None:
    for exercise in deal(exercises(kind, window), window):
        report = report_of(exercise, answers)
        assert report.earned == 0
        assert report.possible == exercise.problem.possible
        assert [part.part for part in report.parts] == list(exercise.problem.parts)
        assert {entry.verdict for part in report.parts for entry in part.entries} == {Verdict.BLANK}


def points_with(exercise: Exercise, part: str) -> Any:
    """Return the points of a part and of those that earn nothing without it."""
    points, parts = exercise.problem.points, exercise.kind.parts
    return sum(points[each] for each in exercise.problem.ask if part in (each, parts[each].rests_on))


@in_shares
@in_turn(3)
@kinds
def test_part_that_is_absent_or_null_earns_nothing_and_harms_no_other(kind: str, window: int, deal: Deal) -> None:
    for exercise in deal(exercises(kind, window), window):
        right = exercise.solve()
        for part in exercise.problem.ask:
            points = exercise.problem.points[part]
            absent = {name: answer for name, answer in right.items() if name != part}
            for answers in (absent, {**right, part: None}):
                report = report_of(exercise, answers)
                assert report.earned == exercise.problem.solvable - points_with(exercise, part)
                (blank,) = [each for each in report.parts if each.part == part]
                assert (blank.earned, blank.possible) == (0, points)
                assert [entry.verdict for entry in blank.entries] == [Verdict.BLANK]


@in_turn(3)
@kinds
def test_part_of_the_wrong_type_is_malformed_and_harms_no_other(kind: str, window: int) -> None:
    for exercise in exercises(kind, window)[:60:8]:
        right = exercise.solve()
        for part in exercise.problem.parts:
            for wrong in ([[99999]], {"no such node": 1}, True, "\u202e"):
                if (wrong, part) in (([[99999]], "tree"), ("\u202e", TEXT)):
                    continue  # a tree with one leaf; a text
                report = report_of(exercise, {**right, part: wrong})
                entries = next(each for each in report.parts if each.part == part).entries
                assert Verdict.MALFORMED in {entry.verdict for entry in entries} <= {Verdict.MALFORMED, Verdict.MISSING}
                lost = points_with(exercise, part) if part != TEXT else 0
                assert report.earned == exercise.problem.solvable - lost


# --- Sums -----------------------------------------------------------------------------------------


@in_shares
@in_turn(3)
@kinds
def test_entries_sum_to_the_part_and_parts_to_the_problem_exactly(kind: str, window: int, deal: Deal) -> None:
    for _, exercise, answers in answered(kind, window, deal):
        outcome = outcome_of(exercise, answers)
        report = outcome.graded[0].report
        for part in report.parts:
            assert sum(entry.earned for entry in part.entries) == part.earned
            assert sum(entry.possible for entry in part.entries) == part.possible
            assert 0 <= part.earned <= part.possible == exercise.problem.points[part.part]
            assert not any(isinstance(entry.earned, float) for entry in part.entries)
        assert sum(part.earned for part in report.parts) == report.earned
        assert sum(part.possible for part in report.parts) == report.possible
        assert outcome.total == round_marks(report).total


@in_shares
@in_turn(3)
@solved_kinds
def test_full_marks_are_earned_only_by_what_the_second_solver_finds_right(kind: str, window: int, deal: Deal) -> None:
    full = 0
    for _, exercise, answers in answered(kind, window, deal):
        expected = oracle.marks(exercise.document.data, answers)
        for part in report_of(exercise, answers).parts:
            if part.earned == part.possible:
                full += 1
                assert expected[part.part] == part.possible
    assert full > (10 if deal.is_rest else 0)


# --- Correcting -----------------------------------------------------------------------------------


def corrected(part: PartReport, given: Any, right: Any, exercise: Exercise) -> list[Any]:
    """Return the answers that come of correcting the given one in one place.

    A number that is right as it was rounded is not corrected by writing more of it, though others may follow from what was written.
    """
    if is_run(exercise.kind.name, part.part):
        return [right]  # an object is one thing: half of two good ones can be bad
    if isinstance(right, dict):
        nodes = {key.strip(): key for key in given}
        settled = {entry.node for entry in part.entries if entry.verdict is Verdict.CORRECT}
        mended = [{**given, nodes.get(node, node): right[node]} for node in right if node not in settled]
        return mended + [
            {key: given[key] for key in given if key != extra} for extra in given if extra.strip() not in right
        ]
    if part.part in ("pruned", "redundant"):
        return corrected_pruned(part.part, given, exercise)
    if part.part == "labelling":
        return corrected_labelling(given, exercise)
    form = exercise.kind.parts[part.part].form
    if isinstance(form, Range):
        return [right]  # a set of numbers is one thing
    if isinstance(form, KeySet) and form.marking is EACH:
        names = [name.strip() for name in given]
        more = [[*given, name] for name in right if name not in names]
        return more + [[name for name in names if name != extra] for extra in names if extra not in right]
    if isinstance(form, Scored):
        return [[*given[:place], one, *given[place + 1 :]] for place, one in enumerate(right) if given[place] != one]
    if isinstance(form, ByIteration):
        long = [*given, *[None] * (len(right) - len(given))]
        return [[*long[:place], one, *long[place + 1 :]] for place, one in enumerate(right) if long[place] != one]
    if isinstance(right, list) and part.part != "principal-variation":
        return corrected_sequence(part, given, right)
    return [right]


def corrected_labelling(given: list[str], exercise: Exercise) -> list[Any]:
    """Return the orders with one more inner node before its parent, or without one that is repeated or does not belong."""
    tree = exercise.problem.game
    names = [name.strip() for name in given]
    inner = [tree.ids[node] for node in tree.inner()]
    parent = {tree.ids[node]: tree.ids[tree.parent[node]] for node in tree.inner()[1:]}
    extras = [place for place, name in enumerate(names) if name not in inner or name in names[:place]]
    fewer = [[*given[:place], *given[place + 1 :]] for place in extras]
    place_of = {name: names.index(parent[name]) if parent.get(name) in names else len(given) for name in inner}
    more = [[*given[: place_of[name]], name, *given[place_of[name] :]] for name in inner if name not in names]
    return fewer + more


def corrected_pruned(part: str, given: list[str], exercise: Exercise) -> list[Any]:
    """Return the listings with one more skipped leaf, or without one of the listed nodes that holds none."""
    tree, skipped = exercise.problem.game, exercise.solution.answers[part].leaves
    index = tree.by_id()
    more = [[*given, tree.ids[leaf]] for leaf in skipped]
    wrong = {name for name in given if not skipped & set(tree.leaves_below(index[name.strip()]))}
    return more + [[name for name in given if name != extra] for extra in wrong]


def corrected_sequence(part: PartReport, given: list[Any], right: list[Any]) -> list[Any]:
    """Return the lists with one missing item put where it belongs, or without one that does not.

    The report's entries are the alignment: given items in their order, missing ones at their places; those that stand elsewhere
    have no entry at their own place.
    """
    elsewhere = {entry.node for entry in part.entries if entry.moved}
    waiting = [one for one in right if (one["node"] if isinstance(one, dict) else str(one)) not in elsewhere]
    answers, place, expected = [], 0, 0
    for entry in part.entries:
        if entry.verdict is Verdict.MISSING and waiting:
            answers.append([*given[:place], waiting[expected], *given[place:]])
            expected += 1
        elif entry.verdict is Verdict.EXTRA or entry.moved:
            answers.append([*given[:place], *given[place + 1 :]])
            place += 1
        elif entry.given is not None:
            place += 1
            expected += 1
    return answers


@in_shares
@in_turn(3)
@solved_kinds
def test_correcting_an_entry_never_lowers_the_marks(kind: str, window: int, deal: Deal) -> None:
    least = (10 if is_run(kind) else 30) // (1 if deal.is_rest else 4)  # an object is corrected as a whole
    raised = times_raised(kind, window, deal)
    for turn in (" again", " and again"):  # answers to a kind with few entries are seldom half right
        raised += times_raised(kind, window, deal, turn) if raised <= least else 0
    assert raised > least


def times_raised(kind: str, window: int, deal: Deal, turn: str = "") -> int:
    """Fail where a corrected entry lowers the marks; return how often one raises them."""
    raised = 0
    for rng, exercise, answers in answered(kind, window, deal, turn):
        right = exercise.solve()
        for part in report_of(exercise, answers).parts:
            given = answers.get(part.part)
            if given is None or part.part == TEXT:
                continue
            ways = corrected(part, given, right[part.part], exercise)
            for better in rng.sample(ways, min(3, len(ways))):
                report = report_of(exercise, {**answers, part.part: better})
                after = next(each for each in report.parts if each.part == part.part)
                assert after.earned >= part.earned, (exercise.document.text, part.part, given, better)
                raised += after.earned > part.earned
    return raised


# --- Round trips ----------------------------------------------------------------------------------


@in_shares
@in_turn(3)
@kinds
def test_problem_survives_writing_and_reading(kind: str, window: int, deal: Deal) -> None:
    for place, exercise in enumerate(deal(exercises(kind, window), window)):
        problem = exercise.problem
        written = write_problem(exercise.kind, problem)
        again = read(written, "yaml" if place % 2 else "json")
        conventions = problem.conventions
        if "tree" in written:  # every node has its player, so nothing is left for `root` to say
            conventions = conventions._replace(root="max", stated=conventions.stated - {"root"})
        assert again.problem.game == problem.game
        assert again.problem.conventions == conventions
        for field in ("id", "kind", "ask", "points", "title", "origin", "text"):
            assert getattr(again.problem, field) == getattr(problem, field)
        assert again.solve() == exercise.solve()
        assert write_problem(again.kind, again.problem) == written


@in_shares
@in_turn(3)
@kinds
def test_reading_twice_gives_the_same_and_keys_may_stand_in_any_order(kind: str, deal: Deal, window: int) -> None:
    for rng, data in random_problems_of(kind, deal(range(31_000, 31_100), window)):
        shuffled = dict(rng.sample(list(data.items()), len(data)))
        first, second = read(data), read(shuffled)
        assert first.problem == second.problem
        assert first.solve() == second.solve()


@in_turn(3)
@kinds
def test_solution_names_every_part_that_the_problem_has_in_the_kinds_order(kind: str, window: int) -> None:
    for exercise in exercises(kind, window):
        parts = list(exercise.solve())
        assert parts == [part for part in KINDS[kind].parts if part in parts]
        assert set(exercise.problem.ask) <= set(parts)


# --- Conventions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, record in KINDS.items() for name in FIELDS if name not in record.conventions],
)
def test_convention_that_the_kind_does_not_use_is_refused(kind: str, name: str) -> None:
    for value in EXAMPLES[name]:
        faults = faults_of(small_problem(kind, conventions={name: value}))
        assert len(faults) == 1
        refused = (
            f'$.conventions.{name}: there is no field "{name}" here',
            '$.conventions: there is no field "conventions" here',
        )
        assert faults[0].startswith(refused[0] if KINDS[kind].conventions else refused[1])


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind, record in KINDS.items()
        for name in record.conventions
        if not any(name in KINDS[search].conventions for search in record.searches)
    ],
)
def test_convention_that_the_kind_uses_is_accepted_with_every_value(kind: str, name: str) -> None:
    for value in EXAMPLES.get(f"{name} of {kind}", EXAMPLES[name]):
        beside = BESIDE.get(f"{name}={value}", BESIDE.get(name, BESIDE.get(f"{name} of {kind}", {})))
        problem = small_problem(kind, **{**beside, "conventions": {**beside.get("conventions", {}), name: value}})
        assert name in read(problem).problem.conventions.stated


@in_turn(3)
@kinds
def test_unknown_field_kind_and_format_are_refused(kind: str) -> None:
    assert faults_of(small_problem(kind, tittle="x"))[0].endswith('did you mean "title"?')
    assert faults_of({**small_problem(kind), "kind": kind.upper()})[0].endswith(f'did you mean "{kind}"?')
    assert faults_of({**small_problem(kind), "format": "gametree-problem/2"})[0].startswith("$.format")
    assert faults_of({**small_problem(kind), "id": "../../etc/passwd"})[0].startswith("$.id")


# --- A kind is complete ---------------------------------------------------------------------------


@in_turn(3)
@kinds
def test_kind_is_complete(kind: str) -> None:
    record = KINDS[kind]
    assert record.name == kind
    assert record.title
    assert set(record.asked) <= set(record.parts)
    assert set(record.conventions) <= set(FIELDS)
    for name, part in record.parts.items():
        assert part.name == name
        assert part.task
        assert all(callable(function) for function in (part.form.read, part.mark, part.form.write))
    for function in (
        record.game_format.read,
        record.game_format.write,
        record.solve,
        record.draw,
        *filter(None, record.tutor[:4]),
        *record.wrong[1:3],
    ):
        assert callable(function)
    assert all(callable(f) for f in (record.read_answer, record.check, record.write_answer))


@in_turn(3)
@kinds
def test_schemas_of_a_kind_know_its_parts_and_conventions(kind: str) -> None:
    problem, answers = load_schema(f"problem-{kind}"), load_schema(f"answers-{kind}")
    fields = problem["properties"]
    assert set(fields.get("conventions", {"properties": {}})["properties"]) == set(KINDS[kind].conventions)
    answered = set(KINDS[kind].answered)
    assert set(fields.get("points", {"then": {"properties": {}}})["then"]["properties"]) == answered
    assert set(problem.get("$defs", {"part": {"enum": ()}})["part"]["enum"]) == answered
    assert "text" in fields
    assert ("text" in problem["required"]) == (not answered)
    assert set(answers["properties"]) == set(KINDS[kind].parts)
    for general in ("problem", "solution"):
        assert f'"{kind}"' in json.dumps(load_schema(general))


def ids_in(diagrams: Sequence[Diagram]) -> list[str]:
    """Return the names of the nodes of the first drawing, if there is one."""
    return [node.id for diagram in diagrams[:1] for node in diagram.nodes]


@in_shares
@in_turn(3)
@kinds
def test_every_problem_can_be_drawn_and_every_report_printed(kind: str, window: int, deal: Deal) -> None:
    for _, exercise, answers in islice(answered(kind, window, deal), 0, None, 4):
        bare = exercise.kind.draw(View(exercise.problem))
        solved = exercise.kind.draw(View(exercise.problem, exercise.solution))
        assert bool(bare) == bool(solved) == bool(KINDS[kind].answered)
        is_same = not is_run(kind) and not is_to_be_drawn(exercise.problem)
        if is_same:
            assert ids_in(bare) == ids_in(solved)
        for reveal in Reveal:
            outcome = outcome_of(exercise, answers, reveal=reveal)
            assert len(ids_in(graded_diagrams(outcome.graded[0]))) == len(ids_in(bare)) or not is_same
            assert render_text(outcome).endswith("\n")
            for form in ("json", "gradescope"):
                json.loads(export_text(outcome, form), parse_constant=pytest.fail)


# --- What may not be seen -------------------------------------------------------------------------

SENTINEL = 90_817
"""Leaf values and ids of the trees below are unmistakable: no mark, count or place is written so."""


def secret_tree(rng: random.Random, kind: str, names: Iterator[str], depth: int) -> dict[str, Any]:
    """Return a tree whose nodes are called n70001... and whose leaves are 90817, 90818..."""
    name = next(names)
    if not depth:
        return {"id": name, "value": f"{SENTINEL + rng.randint(0, 99)}/{rng.choice((1, 7919))}"}
    player = rng.choice(("max", "min", *(("chance",) if kind == "expectiminimax" else ())))
    below = [secret_tree(rng, kind, names, depth - 1) for _ in range(rng.randint(1, 3))]
    return {"id": name, player: below}


def secret_problem(rng: random.Random, kind: str) -> Exercise:
    """Return a problem with all parts asked, in which every right answer is unmistakable."""
    if (own := second(kind)) is not None:
        data = small_problem(kind, **own.secret_game(rng))
        return read({**data, "ask": list(read(data).solve())})
    names = (f"n{number}" for number in range(70_001, 80_000))
    if kind == "ucb":
        game: Any = [
            {"id": next(names), "total": rng.randint(1, 9), "visits": rng.choice((3, 7, 11))} for _ in range(4)
        ]
        return read(problem_data(kind, game, ask=list(KINDS[kind].answered)))
    data = problem_data(kind, secret_tree(rng, kind, names, 4))
    parts = list(read(data).solve())
    return read({**data, "ask": parts})


def secrets_of(right: Any) -> set[str]:
    """Return every text and number of a right answer that is long enough to be told from others."""
    if isinstance(right, dict):
        return set().union(*map(secrets_of, right.values()), *map(secrets_of, right))
    if isinstance(right, list):
        return set().union(*map(secrets_of, right))
    if isinstance(right, float):
        return {f"{right:.2f}", f"{right:.4f}"}
    text = str(right)
    return {text} if len(text) >= 5 and any(letter.isdigit() for letter in text) else set()


def wrong_answers(rng: random.Random, exercise: Exercise) -> dict[str, Any]:
    """Return answers that give nothing away: right in nothing and naming few nodes."""
    if (own := second(exercise.kind.name)) is not None:
        if hasattr(own, "little_said"):
            return {
                part: answer for part, answer in own.little_said(exercise.document.data).items() if rng.random() < 0.8
            }
        right = exercise.solve()
        blank = {part: {next(iter(right[part])): 5} if isinstance(right[part], dict) else 5 for part in right}
        return {part: blank[part] for part in exercise.problem.ask if rng.random() < 0.8}
    ids = list(exercise.problem.game.ids)
    some = rng.sample(ids, min(2, len(ids)))
    answers: dict[str, Any] = {
        "value": 1,
        "values": {some[0]: 5},
        "windows": {some[0]: [1, 2]},
        "cutoffs": [{"node": some[0], "alpha": 1, "beta": 2}],
        "intervals": {some[0]: [1, 2]},
        "pruned": some[:1],
        "visited": some[:1],
        "leaves-evaluated": 1000,
        "nodes-visited": 1000,
        "best-response": 1,
        "outcome": 1,
        "distinct-states": 1000,
        "redundant": some[:1],
        "strategy": {},
        "labelling": some[:1],
        "principal-variation": some[:1],
        "best-move": ids[-1] if exercise.kind.name == "ucb" else ids[1],
        "scores": {some[0]: 999},
        "choice": some[0],
    }
    answers |= rng.choice(
        ({}, {"values": {}}, {"visited": [], "pruned": [], "cutoffs": []}, {"windows": {}, "scores": {}})
    )
    return {part: answers[part] for part in exercise.problem.ask if rng.random() < 0.8}


def said(exercise: Exercise, answers: Any, reveal: Reveal) -> list[str]:
    """Return all that is said of a submission: text, both exports, and what is remarked in its drawing."""
    outcome = outcome_of(exercise, answers, reveal=reveal)
    diagram = graded_diagrams(outcome.graded[0])[0]
    remarks = [str(remark) for node in diagram.nodes for remark in node.said] + [str(fact) for fact in diagram.facts]
    statistics = {str(remark) for node in exercise.kind.draw(View(exercise.problem))[0].nodes for remark in node.said}
    # The digests of the files are the only other long numbers.
    bare = ResultOptions(TreeAs.NONE)  # the tree is the statement's; what is remarked in it stands above
    texts = [export_text(outcome._replace(documents=()), form, bare) for form in ("json", "gradescope")]
    digests = [graded.exercise.document.content for graded in outcome.graded]
    assert digests
    for text in texts:
        data = json.loads(text)
        data.pop("provenance", None)
        data.pop("extra_data", None)
        remarks.append(json.dumps(data))
    return [render_text(outcome), *(remark for remark in remarks if remark not in statistics)]


@chunks(every=1, longer=3, whole=4)
@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
@in_turn(3)
@solved_kinds
def test_nothing_expected_is_said_below_expected(kind: str, reveal: Reveal, chunk: int) -> None:
    told = 0
    for seed in range(chunk * 20, chunk * 20 + 20):
        rng = random.Random(seed)
        exercise = secret_problem(rng, kind)
        answers = wrong_answers(rng, exercise)
        given = json.dumps(answers)
        secrets = {secret for secret in secrets_of([*exercise.solve().values()]) if secret not in given}
        for text in said(exercise, answers, reveal):
            found = {secret for secret in secrets if secret in text}
            assert not found, (given, text)
        told += any(secret in text for text in said(exercise, answers, Reveal.EXPECTED) for secret in secrets)
    assert told > 12  # else nothing was there to be hidden


def shape_of(report: ProblemReport) -> Any:
    """Return what is left of a report: marks of parts, and entries without what the student wrote."""
    return [
        (part.part, part.earned, [(entry.verdict, entry.node, entry.expected, entry.message) for entry in part.entries])
        for part in report.parts
    ]


@in_shares
@in_turn(3)
@kinds
def test_redacted_reports_keep_the_marks_and_say_nothing_of_missing_entries(kind: str, window: int, deal: Deal) -> None:
    for _, exercise, answers in answered(kind, window, deal):
        whole = report_of(exercise, answers)
        for reveal in (Reveal.NONE, Reveal.VERDICTS):
            report = report_of(exercise, answers, reveal=reveal)
            assert report.reveal is reveal
            assert [part._replace(entries=()) for part in report.parts] == [
                part._replace(entries=(), counts=None) for part in whole.parts
            ]
            entries = [entry for part in report.parts for entry in part.entries]
            assert all(entry.expected is None for entry in entries)
            hidden = [entry for entry in entries if entry.given is None]
            assert all(entry.node is None for entry in hidden)
            assert {entry.verdict for entry in hidden} <= {Verdict.MISSING, Verdict.BLANK}
            if reveal is Reveal.NONE:
                assert {entry.verdict for entry in entries} <= {Verdict.BLANK, Verdict.MALFORMED, Verdict.HELD}


def is_blank(answer: Any) -> bool:
    """Return whether nothing was handed in: of words, blanks alone."""
    return answer is None or (isinstance(answer, str) and not answer.strip())


@in_shares
@in_turn(3)
@kinds
def test_with_none_equal_marks_look_equal(kind: str, window: int, deal: Deal) -> None:
    """Two wrong answers of the same marks cannot be told apart by what is said of them."""
    seen: dict[Any, Any] = {}
    for _, exercise, answers in answered(kind, window, deal):
        report = report_of(exercise, answers, reveal=Reveal.NONE)
        blank = tuple(part for part in exercise.problem.parts if is_blank(answers.get(part)))
        malformed = tuple(
            entry.message for part in report.parts for entry in part.entries if entry.verdict is Verdict.MALFORMED
        )
        key = (exercise.document.content, blank, malformed, tuple(Fraction(part.earned) for part in report.parts))
        assert seen.setdefault(key, shape_of(report)) == shape_of(report)
    assert len(seen) > (50 if deal.is_rest else 16) or not KINDS[kind].answered


# --- What is said of what is behind a wrong answer ------------------------------------------------


@pytest.mark.parametrize("values", [{}, {"A": None}])
def test_nothing_is_named_from_one_move_beside_a_map_without_entries(values: Any) -> None:
    exercise = read(problem_data("minimax", [[3, 12], [2, 4]], ask=["best-move", "values"]))
    report = report_of(exercise, {"best-move": "C", "values": values})
    assert report.findings == ()


def test_fractional_score_of_a_students_own_can_be_told_in_a_diagnosis() -> None:
    statistics = (("p", 4, 6), ("q", 35, 40), ("r", 9, 3), ("s", "2.5", 4))
    arms = [{"id": name, "total": total, "visits": visits} for name, total, visits in statistics]
    exercise = read(problem_data("ucb", arms, conventions={"decimals": 0}))
    scores = {"p": "2.427564489881", "r": "4", "s": "1.446803655192"}
    assert report_of(exercise, {"scores": scores}).earned < exercise.problem.possible

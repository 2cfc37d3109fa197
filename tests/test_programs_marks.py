"""Marks and names of programs: shares of trees, rules that explain all trees, the tree that shows it, and what is shown to whom."""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import buggy_searches
import pytest
from buggy_searches import BUGS, asks_twice, negamax, right, search_with, strict, with_alpha_kept, with_stack
from exported_files import RESULTS
from made_results import report_on
from played_programs import Game, Search, drawn, play, program_of, ruled, stated_of
from turns import in_turn

from generators import GENERATORS, generate
from grader.core.answers.reports import PLAYED, Counts, Entry, PartReport, ProblemReport, Reveal, redact
from grader.core.documents import validator
from grader.core.policy import Policy
from grader.core.times import read_time
from grader.course.report.class_outputs import class_csv, class_data, render_class_text
from grader.course.report.class_page import class_page
from grader.course.report.class_tree import class_tree
from grader.grading.marking import Terms, as_seen, grade_submission, mark_answers, witness_of
from grader.grading.outcome import Outcome
from grader.grading.programs.marking import program_exercise, submission_of
from grader.grading.programs.playing import Ended, Play
from grader.grading.programs.playing import play as play_program
from grader.grading.programs.program import Program, ProgramTree
from grader.grading.programs.sandbox import open_sandbox
from grader.grading.read_results import PROGRAMS
from grader.grading.result import result
from grader.kinds import Exercise, Graded
from grader.pages.feedback import feedback_files, page
from grader.pages.notebook import outcome_html
from grader.pages.text import render_text
from grader.platforms import ResultOptions, export_text

ASK = ("value", "best-move", "visited", "pruned")
SIX = [
    {"tree": tree}
    for tree in (
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        [[3, 5], [3, 9]],
        [5, [[[1, 9], 8], 7]],
        [[2, 11, 9], [1, 5, 8], [13, 6, 4]],
        [[4, 6], [4, 7]],
        [6, [[[2, 11], 9], 8]],
    )
]
PUBLIC = [{"tree": tree} for tree in ([[5, 2, 1], [4, [7, [3, 4]]]], [[3, 5], [3, 9]], [[6, 5], [6, 9]])]
EITHER = {"cutoff": ["alpha >= beta", "alpha > beta"]}
"""The six trees are those of the worked example; of the public ones the second shows any bug at a cutoff."""


def handed_in(
    program: Program, played: Play, *, alone: Callable[[ProgramTree], Play] | None = None, **terms: Any
) -> Outcome:
    """Return the outcome of what a program did."""
    exercise, one_by_one = program_exercise(program), alone and partial(_one_by_one, alone)
    submission = submission_of(
        program, played, "folder/search.py", b"pass\n" * 20, "Ada", alone=one_by_one, exercise=exercise
    )
    return grade_submission(submission, lambda _: exercise, Terms(**terms))


def _one_by_one(alone: Callable[[ProgramTree], Play], trees: Sequence[ProgramTree]) -> Play:
    return Play({name: answer for tree in trees for name, answer in alone(tree).answers.items()})


def graded(program: Program, search: Search, again: Search | None = None) -> Graded:
    """Return the marks of a search; where that is wrong it is played again, tree by tree."""
    alone = lambda tree: play(program, again or search, [tree])  # noqa: E731
    return handed_in(program, play(program, search), alone=alone).graded[0]


def names(one: Graded) -> list[str]:
    """Return the rules that are named."""
    return [finding.misconception for finding in one.report.findings]


def of_six(one: Graded) -> list[int]:
    """Return on how many trees each part is right."""
    return [part.counts.right for part in one.report.parts if part.counts]


# -- the worked example

ALL = [6, 6, 6, 6]
TABLE: dict[str, tuple[Search, list[int], str, list[str]]] = {
    "right": (right, ALL, "4", []),
    "negamax": (negamax, ALL, "4", []),
    "with a stack": (with_stack, ALL, "4", []),
    "asked twice": (asks_twice, ALL, "4", []),
    "> for >=": (strict, [6, 6, 4, 4], "3.33", ["strict-cutoff"]),
    **{
        name: (BUGS[name], counts, marks, found)
        for name, counts, marks, found in (
            ("no cutoff", [6, 6, 0, 0], "2", ["no-pruning"]),
            ("beta never lowered at MIN", [6, 6, 0, 0], "2", ["no-pruning"]),
            ("a child gets half of the window", [6, 6, 4, 4], "3.33", ["no-deep-cutoffs", "level-swapped"]),
            ("every node MAX", [0, 3, 0, 0], "0.5", ["all-max"]),
            ("every node MIN", [2, 4, 0, 0], "1", ["all-min"]),
            ("the other bound", [2, 5, 2, 2], "1.83", ["wrong-bound-updated"]),
            ("global window", [3, 3, 0, 0], "1", ["window-not-restored"]),
            ("from right to left", [6, 4, 0, 0], "1.67", ["wrong-direction"]),
            ("later equal moves", [6, 4, 6, 6], "3.67", ["tie-through-bound"]),
            ("MIN averages", [0, 4, 0, 0], "0.67", ["averages-opponent"]),
            ("MIN returns one more", [0, 6, 6, 6], "3", []),
        )
    },
}


@pytest.mark.parametrize("name", TABLE)
def test_worked_example(name: str) -> None:
    search, counts, marks, found = TABLE[name]
    one = graded(program_of("alpha-beta", SIX, ASK), search)
    assert of_six(one) == counts
    assert one.earned == Fraction(marks)
    assert one.earned == sum(part.earned for part in one.marks.parts)  # also where equal parts earn a third
    assert one.report.earned == Fraction(sum(counts), 6)
    assert names(one) == found
    assert all((finding.explains, finding.slips, finding.of) == (6, 0, 6) for finding in one.report.findings)
    assert not one.report.notes


SOURCE = (
    Path(buggy_searches.__file__)
    .read_text(encoding="utf-8")
    .replace("from played_programs import INF, Game, Search", "INF, Game, Search = float('inf'), object, object")
)
CALLED = {
    "right": "right",
    "negamax": "negamax",
    "with a stack": "with_stack",
    "asked twice": "asks_twice",
    "> for >=": "strict",
}


@pytest.mark.parametrize("name", TABLE)
def test_worked_example_as_programs(name: str) -> None:
    """The same searches in a process of their own, through the game that students get."""
    _, counts, marks, found = TABLE[name]
    program, box = program_of("alpha-beta", SIX, ASK), open_sandbox("none")
    content = f"{SOURCE}\nsearch = {CALLED.get(name) or f'BUGS[{name!r}]'}\n".encode()
    played = play_program(program, "search.py", content, box)
    alone = lambda tree: play_program(program, "search.py", content, box, [tree])  # noqa: E731
    one = handed_in(program, played, alone=alone).graded[0]
    assert (of_six(one), one.earned, names(one)) == (counts, Fraction(marks), found)
    assert not one.report.notes


def test_program_that_keeps_alpha() -> None:
    program, box = program_of("alpha-beta", SIX, ASK), open_sandbox("none")
    content = f"{SOURCE}\nsearch = with_alpha_kept()\n".encode()
    alone = lambda tree: play_program(program, "search.py", content, box, [tree])  # noqa: E731
    one = handed_in(program, play_program(program, "search.py", content, box), alone=alone).graded[0]
    assert (of_six(one), one.earned, names(one)) == ([5, 6, 3, 3], Fraction("2.83"), [])
    assert "keeps something from the tree before" in one.report.notes[0].message


def test_what_is_kept_from_the_tree_before_is_said() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    alone = lambda tree: play(program, with_alpha_kept(), [tree])  # noqa: E731  # a process of its own
    one = handed_in(program, play(program, with_alpha_kept()), alone=alone).graded[0]
    assert (of_six(one), one.earned, names(one)) == ([5, 6, 3, 3], Fraction("2.83"), [])
    assert [note.message for note in one.report.notes] == [
        (
            "Played alone, tree-02, tree-04, tree-05 come out right: the program keeps something from the tree before, "
            "such as a global or a default argument."
        )
    ]


def test_note_names_no_hidden_tree_to_who_does_not_see_them() -> None:
    program = program_of("alpha-beta", SIX, ASK, public=2)
    alone = lambda tree: play(program, with_alpha_kept(), [tree])  # noqa: E731  # a process of its own
    one = handed_in(program, play(program, with_alpha_kept()), alone=alone).graded[0]
    [note] = one.report.notes
    assert note.message.startswith("Played alone, public-2, tree-02, tree-03 come out right: ")
    [note] = redact(one.report, Reveal.VERDICTS).notes
    assert note.message.startswith("Played alone, public-2 and 2 hidden trees come out right: ")


def test_note_of_one_tree_is_in_the_singular() -> None:
    program = program_of("alpha-beta", SIX[:3], ASK)
    wrong = play(program, right)
    wrong.answers["tree-02"]["value"] = 17  # type: ignore[index]
    one = handed_in(program, wrong, alone=lambda tree: play(program, right, [tree])).graded[0]
    assert [note.message for note in one.report.notes] == [
        (
            "Played alone, tree-02 comes out right: the program keeps something from the tree before, such as a global or a "
            "default argument."
        )
    ]
    assert one.earned == 4 - Fraction("0.33")


def test_visits_of_the_worked_example() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    asked: list[Any] = [answers["visited"] for answers in play(program, right).answers.values()]
    visited = [" ".join(nodes) for nodes in asked]
    assert visited == ["A B E F G C H D K L M", "A B D E C F", "A B C D F H G E"] * 2


# -- what is accepted


def test_each_accepted_way_earns_all() -> None:
    program = program_of("alpha-beta", SIX, ASK, accept=EITHER)
    one, other = graded(program, right), graded(program, strict)
    assert one.earned == other.earned == 4
    assert other.report.run
    assert other.report.run.variant == {"cutoff": "alpha > beta"}
    assert one.report.run
    assert one.report.run.variant == {"cutoff": "alpha >= beta"}
    assert not names(other)
    outcome = handed_in(program, play(program, BUGS["no cutoff"]))
    assert "Marked by cutoff: alpha > beta" in render_text(outcome)
    assert "are skipped as soon as" not in render_text(outcome)  # either way is right


def test_combination_counts_for_all_trees() -> None:
    program = program_of("alpha-beta", SIX, ASK, accept=EITHER)
    mixed = {**play(program, right).answers, "tree-02": play(program, strict).answers["tree-02"]}
    one = handed_in(program, Play(mixed)).graded[0]
    assert of_six(one) == [6, 6, 5, 5]
    assert one.report.run
    assert one.report.run.variant == {"cutoff": "alpha >= beta"}


def test_of_combinations_that_earn_the_same_the_first_counts() -> None:
    program = program_of("minimax", SIX, ("value",), accept={"tie": ["first", "last"]})
    one = graded(program, search_with(later=True))
    assert one.earned == 1
    assert one.report.run
    assert one.report.run.variant == {"tie": "first"}


def test_bug_beside_another_accepted_way_is_named() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3, accept=EITHER)
    assert names(graded(program, BUGS["no cutoff"])) == ["no-pruning"]


# -- reading and comparing


def test_right_is_what_is_right_on_paper() -> None:
    """A part is right on a tree where its full marks on paper are, whatever the answer."""
    program = drawn("alpha-beta", "paper", ask=(*ASK, "values", "windows", "principal-variation", "leaves-evaluated"))
    compared = set()
    for name, detail in ruled(program):
        answers = ruled(program)[name, detail]
        for tree in program.trees:
            exercise = tree.exercise
            on_paper = exercise.grade(answers[tree.name], policy=Policy(follow_through=0)).report
            alone = program._replace(trees=(tree._replace(is_public=False),))
            for part, its in zip(handed_in(alone, Play(answers)).graded[0].report.parts, on_paper.parts, strict=True):
                assert (part.earned == part.possible) == (its.earned == its.possible), (name, part.part)
                compared.add((part.part, part.earned > 0))
    assert len(compared) == 16  # of each part right and wrong answers


@pytest.mark.parametrize("kind", sorted(GENERATORS))
def test_every_kind_can_be_answered_by_programs(kind: str) -> None:
    """Of each kind the right answers earn all, and a part is right where it is so on paper."""
    asked = [generate(kind, GENERATORS[kind].parameters(), f"program/{number}") for number in range(3)]
    program = program_of(kind, [stated_of(one) for one in asked], asked[0].problem.ask, public=1)
    right_answers = {tree.name: of_right(tree.exercise) for tree in program.trees}
    assert handed_in(program, Play(right_answers)).graded[0].report.is_right
    for answers in ruled(program).values():
        one = handed_in(program, Play(answers)).graded[0]
        for tree in program.trees[1:]:
            on_paper = tree.exercise.grade(answers[tree.name], policy=Policy(follow_through=0)).report
            for part, its in zip(one.report.parts, on_paper.parts, strict=True):
                [entry] = [entry for entry in part.entries if entry.node == tree.name]
                assert (entry.verdict == "correct") == (its.earned == its.possible), (answers[tree.name], part.part)


HOSTILE: dict[str, Any] = {
    "nan": float("nan"),
    "infinity for a whole": [float("inf")],
    "true": True,
    "words": "three",
    "nested": [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]],
    "half a letter": "\ud800",
    "a mapping": {"A": 3},
    "markup": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_cannot_be_read_is_malformed(what: str) -> None:
    program = program_of("alpha-beta", SIX, ASK)
    answers = {**play(program, right).answers, "tree-02": {"value": HOSTILE[what], "best-move": "Q", "visited": ["A"]}}
    outcome = handed_in(program, Play(answers))
    [value, move, visited, pruned] = [part.entries[1] for part in outcome.graded[0].report.parts]
    assert [entry.verdict for entry in (value, move, visited, pruned)] == ["malformed", "malformed", "wrong", "blank"]
    assert value.message.startswith(("expected", "is", "a ", "an ", '"', "not")) or "expected" in value.message
    assert of_six(outcome.graded[0]) == [5, 5, 5, 5]
    assert "<script>alert" not in page(outcome)
    json.dumps(result(outcome), allow_nan=False).encode()


def test_what_was_returned_and_cannot_be_read_is_no_place_in_a_file() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    one = handed_in(program, play(program, lambda game: right(game)[::-1]))
    seen = render_text(one)
    assert 'returned as value: "B" is not allowed here, expected a number such as 3, -2.5 or 7/3' in seen
    assert "$." not in seen


def test_part_that_there_is_not_is_told_of_public_trees_once() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    answers = play(program, right).answers
    played = Play({name: {"value": one["value"], f"best_move{name[4:-1]}": None} for name, one in answers.items()})
    one = handed_in(program, played)
    for shown in (one, one._replace(graded=tuple(as_seen(each, Reveal.VERDICTS) for each in one.graded))):
        assert [line for line in render_text(shown).splitlines() if "no part" in line] == [
            '  Note: no part is called "best_moveic-", expected one of value, best-move, visited, pruned; did you mean "best-move"?'
        ]


def test_tree_without_an_answer_says_why() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    answers = {name: answer for name, answer in play(program, right).answers.items() if name != "tree-03"}
    ended = (Ended("tree-03", "took more than 10 seconds"),)
    outcome = handed_in(program, Play(answers, ended=ended))
    assert of_six(outcome.graded[0]) == [5, 5, 5, 5]
    assert not names(outcome.graded[0])
    data: Any = result(outcome)
    [said] = data["problems"]
    assert said["program"]["ended"] == [{"tree": "tree-03", "reason": "took more than 10 seconds"}]
    assert said["parts"][0]["entries"][2] == {
        "node": "tree-03",
        "expected": "7",
        "verdict": "malformed",
        "earned": 0,
        "possible": 0.1667,
        "message": "took more than 10 seconds",
    }
    assert "No answer on tree-03: took more than 10 seconds" in render_text(outcome)


def test_no_program_is_blank() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    one = mark_answers(program_exercise(program), submission_of(program, Play({}), "", b"").document, None, Policy())
    assert one.is_blank
    assert one.earned == 0
    assert one.report.run is None
    assert [note.message for note in one.report.notes] == ["no program was handed in, expected search.py"]
    told = page(Outcome("", graded=(one,)))
    assert "No program was handed in, expected search.py" in told
    assert "left blank" not in told
    assert "<h3>Notes" not in told


def test_rule_shows_on_two_trees_at_least() -> None:
    program = program_of("alpha-beta", [SIX[0], SIX[1], SIX[3]], ASK)  # one of them tells a strict cutoff
    one = graded(program, strict)
    assert one.earned < 4
    assert not names(one)


# -- rules as programs


@in_turn(5)
@pytest.mark.parametrize("secret", [f"secret-{number}" for number in range(20)])
@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_rules_as_programs_are_named(kind: str, secret: str) -> None:
    """Whoever follows a rule on all trees that show it is told that rule, or the one that is the same on all of these trees."""
    program = drawn(kind, secret)
    of_rules = ruled(program)
    told = 0
    for (name, detail), answers in of_rules.items():
        one = handed_in(program, Play(answers)).graded[0]
        alike = {other for (other, _), its in of_rules.items() if its == answers}
        assert set(names(one)) <= alike
        is_wrong = sum(answers[tree.name] != of_right(tree.exercise) for tree in program.trees) > 1
        assert bool(names(one)) == is_wrong, (name, detail)
        told += bool(names(one))
        if names(one):
            witness = witness_of(one)
            assert witness
            assert answers[witness.name] != of_right(program.trees[int(witness.name[-1]) - 1].exercise)
    assert told >= 8


def of_right(exercise: Exercise) -> Mapping[str, Any]:
    """Return the right answers to what is asked."""
    return {part: answer for part, answer in exercise.solve().items() if part in exercise.problem.ask}


@pytest.mark.parametrize("kind", ["minimax", "alpha-beta", "expectiminimax"])
def test_random_programs_are_not_named(kind: str) -> None:
    """Of programs that choose at random at each node less than one in a hundred is named."""
    program = drawn(kind, "random")
    named = []
    for seed in range(100):
        chance = random.Random(seed)

        def search(game: Game, chance: random.Random = chance) -> tuple[Any, str]:
            node = game.root
            first = None
            while not game.is_leaf(node):
                children = game.children(node)
                for child in children:
                    if game.is_leaf(child) and chance.random() < 0.5:
                        game.value(child)
                node = chance.choice(children)
                first = first or node
            return game.value(node), first or game.root

        named += names(graded(program, search))
    assert not named


def test_random_program_is_not_said_to_keep_anything() -> None:
    program, chance = program_of("alpha-beta", SIX, ASK), random.Random(5)
    played = [
        Play({tree.name: {"value": chance.random()} for tree in program.trees}),
        *(Play({tree.name: {"value": chance.random()}}) for tree in program.trees),
    ]
    rest = iter(played[1:])
    one = handed_in(program, played[0], alone=lambda _: next(rest)).graded[0]
    assert not one.report.notes


def test_only_what_nothing_explains_is_played_again() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    asked: list[str] = []

    def alone(tree: ProgramTree) -> Play:
        asked.append(tree.name)
        return play(program, right, [tree])

    handed_in(program, play(program, right), alone=alone)
    handed_in(program, play(program, BUGS["no cutoff"]), alone=alone)
    handed_in(
        program,
        Play({}, ended=tuple(Ended(tree.name, "ended with exit code 1") for tree in program.trees)),
        alone=alone,
    )
    assert not asked
    answers = {**play(program, right).answers, "tree-01": {"value": 17}}
    del answers["tree-02"]
    handed_in(program, Play(answers, ended=(Ended("tree-02", "took more than 10 seconds"),)), alone=alone)
    assert asked == ["tree-01", "tree-03", "tree-04", "tree-05", "tree-06"]


def test_exception_that_is_not_raised_alone_is_said() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    answers = {name: answer for name, answer in play(program, right).answers.items() if name != "tree-03"}
    first = Play(answers, errors=(Ended("tree-03", "IndexError in line 7: list index out of range"),))
    one = handed_in(program, first, alone=lambda tree: play(program, right, [tree])).graded[0]
    assert one.report.notes[0].message.startswith("Played alone, tree-03 comes out right: the program keeps something")
    assert one.earned < 4


def test_what_is_played_alone_can_be_named() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    first = play(program, BUGS["no cutoff"])
    spoilt = {**first.answers, "tree-03": {**first.answers["tree-03"], "value": 1000}}
    alone = lambda tree: play(program, BUGS["no cutoff"], [tree])  # noqa: E731
    one = handed_in(program, Play(spoilt), alone=alone).graded[0]
    assert names(one) == ["no-pruning"]
    assert one.earned == 2 - Fraction("0.17")
    assert "tree-03 comes out otherwise" in one.report.notes[0].message


# -- the tree that shows it


def test_witness_is_the_smallest_public_tree_that_shows_it() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    witness = witness_of(graded(program, strict))
    assert witness
    assert witness.sentence == "the smallest tree that shows it: public-2 (7 nodes)"
    assert [finding.misconception for finding in witness.graded.report.findings] == ["strict-cutoff"]
    assert witness.graded.report.findings[0].step
    assert witness.graded.report == program.trees[1].exercise.grade(
        play(program, strict).answers["public-2"]
    ).report._replace(findings=witness.graded.report.findings, slip="", voice=PLAYED)


def test_witness_without_a_name_is_where_the_program_is_wrong() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    one = graded(program, BUGS["MIN returns one more"])
    witness = witness_of(one)
    assert not names(one)
    assert witness
    assert witness.sentence == "a public tree on which something is wrong: public-2 (7 nodes)"
    assert not witness.graded.report.findings


def test_without_public_trees_there_is_no_witness() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    outcome = handed_in(program, play(program, strict))
    assert witness_of(outcome.graded[0]) is None
    assert "the smallest tree" not in render_text(outcome) + page(outcome)


def test_pages_show_the_witness_as_on_paper() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    outcome = handed_in(program, play(program, strict))
    html = page(outcome)
    assert "the smallest tree that shows it: public-2 (7 nodes)" in html
    assert "See it step by step" in html
    assert "problem-1-shown-steps" in html
    assert html.count("<svg") > 4
    assert "the smallest tree that shows it: public-2 (7 nodes)" in render_text(outcome)
    assert "<img" in outcome_html(outcome)
    assert [name for name, _ in feedback_files(outcome, ["svg"], html=True)] == ["search.svg", "report.html"]


# -- what is shown to whom

SECRET = "12345"
"""A number that stands in a hidden tree alone, and that a program prints, raises and answers."""


def spilling() -> tuple[Program, Outcome]:
    """Return the outcome of a program that says what it sees on a hidden tree wherever it can."""
    hidden: list[Mapping[str, Any]] = [*SIX[:3], {"tree": [[12345, 5], [3, 9]]}, *SIX[3:]]
    program = program_of("alpha-beta", [*PUBLIC, *hidden], ASK, public=3)
    answers: dict[str, Mapping[str, Any]] = {**play(program, strict).answers}
    answers["tree-01"] = {"value": SECRET, "best-move": SECRET, "visited": [SECRET], "pruned": {SECRET: SECRET}}
    for name in ("tree-02", "tree-03", "tree-04", "tree-05", "tree-06", "public-3"):
        del answers[name]
    ended = [
        Ended("tree-03", f'asked for the children of "{SECRET}", which it had not been shown'),
        Ended("tree-05", f'wrote a line that is no JSON object: "{SECRET}\n{SECRET}"'),
    ]
    errors = [
        Ended("tree-02", f"ValueError in line 7: {SECRET}"),
        Ended("tree-04", f"E{SECRET} in line 8: {SECRET}"),
        Ended("tree-06", f"{SECRET}"),
        Ended("public-3", "KeyError in line 3: 'Z'"),
    ]
    played = Play(answers, tuple(ended), tuple(errors), "max at A\n", f"tree {SECRET}\n")
    return program, handed_in(program, played)


@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
def test_nothing_that_a_program_says_on_a_hidden_tree_is_shown(reveal: Reveal) -> None:
    _, outcome = spilling()
    seen = outcome._replace(graded=tuple(as_seen(one, reveal) for one in outcome.graded), reveal=reveal)
    for shown in (
        page(seen),
        render_text(seen),
        outcome_html(seen),
        json.dumps(result(seen)),
        repr(seen.graded[0].report),
        *(export_text(seen, name, ResultOptions(at=read_time("2026-11-20T18:00Z"))) for name in RESULTS),
    ):
        assert SECRET not in shown
    assert SECRET in json.dumps(result(outcome))


def test_verdicts_count_hidden_trees_and_show_public_ones() -> None:
    _, outcome = spilling()
    seen = outcome._replace(graded=tuple(as_seen(one, Reveal.VERDICTS) for one in outcome.graded))
    said = render_text(seen)
    assert "right on 1 of 7 hidden trees" in said
    assert "max at A" in said
    assert "Wrong on public-2 (visited, pruned), public-3 (value, best-move, visited, pruned)" in said
    assert "No answer on public-3: KeyError in line 3: 'Z'" in said
    assert "No answer on tree-02: ValueError in line 7\n" in said
    assert "No answer on tree-04: an exception in line 8\n" in said
    assert "No answer on tree-06: an exception\n" in said
    assert "No answer on tree-03: asked for the children of …, which it had not been shown" in said
    assert "No answer on tree-05: wrote a line that is no JSON object: …" in said


@pytest.mark.parametrize(
    ("reason", "shown", "is_error"),
    [
        ("took more than 10 seconds", "", False),
        ("ended with exit code 3", "", False),
        ("asked 621 times on a tree of 31 nodes, 620 are allowed", "", False),
        (
            "asked 621 times on a tree of 31 nodes, 620 are allowed; most often for B",
            "asked 621 times on a tree of 31 nodes, 620 are allowed; most often for …",
            False,
        ),
        ("search is a class, expected a function", "", True),
        ("not run: the program had ended three times", "", False),
        ('asked for the value of "B", which is no leaf', "asked for the value of …, which is no leaf", False),
        (
            "asked for the children of [9, 9], which it had not been shown",
            "asked for the children of …, which it had not been shown",
            False,
        ),
        ('wrote a line that asks nothing: "9, which "9" it "', "wrote a line that asks nothing: …", False),
        ("ValueError in line 7: 9", "ValueError in line 7", True),
        ("ValueError in line 12345: 9", "an exception", True),
        ("ValueError in line 123456789123456789: 9", "an exception", True),
        ("Nine in line 7", "an exception in line 7", True),
        ("9 9 in line 7", "an exception in line 7", True),
        ('search.py has no function "search"; it has nine', 'has no function "search"', True),
        ("the function returned nothing, expected a value, a pair or a dict", "", True),
        ("the function returned 9, expected a dict from parts to answers", "an exception", True),
    ],
)
def test_reason_on_a_hidden_tree(reason: str, shown: str, is_error: bool) -> None:
    program = program_of("alpha-beta", [*PUBLIC[:1], *SIX], ASK, public=1)
    for tree, expected in (("public-1", reason), ("tree-02", shown or reason)):
        answers = {name: one for name, one in play(program, right).answers.items() if name != tree}
        ends = (Ended(tree, reason),)
        one = handed_in(program, Play(answers, *((), ends) if is_error else (ends, ()))).graded[0]
        seen = as_seen(one, Reveal.VERDICTS).report.run
        assert one.report.run
        assert seen
        assert [said.reason for said in seen.ended] == [expected]
        assert [said.reason for said in one.report.run.ended] == [reason]


def test_page_with_verdicts_has_no_heading_without_anything_below() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    outcome = handed_in(program, play(program, strict)._replace(printed="max at A\nmin at B\n"))
    seen = outcome._replace(
        graded=tuple(as_seen(one, Reveal.VERDICTS) for one in outcome.graded), reveal=Reveal.VERDICTS
    )
    html = page(seen)
    assert "<h2>Your answers</h2>" not in html
    assert "Which answers are wrong is not shown" not in html
    assert "Which hidden trees are wrong is not shown. A public tree on which something is wrong stands below." in html
    assert "<details><summary>What it printed <small>2 lines</small></summary>" in html
    assert "It printed" not in html
    assert "It printed:\n" in render_text(seen)


def test_who_has_no_answer_is_told_why_as_what_to_correct() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    reason = "SyntaxError in line 9: expected ':'"
    failed = Play({}, errors=tuple(Ended(tree.name, reason) for tree in program.trees))
    outcome = handed_in(program, failed)
    seen = tuple(as_seen(one, Reveal.VERDICTS) for one in outcome.graded)
    html = page(outcome._replace(graded=seen, reveal=Reveal.VERDICTS))
    assert "1 thing to correct" in html
    assert '<p class="rule">SyntaxError in line 9: expected &#39;:&#39;</p>' in html
    assert "Which hidden trees are wrong is not shown." in html


@pytest.mark.parametrize("reveal", [Reveal.NONE, Reveal.VERDICTS])
def test_page_has_no_heading_of_answers_without_any(reveal: Reveal) -> None:
    _, outcome = spilling()
    seen = outcome._replace(graded=tuple(as_seen(one, reveal) for one in outcome.graded), reveal=reveal)
    assert ">Your answers</h2>" not in page(seen)


def test_without_verdicts_only_marks_are_left() -> None:
    _, outcome = spilling()
    report = as_seen(outcome.graded[0], Reveal.NONE).report
    assert report.run is None
    assert all(part.entries == () and part.counts is None for part in report.parts)


def test_secret_entries_leave_counts_alone() -> None:
    """Whatever a report is about: what is marked as secret is shown to nobody who may not see what was expected."""
    entries = tuple(Entry(verdict, "T", "said", "right", is_secret=True) for verdict in ("correct", "wrong"))  # type: ignore[arg-type]
    report = ProblemReport("p", "k", "", 1, 2, (PartReport("value", 1, 2, entries, Counts(1, 2, on="trees")),))
    [part] = redact(report, Reveal.VERDICTS).parts
    assert (part.entries, part.counts) == ((), Counts(1, 2, on="trees"))
    assert redact(report, Reveal.EXPECTED) == report


# -- results


def test_result_says_how_the_program_ran() -> None:
    _, outcome = spilling()
    data: Any = json.loads(json.dumps(result(outcome)))
    [problem] = data["problems"]
    assert validator("result").is_valid(data)
    assert list(problem["program"].items()) == [
        ("file", "search.py"),
        ("style", "game"),
        ("hidden", 7),
        ("right", 1),
        ("public", 3),
        ("public_right", 1),
        ("witness", "public-2"),
        ("ended", problem["program"]["ended"]),
        ("printed", f"max at A\ntree {SECRET}\n"),
    ]
    assert [one["tree"] for one in problem["program"]["ended"]] == [
        "public-3",
        *(f"tree-0{number}" for number in range(2, 7)),
    ]


def test_plain_result_says_no_more_than_there_is() -> None:
    program = program_of("alpha-beta", SIX, ASK, accept=EITHER)
    outcome = handed_in(program, play(program, strict)._replace(printed="x" * 3000))
    data: Any = result(outcome)
    assert data["problems"][0]["program"] == {
        "file": "search.py",
        "style": "game",
        "hidden": 6,
        "right": 6,
        "public": 0,
        "public_right": 0,
        "variant": {"cutoff": "alpha > beta"},
        "printed": "x" * 2000,
    }


def test_class_report_pools_programs_like_all_else() -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    searches = [right, strict, BUGS["no cutoff"], BUGS["no cutoff"], BUGS["MIN returns one more"]]
    lines = []
    for number, search in enumerate(searches):
        data: Any = result(handed_in(program, play(program, search)))
        lines.append({**data, "student": f"student-{number}"})
    report = report_on(*lines)
    [tally] = [one for one in report.misconceptions if one.misconception == "no-pruning"]
    assert tally.students == 2
    assert report.problems[0].programs == (
        ("right on all hidden trees", 1),
        ("wrong on some: one wrong rule explains all its answers", 3),
        ("wrong on some: no rule explains its answers", 1),
    )
    assert class_tree(report.problems[0], None) == (
        "Programs are played on many trees. The report of each student shows the smallest public one on which a mistake shows."
    )
    assert re.search(r"\n    right on all hidden trees +1  20\.0 %\n", render_class_text(report))
    data: Any = class_data(report)
    assert validator("report").is_valid(json.loads(json.dumps(data)))
    assert data["problems"][0]["programs"]["right on all hidden trees"] == 1
    assert "\nprograms,search,,,right on all hidden trees,,,1," in class_csv(report)
    html = class_page(report)
    assert ">wrong on some: no rule explains its answers</" in html
    assert "No tree" not in html


@pytest.mark.parametrize(
    ("reason", "what"),
    [
        ("took more than 10 seconds", "took too long"),
        ("ended with exit code 3", "crashed"),
        ("ended by signal SIGSEGV", "crashed"),
        ('asked for the children of "H", which it had not been shown', "asked for what it may not"),
        ("asked 621 times on a tree of 31 nodes, 620 are allowed", "asked for what it may not"),
        ('wrote a line that is no JSON object: "a in line 3"', "wrote what is no line of the protocol"),
        ("wrote a line of more than 64 KiB", "wrote what is no line of the protocol"),
        ('answered "3", expected a mapping from parts to answers', "wrote what is no line of the protocol"),
        ("printed more than 10 MiB", "printed too much"),
        ("not run: the program had ended three times", "was not played to the end, after three ends"),
        ("ValueError in line 7: took more than", "raised an exception"),
        ('search.py has no function "search"; it has minimax', "has no function of the name that is asked"),
        ("the function returned nothing, expected a value, a pair or a dict", "returned no answer"),
        ("no input could be read", "gave no answer, and says why"),
    ],
)
def test_class_report_counts_how_programs_end(reason: str, what: str) -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    answers = {**play(program, right).answers}
    for tree in ("public-1", "tree-01", "tree-02"):
        del answers[tree]
    ended = tuple(Ended(tree, reason) for tree in ("public-1", "tree-01", "tree-02"))
    silent = Play({}, ended=tuple(Ended(tree.name, reason) for tree in program.trees))
    unread = play(program, lambda _: (3, "nowhere"))
    lines: list[Any] = [
        {**result(handed_in(program, played)), "student": str(at)}
        for at, played in enumerate((Play(answers, ended=ended), silent, unread, play(program, right)))
    ]
    counted = report_on(*lines).problems[0].programs
    assert dict(counted) == {
        "right on all hidden trees": 1,
        "wrong on some: no rule explains its answers": 2,
        "answered no hidden tree": 1,
        "gave answers that cannot be read": 1,
        what: 2,
    }
    assert [one for one, _ in counted] == [one for one in PROGRAMS if one in dict(counted)]


def test_same_program_is_marked_once() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    exercise = program_exercise(program)
    first, second = (
        mark_answers(exercise, submission_of(program, play(program, strict), name, b"").document, "search", Policy())
        for name in ("a/search.py", "b/search.py")
    )
    assert first is second


def test_terminal_and_page_get_harmless_words() -> None:
    program = program_of("alpha-beta", SIX, ASK)
    outcome = handed_in(program, play(program, strict)._replace(printed="\x1b[31m<b>\u202e red\n"))
    assert "\x1b" not in render_text(outcome)
    html = page(outcome)
    assert "\x1b" not in html
    assert "<b>\u202e" not in html

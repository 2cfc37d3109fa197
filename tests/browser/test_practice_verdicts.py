"""What a practice page says of answers is what marking says: its script is asked about many answers, in a browser."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import oracle
import pytest
from platform_fields import written_by_a_page
from turns import in_turn
from windows import shifted

from browser.conftest import OpenPage
from generators.registry import PARAMETERS
from grader import load_problem
from grader.core.answers.case import malformed_in
from grader.core.answers.reports import Entry, Malformed, PartReport, Verdict
from grader.core.answers.run import has_many
from grader.core.documents.shape import load_schema
from grader.core.errors import ProblemError
from grader.grading.diagnosis import diagnose
from grader.kinds import KINDS, Exercise, Graded
from grader.pages.html import _sheet
from grader.pages.practice import judging_of, ruled

PROBLEMS, ANSWERS = 10, 8
_STATES = {
    Verdict.WRONG: "wrong",
    Verdict.MISSING: "missing",
    Verdict.BLANK: "blank",
    Verdict.EXTRA: "extra",
}


def exercises(kind: str, window: int) -> Iterator[tuple[random.Random, Any, Exercise]]:
    for seed in range(PROBLEMS):
        rng = random.Random(f"{kind} {shifted(seed, window)}")
        stated = oracle.random_problem(rng, kind)
        try:
            yield rng, stated, load_problem(stated)
        except ProblemError:  # an asked part has no answer on this problem
            continue


def answers_to(rng: random.Random, stated: Any, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield right answers, with slips, of wrong rules, with blanks, and such as cannot be judged."""
    asked = exercise.problem.ask
    right = {part: answer for part, answer in exercise.solve().items() if part in asked}
    yield right
    yield {}
    for _ in range(ANSWERS):
        made = oracle.random_answers(rng, {**stated, "ask": list(asked)})
        yield {part: answer for part, answer in made.items() if part in asked}
    for one in ruled(exercise):
        followed = {part: _as_handed_in(exercise, part, one.fold.answers) for part in asked if part in one.fold.answers}
        yield followed
        yield {part: answer for part, answer in followed.items() if rng.random() < 0.7}
    yield from (spoiled(rng, right) for _ in range(3))


def _as_handed_in(exercise: Exercise, part: str, answers: Any) -> Any:
    return exercise.kind.parts[part].form.write(exercise.problem, answers[part])


def spoiled(rng: random.Random, right: dict[str, Any]) -> dict[str, Any]:
    """Return right answers with one that cannot be judged: a name of nobody, no number, a number where none is allowed."""
    answers = copy.deepcopy(right)
    part = rng.choice(list(answers))
    bad = rng.choice(("nobody", "1/0", "3,5", "inf", "--2", "", "9" * 1001))
    answer = answers[part]
    if isinstance(answer, dict) and answer:
        answer[rng.choice(list(answer))] = bad
    elif isinstance(answer, list) and answer:
        answer[rng.randrange(len(answer))] = bad
    else:
        answers[part] = bad
    return answers


def verdict_of(report: PartReport, *, by_entry: bool) -> Any:
    """Return what marking says of a part, as the page says it: its state, and for a map the entries by theirs."""
    whole = report.entries[0].verdict if report.entries else Verdict.CORRECT
    if report.entries and report.entries[0].is_whole and whole in (Verdict.BLANK, Verdict.MALFORMED):
        return str(whole)
    is_right = report.earned == report.possible and all(entry.verdict is Verdict.CORRECT for entry in report.entries)
    named = {
        entry.node: _state_of(entry) for entry in report.entries if entry.node and entry.verdict is not Verdict.CORRECT
    }
    return (by_entry and not is_right and named) or ("right" if is_right else "wrong")


def _state_of(entry: Entry) -> str:
    """Return what the page says of an entry: it follows nothing through, so such an entry is wrong, or belongs nowhere."""
    if entry.verdict is Verdict.FOLLOW_THROUGH:
        return "wrong" if entry.expected is not None else "extra"
    return _STATES[entry.verdict]


def marked(graded: Graded) -> Any:
    """Return what marking says of answers: of each part, and the wrong rules that they follow without a slip.

    On the page a part waits until all of it can be read: its student is there to mend it, and loses nothing.
    Where tolerance is wide an answer can be wrong and that of a rule whose own answers count as right; such a rule cannot be named.
    """
    kind, problem, solution, *_ = graded.exercise
    parts, wrong = kind.parts, graded.exercise.wrong
    attempt = {part: next(iter(malformed_in(given)), given) for part, given in graded.attempt.items()}
    shows = {fold.misconception for fold in wrong.folds() if wrong.telling(fold)}
    fits = [one for one in diagnose(graded.exercise, attempt).fits if one.misconception in shows]
    report = kind.check(kind, problem, solution, attempt)
    states = {one.part: verdict_of(one, by_entry=parts[one.part].form.by_entry) for one in report.parts}
    assert all((states[part] == "malformed") == isinstance(attempt[part], Malformed) for part in states)
    return [states, sorted([one.misconception.name, one.misconception.detail] for one in fits if not one.slips)]


def _as_typed(digits: str) -> int | str:
    """Return a whole number as a script can hold it: the fields of a page hold text, and a number of a script 53 bits."""
    return int(digits) if abs(int(digits)) < 2**53 else digits


_ASK = """([tables, shapes]) => tables.map(([problem, names, answers]) => answers.map((one) => {
    const nameOf = (rule, byKey, key) => (rule.numbered ? `${rule.numbered} ${key + rule.first}` : byKey.get(key) ?? rule.known?.find(([, other]) => other === key)?.[0]);
    const said = equality.judge(problem, shapes, one), byKey = new Map(names);
    const states = {};
    for (const part of said.parts) {
        const rule = problem.parts.find((other) => other.name === part.name).rule, entries = {};
        for (const state of ["wrong", "missing", "blank", "extra"]) for (const key of part[state]) if (key !== null) entries[nameOf(rule, byKey, key)] = state;
        states[part.name] = ["each", "choices", "iterations"].includes(rule.form) && part.state === "wrong" && Object.keys(entries).length ? entries : part.state;
    }
    return [states, said.fits.map((rule) => [rule.name, rule.detail]).sort(), said.isRight];
}))"""


@in_turn(3)
@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in KINDS
        if kind in PARAMETERS and not any(has_many(part.form) for part in KINDS[kind].parts.values())
    ],
)  # others have no variants to practise on, or need a solver
def test_a_page_says_of_every_answer_what_marking_says(
    kind: str, window: int, tmp_path: Path, open_page: OpenPage
) -> None:
    blank = tmp_path / "blank.html"
    scripts = "".join(f"<script>{_sheet(name)}</script>" for name in ("numerals.js", "intervals.js", "equality.js"))
    blank.write_text(f"<title>x</title>{scripts}", "utf-8")
    tables, expected, stated_answers = [], [], []
    for rng, stated, exercise in exercises(kind, window):
        answers = list(answers_to(rng, stated, exercise))
        names = [[key, exercise.name_of(key)] for key in range(exercise.size)]
        tables.append(
            [judging_of(exercise, exercise.steps()), names, [written_by_a_page(exercise, one) for one in answers]]
        )
        expected.append([marked(exercise.grade(one)) for one in answers])
        stated_answers.append((stated, answers))
    shapes = {
        name: load_schema("common")["$defs"][name]
        for name in ("number", "bound", "integer", "score", "range-end", "truth", "outcome")
    }
    handed = json.loads(json.dumps(tables), parse_int=_as_typed)
    said = open_page(blank).page.evaluate(_ASK, [handed, shapes])
    for (problem, answers), wanted, found in zip(stated_answers, expected, said, strict=True):
        for answer, want, (states, fits, is_right) in zip(answers, wanted, found, strict=True):
            assert [states, [*fits]] == want, (problem, answer)
            assert is_right == all(state == "right" for state in states.values())
    assert any(fits for wanted in expected for _, fits in wanted) == bool(KINDS[kind].wrong.names)

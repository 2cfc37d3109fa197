"""Every claim of every certificate, on random requests, against the second solver and the simulated students."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from typing import Any

import oracle
import pytest
import students
from certificate_checks import are_same_answers, check_guarantee, data_of, figures_of, rule_of
from random_requests import random_request
from windows import chunks, shifted

from generators import Generated, RequestError, certified

Data = dict[str, Any]
FEW, MANY, CHUNKS = 30, 10_000, 40
LONGER = 8  # of the chunks; all of them in the full sweeps

_FRACTION = re.compile(r"-?[0-9]+/[0-9]+")


def roundings(answer: Any, decimals: str) -> list[Any]:
    """Return the answer as one writes it who rounds every number that is not whole: halves up, and halves to even."""
    if decimals == "exact":
        return []
    unit = Fraction(1, 10 ** int(decimals))

    def up(text: str) -> str:
        return str(Fraction(((Fraction(text) / unit) + Fraction(1, 2)).__floor__()) * unit)

    def even(text: str) -> str:
        return str(round(Fraction(text) / unit) * unit)

    return [_each_number(answer, rounded) for rounded in (up, even)]


def _each_number(answer: Any, rounded: Any) -> Any:
    if isinstance(answer, dict):
        return {key: _each_number(value, rounded) for key, value in answer.items()}
    if isinstance(answer, list):
        return [_each_number(value, rounded) for value in answer]
    if isinstance(answer, float):
        return rounded(str(Fraction(answer)))
    return rounded(answer) if isinstance(answer, str) and _FRACTION.fullmatch(answer) else answer


def writings(data: Data, rule: students.Rule) -> list[Data]:
    """Return the ways in which one who follows the rule can hand in what is asked."""
    answers = students.follow(data, rule)
    exact = {part: answers[part] for part in data["ask"] if part in answers}
    return [exact, students.handed_in(data, answers), *roundings(exact, str(oracle.convention(data, "decimals")))]


def is_right(data: Data, handed_in: Data) -> bool:
    marks = oracle.marks(data, handed_in, follow_through=Fraction(0))
    return all(earned == oracle.number(data["points"][part]) for part, earned in marks.items())


def check_separated(data: Data, target: tuple[tuple[str, str], ...]) -> None:
    """Fail where somebody who follows the rule can be right, or two who follow two rules can write the same."""
    followed = students.rules_of(data)
    assert all(rule_of(key) in followed for key in target), (target, data)
    if len(target) == 1:
        assert not any(is_right(data, written) for written in writings(data, rule_of(target[0]))), (target, data)
        return
    one, other = (writings(data, rule_of(key)) for key in target)
    for mine, its in ((one[0], other), (other[0], one)):
        assert not any(are_same_answers(data, mine, written) for written in its), (target, data)


def check_not_separated(data: Data, target: tuple[tuple[str, str], ...], reason: str) -> None:
    """Fail where the reason is not true of the problem: what cannot be told apart is told apart, what nobody can follow is."""
    followed = students.rules_of(data)
    if reason.startswith("nobody can follow"):
        assert not all(rule_of(key) in followed for key in target), (target, reason, data)
        return
    few = re.fullmatch("told apart together with the others in fewer than ([0-9]+) of ([0-9]+) draws", reason)
    if few:
        assert int(few[1]) <= int(few[2])
        return
    if not all(rule_of(key) in followed for key in target):
        return
    if len(target) == 1:
        written = writings(data, rule_of(target[0]))[0]
        assert is_right(data, written), (target, reason, data)
        return
    one, other = (students.follow(data, rule_of(key)) for key in target)
    assert are_same_answers(data, one, other), (target, reason, data)


def check_not_guaranteed(data: Data, name: str, reason: str) -> None:
    """Fail where the reason why a guarantee is off is not so."""
    if reason.startswith("switched off") or reason == "the exercise is about equality":
        return
    if data["kind"] == "ucb":
        assert reason == "the child without visits is chosen by every formula"
        assert name == "not-greedy"
        return
    nodes = oracle.breadth_first(oracle.read_tree(data))
    truths = {
        "nobody moves at the root": nodes[0].player == "chance",
        "nothing limits the depth": "depth" not in data,
        "every node is quiet": "quiet" not in json.dumps(data["tree"]),
        "there are no chance nodes": all(node.player != "chance" for node in nodes),
        "none was allowed by --prune-count": True,
        "worst-first prunes nothing": data["kind"] == "alpha-beta" and not oracle.solve(data)["pruned"],
        "no skipped subtree was asked for": data["kind"] == "alpha-beta" and not oracle.solve(data)["pruned"],
    }
    assert truths[reason], (name, reason, data)


def check(generated: Generated, request: Any) -> None:
    """Fail unless every claim of the certificate holds."""
    data = json.loads(json.dumps(data_of(generated)))
    certificate = generated.certificate
    assert certificate.figures == figures_of(data)
    for name, _ in certificate.guaranteed:
        check_guarantee(name, data, request)
    for name, reason in certificate.not_guaranteed:
        check_not_guaranteed(data, name, reason)
    for target in certificate.separated:
        check_separated(data, target)
    for target, reason in certificate.not_separated:
        check_not_separated(data, target, reason)
    if request.promise.separate in (("default",), ("all",)):
        listed = {
            rule_of(target[0])
            for target in (*certificate.separated, *dict(certificate.not_separated))
            if len(target) == 1
        }
        assert set(students.rules_of(data)) <= listed, set(students.rules_of(data)) - listed


def check_request(number: int) -> bool:
    """Return whether the request of this number is met; fail where its certificate claims what is not so."""
    kind, request = random_request(random.Random(f"request {number}"))
    try:
        generated = certified(kind, request, str(number))
    except RequestError:
        return False
    try:
        check(generated, request)
    except AssertionError as failure:
        raise AssertionError(f"request {number}: {failure}") from failure
    return True


def numbers_of(chunk: int) -> range:
    """Return the numbers of a chunk's requests in window 0: a few for every run, then 10,000."""
    width = MANY // CHUNKS
    return range(FEW + (chunk - 1) * width, FEW + chunk * width) if chunk else range(FEW)


@pytest.mark.sweep
@chunks(every=1, longer=LONGER, whole=CHUNKS + 1)
def test_certificates_of_random_requests_claim_what_holds(chunk: int, window: int) -> None:
    numbers = numbers_of(chunk)
    assert sum(check_request(shifted(number, window)) for number in numbers) > len(numbers) // 2

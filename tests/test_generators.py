"""Certificates promise what holds; a seed gives the same problem for ever."""

from __future__ import annotations

import pytest
from banked import games_of_trees
from certificate_checks import FEW, FURTHER, MANY, REQUESTS, check, figures_of, seeds_of, swept
from turns import in_turn, some_now

from generators import PARAMETERS, certified
from generators.batch import certificate_data
from generators.like import like
from generators.request import fields_of
from grader.core.documents import PROBLEM_LIMITS, parse_document, read_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.grading.bank import PROBLEM_FILE, bank_folders
from grader.kinds import KINDS, Problem, read_exercise, write_problem


@in_turn(3)
@swept
@pytest.mark.parametrize("name", REQUESTS)
def test_every_problem_keeps_what_its_certificate_promises(name: str, chunk: int, window: int) -> None:
    kind, request = REQUESTS[name]
    many = -(-MANY // sum(kind == other for other, _ in REQUESTS.values()))
    seeds = seeds_of(chunk, FEW, many, window)
    checked = sum(check(certified(kind, request, str(seed)), request) for seed in seeds)
    assert checked or request.promise.separate == ("none",) or name == "ucb-unvisited"


CHECKED = {kind for kind, _ in REQUESTS.values()}
"""The kinds of which the second solver checks whole certificates; those about the search of others have tests of their own."""


def can_be_like(kind: str) -> bool:
    """Return whether variants of a problem of the kind can be asked for, and are checked here."""
    return kind in CHECKED and "like" in fields_of(kind)


WITHOUT_VARIANTS = {"ucb-fresh-node", *games_of_trees()}
"""No child was visited there: nothing can vary; or the tree is that of a game, of which other positions need not be just as hard."""
GIVEN = {
    id_: folder / PROBLEM_FILE
    for id_, folder in bank_folders().items()
    if id_ not in WITHOUT_VARIANTS and can_be_like(folder.parent.name)
}


def given_problem(id_: str) -> Problem:
    return read_exercise(read_document(str(GIVEN[id_]), PROBLEM_LIMITS, ProblemError), KINDS).problem


@swept
@pytest.mark.parametrize("id_", some_now(GIVEN, 3))
def test_every_variant_is_as_hard_as_the_given_problem(id_: str, chunk: int, window: int) -> None:
    problem = given_problem(id_)
    request = like(problem)
    assert figures_of(write_problem(KINDS[problem.kind], problem)) == dict(request.promise.figures)
    many = -(-MANY // sum(GIVEN[other].parts[-3] == problem.kind for other in GIVEN))
    for seed in seeds_of(chunk, 1, many, window):
        generated = certified(problem.kind, request, str(seed))
        assert "same-figures" in dict(generated.certificate.guaranteed)
        check(generated, request)


@in_turn(3)
def test_requests_cover_every_kind_and_every_guarantee() -> None:
    from generators.registry import GENERATORS

    certificates = [certified(kind, request, "0").certificate for kind, request in (REQUESTS | FURTHER).values()]
    seen = {name for certificate in certificates for name, _ in certificate.guaranteed}
    assert {guarantee.name for generator in GENERATORS.values() for guarantee in generator.guarantees} - seen == {
        "other-answers",
        "same-figures",  # of variants, as the one before
        "simple-ends",  # of a range of probabilities
    }
    assert {certificate.kind for certificate in certificates} == set(PARAMETERS)
    told = {key[0] for certificate in certificates for target in certificate.separated for key in target}
    assert any(len(target) == 2 for certificate in certificates for target in certificate.separated)
    left = {"equality-cutoff", "true-value-at-cutoff"}
    left |= {"bounds-cut-everywhere"}  # of searches that use bounds at chance nodes alone
    # Nobody draws what an opponent replies, or which positions come again.
    left |= {"first-interval-only", "integers-forgotten"}  # as the draws come
    left |= {"adds-whole-playout"}  # nor what nodes a playout passes
    left |= {"static-at-terminals", "bias-forgotten"}  # nor features of leaves, nor a bias
    left |= {"trusts-minimax", "outcome-is-best-response", "redundant-by-state-only", "counts-every-node"}
    left |= {
        "selects-for-max",
        "skips-expansion",
        "expands-one",
        "expands-all",
        *(f"plays-{one}" for one in ("best-mean", "most-visits", "best-score")),
    }
    known = {name for kind in PARAMETERS for name in KINDS[kind].wrong.names}
    assert known - told <= left | {"constant-inside-root"}


@pytest.mark.parametrize("name", REQUESTS)
def test_certificates_fit_their_schema(name: str) -> None:
    from grader.core.documents import shape_faults

    kind, request = REQUESTS[name]
    data = certificate_data(certified(kind, request, "schema"))
    document = parse_document(to_yaml(data).encode(), "certificate.yaml", ProblemError)
    assert not shape_faults(document, "certificate")


# the same everywhere


@pytest.mark.parametrize("name", ["threshold", "claims", "construct", "construct-values", "construct-changes"])
def test_same_seed_gives_the_same_problem_and_another_seed_another(name: str) -> None:
    one, again, other = (certified(*FURTHER[name], seed).problem.id for seed in ("1", "1", "2"))
    assert one == again != other


def test_problems_of_these_seeds_are_these_problems() -> None:
    """Golden vectors: a change here is a new version of the generators."""
    from generators import VERSION, content_of

    assert VERSION == 5
    found = {name: certified(*REQUESTS[name], "golden").problem.id for name in REQUESTS}
    assert found == dict(zip(REQUESTS, GOLDEN.split(), strict=True))
    assert content_of(certified(*REQUESTS["ucb"], "golden").problem)


GOLDEN = (
    "minimax-52f3b29fc7 minimax-ea1c48341f minimax-2d28e00bf7 minimax-fdc8875f43 expectiminimax-d09c9dfcbe "
    "minimax-ed73db9640 minimax-870f8b2eb9 minimax-e1d6b021f9 alpha-beta-0f5566b646 alpha-beta-fdb06f4f18 "
    "alpha-beta-bd3f231a9b alpha-beta-c47b25340d alpha-beta-48c72f339a alpha-beta-5d942b1e13 alpha-beta-a37251c833 "
    "alpha-beta-74bdb09470 alpha-beta-1fb8525c59 alpha-beta-dfc0686724 alpha-beta-45867c308c alpha-beta-993a841607 "
    "alpha-beta-045c24fac2 alpha-beta-7033a7cb2f minimax-52f3b29fc7 expectiminimax-748b0a82e1 ucb-7f5770a489 "
    "expectiminimax-e9ec5d5ce9 expectiminimax-eca6535cc7 expectiminimax-48081cd1e9 ucb-7f5770a489 ucb-854078e058 "
    "ucb-0852513b61 "
)
"""Of each request, in their order, the problem of one seed."""

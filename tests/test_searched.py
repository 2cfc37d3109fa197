"""The searched problem of a lift: read by the door of the kind that searches, faults where the lift's document has them."""

from __future__ import annotations

from lifted import read_lift, searched_problem

from grader.core.conventions import read_conventions
from grader.core.documents import parse_document
from grader.core.errors import ProblemError
from grader.kinds import KINDS
from grader.kinds.about_searches.searched import Lifted, read_searched, write_searched
from grader.kinds.about_searches.solved import rests_of

LIFT = b"""id: lift
search: minimax
conventions: {cutoff: alpha > beta}
tree:
  max:
    - {id: B, value: 1}
    - {id: B, chance: [2]}
"""


def test_faults_of_the_searched_game_stand_in_the_document_of_the_lift() -> None:
    document = parse_document(LIFT, "lift.yaml", ProblemError)
    conventions, _ = read_conventions(document.data["conventions"])
    _, faults, _ = read_searched(document, conventions)
    assert [fault.line for fault in faults] == [3, 7, 7]
    said = " ".join(fault.message for fault in faults)
    assert "minimax has no such convention, expected order, tie, root" in said
    assert 'the id "B" stands at two nodes' in said
    assert "a chance node has no place in minimax" in said


def test_conventions_of_the_lift_itself_are_allowed_and_the_search_has_its_own() -> None:
    document = parse_document(b"id: lift\nsearch: minimax\ntree: [1, 2]\n", "lift.yaml", ProblemError)
    conventions, _ = read_conventions({"tie": "last", "cutoff": "alpha > beta"})
    searched, faults, _ = read_searched(document, conventions, own=("cutoff",))
    assert not faults
    assert searched.conventions.stated == {"tie"}
    assert searched.conventions.tie == "last"
    assert searched.ask == KINDS["minimax"].asked


def test_searched_problems_that_mean_the_same_are_equal_however_they_are_written() -> None:
    nested = searched_problem(tree=[[0.5, 2], [3]], conventions={"root": "min"})
    explicit = searched_problem(tree={"min": [{"max": ["1/2", 2]}, {"max": [3]}]})
    assert nested == explicit


def test_lift_passes_the_names_of_the_searched_game_through() -> None:
    searched = searched_problem()
    game = Lifted(searched, ())
    assert game.ids == searched.game.ids
    assert game.by_id() == searched.game.by_id()
    assert game.path_to(8) == [0, 2, 8]


def test_written_search_reads_as_the_same() -> None:
    for search, tree in (("alpha-beta", [[3, 4], [5]]), ("expectiminimax", {"chance": [{"max": [1, 2]}, 4]})):
        searched = searched_problem(search, tree)
        again, faults = read_lift(**write_searched(searched))
        assert not faults
        assert again.game == searched.game
    assert rests_of(searched, []).conventions[:3] == ["order", "tie", "root"]

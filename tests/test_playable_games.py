"""The games that can be played, by hand: their moves, their ends, and what is wrong with a start."""

from __future__ import annotations

from typing import Any

import pytest

from grader.core.games.playable import LOSS, WIN, AnyGame, Position, Wrong, read_game
from grader.core.games.playing import GAMES
from grader.core.games.taking import Taking
from grader.core.games.tree import MAX, MIN


def match_of(root: int = MAX, **fields: Any) -> AnyGame:
    """Return the game as a document states it, where nothing is wrong."""
    wrong: Wrong = []
    match = read_game(GAMES[fields["name"]], fields, root, wrong)
    assert match is not None, wrong
    return match


def faults_of(**fields: Any) -> Wrong:
    """Return what is wrong with a game."""
    wrong: Wrong = []
    assert read_game(GAMES[fields["name"]], fields, MAX, wrong) is None
    return wrong


def states_after(match: AnyGame, position: Position) -> dict[str, str]:
    """Return what each move leads to."""
    return {move.name: match.state(move.to) for move in match.moves(position)}


def test_each_game_is_called_as_documents_call_it() -> None:
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}


def test_take_away_takes_one_or_two_unless_the_problem_says_otherwise() -> None:
    match = match_of(name="take-away", objects="4")
    assert states_after(match, match.start) == {"1": "3", "2": "2"}


def test_takes_stand_in_the_order_of_the_problem_and_only_where_so_many_are_left() -> None:
    match = match_of(name="take-away", objects="4", take=["5", "3", "1"])
    assert list(states_after(match, match.start).items()) == [("3", "1"), ("1", "3")]


def test_the_other_player_moves_next() -> None:
    for match in (match_of(name="take-away", objects="4"), match_of(name="nim", piles=["2"])):
        assert match.start.mover == MAX
        assert {move.to.mover for move in match.moves(match.start)} == {MIN}


def test_the_root_may_be_min() -> None:
    assert match_of(MIN, name="take-away", objects="4").start == Position(MIN, 4)


@pytest.mark.parametrize(
    ("last", "mover", "result"),
    [("wins", MAX, LOSS), ("wins", MIN, WIN), ("loses", MAX, WIN), ("loses", MIN, LOSS)],
)
def test_who_is_to_move_at_the_end_did_not_take_last(last: str, mover: int, result: str) -> None:
    take_away = match_of(name="take-away", objects="1", take=["2"], last=last)
    assert take_away.over(Position(mover, 1)) == result
    nim = match_of(name="nim", piles=["0", "0"], last=last)
    assert nim.over(Position(mover, (0, 0))) == result


def test_a_game_goes_on_while_there_is_a_move() -> None:
    take_away, nim = match_of(name="take-away", objects="1"), match_of(name="nim", piles=["0", "1"])
    assert take_away.over(take_away.start) is None
    assert nim.over(nim.start) is None


def test_nim_takes_from_one_pile_counting_upwards() -> None:
    match = match_of(name="nim", piles=["1", "2"])
    assert list(states_after(match, match.start).items()) == [("1:1", "0,2"), ("2:1", "1,1"), ("2:2", "1,0")]


def test_nim_with_a_limit_takes_no_more_at_once() -> None:
    match = match_of(name="nim", piles=["5", "1"], most="2")
    assert list(states_after(match, match.start)) == ["1:1", "1:2", "2:1"]


def test_the_order_of_piles_is_a_symmetry() -> None:
    match = match_of(name="nim", piles=["3", "0", "1"])
    assert match.merged(match.start) == Position(MAX, (0, 1, 3))
    assert match.state(match.merged(match.start)) == "0,1,3"


def test_positions_of_take_away_are_all_different() -> None:
    match = match_of(name="take-away", objects="3")
    assert match.merged(match.start) == match.start


def test_a_game_is_written_as_it_was_read() -> None:
    for fields in (
        {"name": "take-away", "objects": 7, "take": [1, 3], "last": "loses"},
        {"name": "nim", "piles": [2, 2], "most": 2, "last": "wins"},
        {"name": "nim", "piles": [2, 2], "last": "wins"},
    ):
        assert match_of(**fields).write() == fields


def test_counts_that_are_too_large_stand_where_they_are_written() -> None:
    expected = [("is 10001, expected a whole number from 0 to 10,000", ("game", "objects"))]
    assert faults_of(name="take-away", objects="10001") == expected
    (message, path) = faults_of(name="nim", piles=["1", "9" * 5000])[0]
    assert path == ("game", "piles", 1)
    assert message.endswith("expected a whole number from 0 to 10,000")


def test_a_take_of_nothing_is_refused() -> None:
    expected = [("is 0, expected a whole number from 1 to 10,000", ("game", "take", 1))]
    assert faults_of(name="take-away", objects="3", take=["1", "0"]) == expected


def test_a_take_that_stands_twice_is_refused() -> None:
    expected = [("2 stands here twice; expected different numbers", ("game", "take", 2))]
    assert faults_of(name="take-away", objects="3", take=["2", "1", "2.0"]) == expected


def test_too_many_piles_are_refused() -> None:
    assert faults_of(name="nim", piles=["0"] * 21) == [("lists 21 piles, expected at most 20", ("game", "piles"))]


def test_rules_are_said_in_sentences() -> None:
    assert match_of(name="take-away", objects="10").words() == [
        "There are 10 objects. The players take turns; each takes 1 or 2 at once.",
        "Who can take no more has lost.",
    ]
    assert match_of(name="take-away", objects="1", take=["3"], last="loses").words() == [
        "There is 1 object. The players take turns; each takes 3 at once.",
        "Who can take no more has won: who takes last loses.",
    ]
    assert match_of(name="nim", piles=["2", "2"]).words() == [
        "There are 2 piles of 2 and 2 objects. The players take turns; each chooses a pile and takes any number of objects from it.",
        "Who takes the last object has won.",
    ]
    assert match_of(name="nim", piles=["5"], most="4", last="loses").words() == [
        "There is a pile of 5 objects. The players take turns; each chooses a pile and takes 1 to 4 from it.",
        "Who takes the last object has lost.",
    ]


def test_what_can_be_left_is_counted_once_up_to_the_order_of_piles() -> None:
    nim = match_of(name="nim", piles=["2", "1"])
    assert isinstance(nim, Taking)
    assert list(nim.below()) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    assert (nim.total((1, 2)), nim.largest) == (3, None)


def test_of_take_away_every_number_can_be_asked_about() -> None:
    take_away = match_of(name="take-away", objects="3", take=["2"])
    assert isinstance(take_away, Taking)
    assert list(take_away.below()) == [3, 2, 1, 0]
    assert (take_away.total(3), take_away.largest) == (3, 2)


def test_the_board_at_the_start_is_said_in_words() -> None:
    board = match_of(name="tic-tac-toe", board=".X./OXX/.O.")
    assert (
        "The board at the start, row by row from the top: empty, X, empty; O, X, X; empty, O, empty." in board.words()
    )
    assert "At the start the board is empty." in match_of(name="tic-tac-toe").words()
    assert board.state_words.endswith("with a stroke between rows and a dot for an empty cell.")


def test_the_pits_at_the_start_are_said_in_words() -> None:
    match = match_of(name="mancala", pits={"max": ["2", "0", "1"], "min": ["1", "2", "0"]}, stores={"min": "4"})
    assert (
        "Stones at the start: MAX has 2, 0, 1 in its pits, from its left, and 0 in its store; MIN has 1, 2, 0 in its pits, from its left, and 4 in its store."
        in match.words()
    )


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_sentence_says_how_positions_are_written(game: Any) -> None:
    starts = {
        "take-away": {"objects": "4"},
        "nim": {"piles": ["2", "2"]},
        "mancala": {"pits": {"max": ["1"], "min": ["1"]}},
        "bags": {"bags": {"B1": ["1"], "B2": ["2"]}},
        "line": {"squares": "4"},
    }
    assert match_of(name=game.name, **starts.get(game.name, {})).state_words.endswith(".")

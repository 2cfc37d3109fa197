"""Who moves of several players stands in a drawing as a name, which nobody takes for a node."""

from __future__ import annotations

import re

import pytest
from banked import BANK

from grader import draw
from grader.kinds.trees.picture import seats_of


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (("Ann", "Bob", "Cat"), ["Ann", "Bob", "Cat"]),
        (("Attacker", "Defender"), ["Att", "Def"]),
        (("Player one", "Player two"), ["1", "2"]),
    ],
)
def test_a_player_is_called_by_the_first_letters_or_a_number(players: tuple[str, ...], shown: list[str]) -> None:
    assert [seat.letter for seat in seats_of(players)] == shown


def test_no_player_of_a_drawing_is_called_as_a_node_is() -> None:
    svg = draw(BANK["ann-bob"])
    seats = {*re.findall(r'class="seatletter"[^>]*>([^<]*)<', svg)}
    ids = {*re.findall(r'class="id[^"]*"[^>]*>([^<]*)<', svg)}
    assert "Ann" in seats
    assert not seats & ids

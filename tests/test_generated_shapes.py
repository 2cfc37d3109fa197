"""Trees whose depth is a range reach the greatest depth, whatever their branching; variants have a title of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from banked import BANK
from click.testing import CliRunner

from generators import Shape, certified
from generators.draws import Draws
from generators.like import like
from generators.shapes import draw_skeleton
from grader.cli.main import gametree
from grader.kinds import Exercise


@pytest.mark.parametrize("branching", [(1, 1), (2, 2), (1, 2), (1, 3)])
@pytest.mark.parametrize("depth", [(1, 4), (1, 12), (3, 5)])
def test_range_of_depths_reaches_the_greatest_and_has_leaves_above_it(
    depth: tuple[int, int], branching: tuple[int, int]
) -> None:
    if branching == (2, 2) and depth[1] > 5:
        pytest.skip("more leaves than are drawn here")
    for seed in range(60):
        tree = draw_skeleton(Shape(depth, branching), Draws(str(seed)))
        depths = tree.depths()
        of_leaves = {depths[leaf] for leaf in tree.leaves()}
        assert max(of_leaves) == depth[1]
        assert min(of_leaves) >= depth[0]
        assert (len(of_leaves) > 1) == (branching != (1, 1))


def test_variants_are_headed_by_the_title_of_their_kind_or_the_one_that_is_stated(tmp_path: Path) -> None:
    def generate(*arguments: object) -> None:
        result = CliRunner().invoke(gametree, ["generate", *map(str, arguments)])
        assert result.exit_code == 0, result.output

    generate("minimax", "--count", 2, "--out", tmp_path / "first")
    given = tmp_path / "first" / "problem-01" / "problem.yaml"
    generate("minimax", "--like", given, "--count", 2, "--out", tmp_path / "second")
    generate("minimax", "--like", given, "--out", tmp_path / "third")
    generate("minimax", "--like", given, "--count", 2, "--title", "Week 5", "--out", tmp_path / "fourth")

    def titles(folder: str) -> list[str]:
        found = sorted((tmp_path / folder).rglob("problem.yaml"))
        return [yaml.safe_load(file.read_text())["title"] for file in found]

    assert titles("second") == ["Minimax 1", "Minimax 2"]
    assert titles("third") == ["Minimax"]
    assert titles("fourth") == ["Week 5 1", "Week 5 2"]


def test_variants_are_not_headed_by_a_title_that_names_what_they_do_not_have() -> None:
    given = BANK.find("when-pruned")
    assert isinstance(given, Exercise)
    assert given.problem.title == "For which x are M and N pruned?"
    assert certified("threshold", like(given.problem), "1").exercise.problem.title == "For which x"

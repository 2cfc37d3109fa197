"""What a node of a document can say of itself beside its place in the tree: static value, features, quiet, state."""

from __future__ import annotations

from collections.abc import Mapping

from grader.data import Data
from grader.errors import Path
from grader.exact import Number, write_number, write_worth
from grader.games.nodes import Reading
from grader.games.tree import LEAF, Evaluation, Tree
from grader.printable import printable

COLUMNS = frozenset({"static", "features", "quiet", "state"})
_INNER_ONLY = {
    "static": "a leaf is worth its value; expected static only at a node with children",
    "quiet": "nothing follows a leaf; expected quiet only at a node with children",
}


def read_columns(reading: Reading) -> dict[str, Data]:
    """Return the columns in which a node has something, each by its name; what is wrong is noted."""
    columns: dict[str, Data] = {}
    for node, raw in reading.with_more.items():
        path = reading.paths[node]
        for name in sorted(COLUMNS & raw.keys()):
            if name in _INNER_ONLY and reading.kind[node] == LEAF:
                reading.wrong.append((_INNER_ONLY[name], (*path, name)))
            column = columns.setdefault(name, [name == "quiet" or None] * len(reading.raws))
            column[node] = _read(reading, name, raw[name], (*path, name))
    if all(columns.get("quiet", ())):
        columns.pop("quiet", None)  # nothing else than what is so anyway
    return columns


def _read(reading: Reading, name: str, raw: Data, path: Path) -> Data:
    if name == "static":
        return reading.worth(raw, path)
    if name == "features":
        return _numbers(reading, raw, path, "feature")
    return raw if name == "quiet" else str(raw).strip()


def _numbers(reading: Reading, raw: Mapping[str, Data], path: Path, what: str) -> dict[str, Number]:
    """Return the numbers by the names of features, in the order of the document."""
    found: dict[str, Number] = {}
    for name, number in raw.items():
        if name.strip() in found:
            reading.wrong.append((f'the feature "{printable(name.strip())}" stands here twice', (*path, name)))
        found[name.strip()] = reading.factor(number, (*path, name), what)
    return found


def read_evaluation(reading: Reading, raw: Mapping[str, Data] | None) -> Evaluation | None:
    """Return how the features are weighed; None where a problem does not say it."""
    if raw is None:
        return None
    weights = _numbers(reading, raw["weights"], ("evaluation", "weights"), "weight")
    return Evaluation(weights, reading.factor(raw.get("bias", "0"), ("evaluation", "bias"), "bias"))


def idle_weights(tree: Tree) -> list[str]:
    """Return a warning for each weight of a feature that no node has."""
    known = {name for features in tree.features or () if features for name in features}
    weights = tree.evaluation.weights if tree.evaluation is not None else {}
    return [
        f'evaluation has a weight for "{printable(name)}", a feature that no node has'
        for name in weights
        if name not in known
    ]


def write_evaluation(evaluation: Evaluation) -> dict[str, Data]:
    """Return the evaluation as a document holds it."""
    written: dict[str, Data] = {"weights": _written(evaluation.weights)}
    if evaluation.bias:
        written["bias"] = write_number(evaluation.bias)
    return written


def write_columns(tree: Tree, node: int) -> dict[str, Data]:
    """Return what a node says of itself as a document holds it."""
    written: dict[str, Data] = {}
    if tree.state is not None and tree.state[node] is not None:
        written["state"] = tree.state[node]
    if tree.static is not None and (static := tree.static[node]) is not None:
        written["static"] = write_worth(static)
    if tree.features is not None and (features := tree.features[node]) is not None:
        written["features"] = _written(features)
    if tree.quiet is not None and not tree.quiet[node]:
        written["quiet"] = False
    return written


def _written(numbers: Mapping[str, Number]) -> dict[str, Data]:
    return {name: write_number(number) for name, number in numbers.items()}

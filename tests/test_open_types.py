"""Types say what is handed on: `Any`, which says nothing and is not checked, stays rare and has few names."""

from __future__ import annotations

import ast
from collections import Counter

from layers import MODULES, nodes_of

MOST = 307 // 2
"""So often at most stands `Any` in the program: half as often as when it was first counted."""

NAMES = {
    "grader.core.answers.case.Answer",
    "grader.core.answers.case.Given",
    "grader.core.answers.case.Raw",
    "grader.core.data.Data",
    "grader.core.search.cutting.AnyKnown",
}
"""What may be anything at all: data as it was read, and what each kind's forms or rules make for themselves."""


def is_any(node: ast.AST) -> bool:
    """Return whether a node of syntax is the word `Any`, written or imported."""
    match node:
        case ast.alias(name="Any") | ast.Name(id="Any") | ast.Attribute(attr="Any"):
            return True
    return False


def test_any_stands_rarely() -> None:
    counts = Counter({module: sum(map(is_any, nodes_of(module))) for module in MODULES})
    total, most = counts.total(), ", ".join(f"{module} {count}" for module, count in counts.most_common(5))
    assert 0 < total <= MOST, (
        f"Any stands {total} times, expected at most {MOST}; name the types where it stands: {most}"
    )


def test_any_has_no_further_names() -> None:
    assigned = (
        (f"{module}.{ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)}", node.value)
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.Assign | ast.AnnAssign)
    )
    assert {name for name, value in assigned if value is not None and is_any(value)} == NAMES

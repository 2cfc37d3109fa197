"""Does the diagnosis name the right rule? `python bench/diagnosis.py [--problems N] [--kind KIND]`: see bench/README.md.

Simulated students (`students`, written without the program) answer generated problems; `simulate.py` counts what the
reports say of them, `diagnosis_tables.py` makes the tables of it, and `diagnosis_cost.py` measures what it costs.
"""

from __future__ import annotations

import argparse
import sys

import checkout  # noqa: F401  # puts the checkout and its tests on the path
import simulate
from diagnosis_cost import ratio_lines
from diagnosis_tables import HEAD, Question, aim_lines, apart_line, row, rule_lines
from measure import table
from simulate import Rates
from teaching import ASKS, SHAPES, is_posed


def main() -> None:
    """Print the table, the aims, the rules and the ratios."""
    parser = argparse.ArgumentParser(description="Simulated students against the diagnosis.")
    parser.add_argument("--problems", type=int, default=400, help="a kind, a question and a shape (default: 400)")
    parser.add_argument("--kind", action="append", choices=list(ASKS), help="only these kinds; repeatable")
    parser.add_argument("--misses", type=int, default=0, help="print so many cases of a row that were told otherwise")
    parser.add_argument("--runs", type=int, default=7, help="runs of the ratios; 0 leaves them out")
    options = parser.parse_args()
    rows: dict[Question, Rates] = {}
    print(HEAD, flush=True)
    for kind in options.kind or ASKS:
        for ask in ASKS[kind]:
            for shape, size in SHAPES[kind].items():
                if not is_posed(kind, ask, size):
                    continue
                print(f"{kind}: {', '.join(ask)}, {shape} …", file=sys.stderr, flush=True)
                rates = rows[kind, ask, shape] = simulate.measure_kind(kind, ask, size, options.problems)
                print(row(kind, ask, shape, rates), flush=True)
                for miss in rates.misses[: options.misses]:
                    print(*miss, sep="\n  ")
    print("\n" + apart_line(rows))
    print("\n" + "\n".join(aim_lines(rows)))
    print("\n" + "\n".join(rule_lines(rows)))
    if options.runs:
        print("\n" + "\n".join(table(ratio_lines(options.runs))))


if __name__ == "__main__":
    main()

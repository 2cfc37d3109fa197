"""Print a table of ratios, and exit with 1 where a target is missed. See bench/README.md.

python bench/run.py [--only NAME]... [--runs N] [--full | --short]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# An installed project comes first, else the checkout that this file stands in.
sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.append(str(Path(__file__).resolve().parent.parent / "tools"))

from measure import Line, table
from rows import IN_FULL, IN_SHORT, ROWS

_FEWEST_RUNS, _SHORT_RUNS = 7, 3


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure ratios: both sides in one run, medians of several runs.")
    parser.add_argument("--only", action="append", choices=list(ROWS), metavar="NAME", help=f"{', '.join(ROWS)}")
    parser.add_argument("--runs", type=int, default=_FEWEST_RUNS, help=f"at least {_FEWEST_RUNS} (the default)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--full", action="store_true", help=f"at full size, an hour: {', '.join(IN_FULL)}")
    size.add_argument("--short", action="store_true", help=f"{_SHORT_RUNS} runs, only: {', '.join(IN_SHORT)}")
    options = parser.parse_args()
    if options.runs < _FEWEST_RUNS:
        parser.error(f"--runs is at least {_FEWEST_RUNS}")
    lines: list[Line] = []
    try:
        for name in options.only or (IN_SHORT if options.short else ROWS):
            print(f"{name} …", file=sys.stderr, flush=True)
            row = (IN_FULL if options.full else ROWS).get(name, ROWS[name])
            lines += row(_SHORT_RUNS if options.short else options.runs)
    finally:  # whoever breaks off an hour of it sees what is there
        print("\n".join(table(lines)))
    if missed := [line.what.strip() for line in lines if line.is_missed]:
        sys.exit(f"targets missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()

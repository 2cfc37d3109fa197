"""Print a table of ratios: `python bench/run.py [--only NAME]... [--runs N] [--full]`. See bench/README.md."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

# An installed project comes first, else the checkout that this file stands in.
sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

from measure import table
from rows import IN_FULL, ROWS

_FEWEST_RUNS = 7


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure ratios: both sides in one run, medians of several runs.")
    parser.add_argument("--only", action="append", choices=list(ROWS), metavar="NAME", help=f"{', '.join(ROWS)}")
    parser.add_argument("--runs", type=int, default=_FEWEST_RUNS, help=f"at least {_FEWEST_RUNS} (the default)")
    parser.add_argument("--full", action="store_true", help=f"at full size, an hour: {', '.join(IN_FULL)}")
    options = parser.parse_args()
    if options.runs < _FEWEST_RUNS:
        parser.error(f"--runs is at least {_FEWEST_RUNS}")
    lines = []
    for name in options.only or ROWS:
        print(f"{name} …", file=sys.stderr, flush=True)
        lines += (IN_FULL if options.full else ROWS).get(name, ROWS[name])(options.runs)
    print("\n".join(table(lines)))


if __name__ == "__main__":
    main()

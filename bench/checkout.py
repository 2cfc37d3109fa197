"""Importing this puts the checkout, its tests and tools on the path: they are no packages that are installed."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT), str(ROOT / "tools")]

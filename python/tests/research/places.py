"""The repository that these tests are of, and the folder of modules that all tests share."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests" / "support"))

"""The repository that these tests are of."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

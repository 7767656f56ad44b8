"""Where the licensed data is, and the executable: tests that need one of them are skipped, visibly, without it."""

import os
from pathlib import Path

import pytest
from places import ROOT


@pytest.fixture(scope="session")
def market_data():
    folder = Path(os.environ.get("HOTPATH_DATA", ROOT.parent / "shared" / "data"))
    if not (folder / "seed1_gs_ms" / "GS.csv").exists():
        pytest.skip(f"no seed1_gs_ms/GS.csv in {folder}: HOTPATH_DATA names another folder")
    return folder


@pytest.fixture(scope="session")
def executable():
    file = Path(os.environ.get("HOTPATH_EXECUTABLE", ROOT / "build" / "release" / "bin" / "hotpath"))
    if not file.exists():
        pytest.skip(f"no {file}: script/build makes it, HOTPATH_EXECUTABLE names another one")
    return file

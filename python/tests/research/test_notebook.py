"""The notebook: executed from its source, and as a notebook by a kernel where one is installed."""

import subprocess
import sys

import pytest
from places import ROOT

SOURCE = ROOT / "python" / "notebooks" / "pairs_trading.py"


def test_the_source_runs(tmp_path):
    done = subprocess.run([sys.executable, SOURCE], cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "changes of stance in 200 samples" in done.stdout
    assert "t = -3.7684, p = 0.0149" in done.stdout or "SKIPPED" in done.stdout


def test_a_kernel_runs_the_notebook(tmp_path):
    jupytext, nbclient = pytest.importorskip("jupytext"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = jupytext.read(SOURCE)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("changes of stance" in output.get("text", "") for output in outputs)
    pictures = sum("image/png" in output.get("data", {}) for output in outputs)
    is_skipped = any("SKIPPED" in output.get("text", "") for output in outputs)
    assert pictures == (0 if is_skipped else 6)

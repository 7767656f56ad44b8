"""The examples of the documents, run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
DOCUMENTS = ["python/README.md", "docs/guide/python.md", "docs/guide/python-backtests.md"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_of_a_document_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, in one namespace and an empty folder."""
    document = ROOT / name
    blocks = [(match.group(1), document.read_text()[: match.start()].count("\n") + 2) for match in BLOCK.finditer(document.read_text())]
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "example"}
    for code, line in blocks:
        exec(compile("\n" * (line - 1) + code, str(document), "exec"), names)

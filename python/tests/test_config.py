"""Arguments as a configuration: the text is what was given, and TOML reads it back."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import ROOT

import hotpath
from hotpath import _toml
from hotpath._config import Options, configure

RANDOM = random.Random(7)


def value(depth: int) -> Any:
    kind = RANDOM.randrange(7 if depth else 5)
    text = "".join(RANDOM.choice("ab \"\\\n\t\x7f\x01é€😀.#'=[]") for _ in range(RANDOM.randrange(6)))
    if kind == 5:
        return {text or "k": value(depth - 1), "other": value(depth - 1)}
    if kind == 6:
        return [{"n": RANDOM.randrange(9), "inner": {"x": value(0)}} for _ in range(RANDOM.randrange(1, 3))]
    return [RANDOM.randrange(-(2**63), 2**63), RANDOM.uniform(-1e9, 1e9), text, RANDOM.random() < 0.5, [1, "a", 2.5]][kind]


def test_toml_reads_back_what_was_written() -> None:
    for _ in range(2_000):
        root = {f"key {n}": value(3) for n in range(RANDOM.randrange(4))}
        assert tomllib.loads(_toml.dumps(root)) == root


def test_numbers_of_numpy_and_paths_are_values() -> None:
    root = {"a": numpy.int64(3), "b": numpy.float64(0.5), "c": Path("/x"), "d": (1, 2)}
    assert tomllib.loads(_toml.dumps(root)) == {"a": 3, "b": 0.5, "c": "/x", "d": [1, 2]}
    with pytest.raises(TypeError, match="run.capital must be text, a number, a bool, a list or a dictionary, got object"):
        _toml.dumps({"run": {"capital": object()}})


def root_of(strategy: Any = None, data: Any = None, **options: Any) -> dict[str, Any]:
    return tomllib.loads(configure(strategy, data, Options(**options)).text)


def test_arguments_find_their_tables() -> None:
    root = root_of("momentum", ["a.itch", "/b.itch"], symbols="AAPL, MSFT", fills="exact", latency=3, capital=5.0, threads=2,
                   limits={"position_max": 7, "gross_max": 8.0, "orders_max": 9, "pace": {"cancels_max": 10}})  # fmt: skip
    assert root["strategy"] == {"name": "momentum"} and root["trading"] == {"symbols": ["AAPL", "MSFT"]}
    assert root["data"] == {"files": [str(Path.cwd() / "a.itch"), "/b.itch"]}
    assert root["fills"] == {"model": "exact"} and root["latency"] == {"feed_us": 3, "entry_us": 3, "reply_us": 3}
    assert root["run"] == {"threads": 2, "capital": 5.0}
    assert (root["limits"]["position_max"], root["account_limits"]["gross_max"]) == (7, 8.0)
    assert (root["pace"]["orders_max"], root["pace"]["cancels_max"]) == (9, 10)
    assert root["limits"]["tick"] == hotpath.WIDE_LIMITS["limits"]["tick"]


def test_arguments_replace_what_a_file_says() -> None:
    example = ROOT / "docs" / "examples" / "backtest.toml"
    plain = root_of(config=example)
    assert plain["trader"] == "trader.toml" and plain == tomllib.loads(example.read_text())
    changed = root_of("momentum", hotpath.generated(days=3), config=example, parameters={"qty": 7})
    assert "trader" not in changed and changed["strategy"] == {"name": "momentum", "qty": 7}
    assert changed["data"] == {"generated_days": 3, "messages": 200_000, "instruments": 2, "seed": 1}
    assert changed["limits"]["order_qty_max"] == 1_000  # the file's own, not the wide ones


def test_host_settings_are_a_key_of_the_root() -> None:
    assert root_of("momentum", "y.itch", host_settings="host.toml")["host_settings"] == str(Path.cwd() / "host.toml")
    assert root_of(config={"host_settings": "/old.toml"}, host_settings=Path("/new.toml"))["host_settings"] == "/new.toml"
    assert root_of(config={"host_settings": "/old.toml"})["host_settings"] == "/old.toml"


def test_a_dictionary_is_not_changed() -> None:
    config: dict[str, Any] = {"trading": {"symbols": ["AAPL"]}, "strategy": {"name": "null"}, "data": {"files": ["x"], "crossed": "allow"}}
    root = root_of("momentum", "y.itch", config=config, symbols=["MSFT"])
    assert config["strategy"] == {"name": "null"} and config["trading"] == {"symbols": ["AAPL"]}
    assert root["data"] == {"files": [str(Path.cwd() / "y.itch")], "crossed": "allow"}
    assert "limits" not in root  # a configuration states its own

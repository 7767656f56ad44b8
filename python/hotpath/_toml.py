"""A nested dictionary as the text of a TOML file: what a backtest's configuration needs of the format."""

from __future__ import annotations

import json
import numbers
import os
from collections.abc import Mapping, Sequence
from typing import Any


def dumps(root: Mapping[str, Any]) -> str:
    """The text that tomllib.loads() reads back as the same values. Paths are written as text."""
    lines: list[str] = []
    _write_table(root, (), lines)
    return "\n".join(lines) + "\n"


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _write_table(table: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    for key, value in table.items():
        if not isinstance(value, Mapping) and not _is_tables(value):
            lines.append(f"{_key(key)} = {_value(value, (*path, key))}")
    for key, value in table.items():
        inner = (*path, key)
        title = ".".join(map(_key, inner))
        if isinstance(value, Mapping):
            lines.append(f"[{title}]")
            _write_table(value, inner, lines)
        elif _is_tables(value):
            for each in value:
                lines.append(f"[[{title}]]")
                _write_table(each, inner, lines)


def _key(key: str) -> str:
    is_bare = bool(key) and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if is_bare else _text(key)


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but for the character that JSON leaves alone.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, path: tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, (str, os.PathLike)):
        return _text(os.fspath(value))
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(each, path) for each in value) + "]"
    raise TypeError(
        f"{'.'.join(path)} must be text, a number, a bool, a list or a dictionary, got {type(value).__name__}"
    )

"""Running traders and the journals of traders and venues."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from . import _core

Folder = str | os.PathLike[str] | None


def _channel(name: str, folder: Folder) -> _core.Channel:
    return _core.Channel(name, "" if folder is None else os.fspath(folder))


def top(channel: str, *, folder: Folder = None, seconds: float = 1.0) -> dict[str, Any]:
    """The state of a running trader: what `hotpath top CHANNEL --json` writes, as a dict.

    Rates, stage latencies, positions, orders, profit and loss, queues, gaps; its keys are those of docs/guide/telemetry.md.
    The trader is not slowed down. Reads what it publishes for `seconds`, over which rates are counted. `folder`: of the
    channel; None: this user's place in /dev/shm. Raises hotpath.Error when there is no such channel, or no trader has
    published on it yet.
    """
    watched = _channel(channel, folder)
    state: dict[str, Any] = json.loads(watched.look(seconds))
    if not watched.is_attached:
        raise _core.Error(watched.problem)
    if not watched.has_state:
        raise _core.Error(f"{channel}: no trader has published on this channel yet")
    return state


def watch(channel: str, *, folder: Folder = None, every: float = 0.5) -> Iterator[dict[str, Any]]:
    """The states of a trader, one every `every` seconds, until the caller stops iterating.

    The channel may not exist yet, and its trader may end and come back: state["attached"], state["problem"] and
    state["trader"]["presence"] say so. state["has_state"] is False until a trader has published.
    """
    watched = _channel(channel, folder)
    while True:
        yield json.loads(watched.look(every))


class Journal:
    """The records of a journal: iterated as dicts, or all of them as an Arrow table.

        for record in hotpath.journal("venue/journal"):
            print(record["seq"], record.get("input"))
        table = polars.DataFrame(hotpath.journal("venue/journal"))

    A record is seq, time_ns, type, flags, epoch, segment, offset, payload (bytes); `input` in words where it is a venue's or a
    trader's, and `fields` where it is a venue's. Damage raises hotpath.Error after the records before it.
    """

    def __init__(self, path: str | os.PathLike[str], first_seq: int = 0) -> None:
        self._path = os.fspath(path)
        self._first_seq = first_seq
        _core.journal_lines(self._path, first_seq)  # is there one?

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for line in _core.journal_lines(self._path, self._first_seq):
            record: dict[str, Any] = json.loads(line)
            record["payload"] = bytes.fromhex(record["payload"])
            yield record

    def rows(self, *, batch_rows: int = 65_536) -> _core.Rows:
        """The records as an Arrow table; input and fields (JSON) are null where a record has none."""
        return _core.journal_rows(self._path, self._first_seq, batch_rows)

    def __arrow_c_schema__(self) -> object:
        return self.rows().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.rows().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<hotpath.Journal {self._path!r}>"


def journal(path: str | os.PathLike[str], first_seq: int = 0) -> Journal:
    """A journal's folder, or one segment in it, from record `first_seq` on. A writer may be at work."""
    return Journal(path, first_seq)

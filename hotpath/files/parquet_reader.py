"""Reads a Parquet table for hotpath, which carries this file and runs it with `python -c`: its rows as lines of CSV.

Descriptor 3 is a socket of lines of JSON, descriptor 4 the memory that both see. The first line names the file, the columns
that are wanted and the size of the memory; then each line asks for more, and the answer is {"bytes": n}: so many bytes of CSV are
in the memory, the names of the columns first; 0 at the end. Whatever goes wrong is one answer {"error": ...}."""

import io
import json
import mmap
import os
import socket
import sys

sys.path[:] = [folder for folder in sys.path if folder]  # python -c looks into the current folder for modules: not here

SOCKET, MEMORY = 3, 4
TIMES = ("time", "date")


class Refusal(Exception):
    """A sentence about the table."""


def column_of(pa, pc, name, array):
    """The column as CSV can have it: times without a zone, numbers, text."""
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if name in TIMES:
        if pa.types.is_timestamp(kind) and kind.tz is not None:
            raise Refusal(f"column {name}: must be times of the exchange without a zone, got {array.type}")
        if pa.types.is_timestamp(kind):
            return pc.cast(array, pa.timestamp("ns"))
        if not (is_text or pa.types.is_date(kind)):
            raise Refusal(f"column {name}: must be timestamps, dates or text, got {array.type}")
        return pc.cast(array, pa.date32()) if pa.types.is_date(kind) else pc.cast(array, pa.string())
    if name == "symbol":
        if not is_text:
            raise Refusal(f"column {name}: must be text, got {array.type}")
        return pc.cast(array, pa.string())
    if not (is_number or is_text):
        raise Refusal(f"column {name}: must be numbers, got {array.type}")
    return array if pa.types.is_floating(kind) or pa.types.is_integer(kind) else pc.cast(array, pa.string())


def chunks_of(path, wanted):
    """Pieces of CSV."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as table:
        names = [name for name in table.schema_arrow.names if name.lower() in wanted]
        if not names:
            raise Refusal(f"has none of the columns {', '.join(wanted)}; its columns are {', '.join(table.schema_arrow.names)}")
        yield (",".join(names) + "\n").encode()
        options = csv.WriteOptions(include_header=False, quoting_style="none")
        for batch in table.iter_batches(batch_size=65_536, columns=names):
            arrays = [column_of(pa, pc, name.lower(), batch.column(name)) for name in names]
            text = io.BytesIO()
            csv.write_csv(pa.RecordBatch.from_arrays(arrays, names=names), text, options)
            yield text.getvalue()


def main():
    connection = socket.socket(fileno=SOCKET)
    lines = connection.makefile("r", encoding="utf-8")
    answer = lambda message: connection.sendall((json.dumps(message) + "\n").encode())
    opening = json.loads(next(lines))
    path = opening["file"]
    try:
        memory = mmap.mmap(MEMORY, opening["memory_bytes"])
        chunks, rest = chunks_of(path, opening["wanted"]), b""
        for _ in lines:
            while not rest:
                rest = next(chunks, None)
                if rest is None:
                    answer({"bytes": 0})
                    return
            part, rest = rest[:len(memory)], rest[len(memory):]
            memory[:len(part)] = part
            answer({"bytes": len(part)})
    except ImportError:
        answer({"error": f"{path}: needs the Python package pyarrow, which {sys.executable} does not have: "
                         "script/bootstrap installs it, HOTPATH_PYTHON names another Python"})
    except Refusal as reason:
        answer({"error": f"{path}: {reason}"})
    except Exception as error:  # report any error to hotpath's user in one line
        answer({"error": f"{path}: cannot be read as Parquet: {' '.join(str(error).split()) or repr(error)}"})


main()

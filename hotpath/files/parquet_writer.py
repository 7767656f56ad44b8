"""Writes the tables of `hotpath replay --parquet` and `hotpath backtest --out`; hotpath carries this file and runs it with `python -c`.

Descriptor 3 is a socket of lines of JSON, descriptor 4 the memory that both see. The first line lists the tables there
are and where their columns lie; then a line a batch: its columns become Arrow arrays where they are, without a copy, and a
row group of the file; the answer frees the memory. "finish" puts the files under their names. Whatever goes wrong is one
answer {"error": ...}; when hotpath goes without a word, what was written goes, too."""

import json
import mmap
import os
import signal
import socket
import sys

sys.path[:] = [folder for folder in sys.path if folder]  # python -c looks into the current folder for modules: not here

SOCKET, MEMORY = 3, 4


class Table:
    """One file and its row groups."""

    def __init__(self, pa, pq, opening, options):
        self.pa = pa
        self.options = options
        self.path = os.path.join(opening["directory"], options["file_name"])
        self.part = options["part"]  # an empty file that hotpath has made
        if os.path.isdir(self.path):
            raise IsADirectoryError(21, os.strerror(21), self.path)
        self.schema = pa.schema([self.field(column) for column in options["columns"]],
                                metadata={"creator": opening["creator"], "recording": opening["recording"]})
        words = [column["name"] for column in options["columns"] if column["kind"] in ("symbol", "code")]
        numbers = [column["name"] for column in options["columns"] if column["kind"].endswith("int64")]
        self.writer = pq.ParquetWriter(self.part, self.schema, compression="zstd", use_dictionary=words,
                                       column_encoding={name: "DELTA_BINARY_PACKED" for name in numbers})

    def field(self, column):
        pa = self.pa
        types = {"int64": pa.int64(), "uint64": pa.uint64(), "flag": pa.bool_(),
                 "symbol": pa.dictionary(pa.int32(), pa.string()), "code": pa.dictionary(pa.int8(), pa.string()),
                 "optional_int64": pa.int64(), "optional_double": pa.float64()}
        metadata = {"unit": column["unit"]} if column["unit"] else None
        return pa.field(column["name"], types[column["kind"]], nullable="bits" in column, metadata=metadata)

    def array(self, column, view, rows, symbols):
        """The column where it lies."""
        pa = self.pa
        values = {"int64": pa.int64(), "uint64": pa.uint64(), "flag": pa.bool_(), "symbol": pa.int32(),
                  "code": pa.int8(), "optional_int64": pa.int64(), "optional_double": pa.float64()}[column["kind"]]
        bits = {"flag": 1, "code": 8, "symbol": 32}.get(column["kind"], 64)
        buffer = pa.py_buffer(view[column["offset"]:column["offset"] + (rows * bits + 7) // 8])
        is_there = pa.py_buffer(view[column["bits"]:column["bits"] + (rows + 7) // 8]) if "bits" in column else None
        array = pa.Array.from_buffers(values, rows, [is_there, buffer])
        if column["kind"] == "symbol":
            return pa.DictionaryArray.from_arrays(array, symbols)
        if column["kind"] == "code":
            return pa.DictionaryArray.from_arrays(array, pa.array(list(column["codes"])))
        return array

    def write(self, memory, slot, rows, symbols):
        begin = self.options["offset"] + slot * self.options["slot_bytes"]
        view = memory[begin:begin + self.options["slot_bytes"]]
        arrays = [self.array(column, view, rows, symbols) for column in self.options["columns"]]
        self.writer.write_batch(self.pa.RecordBatch.from_arrays(arrays, schema=self.schema), row_group_size=rows)


def write_tables(lines, answer, tables, opening):
    """True when all is under its name; False when hotpath has gone before that."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    memory = memoryview(mmap.mmap(MEMORY, opening["memory_bytes"], prot=mmap.PROT_READ))
    for options in opening["tables"]:
        tables.append(Table(pa, pq, opening, options))
    answer({"ready": True})
    names, symbols = [], pa.array([], pa.string())
    for line in lines:
        told = json.loads(line)
        if "finish" in told:
            for table in tables:
                table.writer.close()
            for table in tables:
                os.replace(table.part, table.path)
            answer({"done": True})
            return True
        if told["symbols"]:
            names += told["symbols"]
            symbols = pa.array(names, pa.string())
        tables[told["table"]].write(memory, told["slot"], told["rows"], symbols)
        answer({"free": {"table": told["table"], "slot": told["slot"]}})
    return False


def remove_parts(tables):
    for table in tables:
        if os.path.exists(table.part):
            os.unlink(table.part)


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to hotpath, which then goes without a word
    connection = socket.socket(fileno=SOCKET)
    lines = connection.makefile("r", encoding="utf-8")
    answer = lambda message: connection.sendall((json.dumps(message) + "\n").encode())
    opening = json.loads(next(lines))
    tables = []
    try:
        is_finished = write_tables(lines, answer, tables, opening)
    except ImportError:
        answer({"error": f"{opening['option']} needs the Python package pyarrow, which {sys.executable} does not have: "
                         "script/bootstrap installs it, HOTPATH_PYTHON names another Python"})
        is_finished = False
    except Exception as error:  # report any error to hotpath's user in one line
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error) or repr(error)
        answer({"error": f"cannot write {opening['directory']}: {' '.join(reason.split())}"})
        is_finished = False
    if not is_finished:
        remove_parts(tables)
    os._exit(0 if is_finished else 1)  # the mapping is still lent to Arrow; nothing is left to be closed in order


main()

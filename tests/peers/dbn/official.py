#!/usr/bin/env python3
"""The package databento-dbn as the other reader and writer of DBN files, for tests/peers/dbn_test.cpp.

    official.py write FILE VERSION SEED    a file of every record type that we read, with values at random
    official.py dump FILE [SKIPPED]        one line for the metadata and each record: NAME FIELD=VALUE...

A record that the package cannot decode, or that it reads in another version's layout, ends the program with its error."""

import ast
import random
import re
import sys
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import databento_dbn as dbn

RECORDS = ("MBOMsg", "TradeMsg", "MBP1Msg", "MBP10Msg", "StatusMsg", "InstrumentDefMsg", "ErrorMsg", "SymbolMappingMsg", "SystemMsg")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEVEL = re.compile(r"(\w+)_(\d\d)$")


def constructors():
    """The parameters of each class with their types, from the package's stub."""
    stub = ast.parse((Path(dbn.__file__).parent / "_lib.pyi").read_text())
    found = {}
    for item in stub.body:
        if isinstance(item, ast.ClassDef):
            for function in item.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                    found[item.name] = [(a.arg, ast.unparse(a.annotation)) for a in function.args.args[1:]]
    return found


def random_integer(kind):
    bits = 8 * int(kind[1:])
    return random.getrandbits(bits) if kind[0] == "u" else random.getrandbits(bits) - (1 << (bits - 1))


def random_value(name, annotation, kinds):
    """`kinds` has the NumPy type of each field."""
    kind = kinds.get(name, "")
    names = [part for part in re.findall(r"\w+", annotation) if part != "None"]
    if name == "levels":
        count = sum(field.startswith("bid_px") for field in kinds)
        levels = [dbn.BidAskPair(*(random_integer(k) for k in ("i8", "i8", "u4", "u4", "u4", "u4"))) for _ in range(count)]
        return levels if count > 1 else levels[0]
    if names[0] == "bool":
        return random.random() < 0.5
    if names[0] == "str":
        return "".join(random.choices(LETTERS, k=random.randrange(int(kind[1:]))))
    if names[0] == "int":
        return random_integer(kind)
    return random.choice(list(getattr(dbn, names[0]).variants()))


def random_record(kind, parameters):
    kinds = dict(kind._dtypes)
    return kind(**{name: random_value(name, annotation, kinds) for name, annotation in parameters if name != "ts_out"})


def write(path, version, seed):
    random.seed(int(seed))
    versioned = {1: dbn.v1, 2: dbn.v2, 3: dbn.v3}[int(version)]
    mappings = [SimpleNamespace(raw_symbol=symbol, intervals=[
        SimpleNamespace(start_date=date(2024, 1, day), end_date=date(2024, 1, day + 1), symbol=str(10 * number + day)) for day in range(2, 2 + number)])
        for number, symbol in enumerate(("NONE", "ABC", "BRK.B"))]
    metadata = dbn.Metadata("XNAS.ITCH", 1_704_153_600_000_000_000, dbn.SType.RAW_SYMBOL, dbn.SType.INSTRUMENT_ID, None,
                            symbols=["ABC", "BRK.B"], partial=["ABC"], not_found=["NONE", "NOTHING"], mappings=mappings,
                            end=1_704_240_000_000_000_000, limit=17, version=int(version))
    parameters = constructors()
    with open(path, "wb") as file:
        file.write(bytes(metadata))
        for _ in range(20):
            for name in RECORDS:
                kind = getattr(versioned, name)
                file.write(bytes(random_record(kind, parameters[kind.__name__.replace("Mbo", "MBO").replace("Mbp", "MBP")])))


def text(value, kind):
    """The number of a character. Three-valued fields are Y, N or ~, which the package shows as True, False and None."""
    if isinstance(getattr(value, "value", None), str) and kind != "S1":
        return str(int(value))
    value = getattr(value, "value", value)
    if kind == "S1":
        value = {True: "Y", False: "N", None: "~"}.get(value, value)
        return str(ord(value)) if value else "0"
    if value is None:  # a code that is not given
        return str((1 << 8 * int(kind[1:])) - 1)
    return value if isinstance(value, str) else str(int(value))


def fields(record):
    for name, kind in record._dtypes:
        level = LEVEL.match(name)
        if name == "length" or name.startswith("_"):
            continue
        value = getattr(record.levels[int(level[2])], level[1]) if level else getattr(record, name)
        yield f"{name}={text(value, kind)}"


def metadata_line(m):
    lists = " ".join(f"{name}={','.join(getattr(m, name))}" for name in ("symbols", "partial", "not_found"))
    return f"metadata version={m.version} dataset={m.dataset} schema={m.schema} start={m.start} end={m.end} limit={m.limit} ts_out={int(m.ts_out)} {lists}"


def dump(path):
    decoder = dbn.DBNDecoder(upgrade_policy=dbn.VersionUpgradePolicy.AS_IS)
    decoder.write(Path(path).read_bytes())
    for item in decoder.decode():
        if not isinstance(item, dbn.Metadata):
            print("record", *fields(item))
            continue
        print(metadata_line(item))
        for symbol, intervals in sorted(item.mappings.items()):
            for interval in intervals:
                days = (f"{interval[key]:%Y%m%d}" for key in ("start_date", "end_date"))
                print("mapping", symbol, *days, interval["symbol"])


if __name__ == "__main__":
    {"write": write, "dump": dump}[sys.argv[1]](*sys.argv[2:])

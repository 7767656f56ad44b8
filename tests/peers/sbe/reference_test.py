#!/usr/bin/env python3
"""Generated SBE decoders against the code of the reference tool: reference_test.py SBE_PRINT SCHEMAS_FOLDER SBE_REFERENCE

Messages of every version of each schema, and of one version read by another. Both programs print them; each field of the one must be
that of the other. The reference throws at a value of an enumeration without a name and does not check lengths: its messages are whole and have
named values. It hides a bit that a set has since version 1 in a message of version 0; ours shows what was sent. Exit status 77 (skipped): tests/peers/sbe/build has not made the reference."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "sbe"))
from twin import Twin  # noqa: E402

NULLS = {0, *((1 << bits) - 1 for bits in (8, 16, 32, 64)), *(-(1 << (bits - 1)) for bits in (8, 16, 32, 64))}
# The reference prints no constants of a type, ours every one.
CONSTANTS = {"exponent": -9, "lot": 100, "traded": "USD"}
OF_BYTES = {"payload", "bytes"}  # ours in hexadecimal digits


def is_same(name, ours, theirs):
    if ours is None:
        return theirs == "NULL_VALUE" or theirs in NULLS
    if isinstance(ours, dict) and "bits" in ours:
        return ours["names"] == theirs
    if isinstance(ours, dict):
        known = {key: value for key, value in theirs.items() if key not in ("Name", "sbeTemplateId")}
        missing = ours.keys() - known.keys()
        return (known.keys() <= ours.keys() and all(ours[key] == CONSTANTS.get(key) for key in missing) and
                all(is_same(key, ours[key], known[key]) for key in known))
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(is_same(name, one, other) for one, other in zip(ours, theirs))
    if name in OF_BYTES:
        return theirs == f"{len(ours) // 2} bytes of raw data"  # it prints no more of them
    if isinstance(ours, int) and isinstance(theirs, str):
        return theirs == chr(ours)
    return ours == theirs


def printed(program, schema, messages):
    run = subprocess.run([program, schema], input="\n".join(m.hex() for m in messages) + "\n", capture_output=True, encoding="latin-1")
    if run.returncode != 0:
        raise SystemExit(f"{program} {schema} failed with {run.returncode}: {run.stderr[-500:]}")
    return run.stdout.splitlines()


def compare(ours, reference, schema, messages, replay):
    lines = zip(messages, printed(ours, schema, messages), printed(reference, schema, messages), strict=True)
    for message, one, other in lines:
        name, _, tree = one.partition(" ")
        theirs = json.loads(other.replace(", }", "}") if other.endswith(", }") else other)
        if name != theirs["Name"] or not is_same("", json.loads(tree), theirs):
            raise SystemExit(f"{schema}: {message.hex()}\n generated: {one}\n reference: {other}\n{replay}")


def main():
    ours, folder, reference = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    if not os.access(reference, os.X_OK):
        print(f"SKIPPED: {reference} is not here: tests/peers/sbe/build makes it (JDK 17, Maven)")
        return 77
    rounds = 2000
    seed = int(os.environ.get("HOTPATH_SEED", "21"))
    replay = f"replay: HOTPATH_SEED={seed} {' '.join(sys.argv)}"
    rng = random.Random(seed)
    twins = {name: Twin(folder / f"{name}.xml") for name in ("every_little", "every_big", "every_feature_v1")}
    for name, twin in twins.items():
        messages = [twin.random_message(rng, version=rng.randint(1, twin.version + 2), is_tame=True) for _ in range(rounds)]
        compare(ours, reference, name, messages, replay)
        print(f"{name}: {rounds} messages of versions 1 to {twin.version + 2}, as the reference reads them")
    old, new = twins["every_feature_v1"], twins["every_little"]
    for sender, name in ((old, "every_little"), (new, "every_feature_v1")):
        messages = [sender.random_message(rng, version=sender.version, is_tame=True) for _ in range(rounds)]
        messages = [m for m in messages if int.from_bytes(m[2:4], "little") in old.messages]
        compare(ours, reference, name, messages, replay)
        print(f"{name}: {len(messages)} messages of version {sender.version}, as the reference reads them")
    return 0


if __name__ == "__main__":
    sys.exit(main())

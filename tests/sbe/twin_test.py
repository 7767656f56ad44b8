#!/usr/bin/env python3
"""Generated SBE decoders against their twin, message for message: twin_test.py SBE_PRINT SCHEMAS_FOLDER [ROUNDS]

Random messages of every version of each schema, shorter and longer blocks, cut at any byte, with damaged bytes: what sbe-print
(generated code) prints must be what the twin, which walks the XML at run time, says. HOTPATH_SEED replays a run."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from twin import Twin  # noqa: E402


def damaged(message, rng):
    """The message as it is, cut, with further bytes behind it, or with one byte changed."""
    choice = rng.random()
    if choice < 0.5:
        return message
    if choice < 0.7:
        return message[:rng.randrange(len(message))]
    if choice < 0.8:
        return message + rng.randbytes(rng.randint(1, 9))
    at = rng.randrange(len(message))
    return message[:at] + bytes([rng.choice([0, 1, 255, rng.randrange(256)])]) + message[at + 1:]


def printed(program, schema, messages, *options):
    run = subprocess.run([program, schema, *options], input="\n".join(m.hex() for m in messages) + "\n", capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{program} {schema} failed with {run.returncode}: {run.stderr[-500:]}")
    return run.stdout.splitlines()


def parsed(line):
    name, brace, rest = line.partition(" {")
    return (name, json.loads("{" + rest)) if brace else line


def compare(program, schema, twin, messages, replay):
    """How many were delivered; ends the test at the first difference."""
    lines = printed(program, schema, messages)
    if len(lines) != len(messages):
        raise SystemExit(f"{schema}: {len(lines)} lines for {len(messages)} messages; {replay}")
    delivered = 0
    for message, line in zip(messages, lines):
        expected = twin.line(message)
        delivered += " {" in expected
        if parsed(line) != parsed(expected):
            raise SystemExit(f"{schema}: {message.hex()}\n generated: {line}\n twin:      {expected}\n{replay}")
    return delivered


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1500
    seed = int(os.environ.get("HOTPATH_SEED", "20"))
    replay = f"replay: HOTPATH_SEED={seed} {' '.join(sys.argv)}"
    rng = random.Random(seed)
    twins = {name: Twin(folder / f"{name}.xml") for name in ("every_little", "every_big", "every_feature_v1", "next_form")}
    for name, twin in twins.items():
        messages = [damaged(twin.random_message(rng), rng) for _ in range(rounds)]
        delivered = compare(program, name, twin, messages, replay)
        print(f"{name}: {rounds} messages, {delivered} delivered, the others refused alike")
        if not rounds // 3 < delivered < rounds:
            raise SystemExit(f"{name}: {delivered} of {rounds} delivered: the messages test too little; {replay}")
    # What the encoder writes of each field of a message is that message again.
    for name in ("every_little", "every_big"):
        messages = [twins[name].random_message(rng, version=twins[name].version) for _ in range(rounds)]
        for message, line in zip(messages, printed(program, name, messages, "copy"), strict=True):
            if message.hex() != line:
                raise SystemExit(f"{name}: {message.hex()}\n encoded again: {line}\n{replay}")
        print(f"{name}: {rounds} messages encoded again, byte for byte")
    # One sender, receivers of its own, an older and a newer version.
    old, new = twins["every_feature_v1"], twins["every_little"]
    for sender, receiver, name in ((old, new, "every_little"), (new, old, "every_feature_v1")):
        messages = [sender.random_message(rng, version=sender.version) for _ in range(rounds)]
        messages = [m for m in messages if int.from_bytes(m[2:4], "little") in old.messages]
        delivered = compare(program, name, receiver, messages, replay)
        print(f"version {sender.version} read by version {receiver.version}: {delivered} of {len(messages)} delivered")
        if delivered != len(messages):
            raise SystemExit(f"a message of version {sender.version} was refused; {replay}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

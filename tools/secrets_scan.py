#!/usr/bin/env python3
"""Looks for secrets in what Git keeps: private keys, tokens of services, passwords of configurations.

    tools/secrets_scan.py [ROOT]      prints FILE:LINE: what; exits 1 if there is any (a CTest test)

Examples and tests have passwords that protect nothing: those words are in EXAMPLES, the files with keys of published test vectors in
VECTORS. A secret that was committed once is known: change it where it is used; taking it out of the file is not enough."""

import re
import subprocess
import sys
from pathlib import Path

PATTERNS = {
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    "an access key of AWS": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "a token of GitHub": re.compile(r"\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_\w{22,})\b"),
    "a token of GitLab": re.compile(r"\bglpat-[0-9A-Za-z_-]{20}\b"),
    "a token of PyPI": re.compile(r"\bpypi-[0-9A-Za-z_-]{50,}\b"),
    "a token of Slack": re.compile(r"\bxox[abprs]-[0-9A-Za-z-]{10,}\b"),
    "a key of a model provider": re.compile(r"\bsk-[0-9A-Za-z_-]{32,}\b"),
    "a key of Google": re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b"),
    "a key of Databento": re.compile(r"\bdb-[0-9A-Za-z]{29}\b"),
    "a signed token": re.compile(r"\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}\b"),
    "a password in an address": re.compile(r"\b(?:https?|ssh|ftp)://[^/\s:@\"']+:[^/\s:@\"'{$]+@"),
}
PASSWORD = re.compile(r"^\s*(?:\w*_)?password\s*=\s*\"([^\"]*)\"")
# The words of examples and tests.
EXAMPLES = {"WONDERLAND", "BUILDER", "EVERYTHING", "CAREFUL", "BRICKS", "OWLS", "LIBRARY", "SECRET", "...", "A", "B", "O", "R", "P"}
# Keys that others published for testing.
VECTORS = {"hotpath/crypto/crypto_test.cpp"}
BYTES_MAX = 4_000_000


def files_of(root):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True, text=True)
    names = listed.stdout.split("\0")[:-1] if listed.returncode == 0 else [str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()]
    return [name for name in names if (root / name).is_file() and not (root / name).is_symlink()]


def secrets_of(name, text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        found += [(number, what) for what, pattern in PATTERNS.items() if name not in VECTORS and pattern.search(line)]
        password = PASSWORD.match(line)
        if name.endswith((".toml", ".md", ".json", ".env")) and password and password.group(1) not in EXAMPLES:
            found.append((number, "a password that is no example's"))
    return found


def run(root):
    found = []
    for name in files_of(root):
        path = root / name
        data = path.read_bytes() if path.stat().st_size <= BYTES_MAX else b"\0"
        if b"\0" not in data[:8_192] and Path(name).name not in (Path(__file__).name, "checks_test.py"):
            found += [f"{name}:{number}: {what}" for number, what in secrets_of(name, data.decode(errors="replace"))]
    return found


def main():
    found = run(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    print("\n".join(found) if found else "secrets_scan: no secret is in the repository")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Each kind of secret, planted in a folder: tools/secrets_scan.py finds it, with its file and line, and nothing in what is none."""

import sys
import tempfile
from pathlib import Path

import secrets_scan

PLANTED = {
    "a private key": "-----BEGIN " + "PRIVATE KEY-----",
    "an access key of AWS": "AKIA" + "A1" * 8,
    "a token of GitHub": "ghp_" + "aB3" * 12,
    "a token of GitLab": "glpat-" + "aB3x" * 5,
    "a token of PyPI": "pypi-" + "aB3x" * 15,
    "a token of Slack": "xoxb-" + "1234567890-ab",
    "a key of a model provider": "sk-" + "aB3x" * 10,
    "a key of Google": "AIza" + "aB3xY" * 7,
    "a key of Databento": "db-" + "a" * 29,
    "a signed token": "eyJ" + "a" * 12 + ".eyJ" + "b" * 12 + "." + "c" * 12,
    "a password in an address": "https://" + "user:secret@example.com/",
    "a password that is no example's": 'drop_copy_password = "' + 'REAL"',
}
FINE = ['password = "WONDERLAND"', 'password_env = "HOTPATH_PASSWORD"', "https://example.com/a:b@c", "-----BEGIN PUBLIC KEY-----",
        "sk-short", "the password is in the file"]


def main():
    with tempfile.TemporaryDirectory() as work:
        root = Path(work)
        (root / "fine.toml").write_text("\n".join(FINE) + "\n")
        (root / "binary").write_bytes(b"\0" + PLANTED["a private key"].encode())
        if found := secrets_scan.run(root):
            raise SystemExit(f"secrets_scan_test: no secrets, but found {found}")
        for n, (what, text) in enumerate(PLANTED.items()):
            (root / f"{n}.toml").write_text(f"first line\n{text}\n")
            if f"{n}.toml:2: {what}" not in secrets_scan.run(root):
                raise SystemExit(f"secrets_scan_test: {what} was not found")
        if set(PLANTED) - {"a password that is no example's"} != set(secrets_scan.PATTERNS):
            raise SystemExit("secrets_scan_test: a kind of secret is not planted")
    print("secrets_scan_test: every kind of secret is found")
    return 0


if __name__ == "__main__":
    sys.exit(main())

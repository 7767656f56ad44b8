#!/usr/bin/env python3
"""Fetches the peers that package registries carry, pinned by version and hash, into DIR (default build/peers).

Nothing of theirs is committed. A peer that cannot be had is left out of the benchmark, which says so."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

# name: (PyPI requirement, sha256 of the source archive, licence)
PEERS = {
    "itchcpp": ("itchcpp==1.6.4", "45400c8aa6b1135735a245e88c900a9b892402c844a73671ce20dd02ffe5606a", "MIT"),
}


def fetch(name, folder):
    requirement, sha256, _ = PEERS[name]
    target = folder / name
    if target.exists():
        return
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--no-binary", ":all:", "--dest", work, requirement], check=True)
        archive = next(Path(work).glob("*.tar.gz"))
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != sha256:
            raise SystemExit(f"peers: {archive.name} has sha256 {found}, expected {sha256}")
        with tarfile.open(archive) as tar:
            tar.extractall(work)
        shutil.move(next(path for path in Path(work).iterdir() if path.is_dir()), target)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/peers")
    folder.mkdir(parents=True, exist_ok=True)
    for name in PEERS:
        fetch(name, folder)


if __name__ == "__main__":
    main()

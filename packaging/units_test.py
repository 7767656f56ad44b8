#!/usr/bin/env python3
"""The systemd units, as they are installed: systemd-analyze reads them without a running systemd and rates their exposure, from 0 (none)
to 10; at most EXPOSURE_MAX here. Each protection is one that the unit states, a unit without one of them is rated worse, and what the
units run exists.

    packaging/units_test.py UNIT...      skipped (77) where there is no systemd-analyze that can look at files"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXPOSURE_MAX = 1.5
STATED = ("NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes", "PrivateDevices=yes",
          "MemoryDenyWriteExecute=yes", "RestrictAddressFamilies=AF_INET AF_NETLINK AF_UNIX", "SystemCallFilter=@system-service",
          "IPAddressDeny=any", "LimitMEMLOCK=infinity", "UMask=0077", "LimitCORE=0")
SKIPPED = 77


def fail(what):
    raise SystemExit(f"units_test: {what}")


def exposure(unit):
    run = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)], capture_output=True, text=True)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", run.stdout)
    return float(found.group(1)) if found else fail(f"{unit.name}: systemd-analyze says: {run.stdout[-300:]}{run.stderr[-300:]}")


def without(unit, line, folder):
    """A copy without one line."""
    copy = Path(folder) / unit.name
    text = unit.read_text()
    if f"\n{line}\n" not in text:
        fail(f"{unit.name} does not state {line}")
    copy.write_text(text.replace(f"\n{line}\n", "\n"))
    return copy


def main():
    units = [Path(name) for name in sys.argv[1:]]
    if not units:
        fail("the arguments must be units")
    for unit in units:
        lines = unit.read_text().splitlines()
        for line in STATED:
            if line not in lines:
                fail(f"{unit.name} does not state {line}")
        if "@" in "".join(line for line in lines if line.startswith("ExecStart=")).replace("@system", ""):
            fail(f"{unit.name}: a path was not filled in")
        program = next(line for line in lines if line.startswith("ExecStart=")).split()
        if program[1] not in ("exchange", "trade"):
            fail(f"{unit.name} runs {program[1]}")
    if shutil.which("systemd-analyze") is None:
        print("units_test: SKIPPED: there is no systemd-analyze here; what the units state was looked at")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        for unit in units:
            rated = exposure(unit)
            if rated > EXPOSURE_MAX:
                fail(f"{unit.name}: exposure {rated}, at most {EXPOSURE_MAX}")
            for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "IPAddressDeny=any", "PrivateDevices=yes"):
                if exposure(without(unit, line, folder)) <= rated:
                    fail(f"{unit.name}: without {line} it is rated {rated}, too")
            print(f"units_test: {unit.name}: exposure {rated}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The bill of materials of a program: it has what the program is linked with, is the same twice, and a library that is not in it is found.

    packaging/sbom_test.py PROGRAM      skipped (77) where there is no dpkg"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import sbom

SKIPPED = 77


def check(condition, what):
    if not condition:
        raise SystemExit(f"sbom_test: {what}")


def main():
    program = Path(sys.argv[1])
    if shutil.which("dpkg-query") is None:
        print("sbom_test: SKIPPED: this system has no dpkg")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        files = [Path(work) / name for name in ("first.json", "second.json")]
        for file in files:
            subprocess.run([sys.executable, sbom.__file__, program, "--packages", "nlohmann-json3-dev", "--out", file], check=True)
        check(files[0].read_bytes() == files[1].read_bytes(), "two runs must write the same bytes")
        written = json.loads(files[0].read_text())
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", subprocess.run(["readelf", "-d", program], capture_output=True, text=True).stdout)
        known = {entry["value"] for component in written["components"] for entry in component.get("properties", [])}
        check(any(name.startswith("libcrypto") for name in needed), f"the program is linked with {needed}")
        check(not {name for name in needed if not name.startswith("ld-linux")} - known, f"lacks some of {needed}: {sorted(known)}")
        names = {component["name"]: component for component in written["components"]}
        check("nlohmann-json3-dev" in names and names["nlohmann-json3-dev"]["scope"] == "excluded", "a package of headers")
        check(all(component["hashes"] for component in names.values() if component["purl"].startswith("pkg:pypi/")), "hashes")
        check(len({component["bom-ref"] for component in written["components"]}) == len(written["components"]), "references must be unique")
        check(not sbom.missing(written, [program]), "nothing is missing")
        written["components"] = [component for component in written["components"] if not component["name"].startswith("libssl")]
        check(any(name.startswith("libcrypto") for name in sbom.missing(written, [program])), "a library that is not in it must be found")
    print("sbom_test: every linked library is in the bill of materials")
    return 0


if __name__ == "__main__":
    sys.exit(main())

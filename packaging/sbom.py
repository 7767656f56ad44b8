#!/usr/bin/env python3
"""Writes what Hotpath is made of, as CycloneDX 1.5 (JSON): the shared libraries that a program is linked with and the headers that are
compiled in, by distribution package and version; the Python packages that scripts install, by version and hash.

    packaging/sbom.py PROGRAM... --packages NAME... --out FILE       script/sbom says which
    packaging/sbom.py --check FILE PROGRAM...                        every library that a PROGRAM is linked with is in it

The same machine writes the same bytes: there is no time and no random number in it."""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ("hotpath/files/parquet_requirements.txt", "python/research_requirements.txt", "python/requirements/build.txt",
                "python/requirements/test.txt", "python/requirements/sweep.txt", "python/requirements/wheel.txt")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)((?:[^\n]*\\\n)*[^\n]*)", re.M)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def said_by(*command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"sbom: {' '.join(command)}: {run.stderr.strip() or 'failed'}")
    return run.stdout


def libraries_of(program):
    """Names and paths of the shared libraries, those of libraries included. The loader and the kernel's own are none."""
    found = re.findall(r"^\s*(\S+) => (/\S+)", said_by("ldd", str(program)), re.M)
    return {name: str(Path(path).resolve()) for name, path in found}


def packages_of(paths):
    """The distribution package that each file belongs to; one look into the database for all."""
    candidates = {}
    for path in paths:
        merged = path if path.startswith("/usr/") else "/usr" + path
        candidates |= {merged: path, merged.removeprefix("/usr"): path}
    listed = subprocess.run(["dpkg-query", "-S", *candidates], capture_output=True, text=True).stdout  # it complains of those that are not
    found = {candidates[file]: package for package, file in re.findall(r"^([^:,\s]+)[^\s]*: (/\S+)$", listed, re.M) if file in candidates}
    if lost := sorted(set(paths) - set(found)):
        raise SystemExit(f"sbom: of no package: {', '.join(lost)}")
    return found


def distribution():
    fields = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', Path("/etc/os-release").read_text(), re.M))
    return fields["ID"], fields.get("VERSION_ID", "")


def debian_components(packages, scope, system):
    """By package name."""
    if not packages:
        return {}
    components = {}
    for line in said_by("dpkg-query", "-W", "-f=${Package} ${Version} ${Architecture}\n", *packages).splitlines():
        package, version, architecture = line.split()
        quoted = version.replace(":", "%3A").replace("+", "%2B")
        purl = f"pkg:deb/{system[0]}/{package}@{quoted}?arch={architecture}&distro={'-'.join(system)}"
        components[package] = {"type": "library", "bom-ref": purl, "name": package, "version": version, "scope": scope, "purl": purl}
    return components


def python_components(file):
    """Of a file that pins each package by version and hash."""
    for name, version, rest in PINNED.findall((ROOT / file).read_text()):
        purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
        hashes = [{"alg": "SHA-256", "content": text} for text in sorted(set(HASH.findall(rest)))]
        if not hashes:
            raise SystemExit(f"sbom: {file}: {name} must be pinned by a hash")
        yield {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": "optional", "purl": purl, "hashes": hashes}


def own_version():
    return re.search(r"project\(hotpath VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def bill(programs, packages):
    system = distribution()
    libraries = {name: path for program in programs for name, path in libraries_of(program).items()}
    package_of = packages_of(libraries.values())
    linked = debian_components(sorted(set(package_of.values())), "required", system)
    for package, component in linked.items():
        component["properties"] = [{"name": "hotpath:linked", "value": name} for name in sorted(libraries) if
                                   package_of[libraries[name]] == package]
    built_with = debian_components(sorted(set(packages) - set(linked)), "excluded", system)  # headers, compilers, tools
    components = {component["bom-ref"]: component for component in [*linked.values(), *built_with.values()]}
    for file in REQUIREMENTS:
        for component in python_components(file):
            components.setdefault(component["bom-ref"], component)
    version = own_version()
    own = {"type": "application", "bom-ref": f"pkg:generic/hotpath@{version}", "name": "hotpath", "version": version,
           "licenses": [{"license": {"id": "Apache-2.0"}}], "purl": f"pkg:generic/hotpath@{version}"}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": own, "tools": {"components": [{"type": "application", "name": "packaging/sbom.py"}]}},
            "components": [components[key] for key in sorted(components)],
            "dependencies": [{"ref": own["bom-ref"], "dependsOn": sorted(ref for ref, component in components.items()
                                                                        if component["scope"] == "required")}]}


def missing(written, programs):
    known = {entry["value"] for component in written["components"] for entry in component.get("properties", [])}
    return sorted({name for program in programs for name in libraries_of(program)} - known)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--packages", nargs="*", default=[], metavar="NAME")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--out", type=Path, metavar="FILE")
    group.add_argument("--check", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.check:
        lost = missing(json.loads(arguments.check.read_text()), arguments.programs)
        print(f"sbom: {arguments.check} lacks {', '.join(lost)}" if lost else "sbom: every linked library is in it")
        return 1 if lost else 0
    arguments.out.write_text(json.dumps(bill(arguments.programs, arguments.packages), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

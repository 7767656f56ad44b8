#!/usr/bin/env bash
# Installs the build in $1 to a fresh folder, builds tests/consumer and the program of docs/reference/libraries.md against it alone, and
# runs both.
set -euo pipefail
build=$1
source=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/../../docs/reference/libraries.md" >"$work/volume.cpp"
cmake -S "$source" -B "$work/build" -DPAGE_PROGRAM="$work/volume.cpp" \
    -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >"$work/configure.log" 2>&1 ||
    { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" 2>&1 | tail -20
"$work/build/consumer"
[[ $("$work/build/volume" /no/such/file || true) == *"/no/such/file"* ]] || { echo "volume: no word of the missing file"; exit 1; }

#!/bin/bash
# Writes orders_aarch64.s: what GCC for 64-bit ARM (package g++-aarch64-linux-gnu) makes of orders.cpp at -O2.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=lab/techniques/memory-ordering
flags="-std=c++23 -O2 -march=armv8.1-a"
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT
{
    echo "// Written by $folder/list_aarch64.sh: aarch64-linux-gnu-g++ $(aarch64-linux-gnu-g++ -dumpfullversion) $flags -S orders.cpp"
    echo "// [arm64]"
    # shellcheck disable=SC2086
    aarch64-linux-gnu-g++ $flags -S -I . $folder/orders.cpp -o - | grep -v '^[[:space:]]*\.' | grep -v '^\.' | c++filt |
        sed -e 's/hotpath::lab::orders:://' -e 's/(std::atomic.*:$/:/'
    echo "// [end]"
} > "$listing"
cp "$listing" $folder/orders_aarch64.s

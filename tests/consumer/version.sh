#!/usr/bin/env bash
# What `hotpath --version` says of a commit, of a changed tree, of a tree without git and of a folder inside another checkout: runs
# cmake/version.cmake of the source tree in $1.
set -euo pipefail
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() {
    local folder=$1 wanted=$2
    cmake -DSOURCE="$folder" -DVERSION=1.2.3 -DOUT="$work/version.cpp" -P "$source/cmake/version.cmake"
    grep -qF -- "\"1.2.3 ($wanted)\"" "$work/version.cpp" || {
        printf 'expected 1.2.3 (%s), got:\n%s\n' "$wanted" "$(<"$work/version.cpp")" >&2
        exit 1
    }
}
tree=$work/tree
mkdir -p "$tree/inside"
expect "$tree" "commit unknown"
git -C "$tree" init -q
echo one >"$tree/inside/file"
git -C "$tree" add .
git -C "$tree" -c user.name=t -c user.email=t@example.org commit -qm one
commit=$(git -C "$tree" rev-parse --short=12 HEAD)
expect "$tree" "commit $commit"
before=$(stat -c %y "$work/version.cpp")
expect "$tree" "commit $commit"
[[ $(stat -c %y "$work/version.cpp") == "$before" ]] || { echo "the same text was written again" >&2; exit 1; }
expect "$tree/inside" "commit unknown"
echo two >"$tree/inside/file"
expect "$tree" "commit $commit, with uncommitted changes"

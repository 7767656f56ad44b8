#!/usr/bin/env bash
# Runs the commands of docs/guide/ten-minutes.md as they are printed there, with the build in $1 and the source tree in $2, on the real day
# that the page names. Ends with 77, a skip, without that recording.
set -euo pipefail
build=$1
source=$2
recording=LOBSTER_SampleFile_GOOG_2012-06-21_5.zip
data=${HOTPATH_DATA:-$source/../shared/data}/lobster/$recording
if [[ ! -f $data ]]; then
    echo "ten_minutes: skipped, no $data; HOTPATH_DATA names another folder"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

cd "$work"
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/docs/guide/ten-minutes.md" >commands.sh
(($(wc -l <commands.sh) >= 10)) || fail "the page has too few commands: $(cat commands.sh)"
ln -s "$data" "$recording"
begin=$SECONDS
PATH=$build/bin:$PATH bash -euo pipefail commands.sh >said.txt 2>&1 || { cat said.txt; fail "a command of the page failed"; }
printf 'ten_minutes: %d s\n' $((SECONDS - begin))

[[ -s generated.html && -s report.html ]] || fail "no report: $(cat said.txt)"
grep -q '"orders": [1-9]' report.json || fail "no order on the real day: $(head -c 2000 report.json)"
grep -q 'GOOG' report.json || fail "GOOG is not in the result"
grep -q 'every decision before the cut the same' said.txt || fail "no word of the guard: $(cat said.txt)"

#!/usr/bin/env bash
# Runs the commands of docs/guide/ten-minutes.md as they are printed there, with the build in $1 and the source tree in $2, on the real day
# that the page names. Without that recording all but its section runs, on generated days, and the script ends with 77, a skip.
set -euo pipefail
build=$1
source=$2
page=$source/docs/guide/ten-minutes.md
recording=LOBSTER_SampleFile_GOOG_2012-06-21_5.zip
data=${HOTPATH_DATA:-$source/../shared/data}/lobster/$recording
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
# The commands of the page, without those of one section ("## 3. ...").
commands() {
    awk -v without="$1" '/^## / { section = $2 + 0 } /^```sh$/ { inside = 1; next } /^```$/ { inside = 0 }
        inside && section != without' "$page"
}

cd "$work"
(($(commands none | wc -l) >= 10)) || fail "the page has too few commands: $(commands none)"
if [[ -f $data ]]; then
    ln -s "$data" "$recording"
    commands none >commands.sh
else
    grep -q '^## 3\. A real day' "$page" || fail "section 3 of the page is not the one of the recording"
    commands 3 >commands.sh
fi
begin=$SECONDS
PATH=$build/bin:$PATH bash -euo pipefail commands.sh >said.txt 2>&1 || { cat said.txt; fail "a command of the page failed"; }
printf 'ten_minutes: %d s\n' $((SECONDS - begin))

[[ -s generated.html && -s report.html ]] || fail "no report: $(cat said.txt)"
grep -q 'every decision before the cut is the same' said.txt || fail "no word of the guard: $(cat said.txt)"
grep -Eq '^ +lean_percent +800 percent ' said.txt || fail "the last run has not the parameter that was changed: $(cat said.txt)"
grep -Eq '^ +fills +[1-9]' said.txt || fail "no fill: $(cat said.txt)"
if [[ ! -f $data ]]; then
    echo "ten_minutes: section 3 was left out, no $data; HOTPATH_DATA names another folder"
    exit 77
fi
[[ $(grep -Ec '^ +stopped +account_limits.loss_max at .* in GOOG, after [0-9.]+% of the day' said.txt) == 1 ]] ||
    fail "the run with the limit of the new project must be stopped by its loss_max, the later ones not: $(cat said.txt)"
grep -Eq '^ +verdict +Stopped by the risk check, account_limits.loss_max' said.txt || fail "the verdict must begin with the stop: $(cat said.txt)"
grep -q '"orders": [1-9]' report.json || fail "no order on the real day: $(head -c 2000 report.json)"
grep -q 'GOOG' report.json || fail "GOOG is not in the result"

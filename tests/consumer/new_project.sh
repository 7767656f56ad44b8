#!/usr/bin/env bash
# Installs the build in $1 to a fresh folder, writes a project with the `hotpath new` of that installation, builds and tests it,
# and runs its strategy in every command. The project must build within a minute of processor time, which a busy machine does not
# stretch; two cores need less than that.
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
# quietly LOG COMMAND...: its output only when it fails
quietly() {
    local log="$work/$1.log"
    shift
    "$@" >"$log" 2>&1 || { cat "$log"; fail "failed: $*"; }
}
# prints TEXT COMMAND...: the command succeeds and its output has the text
prints() {
    local text=$1 output
    shift
    output=$("$@" 2>&1) || fail "failed: $*"$'\n'"$output"
    grep -qF -- "$text" <<<"$output" || fail "no '$text' in the output of: $*"$'\n'"$output"
}

# children_seconds NAME: the variable becomes the processor time of this shell's children so far, in whole seconds
children_seconds() {
    local minutes seconds total=0 each
    times >"$work/times.txt" # in this shell: a $(...) would have no children
    for each in $(sed -n 2p "$work/times.txt"); do
        minutes=${each%%m*}
        seconds=${each#*m}
        total=$((total + minutes * 60 + ${seconds%%[.,]*}))
    done
    printf -v "$1" %d "$total"
}
seconds_max=60

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
cd "$work"
prefix/bin/hotpath new mean_lean >/dev/null
project=mean_lean/build
quietly configure cmake -S mean_lean -B "$project"
begin=$SECONDS
children_seconds before
quietly build cmake --build "$project" -j "$(nproc)"
children_seconds after
# shellcheck disable=SC2154  # children_seconds sets them
used=$((after - before))
printf 'new_project: built in %d s, %d s of processor time\n' $((SECONDS - begin)) "$used"
((used > 0)) || fail "the build took no processor time: children_seconds is wrong"
((used <= seconds_max)) || fail "a new project took $used s of processor time to build; at most $seconds_max"
quietly test ctest --test-dir "$project" --output-on-failure

program=$project/mean_lean
small=(--messages 60000 --instruments 5 --report report.html)
prints "mean_lean: holds the side" "$program" strategies mean_lean
prints "mean_lean in " "$program" demo --strategy mean_lean "${small[@]}" --set qty=50 --journal journal --json demo.json
grep -q '"executions": [1-9]' demo.json || fail "the demo has no executions: $(cat demo.json)"
prints "identical" "$program" journal replay journal
prints "trader 0: mean_lean" "$program" sim --seed 3 --strategy mean_lean
prints "mean_lean" "$program" backtest -c mean_lean/backtest.toml --report backtest.html --json backtest.json
grep -q '"fills": [1-9]' backtest.json || fail "the backtest has no fills: $(head -c 2000 backtest.json)"
prints "trade: " "$program" trade -c mean_lean/mean_lean.toml --check
sed 's/^qty = 100$/qty = 0/' mean_lean/mean_lean.toml >wrong.toml
if said=$("$program" trade -c wrong.toml --check 2>&1); then
    fail "a configuration with qty = 0 was accepted"
fi
[[ $said == "mean_lean trade: wrong.toml: strategy.qty must be a whole number from 1 to 100,000, got 0" ]] || fail "$said"

# The house's own program has no such strategy, and takes the project's journal for what it is.
if said=$(prefix/bin/hotpath journal replay journal 2>&1); then
    fail "hotpath replayed a journal of a strategy that it does not have"
fi
[[ $said == *"strategy.name must be one of null, "* ]] || fail "$said"

# A build folder serves as an installation does.
quietly build_folder cmake -S mean_lean -B from_build -DHOTPATH_PREFIX="$build"
grep -q "hotpath_DIR:PATH=$build\$" from_build/CMakeCache.txt || fail "$(grep hotpath_DIR from_build/CMakeCache.txt)"

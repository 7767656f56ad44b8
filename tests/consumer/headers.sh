#!/usr/bin/env bash
# Installs the headers of the build in $1 to a fresh folder and compiles each public one of docs/reference/headers.md (source tree in $2) alone,
# with the compiler $3. Every installed header is one that a public header includes.
set -euo pipefail
build=$1
source=$2
export compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
cmake --install "$build" --component headers --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
grep '^-- headers: ' "$work/install.log"
sed -nE 's/^\| `(hotpath\/[^`]+)` \| ([a-z_]+) \| .+ \|$/\1 \2/p' "$source/docs/reference/headers.md" >"$work/public"
(($(wc -l <"$work/public") == $(grep -c '^| `' "$source/docs/reference/headers.md"))) || fail "docs/reference/headers.md: a row is not 'header, library, words'"
[[ -z $(sort "$work/public" | uniq -d) ]] || fail "docs/reference/headers.md: a header is there twice: $(sort "$work/public" | uniq -d)"
while read -r header library; do
    [[ $library == app ]] || grep -rqE --include=CMakeLists.txt "hotpath_library\($library\b" "$source/hotpath" ||
        fail "docs/reference/headers.md: $header is of no library $library"
done <"$work/public"

compile_alone() {
    local name=${1//\//_}
    printf '#include "%s"\nint main() {}\n' "$1" >"$work/$name.cpp"
    "$compiler" -std=c++23 -Wall -Wextra -Werror -fsyntax-only -I "$work/prefix/include" -MMD -MF "$work/$name.d" "$work/$name.cpp" ||
        { echo "not compiled alone: $1" >&2; return 1; }
}
export -f compile_alone
cut -d' ' -f1 "$work/public" | xargs -P "$(nproc)" -I{} bash -c 'compile_alone {}'

cat "$work"/*.d | tr ' ' '\n' | grep -o 'hotpath/.*\.hpp$' | sort -u >"$work/included"
(cd "$work/prefix/include" && find hotpath -type f) | sort >"$work/installed"
diff "$work/included" "$work/installed" >"$work/difference" || fail "installed headers that no public header includes: $(cat "$work/difference")"

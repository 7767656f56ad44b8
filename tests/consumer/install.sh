#!/usr/bin/env bash
# Runs the commands of docs/reference/libraries.md as they are printed there, with the build in $1 and the source
# tree in $2: the installed program starts, every exported library links, and the uninstallation leaves what was there before.
set -euo pipefail
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
# The command of the page that begins with these words, for this build and prefix.
command_of() {
    local line
    line=$(grep -F -- "$1" "$source/docs/reference/libraries.md") || fail "docs/reference/libraries.md has no command '$1'"
    line=${line%%#*}
    line=${line//build\/release/"$build"}
    echo "${line//DIR/"$work/prefix"}"
}

mkdir -p "$work/prefix/bin"
echo mine >"$work/prefix/bin/other"
bash -euo pipefail -c "$(command_of "cmake --install")" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
"$work/prefix/bin/hotpath" --version
[[ ! -e $work/prefix/bin/hotpath-lab ]] || fail "the laboratory was installed"

# Every target that the installation exports links.
mkdir "$work/consumer"
cat >"$work/consumer/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(hotpath REQUIRED)
get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER targets INCLUDE REGEX "^hotpath::")
list(LENGTH targets count)
message(STATUS "exported targets: ${count}")
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE ${targets})
END
echo 'int main() {}' >"$work/consumer/main.cpp"
{ cmake -S "$work/consumer" -B "$work/consumer/build" -DCMAKE_PREFIX_PATH="$work/prefix" && cmake --build "$work/consumer/build"; } \
    >"$work/consumer.log" 2>&1 || { cat "$work/consumer.log"; exit 1; }
libraries=$(find "$source/hotpath" -name CMakeLists.txt -exec grep -h 'hotpath_library(' {} + | wc -l)
grep -qx -- "-- exported targets: $((libraries + 1))" "$work/consumer.log" || # and hotpath::app
    fail "the installation does not export $libraries libraries and the commands: $(cat "$work/consumer.log")"

bash -euo pipefail -c "$(command_of "cmake -P")"
left=$(cd "$work/prefix" && find . ! -type d)
[[ $left == ./bin/other ]] || fail "left of an installation: $left"
[[ -z $(find "$work/prefix" -name hotpath) ]] || fail "folders left of an installation: $(find "$work/prefix" -name hotpath)"

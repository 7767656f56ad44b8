# Sourced by every script here: the project's root, messages, and the packages that must be installed.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian 12 / Ubuntu 24.04 package names, once. script/bootstrap installs them.
# shellcheck disable=SC2034  # used by the scripts that source this file
{
packages_build=(build-essential g++ cmake ninja-build ccache pkg-config git python3
    libfmt-dev libcli11-dev libtomlplusplus-dev libhowardhinnant-date-dev nlohmann-json3-dev libgtest-dev libgmock-dev
    zlib1g-dev libzstd-dev libzip-dev libpugixml-dev libssl-dev liburing-dev libboost-dev libjs-chart.js valgrind)
packages_check=(clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev shellcheck)
packages_statistics=(python3-scipy)
packages_ladder=(clang-19 python3-matplotlib)
packages_lab=(clang-19 libclang-rt-19-dev llvm-19 binutils libmimalloc2.0 libjemalloc2)
packages_parquet=(python3 python3-venv)
packages_python=(python3-dev python3-venv)
packages_peers=(libboost-dev libreaderwriterqueue-dev libconcurrentqueue-dev libquickfix-dev libxdp-dev libbpf-dev iproute2)
packages_protocols=(default-jdk-headless maven tshark)
packages_browser=(chromium-headless-shell)
packages_models=(spin gcc libc6-dev)
packages_xray=(clang-19 libclang-rt-19-dev llvm-19)
packages_aarch64=(g++-aarch64-linux-gnu qemu-user-static googletest)
packages_of_aarch64=(libssl-dev libssl3 libpugixml-dev libpugixml1v5 zlib1g-dev zlib1g libzstd-dev libzstd1 libzip-dev libzip4 libbz2-1.0 liblzma5)
}

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() {
    printf '%s\n' "$*" >&2
    exit 1
}

missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
    done
}

# Installs missing packages and prints their names; silent and quick if none is missing.
need() {
    local missing
    command -v dpkg-query >/dev/null || die "This script sets up Debian and Ubuntu. Elsewhere install: $*"
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} == 0)) && return
    "$root/script/bootstrap" "${missing[@]}"
}

declare -A beside_of=()
# beside NAME COMMAND...: runs COMMAND in the background; its output goes to build/beside-NAME.log until joined() is called.
beside() {
    local name=$1
    shift
    ("$@") >"$root/build/beside-$name.log" 2>&1 &
    beside_of[$name]=$!
}

# joined NAME: waits for that command, prints its output, and fails if it failed; does nothing the second time.
joined() {
    local name=$1 process=${beside_of[$1]:-} status=0
    [[ -n $process ]] || return 0
    unset "beside_of[$name]"
    wait "$process" || status=$?
    cat "$root/build/beside-$name.log" >&2
    return "$status"
}

# python_environment FOLDER PYTHON REQUIREMENTS...: an environment with what the files name, by version and hash. There is none when
# they cannot be installed.
python_environment() {
    local folder=$1 python=$2 wanted
    shift 2
    wanted=$("$python" --version && cat "$@")
    [[ -f "$folder/installed.txt" && $(<"$folder/installed.txt") == "$wanted" ]] && return
    say "installing the packages of ${*##*/} into ${folder#"$root"/}"
    mkdir -p "$folder"
    "$python" -m venv --clear "$folder" >"$folder.log" 2>&1 || { cat "$folder.log" >&2; die "$python has no venv"; }
    local file arguments=()
    for file in "$@"; do arguments+=(-r "$file"); done
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --only-binary :all: --require-hashes \
        "${arguments[@]}" >"$folder.log" 2>&1 || { rm -rf "$folder"; tail -5 "$folder.log" >&2; die "pip could not install ${*##*/}"; }
    printf '%s' "$wanted" >"$folder/installed.txt"
}

# python_with FOLDER REQUIREMENTS WITHOUT: the optional Python environment build/FOLDER. If it cannot be made, prints WITHOUT,
# which names what is missing.
python_with() {
    need "${packages_parquet[@]}"
    (python_environment "$root/build/$1" /usr/bin/python3 "$root/$2") || say "$3 (see build/$1.log)"
}

# The Python of `hotpath replay --parquet`: the Apache Arrow library is packaged by no distribution we build on. Everything else works
# without it.
need_pyarrow() {
    python_with python hotpath/files/parquet_requirements.txt "hotpath replay --parquet is not available, its tests are skipped"
}

# The Python of hotpath.research and its tests.
need_research_python() {
    python_with research-python python/research_requirements.txt "the tests of python/tests/research are skipped"
}

# python_wheel PYTHON FOLDER [SETTING...]: the package's wheel, built by this Python (an environment with requirements/build.txt).
# Reuses what was compiled before. SETTING is one of scikit-build-core's.
python_wheel() {
    local python=$1 folder=$2 setting settings=(--config-settings=cmake.define.HOTPATH_WERROR=ON)
    shift 2
    for setting in "$@"; do settings+=("--config-settings=$setting"); done
    say "building the Python package by $("$python" --version)"
    mkdir -p "$folder"
    (cd "$root" && CMAKE_BUILD_PARALLEL_LEVEL=$jobs \
        "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation "${settings[@]}" -w "$folder" .) \
        >"$folder.log" 2>&1 || { tail -40 "$folder.log" >&2; die "the Python package could not be built ($folder.log)"; }
}

# The Python packages that build the package, and those that its tests need.
python_test_environment() {
    local requirements="$root/python/requirements"
    mkdir -p "$root/build/python-package"
    python_environment "$root/build/python-package/venv" "${HOTPATH_PYTEST:-/usr/bin/python3}" "$requirements/build.txt" "$requirements/test.txt" \
        "$requirements/sweep.txt"
}

# The Python package in build/python-package/venv, built from the tree as it is, with the libraries of its tests.
need_python_package() {
    local folder="$root/build/python-package"
    python_test_environment
    rm -rf "$folder/wheel"
    python_wheel "$folder/venv/bin/python" "$folder/wheel"
    "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$folder"/wheel/hotpath-*.whl
}

# The other ends of our protocols in tests/peers: Nassau (Java, from Maven Central, pinned by hash), itchy (Rust, from
# crates.io, pinned by its lock file), databento-dbn (Python, from PyPI, pinned by hash), the SBE reference tool (Java, as Nassau) and
# tshark. Without them those tests are skipped, visibly.
need_protocol_peers() {
    local missing=()
    command -v javac >/dev/null || missing+=("${packages_protocols[0]}")
    command -v mvn >/dev/null || missing+=("${packages_protocols[1]}")
    command -v tshark >/dev/null || missing+=("${packages_protocols[2]}")
    if ((${#missing[@]} > 0)) && ! ("$root/script/bootstrap" "${missing[@]}"); then
        say "${missing[*]} could not be installed: the tests against Nassau, the SBE reference tool or tshark go without"
    fi
    "$root/tests/peers/nassau/build"
    "$root/tests/peers/itchy/build"
    "$root/tests/peers/dbn/build"
    python3 "$root/tools/fix_dictionaries.py" --fetch # the XML of FIX's versions, from the Go proxy, pinned by hash
    "$root/tests/peers/sbe/build"
    "$root/tests/fix_peers/build"
}

# The browser in which a test looks at the HTML report of a backtest. Debian has the package, Ubuntu only a snap: without a
# browser those tests are skipped, visibly.
need_browser() {
    local browser
    for browser in chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$browser" >/dev/null && return
    done
    apt-cache show "${packages_browser[@]}" >/dev/null 2>&1 && ("$root/script/bootstrap" "${packages_browser[@]}") && return
    say "${packages_browser[*]} cannot be installed: the tests that look at a report in a browser are skipped"
}

# Packages that only the tests of a build need.
# What script/fix-peers and its long run need: QuickFIX/J and Artio.
need_fix_peers() {
    ("$root/script/bootstrap" "${packages_protocols[@]:0:2}") || say "${packages_protocols[*]:0:2} could not be installed"
    "$root/tests/fix_peers/build"
}
need_for_tests() {
    need_pyarrow
    need_research_python
    need_protocol_peers
    need_browser
}

# Prints the placement of this host's two cores, their cache-line round trip in ns, and the additions that a core does at a time:
# `near 123 3.6`. One small program, compiled without CMake: it is the first thing that a benchmark says.
host_placement() {
    local program="$root/build/host-placement" files
    files=("$root"/bench/runner/host_placement.cpp "$root"/hotpath/measure/{machine,statistics}.cpp "$root"/hotpath/core/{assert,cpu}.cpp
        "$root"/hotpath/timing/{clock_pair,tsc_clock}.cpp)
    if [[ ! -x $program || -n $(find "${files[@]}" -newer "$program") ]]; then
        g++ -std=c++23 -O2 -pthread -I "$root" -DHOTPATH_COMPILER='""' -DHOTPATH_COMPILE_FLAGS='""' -DHOTPATH_SOURCE_DIR='""' \
            "${files[@]}" -o "$program"
    fi
    "$program"
}

# Says what kind of host this is, and leaves its placement in $placement.
say_host() {
    local ns additions
    read -r placement ns additions < <(host_placement)
    python3 "$root/tools/figures.py" --host "$placement" "$ns" "$additions" >&2
}

# new_result BENCHMARK: the file of a new raw result, which nobody commits.
new_result() {
    mkdir -p "$root/build/results/$1"
    printf '%s\n' "$root/build/results/$1/$(date -u +%FT%H%M%S).$(git -C "$root" rev-parse --short=12 HEAD).json"
}

# save_figures RESULT: its figures into bench/figures and the documents.
save_figures() {
    local status=0
    python3 "$root/tools/figures.py" "$1" || status=$?
    python3 "$root/tools/tables.py"
    say "the raw result is ${1#"$root"/}"
    return "$status"
}

jobs=$(nproc)
# Settings of ccache that let it store objects compiled with a precompiled header.
export CCACHE_SLOPPINESS=pch_defines,time_macros

# configure NAME [PRESET OPTION...]: build/NAME by the preset (default: the preset NAME) with these options, if it is not.
configure() {
    local directory="$root/build/$1" preset=${2:-$1} launcher=()
    command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    if [[ ! -f "$directory/build.ninja" || $root/CMakePresets.json -nt "$directory/build.ninja" ]]; then
        say "configuring build/$1"
        (cd "$root" && cmake --preset "$preset" -B "$directory" "${launcher[@]}" "${@:3}" >"$directory.log" 2>&1) ||
            { cat "$directory.log" >&2; die "cmake could not configure build/$1"; }
    fi
}

# Debian's packages for ARM, as they are, in build/aarch64-packages: nothing of this machine changes.
need_aarch64_packages() {
    local packages=$root/build/aarch64-packages apt=$root/build/aarch64-apt
    [[ -e $packages/complete ]] && return
    rm -rf "$packages" "$apt" && mkdir -p "$packages" "$apt"/{state/lists/partial,cache/archives/partial,files}
    local options=(-qq -o Dir::State="$apt/state" -o Dir::State::status=/dev/null -o Dir::Cache="$apt/cache" -o APT::Architecture=arm64
        -o APT::Architectures=arm64 -o APT::Sandbox::User=root)
    say "fetching packages for ARM"
    (cd "$apt/files" && apt-get "${options[@]}" update && apt-get "${options[@]}" download "${packages_of_aarch64[@]}") >&2 ||
        die "packages for ARM could not be fetched: see above"
    local file
    for file in "$apt/files"/*.deb; do dpkg-deb -x "$file" "$packages"; done
    touch "$packages/complete"
}

# compile NAME [TARGET...]: builds the targets in build/NAME
compile() {
    say "building build/$1"
    (cd "$root" && cmake --build "$root/build/$1" -j "$jobs" ${2:+--target "${@:2}"}) >&2
}

# configure_and_build PRESET [TARGET...]
configure_and_build() {
    configure "$1"
    compile "$@"
}
mkdir -p "$root/build"
